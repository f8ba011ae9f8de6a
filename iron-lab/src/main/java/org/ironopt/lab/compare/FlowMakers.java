package org.ironopt.lab.compare;

import org.ironopt.lab.folder.TomlSection;
import org.ironopt.method.ExplicitEuler;
import org.ironopt.method.Iron;
import org.ironopt.method.LuoChen;
import org.ironopt.method.NagGs;
import org.ironopt.method.ProxNagGs;
import org.ironopt.method.WilsonRechtJordan;
import org.ironopt.problem.Curved;
import org.ironopt.resolvent.Inner;

/** Methods that discretise an accelerated flow, as a config asks for them. */
final class FlowMakers {
  private FlowMakers() {}

  static Entry.Maker iron(TomlSection o, int batch) {
    double mu = o.number("mu", true, 0);
    double gamma = o.number("gamma", true, 0);
    return (step, p) -> {
      Iron iron = Iron.step(step).mu(mu > 0 ? mu : p.mu()).batches(MethodKinds.batches(batch, p));
      if (batch == 0 && p.objective() instanceof Curved) {
        // A factorization that the problem keeps from run to run would be a gift.
        iron = iron.inner(Inner.NEWTON_CG);
      }
      return gamma > 0 ? iron.gamma(gamma) : iron;
    };
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
