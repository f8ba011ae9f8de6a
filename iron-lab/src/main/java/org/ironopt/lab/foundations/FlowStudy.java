package org.ironopt.lab.foundations;

import java.util.List;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.random.Stream;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;
import org.ironopt.theory.Transition;

/**
 * The flow itself: IRON with short steps against fine Euler-Maruyama paths with the same Brownian
 * motion and against the exact moments of the linear flow, and the stationary spread of the flow.
 * Times are in units of the fastest rate of the flow, {@code 1 + mu/gamma + sqrt(L/gamma)}.
 */
final class FlowStudy implements Study {
  private static final int[] STEPS = {32, 64, 128, 256};
  private static final int FINE = 4096;
  private static final double TIME = 4;
  private static final int PATHS = 16;
  private static final int MANY = 200;
  private static final int LATE_FINE = 2000;

  /** With gamma = mu every mode forgets at the rate 1, its variance at twice that. */
  private static final double LATE = 5;

  @Override
  public String label() {
    return "flow";
  }

  @Override
  public int count(int instances) {
    return Math.max(8, instances / 8);
  }

  @Override
  public List<String> columns() {
    return List.of(
        "quadratic_path",
        "logistic_path",
        "first_moment",
        "second_moment",
        "euler_maruyama",
        "stationary",
        "late",
        "stationary_order",
        "spread_at_10");
  }

  @Override
  public double[] row(Draw draw) {
    int n = draw.between(2, 3);
    double mu = draw.spread(0.2, 5);
    double[] spectrum = draw.spectrum(n, mu, draw.spread(2, 8));
    Quadratic f = Quadratic.ofEigen(spectrum, draw.orthogonal(n), new double[n]);
    Problem quadratic = new Problem(f, mu, f.largestEigenvalue(), f.minimizer());
    Problem logistic = Problem.logistic(draw);
    double gamma = mu * draw.spread(0.5, 2);
    double rho = draw.spread(0.3, 3);
    double rate = rate(quadratic, gamma);
    double[] x = draw.unit(n);
    double[][] gaps = momentGaps(spectrum, mu, gamma, rho * rho, x, TIME / rate);
    double gammaLogistic = logistic.mu() * draw.spread(0.5, 2);
    return new double[] {
      pathOrder(draw, quadratic, gamma, rho),
      pathOrder(draw, logistic, gammaLogistic, rho),
      order(gaps[0]),
      order(gaps[1]),
      eulerMaruyama(draw, quadratic, spectrum, gamma, rho),
      stationary(spectrum, mu, gamma),
      late(draw, quadratic, spectrum, rho),
      Orders.slope(1e-4 / rate, 1e-2 / rate, alpha -> gap(spectrum, mu, gamma, alpha)),
      iron(spectrum, mu, gamma, 10) / flow(spectrum, mu, gamma)
    };
  }

  private static double rate(Problem problem, double gamma) {
    return 1 + problem.mu() / gamma + Math.sqrt(problem.l() / gamma);
  }

  /** Returns the order in the step of the root mean square distance of IRON to the flow's paths. */
  private static double pathOrder(Draw draw, Problem problem, double gamma, double rho) {
    double time = TIME / rate(problem, gamma);
    FlowPaths paths = new FlowPaths(problem, gamma, rho, time, FINE);
    Stream noise = draw.streams().stream("noise");
    double[] start = problem.point(draw, 1);
    double[] squares = new double[STEPS.length];
    for (int path = 0; path < PATHS; path++) {
      double[][] motion = paths.motion(noise, path);
      double[] end = paths.flow(start, motion);
      for (int i = 0; i < STEPS.length; i++) {
        double distance = Vectors.distance(end, paths.iron(start, motion, STEPS[i]));
        squares[i] += distance * distance;
      }
    }
    for (int i = 0; i < squares.length; i++) {
      squares[i] = Math.sqrt(squares[i] / PATHS);
    }
    return order(squares);
  }

  /** Returns the order in the step length of numbers that belong to the numbers of steps. */
  private static double order(double[] errors) {
    double[] alphas = new double[STEPS.length];
    for (int i = 0; i < alphas.length; i++) {
      alphas[i] = 1.0 / STEPS[i];
    }
    return Orders.slope(alphas, errors);
  }

  /** Returns the gaps of first and second moments of the state, IRON against the flow. */
  private static double[][] momentGaps(
      double[] spectrum, double mu, double gamma0, double rho2, double[] x, double time) {
    double[][] gaps = new double[2][STEPS.length];
    for (int d = 0; d < spectrum.length; d++) {
      double[] exact =
          new LinearFlow(spectrum[d], mu, gamma0, false, rho2).moments(x[d], x[d], time, FINE);
      for (int i = 0; i < STEPS.length; i++) {
        double[] first = {x[d], x[d]};
        double[] second = {x[d] * x[d], x[d] * x[d], x[d] * x[d]};
        double alpha = time / STEPS[i];
        double gamma = gamma0;
        for (int k = 0; k < STEPS[i]; k++) {
          IronParameters p = new IronParameters(alpha, mu, gamma);
          Transition t = new Transition(Scheme.IRON, p, spectrum[d]);
          double[] m = t.matrix();
          first =
              new double[] {m[0] * first[0] + m[1] * first[1], m[2] * first[0] + m[3] * first[1]};
          second = ExactMoments.next(m, t.noise(), t.noiseVariance() * rho2, second);
          gamma = (gamma + alpha * mu) / (1 + alpha);
        }
        gaps[0][i] += Math.abs(first[0] - exact[0]) + Math.abs(first[1] - exact[1]);
        for (int e = 0; e < 3; e++) {
          gaps[1][i] += Math.abs(second[e] - exact[2 + e]);
        }
      }
    }
    return gaps;
  }

  /** Returns the second moment over paths of the flow relative to the exact one. */
  private static double eulerMaruyama(
      Draw draw, Problem problem, double[] spectrum, double gamma, double rho) {
    double time = TIME / rate(problem, gamma);
    FlowPaths paths = new FlowPaths(problem, gamma, rho, time, LATE_FINE);
    double[] start = problem.minimizer().clone();
    double exact = 0;
    for (double a : spectrum) {
      exact +=
          new LinearFlow(a, problem.mu(), gamma, false, rho * rho)
              .moments(0, 0, time, LATE_FINE)[2];
    }
    return measured(draw, problem, paths, start) / exact;
  }

  /** Returns E|x - x*|^2 late in a run with damping at rest, relative to the stationary one. */
  private static double late(Draw draw, Problem problem, double[] spectrum, double rho) {
    double mu = problem.mu();
    int fine = (int) Math.ceil(LATE * rate(problem, mu) * 100);
    FlowPaths paths = new FlowPaths(problem, mu, rho, LATE, fine);
    double[] start = problem.minimizer().clone();
    return measured(draw, problem, paths, start) / (rho * rho * flow(spectrum, mu, mu));
  }

  private static double measured(Draw draw, Problem problem, FlowPaths paths, double[] start) {
    Stream noise = draw.streams().stream("noise");
    double sum = 0;
    for (int path = 0; path < MANY; path++) {
      sum += problem.squaredError(paths.flow(start, paths.motion(noise, path)));
    }
    return sum / MANY;
  }

  /** Returns how far the moments after a long time are from the closed form. */
  private static double stationary(double[] spectrum, double mu, double gamma) {
    double integrated = 0;
    for (double a : spectrum) {
      LinearFlow flow = new LinearFlow(a, mu, gamma, true, 1);
      double slowest = Math.min((1 + mu / gamma) / 2, a / (gamma + mu));
      double rate = 1 + mu / gamma + Math.sqrt(a / gamma);
      double time = 20 / slowest;
      integrated += flow.moments(0, 0, time, (int) Math.ceil(time * rate * 20))[2];
    }
    return Math.abs(integrated / flow(spectrum, mu, gamma) - 1);
  }

  private static double flow(double[] spectrum, double mu, double gamma) {
    double sum = 0;
    for (double a : spectrum) {
      sum += new LinearFlow(a, mu, gamma, true, 1).stationary();
    }
    return sum;
  }

  private static double iron(double[] spectrum, double mu, double gamma, double alpha) {
    IronParameters p = new IronParameters(alpha, mu, gamma);
    return StationaryCovariance.mse(Scheme.IRON, p, spectrum, 1).orElseThrow();
  }

  private static double gap(double[] spectrum, double mu, double gamma, double alpha) {
    return Math.abs(iron(spectrum, mu, gamma, alpha) - flow(spectrum, mu, gamma));
  }
}
