// The graph as it was written into the page, made ready: neighbours, degrees, and what to search in.
const graph = JSON.parse(document.querySelector("#data").textContent);
const { nodes, edges, lines, whys } = graph;
const KINDS = ["types", "relations", "statuses", "documents", "grades", "verdicts"];

const nodeOf = new Map();
const edgeOf = new Map();
prepare();

// Fills in what is not written where it is empty.
function prepare() {
  for (const map of [nodeOf, edgeOf]) map.clear();
  nodes.forEach((node, number) => {
    node.names ??= [];
    node.properties ??= {};
    node.at ??= [];
    nodeOf.set(node.id, number);
  });
  edges.forEach((edge, number) => {
    edge.properties ??= {};
    edge.at ??= [];
    edge.own = { ends: edge.ends, grade: edge.grade };
    edgeOf.set(edge.id, number);
  });
  describeEdges();
}

// What filters ask of an edge: its documents, and of its event the verb, the time, and whether it is stated as a fact.
function describeEdges() {
  const documents = new Map();
  const statuses = new Map();
  const number = (map, word) => (map.has(word) ? map : map.set(word, map.size)).get(word);
  const docOf = lines.map(([place]) => number(documents, place.slice(0, Math.max(place.lastIndexOf(":"), 0)) || place));
  const times = new Map(); // by event: the first and the last day that a line says
  for (const { ends, properties } of edges) {
    if (properties.earliest || properties.latest) times.set(ends[0], [properties.earliest || "", properties.latest || "9999"]);
  }
  for (const edge of edges) {
    const event = edge.ends.find((end) => nodes[end].type === graph.events);
    const { time } = edge.properties;
    edge.documents = [...new Set(edge.at.map(([line]) => docOf[line]))];
    edge.verb = event === undefined ? graph.relations[edge.relation].toLowerCase().replaceAll("_", " ") : nodes[event].properties.verb || "";
    edge.time = times.get(event) || (typeof time === "string" && /^\d{4}/.test(time) ? [time.slice(0, 10), `${time.slice(0, 10)}~`] : null);
    edge.status = number(statuses, statusOf(event === undefined ? edge.properties : nodes[event].properties));
  }
  graph.documents = [...documents.keys()];
  graph.statuses = [...statuses.keys()];
}

function statusOf({ polarity, modality, status, attributed_to }) {
  if (polarity === "negative") return "denied";
  const held = modality || status || "actual";
  return held !== "actual" ? String(held) : attributed_to ? "reported" : "stated as a fact";
}

// Who stands for each node: itself, or of those that links hold to be the same the name with most edges.
function standing(joined) {
  const above = nodes.map((_, number) => number);
  const top = (number) => (above[number] === number ? number : (above[number] = top(above[number])));
  if (joined) for (const { own, relation } of edges) if (relation === graph.same) above[top(own.ends[0])] = top(own.ends[1]);
  const groups = grouped(nodes.keys(), top);
  const degrees = new Array(nodes.length).fill(0);
  for (const { own } of edges) for (const end of own.ends) degrees[end] += 1;
  const stands = new Array(nodes.length);
  for (const members of groups.values()) {
    const named = members.filter((number) => !nodes[number].properties.pronoun);
    const first = (named.length ? named : members).reduce((one, two) => (degrees[two] > degrees[one] ? two : one));
    for (const member of members) stands[member] = first;
  }
  return stands;
}

function grouped(items, key) {
  const groups = new Map();
  for (const item of items) {
    if (!groups.has(key(item))) groups.set(key(item), []);
    groups.get(key(item)).push(item);
  }
  return groups;
}

// Joins the nodes that are held to be the same, or parts them. An edge that is reached through such a link is graded so.
function join(joined) {
  const stands = standing(joined);
  const resolved = graph.grades.indexOf("resolved");
  nodes.forEach((node, number) => Object.assign(node, { stands: stands[number], members: [], links: [], edges: [] }));
  nodes.forEach((node, number) => nodes[node.stands].members.push(number));
  edges.forEach((edge, number) => {
    edge.ends = edge.own.ends.map((end) => stands[end]);
    edge.inner = joined && edge.relation === graph.same;
    const moved = edge.ends.some((end, side) => end !== edge.own.ends[side]);
    edge.grade = moved && !edge.inner ? Math.max(edge.own.grade, resolved) : edge.own.grade;
    const [source, target] = edge.ends;
    if (edge.inner) nodes[source].links.push(number);
    else nodes[source].edges.push(number);
    if (!edge.inner && target !== source) nodes[target].edges.push(number);
  });
  bendApart();
}

// Edges between the same two nodes bend apart: each gets its place among them.
function bendApart() {
  const key = ({ ends }) => Math.min(...ends) * nodes.length + Math.max(...ends);
  for (const same of grouped(edges, key).values()) {
    same.forEach((edge, place) => {
      edge.bend = (edge.ends[0] <= edge.ends[1] ? 1 : -1) * (place - (same.length - 1) / 2);
    });
  }
}

function other(edge, node) {
  return edge.ends[0] === node ? edge.ends[1] : edge.ends[0];
}

// What is drawn: a choice in every kind of filter, where one stands, and how far around it.
const state = {
  off: Object.fromEntries(KINDS.map((kind) => [kind, new Set()])),
  scope: "near",
  steps: 2,
  most: 60,
  verb: "",
  since: "",
  until: "",
  roots: nodes.length ? [graph.start] : [],
  chosen: null,
};

function passes(edge) {
  const { off } = state;
  if (edge.inner) return false;
  if (off.relations.has(edge.relation) || off.grades.has(edge.grade) || off.verdicts.has(edge.verdict)) return false;
  if (off.statuses.has(edge.status) || (off.documents.size && edge.documents.every((each) => off.documents.has(each)))) return false;
  if ((state.verb && edge.verb !== state.verb) || !isInTime(edge.time)) return false;
  return edge.ends.every((end) => !off.types.has(nodes[end].type));
}

// Whether a time may be within the days that are wanted; `1843` as the last of them holds all of that year.
function isInTime(time) {
  const { since, until } = state;
  if (!since && !until) return true;
  return time !== null && (!since || time[1] >= since) && (!until || time[0].slice(0, until.length) <= until);
}

// Returns what is drawn as lists of numbers, and how many nodes within the steps were left out.
function drawn() {
  return state.scope === "all" ? whole() : around();
}

function whole() {
  const kept = [];
  edges.forEach((edge, number) => passes(edge) && kept.push(number));
  const shown = [];
  nodes.forEach((node, number) => node.stands === number && !state.off.types.has(node.type) && shown.push(number));
  return { nodes: shown, edges: kept, left: 0 };
}

// Of the neighbours of a node those that a reader wants come first: named and typed ones and what they take part in, then
// those with most edges. The first step leaves room for the steps after it.
function around() {
  const shown = new Set(state.roots);
  const left = new Set();
  const first = state.steps > 1 ? Math.ceil(state.most / 3) : state.most;
  let ring = [...state.roots];
  for (let step = 0; step < state.steps; step += 1) {
    ring = spread(ring, shown, left, step ? state.most : Math.max(first, state.roots.length));
  }
  spread(state.roots, shown, left, state.most);
  const kept = [];
  for (const node of shown) {
    for (const number of nodes[node].edges) {
      const [source, target] = edges[number].ends;
      if (node === source && shown.has(target) && passes(edges[number])) kept.push(number);
    }
  }
  kept.sort((one, two) => one - two);
  return { nodes: [...shown], edges: kept, left: left.size };
}

// Takes neighbours of `ring` in turn, one for each, until `most` are shown; returns those that it took.
function spread(ring, shown, left, most) {
  const taken = [];
  const waiting = ring.map((node) => neighbours(node).filter((far) => !shown.has(far)));
  for (let turn = 0; waiting.some((each) => turn < each.length); turn += 1) {
    for (const far of waiting.map((each) => each[turn])) {
      if (far === undefined || shown.has(far)) continue;
      if (shown.size >= most) {
        left.add(far);
        continue;
      }
      shown.add(far);
      left.delete(far);
      taken.push(far);
    }
  }
  return taken;
}

function neighbours(node) {
  const found = new Set();
  for (const number of nodes[node].edges) if (passes(edges[number])) found.add(other(edges[number], node));
  return Array.from(found).sort((one, two) => interest(two) - interest(one) || nodes[two].edges.length - nodes[one].edges.length || one - two);
}

// A node without an interest of its own, as events are, has that of its neighbours together.
function interest(node) {
  const wanted = (number) => Math.max(...nodes[number].members.map((member) => nodes[member].interest ?? 0));
  if (nodes[node].interest === undefined && nodes[node].edges.length <= 12)
    return nodes[node].edges.reduce((sum, number) => sum + wanted(other(edges[number], node)), 0) / 2;
  return wanted(node);
}

join(graph.same >= 0);
state.roots = state.roots.map((node) => nodes[node].stands);
