// The page: state from the address, frames from the server, closed forms from theory.js.
import { Controls } from './controls.js';
import { Cloud } from './cloud.js';
import { Pad } from './pad.js';
import { Points } from './points.js';
import { Stream } from './stream.js';
import { Transient, exact } from './exact.js';
import { CHOICES, DEFAULTS, RANGES, hasTerms, mended, query, read } from './state.js';
import { spectrum } from './problems.js';
import { curves } from './curves.js';
import { captions, numbers, sentence, text } from './words.js';
import { runs } from './runs.js';
import { xValue } from './charts.js';
import { java } from './programs.js';
import * as share from './share.js';

const $ = id => document.getElementById(id);
const HISTORY = 400;
/** With batches of their own so many particles still move smoothly; more may be asked for. */
const EASY_BATCH = 5000;
const still = matchMedia('(prefers-reduced-motion: reduce)');
const dark = matchMedia('(prefers-color-scheme: dark)');

const page = {
  state: read(location.search), header: null, frame: null, history: [], visited: [],
  paused: still.matches, ink: null, map: null,
};
const sides = ['left', 'right'].map(name => ({ name, box: $('side-' + name), cloud: new Cloud($('side-' + name).querySelector('.cloud'), dragHandle), transient: new Transient() }));
const controls = new Controls($('controls'), change);
const pad = new Pad($('pad'), ([alpha, other]) => change({ alpha, [page.state.noise === 'batch' ? 'batch' : 'gamma']: other }));
const points = new Points($('points'), $('points-text'), () => Number($('new-class').value), list => change({ points: list }));
const stream = new Stream(onHeader, onFrame, message => trouble(message));

const methods = (s = page.state) => s.right === 'none' ? [s.left] : [s.left, s.right];
const shape = () => spectrum(page.state, page.header?.eigenvectors);
const theory = i => exact(page.state, methods()[i], shape(), served(i));

/** Returns what the server says of a method, if it was asked about this problem. */
function served(i) {
  const same = ['problem', 'noise', 'left', 'right'].every(name => page.headerState?.[name] === page.state[name]);
  return same ? page.header?.exact?.[i] : null;
}

function colours() {
  const style = getComputedStyle(document.documentElement);
  const of = name => style.getPropertyValue('--' + name).trim();
  const packed = hex => parseInt(hex.slice(5, 7) + hex.slice(3, 5) + hex.slice(1, 3), 16);
  return { ink: of('ink'), page: of('page'), card: of('card'), contour: of('contour'), unstable: of('unstable'), accent: of('ink'), dots: [packed(of('one')), packed(of('two'))] };
}

/** Steps between two frames, so that the start is forgotten within a few seconds. */
function stride() {
  if (page.state.stride > 0) return page.state.stride;
  const radius = Math.max(...methods().map((m, i) => theory(i).radius ?? 0).filter(r => r < 1), 0);
  const most = Math.max(1, page.state.noise === 'batch' ? Math.min(5, Math.round(1e4 / page.state.particles)) : Math.round(4e6 / page.state.particles));
  return Math.min(most, 200, Math.max(1, Math.round(Math.log(1e-3) / Math.log(radius || 0.5) / 120)));
}

/** Takes over a changed parameter. */
function change(part) {
  const before = page.state;
  const easy = part.noise === 'batch' && before.noise !== 'batch' ? { particles: Math.min(before.particles, EASY_BATCH) } : {};
  page.state = mended({ ...page.state, ...easy, ...part });
  history.replaceState(null, '', '/' + (query(page.state) ? '?' + query(page.state) : ''));
  page.changed = performance.now();
  if (['problem', 'noise'].some(name => page.state[name] !== before[name])) page.map = null;
  if ('seed' in part || 'problem' in part || 'particles' in part || 'right' in part) page.fresh = true;
  // The server works while the page draws what it knows itself.
  if (!Object.keys(part).every(name => name === 'zoom')) begin(!page.fresh);
  redraw();
}

function begin(keep) {
  page.fresh = false;
  trouble('');
  // While paused a change shows one frame; who wants no motion sees the cloud after it has settled.
  page.single = page.paused;
  const steps = Math.min(1000, stride() * (page.paused && still.matches ? 100 : 1));
  const words = query({ ...page.state, stride: DEFAULTS.stride, zoom: DEFAULTS.zoom });
  page.turn = (page.turn ?? 0) + 1;
  page.stale = true;
  stream.start(`${words}&stride=${steps}`, keep, { state: page.state, turn: page.turn });
}

/** The state is that of the question; the page may have gone on since. */
function onHeader(header, { state, turn }) {
  const same = page.header && JSON.stringify({ ...header, first: 0 }) === JSON.stringify({ ...page.header, first: 0 });
  page.header = header;
  page.stale = turn !== page.turn;
  page.headerState = state;
  methods(state).forEach((m, i) => sides[i].transient.begin(state, m, spectrum(state, header.eigenvectors), header.minimisers[0], header.first));
  if (header.first === 0) page.history = [];
  page.visited = page.visited.filter(v => v.key === key());
  if (!same) redraw();
  if (state.noise === 'batch' && state.problem === 'least-squares') loadMap();
}

async function loadMap() {
  const { left, mu, gamma, points: p } = page.state;
  const name = JSON.stringify([left, mu, gamma, p]);
  if (page.mapName === name && page.map) return;
  page.mapName = name;
  const answer = await fetch('/map?' + query(page.state));
  if (answer.ok && page.mapName === name) { page.map = await answer.json(); drawPad(); drawCharts(); }
}

/** What a simulated point of the second chart belongs to. */
const key = () => JSON.stringify({ ...page.state, alpha: 0, particles: 0, zoom: 0, stride: 0, seed: 0 });

function onFrame(frame, last) {
  const entry = { k: frame.k, sides: frame.sides.map((x, i) => ({ mse: x.mse, error: x.error, exact: sides[i].transient.mse(frame.k) })) };
  page.history.push(entry);
  if (page.history.length > HISTORY) page.history.shift();
  if (!last) return;
  page.frame = frame;
  if (page.changed && !page.stale) drawFrame();
  else requestAnimationFrame(drawFrame);
  if (page.single && !page.stale) { stream.stop(); drawWords(); drawCharts(); }
}

function drawFrame() {
  const { frame } = page;
  if (!frame || !page.header || frame.drawn) return;
  frame.drawn = true;
  frame.sides.forEach((x, i) => { if (sides[i].cloud.view) sides[i].cloud.draw(x.positions, page.ink.dots[i]); });
  page.drawn = (page.drawn ?? 0) + 1;
  if (page.changed && !page.stale) { page.latency = performance.now() - page.changed; page.changed = null; }
  const now = performance.now();
  page.times = [...(page.times ?? []).slice(-40).filter(t => now - t < 5000), now];
  if (!page.chartsAt || now - page.chartsAt > 150) {
    page.chartsAt = now;
    remember();
    drawCharts();
    drawWords();
  }
}

/** Keeps the simulated error of a step after some frames of it. */
function remember() {
  const tail = page.history.slice(-20).filter(h => h.k > page.header.first);
  if (tail.length < 20 || page.stale) return;
  page.frame.sides.forEach((_, i) => {
    const mean = tail.reduce((sum, h) => sum + (h.sides[i]?.mse ?? NaN), 0) / tail.length;
    page.visited = page.visited.filter(v => !(v.side === i && v.alpha === page.state.alpha));
    if (Number.isFinite(mean)) page.visited.push({ key: key(), side: i, alpha: page.state.alpha, mse: mean });
  });
}

/** Draws all but the particles; nothing here waits for the server. */
function redraw() {
  const two = page.state.right !== 'none';
  sides[1].box.hidden = !two;
  document.querySelector('.desk').classList.toggle('two', two);
  controls.show(page.state);
  if (page.header) {
    methods().forEach((m, i) => drawSide(i));
    if (page.frame) page.frame.drawn = false;
    drawFrame();
  }
  drawCharts();
  drawPad();
  drawPoints();
  drawWords();
  // Who listens is told of changes, not of every frame.
  $('said').textContent = methods().map((m, i) => sentence(page.state, m, theory(i), null)).join(' ');
}

function minimisers() {
  const s = page.state;
  const q = shape();
  if (s.problem === 'quadratic' && q) {
    const bs = [0, 1].map(i => (q.q[i] + q.q[i + 2]) * s.b / q.values[i]);
    return [[q.q[0] * bs[0] + q.q[1] * bs[1], q.q[2] * bs[0] + q.q[3] * bs[1]]];
  }
  return page.header.minimisers;
}

function drawSide(i) {
  const { cloud } = sides[i];
  const s = page.state;
  const x = theory(i);
  const q = shape()?.q;
  const at = minimisers();
  const resized = cloud.fit();
  if (s.problem === 'quadratic' && !q) return;
  // Contours do not depend on the step.
  const drawn = JSON.stringify([s.problem, s.a1, s.a2, s.b, s.zoom, s.points, q, at, page.ink.contour]);
  if (resized || cloud.drawn !== drawn) cloud.background(s, at, q, page.ink);
  cloud.drawn = drawn;
  cloud.overlay({ minimisers: at, ellipses: ellipses(x, at), handles: handles(at[0]) }, page.ink);
  const kind = x.covariance ? '' : x.plateau?.covariance ? ' (simulated; dashed: the law of long steps)' : ' (simulated)';
  sides[i].box.querySelector('figcaption').textContent = CHOICES.left[methods()[i]] + kind;
}

/** The exact ellipse about the mean, or the law of long steps about each minimiser. */
function ellipses(x, at) {
  if (x.covariance) return [{ covariance: x.covariance, mean: at[0].map((v, j) => v + x.bias[j]) }];
  return x.plateau?.covariance ? at.map(mean => ({ covariance: x.plateau.covariance, mean, dashed: true })) : [];
}

/** The quadratic's contour ellipse is changed by the ends of its axes. */
function handles(centre) {
  const s = page.state;
  if (s.problem !== 'quadratic') return null;
  const { q } = shape();
  return [0, 1].map(i => ({ name: 'a' + (i + 1), at: [centre[0] + q[i] * reach(i), centre[1] + q[i + 2] * reach(i)] }));
}
const reach = i => 1.6 / Math.sqrt(page.state['a' + (i + 1)]);

function dragHandle(name, x, y) {
  const at = minimisers()[0];
  const dx = x - at[0], dy = y - at[1];
  const length = Math.max(0.23, Math.hypot(dx, dy));
  const angle = Math.atan2(dy, dx) * 180 / Math.PI - (name === 'a2' ? 90 : 0);
  change({ [name]: Number(((1.6 / length) ** 2).toPrecision(3)), turn: Math.round(angle * 10) / 10 });
}

function drawCharts() {
  curves({ error: $('error-chart'), scaled: $('scaled-chart'), radius: $('radius-chart') }, {
    state: page.state, methods: methods(), served, map: page.state.noise === 'batch' ? page.map : null, theory: methods().map((m, i) => theory(i)), spectrum: shape(),
    history: page.history, visited: page.visited.filter(v => v.key === key()),
    transients: sides.map(x => x.transient), stride: stride(), first: page.header?.first ?? 0,
  });
}

const STEPS = Array.from({ length: 46 }, (_, i) => 10 ** (-3 + i / 5));
const DAMPING = Array.from({ length: 25 }, (_, i) => 10 ** (-2 + i / 6));

function drawPad() {
  const s = page.state;
  const alpha = { low: 1e-3, high: 1e6, log: true };
  let errors, other, words;
  if (s.noise === 'batch') {
    errors = page.map?.errors ?? [];
    other = { low: 0.5, high: s.points.length + 0.5, whole: true };
    words = 'minibatch b (up)';
  } else {
    const q = shape();
    const name = JSON.stringify([q, s.left, s.noise, s.law, s.mu, s.rho]);
    if (page.errorsName !== name) page.errors = DAMPING.map(gamma => STEPS.map(a => exact({ ...s, alpha: a, gamma }, s.left, q, null).mse));
    page.errorsName = name;
    errors = page.errors;
    other = { low: 1e-2, high: 1e2, log: true };
    words = 'damping γ (up)';
  }
  const known = errors.flat().some(v => v !== null);
  const range = pad.show(known ? errors : [], [alpha, other], [s.alpha, s.noise === 'batch' ? s.batch : s.gamma], page.ink);
  $('pad-words').textContent = known && range
    ? `Exact error over step α (right) and ${words}: from ${text(range[0], 2)} (dark) to ${text(range[1], 2)} (bright); grey is unstable. Drag, or use the arrow keys.`
    : `Step α (right) and ${words}. No exact error here: ${theory(0).why ?? 'it is being computed'}. The pad moves both parameters all the same.`;
}

function drawPoints() {
  const s = page.state;
  $('points-figure').hidden = !hasTerms(s);
  if (!hasTerms(s)) return;
  let line = null;
  const w = page.header?.minimisers?.[0];
  if (w && page.headerState?.problem === s.problem) {
    if (s.problem === 'least-squares') line = [-3, 3].map(t => [t, w[0] + w[1] * t]);
    else { const n = Math.hypot(...w) || 1; line = [-4, 4].map(t => [-w[1] / n * t, w[0] / n * t]); }
  }
  points.show(s.points, line, s.problem === 'logistic');
}

function drawWords() {
  const s = page.state;
  const said = methods().map((m, i) => sentence(s, m, theory(i), page.frame?.sides[i]));
  $('sentence').textContent = said.length === 1 ? said[0] : said.map((t, i) => `${i ? 'Right' : 'Left'}: ${t}`).join(' ');
  const rate = page.paused ? null : rateNow();
  $('clock').textContent = page.frame ? `k = ${page.frame.k}${rate === null ? '' : `, ${rate} frames a second`}` : '';
  $('hint').textContent = s.noise === 'batch' && rate !== null && rate < 30 && s.particles > EASY_BATCH ? `Every particle draws its own batches and solves its own equation, so ${s.particles} of them make ${rate} frames a second here; fewer move faster.`
    : s.problem === 'quadratic' ? 'Drag the two rings to change the eigenvalues and turn the quadratic.' : s.problem === 'log-cosh' ? 'Four minimisers have the same value; the error is the distance to the nearest.' : '';
  for (const [name, words] of Object.entries(captions(s, methods().map((m, i) => theory(i))))) $(name + '-words').textContent = words;
  const head = ['quantity', ...methods().map(m => CHOICES.left[m]), 'where it comes from'];
  const rows = methods().map((m, i) => numbers(s, m, theory(i), page.frame?.sides[i], page.frame?.k));
  const names = [...new Map(rows.flat().map(r => [r[0], r[2]]))];
  fill($('numbers').tHead, [head], 'th');
  fill($('numbers').tBodies[0], names.map(([name, from]) => [name, ...rows.map(r => r.find(x => x[0] === name)?.[1] ?? '–'), from]), 'td');
  const q = shape();
  $('copy-command').disabled = !share.command(s, s.left, q);
  $('copy-reproduction').disabled = !share.reproduction(s, s.left, 100);
  $('copy-java').disabled = !java(s, s.left, q);
}

/** Returns how many frames were drawn in a second, over the last ones; null before there are some. */
function rateNow() {
  const times = page.times ?? [];
  return times.length < 10 ? null : Math.round((times.length - 1) * 1000 / (times.at(-1) - times[0]));
}

/** Writes the words of a table that have changed. */
function fill(part, lines, tag) {
  lines.forEach((line, i) => {
    const row = part.rows[i] ?? part.insertRow();
    line.forEach((word, j) => {
      const cell = row.cells[j] ?? row.appendChild(document.createElement(tag));
      if (cell.textContent !== word) cell.textContent = word;
    });
    while (row.cells.length > line.length) row.lastChild.remove();
  });
  while (part.rows.length > lines.length) part.lastChild.remove();
}

function trouble(message) {
  $('trouble').hidden = !message;
  $('trouble').textContent = message;
}

function pause(on) {
  page.paused = on;
  page.single = false;
  $('pause').setAttribute('aria-pressed', String(on));
  $('pause').textContent = on ? 'Go on' : 'Pause';
  if (on) { stream.stop(); drawWords(); }
  else begin(true);
}

async function give(textToCopy) {
  $('shared').hidden = false;
  $('shared').textContent = textToCopy;
  try { await navigator.clipboard.writeText(textToCopy); } catch { $('shared').focus(); }
}

function tab(name) {
  for (const id of ['explore', 'runs']) {
    $(id).hidden = id !== name;
    $('tab-' + id).setAttribute('aria-selected', String(id === name));
  }
  if (name === 'runs') { stream.stop(); runs($('runs-list')); } else if (!page.paused) begin(true);
}
document.querySelector('nav').addEventListener('keydown', e => {
  if (e.key !== 'ArrowLeft' && e.key !== 'ArrowRight') return;
  const other = $(e.target.id === 'tab-runs' ? 'tab-explore' : 'tab-runs');
  other.focus();
  other.click();
});

$('pause').addEventListener('click', () => pause(!page.paused));
$('restart').addEventListener('click', () => begin(false));
$('closer').addEventListener('click', () => change({ zoom: page.state.zoom * 1.5 }));
$('farther').addEventListener('click', () => change({ zoom: page.state.zoom / 1.5 }));
$('tab-explore').addEventListener('click', () => tab('explore'));
$('tab-runs').addEventListener('click', () => tab('runs'));
$('copy-address').addEventListener('click', () => give(share.address(page.state)));
$('copy-command').addEventListener('click', () => give(share.command(page.state, page.state.left, shape())));
$('copy-reproduction').addEventListener('click', () => give(share.reproduction(page.state, page.state.left, page.frame?.k ?? 100)));
$('copy-java').addEventListener('click', () => give(java(page.state, page.state.left, shape())));
$('save-png').addEventListener('click', async () => share.save('iron.png', await share.png(methods().map((m, i) => sides[i].cloud.flat(page.ink.page)))));
$('save-svg').addEventListener('click', () => share.save('iron.svg', share.svg(document.querySelectorAll('.chart svg'))));
$('save-csv').addEventListener('click', () => share.save('iron.csv', share.csv(page.history, methods())));
$('stop').addEventListener('click', async () => {
  stream.stop();
  await fetch('/stop', { method: 'POST' });
  trouble('The server has stopped; ./iron explore starts it again.');
});
for (const id of ['scaled-chart', 'radius-chart']) {
  const box = $(id);
  const range = { low: RANGES.alpha[0], high: RANGES.alpha[1], log: true };
  const move = e => change({ alpha: Number(xValue(box, e, range).toPrecision(4)) });
  box.addEventListener('pointerdown', e => { box.setPointerCapture(e.pointerId); box.held = true; move(e); });
  box.addEventListener('pointermove', e => box.held && move(e));
  box.addEventListener('pointerup', () => { box.held = false; });
}
document.addEventListener('keydown', e => {
  if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest('input, select, textarea, button')) return;
  const act = { ' ': () => pause(!page.paused), r: () => begin(false), R: () => begin(false), '+': () => $('closer').click(), '-': () => $('farther').click() }[e.key];
  if (act) { e.preventDefault(); act(); }
});
addEventListener('popstate', () => { page.state = read(location.search); redraw(); begin(false); });
addEventListener('resize', redraw);
dark.addEventListener('change', () => { page.ink = colours(); redraw(); });
still.addEventListener('change', () => pause(still.matches));
document.addEventListener('visibilitychange', () => { if (document.hidden) stream.stop(); else if (!page.paused && !$('explore').hidden) begin(true); });

globalThis.ironPage = page;
page.ink = colours();
redraw();
if (page.paused) { $('pause').setAttribute('aria-pressed', 'true'); $('pause').textContent = 'Go on'; }
begin(false);
