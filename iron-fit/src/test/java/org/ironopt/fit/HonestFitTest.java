package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.Features;
import org.ironopt.fit.FitResult.CertificateKind;
import org.ironopt.method.gradient.AdamW;
import org.ironopt.method.gradient.Lbfgs;
import org.ironopt.method.gradient.Saga;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.method.gradient.TruncatedNewton;
import org.ironopt.model.ClassEvaluation;
import org.ironopt.model.Evaluation;
import org.ironopt.model.ModelFile;
import org.ironopt.model.ModelKind;
import org.ironopt.regression.Reference;
import org.ironopt.regression.Samples;
import org.ironopt.run.Ending;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Data that invite a fit to say more than it knows. */
@Execution(ExecutionMode.CONCURRENT)
class HonestFitTest {
  private static final Features LINE = Samples.rows(new double[][] {{-1}, {0}, {1}, {2}, {3}});

  /** One row of class b, of hardly any weight. */
  private static Dataset rare(double weight) {
    return Dataset.classification(LINE, new int[] {0, 0, 0, 0, 1}, List.of("a", "b"))
        .weighted(new double[] {1, 1, 1, 1, weight});
  }

  private static Map<String, Fit> everyWay(Dataset data, double reg) {
    Map<String, Fit> all = new LinkedHashMap<>();
    for (FitMethod method : FitMethod.values()) {
      all.put(method.name(), Fit.logistic(data).reg(reg).method(method));
    }
    all.put("saga", Fit.logistic(data).method(p -> Saga.step(1 / (3 * p.largestSmoothness()))));
    all.put("sgd", Fit.logistic(data).method(p -> Sgd.step(.5 / p.largestSmoothness())));
    all.put("adamw", Fit.logistic(data).method(p -> AdamW.step(1e-2).weightDecay(0)));
    all.put("l-bfgs", Fit.logistic(data).method(p -> new Lbfgs(10)));
    all.put("newton", Fit.logistic(data).method(p -> new TruncatedNewton(1, 100)));
    all.values().forEach(fit -> fit.reg(reg).stepLimit(60));
    return all;
  }

  @Test
  void aRareRowGivesNoMethodAFalseCertificate() {
    for (double weight : new double[] {1, 1e-4, 1e-9, 1e-10}) {
      for (double reg : new double[] {1e-2, 1, 1e4}) {
        double best = new Reference(ModelKind.LOGISTIC, rare(weight), reg, true, true).minimum();
        everyWay(rare(weight), reg)
            .forEach(
                (name, fit) -> {
                  FitResult result = fit.go();
                  double gap = (result.objective() - best) / best;
                  String what =
                      name + ", weight " + weight + ", reg " + reg + ": gap " + gap + ", ";
                  what += result.gap() + " " + result.ending().sentence();
                  assertTrue(result.gap() >= gap - 1e-11, what);
                  boolean reached = result.ending() instanceof Ending.GapCertified;
                  assertEquals(result.gap() <= 1e-9, reached, what);
                  assertEquals(
                      result.certificate().kind() == CertificateKind.NONE,
                      Double.isInfinite(result.gap()),
                      what);
                  assertEquals(result.gap(), result.history().getLast().gap(), what);
                  Object said = result.model().training().get("gap");
                  assertEquals(Double.isInfinite(result.gap()) ? null : result.gap(), said, what);
                  assertEquals(
                      result.certificate().kind().word(),
                      result.model().training().get("certificate"));
                });
      }
    }
  }

  @Test
  void theMethodsOfFitReachTheRareOptimum() {
    for (FitMethod method : FitMethod.values()) {
      FitResult result = Fit.logistic(rare(1e-9)).reg(0.01).method(method).go();
      assertInstanceOf(Ending.GapCertified.class, result.ending(), method.name());
    }
  }

  @Test
  void nothingIsProvenBelowRounding() {
    Dataset data = Samples.classes(Samples.dense(300, 12, 1), 2, 2);
    FitResult result = Fit.logistic(data).reg(1e-8).method(FitMethod.CHOLESKY).go();
    assertEquals(CertificateKind.ROUNDING, result.certificate().kind());
    assertTrue(result.gap() >= 0x1p-52 && result.gap() < 1e-12, "gap " + result.gap());
    FitResult asked = Fit.logistic(data).reg(1e-2).tolerance(1e-16).go();
    assertInstanceOf(Ending.RoundingFloor.class, asked.ending());
    assertTrue(asked.gap() > 1e-16);
    assertFalse(asked.ending().sentence().contains("--"), asked.ending().sentence());
  }

  private static String refused(Fit fit) {
    return assertThrows(UnfitDataException.class, fit::go).getMessage();
  }

  @Test
  void targetsWithoutAMinimumAreRefused() {
    Dataset one = Dataset.classification(LINE, new int[5], List.of("a", "b"));
    assertTrue(refused(Fit.logistic(one)).startsWith("class 'b' has no row with a weight above 0"));
    assertTrue(refused(Fit.logistic(rare(0))).startsWith("class 'b' has no row"));
    Dataset two = Dataset.classification(LINE, new int[] {0, 1, 0, 1, 0}, 3);
    assertTrue(refused(Fit.softmax(two)).startsWith("class '2' has no row"));
    assertTrue(refused(Fit.softmax(two).reg(0).intercept(false)).startsWith("class '2'"));
    Dataset zeros = Dataset.regression(LINE, new double[5]);
    assertTrue(refused(Fit.poisson(zeros)).startsWith("all counts with a weight above 0 are 0"));
    // With a penalty on all that there is, the minimum exists.
    assertTrue(Fit.logistic(one).intercept(false).go().gap() <= 1e-9);
    assertTrue(Fit.poisson(zeros).intercept(false).go().gap() <= 1e-9);
  }

  @Test
  void withoutPenaltySeparableDataHaveNoOptimum() {
    int[] labels = {0, 0, 0, 1, 1};
    for (FitMethod method : FitMethod.values()) {
      Dataset two = Dataset.classification(LINE, labels, 2);
      Fit fit = Fit.logistic(two).reg(0).method(method);
      FitResult result = fit.go();
      assertInstanceOf(Ending.NotAttained.class, result.ending(), method.name());
      assertEquals(CertificateKind.NONE, result.certificate().kind());
      assertFalse(result.ending().sentence().contains("--"));
    }
    // Of three classes on a line the middle one is the largest nowhere or between two limits.
    Dataset three = Dataset.classification(LINE, new int[] {0, 0, 1, 2, 2}, 3);
    assertInstanceOf(Ending.NotAttained.class, Fit.softmax(three).reg(0).go().ending());
  }

  @Test
  void quasiSeparableDataAreNotCalledConverged() {
    Features x = Samples.rows(new double[][] {{0}, {0}, {0}, {1}, {2}});
    Dataset rows = Dataset.classification(x, new int[] {0, 1, 1, 1, 1}, 2);
    for (FitMethod method : FitMethod.values()) {
      FitResult result = Fit.logistic(rows).reg(0).method(method).go();
      assertFalse(result.ending().goal(), method + ": " + result.ending().sentence());
    }
    Dataset overlap = Dataset.classification(LINE, new int[] {0, 1, 0, 1, 0}, 2);
    FitResult fine = Fit.logistic(overlap).reg(0).go();
    assertInstanceOf(Ending.Converged.class, fine.ending(), fine.ending().sentence());
    assertEquals(CertificateKind.NONE, fine.certificate().kind());
  }

  @Test
  void aLassoIsCertified() {
    Dataset data = Samples.numbers(Samples.dense(120, 15, 1), 2);
    for (double l1 : new double[] {1e-3, 0.05, 10}) {
      FitResult lasso = Fit.ridge(data).reg(0).l1(l1).go();
      assertInstanceOf(Ending.GapCertified.class, lasso.ending(), lasso.ending().sentence());
    }
    Dataset classes = Samples.classes(Samples.dense(120, 8, 1), 3, 2);
    FitResult result = Fit.softmax(classes).reg(0).l1(0.01).tolerance(1e-7).go();
    assertInstanceOf(Ending.GapCertified.class, result.ending(), result.ending().sentence());
  }

  @Test
  void aConstantTargetIsFoundAtOnce() {
    for (double value : new double[] {5, 0, -1e-3, 1e9 / 3}) {
      double[] y = new double[60];
      Arrays.fill(y, value);
      Dataset data = Dataset.regression(Samples.dense(60, 4, 3), y);
      for (double reg : new double[] {0, 1e-4, 1}) {
        FitResult result = Fit.ridge(data).reg(reg).go();
        assertTrue(result.ending().goal(), value + ": " + result.ending().sentence());
        assertTrue(result.steps() <= 3, result.steps() + " steps");
        assertEquals(value, result.model().predict(1, 2, 3, 4), 1e-7 * Math.abs(value));
      }
    }
  }

  @Test
  void aLargeMeanGetsTheRightAdvice() {
    double[] x = Samples.dense(100, 2, 4).data().clone();
    for (int i = 0; i < 100; i++) {
      x[2 * i] += 1e10;
    }
    Dataset data = Samples.classes(new DenseFeatures(100, 2, x), 2, 5);
    FitResult result = Fit.logistic(data).reg(1e-6).go();
    String sentence = result.ending().sentence();
    assertInstanceOf(Ending.RoundingFloor.class, result.ending(), sentence);
    assertTrue(sentence.contains("column 1 is about"), sentence);
    assertTrue(sentence.endsWith("subtract a constant from it"), sentence);
  }

  @Test
  void weightsOfAnySizeGiveTheSameModel() {
    Dataset data = Samples.classes(Samples.dense(50, 3, 6), 2, 7);
    double[] ones = new double[50];
    Arrays.setAll(ones, i -> 1 + i % 3);
    String expected = fitted(data.weighted(ones));
    for (int power : new int[] {1020, -1030, -1060}) {
      double[] scaled = Arrays.stream(ones).map(w -> Math.scalb(w, power)).toArray();
      assertEquals(expected, fitted(data.weighted(scaled)), "power " + power);
    }
  }

  private static String fitted(Dataset data) {
    FitResult result = Fit.logistic(data).go();
    assertTrue(Evaluation.of(result.model(), data) instanceof ClassEvaluation e && e.logLoss() > 0);
    return ModelFile.text(result.model());
  }

  @Test
  void columnsWithoutSquaresAreRefused() {
    for (double size : new double[] {1e160, 1e300, 1e-200}) {
      double[] x = Arrays.stream(Samples.dense(20, 2, 8).data()).map(v -> (3 + v) * size).toArray();
      for (int i = 0; i < 20; i++) {
        x[2 * i + 1] = i;
      }
      Dataset data = Samples.classes(new DenseFeatures(20, 2, x), 2, 9);
      for (boolean scale : new boolean[] {true, false}) {
        Fit fit = Fit.logistic(data).scale(scale).columns(List.of("huge", "fine"));
        assertTrue(refused(fit).startsWith("the numbers of column 'huge' are so "), "" + size);
      }
    }
  }
}
