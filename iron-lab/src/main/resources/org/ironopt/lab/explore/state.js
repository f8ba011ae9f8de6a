// The state of the page is one flat record, and stands in the address. Names and limits are those of PageState.java.

export const DEFAULTS = {
  problem: 'quadratic', left: 'iron', right: 'none', noise: 'center', law: 'gaussian',
  alpha: 10, gamma: 1, mu: 1, theta: 1, rho: 1, a1: 1, a2: 3, turn: 'seed', b: 2,
  batch: 2, particles: 20000, seed: 0, stride: 0, zoom: 1,
  points: [[-1.5, -0.9, 0], [-1, -0.2, 0], [-0.6, -0.9, 0], [-0.2, 0.3, 0],
    [0.3, -0.2, 1], [0.7, 0.9, 1], [1.1, 0.4, 1], [1.6, 1.3, 1]],
};

export const CHOICES = {
  problem: { quadratic: 'quadratic', 'log-cosh': 'log-cosh (not convex)', sine: 'x² + 3 sin² x', 'double-well': 'double well',
    rosenbrock: 'Rosenbrock', logistic: 'logistic regression', 'least-squares': 'line through points' },
  left: { iron: 'IRON', 'iron-corrected': 'IRON, corrected center', 'nag-gs': 'NAG-GS', euler: 'explicit Euler', sgd: 'SGD', adamw: 'AdamW' },
  noise: { center: 'center (the paper’s)', gradient: 'gradient', batch: 'minibatch' },
  law: { gaussian: 'Gaussian', 'student:3': 'Student t, 3 degrees', 'student:5': 'Student t, 5 degrees', 'stable:1.5': 'stable, index 1.5', 'stable:1.1': 'stable, index 1.1' },
};
CHOICES.right = { none: 'nothing', ...CHOICES.left };

// [low, high, logarithmic, whole]
export const RANGES = {
  alpha: [1e-3, 1e6, true, false], gamma: [1e-3, 1e3, true, false], mu: [0, 10, false, false], theta: [0.5, 1, false, false], tails: [0.5, 2, false, false], rho: [0, 5, false, false],
  a1: [0.05, 50, true, false], a2: [0.05, 50, true, false], b: [-5, 5, false, false], turn: [-180, 180, false, false],
  batch: [1, 64, false, true], particles: [1, 200000, true, true], seed: [0, 1e6, false, true],
  stride: [0, 1000, false, true], zoom: [1e-12, 1e6, true, false],
};

/** Index of stability of the law, which has a slider of its own; 2 is Gaussian. */
export const tails = s => s.law.startsWith('stable:') ? Number(s.law.slice(7)) : 2;

/** Factor of |x|²/2 in both regressions. */
export const RIDGE = 0.1;

/** Whether the objective is a sum over points. */
export const hasTerms = s => s.problem === 'logistic' || s.problem === 'least-squares';

/** Returns the state with whatever cannot be together mended, as PageState refuses it. */
export function mended(s) {
  const { tails: index, ...next } = s;
  if (index !== undefined) next.law = index >= 2 ? 'gaussian' : `stable:${index}`;
  if (next.noise === 'batch' && !hasTerms(s)) next.noise = 'gradient';
  if (next.noise === 'batch') {
    next.batch = Math.min(next.batch, next.points.length);
    if (next.left === 'euler') next.left = 'nag-gs';
    if (next.right === 'euler') next.right = 'nag-gs';
  }
  if (next.turn !== 'seed') next.turn = Math.round((((Number(next.turn) + 180) % 360 + 360) % 360 - 180) * 1e6) / 1e6;
  for (const [name, [low, high, , whole]] of Object.entries(RANGES).filter(([n]) => n in DEFAULTS)) {
    const value = Number(next[name]);
    next[name] = Number.isFinite(value) ? Math.min(high, Math.max(low, whole ? Math.round(value) : value)) : DEFAULTS[name];
  }
  for (const [name, words] of Object.entries(CHOICES)) {
    const open = name === 'law' && /^(student|stable):\d+(\.\d+)?$/.test(next[name]);
    if (!(next[name] in words) && !open) next[name] = DEFAULTS[name];
  }
  return next;
}

const text = (name, value) => name === 'points' ? value.map(p => p.join(',')).join(';') : String(value);

/** Returns the query of a state: what is not the default. */
export function query(s) {
  const words = new URLSearchParams();
  for (const name of Object.keys(DEFAULTS)) {
    if (text(name, s[name]) !== text(name, DEFAULTS[name])) words.set(name, text(name, s[name]));
  }
  return words.toString().replaceAll('%2C', ',').replaceAll('%3B', ';').replaceAll('%3A', ':');
}

/** Returns the state of a query. */
export function read(search) {
  const words = new URLSearchParams(search);
  const s = { ...DEFAULTS };
  for (const [name, value] of words) {
    if (name === 'points') {
      const points = value.split(';').map(p => p.split(',').map(Number));
      if (points.length >= 2 && points.every(p => p.length === 3 && p.every(Number.isFinite))) s.points = points;
    } else if (name in DEFAULTS) {
      s[name] = name in RANGES && value !== DEFAULTS[name] ? Number(value) : value;
    }
  }
  return mended(s);
}

/** Returns what of a query is refused, by its name. */
export function refusals(search) {
  const s = read(search);
  const wrong = [...new URLSearchParams(search)].filter(([name, value]) => name in RANGES && name in DEFAULTS && value !== 'seed' && Number(value) !== s[name]);
  return Object.fromEntries(wrong.map(([name, value]) => [name, refusal(name, value)]));
}

/** Returns why a number is not taken. */
export function refusal(name, value, most = RANGES[name][1]) {
  const [low, , , whole] = RANGES[name];
  return `${value === '' ? 'No number' : value} is refused, expected ${whole ? 'a whole number from ' : ''}${low} to ${most}.`;
}

/** Returns the scheme of the closed forms for a method, null where there is none. */
export const scheme = (s, method) => {
  if (method === 'iron-corrected') return s.noise === 'batch' ? null : 'iron';
  return method === 'adamw' || method === 'none' ? null : method;
};
