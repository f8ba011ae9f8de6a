package org.ironopt.fit;

import java.util.Arrays;
import org.ironopt.fit.FitResult.CertificateKind;
import org.ironopt.fit.partition.BregmanDivergence;
import org.ironopt.fit.partition.CertificateSums;
import org.ironopt.fit.partition.FitRows;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.SmallCholesky;
import org.ironopt.regression.internal.CompensatedLoss;
import org.ironopt.regression.internal.FamilyLoss;
import org.ironopt.regression.internal.HuberLoss;
import org.ironopt.regression.internal.LogisticLoss;
import org.ironopt.regression.internal.Loss;
import org.ironopt.regression.internal.PoissonLoss;
import org.ironopt.regression.internal.SquaredLoss;
import org.jspecify.annotations.Nullable;

/**
 * How far a point is from the optimum, by a feasible point of the dual problem. With weights omega
 * of sum W, R = reg, R1 = l1 and coefficients w in penalised units, any numbers p'_ik that are a
 * prediction (probabilities; counts {@code >= 0}) and make {@code sum_i omega_i (p'_ik - y_ik) = 0}
 * for every free intercept give
 *
 * <pre>
 *   F(w, b) - F* &lt;= (1/W) sum_i omega_i D(p'_i | p_i)
 *                  + sum_j [ R/2 w_j^2 + R1 |w_j| + max(|z_j| - R1, 0)^2 / (2R) + z_j w_j ],
 *   z = X'(omega (p' - y)) / W,
 * </pre>
 *
 * D the divergence that belongs to the loss (Kullback-Leibler; half a square). The p' are those of
 * the model, mixed with a constant: classes {@code p' = (1 - t) p + t m} with the smallest t for
 * which m can be probabilities, least squares the residuals less their mean, counts a multiple of
 * p. The derivatives of a {@link FamilyLoss} are mixed with an end of their range. With R1 they may
 * also be scaled towards y, until all {@code |z_j| <= R1}; without R they must be. z is a
 * combination of the gradient and of products of rows and targets that a fit makes once ({@link
 * Coordinates#tilt}), and rows keep their predictions, so that this costs no further pass. {@link
 * #solveIntercept} makes t tiny. What rounding can do is added, see {@link Rounding}.
 */
final class Certificate {
  private static final int STEPS = 30;

  /** A bound that is large although little was moved is worth another pass. */
  private static final double LITTLE = 1e-6;

  /** Rounding below this part of a value does not reach the digits that people read. */
  private static final double DIGITS = 1e-12;

  /** What is below this part of a gap does not change what it says. */
  private static final double NEGLIGIBLE = 1e-3;

  private final FitObjective f;
  private final Coordinates x;
  private final Loss loss;
  private final Rounding rounding;

  /** Shares of the classes in the weight, or the mean of numbers. */
  private final double[] shares;

  private final double[] gradient;
  private final double[] w;

  Certificate(FitObjective f) {
    this.f = f;
    x = f.coordinates();
    loss = f.rows().loss();
    rounding = new Rounding(f);
    shares = f.targets().shares();
    gradient = new double[f.dimension()];
    w = new double[f.dimension()];
  }

  /**
   * Bounds on the gap at one point.
   *
   * @param value F there
   * @param gap bound on F less its optimum, what rounding can do included; infinite if none
   * @param floor what rounding can do
   * @param solved about what the gap would be with the best intercepts for the coefficients
   * @param exact whether F is zero but for the rounding of its residuals
   * @param intercept size of the gradient of the intercepts
   * @param slope size of the gradient of the penalised coefficients, or of the nearest subgradient
   */
  record Bound(
      double value,
      double gap,
      double floor,
      double solved,
      boolean exact,
      double intercept,
      double slope) {
    /** A factor for the rounding of the few operations behind the bound. */
    private static final double UP = 1 + 1e-6;

    static Bound unknown() {
      double none = Double.NaN;
      double all = Double.POSITIVE_INFINITY;
      return new Bound(none, all, none, all, false, none, none);
    }

    /**
     * Returns the gap relative to the smallest value that it allows for the optimum; infinite where
     * F is nothing but rounding, since no number stands behind a part of it.
     */
    double relative() {
      return exact ? Double.POSITIVE_INFINITY : relative(gap);
    }

    /** Returns the same for the best intercepts, about. */
    double relativeSolved() {
      return relative(solved);
    }

    private double relative(double absolute) {
      double up = UP * absolute;
      return value > 0 && up < value ? up / (value - up) : Double.POSITIVE_INFINITY;
    }

    /** Returns the same with another value, and a gap that is larger. */
    Bound of(double other, double more) {
      // A gap as large as the value says nothing, and says no more of another value.
      double wide = gap < value ? Math.min(gap + more, other) : other;
      return new Bound(other, wide, floor + more, solved, exact, intercept, slope);
    }

    CertificateKind kind() {
      if (!exact && Double.isInfinite(relative())) {
        return CertificateKind.NONE;
      }
      return exact || gap <= 2 * floor ? CertificateKind.ROUNDING : CertificateKind.GAP;
    }

    /** Returns whether the coefficients are as good as rounding lets them be. */
    boolean negligible() {
      return solved <= 2 * floor;
    }

    /** Returns the size of the gradient. */
    double size() {
      return Math.max(slope, intercept);
    }
  }

  Rounding rounding() {
    return rounding;
  }

  Bound at(double[] theta) {
    double value = f.valueAndGradient(theta, gradient) + f.kinks(theta);
    x.expand(theta, w);
    double[] slopes = gradient.clone();
    x.push(slopes);
    double constants = 0;
    double squares = 0;
    for (int i = 0; i < slopes.length; i++) {
      int j = i % x.stride();
      if (j == x.columns()) {
        constants = Math.fma(gradient[i], gradient[i], constants);
      } else {
        double s = FitObjective.nearest(slopes[i], w[i], f.l1());
        squares = Math.fma(s, s, squares);
      }
    }
    double predictions = rounding.predictions(w, largestCurvature());
    double floor = rounding.sums() * scale(value) + predictions;
    boolean exact = quadratic() && value <= 4 * predictions;
    double gap = Double.POSITIVE_INFINITY;
    double solved = gap;
    if (f.reg() > 0 || f.l1() > 0) {
      Dual dual = new Dual(theta, value, slopes, x.intercept());
      gap = dual.gap() + floor;
      solved = constants == 0 ? gap : new Dual(theta, value, slopes, false).gap() + floor;
      floor += f.reg() > 0 ? dual.error * dual.error / (2 * f.reg()) : 0;
    }
    // No loss and no penalty is negative.
    double least = Math.min(gap, value);
    return new Bound(value, least, floor, solved, exact, Math.sqrt(constants), Math.sqrt(squares));
  }

  /**
   * Returns a bound for the point that is handed back. The rounding of predictions enters a value
   * as it is, and the gap by its square only: beside large means the first is far larger than the
   * second. Where it may reach the digits of the value or of a gap that is asked for, {@link
   * FitRows#accurate} computes it anew.
   */
  Bound valued(double[] theta, Bound bound, double tolerance) {
    double value = bound.value();
    if (!Double.isFinite(value)) {
      return bound;
    }
    x.expand(theta, w);
    double rounded = rounding.value(w, size(theta, value)) + rounding.sums() * scale(value);
    double asked = Math.max(bound.gap(), tolerance * value);
    if (rounded <= DIGITS * value && rounded <= NEGLIGIBLE * asked) {
      return bound.of(value, unforeseen(rounded, bound));
    }
    CompensatedLoss sum = f.rows().accurate(w);
    double loss = sum.mean();
    double anew = loss + f.penalty(w) + f.kinks(theta);
    double error = sum.meanError() + rounding.sums() * (anew - loss);
    return bound.of(anew, unforeseen(Double.isNaN(sum.error()) ? rounded : error, bound));
  }

  /** Returns the part of an error that the gap has no room for: it has that of the sums. */
  private double unforeseen(double error, Bound bound) {
    return Math.max(0, error - rounding.sums() * scale(bound.value()));
  }

  /** Returns a bound on the root mean square of the derivatives of the losses. */
  private double size(double[] theta, double value) {
    // The derivative q of a loss of a class has q^2 <= q <= its loss.
    return Math.sqrt(
        loss instanceof PoissonLoss || loss instanceof FamilyLoss
            ? f.curvatureAt(theta).rows().sums().squares()
            : 2 * value);
  }

  /** Half a deviance is a difference, whose terms are rounded. */
  private double scale(double value) {
    return value + 4 * f.targets().magnitude();
  }

  /** Returns whether the loss is, at least in parts. */
  private boolean quadratic() {
    return loss instanceof SquaredLoss || loss instanceof HuberLoss;
  }

  private double largestCurvature() {
    return switch (loss) {
      case PoissonLoss p -> shares[0];
      case FamilyLoss g -> g.curvature(shares[0]);
      default -> loss.largestCurvature();
    };
  }

  /** The dual point of one point. */
  private final class Dual {
    private final double[] theta;
    private final double value;
    private final double[] slopes;

    /** Part of the predictions that is mixed. */
    private double t;

    /** Mean residual of least squares. */
    private double residual;

    /** Mean of the ends of ranges that are mixed in. */
    private double end;

    /** What is mixed into the classes, t included; of families the ends for targets 0 and 1. */
    private final double[] mixed = new double[shares.length];

    /** Sizes of the derivatives of the losses, and of the rounding in z. */
    private final double size;

    private final double error;

    Dual(double[] theta, double value, double[] slopes, boolean balanced) {
      this.theta = theta;
      this.value = value;
      this.slopes = slopes;
      if (balanced) {
        balance();
      }
      size = Certificate.this.size(theta, value) + Math.max(1, Math.abs(end)) * Math.abs(t);
      error = rounding.slopes(size);
    }

    /** Finds the mixture for which the derivatives by the intercepts vanish. */
    private void balance() {
      double first = gradient[at(0)];
      switch (loss) {
        case SquaredLoss s -> residual = first;
        case PoissonLoss p -> t = first / (shares[0] + first);
        case LogisticLoss l -> mix(new double[] {-first, first});
        case FamilyLoss g -> {
          boolean down = first > 0 && Double.isFinite(g.lowest(1));
          Arrays.setAll(mixed, y -> down ? g.lowest(y) : g.highest(y));
          end = Math.fma(mixed[1] - mixed[0], shares[0], mixed[0]);
          t = first / (first - end);
        }
        default -> {
          double[] rho = new double[x.outputs()];
          Arrays.setAll(rho, c -> gradient[at(c)]);
          mix(rho);
        }
      }
    }

    private void mix(double[] rho) {
      for (int k = 0; k < rho.length; k++) {
        t = Math.max(t, rho[k] > 0 ? rho[k] / (shares[k] + rho[k]) : 0);
      }
      for (int k = 0; k < rho.length; k++) {
        mixed[k] = Math.max(0, t * shares[k] - (1 - t) * rho[k]);
      }
    }

    /** Returns the smallest bound that the dual points at hand give, without floor. */
    double gap() {
      // A bound above F says nothing, and the rows need not be looked at for it.
      double best = value;
      double ridge = f.reg() > 0 ? coefficients(0) : best;
      if (ridge < best) {
        best = Math.min(best, ridge + divergence(0));
      }
      double tau = f.l1() > 0 ? shrinking() : 0;
      if (f.reg() > 0 && tau == 0) {
        return best;
      }
      double other = coefficients(tau);
      return other < best ? Math.min(best, other + divergence(tau)) : best;
    }

    /** Returns the part of derivatives to take away so that none by a coefficient exceeds l1. */
    private double shrinking() {
      double largest = 0;
      for (int i = 0; i < slopes.length; i++) {
        int j = i % x.stride();
        if (j < x.columns()) {
          largest = Math.max(largest, Math.abs(moved(i, j, t)) + rounding.slope(j, size));
        }
      }
      return largest > f.l1() ? (largest - f.l1()) / largest : 0;
    }

    /** Returns the derivative of the mixed losses by coefficient i, which is in column j. */
    private double moved(int i, int j, double part) {
      double plain = slopes[i] - f.reg() * x.p()[j] * w[i];
      return part == 0 ? plain : Math.fma(part, -tilt(i, j) - plain, plain);
    }

    /** Returns the derivative by coefficient i of the targets, or of minus what is mixed in. */
    private double tilt(int i, int j) {
      if (loss instanceof FamilyLoss) {
        return (mixed[0] - mixed[1]) * x.tilt()[0][j] / x.p()[j];
      }
      int k = loss instanceof LogisticLoss ? 1 : i / x.stride();
      return x.tilt()[k][j] / x.p()[j];
    }

    /** Returns the sum over the coefficients. */
    double coefficients(double tau) {
      double r = f.reg();
      double r1 = f.l1();
      double squares = 0;
      double rest = 0;
      for (int i = 0; i < slopes.length; i++) {
        int j = i % x.stride();
        if (j == x.columns()) {
          continue;
        }
        double v = x.p()[j] * w[i];
        double z = (1 - tau) * moved(i, j, t);
        if (r1 == 0) {
          // The gradient as it is, where the parts of it may be large.
          double g = t == 0 ? slopes[i] : slopes[i] - t * (tilt(i, j) + moved(i, j, 0));
          squares = Math.fma(g, g, squares);
          continue;
        }
        double over = r > 0 ? Math.max(0, Math.abs(z) - r1) : 0;
        if (over > 0 && z * v <= 0) {
          double e = Math.fma(r, Math.abs(v), -over);
          squares = Math.fma(e, e, squares);
        } else {
          squares = Math.fma(over, over, squares);
          double along = r1 + z * Math.signum(v);
          rest = Math.fma(Math.abs(v), Math.max(0, along) + 0.5 * r * Math.abs(v), rest);
        }
      }
      if (r == 0) {
        return rest;
      }
      double root = (Math.sqrt(squares) + error) / Math.sqrt(2 * r);
      return Math.fma(root, root, rest);
    }

    private double divergence(double tau) {
      if (tau == 0 && t == 0 && residual == 0) {
        return 0;
      }
      if (loss instanceof SquaredLoss) {
        double squares = residual * residual;
        return Math.fma(tau * tau, value, 0.5 * (1 - tau * tau) * squares);
      }
      FitRows.Linearized rows = f.curvatureAt(theta).rows();
      if (f.rows().elsewhere()) {
        // Sums that came with the point bound it; the rows are a pass away.
        double unit = 0x1p-50 * Math.sqrt(f.targets().additions());
        CertificateSums sums = rows.sums();
        double bound = sums.divergence(tau, t, mixed, shares[0], unit);
        boolean little = Math.max(Math.abs(t), tau) < LITTLE;
        if (bound < LITTLE * sums.value() || !little && bound < Double.POSITIVE_INFINITY) {
          return bound;
        }
      }
      BregmanDivergence moved = new BregmanDivergence(tau, t, mixed);
      double[] mean = rows.mean(moved);
      double logarithm = rounding.predicted(w) + shares.length;
      return mean[1] == 0 ? mean[0] : mean[0] + moved.unseen(logarithm);
    }
  }

  /**
   * Replaces the intercepts by the best ones for the coefficients, until what they are still off by
   * is nothing beside the gap or the rounding of F, or the gap is small enough, and returns the
   * bound there.
   */
  Bound solveIntercept(double[] theta, double tolerance) {
    Bound best = at(theta);
    for (int k = 0; k < STEPS && x.intercept() && !settled(best, tolerance); k++) {
      double[] trial = theta.clone();
      FitObjective.FitCurvature h = f.curvatureAt(trial);
      h.at(trial, gradient);
      move(h, trial);
      Bound next = at(trial);
      // A loss that falls, or, where rounding hides that, derivatives that do.
      boolean better = next.value() < best.value() || next.intercept() <= 0.5 * best.intercept();
      if (!better || !(next.value() <= best.value() + best.floor())) {
        break;
      }
      Vectors.copy(trial, theta);
      best = next;
    }
    return best;
  }

  private boolean settled(Bound bound, double tolerance) {
    double unit = rounding.sums();
    return bound.relative() <= tolerance
        || bound.intercept() <= 0.1 * unit * scale(bound.value())
        || bound.gap() <= 1.1 * bound.solved();
  }

  /** Makes a Newton step in the intercepts, or a step of iterative scaling if that is long. */
  private void move(FitObjective.FitCurvature h, double[] theta) {
    double[] s = new double[x.outputs()];
    Arrays.setAll(s, c -> -gradient[at(c)]);
    DenseMatrix block = factor(h);
    boolean newton = block != null;
    if (newton) {
      SmallCholesky.solve(block, s);
      newton = quadratic() || Arrays.stream(s).allMatch(e -> Math.abs(e) <= 1);
    }
    for (int c = 0; c < s.length; c++) {
      theta[at(c)] += newton ? s[c] : scaling(c);
    }
  }

  /** Returns the step that would make the mean prediction right if the others followed it. */
  private double scaling(int c) {
    double rho = gradient[at(c)];
    if (loss instanceof FamilyLoss) {
      return -Math.signum(rho);
    }
    return loss instanceof LogisticLoss
        ? log(shares[1], rho) - log(shares[0], -rho)
        : log(shares[c], rho);
  }

  private static double log(double share, double rho) {
    return Functions.log(share) - Functions.log(Math.max(share + rho, Double.MIN_NORMAL));
  }

  /** Returns the factored Hessian of the intercepts, null if it is singular. */
  private @Nullable DenseMatrix factor(FitObjective.FitCurvature h) {
    int outputs = x.outputs();
    DenseMatrix block = DenseMatrix.zeros(outputs, outputs);
    h.rows().sums().interceptBlock(block);
    double trace = block.trace();
    // The common shift of all classes changes nothing; it gets a curvature and so no step.
    for (int c = 0; outputs > 1 && c < outputs; c++) {
      for (int e = 0; e < outputs; e++) {
        block.set(c, e, block.get(c, e) + trace / outputs);
      }
    }
    return SmallCholesky.factor(block) ? block : null;
  }

  private int at(int output) {
    return output * x.stride() + x.columns();
  }
}
