// The sentence and the table that change with the state.
import { CHOICES } from './state.js';

/** Returns a number with a few digits: 0.0912, 12.3, 4.1e-7. */
export function text(v, digits = 4) {
  if (v === null || v === undefined || Number.isNaN(v)) return '–';
  if (!Number.isFinite(v)) return v > 0 ? '∞' : '−∞';
  const size = Math.abs(v);
  return size !== 0 && (size < 1e-4 || size >= 1e7) ? v.toExponential(digits - 1) : String(Number(v.toPrecision(digits)));
}

const name = method => CHOICES.left[method];

export function sentence(s, method, x, side) {
  const who = name(method);
  const measured = side ? Math.sqrt(side.mse) : null;
  const lost = side && side.finite < s.particles;
  if (x.radius !== null && x.kind && !(x.radius < 1)) {
    const from = x.critical === null ? '' : ` ${who} is stable below α = ${text(x.critical)} here.`;
    return `This step multiplies the error by ${text(x.radius)} each time: the cloud explodes.${from}`;
  }
  if (x.mse !== null) {
    const contracts = x.radius === null ? '' : `This step contracts by ${text(x.radius, 2)} each time; `;
    const rms = Math.sqrt(x.mse);
    const word = x.sampled ? 'from a sample of batches' : 'exactly';
    const law = s.noise === 'center' && x.kind === 'iron' ? ' A step ten times as long makes it about √10 times smaller once α is large.'
      : s.noise === 'gradient' && x.kind === 'iron' ? ` However long the step, it stays below ${text(Math.sqrt(x.limit))}.` : '';
    return `${contracts}the cloud’s radius is ${text(rms, 3)} ${word}${measured === null ? '' : `, ${text(measured, 3)} in this simulation`}.${law}`;
  }
  const contracts = x.radius === null ? '' : `This step contracts by ${text(x.radius, 2)} each time. `;
  const now = lost ? `${s.particles - side.finite} of ${s.particles} particles are no longer finite numbers.`
    : measured === null ? '' : `${who} is at a root-mean-square distance of ${text(measured, 3)} from the nearest minimiser (simulated).`;
  const then = x.plateau ? ` With longer steps √α times that distance tends to ${text(Math.sqrt(x.limit), 3)} exactly.` : '';
  return `${contracts}${now} There is no exact value at one step: ${x.why}.${then}`;
}

/** Returns what the three charts show in a state, by the name of the chart. */
export function captions(s, all) {
  const exact = all.some(x => x.mse !== null);
  const iron = all.some(x => x.limit !== null);
  const line = s.noise === 'batch' ? '' : ' line exact,';
  const bound = all.some(x => x.bound) ? ', short ones the bound S1' : '';
  const scaled = !iron ? '' : s.noise === 'center' ? ' It tends to a constant, the long dashes: the error falls like 1/α.'
    : ' The error tends to a limit, so this grows like α once the step is long.';
  return {
    error: `Error against steps: dots simulated${exact ? `,${line} long dashes the level it tends to${bound}` : '; theory has no exact value here'}.`,
    scaled: `Step times error against the step.${scaled}${all.some(x => x.plateau) ? ' Short dashes: its expansion for long steps.' : ''} Dots: simulated at the steps that were tried. Drag to change α.`,
    radius: all.some(x => x.radius !== null) ? 'Contraction of the error by one step against the step; above 1 a method explodes.' : 'Contraction of the error by one step against the step: theory has none here.',
  };
}

/** Returns where the exact error comes from. */
function source(s, x) {
  if (x.mse === null) return x.why;
  if (s.noise === 'batch') return x.sampled ? 'moments of a sample of batches, THEORY-SAMPLING' : 'moments of minibatches, THEORY-SAMPLING';
  return x.kind === 'sgd' ? 'Σ σ²η/(aᵢ(2 − ηaᵢ)), THEORY (44)' : 'Σ P(aᵢ), THEORY (17), (21)';
}

/** Returns rows [quantity, value, formula]. */
export function numbers(s, method, x, side, k) {
  const rows = [
    ['steps made, k', text(k, 9), 'iterations since the start'],
    ['E|x − x*|², simulated', side ? `${text(side.mse)} ± ${text(side.error, 2)}` : '–', `mean over ${s.particles} particles ± standard error`],
    ['E|x − x*|², exact', x.mse === null ? `– (${x.why})` : text(x.mse, 6), source(s, x)],
  ];
  if (x.mse !== null) rows.push(['α · E|x − x*|²', text(s.alpha * x.mse, 6), 'step times the exact error']);
  if (x.radius !== null) {
    rows.push(['spectral radius', text(x.radius, 6), s.noise === 'batch' ? 'root of the factor of second moments, THEORY-SAMPLING' : 'largest root of d z² − t z + c, THEORY (12)']);
    if (s.noise !== 'batch') rows.push(['stable below α', x.critical === null ? 'every α' : text(x.critical, 6), 'THEORY (13)']);
  }
  if (x.kind === 'iron' && x.limit !== null) {
    rows.push(s.noise === 'center'
      ? ['limit of α · error', text(x.limit, 6), 'γ²ρ² Σ 1/aᵢ², THEORY (22)']
      : ['limit of the error', text(x.limit, 6), s.noise === 'batch' ? 'batch minimisers, THEORY-SAMPLING' : 'σ² Σ 1/aᵢ², THEORY (19)']);
  }
  if (x.plateau) {
    rows.push(['limit of α · error', text(x.limit, 6), 'γ²ρ² tr H⁻² at the minimiser, THEORY (37)']);
    rows.push(['E|x − x*|², expansion', x.plateau.mse === null ? `– (${s.law === 'gaussian' ? 'α is too small here' : 'Gaussian noise only'})` : text(x.plateau.mse, 6), 'limit and first correction in 1/α, THEORY (38)']);
  }
  if (x.kind === 'iron' && s.noise !== 'batch') {
    rows.push(['bound S1', text(x.bound, 6), 'needs α²μ > 2γ and μ ≤ every eigenvalue, THEORY (32)']);
    rows.push(['bound of Theorem 1', text(x.paper, 6), 'needs α > G and α ≥ 1, THEORY (27)']);
  }
  return rows;
}
