// The page: state from the address, frames and all that theory says from the server; here it is drawn.
import { Controls } from './controls.js';
import { Cloud } from './cloud.js';
import { Pad } from './pad.js';
import { Points } from './points.js';
import { ask, frame as nextFrame } from './frames.js';
import { CHOICES, DEFAULTS, RANGES, hasTerms, mended, query, read, refusals } from './state.js';
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
/** A cloud with fewer particles in its picture is out of view. */
const IN_VIEW = 0.05;
const NO_ERRORS = [];
const still = matchMedia('(prefers-reduced-motion: reduce)');
const dark = matchMedia('(prefers-color-scheme: dark)');

/** What is wished for is the state; what is seen, all of it, belongs to the state that is shown. */
const page = {
  state: read(location.search), shown: null, header: null, contours: null, frame: null, history: [], visited: [], drawn: 0, times: [],
  paused: still.matches, fresh: true, map: null, get stale() { return this.state !== this.shown; },
};
const sides = ['left', 'right'].map(name => ({ box: $('side-' + name), cloud: new Cloud($('side-' + name).querySelector('.cloud'), dragHandle) }));
const controls = new Controls($('controls'), change);
const pad = new Pad($('pad'), ([alpha, other]) => change({ alpha, [page.shown.noise === 'batch' ? 'batch' : 'gamma']: other }));
const points = new Points($('points'), $('points-text'), () => Number($('new-class').value), list => change({ points: list }));

const methods = s => s.right === 'none' ? [s.left] : [s.left, s.right];
const moves = () => !page.paused && !$('explore').hidden;

function colours() {
  const style = getComputedStyle(document.documentElement);
  const of = name => style.getPropertyValue('--' + name).trim();
  const packed = hex => parseInt(hex.slice(5, 7) + hex.slice(3, 5) + hex.slice(1, 3), 16);
  return { ink: of('ink'), page: of('page'), card: of('card'), contour: of('contour'), unstable: of('unstable'), average: of('average'), accent: of('ink'), dots: [packed(of('one')), packed(of('two'))] };
}

/** Takes over a changed parameter. */
function change(part) {
  const before = page.state;
  const easy = part.noise === 'batch' && before.noise !== 'batch' ? { particles: Math.min(before.particles, EASY_BATCH) } : {};
  page.state = mended({ ...before, ...easy, ...part });
  history.replaceState(null, '', '/' + (query(page.state) ? '?' + query(page.state) : ''));
  page.changed = performance.now();
  wish(['seed', 'problem', 'particles', 'right'].some(name => name in part));
}

/** Shows the wish in the controls and asks for its cloud, from the start or from where the particles are. */
function wish(fresh) {
  page.fresh ||= fresh;
  if (fresh) page.state = { ...page.state };
  document.querySelector('.stage').setAttribute('aria-busy', 'true');
  controls.show(page.state);
  drawPad();
  drawPoints();
  proceed();
}

/** Asks for a frame of the newest state. One question is under way at a time, so a drag shows what it passes. */
async function proceed() {
  if (page.asking) return;
  const { state, fresh } = page;
  page.asking = true;
  page.fresh = false;
  page.asked = performance.now();
  // While paused a change shows one frame; who wants no motion sees the cloud after it has settled.
  const other = { ...state, zoom: page.shown?.zoom };
  const looks = page.paused && !fresh && page.shown && query(other) === query(page.shown);
  const frames = looks ? 0 : page.paused && still.matches ? 100 : 1;
  let trouble = '';
  try {
    const words = `${query({ ...state, zoom: DEFAULTS.zoom })}&keep=${fresh ? 0 : 1}&frames=${frames}`;
    const [frame, contours] = await Promise.all([nextFrame(words, state.particles, methods(state).length), contoursOf(state)]);
    show(state, frame, contours);
  } catch (e) {
    trouble = e.message;
  }
  $('trouble').hidden = !trouble;
  $('trouble').textContent = trouble;
  page.asking = false;
  if (page.state !== state || page.fresh) proceed();
  else if (!trouble && moves()) requestAnimationFrame(goOn);
}

/** At most sixty frames a second. */
function goOn() {
  if (!moves()) return;
  if (performance.now() - page.asked < 14) requestAnimationFrame(goOn);
  else proceed();
}

/** Returns the contours of a state, asked for once. */
function contoursOf({ problem, a1, a2, b, turn, seed, points: p, zoom }) {
  const words = query({ ...DEFAULTS, problem, a1, a2, b, turn, seed, points: p, zoom });
  if (page.contoursName !== words) page.contoursAnswer = ask('/contours?' + words);
  page.contoursName = words;
  return page.contoursAnswer;
}

/** Shows a frame. Whatever belongs to another state than what is seen changes with it, all at once. */
function show(state, frame, contours) {
  const same = page.shown === state && page.contours === contours && !frame.header && !page.paused;
  if (frame.header) page.header = frame.header;
  if (frame.header?.first === 0) page.history = [];
  Object.assign(page, { shown: state, contours, frame });
  page.history.push({ k: frame.k, sides: frame.sides.map(({ mse, error, exact }) => ({ mse, error, exact })) });
  if (page.history.length > HISTORY) page.history.shift();
  if (same) { requestAnimationFrame(drawFrame); return; }
  page.visited = page.visited.filter(v => v.key === key());
  redraw();
  loadMap();
}

/** Whether the first method has an exact error at some steps. */
const hasMap = () => [null, 'UNSTABLE'].includes(page.header.laws[0].why);

async function loadMap() {
  if (!hasMap()) return;
  const { left, noise, law, mu, theta, gamma, rho, problem, a1, a2, points: p } = page.shown;
  const words = query({ ...DEFAULTS, left, noise, law, mu, theta, rho, problem, a1, a2, points: p, ...noise === 'batch' ? { gamma, batch: 1 } : {} });
  if (page.mapName === words) return;
  page.mapName = words;
  const map = await ask('/map?' + words);
  if (page.mapName !== words) return;
  page.map = { ...map, of: problem + noise };
  drawPad();
  drawCharts();
}

/** What a simulated point of the second chart belongs to. */
const key = () => JSON.stringify({ ...page.shown, alpha: 0, particles: 0, zoom: 0, stride: 0, seed: 0 });

function drawFrame() {
  const { frame } = page;
  if (frame.drawn) return;
  frame.drawn = true;
  frame.sides.forEach((side, i) => { side.seen = sides[i].cloud.draw(side.positions, page.ink.dots[i], [side.ax, side.ay], page.ink); });
  page.drawn++;
  const now = performance.now();
  page.times = [...page.times.slice(-40).filter(t => now - t < 5000), now];
  if (page.chartsAt && now - page.chartsAt < 150) return;
  page.chartsAt = now;
  remember();
  drawCharts();
  drawWords();
}

/** Keeps the simulated error of a step after some frames of it. */
function remember() {
  const tail = page.history.slice(-20).filter(h => h.k > page.header.first);
  if (tail.length < 20 || page.stale) return;
  page.frame.sides.forEach((_, i) => {
    const mean = tail.reduce((sum, h) => sum + (h.sides[i]?.mse ?? NaN), 0) / tail.length;
    page.visited = page.visited.filter(v => !(v.side === i && v.alpha === page.shown.alpha));
    if (Number.isFinite(mean)) page.visited.push({ key: key(), side: i, alpha: page.shown.alpha, mse: mean });
  });
}

/** Draws all that belongs to the state that is shown. */
function redraw() {
  if (!page.shown) return;
  const two = page.shown.right !== 'none';
  sides[1].box.hidden = !two;
  document.querySelector('.desk').classList.toggle('two', two);
  methods(page.shown).forEach((_, i) => drawSide(i));
  page.frame.drawn = false;
  page.chartsAt = null;
  drawFrame();
  drawPad();
  drawPoints();
  // Who listens is told of changes, not of every frame.
  $('said').textContent = methods(page.shown).map((m, i) => sentence(page.shown, m, page.header.laws[i], null)).join(' ');
  document.querySelector('.stage').setAttribute('aria-busy', String(page.stale));
  if (page.changed && !page.stale) { page.latency = performance.now() - page.changed; page.changed = null; }
}

function drawSide(i) {
  const { cloud, box } = sides[i];
  const at = page.header.minimisers;
  const law = page.header.laws[i];
  if (cloud.fit() || cloud.view !== page.contours || cloud.ink !== page.ink) cloud.background(page.contours, page.ink);
  cloud.ink = page.ink;
  const { spread, expansion } = law;
  const ellipses = spread ? [{ covariance: spread.covariance, mean: at[0].map((v, j) => v + spread.bias[j]) }]
    : expansion ? at.map(mean => ({ covariance: expansion.covariance, mean, dashed: true })) : [];
  cloud.overlay({ minimisers: at, ellipses, medians: law.medians, handles: handles(at[0]) }, page.ink);
  box.querySelector('figcaption').textContent = CHOICES.left[methods(page.shown)[i]] + (spread ? '' : expansion ? ' (simulated; dashed: the law of long steps)' : law.medians ? ' (simulated; dashed: exact medians)' : ' (simulated)');
}

/** The quadratic's contour ellipse is changed by the ends of its axes. */
function handles(centre) {
  if (page.shown.problem !== 'quadratic') return null;
  const [values, q] = page.header.spectrum;
  return values.map((a, i) => ({ name: 'a' + (i + 1), at: centre.map((c, j) => c + q[i + 2 * j] * 1.6 / Math.sqrt(a)) }));
}

function dragHandle(name, x, y) {
  const [dx, dy] = [x, y].map((v, j) => v - page.header.minimisers[0][j]);
  const length = Math.max(0.23, Math.hypot(dx, dy));
  const angle = Math.atan2(dy, dx) * 180 / Math.PI - (name === 'a2' ? 90 : 0);
  change({ [name]: Number(((1.6 / length) ** 2).toPrecision(3)), turn: Math.round(angle * 10) / 10 });
}

function drawCharts() {
  const { shown: state, header, history: past, visited, map } = page;
  curves({ error: $('error-chart'), scaled: $('scaled-chart'), radius: $('radius-chart') }, { state, header, history: past, visited, map });
  $('radius-figure').hidden = header.laws.every(law => law.radius === null);
}

/** The map of what is shown, with the place of the wish on it. */
function drawPad() {
  if (!page.shown) return;
  const { state, shown: { problem, noise } } = page;
  const batch = noise === 'batch';
  const known = page.map?.of === problem + noise;
  const errors = known ? page.map.errors : NO_ERRORS;
  const other = batch ? { low: 0.5, high: state.points.length + 0.5, whole: true } : { low: 1e-2, high: 1e2, log: true };
  const range = pad.show(errors, [{ low: 1e-3, high: 1e6, log: true }, other], [state.alpha, batch ? state.batch : state.gamma], page.ink);
  $('pad-figure').hidden = !hasMap();
  $('pad-words').textContent = range ? `Exact error over step α (right) and ${batch ? 'minibatch b' : 'damping γ'} (up): from ${text(range[0], 2)} (dark) to ${text(range[1], 2)} (bright); grey is unstable. Drag, or use the arrow keys.` : 'computing';
}

function drawPoints() {
  const s = page.state;
  $('points-figure').hidden = !hasTerms(s);
  if (!hasTerms(s)) return;
  let line = null;
  if (page.shown?.problem === s.problem) {
    const w = page.header.minimisers[0];
    const n = Math.hypot(...w) || 1;
    line = s.problem === 'least-squares' ? [-3, 3].map(t => [t, w[0] + w[1] * t]) : [-4, 4].map(t => [-w[1] / n * t, w[0] / n * t]);
  }
  points.show(s.points, line, s.problem === 'logistic');
}

function drawWords() {
  const { shown: s, header, frame } = page;
  const all = methods(s);
  const said = all.map((m, i) => sentence(s, m, header.laws[i], frame.sides[i]));
  $('sentence').textContent = said.length === 1 ? said[0] : said.map((t, i) => `${i ? 'Right' : 'Left'}: ${t}`).join(' ');
  const rate = page.paused ? null : rateNow();
  $('clock').textContent = `k = ${frame.k} steps${rate === null ? '' : `, ${rate} frames a second`}`;
  $('hint').textContent = s.noise === 'batch' && rate !== null && rate < 30 && s.particles > EASY_BATCH ? `Every particle draws its own batches and solves its own equation, so ${s.particles} of them make ${rate} frames a second here; fewer move faster.`
    : s.problem === 'quadratic' ? 'Drag the two rings to change the eigenvalues and turn the quadratic.' : s.problem === 'log-cosh' ? 'Four minimisers have the same value; the error is the distance to the nearest.' : '';
  const away = frame.sides.findIndex(side => side.seen < IN_VIEW * s.particles);
  $('away').hidden = away < 0;
  if (away >= 0) $('away').textContent = frame.sides[away].finite === 0 ? 'No particle is a finite number any more: R starts again.' : `The cloud is out of view, ${frame.sides[away].seen} of ${s.particles} particles are in the picture: V brings it back.`;
  for (const [name, words] of Object.entries(captions(s, header.laws))) $(name + '-words').textContent = words;
  const rows = all.map((m, i) => numbers(s, m, header.laws[i], frame.sides[i], frame.k, header.minimisers));
  const names = [...new Map(rows.flat().map(r => [r[0], r[2]]))];
  fill($('numbers').tHead, [['quantity', ...all.map(m => CHOICES.left[m]), 'where it comes from']], 'th');
  fill($('numbers').tBodies[0], names.map(([name, from]) => [name, ...rows.map(r => r.find(x => x[0] === name)?.[1] ?? '–'), from]), 'td');
  $('copy-command').disabled = !share.command(s, s.left, header);
  $('copy-reproduction').disabled = !share.reproduction(s, s.left, 100);
  $('copy-java').disabled = !java(s, s.left, header);
}

/** Returns how many frames were drawn in a second, over the last ones; null before there are some. */
function rateNow() {
  const { times } = page;
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

function pause(on) {
  page.paused = on;
  $('pause').setAttribute('aria-pressed', String(on));
  $('pause').textContent = on ? 'Go on' : 'Pause';
  if (on) redraw(); else proceed();
}

/** Zooms so that nine tenths of every cloud are in the picture. */
function fit() {
  const { centre, half } = page.contours;
  const far = page.frame.sides.map(({ positions }) => {
    const all = Float32Array.from({ length: positions.length / 2 }, (_, i) => Math.max(Math.abs(positions[2 * i] - centre[0]), Math.abs(positions[2 * i + 1] - centre[1])));
    return all.sort()[Math.floor(0.9 * all.length)];
  });
  change({ zoom: Number((half * page.shown.zoom / (1.3 * Math.max(...far))).toPrecision(3)) });
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
  if (name === 'runs') runs($('runs-list')); else if (moves()) proceed();
}
document.querySelector('nav').addEventListener('keydown', e => {
  if (e.key !== 'ArrowLeft' && e.key !== 'ArrowRight') return;
  const other = $(e.target.id === 'tab-runs' ? 'tab-explore' : 'tab-runs');
  other.focus();
  other.click();
});

const clicks = {
  pause: () => pause(!page.paused),
  restart: () => wish(true),
  closer: () => change({ zoom: page.state.zoom * 1.5 }),
  farther: () => change({ zoom: page.state.zoom / 1.5 }),
  fit,
  'tab-explore': () => tab('explore'),
  'tab-runs': () => tab('runs'),
  'copy-address': () => give(share.address(page.shown)),
  'copy-command': () => give(share.command(page.shown, page.shown.left, page.header)),
  'copy-reproduction': () => give(share.reproduction(page.shown, page.shown.left, page.frame.k)),
  'copy-java': () => give(java(page.shown, page.shown.left, page.header)),
  'save-png': async () => share.save('iron.png', await share.png(methods(page.shown).map((_, i) => sides[i].cloud.flat(page.ink.page)))),
  'save-svg': () => share.save('iron.svg', share.svg(document.querySelectorAll('figure:not([hidden]) .chart svg'))),
  'save-csv': () => share.save('iron.csv', share.csv(page.history, methods(page.shown))),
  stop: async () => {
    pause(true);
    await fetch('/stop', { method: 'POST' });
    $('trouble').hidden = false;
    $('trouble').textContent = 'The server has stopped; ./iron explore starts it again.';
  },
};
for (const [id, act] of Object.entries(clicks)) $(id).addEventListener('click', act);
for (const button of document.querySelectorAll('[data-try]')) button.addEventListener('click', () => change(read(button.dataset.try)));
for (const id of ['scaled-chart', 'radius-chart']) {
  const box = $(id);
  const range = { low: RANGES.alpha[0], high: RANGES.alpha[1], log: true };
  const move = e => change({ alpha: Number(xValue(box, e, range).toPrecision(4)) });
  box.addEventListener('pointerdown', e => { box.setPointerCapture(e.pointerId); box.held = true; move(e); });
  box.addEventListener('pointermove', e => box.held && move(e));
  box.addEventListener('pointerup', () => { box.held = false; });
}
document.addEventListener('keydown', e => {
  if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest('input:not([type=range]), select, textarea') || (e.key === ' ' && e.target.closest('button'))) return;
  const id = { ' ': 'pause', r: 'restart', '+': 'closer', '-': 'farther', v: 'fit' }[e.key.toLowerCase()];
  if (id) { e.preventDefault(); $(id).click(); }
});
addEventListener('popstate', () => { page.state = read(location.search); wish(true); });
addEventListener('resize', redraw);
dark.addEventListener('change', () => { page.ink = colours(); redraw(); });
still.addEventListener('change', () => pause(still.matches));

globalThis.ironPage = page;
page.ink = colours();
pause(page.paused);
wish(true);
for (const [name, words] of Object.entries(refusals(location.search))) controls.refuse(name, words);
