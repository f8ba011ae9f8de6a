package org.ironopt.resolvent.chord;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Objective;
import org.ironopt.problem.internal.MultiPointGradient;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.InnerSolver;
import org.ironopt.resolvent.InnerTolerance;
import org.ironopt.resolvent.Resolvent;

/**
 * Chord iterations of many members in lock step: every round evaluates the gradients of all that
 * are not finished in one pass over the data, if the objective is {@link MultiPointGradient}. Each
 * member has the bits that it would have alone. In an ensemble a member that starts where it ended
 * its last solve is not evaluated again, since the numbers there are known; a single objective may
 * be a batch whose rows have changed.
 */
public final class ChordSolver implements InnerSolver {
  /** Members that a thread takes at a time between two passes. */
  private static final int CHUNK = 8;

  private final Objective f;
  private final Resolvent.Observer observer;
  private final InnerMethod.Newton newton;
  private final ChordMember[] members;
  private final double[][] u;
  private final double[][] gradients;
  private final ChordMember.Need[] needs;

  /** Where the numbers of a member are known from its last solve; NaN nowhere. */
  private final double[][] known;

  private final int[] active;
  private InnerSolver[] workers = new InnerSolver[0];

  public ChordSolver(Objective f, int count, InnerMethod.Chord chord, Resolvent.Observer observer) {
    Require.sameLength("x", f.dimension(), "the anchor", chord.anchor().dimension());
    this.f = f;
    this.observer = observer;
    newton = chord.newton();
    members = new ChordMember[count];
    double modulus = InnerReport.modulus(f);
    Arrays.setAll(members, j -> new ChordMember(chord, modulus));
    u = new double[count][];
    Arrays.setAll(u, j -> members[j].u);
    gradients = new double[count][];
    Arrays.setAll(gradients, j -> members[j].gradient);
    needs = new ChordMember.Need[count];
    known = new double[count][f.dimension()];
    for (double[] nowhere : known) {
      Arrays.fill(nowhere, Double.NaN);
    }
    active = new int[count];
    // Built at once, so that an unfit objective is refused here.
    workers(1);
  }

  /** Where a member's center and start are put before a solve, and its solution is found after. */
  public ChordMember member(int j) {
    return members[j];
  }

  @Override
  public InnerReport solve(
      double lambda, InnerTolerance tolerance, double[] center, double[] start, double[] x) {
    Vectors.copy(center, members[0].center);
    Vectors.copy(start, members[0].u);
    solve(new double[] {lambda}, new InnerTolerance[] {tolerance});
    Vectors.copy(members[0].u, x);
    return members[0].report();
  }

  @Override
  public double[][] memory() {
    return workers[0].memory();
  }

  /** Solves for all members; each argument has one entry for all, or one for each. */
  public void solve(double[] lambda, InnerTolerance[] tolerances) {
    int count = 0;
    for (int j = 0; j < members.length; j++) {
      members[j].begin(lambda[of(lambda.length, j)]);
      needs[j] = ChordMember.Need.GRADIENT;
      if (!Arrays.equals(known[j], u[j])) {
        active[count++] = j;
      }
    }
    evaluate(count);
    count = members.length;
    Arrays.setAll(active, j -> j);
    while (count > 0) {
      advance(count, tolerances);
      int left = 0;
      for (int k = 0; k < count; k++) {
        if (needs[active[k]] == ChordMember.Need.GRADIENT) {
          active[left++] = active[k];
        }
      }
      count = left;
      evaluate(count);
    }
    finish();
  }

  private void evaluate(int count) {
    if (count == 0) {
      return;
    }
    if (f instanceof MultiPointGradient many) {
      many.gradients(active, count, u, gradients);
      return;
    }
    inChunks(count, k -> f.gradient(u[active[k]], gradients[active[k]]));
  }

  private void advance(int count, InnerTolerance[] tolerances) {
    inChunks(
        count,
        k -> {
          int j = active[k];
          InnerTolerance tolerance = tolerances[of(tolerances.length, j)];
          needs[j] = members[j].advance(tolerance, observer);
          if (needs[j] == ChordMember.Need.NOTHING) {
            remember(j);
          }
        });
  }

  private void remember(int j) {
    if (members.length > 1) {
      Vectors.copy(u[j], known[j]);
    }
  }

  private static void inChunks(int count, IntConsumer body) {
    Parallel.forEach(
        (count + CHUNK - 1) / CHUNK,
        t -> {
          for (int k = t * CHUNK; k < Math.min(count, (t + 1) * CHUNK); k++) {
            body.accept(k);
          }
        });
  }

  /** Members whose chord did not contract go on by Newton's method, each by itself. */
  private void finish() {
    int count = 0;
    for (int j = 0; j < members.length; j++) {
      if (needs[j] == ChordMember.Need.NEWTON) {
        active[count++] = j;
        Arrays.fill(known[j], Double.NaN);
      }
    }
    int left = count;
    InnerSolver[] ready = workers(Math.min(count, Parallel.threads()));
    AtomicInteger next = new AtomicInteger();
    Parallel.forEach(
        Math.min(count, ready.length),
        t -> {
          for (int k = next.getAndIncrement(); k < left; k = next.getAndIncrement()) {
            members[active[k]].finish(ready[t]);
          }
        });
  }

  private InnerSolver[] workers(int count) {
    if (workers.length < count) {
      InnerSolver[] more = Arrays.copyOf(workers, count);
      for (int t = workers.length; t < count; t++) {
        more[t] = newton.open(f, Resolvent.Observer.none());
      }
      workers = more;
    }
    return workers;
  }

  private static int of(int length, int member) {
    return length == 1 ? 0 : member;
  }
}
