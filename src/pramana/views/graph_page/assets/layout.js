// Where nodes stand. Forces with a fixed start and a fixed number of ticks: the same graph is drawn the same.
const GOLDEN = Math.PI * (3 - Math.sqrt(5));
const SPRING = 70;
const PUSH = 1300;
const PULL = 0.035;
const COARSE = 5000; // From so many nodes on a drawing is an overview: fewer ticks, and no details.

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
    this.ticks = shown.length > COARSE ? 90 : shown.length > 400 ? 180 : 320; // the time for a tick grows with the nodes
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

// A quadtree over points (Barnes and Hut, 1986): the middle and the number of the points of every square. Squares are
// numbers, and what is known of them is in typed arrays: of 25,000 points a tree is made at every tick.
const DEEPEST = 24;

class Tree {
  constructor(x, y) {
    [this.px, this.py] = [x, y];
    const most = Math.max(64, x.length * 4);
    this.parts = new Int32Array(4 * most).fill(-1);
    this.points = new Int32Array(most).fill(-1);
    this.divided = new Uint8Array(most);
    [this.mass, this.mx, this.my, this.left, this.top, this.width] = Array.from({ length: 6 }, () => new Float64Array(most));
    this.count = 0;
    this.waiting = new Int32Array(256);
    const [left, top] = [least(x), least(y)];
    this.#square(left, top, Math.max(-least(x, -1) - left, -least(y, -1) - top, 1) * 1.001);
    for (let i = 0; i < x.length; i += 1) this.#add(i);
  }

  #square(left, top, width) {
    const made = this.count;
    if (made === this.points.length) this.#enlarge();
    this.left[made] = left;
    this.top[made] = top;
    this.width[made] = width;
    this.count += 1;
    return made;
  }

  #enlarge() {
    const twice = (old, fill) => {
      const made = new old.constructor(old.length * 2).fill(fill);
      made.set(old);
      return made;
    };
    for (const name of ["parts", "points"]) this[name] = twice(this[name], -1);
    for (const name of ["divided", "mass", "mx", "my", "left", "top", "width"]) this[name] = twice(this[name], 0);
  }

  // Adds a point to every square that it is in; of two points in one square each goes into a part of it.
  #add(i) {
    let square = 0;
    for (let depth = 0; ; depth += 1) {
      const mass = this.mass[square];
      this.mx[square] = (this.mx[square] * mass + this.px[i]) / (mass + 1);
      this.my[square] = (this.my[square] * mass + this.py[i]) / (mass + 1);
      this.mass[square] = mass + 1;
      if (!mass) {
        this.points[square] = i;
        return;
      }
      if (depth >= DEEPEST) return;
      if (!this.divided[square]) {
        this.divided[square] = 1;
        const other = this.points[square];
        this.points[square] = -1;
        const part = this.#part(square, other);
        this.mass[part] = 1;
        this.mx[part] = this.px[other];
        this.my[part] = this.py[other];
        this.points[part] = other;
      }
      square = this.#part(square, i);
    }
  }

  // The quarter of a square that a point is in.
  #part(square, i) {
    const half = this.width[square] / 2;
    const right = this.px[i] >= this.left[square] + half ? 1 : 0;
    const low = this.py[i] >= this.top[square] + half ? 1 : 0;
    const place = 4 * square + right + 2 * low;
    if (this.parts[place] < 0) {
      const made = this.#square(this.left[square] + right * half, this.top[square] + low * half, half);
      this.parts[place] = made;
    }
    return this.parts[place];
  }

  // Adds up what pushes point `i`: each square by its points, less with the square of the way.
  push(i, pushed) {
    const { waiting, parts, points, mass, mx, my, width } = this;
    const [x, y] = [this.px[i], this.py[i]];
    let [left, px, py] = [1, 0, 0];
    waiting[0] = 0;
    while (left) {
      left -= 1;
      const square = waiting[left];
      const dx = x - mx[square];
      const dy = y - my[square];
      const far = dx * dx + dy * dy;
      if (this.divided[square] && width[square] * width[square] >= 0.9 * far) {
        for (let part = 4 * square; part < 4 * square + 4; part += 1) {
          if (parts[part] >= 0) {
            waiting[left] = parts[part];
            left += 1;
          }
        }
      } else if (points[square] !== i) {
        const force = mass[square] / Math.max(far, 60);
        px += (dx || (i % 7) * 1e-3) * force;
        py += dy * force;
      }
    }
    pushed[0] = px;
    pushed[1] = py;
  }
}

function least(values, sign = 1) {
  return values.reduce((one, two) => Math.min(one, sign * two), Infinity);
}
