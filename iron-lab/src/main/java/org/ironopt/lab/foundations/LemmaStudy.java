package org.ironopt.lab.foundations;

import java.util.List;
import org.ironopt.linalg.Vectors;
import org.ironopt.theory.ConstantStepBound;
import org.ironopt.theory.Contraction;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Lemmas;

/**
 * Lemmas 3.1 to 3.6 at random states of random problems. Every number is the left side of an
 * inequality over its right side, so the lemma says that it is at most 1.
 */
final class LemmaStudy implements Study {
  private static final int PAIRS = 8;

  @Override
  public String label() {
    return "lemmas";
  }

  @Override
  public List<String> columns() {
    return List.of(
        "contraction",
        "larger_step",
        "energy_lower",
        "energy_upper",
        "domination",
        "center",
        "center_sharp",
        "velocity",
        "energy_positions",
        "scale",
        "scale_noise");
  }

  @Override
  public double[] row(Draw draw) {
    Problem problem = Problem.random(draw);
    int n = problem.dimension();
    double mu = problem.mu();
    double gamma = mu * draw.spread(0.05, 20);
    IronParameters p = new IronParameters(draw.spread(1, 1e4), mu, gamma);
    ConstantStepBound bound = new ConstantStepBound(mu, problem.l(), gamma);

    double[] a = problem.point(draw, draw.spread(0.1, 10));
    double[] b = problem.point(draw, draw.spread(0.1, 10));
    double[] proxA = problem.prox(p.lambda(), a);
    double[] proxB = problem.prox(p.lambda(), b);
    double rate = Contraction.resolvent(p.lambda(), mu);
    double contraction = Vectors.distance(proxA, proxB) / (rate * Vectors.distance(a, b));
    IronParameters larger = new IronParameters(p.alpha() * draw.spread(1.01, 100), mu, gamma);

    double[] x = problem.point(draw, draw.spread(0.1, 10));
    double[] before = problem.point(draw, draw.spread(0.1, 10));
    double[] v = new double[n];
    double[] c = new double[n];
    for (int i = 0; i < n; i++) {
      v[i] = x[i] + (x[i] - before[i]) / p.alpha();
    }
    double x2 = problem.squaredError(x);
    double before2 = problem.squaredError(before);
    double v2 = problem.squaredError(v);
    double[] free = problem.point(draw, draw.spread(0.1, 10));
    double free2 = problem.squaredError(free);
    for (int i = 0; i < n; i++) {
      c[i] = (free[i] + p.tau() * x[i]) / p.s();
    }
    double c2 = problem.squaredError(c);
    double energy = problem.energy(x, free, gamma);
    double coupled = problem.energy(x, v, gamma);
    double scale = p.noiseScale();
    double alpha = p.alpha();
    double[][] pairs = new double[2 * PAIRS][];
    for (int i = 0; i < pairs.length; i++) {
      pairs[i] = problem.point(draw, 1);
    }
    return new double[] {
      contraction,
      strongest(problem, larger.lambda(), pairs) / strongest(problem, p.lambda(), pairs),
      bound.m1() * x2 / energy,
      energy / (bound.m2() * (x2 + free2)),
      (x2 + free2) / (2 * bound.cE() * energy),
      c2 / Lemmas.center(p, x2, free2),
      c2 / Lemmas.centerSharp(p, x2, free2),
      v2 / Lemmas.velocity(x2, before2),
      coupled / (bound.m2bar() * (x2 + before2)),
      rate * rate * alpha * alpha / bound.k1(),
      rate * rate * scale * scale * alpha / bound.c2()
    };
  }

  /** Returns the largest factor by which the resolvent brings a pair of points closer. */
  private static double strongest(Problem problem, double lambda, double[][] pairs) {
    double largest = 0;
    for (int i = 0; i < pairs.length; i += 2) {
      double[] a = problem.prox(lambda, pairs[i]);
      double[] b = problem.prox(lambda, pairs[i + 1]);
      largest =
          Math.max(largest, Vectors.distance(a, b) / Vectors.distance(pairs[i], pairs[i + 1]));
    }
    return largest;
  }
}
