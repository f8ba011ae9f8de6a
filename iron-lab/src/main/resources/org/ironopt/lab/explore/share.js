// What can be taken along: the address, a command, a program, pictures and numbers.
import { query, scheme } from './state.js';

const quadratic = (s, values) => values && s.noise !== 'batch' ? values.join(',') : null;
const gaussian = s => s.law === 'gaussian';

/** Returns the line that gives the numbers of the page in a shell, null where there is none. */
export function command(s, method, spectrum) {
  const kind = scheme(s, method);
  const values = quadratic(s, spectrum?.values);
  if (!values || !['iron', 'nag-gs', 'euler'].includes(kind) || s.law.startsWith('stable') || s.law.startsWith('student')) return null;
  return `./iron theory --eigenvalues ${values} --mu ${s.mu} --gamma ${s.gamma} --rho ${s.rho} --alpha ${s.alpha} --method ${kind} --noise-model ${s.noise} --json`;
}

/** Returns the line whose cloud has the same particles after k steps, null where there is none. */
export function reproduction(s, method, k) {
  const same = s.problem === 'quadratic' && s.turn === 'seed' && s.noise === 'center' && scheme(s, method) === 'iron' && s.particles >= 64 && s.mu > 0 && s.rho > 0;
  return same ? `./iron reproduce quadratic --scale smoke --out runs/explore --alpha ${s.alpha} --eigenvalues ${s.a1},${s.a2} --b ${s.b} --mu ${s.mu} --gamma ${s.gamma} --rho ${s.rho} --noise ${s.law} --particles ${s.particles} --iterations ${Math.max(50, k)} --seed ${s.seed}` : null;
}

const SCHEMES = { iron: 'IRON', 'nag-gs': 'NAG_GS', euler: 'EXPLICIT_EULER' };

/** Returns a program that prints the numbers of the page, null where theory has none. */
export function java(s, method, spectrum) {
  const kind = scheme(s, method);
  const values = quadratic(s, spectrum?.values);
  if (!values || !gaussian(s) || !kind) return null;
  if (kind === 'sgd') {
    return `import org.ironopt.theory.GradientSpread;

/** The stationary error of SGD on a quadratic. */
void main() {
  double mse = 0;
  for (double a : new double[] {${values}}) {
    mse += GradientSpread.gradientDescent(${s.alpha}, a, ${s.rho} * ${s.rho}).orElse(Double.NaN);
  }
  IO.println("mse " + mse);
}
`;
  }
  return `import org.ironopt.theory.Contraction;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.NoiseSource;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;

/** Contraction and stationary error of one step on a quadratic. */
void main() {
  double[] eigenvalues = {${values}};
  IronParameters p = new IronParameters(${s.alpha}, ${s.mu}, ${s.gamma});
  double rho2 = NoiseSource.${s.noise.toUpperCase()}.diffusion(p, ${s.rho} * ${s.rho});
  Scheme scheme = Scheme.${SCHEMES[kind]};
  IO.println("radius " + Contraction.spectralRadius(scheme, p, eigenvalues));
  IO.println("mse " + StationaryCovariance.mse(scheme, p, eigenvalues, rho2).orElse(Double.NaN));
}
`;
}

export const address = s => `${location.origin}/${query(s) ? '?' + query(s) : ''}`;

export function save(name, blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Returns the pictures side by side as one. */
export function png(canvases) {
  const all = document.createElement('canvas');
  all.width = canvases.reduce((sum, c) => sum + c.width, 0);
  all.height = Math.max(...canvases.map(c => c.height));
  let x = 0;
  for (const c of canvases) {
    all.getContext('2d').drawImage(c, x, 0);
    x += c.width;
  }
  return new Promise(done => all.toBlob(done, 'image/png'));
}

const STYLED = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'font-size', 'font-family', 'opacity'];

/** Returns the charts below each other as one file, with their colours written into them. */
export function svg(charts) {
  const parts = [...charts].map((source, i) => {
    const copy = source.cloneNode(true);
    const from = source.querySelectorAll('*');
    copy.querySelectorAll('*').forEach((e, j) => {
      const style = getComputedStyle(from[j]);
      e.setAttribute('style', STYLED.map(name => `${name}:${style.getPropertyValue(name)}`).join(';'));
    });
    copy.setAttribute('y', 260 * i);
    copy.setAttribute('width', 420);
    copy.setAttribute('height', 250);
    return new XMLSerializer().serializeToString(copy);
  });
  return new Blob([`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 420 ${260 * parts.length}">${parts.join('')}</svg>\n`], { type: 'image/svg+xml' });
}

export function csv(history, methods) {
  const head = ['k', ...methods.flatMap(m => [`${m}_mse`, `${m}_standard_error`, `${m}_exact`])];
  const cell = v => v === null || v === undefined ? '' : String(v);
  const rows = history.map(h => [h.k, ...h.sides.flatMap(x => [x.mse, x.error, x.exact])].map(cell).join(','));
  return new Blob([[head.join(','), ...rows].join('\n') + '\n'], { type: 'text/csv' });
}
