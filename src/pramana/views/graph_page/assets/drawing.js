// The canvas: what is drawn, from where it is looked at, and what is under the pointer.
const canvas = document.querySelector("#canvas");
const pen = canvas.getContext("2d");
const HUES = [210, 28, 140, 280, 350, 175, 55, 320, 95, 245];
const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const LABEL = 12;
const MOST_LABELS = 220;
const look = { x: 0, y: 0, zoom: 1 };
const room = { width: 1, height: 1 }; // The canvas in pixels of the page: to ask it itself would be slow.
let scene = { nodes: [], edges: [], left: 0 };
let layout = null;
let wanted = false;
let painted = 0; // Milliseconds that the last painting took.
let over = null;
let moved = false; // The user looks where he wants: nothing is fitted any more.

function typeColour(type) {
  return `hsl(${HUES[type % HUES.length]} ${dark.matches ? "60% 66%" : "62% 42%"})`;
}

function relationColour(relation) {
  return `hsl(${HUES[(relation * 3 + 1) % HUES.length]} ${dark.matches ? "45% 60%" : "45% 52%"})`;
}

function ink(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function radius(node) {
  return 4.5 + 1.6 * Math.sqrt(Math.min(nodes[node].edges.length, 60));
}

// Events are drawn as squares; where there are none, every second type is: colour alone is not for everybody.
function isSquare(node) {
  return squareType(nodes[node].type);
}

function squareType(type) {
  return graph.events >= 0 ? type === graph.events : type % 2 === 1;
}

function spot(node) {
  const index = layout.index[node];
  return [(layout.x[index] - look.x) * look.zoom + room.width / 2, (layout.y[index] - look.y) * look.zoom + room.height / 2];
}

// The line of an edge on the screen: its ends and the point that it bends towards.
function course(edge) {
  const [from, to] = edge.ends.map(spot);
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const bend = edge.bend * 0.35;
  return [from, to, [(from[0] + to[0]) / 2 - dy * bend, (from[1] + to[1]) / 2 + dx * bend]];
}

// An edge from a node to itself is a ring beside it: its middle and its radius.
function ring(edge) {
  const r = 13 + 5 * Math.abs(edge.bend);
  const [x, y] = spot(edge.ends[0]);
  return [x + 0.8 * r, y - 0.8 * r, r];
}

function isLoop(edge) {
  return edge.ends[0] === edge.ends[1];
}

function middle(edge) {
  if (!isLoop(edge)) return along(course(edge), 0.5);
  const [x, y, r] = ring(edge);
  return [x + 0.7 * r, y - 0.7 * r];
}

function along(course_, t) {
  const [from, to, by] = course_;
  const at = (axis) => (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * by[axis] + t ** 2 * to[axis];
  return [at(0), at(1)];
}

function ask() {
  if (wanted) return;
  wanted = true;
  requestAnimationFrame(() => {
    wanted = false;
    if (layout && !layout.done) {
      layout.run(still.matches ? 1e6 : Math.max(25, 2 * painted)); // most of the time goes into the layout
      if (!moved) fit();
      ask();
    }
    const began = performance.now();
    paint();
    painted = performance.now() - began;
  });
}

// Draws anew what the state says, from scratch or from where things stand.
function redraw({ fresh = false } = {}) {
  scene = new Scene(drawn());
  moved = false;
  layout = new Layout(scene.nodes, scene.edges, fresh ? null : layout);
  if (scene.nodes.length <= 200) layout.run(1e6);
  fit();
  ask();
}

function fit() {
  if (!scene.nodes.length) return;
  const [left, right, top, bottom] = [least(layout.x), -least(layout.x, -1), least(layout.y), -least(layout.y, -1)];
  look.x = (left + right) / 2;
  look.y = (top + bottom) / 2;
  const free = [Math.max(room.width - 150, 50), Math.max(room.height - 90, 50)];
  look.zoom = Math.min(2.2, free[0] / Math.max(right - left, 1), free[1] / Math.max(bottom - top, 1));
}

function measure() {
  [room.width, room.height] = [canvas.clientWidth, canvas.clientHeight];
}

function paint() {
  const scale = devicePixelRatio || 1;
  const { width, height } = room;
  if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale);
  if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale);
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, width, height);
  if (!layout) return;
  const lit = lit_();
  if (isCoarse()) paintOverview(lit);
  else {
    paintEdges(lit);
    paintNodes(lit);
  }
  paintLabels(lit);
}

// What is chosen or pointed at: those edges, and their ends.
function lit_() {
  const chosen = over || state.chosen;
  const kept = new Set();
  if (chosen?.edge !== undefined) kept.add(chosen.edge);
  if (chosen?.node !== undefined) for (const number of nodes[chosen.node].edges) kept.add(number);
  const ends = new Set(Array.from(kept).flatMap((number) => edges[number].ends));
  if (chosen?.node !== undefined) ends.add(chosen.node);
  return { edges: kept, nodes: ends, node: chosen?.node, edge: chosen?.edge };
}

// Whether so much is drawn, and so small, that straight lines and dots say as much as arrows and shapes.
function isCoarse() {
  return scene.nodes.length > COARSE && look.zoom < 0.5;
}

// An overview: all lines of a relation in one stroke, all nodes of a type in one fill. What is chosen is drawn over it.
function paintOverview(lit) {
  const { x, y, index } = layout;
  const [left, top] = [room.width / 2 - look.x * look.zoom, room.height / 2 - look.y * look.zoom];
  pen.globalAlpha = lit.nodes.size ? 0.12 : 0.25;
  pen.lineWidth = 1;
  for (const [relation, numbers] of scene.byRelation()) {
    pen.strokeStyle = relationColour(relation);
    pen.beginPath();
    for (const number of numbers) {
      const [one, two] = edges[number].ends;
      const [x1, y1, x2, y2] = [x[index[one]], y[index[one]], x[index[two]], y[index[two]]].map((at, place) => at * look.zoom + (place % 2 ? top : left));
      if ((x1 < 0 && x2 < 0) || (y1 < 0 && y2 < 0) || (x1 > room.width && x2 > room.width) || (y1 > room.height && y2 > room.height)) continue;
      pen.moveTo(x1, y1);
      pen.lineTo(x2, y2);
    }
    pen.stroke();
  }
  pen.globalAlpha = lit.nodes.size ? 0.4 : 1;
  for (const [type, numbers] of scene.byType()) {
    pen.fillStyle = typeColour(type);
    for (const number of numbers) {
      const r = Math.max(1, radius(number) * size());
      pen.fillRect(x[index[number]] * look.zoom + left - r / 2, y[index[number]] * look.zoom + top - r / 2, r, r);
    }
  }
  pen.globalAlpha = 1;
  const there = Array.from(lit.edges).filter((number) => edges[number].ends.every((end) => index[end] >= 0));
  for (const numbers of grouped(there, (number) => edges[number].relation).values()) strokeEdges(numbers, true, true, true);
  ringChosen();
}

// What is drawn, in groups that are drawn alike: made when they are first asked for.
class Scene {
  #groups = new Map();

  constructor({ nodes: shown, edges: kept, left }) {
    [this.nodes, this.edges, this.left] = [shown, kept, left];
  }

  byRelation() {
    return this.#grouped("relation", this.edges, (number) => edges[number].relation);
  }

  byType() {
    return this.#grouped("type", this.nodes, (number) => nodes[number].type);
  }

  #grouped(name, numbers, key) {
    if (!this.#groups.has(name)) this.#groups.set(name, grouped(numbers, key));
    return this.#groups.get(name);
  }
}

function paintEdges(lit) {
  const many = scene.edges.length > 400;
  const groups = new Map();
  for (const number of scene.edges) {
    const key = `${lit.edges.has(number)}/${edges[number].relation}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(number);
  }
  for (const bright of [false, true]) {
    for (const [key, numbers] of groups) {
      if (key.startsWith(String(bright))) strokeEdges(numbers, bright, many, lit.nodes.size > 0);
    }
  }
}

function strokeEdges(numbers, bright, many, dim) {
  pen.globalAlpha = bright ? 1 : many ? (dim ? 0.16 : 0.4) : dim ? 0.45 : 0.85;
  pen.strokeStyle = pen.fillStyle = relationColour(edges[numbers[0]].relation);
  pen.lineWidth = bright ? 2.4 : many ? 1 : 1.5;
  pen.beginPath();
  for (const number of numbers) {
    const [from, to, by] = course(edges[number]);
    if (!inView([from, to])) continue;
    if (isLoop(edges[number])) {
      const [x, y, r] = ring(edges[number]);
      pen.moveTo(x + r, y);
      pen.arc(x, y, r, 0, 2 * Math.PI);
      continue;
    }
    pen.moveTo(from[0], from[1]);
    if (edges[number].bend) pen.quadraticCurveTo(by[0], by[1], to[0], to[1]);
    else pen.lineTo(to[0], to[1]);
  }
  pen.stroke();
  if (graph.directed && (bright || !many || look.zoom > 0.8)) arrows(numbers);
  pen.globalAlpha = 1;
}

function inView([from, to]) {
  const { width, height } = room;
  const out = (axis, most) => (from[axis] < -80 && to[axis] < -80) || (from[axis] > most + 80 && to[axis] > most + 80);
  return !out(0, width) && !out(1, height);
}

function arrows(numbers) {
  pen.beginPath();
  for (const number of numbers) {
    if (isLoop(edges[number])) continue;
    const line = course(edges[number]);
    const [to, by] = [line[1], line[2]];
    const angle = Math.atan2(to[1] - by[1], to[0] - by[0]);
    const back = radius(edges[number].ends[1]) * size() + 2;
    const [x, y] = [to[0] - back * Math.cos(angle), to[1] - back * Math.sin(angle)];
    pen.moveTo(x, y);
    pen.lineTo(x - 8 * Math.cos(angle - 0.4), y - 8 * Math.sin(angle - 0.4));
    pen.lineTo(x - 8 * Math.cos(angle + 0.4), y - 8 * Math.sin(angle + 0.4));
  }
  pen.fill();
}

function size() {
  return Math.max(0.45, Math.min(1.25, look.zoom));
}

function paintNodes(lit) {
  const dim = lit.nodes.size > 0 && scene.nodes.length > 150;
  for (const node of scene.nodes) {
    const [x, y] = spot(node);
    const r = radius(node) * size();
    pen.globalAlpha = dim && !lit.nodes.has(node) ? 0.35 : 1;
    pen.fillStyle = typeColour(nodes[node].type);
    pen.strokeStyle = inks.paper;
    pen.lineWidth = 1;
    shape(node, x, y, r);
    pen.fill();
    pen.stroke();
  }
  pen.globalAlpha = 1;
  ringChosen();
}

function ringChosen() {
  const ringed = state.chosen?.node !== undefined ? [state.chosen.node] : state.chosen ? edges[state.chosen.edge].ends : [];
  pen.strokeStyle = inks.accent;
  pen.lineWidth = 2.5;
  for (const node of ringed) {
    if (!layout.index[node] >= 0) continue;
    shape(node, ...spot(node), radius(node) * size() + 3.5);
    pen.stroke();
  }
}

function shape(node, x, y, r) {
  pen.beginPath();
  if (isSquare(node)) pen.rect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8);
  else pen.arc(x, y, r, 0, 2 * Math.PI);
}

// Labels keep off each other: what matters more takes its place first.
function paintLabels(lit) {
  pen.font = `${LABEL}px system-ui, sans-serif`;
  pen.textBaseline = "middle";
  const taken = scene.nodes.length <= 150 ? scene.nodes.map(box) : [];
  const told = isCoarse() ? [] : scene.edges.filter((number) => lit.edge === number || tells(lit, number));
  const first = (node) => (node === lit.node || (lit.nodes.has(node) && lit.nodes.size <= 40) ? 1 : 0);
  const busiest = (scene.busiest ??= Array.from(scene.nodes).sort((one, two) => nodes[two].edges.length - nodes[one].edges.length || one - two));
  const order = lit.nodes.size ? [...busiest.filter(first), ...busiest.filter((node) => !first(node))] : busiest;
  const most = scene.nodes.length > 400 && look.zoom < 0.5 ? 60 : MOST_LABELS;
  let count = 0;
  for (const node of order) {
    if (count >= most) break;
    const [x, y] = spot(node);
    if (x < -60 || y < -20 || x > room.width + 60 || y > room.height + 20) continue;
    const r = radius(node) * size() + 4;
    const strong = lit.nodes.has(node) || state.roots.includes(node);
    count += write(shortened(seen(nodes[node].label), 30), x, y, r, taken, strong ? inks.ink : inks.soft);
  }
  for (const number of told) {
    const edge = edges[number];
    const [x, y] = middle(edge);
    write(seen(relationName(edge.relation)), x, y, null, taken, relationColour(edge.relation));
  }
}

// The names of relations are written where few edges are drawn or lit, and there is more than one name.
function tells(lit, number) {
  if (graph.relations.length < 2) return false;
  return scene.edges.length <= 45 || (lit.edges.has(number) && lit.edges.size <= 16);
}

function box(node) {
  const [x, y] = spot(node);
  const r = radius(node) * size();
  return [x - r, y - r, x + r, y + r];
}

let inks = {};
function readInks() {
  inks = { ink: ink("--ink"), soft: ink("--soft"), paper: ink("--paper"), accent: ink("--accent") };
}

const widths = new Map();

// Writes a text beside a place (over it where `r` is null) where that is free, and returns whether it did.
function write(text, x, y, r, taken, colour) {
  if (!widths.has(text)) widths.set(text, pen.measureText(text).width);
  const width = widths.get(text);
  const tries = r === null ? [[x - width / 2, y]] : [[x + r, y], [x - r - width, y], [x - width / 2, y + r + 7], [x - width / 2, y - r - 7]];
  for (const [left, middle] of tries) {
    const own = [left - 2, middle - 8, left + width + 2, middle + 8];
    if (own[0] < 0 || own[2] > room.width) continue;
    if (taken.some((each) => own[0] < each[2] && each[0] < own[2] && own[1] < each[3] && each[1] < own[3])) continue;
    taken.push(own);
    pen.lineJoin = "round";
    pen.lineWidth = 3.5;
    pen.strokeStyle = inks.paper;
    pen.strokeText(text, left, middle);
    pen.fillStyle = colour;
    pen.fillText(text, left, middle);
    return true;
  }
  return false;
}
