package org.ironopt.fit.adversary;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitMethod;
import org.ironopt.fit.FitProblem;
import org.ironopt.method.Batches;
import org.ironopt.method.Center;
import org.ironopt.method.Iron;
import org.ironopt.method.IterateAveraging;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
import org.ironopt.method.flow.ExplicitEuler;
import org.ironopt.method.flow.LuoChen;
import org.ironopt.method.flow.NagGs;
import org.ironopt.method.flow.ProxNagGs;
import org.ironopt.method.flow.WilsonRechtJordan;
import org.ironopt.method.gradient.AdamW;
import org.ironopt.method.gradient.ForwardBackward;
import org.ironopt.method.gradient.Lbfgs;
import org.ironopt.method.gradient.ProxSvrg;
import org.ironopt.method.gradient.Saga;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.method.gradient.TruncatedNewton;
import org.ironopt.method.model.ModelBased;
import org.ironopt.method.model.TruncatedModel;
import org.ironopt.method.proximal.ProximalPoint;
import org.ironopt.method.proximal.ProximalRobbinsMonro;
import org.ironopt.method.proximal.Snspp;
import org.ironopt.method.proximal.Sppm;

/**
 * A method that can fit, with a step that is reasonable for the problem.
 *
 * @param kinks whether it takes l1
 * @param scalar whether it needs losses of one output and weights above zero
 * @param rounds whether steps are rounds of a method that need not come close
 */
record Contender(
    String name, UnaryOperator<Fit> choose, boolean kinks, boolean scalar, boolean rounds) {
  /** Told to methods where there is no penalty, so that none divides by zero. */
  private static final double LEAST_MU = 1e-6;

  private static final List<Contender> ALL = new ArrayList<>();

  static {
    for (FitMethod method : FitMethod.values()) {
      boolean kinks = method == FitMethod.IRON;
      ALL.add(new Contender(method.name(), fit -> fit.method(method), kinks, false, false));
    }
    Batches two = Batches.epochs(2);
    smooth("iron", (p, l) -> Iron.step(10).mu(mu(p)));
    smooth("iron-plain", (p, l) -> Iron.step(.3).mu(mu(p)).gamma(1).frozen().batches(two));
    smooth("iron-table", (p, l) -> Iron.step(.2).mu(1).batches(two).center(Center.table()));
    smooth("iron-snapshot", (p, l) -> Iron.step(1).mu(1).batches(two).center(Center.snapshot(9)));
    smooth("iron-averaged", (p, l) -> IterateAveraging.of(Iron.step(.5).mu(mu(p)).batches(two)));
    smooth("nag-gs", (p, l) -> NagGs.step(Math.sqrt(mu(p) / p.smoothness())).mu(mu(p)));
    smooth("explicit-euler", (p, l) -> ExplicitEuler.step(mu(p) / p.smoothness()).mu(mu(p)));
    smooth("luo-chen", (p, l) -> LuoChen.implicit(2).mu(mu(p)));
    smooth("luo-chen-gauss-seidel", (p, l) -> LuoChen.gaussSeidel(p.smoothness()).mu(mu(p)));
    smooth("luo-chen-semi-implicit", (p, l) -> LuoChen.semiImplicit(p.smoothness()).mu(mu(p)));
    smooth("wilson-recht-jordan", (p, l) -> WilsonRechtJordan.stronglyConvex(1, mu(p)));
    smooth("wilson-recht-jordan-convex", (p, l) -> WilsonRechtJordan.convex(2));
    smooth("l-bfgs", (p, l) -> new Lbfgs(10));
    smooth("truncated-newton", (p, l) -> new TruncatedNewton(1, 100));
    smooth("sgd", (p, l) -> Sgd.step(.5 / l).batches(two));
    smooth("momentum", (p, l) -> Sgd.step(.1 / l).momentum(.9).batches(two));
    smooth("nesterov", (p, l) -> Sgd.step(.5 / p.smoothness()).nesterov(.9));
    smooth("adamw", (p, l) -> AdamW.step(1e-2).weightDecay(0).batches(two));
    smooth("saga", (p, l) -> Saga.step(1 / (3 * l)));
    smooth("sapa", (p, l) -> Sppm.step(1 / (3 * l)).sapa());
    smooth("point-saga", (p, l) -> Sppm.step(Sppm.pointSagaStep(mu(p), l, terms(p))).pointSaga());
    smooth("svrp", (p, l) -> Sppm.step(1 / l).svrp(terms(p)));
    smooth("l-svrp", (p, l) -> Sppm.step(1 / l).loopless());
    smooth("truncated", (p, l) -> TruncatedModel.step(.05).batches(two));
    smooth("truncated-adagrad", (p, l) -> TruncatedModel.step(.05).withAdaGrad().batches(two));
    smooth(
        "truncated-points",
        (p, l) -> TruncatedModel.step(.05).batching(TruncatedModel.Batching.POINTS).batches(two));
    smooth("sppm", (p, l) -> Sppm.step(.5 / l));
    smooth("sppm-gc", (p, l) -> Sppm.step(.5 / l).corrected());
    smooth("sppm-ns", (p, l) -> Sppm.step(.5 / l).nonuniform(uniform(terms(p))));
    smooth("spp", (p, l) -> ProximalPoint.step(.5 / l).batches(two));
    smooth("spp-iterate-average", (p, l) -> ProximalPoint.step(50).iterateAverage());
    smooth("spp-restarted", (p, l) -> ProximalPoint.restarted(.5 / l, terms(p)).batches(two));
    smooth("sppam", (p, l) -> ProximalPoint.step(50).momentum(.5));
    smooth("proximal-point", (p, l) -> ProximalPoint.step(50));
    smooth("prox-robbins-monro", (p, l) -> ProximalRobbinsMonro.step(.5).batches(two));
    smooth(
        "prox-robbins-monro-steps",
        (p, l) -> ProximalRobbinsMonro.step(.5).approximate(5, Schedule.power(1, 1)).batches(two));
    composite(
        "prox-nag-gs", (p, l) -> ProxNagGs.step(.2, l).regularizer(p.regularizer()).batches(two));
    composite("spp-constrained", (p, l) -> ProximalPoint.step(.5 / l).regularizer(p.regularizer()));
    composite(
        "forward-backward",
        (p, l) -> ForwardBackward.step(1 / p.smoothness()).regularizer(p.regularizer()));
    composite(
        "prox-svrg", (p, l) -> ProxSvrg.step(.2 / l, 2 * terms(p)).regularizer(p.regularizer()));
    for (ModelBased.Model model :
        new ModelBased.Model[] {ModelBased.Model.SUBGRADIENT, ModelBased.Model.PROX_POINT}) {
      composite(
          "model " + model,
          (p, l) ->
              ModelBased.step(.5 / l)
                  .model(model)
                  .regularizer(p.regularizer())
                  .batches(Batches.epochs(1)));
    }
    add(
        "snspp",
        (p, l) -> Snspp.step(2 / l).regularizer(p.penalty()).batches(two).snapshotEvery(10),
        true,
        true);
  }

  private static double mu(FitProblem p) {
    return Math.max(LEAST_MU, p.mu());
  }

  private static int terms(FitProblem p) {
    return p.terms().terms();
  }

  private static double[] uniform(int n) {
    return IntStream.range(0, n).mapToDouble(i -> 1.0 / n).toArray();
  }

  private static void smooth(String name, BiFunction<FitProblem, Double, Method> maker) {
    add(name, maker, false, false);
  }

  private static void composite(String name, BiFunction<FitProblem, Double, Method> maker) {
    add(name, maker, true, false);
  }

  private static void add(
      String name, BiFunction<FitProblem, Double, Method> maker, boolean kinks, boolean scalar) {
    ALL.add(
        new Contender(
            name,
            fit -> fit.method(p -> maker.apply(p, p.largestSmoothness())),
            kinks,
            scalar,
            true));
  }

  /** Steps that rest on a largest slope of the gradient can fit classes and squares only. */
  private boolean anyLoss() {
    return !rounds && !name.equals(FitMethod.MINIBATCH.name());
  }

  /** Returns those that can fit a problem. */
  static List<Contender> of(Drawn drawn) {
    return ALL.stream()
        .filter(c -> c.kinks || drawn.l1() == 0)
        .filter(c -> !c.scalar || drawn.outputs() == 1 && drawn.everyRowCounts())
        .filter(c -> drawn.classes() > 0 || drawn.kind() == Drawn.Kind.RIDGE || c.anyLoss())
        .toList();
  }

  static List<String> names() {
    return ALL.stream().map(Contender::name).toList();
  }
}
