package org.ironopt.lab.foundations;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ironopt.linalg.Vectors;
import org.ironopt.resolvent.Direction;
import org.ironopt.resolvent.Inner;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.Resolvent;
import org.ironopt.resolvent.Tolerance;
import org.ironopt.theory.IronParameters;

/**
 * Section 4: Algorithm 2 and its variants on random logistic regressions, all with one residual
 * tolerance delta. For each the distance to the exact resolvent point over {@code delta/(1 + lambda
 * mu)}, NaN if the solve failed; and what matrix-free Newton-CG spends.
 */
final class InnerStudy implements Study {
  private static final double DELTA = 1e-6;
  private static final Map<String, Inner> VARIANTS = variants();

  private static Map<String, Inner> variants() {
    Map<String, Inner> variants = new LinkedHashMap<>();
    variants.put("algorithm_2", Inner.PAPER);
    variants.put("cg", Inner.NEWTON_CG);
    variants.put("minres", Inner.NEWTON_MINRES);
    variants.put("gmres", Inner.NEWTON_CG.withDirection(new Direction.Gmres()));
    variants.put("levenberg_marquardt", Inner.LEVENBERG_MARQUARDT);
    variants.put("trust_region", Inner.TRUST_REGION);
    variants.put("lbfgs", Inner.LBFGS);
    variants.put("diagonal", Inner.DIAGONAL);
    variants.put("blocks", Inner.DIAGONAL.withDirection(new Direction.BlockDiagonal(2)));
    variants.replaceAll((name, inner) -> inner.withTolerance(Tolerance.absolute(DELTA)));
    return variants;
  }

  /** Returns the names of the variants, each a column. */
  static List<String> names() {
    return List.copyOf(VARIANTS.keySet());
  }

  @Override
  public String label() {
    return "inner";
  }

  @Override
  public List<String> columns() {
    List<String> columns = new ArrayList<>(names());
    columns.add("failures");
    columns.add("products_per_cg_step");
    return columns;
  }

  @Override
  public double[] row(Draw draw) {
    Problem problem = Problem.logistic(draw);
    IronParameters p =
        new IronParameters(draw.spread(1, 1e3), problem.mu(), problem.mu() * draw.spread(0.2, 5));
    double[] iterate = problem.point(draw, 1);
    double[] center = problem.point(draw, 3);
    double[] exact = problem.prox(p.lambda(), center);
    double allowed = DELTA / (1 + p.lambda() * problem.mu());
    double[] row = new double[VARIANTS.size() + 2];
    double[] u = new double[problem.dimension()];
    int column = 0;
    int failures = 0;
    for (Inner inner : VARIANTS.values()) {
      InnerReport report = Resolvent.of(problem.f(), inner).solve(p.lambda(), center, iterate, u);
      failures += report.succeeded() ? 0 : 1;
      row[column++] = report.succeeded() ? Vectors.distance(u, exact) / allowed : Double.NaN;
      if (inner.equals(VARIANTS.get("cg"))) {
        row[row.length - 1] = (double) report.products() / report.linearSteps();
      }
    }
    row[row.length - 2] = failures;
    return row;
  }
}
