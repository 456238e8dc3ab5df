// Filters, keys, permalinks; and the first drawing.
const DERIVED = new Set(["statuses", "documents"]); // worth a filter only where there are several
const FOLDED = 12;
const MOST_VERBS = 500;
const byId = (id) => document.getElementById(id);

function filterSet(kind, heading) {
  const words = graph[kind];
  const own = nodes.filter((node, number) => node.stands === number);
  const outer = edges.filter((edge) => !edge.inner);
  const named = { types: own.map((node) => node.type), relations: outer.map((edge) => edge.relation), statuses: outer.map((edge) => edge.status), documents: outer.flatMap((edge) => edge.documents), grades: edges.map((edge) => edge.grade), verdicts: edges.map((edge) => edge.verdict) };
  const counts = new Array(words.length).fill(0);
  for (const number of named[kind]) counts[number] += 1;
  const rows = words.map((word, number) => (counts[number] ? filterRow(kind, number, word, counts[number]) : null));
  const all = rows.filter(Boolean);
  if (!all.length || (DERIVED.has(kind) && all.length < 2)) return null;
  const turn = (on) => () => {
    state.off[kind] = new Set(on ? [] : words.keys());
    for (const row of all) row.querySelector("input").checked = on;
    filtered();
  };
  const tools = all.length > 2 ? [el("button", { type: "button", do: turn(true), "aria-label": `all ${kind}` }, "all"), el("button", { type: "button", do: turn(false), "aria-label": `no ${kind}` }, "none")] : [];
  const rest = all.length > FOLDED ? [el("details", {}, el("summary", {}, `${all.length - FOLDED} more`), ...all.slice(FOLDED))] : [];
  return el("fieldset", {}, el("legend", {}, heading, ...tools), ...all.slice(0, FOLDED), ...rest);
}

// A filter by the words of an event: one verb, and days between which it may be.
function wordFilters() {
  const counts = new Map();
  for (const { verb } of edges) if (verb) counts.set(verb, (counts.get(verb) || 0) + 1);
  const verbs = [...counts.keys()].sort((one, two) => counts.get(two) - counts.get(one) || (one < two ? -1 : 1)).slice(0, MOST_VERBS);
  const box = (name, label, more) => {
    const input = el("input", { type: "search", name, "aria-label": label, placeholder: label, value: state[name], autocomplete: "off", ...more });
    input.addEventListener("change", () => {
      state[name] = input.value.trim();
      filtered();
    });
    return input;
  };
  const verb = verbs.length > 1 ? el("fieldset", {}, el("legend", {}, "Verb"), box("verb", "any verb", { list: "verbs" }), el("datalist", { id: "verbs" }, verbs.map((word) => el("option", { value: word })))) : null;
  const time = edges.some((edge) => edge.time) ? el("fieldset", {}, el("legend", {}, "Time"), box("since", "from, e.g. 2019", {}), box("until", "to, e.g. 2019-06", {})) : null;
  return [verb, time];
}

function filterRow(kind, number, word, count) {
  const box = el("input", { type: "checkbox", name: kind, value: word });
  box.checked = !state.off[kind].has(number);
  box.addEventListener("change", () => {
    state.off[kind][box.checked ? "delete" : "add"](number);
    filtered();
  });
  const swatch = kind === "types" || kind === "relations" ? el("span", { class: "swatch" }) : null;
  if (kind === "types" && squareType(number)) swatch.classList.add("square");
  if (kind === "relations") swatch.classList.add("stroke");
  if (swatch) swatch.style.background = kind === "types" ? typeColour(number) : relationColour(number);
  return el("label", {}, box, swatch, el("span", {}, seen(kind === "relations" ? relationName(number) : kind === "types" ? typeName(number) : word) || "none", kind === "relations" ? queried(number) : null), el("span", {}, count.toLocaleString("en")));
}

function makeFilters() {
  const links = edges.some((edge) => edge.relation === graph.same) ? joinBox() : null;
  const sets = [links, filterSet("types", "Types"), ...wordFilters(), filterSet("relations", "Relations"), filterSet("statuses", "Status"), filterSet("documents", "Documents"), filterSet("grades", "Grades"), filterSet("verdicts", "Verdicts")];
  byId("filters").replaceChildren(...sets.filter(Boolean));
}

function joinBox() {
  const box = el("input", { type: "checkbox", id: "join" });
  box.checked = edges.some((edge) => edge.inner);
  box.addEventListener("change", () => {
    join(box.checked);
    state.roots = [...new Set(state.roots.map((node) => nodes[node].stands))];
    makeFilters();
    update({ fresh: true });
    if (state.chosen?.node !== undefined) show({ node: nodes[state.chosen.node].stands });
    byId("join").focus();
  });
  return el("fieldset", {}, el("label", {}, box, el("span", {}, "Draw what is the same as one")));
}

function filtered() {
  update();
  if (state.chosen?.node !== undefined) show(state.chosen);
}

function update(options) {
  redraw(options);
  const text = `${counted(scene.nodes.length, "node")}, ${counted(scene.edges.length, "edge")} drawn`;
  byId("count").textContent = scene.edges.length ? text : `${text}${nodes.length ? ": no edge passes here" : ""}`;
  byId("more").hidden = !scene.left;
  byId("more").textContent = `Show more (${scene.left.toLocaleString("en")} left out)`;
  byId("near").setAttribute("aria-pressed", String(state.scope === "near"));
  byId("all").setAttribute("aria-pressed", String(state.scope === "all"));
}

function setScope(scope) {
  state.scope = scope;
  update({ fresh: true });
}

// Chooses something and draws what is around it, unless that is drawn already.
function goTo(chosen, { keep = false } = {}) {
  const ends = chosen.node === undefined ? [...new Set(edges[chosen.edge].ends)] : [chosen.node];
  const there = chosen.edge !== undefined && scene.edges.includes(chosen.edge);
  if (state.scope === "near" && !there) {
    state.roots = [...ends];
    state.most = Math.max(60, ends.length);
    update({ fresh: true });
  }
  show(chosen);
  if (!keep) remember(chosen);
}

function choose(chosen) {
  show(chosen);
  if (chosen) remember(chosen);
}

// Shows a larger part of the same graph. What is drawn stays in its place, and what was chosen stays chosen.
function replaceGraph(newer) {
  const { chosen } = state;
  const kept = { roots: state.roots.map((node) => nodes[node].id), node: nodes[chosen?.node]?.id, edge: edges[chosen?.edge]?.id };
  const off = Object.fromEntries(KINDS.map((kind) => [kind, Array.from(state.off[kind], (number) => graph[kind][number])]));
  const places = new Map(layout.nodes.map((node, index) => [nodes[node].id, index]));
  const joined = edges.some((edge) => edge.inner);
  for (const [list, items] of [[nodes, newer.nodes], [edges, newer.edges], [lines, newer.lines], [whys, newer.whys]]) {
    list.length = 0;
    for (const item of items) list.push(item);
  }
  Object.assign(graph, newer, { nodes, edges, lines, whys });
  prepare();
  join(joined);
  layout.index = Int32Array.from(nodes, (node) => places.get(node.id) ?? -1);
  [texts, over] = [null, null];
  for (const kind of KINDS) state.off[kind] = new Set(off[kind].map((word) => graph[kind].indexOf(word)).filter((number) => number >= 0));
  const numbers = kept.roots.map((id) => nodeOf.get(id)).filter((number) => number !== undefined);
  state.roots = [...new Set((numbers.length ? numbers : [graph.start]).map((node) => nodes[node].stands))];
  state.chosen = null;
  makeFilters();
  byId("told").textContent = graph.told || `${counted(nodes.length, "node")}, ${counted(edges.length, "edge")}`;
  update();
  if (kept.edge !== undefined && edgeOf.has(kept.edge)) show({ edge: edgeOf.get(kept.edge) });
  else if (nodeOf.has(kept.node)) show({ node: nodes[nodeOf.get(kept.node)].stands });
}

function grow(node) {
  if (state.scope === "all") setScope("near");
  if (!state.roots.includes(node)) state.roots.push(node);
  state.most = Math.max(state.most, scene.nodes.length + Math.min(nodes[node].edges.length, 40));
  update();
  choose({ node });
}

// Permalinks. A page in a frame may not be allowed to have them.
function remember(chosen) {
  const [what, id] = chosen.node === undefined ? ["edge", edges[chosen.edge].id] : ["node", nodes[chosen.node].id];
  try {
    const hash = `#${what}=${encodeURIComponent(id)}`;
    if (location.hash !== hash) history.pushState(null, "", hash);
  } catch {
    return;
  }
}

function follow() {
  const [, what, id] = location.hash.match(/^#(node|edge)=(.*)$/s) || [];
  if (!what) return false;
  let name = id;
  try {
    name = decodeURIComponent(id);
  } catch {
    name = id;
  }
  const number = (what === "node" ? nodeOf : edgeOf).get(name);
  byId("told").textContent = number === undefined ? `This page has no ${what} ${seen(name)}. ${graph.told}` : graph.told;
  if (number === undefined) return false;
  goTo(what === "edge" ? { edge: number } : { node: nodes[number].stands }, { keep: true });
  return true;
}

const KEYS = {
  ArrowLeft: () => pan(-60, 0),
  ArrowRight: () => pan(60, 0),
  ArrowUp: () => pan(0, -60),
  ArrowDown: () => pan(0, 60),
  "+": () => zoom(1.3),
  "=": () => zoom(1.3),
  "-": () => zoom(1 / 1.3),
  0: () => (fit(), ask()),
  Enter: () => state.chosen?.node !== undefined && grow(state.chosen.node),
  Escape: () => show(null),
};
canvas.addEventListener("keydown", (event) => {
  const does = KEYS[event.key];
  if (!does || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  does();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.matches("input, select")) return;
  event.preventDefault();
  search.focus();
  search.select();
});

byId("near").addEventListener("click", () => setScope("near"));
byId("all").addEventListener("click", () => setScope("all"));
byId("steps").addEventListener("change", (event) => {
  state.steps = Number(event.target.value);
  setScope("near");
});
byId("more").addEventListener("click", () => {
  state.most += 120;
  update();
});
byId("closer").addEventListener("click", () => zoom(1.3));
byId("farther").addEventListener("click", () => zoom(1 / 1.3));
byId("fit").addEventListener("click", () => {
  fit();
  ask();
});
addEventListener("hashchange", follow);
addEventListener("popstate", follow);
new ResizeObserver(() => {
  measure();
  if (!moved) fit();
  ask();
}).observe(canvas);
dark.addEventListener("change", () => {
  readInks();
  makeFilters();
  ask();
});

measure();
readInks();
makeFilters();
byId("told").textContent = graph.told || counted(nodes.length, "node") + ", " + counted(edges.length, "edge");
update({ fresh: true });
if (!follow()) show(nodes.length ? { node: nodes[graph.start].stands } : null);
