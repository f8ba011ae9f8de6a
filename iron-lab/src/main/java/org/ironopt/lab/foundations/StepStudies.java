package org.ironopt.lab.foundations;

import java.util.Arrays;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Iron;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.ironopt.theory.IronParameters;

/** Sections 1 and 2: what one IRON step is, computed in other ways. */
final class StepStudies {
  private static final int EULER_STEPS = 8;
  private static final int INERTIAL_STEPS = 20;
  private static final int GROUPS = 64;
  private static final int MEMBERS = 256;

  private StepStudies() {}

  /**
   * Section 2: one backward Euler step of the noisy flow against the resolvent form, with the same
   * noise. Differences are relative to 1 plus the size of the state.
   */
  static void mapping(InstanceRandom draw, Row row) {
    StudyProblem problem = StudyProblem.random(draw);
    int n = problem.dimension();
    double mu = problem.mu();
    double gamma = mu * draw.spread(0.1, 10);
    IronParameters p = new IronParameters(draw.spread(1e-2, 1e3), mu, gamma);
    double alpha = p.alpha();
    double[] x = problem.point(draw, 2);
    double[] v = problem.point(draw, 2);
    Noise law = new Noise.Full(draw.covariance(n, draw.between(1, n)));
    RandomStreams streams = draw.streams();
    double[] zeta = new double[n];
    law.draw(streams.stream("noise"), 0, n, 1, zeta);

    FlowStepper iron = problem.iron(p, law).start(problem.f(), x, v, streams);
    iron.advance();
    CoupledStep coupled = new CoupledStep(problem, p, x, v, zeta);
    double[] direct = coupled.solve();
    double[] xDirect = Arrays.copyOf(direct, n);
    double[] vDirect = Arrays.copyOfRange(direct, n, 2 * n);
    double next = iron.gamma()[0];
    row.put("position", Study.gap(iron.x(), xDirect))
        .put("velocity", Study.gap(iron.v(), vDirect))
        .put("damping", Math.abs(next - gamma - alpha * (mu - next)) / ((1 + alpha) * next))
        .put("optimality", coupled.optimality(xDirect));
  }

  /**
   * Section 2: without noise IRON with {@code alpha = t} and {@code gamma = mu} is the implicit
   * Euler method of Wilson, Recht and Jordan, {@code x+ - x = t (z+ - x+)}, {@code z+ - z = t (x+ -
   * z+ - grad f(x+)/mu)}. Theirs is solved by eliminating {@code z+} from the second equation, so
   * that the auxiliary state comes from the gradient and not from the difference of positions.
   */
  static void implicitEuler(InstanceRandom draw, Row row) {
    StudyProblem problem = StudyProblem.random(draw);
    int n = problem.dimension();
    double mu = problem.mu();
    double t = draw.spread(1e-2, 1e2);
    double[] x = problem.point(draw, 2);
    double[] z = problem.point(draw, 2);
    FlowStepper iron =
        Iron.step(t).mu(mu).inner(problem.solver()).start(problem.f(), x, z, draw.streams());
    for (int k = 0; k < EULER_STEPS; k++) {
      // (1 + 2t) x+ + (t^2/mu) grad f(x+) = (1 + t) x + t z
      double[] center = Study.vector(n, i -> ((1 + t) * x[i] + t * z[i]) / (1 + 2 * t));
      Vectors.copy(problem.prox(t * t / (mu * (1 + 2 * t)), center), x);
      double[] gradient = problem.gradient(x);
      Arrays.setAll(z, i -> (z[i] + t * (x[i] - gradient[i] / mu)) / (1 + t));
      iron.advance();
      row.raise("position", Study.gap(iron.x(), x)).raise("auxiliary", Study.gap(iron.v(), z));
    }
  }

  /**
   * Section 2, scaling of the center perturbation: {@code E|xi|^2 = alpha tr(Sigma)/(1 + tau)^2}.
   * The perturbation is computed from one step of the method, {@code xi = x+ + lambda grad f(x+) -
   * c}, over many members; 64 groups of them give the interval.
   */
  static void centerNoise(InstanceRandom draw, Row row) {
    int n = draw.between(2, 5);
    double mu = draw.spread(0.1, 5);
    IronParameters p = draw.parameters(0.1, 1e3, mu, 10);
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
    int m = GROUPS * MEMBERS;
    double[] x = new double[n * m];
    Arrays.setAll(x, at -> start[at / m]);
    FlowStepper iron =
        Iron.step(p.alpha())
            .mu(mu)
            .gamma(p.gamma())
            .noise(new CenterNoise(law))
            .start(Ensemble.of(Quadratic.diagonal(a, b), m), x, new double[n * m], draw.streams());
    iron.advance();
    double[] squares = new double[GROUPS];
    double[] sums = new double[GROUPS];
    for (int j = 0; j < m; j++) {
      double square = 0;
      double along = 0;
      for (int i = 0; i < n; i++) {
        // The velocity point starts at 0, so the center is (1 - 1/s) x.
        double c = p.tau() / p.s() * start[i];
        double next = iron.x()[i * m + j];
        double xi = next + p.lambda() * (a[i] * next - b[i]) - c;
        square = Math.fma(xi, xi, square);
        along = Math.fma(xi, direction[i], along);
      }
      squares[j / MEMBERS] += square / MEMBERS;
      sums[j / MEMBERS] += along / MEMBERS;
    }
    double expected = p.noiseScale() * p.noiseScale() * law.trace(n);
    ConfidenceInterval second = ConfidenceInterval.ofMeans(squares);
    row.put("alpha", p.alpha())
        .put("kind", kind)
        .put("expected", expected)
        .put("mean", second.mean())
        .put("standard_error", second.standardError())
        .put("deviation", second.deviation(expected))
        .put("ratio", second.mean() / expected)
        .put("center", ConfidenceInterval.ofMeans(sums).deviation(0));
  }

  /**
   * Section 1 sets IRON apart from stochastic proximal point methods by its inertial center. With
   * constant parameters and {@code v_0 = x_0} the iterates are those of the proximal point method
   * with momentum, {@code x_{k+1} = prox_{lambda f}(x_k + beta (x_k - x_{k-1}) + xi_k)} with {@code
   * beta = 1/(alpha s)}.
   */
  static void inertial(InstanceRandom draw, Row row) {
    StudyProblem problem = StudyProblem.random(draw);
    int n = problem.dimension();
    IronParameters p = draw.parameters(0.1, 1e3, problem.mu(), 10);
    Noise law = new Noise.Isotropic(draw.spread(0.1, 1));
    RandomStreams streams = draw.streams();
    RandomStream noise = streams.stream("noise");
    double[] x = problem.point(draw, 2);
    double[] before = x.clone();
    FlowStepper iron = problem.iron(p, law).frozen().start(problem.f(), x, x, streams);
    double[] zeta = new double[n];
    for (int k = 0; k < INERTIAL_STEPS; k++) {
      law.draw(noise, k, n, 1, zeta);
      double[] center =
          Study.vector(n, i -> x[i] + p.delta() * (x[i] - before[i]) + p.noiseScale() * zeta[i]);
      Vectors.copy(x, before);
      Vectors.copy(problem.prox(p.lambda(), center), x);
      iron.advance();
      row.raise("difference", Study.gap(iron.x(), x));
    }
  }
}
