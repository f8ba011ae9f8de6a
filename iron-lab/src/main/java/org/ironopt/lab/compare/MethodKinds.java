package org.ironopt.lab.compare;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.ironopt.lab.folder.TomlSection;
import org.ironopt.method.AdamW;
import org.ironopt.method.Batches;
import org.ironopt.method.ForwardBackward;
import org.ironopt.method.Lbfgs;
import org.ironopt.method.Method;
import org.ironopt.method.ModelBased;
import org.ironopt.method.PointSaga;
import org.ironopt.method.ProxSvrg;
import org.ironopt.method.ProximalPoint;
import org.ironopt.method.ProximalRobbinsMonro;
import org.ironopt.method.Saga;
import org.ironopt.method.Sapa;
import org.ironopt.method.Schedule;
import org.ironopt.method.Sgd;
import org.ironopt.method.Snapshots;
import org.ironopt.method.Snspp;
import org.ironopt.method.Sppm;
import org.ironopt.method.Svrp;
import org.ironopt.method.Truncated;
import org.ironopt.method.TruncatedNewton;

/** The methods that a config can name by a word, or by the name of a class. */
final class MethodKinds {
  /** Reads the options of a method; {@code batch} is the common size, 0 for all terms. */
  interface Reader {
    Entry.Maker read(TomlSection options, int batch);
  }

  /**
   * A word of the config.
   *
   * @param composite whether the method treats a regularizer
   * @param batch terms that a step sees whatever the config says, -1 if that decides
   * @param stepless whether there is no step to choose
   * @param reader reads its options
   */
  private record Kind(boolean composite, int batch, boolean stepless, Reader reader) {}

  private static final Map<String, Kind> KINDS = new LinkedHashMap<>();

  static {
    plain("iron", FlowMakers::iron);
    plain("nag-gs", FlowMakers::nagGs);
    composite("prox-nag-gs", FlowMakers::proxNagGs);
    whole("explicit-euler", FlowMakers::explicitEuler);
    plain("luo-chen", FlowMakers::luoChen);
    plain("wilson-recht-jordan", FlowMakers::wilsonRechtJordan);
    KINDS.put("l-bfgs", new Kind(false, 0, true, (o, b) -> (step, p) -> new Lbfgs()));
    whole(
        "truncated-newton", (o, b) -> (step, p) -> new TruncatedNewton(step, Math.max(1e4, step)));
    plain("sgd", (o, b) -> (step, p) -> Sgd.step(step).batches(batches(b, p)));
    plain("momentum", (o, b) -> momentum(o, b, false));
    plain("nesterov", (o, b) -> momentum(o, b, true));
    plain("adamw", MethodKinds::adamW);
    plain("saga", (o, b) -> (step, p) -> Saga.step(step).batches(batches(b, p)));
    for (Truncated.Batching batching : Truncated.Batching.values()) {
      plain(Truncated.step(1).batching(batching).name(), (o, b) -> truncated(o, b, batching));
    }
    plain("truncated-adagrad", MethodKinds::truncatedAdaGrad);
    plain("sppm", (o, b) -> (step, p) -> Sppm.step(step).batches(batches(b, p)));
    plain("sppm-gc", (o, b) -> (step, p) -> Sppm.step(step).corrected().batches(batches(b, p)));
    plain("svrp", MethodKinds::svrp);
    plain("l-svrp", MethodKinds::loopless);
    single("sapa", (o, b) -> (step, p) -> Sapa.step(step).batches(Batches.epochs(1)));
    single("point-saga", (o, b) -> (step, p) -> PointSaga.step(step).batches(Batches.epochs(1)));
    plain("spp", (o, b) -> (step, p) -> ProximalPoint.step(step).batches(batches(b, p)));
    plain(
        "ai-sgd", (o, b) -> (step, p) -> ProximalPoint.step(step).average().batches(batches(b, p)));
    plain("sppam", MethodKinds::sppam);
    composite("fobos", (o, b) -> forwardBackward(b));
    composite("prox-svrg", MethodKinds::proxSvrg);
    plain(
        "prox-robbins-monro",
        (o, b) -> (step, p) -> ProximalRobbinsMonro.step(step).batches(batches(b, p)));
    composite("snspp", (o, b) -> snspp(o, b, true));
    composite("snspp-plain", (o, b) -> snspp(o, b, false));
    for (ModelBased.Model model : ModelBased.Model.values()) {
      single(ModelBased.step(1).model(model).name(), (o, b) -> modelBased(model));
    }
  }

  private MethodKinds() {}

  private static void plain(String name, Reader reader) {
    KINDS.put(name, new Kind(false, -1, false, reader));
  }

  private static void composite(String name, Reader reader) {
    KINDS.put(name, new Kind(true, -1, false, reader));
  }

  /** One term per step, whatever the config says. */
  private static void single(String name, Reader reader) {
    KINDS.put(name, new Kind(false, 1, false, reader));
  }

  /** All terms in every step. */
  private static void whole(String name, Reader reader) {
    KINDS.put(name, new Kind(false, 0, false, reader));
  }

  /** Reads a method from its table in a config. */
  static Entry read(TomlSection o, int commonBatch, OwnClasses own) {
    String kind = o.text("kind", "");
    String name = o.text("name", kind);
    if (kind.isEmpty()) {
      kind = o.text("name");
    }
    Optional<double[]> steps = o.has("steps") ? Optional.of(Steps.read(o)) : Optional.empty();
    int batch = o.whole("batch", 0, commonBatch);
    Entry entry =
        KINDS.containsKey(kind)
            ? known(o, kind, name, steps, batch)
            : own(o, kind, name, steps, own);
    o.close();
    return entry;
  }

  private static Entry known(
      TomlSection o, String kind, String name, Optional<double[]> steps, int batch) {
    Kind known = KINDS.get(kind);
    int size = known.batch() < 0 ? batch : known.batch();
    Optional<double[]> grid = known.stepless() ? Optional.of(new double[] {1}) : steps;
    return new Entry(name, kind, known.composite(), grid, size, "", known.reader().read(o, size));
  }

  /** A class of the user's own, with a constructor that takes the step. */
  private static Entry own(
      TomlSection o, String kind, String name, Optional<double[]> steps, OwnClasses own) {
    Class<?> type =
        own.named(kind)
            .orElseThrow(
                () ->
                    o.error(
                        o.has("kind") ? "kind" : "name",
                        "'%s' is neither a method nor a class on --class-path%s"
                            .formatted(kind, guess(kind))));
    if (!Method.class.isAssignableFrom(type)) {
      throw o.error("kind", type.getName() + " does not implement org.ironopt.method.Method");
    }
    OwnClasses.make(type, new Class<?>[] {double.class}, 1.0);
    String shown = name.equals(kind) ? type.getSimpleName() : name;
    return new Entry(
        shown,
        kind,
        false,
        steps,
        -1,
        OwnClasses.hash(type),
        (step, p) -> (Method) OwnClasses.make(type, new Class<?>[] {double.class}, step));
  }

  private static String guess(String kind) {
    return TomlSection.nearest(kind, KINDS.keySet())
        .map(word -> ", did you mean '" + word + "'?")
        .orElse("; methods are " + String.join(", ", KINDS.keySet()));
  }

  /** The same order of terms for all methods of one batch size and seed. */
  static Batches batches(int size, Instance p) {
    return size == 0 || p.terms() == 1 ? Batches.all() : Batches.epochs(Math.min(size, p.terms()));
  }

  private static Entry.Maker momentum(TomlSection o, int batch, boolean nesterov) {
    double beta = o.number("beta", false, .9);
    return (step, p) -> {
      Sgd sgd = Sgd.step(step).batches(batches(batch, p));
      return nesterov ? sgd.nesterov(beta) : sgd.momentum(beta);
    };
  }

  private static Entry.Maker adamW(TomlSection o, int batch) {
    double decay = o.number("weight_decay", true, 0);
    return (step, p) -> AdamW.step(step).weightDecay(decay).batches(batches(batch, p));
  }

  private static Entry.Maker truncated(TomlSection o, int batch, Truncated.Batching batching) {
    double lower = -o.number("below_zero", true, 0);
    return (step, p) ->
        Truncated.step(step).lower(lower).batching(batching).batches(batches(batch, p));
  }

  private static Entry.Maker truncatedAdaGrad(TomlSection o, int batch) {
    double lower = -o.number("below_zero", true, 0);
    return (step, p) -> Truncated.step(step).lower(lower).withAdaGrad().batches(batches(batch, p));
  }

  private static Entry.Maker svrp(TomlSection o, int batch) {
    int every = o.whole("snapshot_every", 0, 0);
    return (step, p) -> {
      int epoch = Math.max(1, p.terms() / Math.max(1, batch));
      return Svrp.step(step, every > 0 ? every : epoch).batches(batches(batch, p));
    };
  }

  private static Entry.Maker loopless(TomlSection o, int batch) {
    double probability = o.number("probability", true, 0);
    return (step, p) ->
        Svrp.loopless(step)
            .snapshots(
                new Snapshots.Coin(
                    probability > 0
                        ? probability
                        : Math.min(1, Math.max(1, batch) / (double) p.terms())))
            .batches(batches(batch, p));
  }

  private static Entry.Maker snspp(TomlSection o, int batch, boolean reduced) {
    int every = o.whole("snapshot_every", 1, 10);
    double tolerance = o.number("tolerance", false, 1e-6);
    return (step, p) -> {
      Snspp method =
          Snspp.step(step)
              .tolerance(tolerance)
              .regularizer(p.regularizer())
              .batches(batches(batch, p));
      return reduced
          ? method.snapshotEvery(every)
          : new Snspp(
              Schedule.of(step + "/(k+1)^0.51", k -> step / StrictMath.pow(k + 1, 0.51)),
              0,
              tolerance,
              p.regularizer(),
              method.batches());
    };
  }

  private static Entry.Maker sppam(TomlSection o, int batch) {
    double beta = o.number("beta", false, .5);
    return (step, p) -> ProximalPoint.step(step).momentum(beta).batches(batches(batch, p));
  }

  private static Entry.Maker proxSvrg(TomlSection o, int batch) {
    int every = o.whole("snapshot_every", 0, 0);
    return (step, p) -> {
      int epoch = Math.max(1, p.terms() / Math.max(1, batch));
      return ProxSvrg.step(step, every > 0 ? every : epoch)
          .regularizer(p.regularizer())
          .batches(batches(batch, p));
    };
  }

  private static Entry.Maker forwardBackward(int batch) {
    return (step, p) -> {
      Schedule eta = decaying(step, p, Math.max(1, batch));
      return ForwardBackward.steps(eta).regularizer(p.regularizer()).batches(batches(batch, p));
    };
  }

  /** A constant step leaves noise of its own size, so the step falls like one over sqrt(epochs). */
  private static Schedule decaying(double step, Instance p, int batch) {
    double epoch = (double) p.terms() / batch;
    return Schedule.of(
        step + "/sqrt(1 + epochs)", k -> step / Math.sqrt(1 + Math.floor(k / epoch)));
  }

  private static Entry.Maker modelBased(ModelBased.Model model) {
    return (step, p) -> {
      Schedule eta = decaying(step, p, 1);
      return ModelBased.steps(eta).model(model).batches(Batches.epochs(1));
    };
  }
}
