package org.ironopt.theory.sampling;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.linalg.internal.Require;

/**
 * The tail index of a minibatch run, THEORY (102). Along a common eigenvector of all Hessians
 * stochastic gradient descent is {@code e+ = (1 - eta a) e - eta g} with a random a; where a factor
 * can exceed 1, its stationary law has Pareto tails {@code P(|e| > t) ~ t^-kappa} with the root
 * kappa of
 *
 * <pre>{@code
 * E|1 - eta a|^kappa = 1,
 * }</pre>
 *
 * the smallest over the directions. With {@code kappa <= 2} there is no variance, with {@code kappa
 * <= 1} no mean. An implicit step has a factor below 1 in every batch, and no such tails.
 *
 * <p>Reference: H. Kesten, "Random difference equations and renewal theory for products of random
 * matrices", doi:10.1007/BF02392040.
 *
 * @param kind what the tails are
 * @param kappa their index; empty unless they are heavy
 */
public record TailIndex(Kind kind, OptionalDouble kappa) {
  /** Kinds of tails. */
  public enum Kind {
    /** Pareto tails of index kappa. */
    PARETO,
    /**
     * The logarithms of the factors are multiples of one number: the tail is {@code t^-kappa} times
     * a function that repeats itself on the scale of log t.
     */
    LATTICE,
    /** No factor exceeds 1: every moment is finite. */
    LIGHT,
    /** All terms share one minimiser, where the run ends. */
    POINT,
    /** {@code E log|1 - eta a| >= 0}: there is no stationary law. */
    UNSTABLE,
    /** The Hessians have no common eigenbasis, or the step has memory: no formula is known. */
    UNKNOWN
  }

  /** Quotients of logarithms with a denominator up to this are taken for rational. */
  private static final int DENOMINATOR = 64;

  private static final double ROUNDING = 1e-12;

  /** What one direction contributes. */
  private static TailIndex of(Kind kind) {
    return new TailIndex(kind, OptionalDouble.empty());
  }

  /**
   * Returns the tails of {@code e+ = m e + noise} where the factor is {@code factors[i]} with
   * probability {@code probabilities[i]}, and the noise does not hold one point fixed.
   */
  public static TailIndex of(double[] factors, double[] probabilities) {
    Require.sameLength("factors", factors.length, "probabilities", probabilities.length);
    Require.atLeast("number of factors", 1, factors.length);
    double[] logs = new double[factors.length];
    double drift = 0;
    double size = 0;
    for (int i = 0; i < logs.length; i++) {
      double factor = Math.abs(Require.finite("factor", factors[i]));
      Require.nonNegative("probability", probabilities[i]);
      // A factor within rounding of 1 neither grows nor falls.
      logs[i] = Math.abs(factor - 1) < ROUNDING ? 0 : StrictMath.log(factor);
      drift += probabilities[i] == 0 ? 0 : probabilities[i] * logs[i];
      size += probabilities[i] == 0 ? 0 : probabilities[i] * Math.abs(logs[i]);
    }
    boolean grows =
        IntStream.range(0, logs.length).anyMatch(i -> logs[i] > 0 && probabilities[i] > 0);
    // A drift within rounding of 0 has no root with digits. A factor 0 makes it infinite.
    if (drift >= -ROUNDING * size && drift != Double.NEGATIVE_INFINITY) {
      return of(Kind.UNSTABLE);
    }
    return grows
        ? new TailIndex(
            lattice(logs, probabilities) ? Kind.LATTICE : Kind.PARETO,
            OptionalDouble.of(root(logs, probabilities)))
        : of(Kind.LIGHT);
  }

  /** Returns the positive root of the convex {@code E exp(kappa log|m|) - 1}, which falls at 0. */
  private static double root(double[] logs, double[] probabilities) {
    double high = 1;
    while (excess(high, logs, probabilities) < 0) {
      high *= 2;
    }
    double low = high;
    while (excess(low, logs, probabilities) >= 0) {
      low /= 2;
    }
    while (true) {
      double middle = (low + high) / 2;
      if (!(middle > low && middle < high)) {
        return middle;
      }
      if (excess(middle, logs, probabilities) < 0) {
        low = middle;
      } else {
        high = middle;
      }
    }
  }

  private static double excess(double kappa, double[] logs, double[] probabilities) {
    double sum = 0;
    for (int i = 0; i < logs.length; i++) {
      // Times 0 where it is impossible, lest infinity times 0 decides.
      sum += probabilities[i] == 0 ? 0 : probabilities[i] * StrictMath.expm1(kappa * logs[i]);
    }
    return sum;
  }

  private static boolean lattice(double[] logs, double[] probabilities) {
    double unit = 0;
    for (int i = 0; i < logs.length; i++) {
      if (probabilities[i] == 0 || logs[i] == 0 || Double.isInfinite(logs[i])) {
        continue;
      }
      unit = unit == 0 ? Math.abs(logs[i]) : common(unit, Math.abs(logs[i]));
      if (unit == 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns the largest number of which both are multiples, 0 if there is none by the digits. */
  private static double common(double a, double b) {
    for (int q = 1; q <= DENOMINATOR; q++) {
      double multiple = b / a * q;
      if (Math.abs(multiple - Math.rint(multiple)) <= ROUNDING * Math.max(1, multiple)) {
        return a / q;
      }
    }
    return 0;
  }

  /** Returns the tails of a method on a sum of quadratics with fresh batches. */
  public static TailIndex of(BatchLaw law, LinearRecursion recursion) {
    QuadraticSum sum = law.sum();
    if (recursion.implicit()) {
      boolean light =
          recursion.kind() == LinearRecursion.Kind.SPPM
              || new MinibatchBound(recursion.parameters(), sum.ridge()).contracts();
      return of(light ? Kind.LIGHT : Kind.UNKNOWN);
    }
    if (recursion.kind() != LinearRecursion.Kind.SGD || !law.enumerable()) {
      return of(Kind.UNKNOWN);
    }
    List<int[]> batches = law.batches().terms;
    List<DenseMatrix> hessians = batches.stream().map(b -> hessian(sum, b)).toList();
    DenseMatrix basis = basis(hessians);
    int d = sum.dimension();
    double[][] factors = new double[d][batches.size()];
    double[] push = new double[d];
    double size = sum.largestGradient();
    for (int i = 0; i < batches.size(); i++) {
      DenseMatrix turned = basis.transpose().multiply(hessians.get(i)).multiply(basis);
      double[] g = sum.gradient(batches.get(i));
      double[] seen = new double[d];
      basis.applyTransposed(g, seen);
      for (int j = 0; j < d; j++) {
        factors[j][i] = 1 - recursion.step() * turned.get(j, j);
        push[j] = Math.max(push[j], Math.abs(seen[j]));
        for (int k = 0; k < j; k++) {
          if (Math.abs(turned.get(j, k)) > ROUNDING * turned.norm()) {
            return of(Kind.UNKNOWN);
          }
        }
      }
    }
    TailIndex heaviest = of(Kind.POINT);
    for (int j = 0; j < d; j++) {
      TailIndex one = of(factors[j], law.batches().probability);
      boolean still = push[j] <= ROUNDING * size && one.kind() != Kind.UNSTABLE;
      heaviest = still ? heaviest : heaviest.or(one);
    }
    return heaviest;
  }

  private TailIndex or(TailIndex other) {
    if (kind == Kind.UNSTABLE || other.kind == Kind.UNSTABLE) {
      return of(Kind.UNSTABLE);
    }
    double own = kappa.orElse(Double.POSITIVE_INFINITY);
    double its = other.kappa.orElse(Double.POSITIVE_INFINITY);
    return its < own || kind == Kind.POINT ? other : this;
  }

  private static DenseMatrix hessian(QuadraticSum sum, int[] batch) {
    DenseMatrix v = sum.factor(batch);
    DenseMatrix a = v.transpose().multiply(v).times(1.0 / batch.length);
    a.addDiagonal(sum.ridge());
    a.symmetrize();
    return a;
  }

  /** Returns eigenvectors of a combination that has no more equal eigenvalues than all share. */
  private static DenseMatrix basis(List<DenseMatrix> hessians) {
    DenseMatrix mixed = hessians.getFirst();
    for (int i = 1; i < hessians.size(); i++) {
      mixed = mixed.plus(1 + Math.IEEEremainder(i * 0.6180339887498949, 1), hessians.get(i));
    }
    mixed.symmetrize();
    return SymmetricEigen.of(mixed).vectors();
  }

  /** Returns whether the stationary law has a mean. */
  public boolean hasMean() {
    return hasMoment(1);
  }

  /** Returns whether it has a variance. */
  public boolean hasVariance() {
    return hasMoment(2);
  }

  private boolean hasMoment(double order) {
    return kind == Kind.LIGHT
        || kind == Kind.POINT
        || kappa.stream().anyMatch(index -> index > order);
  }

  /** Returns what the tails are, in a sentence. */
  public String sentence() {
    return switch (kind) {
      case PARETO, LATTICE ->
          String.format(
              Locale.ROOT,
              "P(|x - x*| > t) falls like t^-%.4g%s: %s.",
              kappa.orElseThrow(),
              kind == Kind.LATTICE ? " up to a factor that repeats itself in log t" : "",
              hasVariance()
                  ? "there is a variance"
                  : hasMean() ? "there is a mean but no variance" : "there is no mean");
      case LIGHT -> "No factor of a step exceeds 1: every moment is finite.";
      case POINT -> "All terms share one minimiser, where the run ends.";
      case UNSTABLE -> "The factors of the steps grow on average: there is no stationary law.";
      case UNKNOWN ->
          "No formula for the tails: it needs steps without memory and Hessians with a common"
              + " eigenbasis.";
    };
  }
}
