// The pointer: what is under it, and what it does.

// What is under a point of the canvas: a node, else an edge, else nothing.
function under(x, y, alsoEdges = false) {
  let best = null;
  let near = Infinity;
  for (const node of scene.nodes) {
    const [nx, ny] = spot(node);
    const far = Math.hypot(nx - x, ny - y) - radius(node) * size();
    if (far < 4 && far < near) [best, near] = [{ node }, far];
  }
  if (best) return best;
  if (!alsoEdges && isCoarse()) return null; // to look through 50,000 lines at every move of the pointer would be slow
  near = 7;
  for (const number of scene.edges) {
    const line = course(edges[number]);
    if (!inView(line)) continue;
    const far = isLoop(edges[number]) ? toRing(ring(edges[number]), x, y) : edges[number].bend ? toCurve(line, x, y) : toLine(line, x, y);
    if (far < near) [best, near] = [{ edge: number }, far];
  }
  return best;
}

function toLine([from, to], x, y) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const t = Math.max(0, Math.min(1, ((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(from[0] + t * dx - x, from[1] + t * dy - y);
}

function toRing([cx, cy, r], x, y) {
  return Math.abs(Math.hypot(x - cx, y - cy) - r);
}

function toCurve(line, x, y) {
  let near = Infinity;
  for (let t = 0; t < 1; t += 0.05) near = Math.min(near, toLine([along(line, t), along(line, t + 0.05)], x, y));
  return near;
}

function place(event) {
  const box = canvas.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

let dragged = null;
canvas.addEventListener("pointerdown", (event) => {
  canvas.setPointerCapture(event.pointerId);
  const [x, y] = place(event);
  const hit = under(x, y);
  dragged = { x, y, node: hit?.node, far: 0 };
});

canvas.addEventListener("pointermove", (event) => {
  const [x, y] = place(event);
  if (!dragged) {
    point(x, y);
    return;
  }
  const [dx, dy] = [x - dragged.x, y - dragged.y];
  dragged.far += Math.abs(dx) + Math.abs(dy);
  if (dragged.far < 4) return;
  moved = true;
  if (dragged.node === undefined) {
    look.x -= dx / look.zoom;
    look.y -= dy / look.zoom;
  } else {
    const index = layout.index[dragged.node];
    layout.x[index] += dx / look.zoom;
    layout.y[index] += dy / look.zoom;
  }
  [dragged.x, dragged.y] = [x, y];
  ask();
});

canvas.addEventListener("pointerup", (event) => {
  const [x, y] = place(event);
  if (dragged && dragged.far < 4) {
    const hit = under(x, y, true);
    if (hit) choose(hit);
    byId("tip").hidden = true;
  }
  dragged = null;
});
canvas.addEventListener("pointercancel", () => (dragged = null));
canvas.addEventListener("pointerleave", () => point(-1e4, -1e4));
canvas.addEventListener("dblclick", (event) => {
  const hit = under(...place(event));
  if (hit?.node !== undefined) grow(hit.node);
});
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), ...place(event));
}, { passive: false });

function point(x, y) {
  const hit = under(x, y);
  if (hit?.node === over?.node && hit?.edge === over?.edge) return;
  over = hit;
  canvas.classList.toggle("over", Boolean(hit));
  const tip = byId("tip");
  tip.hidden = !hit;
  if (hit) {
    const text = hit.node === undefined ? tipOf(hit.edge) : `${nodes[hit.node].label} (${typeName(nodes[hit.node].type)})`;
    tip.textContent = shortened(seen(text), 200);
    tip.style.left = `${Math.min(x + 14, room.width - 200)}px`;
    tip.style.top = `${Math.min(y + 16, room.height - 60)}px`;
  }
  ask();
}

function tipOf(number) {
  const edge = edges[number];
  const [source, target] = edge.ends.map((end) => nodes[end].label);
  const text = edge.at.length ? `: ${lines[edge.at[0][0]][1]}` : "";
  return `${source} → ${relationName(edge.relation)} → ${target}${text}`;
}

function zoom(factor, x = room.width / 2, y = room.height / 2) {
  const next = Math.max(0.03, Math.min(6, look.zoom * factor));
  const [dx, dy] = [x - room.width / 2, y - room.height / 2];
  look.x += dx / look.zoom - dx / next;
  look.y += dy / look.zoom - dy / next;
  look.zoom = next;
  moved = true;
  ask();
}

function pan(dx, dy) {
  look.x += dx / look.zoom;
  look.y += dy / look.zoom;
  moved = true;
  ask();
}
