package org.ironopt.cli.render.theory;

import static org.ironopt.io.internal.Numbers.filled;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.ColumnLayout;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.theory.Contraction;
import org.ironopt.theory.GeneralCovariance;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Planner;
import org.ironopt.theory.Plateau;
import org.ironopt.theory.RelaxedLaw;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;

/**
 * What the theory says of IRON at the minimum of an objective of the user, under center noise,
 * beside a simulation: the law of the quadratic that it is there, and of long steps the plateau
 * with its correction and the bias of the mean, THEORY (37)-(40).
 *
 * @param objective name of the class
 * @param minimum where it is and what is known there
 * @param flow the numbers of the flow and of the noise
 * @param plateau limit of alpha times the mean-square error, its correction, and the bias
 * @param covariance limit of alpha times the covariance, {@code gamma^2 rho^2 H^-2}
 * @param rows the answer for each step
 * @param plan the planner's step
 * @param notes what the numbers say, in sentences
 */
public record ObjectiveReport(
    String objective,
    Minimum minimum,
    Flow flow,
    Plateau plateau,
    double[][] covariance,
    List<Row> rows,
    Plan plan,
    List<String> notes) {

  /**
   * The minimum.
   *
   * @param eigenvalues of the Hessian there, ascending
   * @param differenced whether third and fourth derivatives are differences
   */
  public record Minimum(
      double[] x, double value, double gradientNorm, double[] eigenvalues, boolean differenced) {}

  /** The numbers of the flow; covariance {@code rho^2 I} of the noise. */
  public record Flow(double mu, double gamma, double rho) {}

  /**
   * The answer for one step.
   *
   * @param spectralRadius of the quadratic
   * @param mse stationary mean-square error of the quadratic
   * @param expansion that of long steps with the first correction; empty where its parameter is not
   *     below 1
   * @param parameter of the expansion, {@code gamma rho |H^-1|/sqrt(alpha)}
   * @param averagingPays how many iterates are worth averaging before the bias shows; empty where
   *     there is none
   * @param covariance stationary covariance of the quadratic
   * @param simulated what runs of the library had; empty where they forget their start too slowly
   */
  public record Row(
      double alpha,
      double spectralRadius,
      double mse,
      OptionalDouble expansion,
      double parameter,
      OptionalDouble averagingPays,
      double[][] covariance,
      Optional<StationarySimulation> simulated) {}

  /**
   * The planner's step for a target, on the quadratic.
   *
   * @param target root-mean-square error to reach
   * @param alpha the smallest step that does
   * @param relaxed a relaxed step of the same spread that forgets faster
   */
  public record Plan(double target, double alpha, long steps, RelaxedLaw.EqualSpread relaxed) {}

  /** The question. */
  public record Question(Flow flow, double[] alphas, OptionalDouble target, int chains) {}

  /** Answers it. */
  public static ObjectiveReport of(String name, LocalMinimum at, Question question) {
    Flow flow = question.flow;
    Minimum minimum = at.known();
    double rho2 = flow.rho * flow.rho;
    Plateau plateau = Plateau.isotropic(at.derivatives(), minimum.x(), flow.mu, flow.gamma, rho2);
    DenseMatrix inverse = at.inverseHessian();
    DenseMatrix limit = inverse.multiply(inverse).times(flow.gamma * flow.gamma * rho2);
    double[] eigenvalues = minimum.eigenvalues();
    double parameter = flow.gamma * flow.rho / eigenvalues[0];
    List<Row> rows = new ArrayList<>();
    for (double alpha : question.alphas) {
      IronParameters p = new IronParameters(alpha, flow.mu, flow.gamma);
      double small = parameter / Math.sqrt(alpha);
      double expansion = plateau.mse(alpha);
      double pays = plateau.averagingPays(alpha);
      DenseMatrix sigma = DenseMatrix.identity(eigenvalues.length).times(rho2);
      rows.add(
          new Row(
              alpha,
              Contraction.spectralRadius(Scheme.IRON, p, eigenvalues),
              StationaryCovariance.mse(Scheme.IRON, p, eigenvalues, rho2).orElseThrow(),
              small < 1 && expansion > 0 ? OptionalDouble.of(expansion) : OptionalDouble.empty(),
              small,
              Double.isFinite(pays) ? OptionalDouble.of(pays) : OptionalDouble.empty(),
              array(
                  GeneralCovariance.of(Scheme.IRON, p, at.hessian(), sigma)
                      .orElseThrow()
                      .position()),
              StationarySimulation.of(at.objective(), minimum, p, flow.rho, question.chains)));
    }
    return new ObjectiveReport(
        name,
        minimum,
        flow,
        plateau,
        array(limit),
        List.copyOf(rows),
        plan(flow, eigenvalues, question.target),
        notes(rows, minimum));
  }

  private static double[][] array(DenseMatrix a) {
    double[][] rows = new double[a.rows()][];
    Arrays.setAll(rows, a::row);
    return rows;
  }

  private static Plan plan(Flow flow, double[] eigenvalues, OptionalDouble wanted) {
    double rho2 = flow.rho * flow.rho;
    double own =
        Math.sqrt(StationaryCovariance.continuousTimeMse(flow.mu, flow.gamma, eigenvalues, rho2));
    double target = wanted.orElse(own / 10);
    Planner planner = Planner.isotropic(flow.mu, flow.gamma, eigenvalues, rho2);
    Planner.Plan plan = planner.plan(target);
    return new Plan(target, plan.alpha(), plan.steps(), planner.relaxed(target));
  }

  private static List<String> notes(List<Row> rows, Minimum minimum) {
    List<String> notes = new ArrayList<>();
    notes.add(
        "Quadratic: the law of the second-order model at the minimum. Expansion: long steps, with"
            + " the first correction in 1/alpha; a dash where its parameter is not below 1.");
    notes.add(
        "K*: how many iterates are worth averaging; beyond it the bias exceeds the standard"
            + " error.");
    if (rows.stream().anyMatch(row -> row.simulated.isEmpty())) {
      notes.add(
          "No simulation: the chain forgets its start too slowly, or left the finite numbers.");
    }
    if (minimum.differenced()) {
      notes.add("Third and fourth derivatives are central differences, to about eight digits.");
    }
    return notes;
  }

  /** Returns what is known at the minimum, and of long steps. */
  public List<String> head() {
    List<String> lines = new ArrayList<>();
    lines.add(
        filled(
            "%s in %s; mu = %s, gamma = %s, rho = %s",
            objective,
            Numbers.count(minimum.x().length, "variable"),
            flow.mu,
            flow.gamma,
            flow.rho));
    lines.add("");
    lines.add(
        filled("minimum          f = %s, |grad f| = %s", minimum.value(), minimum.gradientNorm()));
    lines.add("at               " + list(minimum.x()));
    lines.add("eigenvalues of H " + list(minimum.eigenvalues()));
    lines.add(filled("alpha*MSE        -> %s", plateau.limit()));
    lines.add(
        filled(
            "correction       %s/alpha = (%s of the quadratic, %s of the curvature)/alpha",
            plateau.correction(), plateau.linear(), plateau.nonlinear()));
    lines.add("alpha*bias       -> " + list(plateau.bias()));
    for (int i = 0; i < covariance.length && covariance.length <= 6; i++) {
      lines.add((i == 0 ? "alpha*covariance -> " : " ".repeat(20)) + list(covariance[i]));
    }
    return lines;
  }

  private static String list(double[] x) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < Math.min(x.length, 6); i++) {
      text.append(i == 0 ? "" : ", ").append(Numbers.text(x[i]));
    }
    return text.append(x.length > 6 ? ", ..." : "").toString();
  }

  /** Returns the rows as lines of text, titles first; a dash is a value that does not apply. */
  public List<String> table() {
    return new ColumnLayout<Row>()
        .number("alpha", Row::alpha)
        .number("radius", Row::spectralRadius)
        .number("quadratic MSE", Row::mse)
        .optional("expansion", Row::expansion)
        .number("parameter", 3, Row::parameter)
        .text("simulated", row -> row.simulated.map(StationarySimulation::text).orElse("-"))
        .optional("K*", Row::averagingPays)
        .lines(rows);
  }

  /** Returns the planner's answer in sentences. */
  public List<String> planned() {
    return List.of(
        filled(
            "Planner: alpha = %s is the smallest step with an RMSE of %s, after %s.",
            plan.alpha, plan.target, Numbers.count(plan.steps, "step")),
        "Relaxed: " + plan.relaxed.sentence());
  }
}
