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
  public StepReport advance() {
    for (int g = 0; g < p.length; g++) {
      p[g] = groups.get(g).parameters(k, gamma[g]);
      center(g);
      noise.add(g, k, groups.get(g).noiseFactor(p[g]), c);
    }
    InnerReport inner = resolvent.solve(p, c, x, u);
    for (int g = 0; g < p.length; g++) {
      velocityAndGradient(g);
      gamma[g] = groups.get(g).gammaNext(p[g]);
    }
    double[] old = x;
    x = u;
    u = old;
    k++;
    return report(inner);
  }

  private void center(int g) {
    double a = 1 / p[g].s();
    layout.forEach(g, (from, count) -> Vectors.interpolate(x, v, a, c, from, count));
    // Where a solver starts from the point it is given, that point is the velocity's prediction.
    layout.forEach(g, (from, count) -> System.arraycopy(v, from, u, from, count));
  }

  /** {@code v = u + (u - x)/alpha}; then the center is overwritten with {@code (c - u)/lambda}. */
  private void velocityAndGradient(int g) {
    double a = -1 / p[g].alpha();
    double b = 1 / p[g].lambda();
    layout.forEach(
        g,
        (from, count) -> {
          Vectors.interpolate(u, x, a, v, from, count);
          for (int i = from; i < from + count; i++) {
            c[i] = b * (c[i] - u[i]);
          }
        });
  }

  private StepReport report(InnerReport inner) {
    return new StepReport(
        k,
        shared(IronParameters::alpha),
        shared(IronParameters::gamma),
        shared(IronParameters::lambda),
        inner.value(),
        Vectors.norm(c),
        Optional.of(inner),
        Work.of(inner));
  }

  private double shared(ToDoubleFunction<IronParameters> number) {
    double[] perGroup = new double[p.length];
    for (int g = 0; g < p.length; g++) {
      perGroup[g] = number.applyAsDouble(p[g]);
    }
    return common(perGroup);
  }
}
