// The sentence, the captions and the table of a state.
import { CHOICES, scheme } from './state.js';

/** Returns a number with a few digits: 0.0912, 12.3, 4.1e-7. */
export function text(v, digits = 4) {
  if (v === null || v === undefined || Number.isNaN(v)) return '–';
  if (!Number.isFinite(v)) return v > 0 ? '∞' : '−∞';
  const size = Math.abs(v);
  return size !== 0 && (size < 1e-4 || size >= 1e7) ? v.toExponential(digits - 1) : String(Number(v.toPrecision(digits)));
}

const WHY = {
  NOT_QUADRATIC: 'the problem is not quadratic', NO_CLOSED_FORM: 'this method has no closed form here',
  NO_VARIANCE: 'this law has no variance', UNSTABLE: 'the step is unstable',
};
const why = law => WHY[law.why];

/** Whether a mean square exists: without a variance what is simulated never settles. */
const settles = law => law.why !== 'NO_VARIANCE';

export function sentence(s, method, law, side) {
  const who = CHOICES.left[method];
  const iron = scheme(s, method) === 'iron';
  const measured = side ? Math.sqrt(side.mse) : null;
  if (law.radius >= 1) {
    const from = law.critical === null ? '' : ` ${who} is stable below α = ${text(law.critical)} here.`;
    return `This step multiplies the error by ${text(law.radius)} each time: the cloud explodes.${from}`;
  }
  const contracts = law.radius === null ? '' : `This step contracts by ${text(law.radius, law.radius > 0.99 ? 5 : 2)} each time`;
  if (law.spread) {
    const word = law.spread.sampled ? 'from a sample of batches' : 'exactly';
    const then = iron && s.theta === 0.5 && s.noise === 'center' ? ' At θ = 1/2 it is the flow’s own cloud, however long the step.'
      : s.noise === 'center' && iron ? ' A step ten times as long makes it about √10 times smaller once α is large.'
      : s.noise === 'gradient' && iron && law.limit !== null ? ` However long the step, it stays below ${text(Math.sqrt(law.limit))}.` : '';
    return `${contracts}; the cloud’s radius is ${text(Math.sqrt(law.spread.mse), 3)} ${word}${measured === null ? '' : `, ${text(measured, 3)} in this simulation`}.${then}`;
  }
  const now = side && side.finite < s.particles ? `${s.particles - side.finite} of ${s.particles} particles are no longer finite numbers.`
    : measured === null || !settles(law) ? '' : `${who} is at a root-mean-square distance of ${text(measured, 3)} from the nearest minimiser (simulated).`;
  const then = law.limit === null ? '' : ` With longer steps √α times that distance tends to ${text(Math.sqrt(law.limit), 3)} exactly.`;
  const none = settles(law) ? 'There is no exact value at one step' : 'There is no mean-square error';
  return `${contracts && contracts + '. '}${now} ${none}: ${why(law)}.${law.medians ? ` Half of the particles are nearer than ${law.medians.map(m => text(m, 3)).join(' and ')} in the two coordinates, exactly.` : ''}${then}`;
}

/** Returns what the charts show in a state, by the name of the chart; every symbol is explained. */
export function captions(s, laws) {
  const line = s.noise === 'batch' ? '' : ' line exact,';
  const bound = laws.some(law => law.bounds.position) ? ', short ones the bound S1' : '';
  const limit = laws.every(law => law.limit === null) ? '' : s.noise === 'center' ? ' It tends to a constant, the long dashes: the error falls like 1/α.'
    : ' The error tends to a limit, so this grows like α once the step is long.';
  return {
    error: `E|x − x*|², the mean squared distance of a particle x from the minimiser x*, after k steps: dots simulated${laws.some(law => law.spread) ? `,${line} long dashes the level it tends to${bound}` : laws.every(settles) ? '; theory has no exact value here' : '; without a variance they never settle'}.`,
    scaled: `The same error times the step α, against the step.${limit}${laws.some(law => law.limit !== null && !law.spread) ? ' Short dashes: its expansion for long steps.' : ''} Dots: simulated at the steps that were tried. Drag to change α.`,
    radius: 'Spectral radius, the factor of the error in one step α; above 1 a method explodes. Drag to change α.',
  };
}

/** Returns where the exact error comes from. */
function source(s, method, law) {
  if (!law.spread) return why(law);
  if (s.noise === 'batch') return law.spread.sampled ? 'moments of a sample of batches, THEORY-SAMPLING' : 'moments of minibatches, THEORY-SAMPLING';
  return method === 'sgd' ? 'Σ σ²η/(aᵢ(2 − ηaᵢ)), THEORY (44)' : scheme(s, method) === 'iron' && s.theta < 1 ? 'Σ P(aᵢ) at the step (2θ − 1)α, THEORY (73)' : 'Σ P(aᵢ), THEORY (17), (21)';
}

/** Returns the medians of the distances in both coordinates, of at most 20000 particles. */
function medians(positions, [star]) {
  const n = Math.min(20000, positions.length / 2);
  return [0, 1].map(j => Float32Array.from({ length: n }, (_, i) => Math.abs(positions[2 * i + j] - star[j])).sort()[n >> 1]);
}

/** Returns rows [quantity, value, formula]. */
export function numbers(s, method, law, side, k, at) {
  const batch = s.noise === 'batch';
  const iron = scheme(s, method) === 'iron';
  const rows = [
    ['steps made, k', text(k, 9), 'iterations since the start'],
    ['E|x − x*|², simulated', side && settles(law) ? `${text(side.mse)} ± ${text(side.error, 2)}` : '–', `mean over ${s.particles} particles ± standard error`],
    ['E|x − x*|², exact', law.spread ? text(law.spread.mse, 6) : `– (${why(law)})`, source(s, method, law)],
  ];
  if (law.spread) rows.push(['α · E|x − x*|²', text(s.alpha * law.spread.mse, 6), 'step times the exact error']);
  if (law.radius !== null) {
    rows.push(['spectral radius', text(law.radius, 6), batch ? 'root of the factor of second moments, THEORY-SAMPLING' : iron && s.theta < 1 ? 'largest |1 − (1 − θ)αω|/|1 + θαω|, THEORY (74)' : 'largest root of d z² − t z + c, THEORY (12)']);
    if (!batch) rows.push(['stable below α', law.critical === null ? 'every α' : text(law.critical, 6), 'THEORY (13)']);
  }
  if (law.limit !== null && law.spread) {
    rows.push(s.noise === 'center'
      ? ['limit of α · error', text(law.limit, 6), iron && s.theta < 1 ? 'γ²ρ² Σ 1/aᵢ²/(2θ − 1), THEORY (76)' : 'γ²ρ² Σ 1/aᵢ², THEORY (22)']
      : ['limit of the error', text(law.limit, 6), batch ? 'batch minimisers, THEORY-SAMPLING' : 'σ² Σ 1/aᵢ², THEORY (19)']);
  } else if (law.limit !== null) {
    rows.push(['limit of α · error', text(law.limit, 6), 'γ²ρ² tr H⁻² at the minimiser, THEORY (37)']);
    rows.push(['E|x − x*|², expansion', law.expansion?.mse ? text(law.expansion.mse, 6) : `– (${s.theta < 1 ? 'θ = 1 only' : s.law === 'gaussian' ? 'α is too small here' : 'Gaussian noise only'})`, 'limit and first correction in 1/α, THEORY (38)']);
  }
  if (law.medians) {
    rows.push(['medians of |xⱼ − xⱼ*|, exact', law.medians.map(m => text(m, 6)).join(', '), 'stable law, THEORY (85)']);
    if (side) rows.push(['medians of |xⱼ − xⱼ*|, simulated', medians(side.positions, at).map(m => text(m)).join(', '), 'of the particles']);
  }
  if (side?.averaged) {
    const far = Math.min(...at.map(([x, y]) => Math.hypot(side.ax - x, side.ay - y)));
    rows.push(['average of one particle', text(far), `distance from x* of the mean of its last ${side.averaged} steps, the ring`]);
    if (side.expected !== null) rows.push(['root mean square of that', text(side.expected), 'exact, THEORY (91)']);
  }
  if (iron && s.theta === 1 && law.radius !== null && !batch) {
    rows.push(['bound S1', text(law.bounds.position, 6), 'needs α²μ > 2γ and μ ≤ every eigenvalue, THEORY (32)']);
    rows.push(['bound of Theorem 1', text(law.bounds.theorem, 6), 'needs α > G and α ≥ 1, THEORY (27)']);
  }
  return rows;
}
