// What can be taken along: the address, a command, a program, pictures and numbers.
import { RIDGE, query, scheme } from './state.js';
import { eigenvalues } from './programs.js';

/** Returns the line that gives the numbers of the page in a shell, null where there is none. */
export function command(s, method, header) {
  const kind = scheme(s, method);
  if (s.problem === 'least-squares' && s.noise === 'batch' && kind === 'iron') return s.theta === 1 ? batches(s) : null;
  const values = eigenvalues(s, header);
  const name = { iron: 'iron', 'nag-gs': 'nag-gs', euler: 'explicit-euler' }[kind];
  if (!values || !name) return null;
  return `./iron theory --eigenvalues ${values} --mu ${s.mu} --gamma ${s.gamma} --rho ${s.rho} --alpha ${s.alpha} --method ${name} --noise-model ${s.noise}${kind === 'iron' && s.theta < 1 ? ` --theta ${s.theta}` : ''} --json`;
}

/** The line through points is ridge regression on the columns 1 and t. */
function batches(s) {
  const rows = s.points.map(([t, y]) => `'${y} 1:1 2:${t}'`).join(' ');
  return `printf '%s\\n' ${rows} > points.libsvm
./iron theory minibatch points.libsvm --model ridge --reg ${RIDGE} --no-scale --no-intercept --batch ${s.batch} --alpha ${s.alpha} --mu ${s.mu} --gamma ${s.gamma} --json`;
}

/** Returns the line whose cloud has the same particles after k steps, null where there is none. */
export function reproduction(s, method, k) {
  const same = s.theta === 1 && s.problem === 'quadratic' && s.turn === 'seed' && s.noise === 'center' && scheme(s, method) === 'iron' && s.particles >= 64 && s.mu > 0 && s.rho > 0;
  return same ? `./iron reproduce quadratic --scale smoke --out runs/explore --alpha ${s.alpha} --eigenvalues ${s.a1},${s.a2} --b ${s.b} --mu ${s.mu} --gamma ${s.gamma} --rho ${s.rho} --noise ${s.law} --particles ${s.particles} --iterations ${Math.max(50, k)} --seed ${s.seed}` : null;
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

const STYLED = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'paint-order', 'font-size', 'font-family', 'opacity'];

/** Returns the charts below each other as one file, with their colours written into them. */
export function svg(charts) {
  const parts = [...charts].map((source, i) => {
    const copy = source.cloneNode(true);
    const from = source.querySelectorAll('*');
    copy.querySelectorAll('*').forEach((e, j) => {
      const style = getComputedStyle(from[j]);
      for (const name of STYLED) e.setAttribute(name, style.getPropertyValue(name));
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
