package org.ironopt.problem.testing;

import java.util.function.DoubleUnaryOperator;

/**
 * A number that carries its exact gradient and Hessian with respect to n variables (second-order
 * forward differentiation), so that a test problem is written once, as its published formula.
 */
public final class Jet {
  final double value;
  final double[] gradient;
  final double[][] hessian;

  private Jet(double value, int n) {
    this.value = value;
    this.gradient = new double[n];
    this.hessian = new double[n][n];
  }

  /** Returns the n variables at {@code x}. */
  static Jet[] variables(double[] x) {
    Jet[] jets = new Jet[x.length];
    for (int i = 0; i < x.length; i++) {
      jets[i] = new Jet(x[i], x.length);
      jets[i].gradient[i] = 1;
    }
    return jets;
  }

  Jet plus(double c) {
    return chain(value + c, 1, 0);
  }

  Jet minus(double c) {
    return plus(-c);
  }

  Jet times(double c) {
    return chain(c * value, c, 0);
  }

  Jet negate() {
    return times(-1);
  }

  Jet plus(Jet o) {
    return combine(o, value + o.value, 1, 1, 0);
  }

  Jet minus(Jet o) {
    return combine(o, value - o.value, 1, -1, 0);
  }

  Jet times(Jet o) {
    return combine(o, value * o.value, o.value, value, 1);
  }

  Jet over(Jet o) {
    double inverse = 1 / o.value;
    return times(o.chain(inverse, -inverse * inverse, 2 * inverse * inverse * inverse));
  }

  Jet square() {
    return times(this);
  }

  Jet exp() {
    double e = StrictMath.exp(value);
    return chain(e, e, e);
  }

  Jet sin() {
    double s = StrictMath.sin(value);
    return chain(s, StrictMath.cos(value), -s);
  }

  Jet cos() {
    double c = StrictMath.cos(value);
    return chain(c, -StrictMath.sin(value), -c);
  }

  Jet sqrt() {
    double s = Math.sqrt(value);
    return chain(s, 0.5 / s, -0.25 / (s * value));
  }

  Jet atan() {
    double d = 1 / (1 + value * value);
    return chain(StrictMath.atan(value), d, -2 * value * d * d);
  }

  /** phi(this), from phi, phi' and phi'' at the value. */
  private Jet chain(double phi, double first, double second) {
    int n = gradient.length;
    Jet jet = new Jet(phi, n);
    for (int i = 0; i < n; i++) {
      jet.gradient[i] = first * gradient[i];
      for (int j = 0; j < n; j++) {
        jet.hessian[i][j] = first * hessian[i][j] + second * (gradient[i] * gradient[j]);
      }
    }
    return jet;
  }

  /** psi(this, o) from its value, first derivatives a and b and mixed second derivative c. */
  private Jet combine(Jet o, double psi, double a, double b, double c) {
    int n = gradient.length;
    Jet jet = new Jet(psi, n);
    for (int i = 0; i < n; i++) {
      jet.gradient[i] = a * gradient[i] + b * o.gradient[i];
      for (int j = 0; j < n; j++) {
        double mixed = gradient[i] * o.gradient[j] + gradient[j] * o.gradient[i];
        jet.hessian[i][j] = a * hessian[i][j] + b * o.hessian[i][j] + c * mixed;
      }
    }
    return jet;
  }

  /** Sums {@code term(jets[i]) * weight(i)}, i counted from 1. */
  static Jet sum(
      Jet[] jets, java.util.function.UnaryOperator<Jet> term, DoubleUnaryOperator weight) {
    Jet sum = term.apply(jets[0]).times(weight.applyAsDouble(1));
    for (int i = 1; i < jets.length; i++) {
      sum = sum.plus(term.apply(jets[i]).times(weight.applyAsDouble(i + 1)));
    }
    return sum;
  }
}
