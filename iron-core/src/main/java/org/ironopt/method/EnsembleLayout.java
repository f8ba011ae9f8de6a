package org.ironopt.method;

import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.Objective;

/**
 * Where the members of an ensemble lie in one long vector: coordinate i of member j at {@code i *
 * members + j}, and contiguous groups of members that share parameters. One iterate is one member
 * in one group. An elementwise operation on a group is an operation on a few ranges, cut into
 * blocks for the threads; no element depends on the cut.
 */
final class EnsembleLayout {
  /** An operation on {@code [from, from + count)}. */
  @FunctionalInterface
  interface Range {
    void on(int from, int count);
  }

  final int n;
  final int members;

  /** Group g has the members {@code first[g] .. first[g + 1] - 1}. */
  private final int[] first;

  EnsembleLayout(int n, int... sizes) {
    this.n = n;
    first = new int[sizes.length + 1];
    for (int g = 0; g < sizes.length; g++) {
      first[g + 1] = Math.addExact(first[g], sizes[g]);
    }
    members = first[sizes.length];
  }

  /** Returns the layout of an objective as one group. */
  static EnsembleLayout of(Objective objective) {
    return objective instanceof Ensemble all
        ? new EnsembleLayout(all.base().dimension(), all.members())
        : new EnsembleLayout(objective.dimension(), 1);
  }

  /** Returns the layout of one iterate, or refuses an ensemble in the name of a method. */
  static EnsembleLayout one(String method, Objective objective) {
    Require.that(
        !(objective instanceof Ensemble),
        "%s moves one point, got an Ensemble: start one stepper for each member",
        method);
    return new EnsembleLayout(objective.dimension(), 1);
  }

  int groups() {
    return first.length - 1;
  }

  int first(int g) {
    return first[g];
  }

  int size(int g) {
    return first[g + 1] - first[g];
  }

  int length() {
    return n * members;
  }

  /** Runs {@code body} on every range of group g. */
  void forEach(int g, Range body) {
    if (groups() == 1) {
      body.on(0, length());
      return;
    }
    for (int i = 0; i < n; i++) {
      body.on(i * members + first[g], size(g));
    }
  }
}
