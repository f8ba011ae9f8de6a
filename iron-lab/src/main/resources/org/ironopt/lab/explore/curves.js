// The three charts of a state.
import { chart, decades } from './charts.js';
import { exact } from './exact.js';

const STEPS = Array.from({ length: 91 }, (_, i) => 10 ** (-3 + i / 10));
const SIDE = ['one', 'two'];
const ALPHA = { low: 1e-3, high: 1e6, log: true, name: 'step α' };

export function curves(boxes, c) {
  error(boxes.error, c);
  const served = i => c.state.noise === 'batch' ? null : c.served(i);
  const along = c.methods.map((m, i) => STEPS.map(alpha => ({ alpha, x: exact({ ...c.state, alpha }, m, c.spectrum, served(i)) })));
  scaled(boxes.scaled, c, along);
  radius(boxes.radius, c, along);
}

const simulated = c => c.theory.some(x => x.mse !== null) ? '' : 'simulated';

function error(box, c) {
  const low = c.history[0]?.k ?? 0;
  const high = Math.max(c.history.at(-1)?.k ?? 0, low + 60 * c.stride);
  const lines = [];
  const dots = [];
  c.theory.forEach((x, i) => {
    const past = c.history.filter(h => h.sides[i]).map(h => [h.k, h.sides[i].exact]);
    const last = past.at(-1)?.[0] ?? c.first;
    for (let k = last + c.stride; k <= high; k += Math.max(c.stride, Math.ceil((high - low) / 80))) past.push([k, c.transients[i].mse(k)]);
    lines.push({ class: SIDE[i], points: past });
    if (x.mse !== null) lines.push({ class: SIDE[i] + ' level', points: [[low, x.mse], [high, x.mse]] });
    if (x.bound) lines.push({ class: SIDE[i] + ' level bound', points: [[low, x.bound], [high, x.bound]] });
    const every = Math.max(1, Math.floor(c.history.length / 80));
    dots.push({ class: SIDE[i], points: c.history.filter((h, j) => h.sides[i] && j % every === 0).map(h => [h.k, h.sides[i].mse]) });
  });
  const [bottom, top] = decades([...dots.flatMap(d => d.points.map(p => p[1])), ...lines.flatMap(l => l.points.map(p => p[1]))], 14);
  chart(box, {
    title: 'Error against steps', lines, dots, note: simulated(c),
    x: { low, high, name: 'steps k' }, y: { low: bottom, high: top, log: true, name: 'E|x − x*|²' },
  });
}

function scaled(box, c, along) {
  const lines = [];
  const marks = [];
  along.forEach((points, i) => {
    // The errors of minibatches are those of the map, which is that of the first method.
    const errors = c.state.noise !== 'batch' ? points.map(({ alpha, x }) => [alpha, x.mse]) : i === 0 ? ofMap(c) : [];
    lines.push({ class: SIDE[i], points: errors.map(([alpha, mse]) => [alpha, mse === null ? null : alpha * mse]) });
    lines.push({ class: SIDE[i] + ' level bound', points: points.map(({ alpha, x }) => [alpha, x.plateau?.mse ? alpha * x.plateau.mse : null]) });
    const { limit, mse } = c.theory[i];
    if (c.state.noise === 'center' && limit !== null) lines.push({ class: SIDE[i] + ' level', points: [[1e-3, limit], [1e6, limit]] });
    if (mse !== null) marks.push({ class: SIDE[i], x: c.state.alpha, y: c.state.alpha * mse });
  });
  for (const v of c.visited) marks.push({ class: SIDE[v.side], x: v.alpha, y: v.alpha * v.mse, r: 3 });
  const [low, high] = decades([...marks.map(m => m.y), ...lines.flatMap(l => l.points.map(p => p[1]))], 10);
  chart(box, {
    title: 'Step times error against the step', lines, marks, vertical: c.state.alpha, note: simulated(c),
    x: ALPHA, y: { low, high, log: true, name: 'α · E|x − x*|²' },
  });
}

const ofMap = c => (c.map?.errors[c.state.batch - 1] ?? []).map((mse, i) => [c.map.steps[i], mse]);

function radius(box, c, along) {
  const lines = along.map((points, i) => ({ class: SIDE[i], points: points.map(({ alpha, x }) => [alpha, x.radius]) }));
  const known = lines.some(l => l.points.some(p => p[1] !== null)) || c.theory.some(x => x.radius !== null);
  lines.push({ class: 'frame', points: [[1e-3, 1], [1e6, 1]] });
  const marks = c.theory.flatMap((x, i) => x.radius === null ? [] : [{ class: SIDE[i], x: c.state.alpha, y: x.radius }]);
  chart(box, {
    title: 'Spectral radius against the step', lines, marks, vertical: c.state.alpha, note: known ? '' : 'no exact value: see the simulation',
    x: ALPHA, y: { low: 1e-6, high: 1e3, log: true, name: 'spectral radius' },
  });
}
