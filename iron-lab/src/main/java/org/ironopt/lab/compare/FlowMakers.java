package org.ironopt.lab.compare;

import org.ironopt.lab.folder.TomlSection;
import org.ironopt.method.ExplicitEuler;
import org.ironopt.method.Iron;
import org.ironopt.method.LuoChen;
import org.ironopt.method.NagGs;
import org.ironopt.method.ProxNagGs;
import org.ironopt.method.WilsonRechtJordan;
import org.ironopt.problem.Curved;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.Proximable;
import org.ironopt.resolvent.Inner;
import org.ironopt.resolvent.Tolerance;

/** Methods that discretise an accelerated flow, as a config asks for them. */
final class FlowMakers {
  private FlowMakers() {}

  /**
   * IRON with an inexact Newton solve unless a batch has a closed form. A factorization of all of f
   * that the problem keeps from run to run would be a gift, so that is never used.
   */
  static Entry.Maker iron(TomlSection o, int batch) {
    double mu = o.number("mu", true, 0);
    double gamma = o.number("gamma", true, 0);
    double tolerance = o.number("tolerance", false, 1e-2);
    Inner inexact = Inner.NEWTON_CG.withTolerance(Tolerance.relative(tolerance));
    return (step, p) -> {
      Iron iron = Iron.step(step).mu(mu > 0 ? mu : p.mu()).batches(MethodKinds.batches(batch, p));
      if (p.objective() instanceof Curved && (batch == 0 || !closedForm(p))) {
        iron = iron.inner(inexact);
      }
      return gamma > 0 ? iron.gamma(gamma) : iron;
    };
  }

  private static boolean closedForm(Instance p) {
    return p.objective() instanceof FiniteSum sum
        && sum.batch(new int[1], 0, 1) instanceof Proximable;
  }

  static Entry.Maker nagGs(TomlSection o, int batch) {
    double mu = o.number("mu", true, 0);
    double gamma = o.number("gamma", true, 0);
    return (step, p) -> {
      NagGs method =
          NagGs.step(step).mu(mu > 0 ? mu : p.mu()).batches(MethodKinds.batches(batch, p));
      return gamma > 0 ? method.gamma(gamma) : method;
    };
  }

  static Entry.Maker explicitEuler(TomlSection o, int batch) {
    double mu = o.number("mu", true, 0);
    return (step, p) -> ExplicitEuler.step(step).mu(mu > 0 ? mu : p.mu());
  }

  /** The step alpha is the part {@code a = alpha / (1 + alpha)} of the way. */
  static Entry.Maker proxNagGs(TomlSection o, int batch) {
    double curvature = o.number("curvature", false, 1);
    return (step, p) ->
        ProxNagGs.step(step / (1 + step), curvature)
            .regularizer(p.regularizer())
            .batches(MethodKinds.batches(batch, p));
  }

  static Entry.Maker luoChen(TomlSection o, int batch) {
    double mu = o.number("mu", true, 0);
    return (step, p) ->
        LuoChen.implicit(step).mu(mu > 0 ? mu : p.mu()).batches(MethodKinds.batches(batch, p));
  }

  static Entry.Maker wilsonRechtJordan(TomlSection o, int batch) {
    double mu = o.number("mu", true, 0);
    return (step, p) ->
        WilsonRechtJordan.stronglyConvex(step, mu > 0 ? mu : p.mu())
            .batches(MethodKinds.batches(batch, p));
  }
}
