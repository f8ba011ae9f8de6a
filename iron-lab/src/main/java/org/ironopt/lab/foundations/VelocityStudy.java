package org.ironopt.lab.foundations;

import static org.ironopt.lab.foundations.FlowStudy.STEPS;
import static org.ironopt.lab.foundations.FlowStudy.TIME;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.ironopt.linalg.Vectors;
import org.ironopt.random.Noise;
import org.ironopt.random.RandomStream;

/**
 * Section 1, remark on the velocity: the flow in {@code (x, v)} as the paper's system has it, and
 * in {@code (x, y)} as the remark has it, each integrated by itself along the same Brownian motion.
 * Euler-Maruyama steps of equivalent linear changes of variables agree up to rounding; with Heun's
 * rule for {@code (x, y)} the two paths agree up to the order of the step. Last, where the flow
 * without noise comes to rest.
 */
final class VelocityStudy {
  private static final int FINE = STEPS[STEPS.length - 1];
  private static final int PATHS = 16;

  /** With gamma near mu every mode forgets at the rate 1. */
  private static final double REST = 25;

  private static final int STEPS_PER_RATE = 10;

  private VelocityStudy() {}

  static void velocity(InstanceRandom draw, Row row) {
    StudyProblem problem = StudyProblem.random(draw);
    int n = problem.dimension();
    double gamma = problem.mu() * draw.spread(0.5, 2);
    double rate = FlowStudy.rate(problem, gamma);
    Noise law = new Noise.Full(draw.covariance(n, n));
    State start = new State(problem.point(draw, 1), problem.point(draw, 1), gamma);
    State apart = new State(start.x, start.difference(), gamma);
    RandomStream noise = draw.streams().stream("noise");
    double[] squares = new double[STEPS.length];
    for (int path = 0; path < PATHS; path++) {
      double[][] motion = motion(law, noise, path, n, TIME / rate);
      for (int i = 0; i < STEPS.length; i++) {
        double[][] increments = sums(motion, STEPS[i]);
        double h = TIME / rate / STEPS[i];
        State lifted = path(z -> lifted(problem, z), start, h, increments, false);
        State same = path(z -> physical(problem, z), apart, h, increments, false);
        row.raise("position", Study.gap(same.x, lifted.x))
            .raise("velocity", Study.gap(same.second, lifted.difference()));
        State heun = path(z -> physical(problem, z), apart, h, increments, true);
        squares[i] +=
            Study.square(heun.x, lifted.x) + Study.square(heun.second, lifted.difference());
      }
    }
    Arrays.setAll(squares, i -> Math.sqrt(squares[i] / PATHS));
    row.put("heun_order", FlowStudy.order(squares)).put("rest", rest(problem, start, rate));
  }

  /** Position, v or y, and damping. */
  private record State(double[] x, double[] second, double gamma) {
    /** Returns v - x. */
    double[] difference() {
      return Study.sum(second, -1, x);
    }

    State plus(double h, State slope) {
      return new State(
          Study.sum(x, h, slope.x), Study.sum(second, h, slope.second), gamma + h * slope.gamma);
    }
  }

  /** Returns increments of the noise over the finest steps. */
  private static double[][] motion(Noise law, RandomStream stream, int path, int n, double time) {
    double[][] increments = new double[FINE][n];
    for (int k = 0; k < FINE; k++) {
      law.draw(stream, (long) path * FINE + k, n, 1, increments[k]);
      Vectors.scale(Math.sqrt(time / FINE), increments[k]);
    }
    return increments;
  }

  /** Returns the increments over fewer steps. */
  private static double[][] sums(double[][] motion, int steps) {
    double[][] sums = new double[steps][motion[0].length];
    for (int k = 0; k < motion.length; k++) {
      Vectors.axpy(1, motion[k], sums[k * steps / motion.length]);
    }
    return sums;
  }

  /** The system of the paper: dx = (v - x)dt, dv = (mu(x - v) - grad f)/gamma dt + noise. */
  private static State lifted(StudyProblem problem, State z) {
    double[] dx = z.difference();
    double[] dv = problem.gradient(z.x);
    Vectors.axpy(problem.mu(), dx, dv);
    Vectors.scale(-1 / z.gamma, dv);
    return new State(dx, dv, problem.mu() - z.gamma);
  }

  /** The system of the remark: dx = y dt, dy = (-(1 + mu/gamma)y - grad f/gamma)dt + noise. */
  private static State physical(StudyProblem problem, State z) {
    double[] dy = problem.gradient(z.x);
    Vectors.scale(-1 / z.gamma, dy);
    Vectors.axpy(-(1 + problem.mu() / z.gamma), z.second, dy);
    return new State(z.second, dy, problem.mu() - z.gamma);
  }

  /** Returns the end of a path by the Euler-Maruyama method, or by Heun's rule. */
  private static State path(
      UnaryOperator<State> system, State start, double h, double[][] increments, boolean heun) {
    State z = start;
    for (double[] increment : increments) {
      State slope = system.apply(z);
      State next = z.plus(h, slope);
      Vectors.axpy(1, increment, next.second);
      if (heun) {
        next = z.plus(h / 2, slope).plus(h / 2, system.apply(next));
        Vectors.axpy(1, increment, next.second);
      }
      z = next;
    }
    return z;
  }

  /**
   * Returns how far from {@code gamma = mu}, {@code v = x}, {@code grad f(x) = 0} the flow without
   * noise is after a long time, relative to where it began; by the classical Runge-Kutta method.
   */
  private static double rest(StudyProblem problem, State start, double rate) {
    int steps = (int) Math.ceil(REST * rate * STEPS_PER_RATE);
    double h = REST / steps;
    State z = start;
    for (int k = 0; k < steps; k++) {
      State k1 = lifted(problem, z);
      State k2 = lifted(problem, z.plus(h / 2, k1));
      State k3 = lifted(problem, z.plus(h / 2, k2));
      State k4 = lifted(problem, z.plus(h, k3));
      z = z.plus(h / 6, k1).plus(h / 3, k2).plus(h / 3, k3).plus(h / 6, k4);
    }
    double size = Vectors.norm(start.difference()) + Vectors.norm(problem.gradient(start.x));
    double left = Vectors.norm(z.difference()) + Vectors.norm(problem.gradient(z.x));
    return Math.max(left / size, Math.abs(z.gamma / problem.mu() - 1));
  }
}
