package org.ironopt.lab.methods;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ironopt.lab.Suggestion;
import org.ironopt.lab.methods.MethodKind.Family;
import org.ironopt.method.Batches;
import org.ironopt.method.Schedule;
import org.ironopt.method.gradient.Lbfgs;
import org.ironopt.method.gradient.Saga;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.method.gradient.TruncatedNewton;
import org.ironopt.method.model.ModelBased;
import org.ironopt.method.model.TruncatedModel;
import org.ironopt.method.proximal.ProximalPoint;
import org.ironopt.method.proximal.ProximalRobbinsMonro;
import org.ironopt.method.proximal.Sppm;

/** All methods that a user can name by a word. */
public final class MethodKinds {
  private static final Map<String, MethodKind> KINDS = new LinkedHashMap<>();

  static {
    any(Family.FLOW, "iron", FlowMethods::iron);
    any(Family.FLOW, "iron-plain", (o, b) -> FlowMethods.iron(o, b, "plain"));
    any(Family.FLOW, "iron-snapshot", (o, b) -> FlowMethods.iron(o, b, "snapshot"));
    any(Family.FLOW, "iron-table", (o, b) -> FlowMethods.iron(o, b, "table"));
    any(Family.FLOW, "iron-averaged", FlowMethods::ironAveraged);
    any(Family.FLOW, "nag-gs", FlowMethods::nagGs);
    composite(Family.COMPOSITE, "prox-nag-gs", FlowMethods::proxNagGs);
    whole(Family.FLOW, "explicit-euler", FlowMethods::explicitEuler);
    any(Family.FLOW, "luo-chen", FlowMethods::luoChen);
    any(Family.FLOW, "luo-chen-gauss-seidel", (o, b) -> FlowMethods.luoChenExplicit(o, b, true));
    any(Family.FLOW, "luo-chen-semi-implicit", (o, b) -> FlowMethods.luoChenExplicit(o, b, false));
    any(Family.FLOW, "wilson-recht-jordan", FlowMethods::wilsonRechtJordan);
    any(Family.FLOW, "wilson-recht-jordan-convex", FlowMethods::wilsonRechtJordanConvex);
    add(
        new MethodKind(
            "l-bfgs", Family.DETERMINISTIC, false, 0, true, (o, b) -> (step, p) -> new Lbfgs()));
    whole(
        Family.DETERMINISTIC,
        "truncated-newton",
        (o, b) -> (step, p) -> new TruncatedNewton(step, Math.max(1e4, step)));
    any(Family.GRADIENT, "sgd", (o, b) -> (step, p) -> Sgd.step(step).batches(batches(b, p)));
    any(Family.GRADIENT, "momentum", (o, b) -> GradientMethods.momentum(o, b, false));
    any(Family.GRADIENT, "nesterov", (o, b) -> GradientMethods.momentum(o, b, true));
    any(Family.GRADIENT, "adamw", GradientMethods::adamW);
    any(Family.CORRECTED, "saga", (o, b) -> (step, p) -> Saga.step(step).batches(batches(b, p)));
    for (TruncatedModel.Batching batching : TruncatedModel.Batching.values()) {
      any(
          Family.MODEL,
          TruncatedModel.step(1).batching(batching).name(),
          (o, b) -> GradientMethods.truncated(o, b, batching));
    }
    any(Family.MODEL, "truncated-adagrad", GradientMethods::truncatedAdaGrad);
    any(Family.PROXIMAL, "sppm", (o, b) -> (step, p) -> Sppm.step(step).batches(batches(b, p)));
    any(
        Family.PROXIMAL,
        "sppm-gc",
        (o, b) -> (step, p) -> Sppm.step(step).corrected().batches(batches(b, p)));
    single(Family.PROXIMAL, "sppm-ns", ProximalMethods::sppmNonuniform);
    any(Family.PROXIMAL, "sppm-as", ProximalMethods::sppmSets);
    any(Family.PROXIMAL, "sppm-star", ProximalMethods::sppmStar);
    any(Family.CORRECTED, "svrp", ProximalMethods::svrp);
    any(Family.CORRECTED, "l-svrp", ProximalMethods::loopless);
    single(
        Family.CORRECTED,
        "sapa",
        (o, b) -> (step, p) -> Sppm.step(step).sapa().batches(Batches.epochs(1)));
    single(
        Family.CORRECTED,
        "point-saga",
        (o, b) -> (step, p) -> Sppm.step(step).pointSaga().batches(Batches.epochs(1)));
    MethodKind.Reader spp = (o, b) -> (step, p) -> ProximalPoint.step(step).batches(batches(b, p));
    any(Family.PROXIMAL, "spp", spp);
    any(
        Family.PROXIMAL,
        "spp-iterate-average",
        (o, b) -> (step, p) -> ProximalPoint.step(step).iterateAverage().batches(batches(b, p)));
    any(Family.PROXIMAL, "spp-restarted", ProximalMethods::sppRestarted);
    composite(Family.COMPOSITE, "spp-constrained", ProximalMethods::sppConstrained);
    single(Family.PROXIMAL, "implicit-sgd", spp);
    any(
        Family.PROXIMAL,
        "ai-sgd",
        (o, b) -> (step, p) -> ProximalPoint.step(step).average().batches(batches(b, p)));
    any(Family.PROXIMAL, "sppam", ProximalMethods::sppam);
    composite(Family.COMPOSITE, "fobos", GradientMethods::fobos);
    composite(Family.COMPOSITE, "forward-backward", GradientMethods::forwardBackward);
    composite(Family.COMPOSITE, "prox-svrg", GradientMethods::proxSvrg);
    any(
        Family.PROXIMAL,
        "prox-robbins-monro",
        (o, b) -> (step, p) -> ProximalRobbinsMonro.step(step).batches(batches(b, p)));
    any(Family.PROXIMAL, "prox-robbins-monro-steps", ProximalMethods::robbinsMonroApproximate);
    composite(Family.COMPOSITE, "snspp", (o, b) -> ProximalMethods.snspp(o, b, true));
    composite(Family.COMPOSITE, "snspp-plain", (o, b) -> ProximalMethods.snspp(o, b, false));
    for (ModelBased.Model model : ModelBased.Model.values()) {
      String word = ModelBased.step(1).model(model).name();
      MethodKind.Reader reader = (o, b) -> GradientMethods.modelBased(model);
      add(new MethodKind(word, Family.MODEL, true, 1, false, reader));
    }
  }

  private MethodKinds() {}

  private static void add(MethodKind kind) {
    KINDS.put(kind.word(), kind);
  }

  private static void any(Family family, String word, MethodKind.Reader reader) {
    add(new MethodKind(word, family, false, -1, false, reader));
  }

  private static void composite(Family family, String word, MethodKind.Reader reader) {
    add(new MethodKind(word, family, true, -1, false, reader));
  }

  /** One term per step, whatever the user says. */
  private static void single(Family family, String word, MethodKind.Reader reader) {
    add(new MethodKind(word, family, false, 1, false, reader));
  }

  /** All terms in every step. */
  private static void whole(Family family, String word, MethodKind.Reader reader) {
    add(new MethodKind(word, family, false, 0, false, reader));
  }

  /** Returns what a word stands for, if it is known. */
  public static Optional<MethodKind> named(String word) {
    return Optional.ofNullable(KINDS.get(word));
  }

  /** Returns all of them. */
  public static Collection<MethodKind> all() {
    return Collections.unmodifiableCollection(KINDS.values());
  }

  /** Returns all words. */
  public static List<String> words() {
    return List.copyOf(KINDS.keySet());
  }

  /** Returns the end of a sentence about a word that is not known: the nearest one, or all. */
  public static String guess(String typed, Collection<String> words) {
    String guess = Suggestion.question(typed, words);
    return guess.isEmpty() ? "; methods are " + String.join(", ", words) : guess;
  }

  /** The same order of terms for all methods of one batch size and seed. */
  static Batches batches(int size, CompositeProblem p) {
    return size == 0 || p.terms() == 1 ? Batches.all() : Batches.epochs(Math.min(size, p.terms()));
  }

  /** Returns the steps of one pass. */
  static int epoch(int batch, CompositeProblem p) {
    return batch == 0 ? 1 : Math.ceilDiv(p.terms(), Math.min(batch, p.terms()));
  }

  /** A constant step leaves noise of its own size, so the step falls like one over sqrt(epochs). */
  static Schedule decaying(double step, CompositeProblem p, int batch) {
    double epoch = (double) p.terms() / Math.max(1, batch);
    return Schedule.of(
        step + "/sqrt(1 + epochs)", k -> step / Math.sqrt(1 + Math.floor(k / epoch)));
  }
}
