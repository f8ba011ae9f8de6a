package org.ironopt.lab.foundations;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Iron;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerTolerance;
import org.ironopt.resolvent.Resolvent;
import org.ironopt.theory.IronParameters;

/**
 * A smooth strongly convex problem with its constants, random in the studies.
 *
 * @param f the objective, mu-strongly convex and l-smooth
 * @param mu convexity constant
 * @param l smoothness constant
 * @param minimizer where the gradient vanishes
 */
record StudyProblem(Curved f, double mu, double l, double[] minimizer) {
  /** As exactly as the rounding of the residual allows. */
  private static final InnerMethod EXACT =
      InnerMethod.NEWTON_CHOLESKY.tolerance(InnerTolerance.absolute(0));

  /** Returns a quadratic or a logistic regression, each half of the time. */
  static StudyProblem random(InstanceRandom draw) {
    if (draw.uniform(0, 1) >= 0.5) {
      return logistic(draw);
    }
    double kappa = draw.spread(1, 100);
    return quadratic(draw, draw.spectrum(draw.between(1, 5), draw.spread(0.05, 5), kappa));
  }

  /** Returns a quadratic with these eigenvalues, otherwise random. */
  static StudyProblem quadratic(InstanceRandom draw, double[] eigenvalues) {
    int n = eigenvalues.length;
    Quadratic f = Quadratic.ofEigen(eigenvalues, draw.orthogonal(n), draw.normals(n));
    return new StudyProblem(f, f.smallestEigenvalue(), f.largestEigenvalue(), f.minimizer());
  }

  /** Returns a ridge logistic regression of dimension 2 to 4 on 30 rows. */
  static StudyProblem logistic(InstanceRandom draw) {
    int n = draw.between(2, 4);
    RidgeLogistic f = new RidgeLogistic(draw.matrix(30, n), draw.spread(0.02, 0.5));
    return new StudyProblem(f, f.reg, f.smoothness(), f.minimizer());
  }

  int dimension() {
    return f.dimension();
  }

  /** Returns the most exact way to solve a resolvent of this problem. */
  InnerMethod solver() {
    return f instanceof Quadratic ? InnerMethod.CLOSED_FORM : EXACT;
  }

  /** Returns IRON with center noise and the most exact inner solver. */
  Iron iron(IronParameters p, Noise law) {
    return Iron.step(p.alpha())
        .mu(p.mu())
        .gamma(p.gamma())
        .noise(new CenterNoise(law))
        .inner(solver());
  }

  /** Returns the root u of {@code u + lambda grad f(u) = center}. */
  double[] prox(double lambda, double[] center) {
    double[] u = center.clone();
    Resolvent.of(f, solver()).solve(lambda, center, minimizer, u);
    return u;
  }

  /** Returns {@code g(u) = u - center + lambda grad f(u)}. */
  double[] residual(double lambda, double[] center, double[] u) {
    double[] g = gradient(u);
    Vectors.scale(lambda, g);
    return Study.sum(Study.sum(g, 1, u), -1, center);
  }

  double[] gradient(double[] x) {
    double[] g = new double[dimension()];
    f.gradient(x, g);
    return g;
  }

  DenseMatrix hessian(double[] x) {
    Curvature curvature = f.curvature();
    curvature.at(x, new double[dimension()]);
    DenseMatrix h = DenseMatrix.zeros(dimension(), dimension());
    curvature.block(0, h);
    return h;
  }

  /** Returns a normal point around the minimiser. */
  double[] point(InstanceRandom draw, double scale) {
    double[] x = draw.normals(dimension());
    Vectors.scale(scale, x);
    return Study.sum(x, 1, minimizer);
  }

  /** Returns {@code |x - x*|^2}. */
  double squaredError(double[] x) {
    return Study.square(x, minimizer);
  }

  /** Returns the mean of {@code |x - x*|^2} over the steps of a run after its first ones. */
  double meanError(FlowStepper iron, int burnIn, int steps) {
    double sum = 0;
    for (int k = 0; k < burnIn + steps; k++) {
      iron.advance();
      sum += k < burnIn ? 0 : squaredError(iron.x());
    }
    return sum / steps;
  }

  /** Returns {@code f(x) - f* + gamma/2 |v - x*|^2}. */
  double energy(double[] x, double[] v, double gamma) {
    return f.value(x) - f.value(minimizer) + gamma / 2 * squaredError(v);
  }

  /**
   * A small ridge logistic regression, smooth and strongly convex but not quadratic: {@code f(w) =
   * mean_i log(1 + exp(-x_i.w)) + reg |w|^2/2}.
   *
   * @param x the rows {@code x_i}, already multiplied by their labels
   * @param reg factor of the penalty and strong convexity constant
   */
  record RidgeLogistic(DenseMatrix x, double reg) implements Curved {
    @Override
    public int dimension() {
      return x.columns();
    }

    @Override
    public OptionalDouble modulus() {
      return OptionalDouble.of(reg);
    }

    /** Returns {@code reg + max eig(X'X)/(4N)}; a logistic term has curvature at most 1/4. */
    double smoothness() {
      double[] eigenvalues = SymmetricEigen.of(x.transpose().multiply(x)).values();
      return reg + eigenvalues[eigenvalues.length - 1] / (4 * x.rows());
    }

    /** The proximal point method with a long step: each iteration gains three digits. */
    double[] minimizer() {
      double[] w = new double[dimension()];
      Resolvent resolvent = Resolvent.of(this, EXACT);
      for (int k = 0; k < 8; k++) {
        double[] center = w.clone();
        resolvent.solve(1000 / reg, center, center, w);
      }
      return w;
    }

    @Override
    public double value(double[] w) {
      double sum = 0;
      for (double z : product(w)) {
        sum += Math.max(0, -z) + Functions.log1p(Functions.exp(-Math.abs(z)));
      }
      return sum / x.rows() + reg / 2 * Vectors.dot(w, w);
    }

    @Override
    public void gradient(double[] w, double[] gradient) {
      double[] z = product(w);
      Arrays.setAll(z, i -> -Functions.sigmoid(-z[i]) / z.length);
      x.applyTransposed(z, gradient);
      Vectors.axpy(reg, w, gradient);
    }

    private double[] product(double[] w) {
      double[] z = new double[x.rows()];
      x.apply(w, z);
      return z;
    }

    @Override
    public Curvature curvature() {
      return new Curvature() {
        private double[] weights;

        @Override
        public int dimension() {
          return x.columns();
        }

        @Override
        public double at(double[] w, double[] gradient) {
          double[] z = product(w);
          Arrays.setAll(z, i -> Functions.sigmoid(-z[i]) * Functions.sigmoid(z[i]) / z.length);
          weights = z;
          return valueAndGradient(w, gradient);
        }

        @Override
        public void apply(double[] v, double[] hv) {
          double[] z = product(v);
          Vectors.multiply(z, weights, z);
          x.applyTransposed(z, hv);
          Vectors.axpy(reg, v, hv);
        }
      };
    }
  }
}
