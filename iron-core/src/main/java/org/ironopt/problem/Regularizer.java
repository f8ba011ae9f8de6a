package org.ironopt.problem;

import java.util.Arrays;
import java.util.List;
import org.ironopt.io.internal.StableId;
import org.ironopt.linalg.internal.Require;

/**
 * A convex function r, perhaps with kinks or infinite values, that is simple enough to have its
 * proximal map {@code prox_{t r}(u) = argmin_x r(x) + |x - u|^2 / (2t)} in closed form: the second
 * part of a composite problem {@code F = f + r}. It is a parameter of the methods that take one; f
 * stays a smooth {@link Objective}. Immutable. The closed forms are in N. Parikh, S. Boyd,
 * "Proximal Algorithms", DOI 10.1561/2400000003, section 6.
 */
public interface Regularizer {
  /** Returns r(x), which may be positive infinity. */
  double value(double[] x);

  /** Overwrites {@code x} with prox_{t r}(u), {@code t >= 0}; {@code x} may be {@code u}. */
  void prox(double t, double[] u, double[] x);

  /**
   * Overwrites {@code jv} with J v, where J is an element of the Clarke Jacobian of {@code u ->
   * prox_{t r}(u)}, the derivative wherever there is one. J is symmetric with eigenvalues in [0,
   * 1]. {@code jv} may be {@code v} but not {@code u}.
   */
  void jacobian(double t, double[] u, double[] v, double[] jv);

  /**
   * Returns all that tells this function apart, in words; a method's description has it. A record
   * need not override it.
   */
  default String description() {
    return toString();
  }

  /** Returns what tells this function from all others in files; of a record its components. */
  default String id() {
    return toString().equals(description()) ? StableId.of(this) : description();
  }

  /** Returns {@code r = 0}. */
  static Regularizer none() {
    return new Regularizers.None();
  }

  /** Returns {@code weight |x|_1}. */
  static Regularizer l1(double weight) {
    return new Regularizers.L1(Require.nonNegative("weight", weight));
  }

  /** Returns {@code weight |x|^2 / 2}. */
  static Regularizer squaredL2(double weight) {
    return new Regularizers.SquaredL2(Require.nonNegative("weight", weight));
  }

  /** Returns {@code weight |x|}, which is zero or else leaves no coordinate out. */
  static Regularizer l2(double weight) {
    return new Regularizers.L2(Require.nonNegative("weight", weight));
  }

  /** Returns {@code l1 |x|_1 + l2 |x|^2 / 2}. */
  static Regularizer elasticNet(double l1, double l2) {
    return new Regularizers.ElasticNet(
        Require.nonNegative("l1", l1), Require.nonNegative("l2", l2));
  }

  /**
   * Returns {@code weight sum_g |x_g|} over groups of coordinates, none of them in two groups; a
   * coordinate in no group is free.
   */
  static Regularizer groupLasso(double weight, int[]... groups) {
    return new Regularizers.GroupLasso(
        Require.nonNegative("weight", weight),
        Arrays.stream(groups).map(g -> Arrays.stream(g).boxed().toList()).toList());
  }

  /** Returns the indicator of {@code low <= x_i <= high}; either bound may be infinite. */
  static Regularizer box(double low, double high) {
    return new Regularizers.Box(low, high);
  }

  /** Returns the indicator of {@code |x| <= radius}. */
  static Regularizer ball(double radius) {
    return new Regularizers.Ball(Require.positive("radius", radius));
  }

  /** Returns the indicator of {@code <a, x> <= b}. */
  static Regularizer halfSpace(double[] a, double b) {
    return new Regularizers.HalfSpace(a, b);
  }

  /** Returns this function of all coordinates but the given ones, such as intercepts. */
  default Regularizer except(int... free) {
    List<Integer> sorted = Arrays.stream(free).sorted().distinct().boxed().toList();
    return free.length == 0 ? this : new Regularizers.Except(this, sorted);
  }

  /**
   * Returns the sum of this function over all members of an {@link Ensemble}, whose coordinates lie
   * as they do there, or this function if the objective is no ensemble.
   */
  static Regularizer of(Objective objective, Regularizer r) {
    return objective instanceof Ensemble all && !r.equals(none())
        ? new Regularizers.EnsembleRegularizer(r, all.members())
        : r;
  }
}
