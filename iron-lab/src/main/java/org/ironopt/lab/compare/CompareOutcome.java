package org.ironopt.lab.compare;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ironopt.lab.compare.Comparison.Cost;
import org.ironopt.lab.compare.Comparison.MethodResult;
import org.ironopt.lab.compare.Comparison.ProblemResult;

/**
 * What came out of a comparison.
 *
 * @param lines the table of winners
 * @param advice when IRON is not the method to choose
 * @param remarks what a reader would miss in the table or wonder at
 * @param problems what every method needed
 */
public record CompareOutcome(
    List<String> lines,
    CompareRemark.Advice advice,
    List<CompareRemark> remarks,
    List<OfProblem> problems) {
  /**
   * What every method needed on a problem.
   *
   * @param name of the problem
   * @param methods those that apply
   * @param obstacles why the others do not, by name
   */
  public record OfProblem(String name, List<OfMethod> methods, Map<String, String> obstacles) {
    static OfProblem of(ProblemResult problem) {
      return new OfProblem(
          problem.name(),
          problem.methods().stream().map(OfMethod::of).toList(),
          problem.obstacles());
    }
  }

  /**
   * What a method needed.
   *
   * @param name of the method
   * @param step chosen, not finite if every step failed
   * @param runs how many there were with it
   * @param unjudged why nothing can be said of it; empty if something can
   * @param costs of every target
   */
  public record OfMethod(
      String name, double step, int runs, Optional<Unjudged> unjudged, List<OfTarget> costs) {
    static OfMethod of(MethodResult method) {
      return new OfMethod(
          method.method().name(),
          method.step(),
          method.runs().size(),
          method.unjudged(),
          Arrays.stream(Comparison.TARGETS).mapToObj(t -> OfTarget.of(method, t)).toList());
    }
  }

  /** What it costs to reach a part of the first gap, medians over runs; not finite if never. */
  public record OfTarget(
      double target,
      double passes,
      double seconds,
      double gradients,
      double products,
      double proxes) {
    static OfTarget of(MethodResult method, double target) {
      return new OfTarget(
          target,
          method.cost(Cost.PASSES, target),
          method.cost(Cost.SECONDS, target),
          method.cost(Cost.GRADIENTS, target),
          method.cost(Cost.PRODUCTS, target),
          method.cost(Cost.PROXES, target));
    }
  }
}
