package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.linalg.Parallel;
import org.ironopt.method.Batches;
import org.ironopt.method.Center;
import org.ironopt.method.Iron;
import org.ironopt.method.IterateAveraging;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
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
import org.ironopt.method.model.TruncatedModel;
import org.ironopt.method.proximal.ProximalPoint;
import org.ironopt.method.proximal.ProximalRobbinsMonro;
import org.ironopt.method.proximal.Snspp;
import org.ironopt.method.proximal.Sppm;
import org.ironopt.model.ModelFile;
import org.ironopt.model.ModelKind;
import org.ironopt.regression.Samples;
import org.ironopt.run.Ending;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Every family of methods fits every kind of model, with the certificate and the same bits. */
@Execution(ExecutionMode.CONCURRENT)
class AnyMethodFitTest {
  /** All but counts, whose gradient has no largest slope. */
  private static final List<ModelKind> KINDS =
      List.of(ModelKind.LOGISTIC, ModelKind.SOFTMAX, ModelKind.RIDGE);

  private static final int N = 120;

  private static Dataset data(ModelKind kind) {
    DenseFeatures x = Samples.dense(N, 6, 1);
    double[] moved = x.data().clone();
    for (int k = 0; k < moved.length; k++) {
      moved[k] = (moved[k] + k % 6) * (1 + 10 * (k % 6));
    }
    DenseFeatures rows = new DenseFeatures(N, 6, moved);
    Dataset noise = Samples.numbers(rows, 2);
    double[] numbers = new double[N];
    int[] labels = new int[N];
    for (int i = 0; i < N; i++) {
      numbers[i] = x.get(i, 0) - x.get(i, 3) + 0.5 * noise.target(i);
      labels[i] = numbers[i] < -0.7 ? 0 : numbers[i] < 0.7 ? 1 : 2;
    }
    return switch (kind) {
      default -> Dataset.regression(rows, numbers);
      case SOFTMAX -> Dataset.classification(rows, labels, 3);
      case LOGISTIC ->
          Dataset.classification(rows, IntStream.of(labels).map(c -> c / 2).toArray(), 2);
    };
  }

  private static Fit fit(ModelKind kind, Function<FitProblem, Method> method) {
    return Fit.of(kind, data(kind)).reg(0.05).method(method).data("hash");
  }

  private static Map<String, Function<FitProblem, Method>> reduced() {
    Map<String, Function<FitProblem, Method>> all = new LinkedHashMap<>();
    all.put("saga", p -> Saga.step(1 / (3 * p.largestSmoothness())));
    all.put("prox-svrg", p -> ProxSvrg.step(.2 / p.largestSmoothness(), 4 * N));
    all.put("svrp", p -> Sppm.step(1 / p.largestSmoothness()).svrp(N));
    all.put("l-svrp", p -> Sppm.step(1 / p.largestSmoothness()).loopless());
    all.put(
        "point-saga",
        p -> Sppm.step(Sppm.pointSagaStep(p.mu(), p.largestSmoothness(), N)).pointSaga());
    all.put("sapa", p -> Sppm.step(1 / (3 * p.largestSmoothness())).sapa());
    all.put(
        "iron-table",
        p -> Iron.step(.2).mu(p.mu()).batches(Batches.epochs(8)).center(Center.table()));
    all.put("lbfgs", p -> new Lbfgs(10));
    all.put("truncated-newton", p -> new TruncatedNewton(1, 100));
    all.put("nag-gs", p -> NagGs.step(Math.sqrt(p.mu() / p.smoothness())).mu(p.mu()));
    all.put("iron", p -> Iron.step(10).mu(p.mu()));
    all.put("proximal-point", p -> ProximalPoint.step(50));
    all.put("luo-chen", p -> LuoChen.implicit(2).mu(p.mu()));
    all.put("wrj", p -> WilsonRechtJordan.stronglyConvex(1, p.mu()));
    all.put("forward-backward", p -> ForwardBackward.step(1 / p.smoothness()));
    return all;
  }

  private static Map<String, Function<FitProblem, Method>> noisy() {
    Map<String, Function<FitProblem, Method>> all = new LinkedHashMap<>();
    Batches four = Batches.epochs(4);
    all.put("sgd", p -> Sgd.step(.1 / p.largestSmoothness()).batches(four));
    all.put("adamw", p -> AdamW.step(1e-2).weightDecay(0).batches(four));
    all.put("truncated", p -> TruncatedModel.step(.05).batches(four));
    all.put("iron-plain", p -> Iron.step(.3).mu(p.mu()).gamma(1).frozen().batches(four));
    all.put("sppm", p -> Sppm.step(.05));
    all.put("spp", p -> ProximalPoint.step(.08).batches(four));
    all.put("robbins-monro", p -> ProximalRobbinsMonro.step(.5).batches(four));
    all.put(
        "averaged", p -> IterateAveraging.of(Sgd.step(.1 / p.largestSmoothness()).batches(four)));
    all.put("prox-nag-gs", p -> ProxNagGs.step(.2, p.largestSmoothness()).batches(four));
    return all;
  }

  @Test
  void everyFamilyDecreasesEveryObjective() {
    for (ModelKind kind : KINDS) {
      double best = Fit.of(kind, data(kind)).reg(0.05).go().objective();
      Map<String, Function<FitProblem, Method>> all = new LinkedHashMap<>(reduced());
      all.putAll(noisy());
      all.forEach(
          (name, method) -> {
            FitResult result = fit(kind, method).stepLimit(12).go();
            double start = result.history().getFirst().objective();
            double left = (result.objective() - best) / (start - best);
            assertTrue(left < 0.5 && left > -1e-9, kind + " " + name + ": " + left);
            assertTrue(result.passes() >= result.steps(), name);
          });
    }
  }

  @Test
  void withoutNoiseTheOptimumIsCertified() {
    for (ModelKind kind : KINDS) {
      double best = Fit.of(kind, data(kind)).reg(0.05).go().objective();
      reduced()
          .forEach(
              (name, method) -> {
                FitResult result = fit(kind, method).tolerance(1e-6).go();
                String what = kind + " " + name + ": " + result.ending().sentence();
                assertInstanceOf(Ending.GapCertified.class, result.ending(), what);
                assertEquals(best, result.objective(), 1e-6 * best, what);
              });
    }
  }

  @Test
  void conjugatesAndProximalMapsTakeTheWholePenalty() {
    for (ModelKind kind : new ModelKind[] {ModelKind.LOGISTIC, ModelKind.RIDGE}) {
      for (double l1 : new double[] {0, 0.02}) {
        FitResult newton = Fit.of(kind, data(kind)).reg(0.05).l1(l1).go();
        Function<FitProblem, Method> snspp =
            p ->
                Snspp.step(2 / p.largestSmoothness())
                    .batches(Batches.epochs(8))
                    .regularizer(p.penalty());
        Function<FitProblem, Method> svrg =
            p -> ProxSvrg.step(.2 / p.largestSmoothness(), N).regularizer(p.regularizer());
        for (Function<FitProblem, Method> method : List.of(snspp, svrg)) {
          FitResult result = fit(kind, method).l1(l1).tolerance(1e-6).go();
          assertInstanceOf(Ending.GapCertified.class, result.ending(), result.ending().sentence());
          assertEquals(newton.objective(), result.objective(), 1e-6 * newton.objective());
        }
      }
    }
  }

  @Test
  void aMethodWithoutRegularizerIsRefusedWithL1() {
    Fit fit = fit(ModelKind.LOGISTIC, p -> Sgd.step(1)).l1(0.1);
    assertEquals(
        "sgd has no regularizer; a fit with l1 needs that of FitProblem.regularizer() or penalty():"
            + " choose a method that takes a regularizer, or leave l1 at 0",
        assertThrows(IllegalArgumentException.class, fit::go).getMessage());
  }

  @Test
  void tooLongStepsEndInAPlainSentenceAndAFiniteModel() {
    FitResult result = fit(ModelKind.RIDGE, p -> Sgd.step(100)).go();
    assertInstanceOf(Ending.Diverged.class, result.ending());
    assertTrue(Double.isFinite(result.objective()));
    assertTrue(result.objective() <= result.history().getFirst().objective());
    FitResult far = fit(ModelKind.RIDGE, p -> Sgd.step(1e200)).go();
    assertTrue(far.ending().sentence().contains("the step is too large"), far.toString());
  }

  @Test
  void aPlateauOfNoiseIsNamed() {
    Batches one = Batches.withReplacement(1);
    FitResult result = fit(ModelKind.LOGISTIC, p -> Sgd.step(.2).batches(one)).go();
    assertTrue(result.ending().sentence().contains("variance reduction"), result.toString());
  }

  @Test
  void resumedAndOnAnyThreadsTheModelHasTheSameBytes(@TempDir Path folder) {
    int threads = Parallel.threads();
    Duration never = Duration.ofDays(1);
    try {
      for (String name : new String[] {"saga", "prox-svrg", "l-svrp", "iron-table", "lbfgs"}) {
        Function<FitProblem, Method> method = reduced().get(name);
        Parallel.setThreads(1);
        String whole = ModelFile.text(fit(ModelKind.SOFTMAX, method).stepLimit(9).go().model());
        Parallel.setThreads(3);
        for (int steps : new int[] {0, 1, 4}) {
          Path file = folder.resolve(name + steps);
          fit(ModelKind.SOFTMAX, method).stepLimit(steps).checkpoint(file, never).go();
          Fit rest = fit(ModelKind.SOFTMAX, method).stepLimit(9).checkpoint(file, never);
          assertEquals(whole, ModelFile.text(rest.resume(file).go().model()), name);
        }
      }
    } finally {
      Parallel.setThreads(threads);
    }
  }

  @Test
  void anInterruptedRoundGoesOnWhereItWas(@TempDir Path folder) {
    Function<FitProblem, Method> saga = p -> Saga.step(1 / (3 * p.largestSmoothness()));
    FitResult whole = fit(ModelKind.LOGISTIC, saga).stepLimit(5).go();
    int[] draws = new int[1];
    // The step lengths are asked for in every step: one of them interrupts, in the middle.
    Function<FitProblem, Method> cut =
        p ->
            new Saga(
                new Schedule() {
                  @Override
                  public double at(long k) {
                    if (draws[0]++ == 2 * N + N / 2) {
                      Thread.currentThread().interrupt();
                    }
                    return 1 / (3 * p.largestSmoothness());
                  }

                  @Override
                  public String description() {
                    return Saga.step(1 / (3 * p.largestSmoothness())).eta().description();
                  }
                },
                Batches.epochs(1));
    Path file = folder.resolve("cut");
    FitResult first = fit(ModelKind.LOGISTIC, cut).checkpoint(file, Duration.ofDays(1)).go();
    assertTrue(Thread.interrupted());
    assertInstanceOf(Ending.Interrupted.class, first.ending());
    assertEquals(2, first.steps());
    FitResult rest =
        fit(ModelKind.LOGISTIC, saga)
            .stepLimit(5)
            .checkpoint(file, Duration.ofDays(1))
            .resume(file)
            .go();
    assertEquals(ModelFile.text(whole.model()), ModelFile.text(rest.model()));
  }
}
