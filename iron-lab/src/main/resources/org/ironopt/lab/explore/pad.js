// A map of the exact error over two parameters, coloured on a logarithmic scale; a drag or the arrow keys move both.

export class Pad {
  constructor(canvas, onMove) {
    this.canvas = canvas;
    this.onMove = onMove;
    canvas.addEventListener('pointerdown', e => { canvas.setPointerCapture(e.pointerId); this.held = true; this.move(e); });
    canvas.addEventListener('pointermove', e => this.held && this.move(e));
    canvas.addEventListener('pointerup', () => { this.held = false; });
    canvas.addEventListener('keydown', e => this.key(e));
  }

  /** Shows errors[row][column] over [low, high] ranges; null is unstable, undefined unknown. */
  show(errors, ranges, here, ink) {
    Object.assign(this, { ranges, here });
    const { canvas } = this;
    if (this.errors !== errors || this.ink !== ink) this.paint(errors, ink);
    const g = canvas.getContext('2d');
    g.drawImage(this.map, 0, 0);
    const [x, y] = [0, 1].map(i => this.part(i, here[i]));
    g.lineWidth = 3;
    g.strokeStyle = ink.page;
    ring(g, x * canvas.width, (1 - y) * canvas.height, 9);
    g.strokeStyle = ink.ink;
    ring(g, x * canvas.width, (1 - y) * canvas.height, 12);
    return this.range;
  }

  /** Paints the colours, which a step does not change. */
  paint(errors, ink) {
    Object.assign(this, { errors, ink, map: new OffscreenCanvas(this.canvas.width, this.canvas.height) });
    const { width, height } = this.map;
    const g = this.map.getContext('2d');
    g.fillStyle = ink.card;
    g.fillRect(0, 0, width, height);
    const known = errors.flat().filter(v => v > 0 && Number.isFinite(v)).map(Math.log10);
    const low = Math.min(...known), high = Math.max(...known, low + 1e-9);
    const w = width / (errors[0]?.length ?? 1), h = height / errors.length;
    errors.forEach((row, j) => row.forEach((v, i) => {
      g.fillStyle = v === null ? ink.unstable : colour((Math.log10(v) - low) / (high - low));
      g.fillRect(i * w, height - (j + 1) * h, Math.ceil(w), Math.ceil(h));
    }));
    this.range = known.length ? [10 ** low, 10 ** high] : null;
  }

  part(i, v) {
    const { low, high, log } = this.ranges[i];
    return log ? Math.log(v / low) / Math.log(high / low) : (v - low) / (high - low);
  }

  value(i, part) {
    const { low, high, log, whole } = this.ranges[i];
    const p = Math.min(1, Math.max(0, part));
    const v = log ? low * (high / low) ** p : low + p * (high - low);
    return whole ? Math.round(v) : Number(v.toPrecision(4));
  }

  move(e) {
    const box = this.canvas.getBoundingClientRect();
    this.onMove([this.value(0, (e.clientX - box.left) / box.width), this.value(1, 1 - (e.clientY - box.top) / box.height)]);
  }

  key(e) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[e.key];
    if (!way) return;
    e.preventDefault();
    this.onMove([0, 1].map(i => {
      if (!way[i]) return this.here[i];
      const { whole, low, high } = this.ranges[i];
      return whole ? Math.min(high, Math.max(low, this.here[i] + way[i])) : this.value(i, this.part(i, this.here[i]) + way[i] / 60);
    }));
  }
}

function ring(g, x, y, r) {
  g.beginPath();
  g.arc(x, y, r, 0, 2 * Math.PI);
  g.stroke();
}

// Dark blue, green, yellow: told apart without red and green.
const STOPS = [[38, 40, 104], [33, 113, 140], [64, 170, 118], [190, 208, 64], [253, 231, 130]];

function colour(part) {
  const at = Math.min(0.9999, Math.max(0, part)) * (STOPS.length - 1);
  const i = Math.floor(at);
  return `rgb(${STOPS[i].map((c, j) => Math.round(c + (at - i) * (STOPS[i + 1][j] - c))).join(',')})`;
}
