package org.ironopt.lab.foundations;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import org.ironopt.linalg.Vectors;
import org.ironopt.random.Noise;
import org.ironopt.random.RandomStream;
import org.ironopt.theory.IronParameters;

/**
 * Section 3.2, interpretation: orders in alpha of the contraction and of the noise, measured on
 * backward Euler steps that are solved as coupled equations ({@link CoupledStep}), which know
 * neither center nor resolvent.
 */
final class OrderStudy {
  static final Study ORDERS =
      new Study("orders", "contraction, center_noise, noise", OrderStudy::row);

  /** Each with its negative, so that odd terms of the response cancel. */
  private static final int DRAWS = 4;

  private OrderStudy() {}

  private static double[] row(InstanceRandom draw) {
    StudyProblem problem = StudyProblem.random(draw);
    int n = problem.dimension();
    double mu = problem.mu();
    double gamma = mu * draw.spread(0.1, 10);
    double far = 1e3 * (1 + gamma / mu) * problem.l() / mu;
    double[] x = problem.point(draw, 1);
    double[] v = problem.point(draw, 1);
    double[] shift = draw.unit(n);
    Noise law = new Noise.Full(draw.covariance(n, n));
    RandomStream stream = draw.streams().stream("noise");
    double[][] zetas = new double[2 * DRAWS][n];
    for (int k = 0; k < DRAWS; k++) {
      law.draw(stream, k, n, 1, zetas[2 * k]);
      Vectors.axpy(-1, zetas[2 * k], zetas[2 * k + 1]);
    }
    double[] still = new double[n];
    double[] xMoved = Study.sum(x, 1, shift);
    double[] vMoved = Study.sum(v, 1, shift);
    ToDoubleFunction<ToDoubleFunction<IronParameters>> order =
        quantity ->
            Study.order(
                far,
                30 * far,
                alpha -> quantity.applyAsDouble(new IronParameters(alpha, mu, gamma)));
    return new double[] {
      order.applyAsDouble(
          p ->
              Study.square(next(problem, p, xMoved, vMoved, still), next(problem, p, x, v, still))),
      order.applyAsDouble(
          p -> mean(zetas, zeta -> center(problem, p, x, v, next(problem, p, x, v, zeta)))),
      order.applyAsDouble(
          p -> {
            double[] next = next(problem, p, x, v, still);
            return mean(zetas, zeta -> Study.square(next(problem, p, x, v, zeta), next));
          })
    };
  }

  private static double[] next(
      StudyProblem problem, IronParameters p, double[] x, double[] v, double[] zeta) {
    return Arrays.copyOf(new CoupledStep(problem, p, x, v, zeta).solve(), x.length);
  }

  private static double mean(double[][] zetas, ToDoubleFunction<double[]> quantity) {
    return Arrays.stream(zetas).mapToDouble(quantity).average().orElseThrow();
  }

  /** Returns the square of the perturbation that moves the center to where the step came from. */
  private static double center(
      StudyProblem problem, IronParameters p, double[] x, double[] v, double[] next) {
    double[] center = x.clone();
    Vectors.scale(p.tau() / p.s(), center);
    Vectors.axpy(1 / p.s(), v, center);
    double[] residual = problem.residual(p.lambda(), center, next);
    return Vectors.dot(residual, residual);
  }
}
