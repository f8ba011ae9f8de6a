package org.ironopt.theory.sampling;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.internal.Require;
import org.ironopt.theory.IronParameters;

/**
 * A method with constant parameters as a linear recursion on a {@link QuadraticSum}. With e and w
 * the errors of x and v, {@code p = h_1 e + h_2 w} and the batch B of the step, THEORY (52):
 *
 * <pre>{@code
 * z+ = z + N z + g (q_B - D_B p),   z = (e, w)
 * implicit:  D_B = lambda A_B R_B,  q_B = -lambda R_B g_B,  R_B = (I + lambda A_B)^-1
 * explicit:  D_B = lambda A_B,      q_B = -lambda g_B
 * }</pre>
 *
 * N, g and h are numbers (2 x 2 and pairs) that depend on the method alone: N is the step of the
 * flow for a constant f.
 *
 * @param kind the method
 * @param step alpha of the flow, or the step eta of SPPM and SGD
 * @param mu of the flow; 0 for SPPM and SGD
 * @param gamma of the flow, kept constant; 1 for SPPM and SGD
 */
public record LinearRecursion(Kind kind, double step, double mu, double gamma) {
  /** The methods that are compared on one flow. */
  public enum Kind {
    /** THEORY (3)-(4) with the resolvent of the batch. */
    IRON,
    /** THEORY (8) with the gradient of the batch. */
    NAG_GS,
    /** {@code x+ = prox_{eta f_B}(x)}. */
    SPPM,
    /** {@code x+ = x - eta grad f_B(x)}. */
    SGD
  }

  public LinearRecursion {
    Require.positive("step", step);
    Require.nonNegative("mu", mu);
    Require.positive("gamma", gamma);
  }

  /** Returns minibatch IRON. */
  public static LinearRecursion iron(IronParameters p) {
    return new LinearRecursion(Kind.IRON, p.alpha(), p.mu(), p.gamma());
  }

  /** Returns minibatch NAG-GS on the same flow. */
  public static LinearRecursion nagGs(IronParameters p) {
    return new LinearRecursion(Kind.NAG_GS, p.alpha(), p.mu(), p.gamma());
  }

  /**
   * Returns the stochastic proximal point method, IRON without inertia and {@code lambda = eta}.
   */
  public static LinearRecursion sppm(double eta) {
    return new LinearRecursion(Kind.SPPM, eta, 0, 1);
  }

  /** Returns stochastic gradient descent. */
  public static LinearRecursion sgd(double eta) {
    return new LinearRecursion(Kind.SGD, eta, 0, 1);
  }

  /** Changes the step. */
  public LinearRecursion step(double changed) {
    return new LinearRecursion(kind, changed, mu, gamma);
  }

  /** Returns the parameters of the flow at this step. */
  public IronParameters parameters() {
    return new IronParameters(step, mu, gamma);
  }

  /** Returns whether a step solves the resolvent of its batch. */
  public boolean implicit() {
    return kind == Kind.IRON || kind == Kind.SPPM;
  }

  /** Returns the factor of the gradient: lambda, {@code alpha/(gamma + alpha mu)} or eta. */
  public double lambda() {
    return switch (kind) {
      case IRON -> parameters().lambda();
      case NAG_GS -> step / (gamma + step * mu);
      case SPPM, SGD -> step;
    };
  }

  /**
   * Returns the covariance of gradient noise that equals center noise of covariance Sigma, {@code
   * gamma^2 Sigma/alpha}, THEORY (19).
   */
  public DenseMatrix centerNoise(DenseMatrix sigma) {
    return sigma.times(gamma / step * gamma);
  }

  /** Returns N by rows. */
  double[] n() {
    return switch (kind) {
      case IRON -> {
        double s = parameters().s();
        yield new double[] {-1 / s, 1 / s, mu / gamma / s, -mu / gamma / s};
      }
      case NAG_GS -> {
        double x = step / (1 + step);
        double v = step * mu / (gamma + step * mu);
        yield new double[] {-x, x, v / (1 + step), -v / (1 + step)};
      }
      // The second component plays no part: it is 0 after a step.
      case SPPM, SGD -> new double[] {0, 0, 0, -1};
    };
  }

  /** Returns g. */
  double[] g() {
    return switch (kind) {
      case IRON -> new double[] {1, 1 + 1 / step};
      case NAG_GS -> new double[] {0, 1};
      case SPPM, SGD -> new double[] {1, 0};
    };
  }

  /** Returns h. */
  double[] h() {
    return switch (kind) {
      case IRON -> {
        IronParameters p = parameters();
        yield new double[] {p.tau() / p.s(), 1 / p.s()};
      }
      case NAG_GS -> new double[] {1 / (1 + step), step / (1 + step)};
      case SPPM, SGD -> new double[] {1, 0};
    };
  }

  /**
   * Returns {@code I + N - g h'}, the matrix of a step with {@code D_B = I}; for implicit methods
   * what is left of the state when lambda is infinite, so it is written without the cancellation.
   */
  double[] rest() {
    double[] n = n();
    double[] g = g();
    double[] h = h();
    return switch (kind) {
      case IRON -> new double[] {0, 0, -1 / step, 0};
      case SPPM, SGD -> new double[4];
      case NAG_GS ->
          new double[] {
            1 + n[0] - g[0] * h[0], n[1] - g[0] * h[1], n[2] - g[1] * h[0], 1 + n[3] - g[1] * h[1]
          };
    };
  }
}
