package org.ironopt.lab.foundations;

import java.util.ArrayList;
import java.util.List;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Iron;
import org.ironopt.method.Work;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.Streams;
import org.ironopt.resolvent.Inner;
import org.ironopt.resolvent.Tolerance;
import org.ironopt.resolvent.WarmStart;
import org.ironopt.theory.Plateau;

/**
 * Section 4, remark: warm starts and truncated solves in runs of IRON on random logistic
 * regressions with center noise. Runs that are compared see the same noise.
 */
final class ChainStudy implements Study {
  /** Steps alpha of the runs that measure the stationary error. */
  static final double[] LONG = Orders.grid(1e2, 1e4, 5);

  private static final int STARTS = 3;
  private static final int WARM_STEPS = 20;
  private static final int LONG_STEPS = 100;
  private static final int BURN_IN = 40;
  private static final double RHO = 1;

  private static final Inner ITERATE = Inner.NEWTON_CG.withTolerance(Tolerance.absolute(1e-8));
  private static final Inner CENTER = ITERATE.withStart(WarmStart.CENTER);
  private static final Inner.Newton EXACT =
      Inner.NEWTON_CHOLESKY.withTolerance(Tolerance.relative(1e-10));
  private static final Inner ONE_STEP = EXACT.withTruncation(1);

  @Override
  public String label() {
    return "chains";
  }

  @Override
  public int count(int instances) {
    return Math.max(8, instances / 8);
  }

  @Override
  public List<String> columns() {
    List<String> columns = new ArrayList<>();
    for (String run : runs()) {
      for (String what : List.of("newton_iterate", "newton_center", "cg_iterate", "cg_center")) {
        columns.add(what + "_" + run);
      }
      columns.add("saving_" + run);
    }
    columns.addAll(List.of("exact_order", "one_step_order", "one_step_excess", "plateau"));
    return columns;
  }

  /** Returns the names of the runs that count inner work: one without noise, then by step. */
  static List<String> runs() {
    return List.of("smooth", "1", "10", "100");
  }

  @Override
  public double[] row(Draw draw) {
    Problem problem = Problem.logistic(draw);
    double[][] starts = new double[STARTS][];
    for (int i = 0; i < STARTS; i++) {
      starts[i] = problem.point(draw, 3);
    }
    double[] start = starts[0];
    Streams streams = draw.streams();
    double[] row = new double[columns().size()];
    int column = 0;
    for (String run : runs()) {
      double alpha = run.equals("smooth") ? 1 : Double.parseDouble(run);
      double rho = run.equals("smooth") ? 0 : RHO;
      Work iterate = Work.NONE;
      Work center = Work.NONE;
      for (double[] from : starts) {
        iterate = iterate.plus(work(run(problem, alpha, rho, ITERATE, from, streams)));
        center = center.plus(work(run(problem, alpha, rho, CENTER, from, streams)));
      }
      double steps = WARM_STEPS * starts.length;
      row[column++] = iterate.newtonSteps() / steps;
      row[column++] = center.newtonSteps() / steps;
      row[column++] = iterate.linearSteps() / steps;
      row[column++] = center.linearSteps() / steps;
      row[column++] = 1 - (double) iterate.linearSteps() / center.linearSteps();
    }
    double[] exact = new double[LONG.length];
    double[] truncated = new double[LONG.length];
    for (int i = 0; i < LONG.length; i++) {
      exact[i] = error(problem, run(problem, LONG[i], RHO, EXACT, start, streams));
      truncated[i] = error(problem, run(problem, LONG[i], RHO, ONE_STEP, start, streams));
    }
    row[column++] = Orders.slope(LONG, exact);
    row[column++] = Orders.slope(LONG, truncated);
    int last = LONG.length - 1;
    row[column++] = truncated[last] / exact[last];
    DenseMatrix sigma = DenseMatrix.identity(problem.dimension()).times(RHO * RHO);
    double limit = Plateau.limit(problem.f(), problem.minimizer(), problem.mu(), sigma);
    row[column] = LONG[last] * exact[last] / limit;
    return row;
  }

  private static FlowStepper run(
      Problem problem, double alpha, double rho, Inner inner, double[] start, Streams streams) {
    return Iron.step(alpha)
        .mu(problem.mu())
        .noise(new CenterNoise(new Noise.Isotropic(rho)))
        .inner(inner)
        .start(problem.f(), start, start, streams);
  }

  private static Work work(FlowStepper iron) {
    Work work = Work.NONE;
    for (int k = 0; k < WARM_STEPS; k++) {
      work = work.plus(iron.advance().work());
    }
    return work;
  }

  private static double error(Problem problem, FlowStepper iron) {
    double sum = 0;
    for (int k = 0; k < BURN_IN + LONG_STEPS; k++) {
      iron.advance();
      sum += k < BURN_IN ? 0 : problem.squaredError(iron.x());
    }
    return sum / LONG_STEPS;
  }
}
