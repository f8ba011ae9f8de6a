package org.ironopt.lab.foundations;

import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.Panel;
import org.ironopt.lab.figure.Style;
import org.ironopt.lab.figure.Style.Color;
import org.ironopt.theory.ConstantStepBound;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.PositionBound;
import org.ironopt.theory.QuadraticConstant;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;
import org.ironopt.theory.TwoStepRecursion;

/** The figure of this chapter: the paper's quadratic, its exact error and the bounds on it. */
final class FoundationsFigures {
  private static final double[] EIGENVALUES = {1, 1, 3};
  private static final double SIGMA2 = 3;
  private static final double[] STEPS = Study.grid(0.1, 1e5, 400);

  private FoundationsFigures() {}

  private static TwoStepRecursion theorem() {
    return new ConstantStepBound(1, 3, 1).recursion();
  }

  /** Returns G, the step from which Theorem 3.1 bounds the stationary error. */
  static double threshold() {
    return theorem().g();
  }

  /** Returns the limit of the position bound over the exact error as the step grows. */
  static double looseness() {
    return QuadraticConstant.interval(1, 3, 1, SIGMA2).high()
        / QuadraticConstant.isotropic(1, EIGENVALUES, 1);
  }

  static Figure bounds() {
    TwoStepRecursion theorem = theorem();
    Panel panel =
        new Panel(
            "",
            Axis.log("step α"),
            Axis.log("stationary mean-square error").between(1e-5, 30),
            line(
                "exact",
                alpha -> StationaryCovariance.mse(Scheme.IRON, at(alpha), EIGENVALUES, 1),
                Style.line(Color.BLACK)),
            line(
                "position bound (32)",
                alpha -> new PositionBound(at(alpha)).limsup(SIGMA2),
                Style.line(Color.PURPLE).dashed()),
            line("Theorem 3.1", alpha -> theorem.limsup(alpha, SIGMA2), Style.line(Color.PURPLE)),
            line(
                "2Cσ²/α, for α ≥ 2G",
                alpha -> theorem.limsupSimple(alpha, SIGMA2),
                Style.line(Color.PURPLE).dotted()));
    return new Figure(
        "foundations-bounds",
        "Stationary mean-square error on the paper's quadratic (eigenvalues 1, 1, 3; μ = γ = ρ ="
            + " 1): exact value, the sharper bound, and Theorem 3.1 with the constants of its"
            + " proof. A bound is drawn from the step on from which it says something.",
        panel);
  }

  private static IronParameters at(double alpha) {
    return new IronParameters(alpha, 1, 1);
  }

  private static Layer line(String name, DoubleFunction<OptionalDouble> y, Style style) {
    double[] x = DoubleStream.of(STEPS).filter(a -> y.apply(a).isPresent()).toArray();
    double[] values = DoubleStream.of(x).map(a -> y.apply(a).orElseThrow()).toArray();
    return new Layer.Line(name, x, values, style);
  }
}
