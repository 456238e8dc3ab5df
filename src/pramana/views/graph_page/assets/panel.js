// What is chosen, in words: a node with its edges, or an edge with the sentence that says it. Text is never markup.
const panel = document.querySelector("#panel");
const MOST_FACTS = 40;

// A relation in a word, where it has one: `agent`, and beside it the name that queries use.
function relationName(relation) {
  return graph.meanings[relation] || graph.relations[relation];
}

// A type in a word: an event of a text has the name that queries use beside it.
function typeName(type) {
  return graph.types[type] === "Kriya" ? "event (Kriya)" : graph.types[type];
}

function queried(relation) {
  if (!graph.meanings[relation]) return null;
  const words = seen(graph.relations[relation]).split("_"); // a narrow panel breaks HAS_SAMBANDHA behind its `_`
  return el("span", { class: "soft queried" }, " ", words.flatMap((word, at) => (at ? ["_", el("wbr", {}), word] : [word])));
}

// A line of the page's lines with one of its stretches marked.
function sentence([line, start, end], most = Infinity) {
  return marked(lines[line][1], [[start, end]], most);
}

function cited(place) {
  const [line, , , grade] = place;
  return el("blockquote", {}, sentence(place, 1200), el("div", { class: "soft" }, el("cite", {}, lineLink(place)), ` ${seen(graph.grades[grade])}`));
}

// The place of a line; where a server has the document, a link that opens it there, with the words marked.
function lineLink([line, start, end]) {
  const [place] = lines[line];
  const cut = place.lastIndexOf(":");
  if (!graph.home || cut < 1) return seen(place);
  const parts = [place.slice(0, cut), place.slice(cut + 1), start, end].map(encodeURIComponent);
  return el("a", { href: `${graph.home}/document/${parts.join("/")}` }, seen(place));
}

// What a server has beside this page: the page of an entity, and more of the graph around a node.
function homeLinks(node) {
  if (!graph.home) return null;
  const around = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(location.search)), about: node.id });
  const own = node.type === graph.events ? null : el("a", { href: `${graph.home}/entity/${encodeURIComponent(node.id)}` }, "Its page");
  return el("p", {}, own, own ? " · " : null, el("a", { href: `?${around}` }, "Load what is around it"));
}

function link(what, id) {
  return el("a", { href: `#${what}=${encodeURIComponent(id)}`, class: "permalink" }, "link to this");
}

function listOf(properties) {
  const rows = Object.entries(properties).flatMap(([name, value]) => [el("dt", {}, seen(name)), valued(worded(value))]);
  return rows.length ? el("dl", {}, ...rows) : null;
}

// A long value is folded behind its beginning.
function valued(text) {
  if (text.length <= 160) return el("dd", {}, text);
  return el("dd", { class: "long" }, el("details", {}, el("summary", {}, shortened(text.split("\n")[0], 140)), text));
}

function worded(value) {
  if (Array.isArray(value)) return value.map(worded).join("\n");
  return seen(typeof value === "object" && value !== null ? JSON.stringify(value) : String(value));
}

function verdictOf(each) {
  const word = graph.verdicts[each.verdict];
  return word ? el("span", { class: word.replace(/\W/g, "") }, seen(word)) : null;
}

function show(chosen) {
  state.chosen = chosen;
  const parts = chosen === null ? [el("p", { class: "soft" }, "Choose a node or an edge.")] : chosen.node === undefined ? edgeParts(chosen.edge) : nodeParts(chosen.node, MOST_FACTS);
  panel.replaceChildren(...parts.filter((part) => part !== null));
  panel.scrollTop = 0;
  ask();
}

function nodeParts(number, most) {
  const node = nodes[number];
  const skipped = new Set(["canonical_name", "name", "verb", "doc_id", "line_number"]);
  const rest = Object.fromEntries(Object.entries(node.properties).filter(([name, value]) => !skipped.has(name) || (name === "name" && value !== node.label)));
  const also = [...new Set([...node.names, ...node.members.filter((each) => each !== number).map((each) => nodes[each].label)])];
  const names = also.length ? { also: also.join(", ") } : {};
  return [
    el("h2", {}, el("bdi", {}, seen(node.label))),
    el("p", { class: "soft" }, `${seen(typeName(node.type))}  `, verdictOf(node), node.verdict !== undefined ? "  " : null, link("node", node.id)),
    el("div", { class: "row" },
      el("button", { type: "button", class: "here", do: () => goTo({ node: number }) }, "Its neighbourhood"),
      el("button", { type: "button", class: "grow", do: () => grow(number) }, "Add its neighbours")),
    homeLinks(node),
    ...node.at.slice(0, 5).map(cited),
    listOf({ ...names, ...rest, ...(node.label === node.id ? {} : { id: node.id }) }),
    ...factList(number, most),
    ...linkList(node.links),
  ];
}

// Why nodes are drawn as one: the links that hold them to be the same.
function linkList(links) {
  if (!links.length) return [];
  const row = (number) => {
    const [one, two] = edges[number].own.ends.map((end) => seen(nodes[end].label));
    const place = edges[number].at[0];
    const text = place ? el("span", { class: "soft text" }, sentence(place, 120)) : null;
    return el("li", {}, el("button", { type: "button", class: "fact", do: () => goTo({ edge: number }) }, el("bdi", {}, one), " = ", el("bdi", {}, two), text));
  };
  const rest = links.length > MOST_FACTS ? [el("li", { class: "soft" }, `and ${links.length - MOST_FACTS} more`)] : [];
  return [el("details", {}, el("summary", {}, `Drawn as one: ${counted(links.length, "link")}`), el("ul", {}, ...links.slice(0, MOST_FACTS).map(row), ...rest))];
}

function factList(number, most) {
  const kept = nodes[number].edges.filter((each) => passes(edges[each]));
  const hidden = nodes[number].edges.length - kept.length;
  const order = kept.sort((one, two) => edges[one].relation - edges[two].relation || one - two);
  const told = `${counted(kept.length, "edge")}${hidden ? ` (${hidden} hidden by filters)` : ""}`;
  const rows = order.slice(0, most).map((each) => el("li", {}, factButton(each, number)));
  const more = order.length - most;
  const button = el("button", { type: "button", do: () => panel.replaceChildren(...nodeParts(number, most * 10).filter(Boolean)) }, `${more.toLocaleString("en")} more`);
  return [el("h3", {}, told), el("ul", {}, ...rows), more > 0 ? button : null];
}

function factButton(number, from) {
  const edge = edges[number];
  const out = edge.ends[0] === from;
  const far = nodes[other(edge, from)];
  const sign = !graph.directed ? "–" : out ? "→" : "←";
  const place = edge.at[0];
  return el("button", { type: "button", class: "fact", do: () => goTo({ edge: number }) },
    el("span", { class: "relation" }, `${sign} ${seen(relationName(edge.relation))}`), " ",
    el("bdi", {}, seen(far.label)),
    place ? el("span", { class: "soft text" }, sentence(place, 120)) : null,
    place ? el("span", { class: "soft" }, seen(lines[place[0]][0])) : null);
}

function edgeParts(number) {
  const edge = edges[number];
  const [source, target] = edge.own.ends;
  const end = (node) => el("button", { type: "button", class: "end", do: () => goTo({ node: nodes[node].stands }) }, el("bdi", {}, seen(nodes[node].label)), nodes[node].stands === node || edge.inner ? null : el("span", { class: "soft" }, " = ", el("bdi", {}, seen(nodes[nodes[node].stands].label))));
  return [
    el("h2", {}, seen(relationName(edge.relation)), queried(edge.relation)),
    el("div", { class: "row" }, end(source), graph.directed ? "→" : "–", end(target)),
    el("p", { class: "soft" }, verdictOf(edge), "  ", link("edge", edge.id)),
    ...(edge.at.length ? edge.at.map(cited) : [el("p", {}, "No text is given: it was asserted.")]),
    listOf(edge.properties),
    ...(whys[edge.why] ? whyParts(whys[edge.why]) : [whyAsked(edge.id)]),
    el("p", { class: "soft" }, el("code", {}, seen(edge.id))),
  ];
}

// Why an edge is there, from the server that the page is of, when it is asked for.
function whyAsked(id) {
  if (!graph.api) return null;
  const opened = el("details", {}, el("summary", {}, "Why"));
  opened.addEventListener("toggle", async () => {
    if (!opened.open || opened.childElementCount > 1) return;
    const token = sessionStorage.getItem("pramana-token");
    const answer = await fetch(`${graph.api}/fact?${new URLSearchParams({ fact: id })}`, { headers: token ? { authorization: `Bearer ${token}` } : {} });
    const found = await answer.json();
    const why = answer.ok ? [...found.why.accepted, ...found.why.refused].map((each) => argument({ said: "", scores: [], ...each })) : [el("p", { role: "alert" }, seen(found.detail))];
    opened.append(...why);
  });
  return opened;
}

function whyParts(why) {
  if (!why) return [];
  const parts = [el("h3", {}, `Why${why.run === null ? "" : `: run ${why.run}`}`), ...why.accepted.map(argument)];
  if (why.refused_count) {
    const left = why.refused_count - why.refused.length;
    parts.push(el("details", {}, el("summary", {}, counted(why.refused_count, "refused rival")), ...why.refused.map(argument), left ? el("p", { class: "soft" }, `and ${left} more`) : null));
  }
  return parts;
}

function argument(each) {
  const scores = each.scores.length ? ` (scores ${each.scores.join(", ")})` : "";
  return el("p", {}, el("span", { class: each.verdict.replace(/\W/g, "") }, seen(each.verdict)), " ", el("bdi", {}, seen(each.said)), el("span", { class: "soft text" }, el("bdi", {}, seen(each.reason)), scores));
}
