package org.ironopt.lab.foundations;

import java.util.Arrays;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import org.ironopt.lab.particles.LinearMoments;
import org.ironopt.lab.statistics.PowerLaw;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.random.RandomStream;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Scheme;

/**
 * The flow itself: IRON with short steps against fine Euler-Maruyama paths with the same Brownian
 * motion and against the exact moments of the linear flow, and the stationary spread of the flow.
 * Times are in units of the fastest rate of the flow, {@code 1 + mu/gamma + sqrt(L/gamma)}.
 */
final class FlowStudy {
  /** Numbers of steps to a time. */
  static final int[] STEPS = {32, 64, 128, 256};

  private static final int FINE = 4096;

  /** In units of the fastest rate of the flow. */
  static final double TIME = 4;

  private static final int PATHS = 16;
  private static final int MANY = 200;
  private static final int LATE_FINE = 2000;

  /** With gamma = mu every mode forgets at the rate 1, its variance at twice that. */
  private static final double LATE = 5;

  private FlowStudy() {}

  static void flow(InstanceRandom draw, Row row) {
    int n = draw.between(2, 3);
    double mu = draw.spread(0.2, 5);
    double[] spectrum = draw.spectrum(n, mu, draw.spread(2, 8));
    Quadratic f = Quadratic.ofEigen(spectrum, draw.orthogonal(n), new double[n]);
    StudyProblem quadratic = new StudyProblem(f, mu, f.largestEigenvalue(), f.minimizer());
    StudyProblem logistic = StudyProblem.logistic(draw);
    double gamma = mu * draw.spread(0.5, 2);
    double rho = draw.spread(0.3, 3);
    double rate = rate(quadratic, gamma);
    double[] x = draw.unit(n);
    double[][] gaps = momentGaps(spectrum, mu, gamma, rho * rho, x, TIME / rate);
    double gammaLogistic = logistic.mu() * draw.spread(0.5, 2);
    double flow = stationary(spectrum, mu, gamma);
    DoubleUnaryOperator iron =
        alpha -> StationaryStudies.mse(Scheme.IRON, new IronParameters(alpha, mu, gamma), spectrum);
    row.put("quadratic_path", pathOrder(draw, quadratic, gamma, rho))
        .put("logistic_path", pathOrder(draw, logistic, gammaLogistic, rho))
        .put("first_moment", order(gaps[0]))
        .put("second_moment", order(gaps[1]))
        .put("euler_maruyama", eulerMaruyama(draw, quadratic, spectrum, gamma, rho))
        .put("stationary", Math.abs(integrated(spectrum, mu, gamma) / flow - 1))
        .put("late", late(draw, quadratic, spectrum, rho))
        .put(
            "stationary_order",
            Study.order(1e-4 / rate, 1e-2 / rate, a -> Math.abs(iron.applyAsDouble(a) - flow)))
        .put("spread_at_10", iron.applyAsDouble(10) / flow);
  }

  /** Returns the fastest rate of the flow. */
  static double rate(StudyProblem problem, double gamma) {
    return 1 + problem.mu() / gamma + Math.sqrt(problem.l() / gamma);
  }

  /** Returns the order in the step of the root mean square distance of IRON to the flow's paths. */
  private static double pathOrder(
      InstanceRandom draw, StudyProblem problem, double gamma, double rho) {
    Paths paths = new Paths(problem, gamma, rho, TIME / rate(problem, gamma), FINE);
    RandomStream noise = draw.streams().stream("noise");
    double[] start = problem.point(draw, 1);
    double[] squares = new double[STEPS.length];
    for (int path = 0; path < PATHS; path++) {
      double[][] motion = paths.motion(noise, path);
      double[] end = paths.flow(start, motion);
      for (int i = 0; i < STEPS.length; i++) {
        squares[i] += Study.square(end, paths.iron(start, motion, STEPS[i]));
      }
    }
    return order(Arrays.stream(squares).map(square -> Math.sqrt(square / PATHS)).toArray());
  }

  /** Returns the order in the step length of numbers that belong to the numbers of steps. */
  static double order(double[] errors) {
    double[] lengths = Arrays.stream(STEPS).mapToDouble(steps -> 1.0 / steps).toArray();
    return PowerLaw.exponent(lengths, errors);
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
        double[] second = ExactMoments.at(x[d], x[d]);
        double gamma = gamma0;
        for (int k = 0; k < STEPS[i]; k++) {
          IronParameters p = new IronParameters(time / STEPS[i], mu, gamma);
          first = LinearMoments.mean(p, spectrum[d], first);
          second = LinearMoments.second(p, spectrum[d], rho2, second);
          gamma = p.gammaNext();
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
      InstanceRandom draw, StudyProblem problem, double[] spectrum, double gamma, double rho) {
    double time = TIME / rate(problem, gamma);
    DoubleFunction<LinearFlow> flow = a -> new LinearFlow(a, problem.mu(), gamma, false, rho * rho);
    double exact = total(spectrum, a -> flow.apply(a).moments(0, 0, time, LATE_FINE)[2]);
    return new Paths(problem, gamma, rho, time, LATE_FINE).meanError(draw) / exact;
  }

  /** Returns E|x - x*|^2 late in a run with damping at rest, relative to the stationary one. */
  private static double late(
      InstanceRandom draw, StudyProblem problem, double[] spectrum, double rho) {
    double mu = problem.mu();
    int fine = (int) Math.ceil(LATE * rate(problem, mu) * 100);
    return new Paths(problem, mu, rho, LATE, fine).meanError(draw)
        / (rho * rho * stationary(spectrum, mu, mu));
  }

  /** Returns the stationary error of the flow for rho = 1, from its moments after a long time. */
  private static double integrated(double[] spectrum, double mu, double gamma) {
    return total(
        spectrum,
        a -> {
          double slowest = Math.min((1 + mu / gamma) / 2, a / (gamma + mu));
          double rate = 1 + mu / gamma + Math.sqrt(a / gamma);
          double time = 20 / slowest;
          LinearFlow flow = new LinearFlow(a, mu, gamma, true, 1);
          return flow.moments(0, 0, time, (int) Math.ceil(time * rate * 20))[2];
        });
  }

  /** Returns the stationary error of the flow for rho = 1 in closed form. */
  private static double stationary(double[] spectrum, double mu, double gamma) {
    return total(spectrum, a -> gamma * gamma / (2 * a * (gamma + mu)));
  }

  private static double total(double[] spectrum, DoubleUnaryOperator f) {
    return Arrays.stream(spectrum).map(f).reduce(0, Double::sum);
  }

  /**
   * Paths of the noisy accelerated flow by the Euler-Maruyama method with a fine step, and IRON
   * with longer steps along the same Brownian motion: over a step of length alpha the center moves
   * by {@code rho (W_{t+alpha} - W_t)/(1 + tau)}, which is how the scheme is derived.
   */
  private record Paths(StudyProblem problem, double gamma0, double rho, double time, int fine) {
    /** Returns the increments of a Brownian motion, those of a fine step in a row. */
    double[][] motion(RandomStream stream, int path) {
      int n = problem.dimension();
      double[][] increments = new double[fine][n];
      double scale = Math.sqrt(time / fine);
      for (int k = 0; k < fine; k++) {
        stream.normals(k, (long) path * n, 1, increments[k], 0, n);
        Vectors.scale(scale, increments[k]);
      }
      return increments;
    }

    /** Returns where the flow is at the end, from rest at x, by Euler-Maruyama. */
    double[] flow(double[] start, double[][] motion) {
      int n = start.length;
      double h = time / fine;
      double mu = problem.mu();
      double[] x = start.clone();
      double[] v = start.clone();
      double[] gradient = new double[n];
      double gamma = gamma0;
      for (double[] increment : motion) {
        problem.f().gradient(x, gradient);
        for (int i = 0; i < n; i++) {
          double force = (mu * (x[i] - v[i]) - gradient[i]) / gamma;
          x[i] += h * (v[i] - x[i]);
          v[i] += h * force + rho * increment[i];
        }
        gamma += h * (mu - gamma);
      }
      return x;
    }

    /** Returns where IRON is after that many steps along the same Brownian motion. */
    double[] iron(double[] start, double[][] motion, int steps) {
      double alpha = time / steps;
      double[] x = start.clone();
      double[] v = start.clone();
      double gamma = gamma0;
      for (int k = 0; k < steps; k++) {
        IronParameters p = new IronParameters(alpha, problem.mu(), gamma);
        double[] noise = new double[x.length];
        for (int j = k * fine / steps; j < (k + 1) * fine / steps; j++) {
          Vectors.axpy(rho / p.s(), motion[j], noise);
        }
        double[] next = problem.prox(p.lambda(), Study.sum(noise, 1, Study.center(p, x, v)));
        Arrays.setAll(v, i -> next[i] + (next[i] - x[i]) / alpha);
        Vectors.copy(next, x);
        gamma = p.gammaNext();
      }
      return x;
    }

    /** Returns the mean of |x - x*|^2 at the end over many paths of the flow from the minimiser. */
    double meanError(InstanceRandom draw) {
      RandomStream noise = draw.streams().stream("noise");
      double sum = 0;
      for (int path = 0; path < MANY; path++) {
        sum += problem.squaredError(flow(problem.minimizer(), motion(noise, path)));
      }
      return sum / MANY;
    }
  }

  /**
   * Moments of the noisy accelerated flow in one eigendirection of a quadratic, {@code dx = (v - x)
   * dt}, {@code dv = ((mu (x - v) - a x)/gamma_t) dt + rho dW}, {@code gamma_t = mu + (gamma_0 -
   * mu) e^-t}, with x and v measured from the minimiser. With the drift {@code z' = B(t) z} the
   * mean obeys {@code m' = B m} and the second moment {@code S' = B S + S B' + diag(0, rho^2)};
   * both are integrated by the classical Runge-Kutta method.
   *
   * @param a eigenvalue of the Hessian
   * @param mu parameter of the flow
   * @param gamma0 damping at time 0
   * @param frozen whether the damping stays there
   * @param rho2 diffusion variance
   */
  private record LinearFlow(double a, double mu, double gamma0, boolean frozen, double rho2) {
    /** Returns the moments {E x, E v, E x^2, E x v, E v^2} at a time, from a fixed start. */
    double[] moments(double x, double v, double time, int steps) {
      double[] y = {x, v, x * x, x * v, v * v};
      double h = time / steps;
      for (int k = 0; k < steps; k++) {
        double t = k * h;
        double[] k1 = slope(t, y);
        double[] k2 = slope(t + h / 2, plus(y, h / 2, k1));
        double[] k3 = slope(t + h / 2, plus(y, h / 2, k2));
        double[] k4 = slope(t + h, plus(y, h, k3));
        for (int i = 0; i < y.length; i++) {
          y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
        }
      }
      return y;
    }

    private double[] slope(double t, double[] y) {
      double gamma = frozen ? gamma0 : mu + (gamma0 - mu) * Functions.exp(-t);
      double pull = (mu - a) / gamma;
      double drag = mu / gamma;
      return new double[] {
        y[1] - y[0],
        pull * y[0] - drag * y[1],
        2 * (y[3] - y[2]),
        y[4] - y[3] + pull * y[2] - drag * y[3],
        2 * (pull * y[3] - drag * y[4]) + rho2
      };
    }

    private static double[] plus(double[] y, double h, double[] slope) {
      return Study.vector(y.length, i -> y[i] + h * slope[i]);
    }
  }
}
