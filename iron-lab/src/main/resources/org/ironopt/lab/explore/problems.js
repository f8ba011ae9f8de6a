// The objectives of the page as functions of two variables, for contours; the particles are moved by the library.

export const RIDGE = 0.1;
const logCosh = x => Math.abs(x) + Math.log1p(Math.exp(-2 * Math.abs(x))) - Math.LN2;

/** Returns f of a state; of a quadratic f needs the eigenvectors, in the columns of [q11, q12, q21, q22]. */
export function value(s, q) {
  switch (s.problem) {
    case 'quadratic':
      return (x, y) => {
        const u = q[0] * x + q[2] * y;
        const v = q[1] * x + q[3] * y;
        return (s.a1 * u * u + s.a2 * v * v) / 2 - s.b * (x + y);
      };
    case 'log-cosh':
      return (x, y) => ((s.a1 * logCosh(x) - s.b) ** 2 + (s.a2 * logCosh(y) - s.b) ** 2) / 2;
    case 'sine':
      return (x, y) => x * x + 3 * Math.sin(x) ** 2 + y * y + 3 * Math.sin(y) ** 2;
    case 'double-well':
      return (x, y) => (x * x - 1) ** 2 / 4 + y * y / 2;
    case 'rosenbrock':
      return (x, y) => 100 * (y - x * x) ** 2 + (1 - x) ** 2;
    case 'logistic':
      return (x, y) => {
        let sum = 0;
        for (const [u, v, c] of s.points) {
          const z = (c ? -1 : 1) * (x * u + y * v);
          sum += Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z)));
        }
        return sum / s.points.length + RIDGE * (x * x + y * y) / 2;
      };
    case 'least-squares':
      return (x, y) => {
        let sum = 0;
        for (const [t, v] of s.points) sum += (x + y * t - v) ** 2 / 2;
        return sum / s.points.length + RIDGE * (x * x + y * y) / 2;
      };
  }
  throw new Error('no problem ' + s.problem);
}

/** Returns eigenvalues and eigenvectors of a quadratic, null for what is none. */
export function spectrum(s, drawn) {
  if (s.problem === 'quadratic') {
    if (s.turn === 'seed') return drawn ? { values: [s.a1, s.a2], q: drawn } : null;
    const angle = s.turn * Math.PI / 180;
    const c = Math.cos(angle);
    const t = Math.sin(angle);
    return { values: [s.a1, s.a2], q: [c, -t, t, c] };
  }
  if (s.problem !== 'least-squares') return null;
  const n = s.points.length;
  const mean = s.points.reduce((sum, p) => sum + p[0], 0) / n;
  const square = s.points.reduce((sum, p) => sum + p[0] * p[0], 0) / n;
  return eigen(1 + RIDGE, mean, square + RIDGE);
}

/** Returns the eigenvalues, ascending, and eigenvectors of [[h11, h12], [h12, h22]]. */
export function eigen(h11, h12, h22) {
  const mid = (h11 + h22) / 2;
  const half = Math.hypot((h11 - h22) / 2, h12);
  const large = mid + half;
  const small = half === 0 ? mid : (h11 * h22 - h12 * h12) / large;
  const angle = Math.atan2(2 * h12, h11 - h22) / 2; // of the large one
  const c = Math.cos(angle);
  const t = Math.sin(angle);
  return { values: [small, large], q: [-t, c, c, t] };
}

/** Half the width of a picture that shows the start N(0, I) and the minimisers. */
export function view(minimisers, zoom) {
  const far = Math.max(...minimisers.map(m => Math.hypot(...m)));
  const centre = minimisers.length === 1 ? minimisers[0] : [0, 0];
  return { centre, half: Math.max(2.2, far + 1.4) / zoom };
}
