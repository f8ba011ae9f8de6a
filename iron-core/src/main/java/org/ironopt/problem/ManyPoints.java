package org.ironopt.problem;

import java.util.stream.IntStream;

/**
 * An objective that evaluates many points in one pass over its data, each with the bits that it has
 * alone. An ensemble that moves in lock step keeps one array entry for each member and names the
 * members that still need work: {@code points[0 .. count-1]} are their distinct numbers, and entry
 * p of every array belongs to member p. Entries of other members are neither read nor written.
 */
public interface ManyPoints extends Curved {
  /** Overwrites {@code values[p]} with {@code f(x[p])} for the named p. */
  void values(int[] points, int count, double[][] x, double[] values);

  /** Overwrites {@code values[p]} and {@code gradients[p]} at {@code x[p]} for the named p. */
  void valuesAndGradients(
      int[] points, int count, double[][] x, double[] values, double[][] gradients);

  /** Overwrites {@code gradients[p]} at {@code x[p]} for the named p. */
  default void gradients(int[] points, int count, double[][] x, double[][] gradients) {
    valuesAndGradients(points, count, x, new double[x.length], gradients);
  }

  /** Returns a new workspace that linearises this objective at many points. */
  Curvatures curvatures();

  /** Overwrites all {@code values[p]} with {@code f(x[p])}. */
  default void values(double[][] x, double[] values) {
    values(all(x.length), x.length, x, values);
  }

  /** Overwrites all {@code values[p]} and {@code gradients[p]}. */
  default void valuesAndGradients(double[][] x, double[] values, double[][] gradients) {
    valuesAndGradients(all(x.length), x.length, x, values, gradients);
  }

  private static int[] all(int count) {
    return IntStream.range(0, count).toArray();
  }

  /** One {@link Curvature} for each point, all in one pass. A workspace of one thread. */
  interface Curvatures {
    /**
     * Moves member p to {@code x[p]} for the named p: overwrites {@code values[p]} and {@code
     * gradients[p]}, and keeps what products need. Members not named stay where they were.
     */
    void at(int[] points, int count, double[][] x, double[] values, double[][] gradients);

    /** Overwrites {@code hv[p]} with the Hessian at member p times {@code v[p]}. */
    void apply(int[] points, int count, double[][] v, double[][] hv);

    /** Moves all members. */
    default void at(double[][] x, double[] values, double[][] gradients) {
      at(all(x.length), x.length, x, values, gradients);
    }

    /** Multiplies for all members. */
    default void apply(double[][] v, double[][] hv) {
      apply(all(v.length), v.length, v, hv);
    }
  }
}
