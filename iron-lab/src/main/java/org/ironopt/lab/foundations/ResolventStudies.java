package org.ironopt.lab.foundations;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ironopt.lab.statistics.PowerLaw;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Iron;
import org.ironopt.method.StepReport;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.Direction;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.InnerTolerance;
import org.ironopt.resolvent.Resolvent;
import org.ironopt.theory.Contraction;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Plateau;

/** Sections 2, 3.5 and 4: the equation of one step and the solvers for it. */
final class ResolventStudies {
  private static final double DELTA = 1e-6;

  /** Algorithm 2 and its variants, by the columns of their distances. */
  private static final Map<String, InnerMethod> VARIANTS =
      Map.of(
          "algorithm_2", InnerMethod.PAPER,
          "cg", InnerMethod.NEWTON_CG,
          "minres", InnerMethod.NEWTON_MINRES,
          "gmres", InnerMethod.NEWTON_CG.direction(new Direction.Gmres()),
          "levenberg_marquardt", InnerMethod.LEVENBERG_MARQUARDT,
          "trust_region", InnerMethod.TRUST_REGION,
          "lbfgs", InnerMethod.LBFGS,
          "diagonal", InnerMethod.DIAGONAL,
          "blocks", InnerMethod.DIAGONAL.direction(new Direction.BlockDiagonal(2)));

  private static final double DIFFERENCE = 1e-5;
  private static final int RIVALS = 50;

  /** Steps alpha of the runs that measure the stationary error. */
  private static final double[] LONG = Study.grid(1e2, 1e4, 5);

  private static final int STARTS = 3;
  private static final int WARM_STEPS = 20;
  private static final int LONG_STEPS = 100;
  private static final int BURN_IN = 40;
  private static final double RHO = 1;

  private static final InnerMethod ITERATE =
      InnerMethod.NEWTON_CG.tolerance(InnerTolerance.absolute(1e-8));
  private static final InnerMethod CENTER = ITERATE.start(InnerMethod.WarmStart.CENTER);
  private static final InnerMethod.Newton EXACT =
      InnerMethod.NEWTON_CHOLESKY.tolerance(InnerTolerance.relative(1e-10));

  private ResolventStudies() {}

  /**
   * The equation of one step: its certificate (section 3.5), its trust-region reading and its
   * Jacobian (section 2), derivatives by central differences. Gaps are relative.
   */
  static void resolvent(InstanceRandom draw, Row row) {
    StudyProblem problem = StudyProblem.random(draw);
    int n = problem.dimension();
    IronParameters p = draw.parameters(1, 1e3, problem.mu(), 10);
    double lambda = p.lambda();
    double[] c = problem.point(draw, 1);
    double[] xi = draw.normals(n);
    Vectors.scale(p.noiseScale(), xi);
    double[] center = Study.sum(c, 1, xi);
    double[] next = problem.prox(lambda, center);

    double[] u = problem.point(draw, draw.spread(1e-3, 10));
    double residual = Vectors.norm(problem.residual(lambda, center, u));
    DenseMatrix scaled = problem.hessian(u).times(lambda);
    DenseMatrix newton = DenseMatrix.identity(n).plus(1, scaled);
    DenseMatrix ofResidual = jacobian(w -> problem.residual(lambda, center, w), u);
    // The fixed-point map u -> c + xi - lambda grad f(u).
    DenseMatrix ofMap = jacobian(w -> Study.sum(center, -lambda, problem.gradient(w)), u);
    double noise = Vectors.norm(xi);
    double certified = Contraction.error(residual, lambda, problem.mu());
    row.put("certificate", Vectors.distance(u, next) / certified)
        .put("trust_region", trustRegion(draw, problem, center, next))
        .put("residual_jacobian", gap(ofResidual, newton))
        .put("map_jacobian_paper", gap(ofMap, newton))
        .put("map_jacobian_true", gap(ofMap, scaled.times(-1)))
        .put("without_noise", Vectors.norm(problem.residual(lambda, c, next)) / noise)
        .put("with_noise", Vectors.norm(problem.residual(lambda, center, next)) / noise);
  }

  private static DenseMatrix jacobian(UnaryOperator<double[]> map, double[] u) {
    double[][] columns = new double[u.length][];
    for (int k = 0; k < u.length; k++) {
      double[] moved = u.clone();
      double h = DIFFERENCE * (1 + Math.abs(u[k]));
      moved[k] = u[k] + h;
      double[] above = map.apply(moved);
      moved[k] = u[k] - h;
      double[] below = map.apply(moved);
      columns[k] = Study.vector(u.length, i -> (above[i] - below[i]) / (2 * h));
    }
    return DenseMatrix.of(columns).transpose();
  }

  private static double gap(DenseMatrix measured, DenseMatrix expected) {
    return measured.plus(-1, expected).norm() / expected.norm();
  }

  /**
   * Returns by how much the best of many points of the ball around the center, whose boundary the
   * step reaches, is better than the step: {@code (f(x+) - f(y))/(f(c) - f(x+))}.
   */
  private static double trustRegion(
      InstanceRandom draw, StudyProblem problem, double[] center, double[] next) {
    double radius = Vectors.distance(center, next);
    double value = problem.f().value(next);
    double best = Double.POSITIVE_INFINITY;
    for (int k = 0; k < RIVALS; k++) {
      double[] y = draw.unit(center.length);
      Vectors.scale(radius * draw.uniform(0, 1), y);
      best = Math.min(best, problem.f().value(Study.sum(y, 1, center)));
    }
    return (value - best) / (problem.f().value(center) - value);
  }

  /**
   * Section 4: Algorithm 2 and its variants on random logistic regressions, all with one residual
   * tolerance delta. For each the distance to the exact resolvent point over {@code delta/(1 +
   * lambda mu)}, NaN if the solve failed; and what matrix-free Newton-CG spends.
   */
  static void inner(InstanceRandom draw, Row row) {
    StudyProblem problem = StudyProblem.logistic(draw);
    IronParameters p = draw.parameters(1, 1e3, problem.mu(), 5);
    double[] iterate = problem.point(draw, 1);
    double[] center = problem.point(draw, 3);
    double[] exact = problem.prox(p.lambda(), center);
    double allowed = DELTA / (1 + p.lambda() * problem.mu());
    double[] u = new double[problem.dimension()];
    int failures = 0;
    for (Map.Entry<String, InnerMethod> variant : VARIANTS.entrySet()) {
      InnerMethod inner = variant.getValue().tolerance(InnerTolerance.absolute(DELTA));
      InnerReport report = Resolvent.of(problem.f(), inner).solve(p.lambda(), center, iterate, u);
      boolean solved = report.succeeded();
      failures += solved ? 0 : 1;
      row.put(variant.getKey(), solved ? Vectors.distance(u, exact) / allowed : Double.NaN);
      if (variant.getKey().equals("cg")) {
        row.put("products_per_cg_step", (double) report.products() / report.linearSteps());
      }
    }
    row.put("failures", failures);
  }

  /**
   * Section 4, remark: warm starts and truncated solves in runs of IRON on random logistic
   * regressions with center noise. Runs that are compared see the same noise.
   */
  static void chains(InstanceRandom draw, Row row) {
    StudyProblem problem = StudyProblem.logistic(draw);
    double[][] starts = new double[STARTS][];
    Arrays.setAll(starts, i -> problem.point(draw, 3));
    Chains chains = new Chains(problem, starts, draw.streams());
    chains.warmStarts("smooth", 1, 0, row);
    List.of(1, 10, 100).forEach(alpha -> chains.warmStarts("" + alpha, alpha, RHO, row));
    chains.truncated(row);
  }

  /** Runs of IRON from several starts with the same noise. */
  private record Chains(StudyProblem problem, double[][] starts, RandomStreams streams) {
    /** The mean inner work per iteration from both starts, and what x_k saves. */
    void warmStarts(String run, double alpha, double rho, Row row) {
      StepReport.Counts iterate = work(alpha, rho, ITERATE);
      StepReport.Counts center = work(alpha, rho, CENTER);
      double steps = WARM_STEPS * starts.length;
      row.put("newton_iterate_" + run, iterate.newtonSteps() / steps)
          .put("newton_center_" + run, center.newtonSteps() / steps)
          .put("cg_iterate_" + run, iterate.linearSteps() / steps)
          .put("cg_center_" + run, center.linearSteps() / steps)
          .put("saving_" + run, 1 - (double) iterate.linearSteps() / center.linearSteps());
    }

    private StepReport.Counts work(double alpha, double rho, InnerMethod inner) {
      return Arrays.stream(starts)
          .map(start -> chain(alpha, rho, inner, start))
          .flatMap(iron -> Stream.generate(() -> iron.advance().work()).limit(WARM_STEPS))
          .reduce(StepReport.Counts.NONE, StepReport.Counts::plus);
    }

    /** What exact solves and single Newton steps make of the stationary error. */
    void truncated(Row row) {
      double[] exact = stationary(EXACT);
      double[] oneStep = stationary(EXACT.truncate(1));
      int last = LONG.length - 1;
      DenseMatrix sigma = DenseMatrix.identity(problem.dimension()).times(RHO * RHO);
      double limit = Plateau.limit(problem.f(), problem.minimizer(), problem.mu(), sigma);
      row.put("exact_order", PowerLaw.exponent(LONG, exact))
          .put("one_step_order", PowerLaw.exponent(LONG, oneStep))
          .put("one_step_excess", oneStep[last] / exact[last])
          .put("plateau", LONG[last] * exact[last] / limit);
    }

    private double[] stationary(InnerMethod inner) {
      return Arrays.stream(LONG)
          .mapToObj(alpha -> chain(alpha, RHO, inner, starts[0]))
          .mapToDouble(iron -> problem.meanError(iron, BURN_IN, LONG_STEPS))
          .toArray();
    }

    private FlowStepper chain(double alpha, double rho, InnerMethod inner, double[] start) {
      return Iron.step(alpha)
          .mu(problem.mu())
          .noise(new CenterNoise(new Noise.Isotropic(rho)))
          .inner(inner)
          .start(problem.f(), start, start, streams);
    }
  }
}
