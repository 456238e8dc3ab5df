// The growth of a graph, iteration by iteration. A server's page gives it newer data while the graph grows.
const byId = (id) => document.getElementById(id);
const svg = byId("graph");
const slider = byId("at");
const SPACE = "http://www.w3.org/2000/svg";
const LABELS = 90; // more labels than this cover each other
let data = JSON.parse(byId("data").textContent);
let types = [];
let playing = null;
const colour = (type) => `hsl(${(210 + types.indexOf(type) * 137.5) % 360} 52% 52%)`;
const x = (node) => 60 + node.x * 880;
const y = (node) => 40 + node.y * 550;

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

function nameOf(node) {
  return shortened(node.id.slice(node.id.indexOf(":") + 1), 24);
}

function draw(at) {
  const nodes = data.nodes.filter((node) => span(node, at));
  const edges = data.edges.filter((edge) => span(edge, at));
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
    if (nodes.length <= LABELS) svg.append(element("text", { x: x(node), y: y(node) - 14 }, nameOf(node)));
  }
  byId("now").textContent = at;
  byId("counts").textContent = `${counted(nodes.length, "node")}, ${counted(edges.length, "edge")}`;
  describe(at);
}

function list(items, kind) {
  return items.length ? el("ul", { class: kind }, items.map((item) => el("li", {}, said(item)))) : null;
}

function describe(at) {
  const one = data.iterations[at - 1];
  byId("what").replaceChildren(el("h2", {}, at ? `Iteration ${at}: ${one.who}` : "The beginning"));
  if (!one) return;
  const more = one.more ? el("p", { class: "muted" }, `and ${one.more} more`) : null;
  byId("what").append(...[el("p", {}, said(one.why)), list(one.applied, "applied"), list(one.refused, "refused"), more].filter(Boolean));
}

function stop() {
  clearInterval(playing);
  playing = null;
  byId("play").textContent = "Play";
}

byId("play").addEventListener("click", () => {
  if (playing) return stop();
  if (Number(slider.value) === Number(slider.max)) slider.value = 0;
  byId("play").textContent = "Stop";
  playing = setInterval(() => {
    slider.value = Number(slider.value) + 1;
    draw(Number(slider.value));
    if (slider.value === slider.max) stop();
  }, 700);
});
slider.addEventListener("input", () => {
  stop();
  draw(Number(slider.value));
});

function legend(type) {
  const item = el("li", {}, "● ", el("span", { class: "muted" }, type));
  item.style.color = colour(type);
  return item;
}

// Shows data, at its end where the reader was at the end of what there was.
function grown(newer) {
  const atEnd = !playing && slider.value === slider.max;
  data = newer;
  types = [...new Set(data.nodes.map((node) => node.type))];
  const left = data.left_out ? `; ${data.left_out} later nodes are not drawn` : "";
  byId("session").textContent = data.session;
  byId("goal").textContent = data.goal;
  byId("about").textContent = `${counted(data.iterations.length, "iteration")}; ${data.ended}${left}`;
  byId("last").textContent = slider.max = data.iterations.length;
  if (atEnd) slider.value = slider.max;
  byId("types").replaceChildren(...types.map(legend));
  draw(Number(slider.value));
}

slider.max = slider.value = 0;
grown(data);
