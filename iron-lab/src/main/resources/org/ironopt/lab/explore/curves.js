// The three charts of a state.
import { chart, decades } from './charts.js';

const SIDE = ['one', 'two'];
const ALPHA = { low: 1e-3, high: 1e6, log: true, name: 'step α' };

export function curves(boxes, c) {
  error(boxes.error, c);
  scaled(boxes.scaled, c);
  radius(boxes.radius, c);
}

function error(box, c) {
  const { laws, ahead, first, stride } = c.header;
  const low = c.history[0]?.k ?? 0;
  const high = Math.max(c.history.at(-1)?.k ?? 0, low + 60 * stride);
  const lines = [];
  const dots = [];
  laws.forEach((law, i) => {
    const past = c.history.filter(h => h.sides[i]).map(h => [h.k, h.sides[i].exact]);
    const last = past.at(-1)?.[0] ?? first;
    const next = ahead[i].map((mse, j) => [first + j * stride, mse]).filter(([k]) => k > last && k <= high);
    lines.push({ class: SIDE[i], points: [...past, ...next] });
    if (law.spread) lines.push({ class: SIDE[i] + ' level', points: [[low, law.spread.mse], [high, law.spread.mse]] });
    if (law.bounds.position) lines.push({ class: SIDE[i] + ' level bound', points: [[low, law.bounds.position], [high, law.bounds.position]] });
    const every = Math.max(1, Math.floor(c.history.length / 80));
    dots.push({ class: SIDE[i], points: c.history.filter((h, j) => h.sides[i] && j % every === 0).map(h => [h.k, h.sides[i].mse]) });
  });
  const [bottom, top] = decades([...dots, ...lines].flatMap(l => l.points.map(p => p[1])), 14);
  chart(box, {
    title: 'Error against steps', lines, dots, note: simulated(c),
    x: { low, high, name: 'steps k' }, y: { low: bottom, high: top, log: true, name: 'E|x − x*|²' },
  });
}

const simulated = c => c.header.laws.some(law => law.spread) ? '' : 'simulated';
const along = (steps, values, f = (alpha, v) => v) => steps.map((alpha, i) => [alpha, values[i] === null ? null : f(alpha, values[i])]);

function scaled(box, c) {
  const { alpha, noise, batch } = c.state;
  const times = (step, mse) => step * mse;
  const lines = [];
  const marks = c.visited.map(v => ({ class: SIDE[v.side], x: v.alpha, y: v.alpha * v.mse, r: 3 }));
  c.header.laws.forEach(({ spread, limit }, i) => {
    const { steps, mse, expansion } = c.header.curves[i];
    lines.push({ class: SIDE[i], points: along(steps, mse, times) }, { class: SIDE[i] + ' level bound', points: along(steps, expansion, times) });
    if (noise === 'center' && limit !== null) lines.push({ class: SIDE[i] + ' level', points: [[1e-3, limit], [1e6, limit]] });
    if (spread) marks.push({ class: SIDE[i], x: alpha, y: alpha * spread.mse });
  });
  // The errors of minibatches are those of the map, which is that of the first method.
  if (noise === 'batch' && c.map?.errors[batch - 1]) lines.push({ class: SIDE[0], points: along(c.map.steps, c.map.errors[batch - 1], times) });
  const [low, high] = decades([...marks.map(m => m.y), ...lines.flatMap(l => l.points.map(p => p[1]))], 10);
  chart(box, {
    title: 'Step times error against the step', lines, marks, vertical: alpha, note: simulated(c),
    x: ALPHA, y: { low, high, log: true, name: 'α · E|x − x*|²' },
  });
}

function radius(box, c) {
  const lines = c.header.curves.map(({ steps, radius: r }, i) => ({ class: SIDE[i], points: along(steps, r) }));
  lines.push({ class: 'frame', points: [[1e-3, 1], [1e6, 1]] });
  const marks = c.header.laws.flatMap((law, i) => law.radius === null ? [] : [{ class: SIDE[i], x: c.state.alpha, y: law.radius }]);
  chart(box, { title: 'Spectral radius against the step', lines, marks, vertical: c.state.alpha, x: ALPHA, y: { low: 1e-6, high: 1e3, log: true, name: 'spectral radius' } });
}
