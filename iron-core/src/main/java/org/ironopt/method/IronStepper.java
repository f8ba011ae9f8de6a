package org.ironopt.method;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Objective;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.theory.IronParameters;

/**
 * {@link Iron} at work. Everything but the resolvent is elementwise, so this is the same code for
 * one iterate and for an ensemble. The state changes only after the solve: if the objective throws,
 * the last iterate is still there.
 */
final class IronStepper extends FlowState {
  private final List<Iron> groups;
  private final Implicit resolvent;
  private final IronParameters[] p;
  private final double[] c;
  private double[] u;

  IronStepper(
      Objective objective,
      Layout layout,
      List<Iron> groups,
      Implicit resolvent,
      Perturbation noise,
      double[] x0,
      double[] v0) {
    super(objective, layout, noise, x0, v0, perGroup(groups, Iron::gamma0));
    this.groups = groups;
    this.resolvent = resolvent;
    p = new IronParameters[groups.size()];
    c = new double[layout.length()];
    u = new double[layout.length()];
  }

  private static double[] perGroup(List<Iron> groups, ToDoubleFunction<Iron> number) {
    return groups.stream().mapToDouble(number).toArray();
  }

  @Override
  protected double[][] arrays() {
    return Implicit.together(super.arrays(), resolvent.memory());
  }

  @Override
  public StepReport advance() {
    for (int g = 0; g < p.length; g++) {
      p[g] = groups.get(g).parameters(k, gamma[g]);
      center(g);
      noise.add(g, k, groups.get(g).noiseFactor(p[g]), c);
    }
    // A solver that starts from the point it is given starts from the velocity's prediction.
    Vectors.copy(v, u);
    Implicit.Solved solved = Vectors.allFinite(c) ? resolvent.solve(k, p, c, x, u) : stay();
    for (int g = 0; g < p.length; g++) {
      velocity(g);
      gamma[g] = groups.get(g).gammaNext(p[g]);
    }
    double[] old = x;
    x = u;
    u = old;
    k++;
    return report(solved);
  }

  private void center(int g) {
    double a = 1 / p[g].s();
    layout.forEach(g, (from, count) -> Vectors.interpolate(x, v, a, c, from, count));
  }

  /** Noise too large for a number: nothing can be solved, the iterate stays. */
  private Implicit.Solved stay() {
    Vectors.copy(x, u);
    return new Implicit.Solved(InnerReport.notFinite(), Optional.empty(), true);
  }

  private void velocity(int g) {
    double alpha = p[g].alpha();
    layout.forEach(g, (from, count) -> Vectors.velocity(u, x, alpha, v, from, count));
  }

  private StepReport report(Implicit.Solved solved) {
    InnerReport inner = solved.total();
    return new StepReport(
        k,
        shared(IronParameters::alpha),
        shared(IronParameters::gamma),
        shared(IronParameters::lambda),
        solved.whole() ? inner.value() : Double.NaN,
        solved.whole() ? inner.gradientNorm() : Double.NaN,
        Optional.of(inner),
        solved.members(),
        Work.of(inner).plus(solved.extra()));
  }

  private double shared(ToDoubleFunction<IronParameters> number) {
    double[] perGroup = new double[p.length];
    for (int g = 0; g < p.length; g++) {
      perGroup[g] = number.applyAsDouble(p[g]);
    }
    return common(perGroup);
  }
}
