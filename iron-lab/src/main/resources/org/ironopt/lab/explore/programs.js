// Programs that print the numbers of the page.
import { RIDGE, scheme } from './state.js';

/** Returns the eigenvalues of a quadratic whose noise has a variance, null for all else. */
export const eigenvalues = (s, { spectrum, variance }) => spectrum && variance && s.noise !== 'batch' ? spectrum[0].join(',') : null;

const SCHEMES = { iron: 'IRON', 'nag-gs': 'NAG_GS', euler: 'EXPLICIT_EULER' };

/** Returns a program that prints the numbers of the page, null where theory has none. */
export function java(s, method, header) {
  const kind = scheme(s, method);
  if (s.problem === 'least-squares' && s.noise === 'batch') return ofBatches(s, kind);
  if (!header.spectrum && kind === 'iron' && s.noise === 'center' && s.law === 'gaussian') return s.theta === 1 ? ofPlateau(s) : null;
  const values = eigenvalues(s, header);
  if (!values || !kind) return null;
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
  if (kind === 'iron' && s.theta < 1) {
    return `import org.ironopt.theory.*;

/** Contraction and stationary error of one relaxed step on a quadratic. */
void main() {
  double[] eigenvalues = {${values}};
  IronParameters p = new IronParameters(${s.alpha}, ${s.mu}, ${s.gamma});
  double rho2 = NoiseSource.${s.noise.toUpperCase()}.diffusion(p, ${s.rho} * ${s.rho});
  RelaxedLaw law = new RelaxedLaw(${s.theta}, p);
  IO.println("radius " + law.spectralRadius(eigenvalues));
  IO.println("mse " + law.mse(eigenvalues, rho2));
}
`;
  }
  return `import org.ironopt.theory.*;

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

const RECURSIONS = { iron: 'iron(p)', 'nag-gs': 'nagGs(p)', sgd: 'sgd(p.alpha())' };
const rows = list => `{${list.map(p => `{${p.join(', ')}}`).join(', ')}}`;

function ofBatches(s, kind) {
  if (!(kind in RECURSIONS) || (kind === 'iron' && s.theta < 1)) return null;
  return `import org.ironopt.linalg.DenseMatrix;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.sampling.*;

/** The stationary error of minibatch steps on the line through points. */
void main() {
  double[][] rows = ${rows(s.points.map(p => [1, p[0]]))};
  double[] y = {${s.points.map(p => p[1]).join(', ')}};
  QuadraticSum sum = QuadraticSum.leastSquares(DenseMatrix.of(rows), y, ${RIDGE});
  IronParameters p = new IronParameters(${s.alpha}, ${s.mu}, ${s.gamma});
  BatchLaw law = BatchLaw.of(sum, SamplingScheme.without(${s.batch}));
  IO.println("mse " + MinibatchMoments.of(law, LinearRecursion.${RECURSIONS[kind]}).map(MinibatchMoments::mse).orElse(Double.NaN));
}
`;
}

function ofPlateau(s) {
  const logistic = s.problem === 'logistic';
  if (!logistic && s.problem !== 'log-cosh') return null;
  const head = logistic ? `import org.ironopt.data.Dataset;
import org.ironopt.method.Iron;
import org.ironopt.method.Stepper;
import org.ironopt.regression.Logistic;` : 'import org.ironopt.problem.analytic.LogCosh;';
  const made = logistic ? `  double[][] rows = ${rows(s.points.map(p => [p[0], p[1]]))};
  String[] labels = {${s.points.map(p => `"${p[2]}"`).join(', ')}};
  Logistic f = Logistic.of(Dataset.classification(rows, labels), ${RIDGE});
  Stepper iron = Iron.step(1e4).frozen().start(f, new double[2]);
  for (int k = 0; k < 60; k++) {
    iron.advance();
  }
  double[] minimizer = iron.x();` : `  LogCosh f = LogCosh.diagonal(new double[] {${s.a1}, ${s.a2}}, new double[] {${s.b}, ${s.b}});
  double[] minimizer = f.minimizer();`;
  return `${head}
import org.ironopt.theory.Plateau;

/** What the error of IRON tends to under center noise, and its expansion at one step. */
void main() {
${made}
  Plateau plateau = Plateau.isotropic(f, minimizer, ${s.mu}, ${s.gamma}, ${s.rho} * ${s.rho});
  IO.println("limit " + plateau.limit());
  IO.println("expansion " + plateau.mse(${s.alpha}));
}
`;
}
