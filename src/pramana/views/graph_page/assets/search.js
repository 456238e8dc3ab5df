// The search box: names first, then sentences. Case, accents and the order of the words do not matter.
const search = document.querySelector("#search");
const hits = document.querySelector("#hits");
const MOST_HITS = 12;

function plain(text) {
  return String(text).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

// What is searched, made when something is first searched: of a large graph that takes a second.
let texts = null;
function searched() {
  if (texts) return texts;
  const firstAt = new Map(); // The first edge that a line says, else the first node.
  edges.forEach((edge, number) => {
    for (const [line] of edge.at) if (!firstAt.has(line)) firstAt.set(line, { edge: number });
  });
  nodes.forEach((node, number) => {
    for (const [line] of node.at) if (!firstAt.has(line)) firstAt.set(line, { node: number });
  });
  texts = {
    names: nodes.map((node) => plain([node.label, ...node.names, node.id].join("\n"))),
    lines: lines.map(([place, text]) => plain(`${text}\n${place}`)),
    firstAt,
  };
  return texts;
}

function rank(number, wanted) {
  const label = plain(nodes[number].label);
  if (label === wanted || nodes[number].names.some((name) => plain(name) === wanted)) return 0;
  if (label.startsWith(wanted)) return 1;
  return ` ${label}`.includes(` ${wanted}`) ? 2 : 3;
}

function found(query) {
  const wanted = plain(query).trim();
  const words = wanted.split(/\s+/).filter(Boolean);
  if (!words.length) return { names: [], sentences: [] };
  const holds = (text) => words.every((word) => text.includes(word));
  const ranks = new Map(); // Of nodes that are joined the one that stands for them, by the best of their names.
  const { names: nameTexts, lines: lineTexts, firstAt } = searched();
  nameTexts.forEach((text, number) => {
    if (!holds(text)) return;
    const node = nodes[number].stands;
    ranks.set(node, Math.min(rank(number, wanted), ranks.get(node) ?? 9));
  });
  const names = Array.from(ranks.keys());
  names.sort((one, two) => ranks.get(one) - ranks.get(two) || nodes[two].edges.length - nodes[one].edges.length || one - two);
  const sentences = [];
  lineTexts.forEach((text, line) => firstAt.has(line) && holds(text) && sentences.push(line));
  return { names, sentences };
}

let offered = [];
let at = 0;

function offer() {
  const { names, sentences } = found(search.value);
  offered = [
    ...names.slice(0, MOST_HITS).map((number) => ({ node: number })),
    ...sentences.slice(0, MOST_HITS).map((line) => ({ line, ...searched().firstAt.get(line) })),
  ];
  const rows = offered.map((hit, place) => hitRow(hit, place));
  const left = names.length + sentences.length - offered.length;
  if (search.value.trim() && !offered.length) rows.push(el("li", { class: "none" }, "Nothing of this page has all these words."));
  if (left > 0) rows.push(el("li", { class: "none" }, `${left.toLocaleString("en")} more: add a word`));
  hits.replaceChildren(...rows);
  hits.hidden = !rows.length;
  search.setAttribute("aria-expanded", String(!hits.hidden));
  mark(0);
}

function hitRow(hit, place) {
  const row = el("li", { role: "option", id: `hit-${place}` });
  if (hit.line === undefined) {
    const node = nodes[hit.node];
    row.append(el("bdi", {}, seen(node.label)), el("span", { class: "soft" }, `  ${seen(typeName(node.type))}, ${counted(node.edges.length, "edge")}`));
  } else {
    const [place_, text] = lines[hit.line];
    row.append(el("bdi", {}, shortened(seen(text), 140)), el("span", { class: "soft" }, `  ${seen(place_)}`));
  }
  row.addEventListener("mousedown", (event) => {
    event.preventDefault();
    take(place);
  });
  return row;
}

function mark(place) {
  at = Math.max(0, Math.min(place, offered.length - 1));
  Array.from(hits.children).forEach((row, number) => {
    if (row.id) row.setAttribute("aria-selected", String(number === at));
  });
  const row = offered.length ? hits.children[at] : null;
  if (row) row.scrollIntoView({ block: "nearest" });
  if (row) search.setAttribute("aria-activedescendant", row.id);
  else search.removeAttribute("aria-activedescendant");
}

function shut() {
  hits.hidden = true;
  search.setAttribute("aria-expanded", "false");
  search.removeAttribute("aria-activedescendant");
}

function take(place) {
  const hit = offered[place];
  if (!hit) return;
  shut();
  goTo(hit.edge === undefined ? { node: hit.node } : { edge: hit.edge });
}

search.addEventListener("input", offer);
search.addEventListener("focus", () => search.value && offer());
search.addEventListener("blur", shut);
search.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown") mark(at + 1);
  else if (event.key === "ArrowUp") mark(at - 1);
  else if (event.key === "Enter") take(at);
  else if (event.key === "Escape") shut();
  else return;
  event.preventDefault();
});
