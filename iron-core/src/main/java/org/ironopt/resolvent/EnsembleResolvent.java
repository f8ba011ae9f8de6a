package org.ironopt.resolvent;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Ensemble;
import org.ironopt.resolvent.chord.ChordSolver;
import org.jspecify.annotations.Nullable;

/**
 * Solves {@code u^j + lambda_j grad f(u^j) = c^j} for every member of an {@link Ensemble}: each
 * with its own lambda, tolerance and ending, and bit for bit as if it were alone, whatever the
 * number of threads. Arrays have the layout of the ensemble. One thread calls it; it computes on
 * many.
 */
public final class EnsembleResolvent implements Resolvent {
  /** Members that a thread takes at a time. */
  private static final int CHUNK = 64;

  private final Ensemble ensemble;
  private final InnerMethod inner;
  private final InnerTolerance[] tolerances;
  private final double modulus;

  /** Those of the last solve, unless all were closed forms. */
  private final InnerReport[] reports;

  /** The resolvents of all members in closed form; null if they are iterated. */
  private final double @Nullable [] closedForm;

  /** Solves all members in lock step; null unless they take chord steps. */
  private final @Nullable ChordSolver chord;

  private final double[] norms;
  private final double[] sizes;
  private final double[] gradients;
  private Worker[] workers = new Worker[0];

  private EnsembleResolvent(Ensemble ensemble, InnerMethod inner, InnerTolerance[] tolerances) {
    this.ensemble = ensemble;
    this.inner = inner;
    this.tolerances = tolerances;
    int m = ensemble.members();
    modulus = InnerReport.modulus(ensemble.base());
    reports = new InnerReport[m];
    boolean closed = inner instanceof InnerMethod.ClosedForm;
    closedForm = closed ? new double[ensemble.dimension()] : null;
    chord =
        inner instanceof InnerMethod.Chord c
            ? new ChordSolver(ensemble.base(), m, c, Resolvent.Observer.none())
            : null;
    norms = new double[closed ? m : 0];
    sizes = norms.clone();
    gradients = norms.clone();
    if (chord == null) {
      // Made at once, so that an unfit objective is refused here.
      workers(1);
    }
    forgetful("an ensemble");
  }

  /** Returns a solver with one tolerance for all members, that of {@code inner}. */
  public static EnsembleResolvent of(Ensemble ensemble, InnerMethod inner) {
    return of(ensemble, inner, inner.tolerance());
  }

  /**
   * Returns a solver with a tolerance for each member, or one for all; that of {@code inner} is not
   * used.
   */
  public static EnsembleResolvent of(
      Ensemble ensemble, InnerMethod inner, InnerTolerance... tolerances) {
    oneOrEach("tolerances", ensemble.members(), tolerances.length);
    return new EnsembleResolvent(ensemble, inner, tolerances.clone());
  }

  @Override
  public InnerReport solve(double lambda, double[] center, double[] iterate, double[] u) {
    return solve(new double[] {lambda}, center, iterate, u).total();
  }

  /**
   * Solves for every member.
   *
   * @param lambda resolvent parameters, one per member or one for all
   * @param center c, noise included; not changed
   * @param iterate the current outer iterate, used by {@link InnerMethod.WarmStart#ITERATE}; not
   *     changed
   * @param u overwritten with the solutions (read first under {@link InnerMethod.WarmStart#GIVEN})
   * @return a view that the next solve overwrites
   */
  public Report solve(double[] lambda, double[] center, double[] iterate, double[] u) {
    int m = ensemble.members();
    int dimension = ensemble.dimension();
    oneOrEach("lambda", m, lambda.length);
    for (double l : lambda) {
      Require.positive("lambda", l);
    }
    Require.length("center", dimension, center);
    Require.length("u", dimension, u);
    if (closedForm != null && closedForms(lambda, center)) {
      Vectors.copy(closedForm, u);
      return new Report(norms, gradients, lambda.clone(), modulus);
    }
    Require.finite("center", center);
    double[] start = inner.start().of(dimension, center, iterate, u);
    if (chord != null) {
      solveInLockStep(lambda, center, start, u);
    } else {
      solveMembers(lambda, center, start, u);
    }
    return new Report(reports);
  }

  @Override
  public double[][] memory() {
    return (chord != null ? chord : workers[0].solver).memory();
  }

  @SuppressWarnings("NullAway")
  private void solveInLockStep(double[] lambda, double[] center, double[] start, double[] u) {
    for (int j = 0; j < ensemble.members(); j++) {
      ensemble.gather(center, j, chord.member(j).center);
      ensemble.gather(start, j, chord.member(j).u);
    }
    chord.solve(lambda, tolerances);
    for (int j = 0; j < ensemble.members(); j++) {
      ensemble.scatter(chord.member(j).u, j, u);
      reports[j] = chord.member(j).report();
    }
  }

  /**
   * All closed forms at once. Returns whether every member's equation holds to rounding, so that
   * everything is finite too; if not, the members are checked one by one.
   */
  @SuppressWarnings("NullAway")
  private boolean closedForms(double[] lambda, double[] center) {
    ensemble.prox(lambda, center, closedForm, norms, sizes, gradients);
    for (int k = 0; k < norms.length; k++) {
      if (!ClosedFormSolver.isRounding(norms[k], sizes[k])) {
        return false;
      }
    }
    return true;
  }

  /** Threads take chunks of members, each with its own workspace; no result depends on which. */
  private void solveMembers(double[] lambda, double[] center, double[] start, double[] u) {
    int m = ensemble.members();
    int count = Math.min(Parallel.threads(), (m + CHUNK - 1) / CHUNK);
    Worker[] ready = workers(count);
    AtomicInteger next = new AtomicInteger();
    Parallel.forEach(
        count,
        w -> {
          for (int j = next.getAndAdd(CHUNK); j < m; j = next.getAndAdd(CHUNK)) {
            for (int k = j; k < Math.min(m, j + CHUNK); k++) {
              InnerTolerance tolerance = tolerances[of(tolerances.length, k)];
              double lambdaK = lambda[of(lambda.length, k)];
              reports[k] = ready[w].solve(k, lambdaK, tolerance, center, start, u);
            }
          }
        });
  }

  private Worker[] workers(int count) {
    if (workers.length < count) {
      Worker[] more = Arrays.copyOf(workers, count);
      for (int w = workers.length; w < count; w++) {
        more[w] = new Worker();
      }
      workers = more;
    }
    return workers;
  }

  /** Solves one member after another, with the workspace of one. */
  private final class Worker {
    private final InnerSolver solver = inner.open(ensemble.base(), Resolvent.Observer.none());
    private final double[] c = new double[ensemble.base().dimension()];
    private final double[] x = c.clone();
    private final double[] answer = c.clone();

    /** Solves member {@code j} from {@code start} and scatters the solution into {@code u}. */
    @SuppressWarnings("NullAway")
    InnerReport solve(
        int j,
        double lambda,
        InnerTolerance tolerance,
        double[] center,
        double[] start,
        double[] u) {
      ensemble.gather(center, j, c);
      ensemble.gather(start, j, x);
      InnerReport report;
      if (solver instanceof ClosedFormSolver closed) {
        ensemble.gather(closedForm, j, answer);
        report = closed.accept(lambda, tolerance, c, x, answer, x);
      } else {
        report = solver.solve(lambda, tolerance, c, x, x);
      }
      ensemble.scatter(x, j, u);
      return report;
    }
  }

  private static int of(int length, int member) {
    return length == 1 ? 0 : member;
  }

  private static void oneOrEach(String name, int members, int length) {
    if (length != 1 && length != members) {
      throw new IllegalArgumentException(
          name + ": expected length 1 or " + members + ", got " + length);
    }
  }

  /**
   * How the inner solves of all members of an ensemble ended: a live view that the next solve of
   * the same {@link EnsembleResolvent} overwrites.
   */
  @SuppressWarnings("NullAway")
  public static final class Report {
    /**
     * Null where every member is a closed form right to rounding: a report each would cost more.
     */
    private final InnerReport @Nullable [] reports;

    private final double @Nullable [] residuals;
    private final double @Nullable [] gradientNorms;

    /** lambda of each member, or one for all. */
    private final double @Nullable [] lambda;

    private final double modulus;

    /** Members that were solved one by one. */
    Report(InnerReport[] reports) {
      this.reports = reports;
      residuals = null;
      gradientNorms = null;
      lambda = null;
      modulus = Double.NaN;
    }

    /** Closed forms that are all right to rounding. */
    Report(double[] residuals, double[] gradientNorms, double[] lambda, double modulus) {
      reports = null;
      this.residuals = residuals;
      this.gradientNorms = gradientNorms;
      this.lambda = lambda;
      this.modulus = modulus;
    }

    public int members() {
      return reports != null ? reports.length : residuals.length;
    }

    public InnerReport.Ending ending(int j) {
      return reports != null ? reports[j].ending() : InnerReport.Ending.CONVERGED;
    }

    /** Returns the report of member {@code j}. */
    public InnerReport report(int j) {
      Objects.checkIndex(j, members());
      if (reports != null) {
        return reports[j];
      }
      double lambdaJ = lambda[lambda.length == 1 ? 0 : j];
      return InnerReport.closedForm(
          InnerReport.Ending.CONVERGED, residuals[j], lambdaJ, modulus, gradientNorms[j]);
    }

    /**
     * Returns all members as one: the worst ending, the largest residual and certificate (none if a
     * member has none), sums of the counts and of the values, and the norm of all gradients
     * together.
     */
    public InnerReport total() {
      InnerReport.Counter counts = new InnerReport.Counter();
      if (reports == null) {
        double largest = Vectors.maxAbs(residuals);
        double bound = 0;
        for (int j = 0; j < lambda.length; j++) {
          double residual = lambda.length == 1 ? largest : residuals[j];
          bound = Math.max(bound, residual / Math.fma(lambda[j], modulus, 1));
        }
        counts.evaluations = members();
        double norm = Vectors.norm(gradientNorms);
        return counts.report(InnerReport.Ending.CONVERGED, largest, bound, Double.NaN, norm);
      }
      InnerReport.Ending worst = InnerReport.Ending.CONVERGED;
      double residual = 0;
      double bound = 0;
      double value = 0;
      double[] norms = new double[reports.length];
      for (int j = 0; j < reports.length; j++) {
        InnerReport report = reports[j];
        counts.add(report);
        worst = worst.compareTo(report.ending()) >= 0 ? worst : report.ending();
        residual = Math.max(residual, report.residual());
        bound = Math.max(bound, report.certificate().orElse(Double.NaN));
        value += report.value();
        norms[j] = report.gradientNorm();
      }
      return counts.report(worst, residual, bound, value, Vectors.norm(norms));
    }
  }
}
