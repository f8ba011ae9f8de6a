package org.ironopt.lab.methods;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ironopt.lab.file.TomlSection;
import org.ironopt.lab.methods.MethodKind.Family;
import org.ironopt.method.Adaptation;
import org.ironopt.method.BatchSampler;
import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.method.IterateAveraging;
import org.ironopt.method.Method;
import org.ironopt.network.Layers.LayeredObjective;
import org.ironopt.network.Muon;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.Preconditioner;
import org.ironopt.resolvent.Resolvent;

/**
 * Methods for networks alone, as a user asks for them. The step of those that need the Gauss-Newton
 * matrix is the largest lambda, which adapts to how well the model predicts the decrease.
 */
public final class NetworkMethods {
  /** A step of the flow so long that nothing is left of the velocity. */
  private static final double NO_INERTIA = 1e9;

  /** Weight of the newest iterate in the average of batches is about nine over the steps so far. */
  private static final double AVERAGE = 8;

  private static final double GROW = 2;

  private static final Map<String, MethodKind> KINDS = new LinkedHashMap<>();

  static {
    add("iron-network", (o, b) -> maker(o, b, o.number("beta", false, .9), 2, true));
    add("gauss-newton-cg", (o, b) -> maker(o, b, 0, 20, false));
    add("kfac", (o, b) -> maker(o, b, 0, 1, true));
    KINDS.put(
        "muon", new MethodKind("muon", Family.GRADIENT, false, -1, false, NetworkMethods::muon));
  }

  private NetworkMethods() {}

  private static void add(String word, MethodKind.Reader reader) {
    KINDS.put(word, new MethodKind(word, Family.FLOW, false, -1, false, reader));
  }

  /** Returns what a word stands for, if it is known. */
  public static Optional<MethodKind> named(String word) {
    return Optional.ofNullable(KINDS.get(word));
  }

  /** Returns all words. */
  public static List<String> words() {
    return List.copyOf(KINDS.keySet());
  }

  private static MethodFactory muon(TomlSection o, int batch) {
    double momentum = o.number("beta", false, .95);
    double rest = o.number("rest", false, .3);
    double passes = o.number("decay_passes", true, 0);
    return (step, p) -> {
      BatchSampler.require(LayeredObjective.class, p.objective(), "muon needs a network");
      return Muon.steps(GradientMethods.decayed(step, passes, batch, p))
          .momentum(momentum)
          .rest(rest)
          .batches(MethodKinds.batches(batch, p));
    };
  }

  /**
   * Returns one linearisation a step, solved by conjugate gradients.
   *
   * @param beta momentum, 0 for none
   * @param cg how many of them if the user does not say
   * @param factors whether they are preconditioned by Kronecker factors
   */
  private static MethodFactory maker(
      TomlSection o, int batch, double beta, int cg, boolean factors) {
    int steps = o.whole("cg_steps", 1, 1000, cg);
    if (beta >= 1) {
      throw o.error("beta", "'beta' is " + beta + ", expected a number above 0 and below 1");
    }
    double alpha = beta == 0 ? NO_INERTIA : 1 / beta - 1;
    return (largest, p) -> {
      Adaptation rule =
          new Adaptation(Math.min(1, largest), largest, GROW, Adaptation.standard().shrink());
      Preconditioner preconditioner =
          factors ? new Preconditioner.Averaged(1) : new Preconditioner.None();
      Iron iron =
          Iron.step(alpha).adapting(rule).inner(InnerMethod.linearized(steps, preconditioner));
      boolean all = batch == 0 || batch >= p.terms();
      Method method =
          all ? iron : IterateAveraging.of(iron.batches(Batches.fullEpochs(batch))).eta(AVERAGE);
      // Refuses what has no such matrix before any run.
      InnerMethod.linearized(steps, preconditioner).open(p.objective(), Resolvent.Observer.none());
      return method;
    };
  }
}
