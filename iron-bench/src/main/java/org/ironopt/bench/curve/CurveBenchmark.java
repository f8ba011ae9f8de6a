package org.ironopt.bench.curve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hipparchus.exception.MathRuntimeException;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresFactory;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresOptimizer.Optimum;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LevenbergMarquardtOptimizer;
import org.hipparchus.optim.nonlinear.vector.leastsquares.ValueAndJacobianFunction;
import org.hipparchus.util.Pair;
import org.ironopt.bench.BenchmarkTables;
import org.ironopt.bench.InterleavedTimer;
import org.ironopt.cli.bench.Benchmark;
import org.ironopt.curve.Curve;
import org.ironopt.curve.CurveResult;
import org.ironopt.io.internal.Numbers;
import org.ironopt.linalg.Parallel;

/**
 * {@code bench curves}: {@link Curve} beside Hipparchus' Levenberg-Marquardt, both with their
 * defaults and with the same values and exact derivatives, in turns. Times and evaluations are
 * summed over the problems that both solve to six digits.
 */
public final class CurveBenchmark implements Benchmark {
  private static final int LARGE = 1_000_000;

  /**
   * A set of problems.
   *
   * @param timeRatio our median time over theirs
   * @param evaluationRatio our evaluations of residuals over theirs
   */
  private record Row(
      String set, int solved, int peerSolved, double timeRatio, double evaluationRatio) {}

  /** What came of a problem. */
  private record Answer(double[] parameters, long evaluations) {}

  @Override
  public String name() {
    return "curves";
  }

  @Override
  public Optional<Result> run(Request request) throws IOException {
    InterleavedTimer.Effort effort =
        request.quick() ? new InterleavedTimer.Effort(5, 1) : new InterleavedTimer.Effort(31, 10);
    List<Row> rows = new ArrayList<>();
    rows.add(row("nist", CurveProblem.nist(), 1e-6, effort));
    int size = request.quick() ? LARGE / 10 : LARGE;
    InterleavedTimer.Effort few =
        request.quick() ? new InterleavedTimer.Effort(3, 0) : new InterleavedTimer.Effort(7, 1);
    // The answer is known up to the noise of the data.
    rows.add(row(size + " x 10", List.of(CurveProblem.large(size)), 1e-2, few));
    String caption =
        Numbers.format(
            "JDK %s, %d threads; Hipparchus uses one; times over its times",
            Runtime.version(), Parallel.threads());
    String header = "set|solved|by Hipparchus|time|evaluations";
    return BenchmarkTables.result(
        BenchmarkTables.of(caption, header, "%s|%d|%d|%.2f|%.2f", rows), rows, Map.of());
  }

  private static Row row(
      String set, List<CurveProblem> problems, double tolerance, InterleavedTimer.Effort effort) {
    List<CurveProblem> both = new ArrayList<>();
    int solved = 0;
    int peerSolved = 0;
    long evaluations = 0;
    long peerEvaluations = 0;
    for (CurveProblem problem : problems) {
      Answer ours = ours(problem);
      Answer theirs = theirs(problem);
      boolean here = problem.solvedBy(ours.parameters(), tolerance);
      boolean there = problem.solvedBy(theirs.parameters(), tolerance);
      solved += here ? 1 : 0;
      peerSolved += there ? 1 : 0;
      if (here && there) {
        both.add(problem);
        evaluations += ours.evaluations();
        peerEvaluations += theirs.evaluations();
      }
    }
    List<InterleavedTimer.Times> times =
        InterleavedTimer.measure(
            effort,
            List.of(
                () -> both.forEach(p -> InterleavedTimer.keep(ours(p).parameters()[0])),
                () -> both.forEach(p -> InterleavedTimer.keep(theirs(p).parameters()[0]))));
    return new Row(
        set,
        solved,
        peerSolved,
        times.get(0).median() / times.get(1).median(),
        (double) evaluations / peerEvaluations);
  }

  private static Answer ours(CurveProblem p) {
    CurveResult fit = Curve.model(p.formula(), p.inputs(), p.y()).start(p.start()).go();
    return new Answer(fit.values(), fit.evaluations());
  }

  private static Answer theirs(CurveProblem p) {
    try {
      Optimum found =
          new LevenbergMarquardtOptimizer()
              .optimize(
                  LeastSquaresFactory.create(
                      new Model(p),
                      new ArrayRealVector(p.y(), false),
                      new ArrayRealVector(p.start(), true),
                      null,
                      null,
                      100_000,
                      100_000,
                      true,
                      null));
      return new Answer(found.getPoint().toArray(), found.getEvaluations());
    } catch (MathRuntimeException e) {
      // It gives up by throwing.
      return new Answer(p.start(), 0);
    }
  }

  /** Values and derivatives of a formula, as Hipparchus asks for them. */
  private record Model(CurveProblem p) implements ValueAndJacobianFunction {
    @Override
    public RealVector computeValue(double[] x) {
      double[] values = new double[p.y().length];
      p.formula().rows(x, p.inputs(), 0, values.length, values, null);
      return new ArrayRealVector(values, false);
    }

    @Override
    public RealMatrix computeJacobian(double[] x) {
      int m = p.y().length;
      int n = x.length;
      double[] j = new double[m * n];
      p.formula().rows(x, p.inputs(), 0, m, new double[m], j);
      double[][] rows = new double[m][n];
      for (int i = 0; i < m; i++) {
        System.arraycopy(j, i * n, rows[i], 0, n);
      }
      return new Array2DRowRealMatrix(rows, false);
    }

    @Override
    public Pair<RealVector, RealMatrix> value(RealVector x) {
      return new Pair<>(computeValue(x.toArray()), computeJacobian(x.toArray()));
    }
  }
}
