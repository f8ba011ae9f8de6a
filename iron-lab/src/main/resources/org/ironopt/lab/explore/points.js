// The data of the regressions: a click adds a point, a drag moves one, a double click takes it away; the same as text.

const SIZE = 300, HALF = 2.4;

export class Points {
  constructor(svg, area, classes, onChange) {
    Object.assign(this, { svg, area, classes, onChange });
    svg.addEventListener('pointerdown', e => this.press(e));
    svg.addEventListener('pointermove', e => this.drag(e));
    svg.addEventListener('pointerup', () => { this.held = null; });
    svg.addEventListener('dblclick', e => this.remove(e));
    area.addEventListener('change', () => this.read());
  }

  show(points, line, labelled) {
    this.points = points;
    const at = ([x, y]) => [(x / HALF + 1) * SIZE / 2, (1 - y / HALF) * SIZE / 2];
    const parts = ['<path class="frame" d="M0 150H300M150 0V300"/>'];
    if (line) {
      const [a, b] = line.map(at);
      parts.push(`<path class="line exact" d="M${a.join(' ')}L${b.join(' ')}"/>`);
    }
    points.forEach((p, i) => {
      const [x, y] = at(p);
      parts.push(`<circle data-i="${i}" class="${labelled && p[2] ? 'two' : 'one'}" cx="${x}" cy="${y}" r="8"/>`);
    });
    this.svg.innerHTML = parts.join('');
    if (document.activeElement !== this.area) this.area.value = points.map(p => p.join(' ')).join('\n');
  }

  where(e) {
    const box = this.svg.getBoundingClientRect();
    const round = v => Math.round(v * 100) / 100;
    return [round(((e.clientX - box.left) / box.width * 2 - 1) * HALF), round((1 - (e.clientY - box.top) / box.height * 2) * HALF)];
  }

  press(e) {
    this.svg.setPointerCapture(e.pointerId);
    const i = e.target.dataset?.i;
    if (i !== undefined) {
      this.held = Number(i);
    } else if (this.points.length < 64) {
      this.held = this.points.length;
      this.onChange([...this.points, [...this.where(e), this.classes()]]);
    }
  }

  drag(e) {
    if (this.held === null || this.held === undefined) return;
    this.onChange(this.points.map((p, i) => i === this.held ? [...this.where(e), p[2]] : p));
  }

  remove(e) {
    const i = document.elementsFromPoint(e.clientX, e.clientY).map(x => x.dataset?.i).find(x => x !== undefined);
    if (i !== undefined && this.points.length > 2) this.onChange(this.points.filter((p, j) => j !== Number(i)));
  }

  read() {
    const rows = this.area.value.split('\n').filter(row => row.trim()).map(row => row.trim().split(/[\s,;]+/).map(Number));
    const good = rows.length >= 2 && rows.length <= 64 && rows.every(r => r.length === 3 && r.every(Number.isFinite) && (r[2] === 0 || r[2] === 1));
    this.area.setCustomValidity(good ? '' : 'rows of X Y CLASS, class 0 or 1, 2 to 64 of them');
    this.area.reportValidity();
    if (good) this.onChange(rows);
  }
}
