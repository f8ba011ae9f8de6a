package org.ironopt.lab.methods;

import static org.ironopt.lab.methods.MethodKinds.batches;

import java.util.List;
import org.ironopt.lab.file.TomlSection;
import org.ironopt.method.Center;
import org.ironopt.method.Iron;
import org.ironopt.method.IterateAveraging;
import org.ironopt.method.Schedule;
import org.ironopt.method.flow.ExplicitEuler;
import org.ironopt.method.flow.LuoChen;
import org.ironopt.method.flow.NagGs;
import org.ironopt.method.flow.ProxNagGs;
import org.ironopt.method.flow.WilsonRechtJordan;
import org.ironopt.problem.Curved;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.Proximable;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerTolerance;

/** Methods that discretise an accelerated flow, as a user asks for them. */
final class FlowMethods {
  private static final List<String> CENTERS = List.of("plain", "snapshot", "table");

  /** The center of a minibatch step; the options of a snapshot and of a table. */
  private record Correction(String center, int snapshotEvery, int cgSteps) {
    Center of(CompositeProblem p, int batch) {
      return switch (center) {
        case "snapshot" ->
            Center.snapshot(snapshotEvery > 0 ? snapshotEvery : MethodKinds.epoch(batch, p));
        case "table" -> Center.table().cg(cgSteps).uncertified();
        default -> Center.plain();
      };
    }
  }

  private FlowMethods() {}

  /** IRON, its center as the option says. */
  static MethodFactory iron(TomlSection o, int batch) {
    String center = o.text("center", CENTERS.getFirst());
    if (!CENTERS.contains(center)) {
      throw o.error(
          "center", "'center' is '" + center + "', expected " + String.join(", ", CENTERS));
    }
    return iron(o, batch, center);
  }

  static MethodFactory ironAveraged(TomlSection o, int batch) {
    MethodFactory iron = iron(o, batch);
    return (step, p) -> IterateAveraging.of(iron.make(step, p));
  }

  /**
   * IRON with an inexact Newton solve unless a batch has a closed form. A factorization of all of f
   * that the problem keeps from run to run is never used: its cost would not be counted. A
   * corrected center has mu = 1 unless told otherwise: with the small mu of a problem, short steps
   * have a momentum of nearly one, which amplifies the remaining noise.
   */
  static MethodFactory iron(TomlSection o, int batch, String center) {
    double mu = o.number("mu", true, center.equals("plain") ? 0 : 1);
    double gamma = o.number("gamma", true, 0);
    double tolerance = o.number("tolerance", false, 1e-2);
    int every = center.equals("snapshot") ? o.whole("snapshot_every", 0, 0) : 0;
    int cgSteps = center.equals("table") ? o.whole("cg_steps", 1, 1) : 1;
    Correction correction = new Correction(center, every, cgSteps);
    InnerMethod inexact = InnerMethod.NEWTON_CG.tolerance(InnerTolerance.relative(tolerance));
    return (step, p) -> {
      Iron iron =
          Iron.step(step)
              .mu(mu > 0 ? mu : p.mu())
              .batches(batches(batch, p))
              .center(correction.of(p, batch));
      if (p.objective() instanceof Curved && (batch == 0 || !closedForm(p))) {
        iron = iron.inner(inexact);
      }
      return gamma > 0 ? iron.gamma(gamma) : iron;
    };
  }

  private static boolean closedForm(CompositeProblem p) {
    return p.objective() instanceof FiniteSum sum
        && sum.batch(new int[1], 0, 1) instanceof Proximable;
  }

  static MethodFactory nagGs(TomlSection o, int batch) {
    double mu = o.number("mu", true, 0);
    double gamma = o.number("gamma", true, 0);
    return (step, p) -> {
      NagGs method = NagGs.step(step).mu(mu > 0 ? mu : p.mu()).batches(batches(batch, p));
      return gamma > 0 ? method.gamma(gamma) : method;
    };
  }

  static MethodFactory explicitEuler(TomlSection o, int batch) {
    double mu = o.number("mu", true, 0);
    return (step, p) -> ExplicitEuler.step(step).mu(mu > 0 ? mu : p.mu());
  }

  /** The step alpha is the part {@code a = alpha / (1 + alpha)} of the way. */
  static MethodFactory proxNagGs(TomlSection o, int batch) {
    double curvature = o.number("curvature", false, 1);
    return (step, p) ->
        ProxNagGs.step(step / (1 + step), curvature)
            .regularizer(p.regularizer())
            .batches(batches(batch, p));
  }

  static MethodFactory luoChen(TomlSection o, int batch) {
    double mu = o.number("mu", true, 0);
    return (step, p) -> LuoChen.implicit(step).mu(mu > 0 ? mu : p.mu()).batches(batches(batch, p));
  }

  /** The step is that of the gradient, {@code 1/L}; alpha follows from it. */
  static MethodFactory luoChenExplicit(TomlSection o, int batch, boolean gaussSeidel) {
    double mu = o.number("mu", true, 0);
    return (step, p) -> {
      LuoChen method = gaussSeidel ? LuoChen.gaussSeidel(1 / step) : LuoChen.semiImplicit(1 / step);
      return method.mu(mu > 0 ? mu : p.mu()).batches(batches(batch, p));
    };
  }

  static MethodFactory wilsonRechtJordan(TomlSection o, int batch) {
    double mu = o.number("mu", true, 0);
    return (step, p) ->
        WilsonRechtJordan.stronglyConvex(step, mu > 0 ? mu : p.mu()).batches(batches(batch, p));
  }

  /** {@code A_k = step k^power}: with power 2, lambda tends to four times the step. */
  static MethodFactory wilsonRechtJordanConvex(TomlSection o, int batch) {
    double power = o.number("power", false, 2);
    return (step, p) ->
        WilsonRechtJordan.convex(
                Schedule.of(step + " (k + 1)^" + power, k -> step * StrictMath.pow(k + 1.0, power)))
            .batches(batches(batch, p));
  }
}
