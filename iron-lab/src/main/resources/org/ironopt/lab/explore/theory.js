// The closed forms of org.ironopt.theory, so that a slider needs no round trip. Each function names the class whose
// numbers it gives; a test compares them to twelve digits. A number that does not exist is null.

// IronParameters
export function parameters(alpha, mu, gamma) {
  const tau = 1 / alpha + mu / gamma;
  const s = 1 + tau;
  return { alpha, mu, gamma, tau, s, lambda: alpha / (gamma * s), noiseScale: Math.sqrt(alpha) / s, delta: 1 / (alpha * s) };
}

// NoiseSource.diffusion: the variance of the flow's noise with the same effect
export const diffusion = (source, p, variance) =>
  source === 'gradient' ? variance * (p.alpha / p.gamma) / p.gamma : variance;

// Transition: one step along the eigenvalue a, z+ = M z + g xi, eigenvalues of M the roots of d z^2 - t z + c
export function transition(scheme, p, a) {
  const { alpha, mu, gamma } = p;
  const m = gamma + mu;
  switch (scheme) {
    case 'iron': {
      const d = gamma + alpha * (m + alpha * a);
      const r = 1 / (1 + p.lambda * a);
      return {
        d, t: 2 * gamma + alpha * m, c: gamma,
        M: [(gamma + alpha * mu) / d, alpha * gamma / d, alpha * (mu - a) / d, (1 + alpha) * gamma / d],
        g: [r, r * (1 + 1 / alpha)], q: p.noiseScale * p.noiseScale, stable: true,
      };
    }
    case 'nag-gs': {
      const d = (1 + alpha) * (gamma + alpha * mu);
      return {
        d, t: 2 * gamma + alpha * (m + alpha * (mu - a)), c: gamma,
        M: [1 / (1 + alpha), alpha / (1 + alpha), alpha * (mu - a) / d,
          ((1 + alpha) * gamma + alpha * alpha * (mu - a)) / d],
        g: [0, gamma / (gamma + alpha * mu)], q: alpha,
        stable: 4 * gamma / alpha + 2 * m + (2 * mu - a) * alpha > 0,
      };
    }
    case 'euler':
      return {
        d: gamma, t: 2 * gamma - alpha * m, c: gamma - alpha * (m - alpha * a),
        M: [1 - alpha, alpha, alpha * (mu - a) / gamma, 1 - alpha * mu / gamma],
        g: [0, 1], q: alpha,
        stable: m - a * alpha > 0 && 4 * gamma / alpha - 2 * m + a * alpha > 0,
      };
    case 'sgd': // e+ = (1 - eta a) e - eta zeta, written with an idle second coordinate
      return {
        M: [1 - alpha * a, 0, 0, 0], g: [-alpha, 0], q: 1, stable: alpha * a < 2,
      };
  }
  throw new Error('no transition of ' + scheme);
}

const ulp = x => {
  const y = Math.abs(x);
  return y < 2.2250738585072014e-308 ? 5e-324 : 2 ** (Math.floor(Math.log2(y)) - 52);
};

// Transition.spectralRadius along one eigenvalue
function radiusAlong(scheme, p, a) {
  const { alpha, mu, gamma } = p;
  if (scheme === 'sgd') return Math.abs(1 - alpha * a);
  const m = gamma + mu;
  const beta = scheme === 'nag-gs' ? alpha : 0;
  const gap = mu - a;
  const rest = gap * (4 * gamma + beta * (2 * m + beta * gap));
  const size = Math.abs(gap) * (4 * gamma + beta * (2 * m + beta * Math.abs(gap)));
  let disc = (gamma - mu) * (gamma - mu) + rest;
  if (Math.abs(disc) <= 4 * ulp(size) && gap !== 0) disc = 0;
  const { d, t, c } = transition(scheme, p, a);
  if (disc < 0) return Math.sqrt(scheme === 'euler' ? c / gamma : gamma / d);
  const root = Math.sqrt(disc);
  if (scheme === 'iron') return 1 / (1 + alpha * (2 * a / (m + root)));
  if (scheme === 'nag-gs') return (Math.abs(t) + alpha * root) / (2 * d);
  return Math.max(Math.abs(1 - alpha * (2 * a / (m + root))), Math.abs(1 - alpha * ((m + root) / (2 * gamma))));
}

// Contraction.spectralRadius
export const spectralRadius = (scheme, p, values) => Math.max(...values.map(a => radiusAlong(scheme, p, a)));

// EigenCovariance.variance; GradientSpread.gradientDescent for SGD
export function variance(scheme, p, a, rho2) {
  const { alpha, mu, gamma } = p;
  if (!transition(scheme, p, a).stable) return null;
  if (scheme === 'sgd') return rho2 * alpha / (a * (2 - alpha * a));
  const m = gamma + mu;
  const sign = scheme === 'euler' ? -1 : 1;
  const own = scheme === 'nag-gs' ? mu : a;
  const sum = 2 * gamma / alpha + sign * m + own * alpha;
  const narrow = m + sign * own * alpha;
  const wide = 4 * gamma / alpha + sign * 2 * m + (scheme === 'nag-gs' ? 2 * mu - a : a) * alpha;
  return gamma * (gamma / a) * rho2 * (sum / wide / narrow);
}

// StationaryCovariance.mse
export function mse(scheme, p, values, rho2) {
  let sum = 0;
  for (const a of values) {
    const v = variance(scheme, p, a, rho2);
    if (v === null) return null;
    sum += v;
  }
  return sum;
}

// Contraction.criticalStep; the step from which a scheme is unstable
export function criticalStep(scheme, mu, gamma, values) {
  const m = mu + gamma;
  const along = a => {
    if (scheme === 'sgd') return 2 / a;
    if (scheme === 'nag-gs') {
      const excess = a - 2 * mu;
      return excess <= 0 ? Infinity : (m + Math.sqrt(m * m + 4 * gamma * excess)) / excess;
    }
    if (scheme === 'euler') {
      const disc = m * m - 4 * gamma * a;
      return disc <= 0 ? m / a : 4 * gamma / (m + Math.sqrt(disc));
    }
    return Infinity;
  };
  const step = Math.min(...values.map(along));
  return Number.isFinite(step) ? step : null;
}

// QuadraticConstant.isotropic: the limit of alpha MSE under center noise
export const constant = (gamma, values, rho2) => rho2 * values.reduce((sum, a) => sum + (gamma / a) * (gamma / a), 0);

// The limit of the MSE of IRON under gradient noise, sigma^2 tr H^-2
export const gradientLimit = (values, sigma2) => values.reduce((sum, a) => sum + sigma2 / (a * a), 0);

// PositionBound.limsup
export function positionBound(p, sigma2) {
  const gap = p.alpha * p.mu - 2 * p.gamma / p.alpha;
  const width = 4 * p.gamma / p.alpha + 2 * (p.gamma + p.mu) + p.alpha * p.mu;
  return gap > 0 ? p.alpha / gap * p.gamma / width * p.gamma * sigma2 : null;
}

// ConstantStepBound with TwoStepRecursion.limsup: Theorem 1 of the paper
export function paperBound(p, largest, sigma2) {
  const k1 = ((2 * p.gamma + p.mu) / p.mu) ** 2;
  const scale = 4 * k1 * (2 / Math.min(p.mu, p.gamma)) * (Math.max(largest, p.gamma) / 2);
  const c = k1 / (1 + p.mu / p.gamma) ** 2;
  const g = 2 * Math.sqrt(4 * scale) + 7 * scale;
  return p.alpha >= 1 && p.alpha > g ? c * sigma2 / (p.alpha - g) : null;
}

/** The expansion of a plateau is shown where its parameter is below this. */
const SMALL = 0.35;

// Plateau: where IRON with center noise settles on an objective that is no quadratic, from the numbers of its minimiser
// for gamma = rho = 1, mu = 0. The limit of alpha MSE is exact; the error at one step is an expansion, for Gaussian noise.
export function plateau(p, rho, unit) {
  const g2 = p.gamma * p.gamma * rho * rho;
  const small = p.gamma * rho / (unit.softest * Math.sqrt(p.alpha));
  const limit = g2 * unit.limit;
  const correction = unit.linear === undefined ? null : (p.gamma + p.mu) * g2 * unit.linear + g2 * g2 * unit.nonlinear;
  const mse = correction === null ? null : (limit + correction / p.alpha) / p.alpha;
  return {
    limit, correction,
    mse: small < SMALL && mse > 0 ? mse : null,
    covariance: small < SMALL ? unit.shape.map(c => g2 * c / p.alpha) : null,
  };
}

// Moments after k steps along one eigenvalue: means (e, w) and second moments about them, from which the mean-square
// error is mean^2 + c11. They follow the recursion of Transition exactly.
export const along = (e, w, c11, c12, c22) => ({ e, w, c11, c12, c22 });

export function advance(z, T, rho2, steps) {
  const [a, b, c, d] = T.M;
  const [g, h] = T.g;
  const q = T.q * rho2;
  let { e, w, c11, c12, c22 } = z;
  for (let k = 0; k < steps; k++) {
    const e1 = a * e + b * w;
    const w1 = c * e + d * w;
    const x = a * a * c11 + 2 * a * b * c12 + b * b * c22 + q * g * g;
    const y = a * c * c11 + (a * d + b * c) * c12 + b * d * c22 + q * g * h;
    const v = c * c * c11 + 2 * c * d * c12 + d * d * c22 + q * h * h;
    e = e1; w = w1; c11 = x; c12 = y; c22 = v;
  }
  return { e, w, c11, c12, c22 };
}
