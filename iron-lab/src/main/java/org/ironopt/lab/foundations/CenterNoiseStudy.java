package org.ironopt.lab.foundations;

import java.util.List;
import org.ironopt.lab.statistics.Interval;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Iron;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.theory.IronParameters;

/**
 * Section 2, scaling of the center perturbation: {@code E|xi|^2 = alpha tr(Sigma)/(1 + tau)^2}. The
 * perturbation is what one step of the real method leaves unexplained, {@code xi = x+ + lambda grad
 * f(x+) - c}, over many members; 64 groups of them give the interval.
 */
final class CenterNoiseStudy implements Study {
  private static final int GROUPS = 64;
  private static final int MEMBERS = 256;
  private static final int COVARIANCES = 12;

  @Override
  public String label() {
    return "center-noise";
  }

  @Override
  public List<String> columns() {
    return List.of(
        "alpha", "kind", "expected", "mean", "standard_error", "deviation", "ratio", "center");
  }

  @Override
  public int count(int instances) {
    return COVARIANCES;
  }

  @Override
  public double[] row(Draw draw) {
    int n = draw.between(2, 5);
    double mu = draw.spread(0.1, 5);
    IronParameters p = new IronParameters(draw.spread(0.1, 1e3), mu, mu * draw.spread(0.1, 10));
    int kind = draw.instance() % 4;
    Noise law =
        switch (kind) {
          case 0 -> new Noise.Isotropic(draw.spread(0.1, 2));
          case 1 -> new Noise.Diagonal(draw.variances(n));
          case 2 -> new Noise.Full(draw.covariance(n, n));
          default -> new Noise.Full(draw.covariance(n, 1));
        };
    double[] a = draw.spectrum(n, mu, 10);
    double[] b = draw.normals(n);
    double[] start = draw.normals(n);
    double[] direction = draw.unit(n);
    double[][] xi = perturbations(p, law, a, b, start, draw);
    double[] squares = new double[GROUPS];
    double[] sums = new double[GROUPS];
    for (int j = 0; j < GROUPS * MEMBERS; j++) {
      double square = 0;
      double along = 0;
      for (int i = 0; i < n; i++) {
        square = Math.fma(xi[i][j], xi[i][j], square);
        along = Math.fma(xi[i][j], direction[i], along);
      }
      squares[j / MEMBERS] += square / MEMBERS;
      sums[j / MEMBERS] += along / MEMBERS;
    }
    double scale = p.noiseScale();
    double expected = scale * scale * law.trace(n);
    Interval second = Interval.ofMeans(squares);
    return new double[] {
      p.alpha(),
      kind,
      expected,
      second.mean(),
      second.standardError(),
      second.deviation(expected),
      second.mean() / expected,
      Interval.ofMeans(sums).deviation(0)
    };
  }

  private static double[][] perturbations(
      IronParameters p, Noise law, double[] a, double[] b, double[] start, Draw draw) {
    int n = a.length;
    int m = GROUPS * MEMBERS;
    double[] x = new double[n * m];
    for (int i = 0; i < n; i++) {
      java.util.Arrays.fill(x, i * m, (i + 1) * m, start[i]);
    }
    FlowStepper iron =
        Iron.step(p.alpha())
            .mu(p.mu())
            .gamma(p.gamma())
            .noise(new CenterNoise(law))
            .start(Ensemble.of(Quadratic.diagonal(a, b), m), x, new double[n * m], draw.streams());
    iron.advance();
    double[][] xi = new double[n][m];
    for (int i = 0; i < n; i++) {
      // The velocity point starts at 0, so the center is (1 - 1/s) x.
      double c = p.tau() / p.s() * start[i];
      for (int j = 0; j < m; j++) {
        double next = iron.x()[i * m + j];
        xi[i][j] = next + p.lambda() * (a[i] * next - b[i]) - c;
      }
    }
    return xi;
  }
}
