// The cloud on contours: three canvases on each other, so that a frame draws the particles only.

export class Cloud {
  constructor(box, onDrag) {
    this.box = box;
    this.layers = ['back', 'dots', 'front'].map(name => {
      const canvas = document.createElement('canvas');
      canvas.className = name;
      box.append(canvas);
      return canvas;
    });
    this.onDrag = onDrag;
    this.handles = [];
    this.size = 0;
    const front = this.layers[2];
    front.addEventListener('pointerdown', e => this.grab(e));
    front.addEventListener('pointermove', e => this.drag(e));
    front.addEventListener('pointerup', () => { this.held = null; });
  }

  /** Fits the canvases to the page; returns whether anything changed. */
  fit() {
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    const size = Math.max(120, Math.round(this.box.clientWidth * ratio));
    if (size === this.size) return false;
    this.size = size;
    this.ratio = ratio;
    for (const canvas of this.layers) canvas.width = canvas.height = size;
    this.image = new ImageData(size, size);
    this.pixels = new Uint32Array(this.image.data.buffer);
    return true;
  }

  scale() { return this.size / (2 * this.view.half); }
  x(x) { return (x - this.view.centre[0]) * this.scale() + this.size / 2; }
  y(y) { return this.size / 2 - (y - this.view.centre[1]) * this.scale(); }

  /** Draws the contours over the square of the page. */
  background(contours, ink) {
    this.view = contours;
    const g = this.layers[0].getContext('2d');
    g.clearRect(0, 0, this.size, this.size);
    g.strokeStyle = ink.contour;
    g.lineWidth = this.ratio;
    g.beginPath();
    for (const line of contours.lines) {
      for (let i = 0; i < line.length; i += 2) g[i ? 'lineTo' : 'moveTo']((1 + line[i]) * this.size / 2, (1 - line[i + 1]) * this.size / 2);
    }
    g.stroke();
  }

  /** Draws the particles, a pixel the darker the more there are; returns how many are in view. The ring is the average of one. */
  draw(positions, colour, average, ink) {
    const { size, pixels } = this;
    const scale = this.scale();
    const ox = size / 2 - this.view.centre[0] * scale;
    const oy = size / 2 + this.view.centre[1] * scale;
    pixels.fill(0);
    const n = positions.length / 2;
    const each = Math.max(24, Math.min(255, Math.round(2.5e6 / n)));
    const dot = n < 3000 ? Math.max(2, Math.round(2 * this.ratio)) : 1;
    let seen = 0;
    for (let i = 0; i < positions.length; i += 2) {
      const left = positions[i] * scale + ox;
      const top = oy - positions[i + 1] * scale;
      if (!(left > 0 && left < size && top > 0 && top < size)) continue;
      seen++;
      for (let y = top | 0; y < Math.min(size, (top | 0) + dot); y++) {
        for (let x = left | 0; x < Math.min(size, (left | 0) + dot); x++) {
          const at = y * size + x;
          const alpha = (pixels[at] >>> 24) + each;
          pixels[at] = colour | ((alpha > 255 ? 255 : alpha) << 24);
        }
      }
    }
    const g = this.layers[1].getContext('2d');
    g.putImageData(this.image, 0, 0);
    for (const [style, width] of [[ink.page, 4], [ink.average, 2]]) {
      g.beginPath();
      g.arc(this.x(average[0]), this.y(average[1]), 7 * this.ratio, 0, 2 * Math.PI);
      g.lineWidth = width * this.ratio;
      g.strokeStyle = style;
      g.stroke();
    }
    return seen;
  }

  /** Draws minimisers, the ellipses of covariances [c11, c12, c22] about means, and the handles of the quadratic. */
  overlay({ minimisers, ellipses, medians, handles }, ink) {
    const g = this.layers[2].getContext('2d');
    g.clearRect(0, 0, this.size, this.size);
    g.lineWidth = 2 * this.ratio;
    g.strokeStyle = ink.accent;
    for (const [x, y] of minimisers) cross(g, this.x(x), this.y(y), 5 * this.ratio);
    for (const { covariance, mean, dashed } of ellipses) {
      g.beginPath();
      g.setLineDash(dashed ? [5 * this.ratio, 4 * this.ratio] : []);
      for (let i = 0; i <= 96; i++) {
        const [u, v] = onEllipse(covariance, 2, 2 * Math.PI * i / 96);
        g.lineTo(this.x(mean[0] + u), this.y(mean[1] + v));
      }
      g.stroke();
    }
    if (medians) {
      const [x, y] = minimisers[0];
      const [u, v] = medians;
      g.setLineDash([5 * this.ratio, 4 * this.ratio]);
      g.strokeRect(this.x(x - u), this.y(y + v), this.x(x + u) - this.x(x - u), this.y(y - v) - this.y(y + v));
    }
    g.setLineDash([]);
    this.handles = handles ?? [];
    for (const h of this.handles) {
      g.beginPath();
      g.arc(this.x(h.at[0]), this.y(h.at[1]), 6 * this.ratio, 0, 2 * Math.PI);
      g.fillStyle = ink.page;
      g.fill();
      g.stroke();
    }
  }

  where(e) {
    const box = this.layers[2].getBoundingClientRect();
    const px = (e.clientX - box.left) / box.width * this.size;
    const py = (e.clientY - box.top) / box.height * this.size;
    return [px, py, (px - this.size / 2) / this.scale() + this.view.centre[0], (this.size / 2 - py) / this.scale() + this.view.centre[1]];
  }

  grab(e) {
    const [px, py] = this.where(e);
    this.held = this.handles.find(h => Math.hypot(this.x(h.at[0]) - px, this.y(h.at[1]) - py) < 14 * this.ratio)?.name ?? null;
    if (this.held) this.layers[2].setPointerCapture(e.pointerId);
  }

  drag(e) {
    if (!this.held) return;
    const [, , x, y] = this.where(e);
    this.onDrag(this.held, x, y);
  }

  /** Returns the picture on one canvas. */
  flat(page) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = this.size;
    const g = canvas.getContext('2d');
    g.fillStyle = page;
    g.fillRect(0, 0, this.size, this.size);
    for (const layer of this.layers) g.drawImage(layer, 0, 0);
    return canvas;
  }
}

/** Returns the point at an angle on the ellipse that lies r deviations from the mean. */
function onEllipse([c11, c12, c22], r, angle) {
  const l11 = Math.sqrt(Math.max(c11, 0));
  const l21 = l11 > 0 ? c12 / l11 : 0;
  const l22 = Math.sqrt(Math.max(c22 - l21 * l21, 0));
  const u = r * Math.cos(angle);
  const v = r * Math.sin(angle);
  return [l11 * u, l21 * u + l22 * v];
}

function cross(g, x, y, r) {
  g.beginPath();
  g.moveTo(x - r, y); g.lineTo(x + r, y);
  g.moveTo(x, y - r); g.lineTo(x, y + r);
  g.stroke();
}
