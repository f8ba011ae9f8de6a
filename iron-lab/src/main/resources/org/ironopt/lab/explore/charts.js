// Line charts as SVG, so that what is seen can be saved as it is.

const W = 420, H = 250, L = 58, R = 12, T = 14, B = 40;

export function chart(box, c) {
  const x = axis(c.x, L, W - R);
  const y = axis(c.y, H - B, T);
  const parts = [`<title>${escape(c.title)}</title>`];
  for (const t of x.ticks) parts.push(`<path class="grid" d="M${n(x.at(t))} ${T}V${H - B}"/><text class="tick" text-anchor="middle" x="${n(x.at(t))}" y="${H - B + 15}">${label(t)}</text>`);
  for (const t of y.ticks) parts.push(`<path class="grid" d="M${L} ${n(y.at(t))}H${W - R}"/><text class="tick" text-anchor="end" x="${L - 6}" y="${n(y.at(t) + 4)}">${label(t)}</text>`);
  parts.push(`<path class="frame" d="M${L} ${T}V${H - B}H${W - R}"/>`);
  for (const line of c.lines) parts.push(path(line, x, y, c.y));
  for (const d of c.dots ?? []) parts.push(`<path class="dots ${d.class}" d="${d.points.filter(([u, v]) => inside(u, c.x) && inside(v, c.y)).map(([u, v]) => `M${n(x.at(u))} ${n(y.at(v))}h0`).join('')}"/>`);
  for (const m of c.marks ?? []) if (inside(m.x, c.x) && inside(m.y, c.y)) parts.push(`<circle class="${m.class}" cx="${n(x.at(m.x))}" cy="${n(y.at(m.y))}" r="${m.r ?? 5}"/>`);
  if (c.vertical > 0) parts.push(`<path class="here" d="M${n(x.at(c.vertical))} ${T}V${H - B}"/>`);
  parts.push(`<text class="axis" text-anchor="middle" x="${(L + W - R) / 2}" y="${H - 6}">${escape(c.x.name)}</text>`);
  parts.push(`<text class="axis" text-anchor="middle" transform="translate(14 ${(T + H - B) / 2}) rotate(-90)">${escape(c.y.name)}</text>`);
  if (c.note) parts.push(`<text class="note" text-anchor="end" x="${W - R - 6}" y="${T + 16}">${escape(c.note)}</text>`);
  // Most charts are the same in most frames, and parsing them takes longer than writing them.
  const svg = `<svg viewBox="0 0 ${W} ${H}" role="img" aria-label="${escape(c.title)}" xmlns="http://www.w3.org/2000/svg">${parts.join('')}</svg>`;
  if (box.drawn === svg) return;
  box.drawn = svg;
  box.innerHTML = svg;
}

/** Returns where a place in a chart is on its x axis. */
export function xValue(box, e, x) {
  const rect = box.querySelector('svg').getBoundingClientRect();
  const at = ((e.clientX - rect.left) / rect.width * W - L) / (W - R - L);
  return x.log ? x.low * (x.high / x.low) ** at : x.low + at * (x.high - x.low);
}

const inside = (v, a) => v >= Math.min(a.low, a.high) && v <= Math.max(a.low, a.high);
const n = v => v.toFixed(1);
const escape = t => String(t).replace(/[&<>"]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

export function label(v) {
  if (v === 0) return '0';
  const e = Math.floor(Math.log10(Math.abs(v)) + 1e-9);
  if (e >= -3 && e < 5) return String(Number(v.toPrecision(3)));
  const m = Number((v / 10 ** e).toPrecision(2));
  return (m === 1 ? '' : m + '·') + '10' + String(e).replace(/./g, d => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(d)]);
}

function axis(a, from, to) {
  const f = a.log ? Math.log10 : v => v;
  const low = f(a.low), high = f(a.high);
  const at = v => from + (f(v) - low) / (high - low) * (to - from);
  const ticks = [];
  if (a.log) {
    const every = Math.max(1, Math.ceil((high - low) / 6));
    for (let e = Math.ceil(low - 1e-9); e <= high + 1e-9; e += every) ticks.push(10 ** e);
  } else {
    const raw = (high - low) / 5;
    const size = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].find(m => m * size >= raw) * size;
    for (let v = Math.ceil(low / step) * step; v <= high + 1e-9 * step; v += step) ticks.push(Number(v.toPrecision(12)));
  }
  return { at, ticks };
}

function path(line, x, y, range) {
  let d = '';
  let pen = false;
  for (const [u, v] of line.points) {
    if (v === null || !inside(v, range)) { pen = false; continue; }
    d += `${pen ? 'L' : 'M'}${n(x.at(u))} ${n(y.at(v))}`;
    pen = true;
  }
  return `<path class="line ${line.class}" d="${d}"/>`;
}

/** Returns whole powers of ten around positive numbers, at most span decades below the largest. */
export function decades(values, span) {
  const good = values.filter(v => v > 0 && Number.isFinite(v) && v < 1e30);
  if (good.length === 0) return [0.1, 10];
  const high = Math.ceil(Math.log10(Math.max(...good)) + 0.05);
  const low = Math.floor(Math.log10(Math.min(...good)) - 0.05);
  return [10 ** Math.max(low, high - span), 10 ** high];
}
