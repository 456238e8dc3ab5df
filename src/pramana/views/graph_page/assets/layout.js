// Where nodes stand. Forces with a fixed start and a fixed number of ticks: the same graph is drawn the same.
const GOLDEN = Math.PI * (3 - Math.sqrt(5));
const SPRING = 70;
const PUSH = 1300;
const PULL = 0.035;

class Layout {
  // `shown` and `kept` are numbers of nodes and edges; `before` has the places of nodes that stood already.
  constructor(shown, kept, before) {
    this.nodes = shown;
    this.index = new Int32Array(nodes.length).fill(-1); // of every node of the graph: its number here
    shown.forEach((node, index) => (this.index[node] = index));
    this.x = new Float64Array(shown.length);
    this.y = new Float64Array(shown.length);
    this.vx = new Float64Array(shown.length);
    this.vy = new Float64Array(shown.length);
    this.ends = kept.map((number) => edges[number].ends.map((end) => this.index[end]));
    this.degree = new Float64Array(shown.length);
    for (const [source, target] of this.ends) {
      this.degree[source] += 1;
      this.degree[target] += 1;
    }
    this.ticks = shown.length > 400 ? 180 : 320;
    this.tick = 0;
    this.#spread(before);
  }

  // Nodes begin on a spiral, those with most edges innermost; one that stood before begins there.
  #spread(before) {
    const order = Array.from(this.nodes.keys()).sort((one, two) => this.degree[two] - this.degree[one] || one - two);
    const kept = before !== null && this.nodes.some((node) => before.index[node] >= 0);
    order.forEach((index, rank) => {
      const old = kept ? before.index[this.nodes[index]] : -1;
      const radius = 26 * Math.sqrt(rank + 0.5);
      this.x[index] = old < 0 ? radius * Math.cos(rank * GOLDEN) : before.x[old];
      this.y[index] = old < 0 ? radius * Math.sin(rank * GOLDEN) : before.y[old];
    });
  }

  get done() {
    return this.tick >= this.ticks;
  }

  // Goes on for about so many milliseconds. How the ticks fall into calls changes nothing.
  run(milliseconds) {
    const end = performance.now() + milliseconds;
    while (!this.done && performance.now() < end) this.#step();
  }

  #step() {
    const heat = (1 - this.tick / this.ticks) ** 1.3;
    this.#repel(heat);
    this.#attract(heat);
    for (let i = 0; i < this.x.length; i += 1) {
      this.vx[i] = 0.58 * (this.vx[i] - PULL * heat * this.x[i]);
      this.vy[i] = 0.58 * (this.vy[i] - PULL * heat * this.y[i]);
      this.x[i] += this.vx[i];
      this.y[i] += this.vy[i];
    }
    this.tick += 1;
  }

  #attract(heat) {
    for (const [one, two] of this.ends) {
      const dx = this.x[two] - this.x[one];
      const dy = this.y[two] - this.y[one];
      const length = Math.hypot(dx, dy) || 1;
      const both = this.degree[one] + this.degree[two];
      const force = (heat * (length - SPRING)) / length / Math.min(this.degree[one], this.degree[two]);
      this.vx[two] -= (dx * force * this.degree[one]) / both;
      this.vy[two] -= (dy * force * this.degree[one]) / both;
      this.vx[one] += (dx * force * this.degree[two]) / both;
      this.vy[one] += (dy * force * this.degree[two]) / both;
    }
  }

  // Every node pushes every other; a group that is far away, for its width, pushes as one from its middle.
  #repel(heat) {
    const tree = new Tree(this.x, this.y);
    const pushed = [0, 0];
    for (let i = 0; i < this.x.length; i += 1) {
      tree.push(i, pushed);
      this.vx[i] += 0.06 * heat * PUSH * pushed[0];
      this.vy[i] += 0.06 * heat * PUSH * pushed[1];
    }
  }
}

// A quadtree over points (Barnes and Hut, 1986): the middle and the number of the points of every square.
class Tree {
  constructor(x, y) {
    [this.px, this.py] = [x, y];
    const [left, top] = [least(x), least(y)];
    this.root = this.#square(left, top, Math.max(-least(x, -1) - left, -least(y, -1) - top, 1) * 1.001);
    for (let i = 0; i < x.length; i += 1) this.#add(this.root, i, 0);
  }

  #square(left, top, width) {
    return { left, top, width, mass: 0, x: 0, y: 0, point: -1, parts: null };
  }

  #add(square, i, depth) {
    const { mass } = square;
    square.x = (square.x * mass + this.px[i]) / (mass + 1);
    square.y = (square.y * mass + this.py[i]) / (mass + 1);
    square.mass += 1;
    if (!mass) square.point = i;
    else if (depth < 24) {
      if (!square.parts) {
        square.parts = [null, null, null, null];
        this.#down(square, square.point, depth);
        square.point = -1;
      }
      this.#down(square, i, depth);
    }
  }

  #down(square, i, depth) {
    const half = square.width / 2;
    const right = this.px[i] >= square.left + half ? 1 : 0;
    const low = this.py[i] >= square.top + half ? 1 : 0;
    square.parts[right + 2 * low] ??= this.#square(square.left + right * half, square.top + low * half, half);
    this.#add(square.parts[right + 2 * low], i, depth + 1);
  }

  // Adds up what pushes point `i`: each square by its points, less with the square of the way.
  push(i, pushed) {
    const waiting = [this.root];
    const [x, y] = [this.px[i], this.py[i]];
    pushed[0] = pushed[1] = 0;
    while (waiting.length) {
      const square = waiting.pop();
      const dx = x - square.x;
      const dy = y - square.y;
      const far = dx * dx + dy * dy;
      if (square.parts && square.width * square.width >= 0.9 * far) {
        for (const part of square.parts) if (part) waiting.push(part);
      } else if (square.point !== i) {
        const force = square.mass / Math.max(far, 60);
        pushed[0] += (dx || (i % 7) * 1e-3) * force;
        pushed[1] += dy * force;
      }
    }
  }
}

function least(values, sign = 1) {
  return values.reduce((one, two) => Math.min(one, sign * two), Infinity);
}
