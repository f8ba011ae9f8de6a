// What theory says of one method in a state: the closed forms of the page, or for minibatches those of the server.
import * as theory from './theory.js';
import { scheme } from './state.js';

/** Laws without a variance have no mean-square error. */
export function hasVariance(law) {
  const [name, number] = law.split(':');
  return name === 'gaussian' || (name === 'student' && Number(number) > 2);
}

/** Noise of methods beside the flow is always the gradient's. */
const source = (s, method) => method === 'sgd' ? 'gradient' : s.noise;

export function exact(s, method, spectrum, served) {
  const kind = scheme(s, method);
  if (s.noise === 'batch') return served ? ofBatches(s, served, kind) : none(s, method, spectrum);
  if (!kind || !spectrum) return { ...none(s, method, spectrum), ...settled(s, kind, served) };
  const p = theory.parameters(s.alpha, s.mu, s.gamma);
  const { values } = spectrum;
  const result = {
    kind, p, values,
    radius: theory.spectralRadius(kind, p, values),
    critical: theory.criticalStep(kind, s.mu, s.gamma, values),
    mse: null, covariance: null, bias: [0, 0], limit: null, bound: null, paper: null, why: null,
  };
  if (!hasVariance(s.law)) return { ...result, why: 'this law has no variance' };
  const rho2 = variance(s, method, p);
  result.mse = theory.mse(kind, p, values, rho2);
  if (result.mse === null) return { ...result, why: 'the step is unstable' };
  const along = values.map(a => theory.variance(kind, p, a, rho2));
  result.covariance = rotated(along, spectrum.q);
  if (kind === 'iron') {
    result.limit = s.noise === 'center' ? theory.constant(s.gamma, values, s.rho * s.rho) : theory.gradientLimit(values, s.rho * s.rho);
    if (s.mu > 0 && s.mu <= Math.min(...values)) {
      result.bound = theory.positionBound(p, 2 * rho2);
      result.paper = theory.paperBound(p, Math.max(...values), 2 * rho2);
    }
  }
  return result;
}

/** Returns the variance of the noise that enters the recursion of a method. */
export const variance = (s, method, p) =>
  method === 'sgd' ? s.rho * s.rho : theory.diffusion(source(s, method), p, s.rho * s.rho);

function none(s, method, spectrum) {
  const why = method === 'adamw' ? 'AdamW has no closed form'
    : s.noise === 'batch' && spectrum ? (method === 'iron-corrected' ? 'no closed form of a corrected center is here' : 'unstable, or no closed form')
      : 'the problem is not quadratic';
  return { kind: null, mse: null, covariance: null, bias: [0, 0], radius: null, critical: null, limit: null, bound: null, paper: null, why };
}

/** Where theory has no exact value it may know what one tends to. */
function settled(s, kind, unit) {
  if (!unit || kind !== 'iron' || s.noise !== 'center' || !hasVariance(s.law)) return {};
  const plateau = theory.plateau(theory.parameters(s.alpha, s.mu, s.gamma), s.rho, s.law === 'gaussian' ? unit : { ...unit, linear: undefined });
  return { limit: plateau.limit, plateau };
}

const ofBatches = (s, served, kind) =>
  ({ kind, critical: null, bound: null, paper: null, why: null, ...served, sampled: !served.exact });

function rotated([u, v], q) {
  return [q[0] * q[0] * u + q[1] * q[1] * v, q[0] * q[2] * u + q[1] * q[3] * v, q[2] * q[2] * u + q[3] * q[3] * v];
}

/**
 * The exact mean-square error after k steps from x0 ~ N(0, I), v0 = 0, followed through changes of parameters: begin()
 * takes over the moments at the step of the change.
 */
export class Transient {
  begin(s, method, spectrum, minimiser, first) {
    const kind = scheme(s, method);
    const known = kind && spectrum && s.noise !== 'batch' && hasVariance(s.law);
    // Moments along eigenvectors mean nothing on another quadratic; they are known again from the next start.
    const shape = JSON.stringify([spectrum, minimiser]);
    let before = first > 0 && this.state && known && this.shape === shape ? this.at(first).state : null;
    // A method without a velocity point hands on its position for one.
    if (before && this.kind === 'sgd' && kind !== 'sgd') before = before.map(z => theory.along(z.e, z.e, z.c11, z.c11, z.c11));
    this.state = null;
    this.shape = shape;
    this.kind = kind;
    if (!known || (first > 0 && !before)) return;
    const { q, values } = spectrum;
    const p = theory.parameters(s.alpha, s.mu, s.gamma);
    const e = [0, 1].map(i => -(q[i] * minimiser[0] + q[i + 2] * minimiser[1]));
    this.first = first;
    this.state = before ?? e.map(m => theory.along(m, m, 1, 0, 0));
    this.steps = values.map(a => theory.transition(kind, p, a));
    this.rho2 = variance(s, method, p);
    this.cache = [];
  }

  /** Returns the moments after k steps. */
  at(k) {
    let from = { k: this.first, state: this.state };
    for (const known of this.cache) if (known.k <= k && known.k > from.k) from = known;
    const state = from.state.map((z, i) => theory.advance(z, this.steps[i], this.rho2, k - from.k));
    const found = { k, state };
    if (this.cache.length < 2000) this.cache.push(found);
    return found;
  }

  mse(k) {
    return this.state && k >= this.first ? this.at(k).state.reduce((sum, z) => sum + z.e * z.e + z.c11, 0) : null;
  }
}
