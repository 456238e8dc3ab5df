"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const svg = document.getElementById("graph"), slider = document.getElementById("at");
const SPACE = "http://www.w3.org/2000/svg";
const types = [...new Set(data.nodes.map((node) => node.type))];
const colour = (type) => `hsl(${(210 + types.indexOf(type) * 137.5) % 360} 52% 52%)`;
const x = (node) => 60 + node.x * 880, y = (node) => 40 + node.y * 550;
const LABELS = 90; // more labels than this cover each other

function element(name, attributes, text) {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}
function span(thing, at) { // the span in which it is there after iteration `at`, if any
  return thing.spans.find(([from, to]) => from <= at && (to === null || to > at));
}
function mark(thing, at) {
  const found = span(thing, at);
  if (at > 0 && found[0] === at) return "new";
  return (thing.updates || []).includes(at) && at > 0 ? "changed" : "";
}
function shortened(text) {
  const name = text.slice(text.indexOf(":") + 1);
  return name.length > 24 ? name.slice(0, 23) + "…" : name;
}
function draw(at) {
  const nodes = data.nodes.filter((node) => span(node, at)), edges = data.edges.filter((edge) => span(edge, at));
  svg.replaceChildren();
  for (const edge of edges) {
    const [from, to] = [data.nodes[edge.from], data.nodes[edge.to]];
    const line = element("line", { x1: x(from), y1: y(from), x2: x(to), y2: y(to), class: mark(edge, at) });
    line.append(element("title", {}, `${from.id} -${edge.label}-> ${to.id}`));
    svg.append(line);
    if (edges.length <= LABELS / 2) {
      svg.append(element("text", { x: (x(from) + x(to)) / 2, y: (y(from) + y(to)) / 2 - 3, class: "edge" }, edge.label));
    }
  }
  for (const node of nodes) {
    const circle = element("circle", { cx: x(node), cy: y(node), r: nodes.length > 150 ? 5 : 9, class: mark(node, at) });
    circle.style.fill = colour(node.type);
    circle.append(element("title", {}, node.id));
    svg.append(circle);
    if (nodes.length <= LABELS) svg.append(element("text", { x: x(node), y: y(node) - 14 }, shortened(node.id)));
  }
  document.getElementById("now").textContent = at;
  document.getElementById("counts").textContent = `${nodes.length} nodes, ${edges.length} edges`;
  describe(at);
}
function list(items, kind) {
  const made = document.createElement("ul");
  made.className = kind;
  for (const item of items) made.append(Object.assign(document.createElement("li"), { textContent: item }));
  return made;
}
function describe(at) {
  const what = document.getElementById("what"), one = data.iterations[at - 1];
  const heading = Object.assign(document.createElement("h2"), { textContent: at ? `Iteration ${at}: ${one.who}` : "The beginning" });
  what.replaceChildren(heading);
  if (!one) return;
  what.append(Object.assign(document.createElement("p"), { textContent: one.why }));
  what.append(list(one.applied, "applied"));
  if (one.refused.length) what.append(list(one.refused, "refused"));
  if (one.more) what.append(Object.assign(document.createElement("p"), { className: "muted", textContent: `and ${one.more} more` }));
}
for (const type of types) {
  const item = Object.assign(document.createElement("li"), { textContent: "● " });
  item.style.color = colour(type);
  item.append(Object.assign(document.createElement("span"), { className: "muted", textContent: type }));
  document.getElementById("types").append(item);
}
let playing = null;
function stop() { clearInterval(playing); playing = null; document.getElementById("play").textContent = "Play"; }
document.getElementById("play").addEventListener("click", () => {
  if (playing) return stop();
  if (Number(slider.value) === Number(slider.max)) slider.value = 0;
  document.getElementById("play").textContent = "Stop";
  playing = setInterval(() => {
    slider.value = Number(slider.value) + 1;
    draw(Number(slider.value));
    if (slider.value === slider.max) stop();
  }, 700);
});
slider.addEventListener("input", () => { stop(); draw(Number(slider.value)); });
draw(data.first);
