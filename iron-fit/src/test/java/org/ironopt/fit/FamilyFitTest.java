package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.MalformedDataException;
import org.ironopt.fit.Inference.Coefficient;
import org.ironopt.fit.Inference.Errors;
import org.ironopt.fit.Inference.WeightKind;
import org.ironopt.fit.partition.PartialSums;
import org.ironopt.fit.partition.Partition;
import org.ironopt.fit.partition.Partitions;
import org.ironopt.fit.partition.Query;
import org.ironopt.method.gradient.Saga;
import org.ironopt.model.Evaluation;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import org.ironopt.model.ModelKind;
import org.ironopt.model.NumberEvaluation;
import org.ironopt.table.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Gamma, negative binomial and Huber fits: closed forms, limits and equivalences. */
class FamilyFitTest {
  private static final String FAMILIES = "(GAMMA|NEGBIN|HUBER)";

  private static Dataset data(ModelKind kind) {
    return PathData.of(kind, 80, 4, 3);
  }

  private static double[] coefficients(Model model) {
    double[] w = Arrays.copyOf(model.weights()[0], model.columns().size() + 1);
    w[w.length - 1] = model.intercepts()[0];
    return w;
  }

  private static double[] fitted(Fit fit) {
    return coefficients(fit.tolerance(1e-14).go().model());
  }

  private static double[] targets(Dataset data) {
    return IntStream.range(0, data.rows()).mapToDouble(data::target).toArray();
  }

  @ParameterizedTest
  @EnumSource(value = ModelKind.class, names = FAMILIES, mode = EnumSource.Mode.MATCH_ANY)
  void aRowOfWeightTwoIsTheRowTwice(ModelKind kind) {
    Dataset data = data(kind);
    double[] weights = new double[data.rows()];
    Arrays.setAll(weights, i -> 1 + i % 2);
    int[] repeated =
        IntStream.range(0, data.rows())
            .flatMap(i -> IntStream.generate(() -> i).limit(1 + i % 2))
            .toArray();
    Dataset twice = data.subset(repeated);
    for (double l1 : new double[] {0, 0.02}) {
      double[] one = fitted(PathData.fit(kind, data.weighted(weights)).l1(l1));
      assertArrayEquals(fitted(PathData.fit(kind, twice).l1(l1)), one, 1e-9);
    }
    Fit one = PathData.fit(kind, data.weighted(weights)).reg(0);
    Fit two = PathData.fit(kind, twice).reg(0);
    for (Errors errors : Errors.values()) {
      assertArrayEquals(
          errors(two, errors, WeightKind.FREQUENCY),
          errors(one, errors, WeightKind.FREQUENCY),
          1e-8);
    }
  }

  private static double[] errors(Fit fit, Errors errors, WeightKind weights) {
    return fit.inference(fit.tolerance(1e-12).go(), errors, weights).coefficients().stream()
        .mapToDouble(Coefficient::error)
        .toArray();
  }

  /** {@code z + y exp(-z)} is y times the loss of a count 1/y at -z. */
  @Test
  void gammaIsPoissonOfTheReciprocals() {
    Dataset data = data(ModelKind.GAMMA);
    double[] y = targets(data);
    double[] reciprocal = Arrays.stream(y).map(e -> 1 / e).toArray();
    Dataset counts = Dataset.regression(data.features(), reciprocal).weighted(y);
    double[] w = fitted(Fit.poisson(counts).reg(0));
    double[] expected = Arrays.stream(w).map(e -> -e).toArray();
    assertArrayEquals(expected, fitted(Fit.gamma(data).reg(0)), 1e-7);
  }

  /** Other units of the target move the intercept alone. */
  @Test
  void gammaKnowsNoUnits() {
    Dataset data = data(ModelKind.GAMMA);
    double[] scaled = Arrays.stream(targets(data)).map(e -> 1e6 * e).toArray();
    double[] w = fitted(Fit.gamma(data).reg(0.01));
    double[] moved = fitted(Fit.gamma(Dataset.regression(data.features(), scaled)).reg(0.01));
    w[w.length - 1] += StrictMath.log(1e6);
    assertArrayEquals(w, moved, 1e-9);
  }

  @Test
  void manyThetaIsPoisson() {
    Dataset data = data(ModelKind.NEGBIN);
    double[] poisson = fitted(Fit.poisson(data).reg(0.01));
    assertArrayEquals(poisson, fitted(Fit.negativeBinomial(data, 1e9).reg(0.01)), 1e-7);
  }

  /** Of y rows of one class and theta of the other, but for the part log theta of the odds. */
  @Test
  void negativeBinomialIsLogisticOfWeightedClasses() {
    Dataset data = data(ModelKind.NEGBIN);
    int n = data.rows();
    double theta = 0.5;
    int[] rows = IntStream.range(0, 2 * n).map(i -> i % n).toArray();
    double[] label = new double[2 * n];
    double[] weight = new double[2 * n];
    for (int i = 0; i < n; i++) {
      label[i] = 1;
      weight[i] = data.target(i);
      weight[n + i] = theta;
    }
    Dataset classes = Dataset.regression(data.features().taken(rows), label).weighted(weight);
    double[] expected = fitted(Fit.logistic(classes).reg(0));
    expected[expected.length - 1] += StrictMath.log(theta);
    assertArrayEquals(expected, fitted(Fit.negativeBinomial(data, theta).reg(0)), 1e-6);
  }

  @Test
  void wideHuberIsLeastSquares() {
    Dataset data = data(ModelKind.HUBER);
    assertArrayEquals(
        fitted(Fit.ridge(data).reg(0.01)), fitted(Fit.huber(data, 1e3).reg(0.01)), 1e-9);
  }

  /** Huber's location of 0, 0, 1, 1, 9 is 3/4: residuals 3/4, 3/4, -1/4, -1/4 and one that is 1. */
  @Test
  void hubersLocationByHand() {
    double[][] x = {{1}, {-1}, {1}, {-1}, {0}};
    Dataset data = Dataset.regression(x, new double[] {0, 0, 1, 1, 9});
    for (double l1 : new double[] {0, 10}) {
      Model model = Fit.huber(data, 1).reg(l1 == 0 ? 1e8 : 0).l1(l1).tolerance(1e-12).go().model();
      assertEquals(0.75, model.intercepts()[0], 1e-7);
    }
  }

  /** A wrong target moves the fit no further, however wrong it is. */
  @Test
  void huberBoundsTheInfluence() {
    Dataset data = data(ModelKind.HUBER);
    double[] y = targets(data);
    y[7] = 20;
    double[] near = fitted(Fit.huber(Dataset.regression(data.features(), y), 0.5).reg(0.01));
    y[7] = 200;
    double[] far = fitted(Fit.huber(Dataset.regression(data.features(), y), 0.5).reg(0.01));
    assertArrayEquals(near, far, 1e-8);
  }

  @ParameterizedTest
  @EnumSource(value = ModelKind.class, names = FAMILIES, mode = EnumSource.Mode.MATCH_ANY)
  void allMethodsFindOneOptimum(ModelKind kind) {
    Dataset data = data(kind);
    FitResult expected = PathData.fit(kind, data).reg(1e-3).go();
    assertTrue(expected.gap() <= 1e-9, expected.ending().sentence());
    for (FitMethod method : List.of(FitMethod.CG, FitMethod.CHOLESKY, FitMethod.LBFGS)) {
      FitResult result = PathData.fit(kind, data).reg(1e-3).method(method).go();
      assertTrue(result.gap() <= 1e-9, kind + ", " + method + ": " + result.ending().sentence());
      assertEquals(expected.objective(), result.objective(), 2e-9 * expected.objective());
    }
    for (FitMethod method : List.of(FitMethod.MINIBATCH)) {
      Fit fit = PathData.fit(kind, data).method(method);
      assertThrows(IllegalArgumentException.class, fit::go);
    }
    Fit saga = PathData.fit(kind, data).method(p -> Saga.step(1 / (3 * p.largestSmoothness())));
    assertThrows(IllegalArgumentException.class, saga::go);
  }

  @ParameterizedTest
  @EnumSource(value = ModelKind.class, names = FAMILIES, mode = EnumSource.Mode.MATCH_ANY)
  void modelsPredictAndAreKept(ModelKind kind, @TempDir Path folder) throws Exception {
    StringBuilder text = new StringBuilder("a,b,y\n");
    Dataset data = data(kind);
    for (int i = 0; i < data.rows(); i++) {
      text.append(i % 7).append(',').append(i % 2 == 0 ? "no" : "yes");
      text.append(',').append(data.target(i)).append('\n');
    }
    Path csv = Files.writeString(folder.resolve("t.csv"), text);
    Fit fit = Fit.of(kind, Table.read(csv).target("y"));
    Model model = (kind.shape().isPresent() ? fit.shape(0.5) : fit).go().model();
    double z = model.intercepts()[0] + 3 * model.weights()[0][0] + model.weights()[0][1];
    double expected = kind == ModelKind.HUBER ? z : StrictMath.exp(z);
    assertEquals(expected, model.predict(3, 1), 1e-12);
    String second = model.columns().get(1).endsWith("=yes") ? "yes" : "no";
    assertEquals(expected, model.predict(Map.of("a", 3, "b", second)), 1e-12);
    String file = ModelFile.text(model);
    Model read = ModelFile.parse("m.json", file);
    assertEquals(file, ModelFile.text(read));
    assertEquals(kind.shape().isPresent() ? 0.5 : Double.NaN, read.shape().orElse(Double.NaN));
    assertEquals(kind.shape().isPresent(), kind.shape().filter(file::contains).isPresent());
    assertThrows(
        MalformedDataException.class,
        () -> ModelFile.parse("m.json", file.replace('"' + kind.word() + '"', "\"tweedie\"")));
  }

  @Test
  void deviancesByTheirFormulas() {
    double theta = 0.5;
    for (ModelKind kind : List.of(ModelKind.GAMMA, ModelKind.NEGBIN, ModelKind.HUBER)) {
      Dataset data = data(kind);
      FitResult fit = PathData.fit(kind, data).reg(0.01).go();
      double[] m = fit.model().predictions(data);
      double mean = Arrays.stream(targets(data)).average().orElseThrow();
      double sum = 0;
      double even = 0;
      for (int i = 0; i < m.length; i++) {
        sum += deviance(kind, theta, data.target(i), m[i]) / m.length;
        even += deviance(kind, theta, data.target(i), mean) / m.length;
      }
      NumberEvaluation e = (NumberEvaluation) Evaluation.of(fit.model(), data);
      assertEquals(sum, e.deviance(), 1e-12);
      assertEquals(even, e.baselineDeviance(), 1e-12);
      if (kind == ModelKind.HUBER) {
        continue;
      }
      assertEquals(even / 2, PathData.fit(kind, data).path().go().nullLoss(), 1e-12);
    }
  }

  private static double deviance(ModelKind kind, double theta, double y, double m) {
    if (kind == ModelKind.HUBER) {
      double r = Math.abs(y - m);
      return r <= 0.5 ? r * r : 2 * 0.5 * (r - 0.25);
    }
    double logs = y == 0 ? 0 : y * StrictMath.log(y / m);
    return kind == ModelKind.GAMMA
        ? 2 * (y / m - 1 - StrictMath.log(y / m))
        : 2 * (logs - (y + theta) * StrictMath.log((y + theta) / (m + theta)));
  }

  /** The penalty is chosen by the loss of the model, on rows left out too. */
  @Test
  void crossValidationScoresByTheLossOfTheModel() {
    Dataset data = data(ModelKind.HUBER);
    double[] y = targets(data);
    y[7] = 1e6;
    Fit fit = Fit.huber(Dataset.regression(data.features(), y), 0.5);
    for (CrossValidation.Search search : CrossValidation.Search.values()) {
      var found = (CrossValidation.Found) fit.crossValidation(search).go();
      // One row of 80 is off by a million; squares would make 1e12 / 160 of it.
      assertEquals(0.5 * 1e6 / 80, found.best().loss(), 10, search.toString());
    }
  }

  /** Fisher's information of one column and an intercept is a matrix of two rows. */
  @Test
  void errorsByTheInformationOfTheLaw() {
    for (ModelKind kind : List.of(ModelKind.GAMMA, ModelKind.NEGBIN)) {
      Dataset data = PathData.of(kind, 80, 1, 3);
      Fit fit = PathData.fit(kind, data).reg(0);
      FitResult result = fit.tolerance(1e-13).go();
      Inference found = fit.inference(result);
      double[] row = new double[1];
      double[] s = new double[3];
      double pearson = 0;
      for (int i = 0; i < data.rows(); i++) {
        data.features().copyRow(i, row, 0);
        double m = result.model().predict(row);
        double y = data.target(i);
        double weight = kind == ModelKind.GAMMA ? 1 : m * 0.5 / (m + 0.5);
        pearson += (y - m) * (y - m) / (kind == ModelKind.GAMMA ? m * m : m + m * m / 0.5);
        s[0] += weight;
        s[1] += weight * row[0];
        s[2] += weight * row[0] * row[0];
      }
      double phi = kind == ModelKind.GAMMA ? pearson / 78 : 1;
      double error = Math.sqrt(phi * s[0] / (s[0] * s[2] - s[1] * s[1]));
      assertEquals(error, found.coefficients().getFirst().error(), 1e-7 * error);
      assertEquals(pearson / 78, found.likelihood().pearson(), 1e-7);
      assertEquals(phi, found.dispersion(), 1e-7);
      boolean log = Double.isFinite(found.likelihood().logLikelihood());
      assertEquals(kind == ModelKind.NEGBIN, log);
    }
  }

  /** The largest likelihood of counts is that of their law, written with gamma functions. */
  @Test
  void likelihoodOfANegativeBinomialLaw() {
    Dataset data = data(ModelKind.NEGBIN);
    Fit fit = Fit.negativeBinomial(data, 2).reg(0);
    FitResult result = fit.tolerance(1e-13).go();
    double[] m = result.model().predictions(data);
    double log = 0;
    for (int i = 0; i < m.length; i++) {
      // With theta 2 the factor of the law is y + 1.
      double y = data.target(i);
      double p = 2 / (m[i] + 2);
      log += StrictMath.log(y + 1) + 2 * StrictMath.log(p) + y * StrictMath.log1p(-p);
    }
    assertEquals(log, fit.inference(result).likelihood().logLikelihood(), 1e-8);
  }

  /** Huber's errors are robust whatever is asked for. */
  @Test
  void errorsOfHuberAreASandwich() {
    Dataset data = data(ModelKind.HUBER);
    Fit fit = Fit.huber(data, 0.5).reg(0);
    assertArrayEquals(
        errors(fit, Errors.ROBUST, WeightKind.FREQUENCY),
        errors(fit, Errors.CLASSICAL, WeightKind.FREQUENCY));
    Fit wide = Fit.huber(data, 1e6).reg(0);
    assertArrayEquals(
        errors(Fit.ridge(data).reg(0), Errors.ROBUST, WeightKind.FREQUENCY),
        errors(wide, Errors.ROBUST, WeightKind.FREQUENCY),
        1e-9);
  }

  @Test
  void whatDoesNotFitIsRefused() {
    double[][] x = {{1}, {2}, {4}};
    Dataset zero = Dataset.regression(x, new double[] {1, 0, 2});
    Dataset half = Dataset.regression(x, new double[] {1, 0.5, 2});
    refused("the target of row 1 is 0.0, expected a number above 0", Fit.gamma(zero));
    refused(
        "the target of row 1 is 0.5, expected a whole number >= 0", Fit.negativeBinomial(half, 1));
    refused("a negbin model needs its theta: call shape", Fit.of(ModelKind.NEGBIN, zero));
    refused("a huber model needs its delta: call shape", Fit.of(ModelKind.HUBER, zero));
    assertThrows(IllegalArgumentException.class, () -> Fit.gamma(half).shape(1));
    assertThrows(IllegalArgumentException.class, () -> Fit.huber(half, 0));
    assertThrows(IllegalArgumentException.class, () -> Fit.huber(half, 1).local());
    Partition part = Partition.of(ModelKind.POISSON, true, half);
    Partitions parts =
        new Partitions() {
          @Override
          public PartialSums answer(Query query) {
            return part.answer(query);
          }

          @Override
          public boolean matrixPays(int parameters) {
            return true;
          }
        };
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> Fit.of(ModelKind.GAMMA, parts));
    assertEquals("a gamma model is fitted to rows on this machine, not elsewhere", e.getMessage());
  }

  private static void refused(String sentence, Fit fit) {
    assertEquals(sentence, assertThrows(IllegalArgumentException.class, fit::go).getMessage());
  }

  @Test
  void countsThatAreAllZeroHaveNoMinimum() {
    Dataset data = Dataset.regression(new double[][] {{1}, {2}}, new double[2]);
    assertThrows(UnfitDataException.class, () -> Fit.negativeBinomial(data, 1).go());
  }

  /** Without a penalty there is no certificate; the optimum is found. */
  @ParameterizedTest
  @EnumSource(value = ModelKind.class, names = FAMILIES, mode = EnumSource.Mode.MATCH_ANY)
  void unpenalizedFitsConverge(ModelKind kind) {
    FitResult result = PathData.fit(kind, data(kind)).reg(0).go();
    assertTrue(result.ending().goal(), result.ending().sentence());
  }
}
