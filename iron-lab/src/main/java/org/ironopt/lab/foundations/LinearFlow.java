package org.ironopt.lab.foundations;

import org.ironopt.linalg.Functions;

/**
 * Moments of the noisy accelerated flow in one eigendirection of a quadratic, {@code dx = (v - x)
 * dt}, {@code dv = ((mu (x - v) - a x)/gamma_t) dt + rho dW}, {@code gamma_t = mu + (gamma_0 - mu)
 * e^-t}, with x and v measured from the minimiser. With the drift {@code z' = B(t) z} the mean
 * obeys {@code m' = B m} and the second moment {@code S' = B S + S B' + diag(0, rho^2)}; both are
 * integrated by the classical Runge-Kutta method.
 *
 * @param a eigenvalue of the Hessian
 * @param mu parameter of the flow
 * @param gamma0 damping at time 0
 * @param frozen whether the damping stays there
 * @param rho2 diffusion variance
 */
record LinearFlow(double a, double mu, double gamma0, boolean frozen, double rho2) {
  double gamma(double t) {
    return frozen ? gamma0 : mu + (gamma0 - mu) * Functions.exp(-t);
  }

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
    double gamma = gamma(t);
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
    double[] sum = y.clone();
    for (int i = 0; i < sum.length; i++) {
      sum[i] += h * slope[i];
    }
    return sum;
  }

  /** Returns the stationary variance of x for the damping gamma: {@code gamma^2 rho^2/(2 a m)}. */
  double stationary() {
    return gamma0 * gamma0 * rho2 / (2 * a * (gamma0 + mu));
  }
}
