package org.ironopt.curve;

import org.ironopt.linalg.Functions;
import org.ironopt.linalg.internal.Require;

/**
 * The loss {@code scale^2 rho(s^2)/2} of a residual r with s = r/scale. Squares by default; the
 * others grow more slowly, so that outliers have less influence.
 *
 * @param kind the function rho
 * @param scale the residual at which a robust loss begins to bend
 */
public record RobustLoss(Kind kind, double scale) {
  /** The function rho of z = (r/scale)^2. */
  public enum Kind {
    /** {@code z}. */
    SQUARES,
    /** {@code z} up to 1, then {@code 2 sqrt(z) - 1}. */
    HUBER,
    /** {@code 2 (sqrt(1 + z) - 1)}. */
    SOFT_L1,
    /** {@code log(1 + z)}. */
    CAUCHY
  }

  /** Least squares. */
  public static final RobustLoss SQUARES = new RobustLoss(Kind.SQUARES, 1);

  public RobustLoss {
    Require.positive("scale", scale);
  }

  /** Returns Huber's loss: squares up to the scale, absolute values beyond. */
  public static RobustLoss huber(double scale) {
    return new RobustLoss(Kind.HUBER, scale);
  }

  /** Returns the smooth version of Huber's. */
  public static RobustLoss softL1(double scale) {
    return new RobustLoss(Kind.SOFT_L1, scale);
  }

  /** Returns Cauchy's loss, which hardly charges far outliers more than near ones. */
  public static RobustLoss cauchy(double scale) {
    return new RobustLoss(Kind.CAUCHY, scale);
  }

  /** Returns {@code scale^2 rho((r/scale)^2)}, twice the cost of a residual. */
  double of(double r) {
    double z = r / scale * (r / scale);
    return switch (kind) {
      case SQUARES -> r * r;
      case HUBER -> z <= 1 ? r * r : scale * scale * (2 * Math.sqrt(z) - 1);
      case SOFT_L1 -> 2 * scale * scale * (z / (Math.sqrt(1 + z) + 1));
      case CAUCHY -> scale * scale * Functions.log1p(z);
    };
  }

  /** Returns {@code psi(r) = r rho'}, half the derivative of {@link #of}. */
  double influence(double r) {
    double z = r / scale * (r / scale);
    return switch (kind) {
      case SQUARES -> r;
      case HUBER -> z <= 1 ? r : Math.copySign(scale, r);
      case SOFT_L1 -> r / Math.sqrt(1 + z);
      case CAUCHY -> r / (1 + z);
    };
  }

  /** Returns the derivative of {@link #influence}; that of Cauchy's loss is negative far out. */
  double slope(double r) {
    double z = r / scale * (r / scale);
    return switch (kind) {
      case SQUARES -> 1;
      case HUBER -> z <= 1 ? 1 : 0;
      case SOFT_L1 -> 1 / ((1 + z) * Math.sqrt(1 + z));
      case CAUCHY -> (1 - z) / (1 + z) / (1 + z);
    };
  }

  /**
   * Scales residuals and their rows of J, columns of [J r], so that squares of the scaled ones have
   * the gradient of the loss and, where that is positive, its Gauss-Newton curvature {@code rho' +
   * 2 z rho''} (B. Triggs et al., Bundle adjustment, 2000); elsewhere the curvature {@code rho'} is
   * kept down to a tenth.
   */
  void scale(double[][] block) {
    if (kind == Kind.SQUARES) {
      return;
    }
    double[] residuals = block[block.length - 1];
    for (int i = 0; i < residuals.length; i++) {
      double r = residuals[i];
      double z = r / scale * (r / scale);
      double first;
      double second;
      switch (kind) {
        case HUBER -> {
          first = z <= 1 ? 1 : 1 / Math.sqrt(z);
          second = z <= 1 ? 0 : -0.5 / (z * Math.sqrt(z));
        }
        case SOFT_L1 -> {
          first = 1 / Math.sqrt(1 + z);
          second = -0.5 * first / (1 + z);
        }
        default -> {
          first = 1 / (1 + z);
          second = -first * first;
        }
      }
      double root = Math.sqrt(Math.max(first + 2 * z * second, 0.1 * first));
      for (double[] column : block) {
        column[i] *= root;
      }
      residuals[i] = r * first / root;
    }
  }
}
