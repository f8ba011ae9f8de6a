package org.ironopt.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.evaluation.RegressionEvaluator;
import org.apache.spark.ml.feature.StandardScaler;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.tuning.CrossValidator;
import org.apache.spark.ml.tuning.CrossValidatorModel;
import org.apache.spark.ml.tuning.ParamGridBuilder;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.ironopt.fit.FitResult;
import org.ironopt.model.Model;
import org.ironopt.model.ModelKind;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The estimators give the answer of one machine, and behave like those of spark.ml. */
class EstimatorTest {
  private final SparkSession spark = Frames.session();

  /** What the models have in common for a test. */
  private record Fitted(Model model, IronSummary summary) {}

  private static Fitted fit(
      ModelKind kind, Dataset<Row> frame, double reg, double mix, String solver) {
    return switch (kind) {
      case LOGISTIC, SOFTMAX -> {
        IronLogisticRegressionModel m =
            set(new IronLogisticRegression(), reg, mix, solver).fit(frame);
        yield new Fitted(m.model(), m.summary().orElseThrow());
      }
      case RIDGE -> {
        IronLinearRegressionModel m = set(new IronLinearRegression(), reg, mix, solver).fit(frame);
        yield new Fitted(m.model(), m.summary().orElseThrow());
      }
      case POISSON -> {
        IronPoissonRegressionModel m =
            set(new IronPoissonRegression(), reg, mix, solver).fit(frame);
        yield new Fitted(m.model(), m.summary().orElseThrow());
      }
      default -> throw new IllegalStateException("no estimator of " + kind);
    };
  }

  private static <T extends IronParams<T>> T set(
      T estimator, double reg, double mix, String solver) {
    return estimator
        .setRegParam(reg)
        .setElasticNetParam(mix)
        .setSolver(solver)
        .setWeightCol("weight")
        .setTol(1e-12);
  }

  @TestFactory
  Stream<DynamicTest> theAnswerIsThatOfOneMachineForAnyPartitions() {
    return EnumSet.range(ModelKind.LOGISTIC, ModelKind.POISSON).stream()
        .map(kind -> DynamicTest.dynamicTest(kind.word(), () -> same(kind)));
  }

  private void same(ModelKind kind) {
    Frames drawn = Frames.draw(kind, 240, 6, 0.6);
    double mix = kind == ModelKind.RIDGE ? 0.5 : 0;
    FitResult plain = drawn.plain(0.02 * (1 - mix), 0.02 * mix, 1e-12);
    for (int partitions : new int[] {1, 3, 8}) {
      boolean sparse = partitions == 3;
      String solver = partitions == 8 && kind == ModelKind.LOGISTIC ? "cg" : "auto";
      Fitted fitted = fit(kind, drawn.frame(spark, partitions, sparse), 0.02, mix, solver);
      String what = partitions + " partitions: " + fitted.summary.sentence();
      assertEquals("GapCertified", fitted.summary.ending(), what);
      assertTrue(fitted.summary.converged() && fitted.summary.gap() <= 1e-12, what);
      assertEquals(plain.objective(), fitted.summary.objective(), 1e-12 * plain.objective(), what);
      for (int c = 0; c < plain.model().outputs(); c++) {
        assertArrayEquals(plain.model().weights()[c], fitted.model.weights()[c], 1e-6, what);
      }
    }
    assertTrue(spark.sparkContext().getPersistentRDDs().isEmpty(), "nothing stays persisted");
  }

  @Test
  void aFitTakesAboutOneJobForEachNewtonStep() {
    Frames drawn = Frames.draw(ModelKind.LOGISTIC, 400, 8, 1);
    Fitted fitted = fit(ModelKind.LOGISTIC, drawn.frame(spark, 4, false), 0.01, 0, "auto");
    IronSummary s = fitted.summary;
    assertEquals(s.passes() + 2, s.jobs(), "the moments and all digits of the objective");
    assertTrue(s.jobs() <= s.steps() + 5, s.jobs() + " jobs for " + s.steps() + " steps");
    assertTrue(s.method().contains("each pass over the parts brings the matrix"), s.method());
    assertTrue(s.gradientNorm() < 1e-6 && s.secondsPerPass() > 0);
    assertEquals(s.steps() + 1, s.history().size());
  }

  /** The first point is near the optimum already. */
  @Test
  void aFitOfManyRowsBeginsAtTheOptimumOfSome() {
    Frames drawn = Frames.draw(ModelKind.LOGISTIC, 8000, 8, 1);
    double best = drawn.plain(0.001, 0, 1e-12).objective();
    for (int partitions : new int[] {1, 3, 8}) {
      IronSummary s =
          fit(ModelKind.LOGISTIC, drawn.frame(spark, partitions, false), 0.001, 0, "auto").summary;
      assertEquals(best, s.objective(), 1e-12 * best);
      assertTrue(s.history().getFirst().objective() < 1.05 * best, s.history().toString());
      assertTrue(s.jobs() <= 7, s.jobs() + " jobs");
    }
  }

  @Test
  void oneTwoAndMoreClassesAreTakenAsTheyAre() {
    Frames two = Frames.draw(ModelKind.LOGISTIC, 120, 3, 1);
    Dataset<Row> frame = two.frame(spark, 2, false);
    IronLogisticRegression lr = new IronLogisticRegression().setRegParam(0.1);
    IronLogisticRegressionModel binomial = lr.fit(frame);
    assertEquals(1, binomial.coefficientMatrix().numRows());
    IronLogisticRegressionModel multinomial = lr.setFamily("multinomial").fit(frame);
    assertEquals(2, multinomial.coefficientMatrix().numRows());
    assertEquals(2, multinomial.numClasses());
    Row row =
        binomial.transform(frame).select("rawPrediction", "probability", "prediction").first();
    Vector p = row.getAs("probability");
    assertEquals(1, p.apply(0) + p.apply(1), 1e-15);
    assertEquals(p.apply(1) > 0.5 ? 1 : 0, row.<Double>getAs("prediction"));
    double[] own = binomial.model().probabilities(two.x()[0]);
    assertEquals(own[1], p.apply(1), 1e-15);
  }

  @Test
  void inAPipelineSavedAndLoaded(@org.junit.jupiter.api.io.TempDir java.nio.file.Path folder)
      throws java.io.IOException {
    Frames drawn = Frames.draw(ModelKind.SOFTMAX, 150, 4, 1);
    Dataset<Row> frame = drawn.frame(spark, 2, false);
    StandardScaler scaler = new StandardScaler().setInputCol("features").setOutputCol("scaled");
    IronLogisticRegression lr = new IronLogisticRegression().setRegParam(0.1).setTol(1e-9);
    lr.setFeaturesCol("scaled");
    Pipeline pipeline = new Pipeline().setStages(new PipelineStage[] {scaler, lr});
    pipeline.save(folder.resolve("pipeline").toString());
    PipelineModel model = Pipeline.load(folder.resolve("pipeline").toString()).fit(frame);
    model.save(folder.resolve("model").toString());
    PipelineModel loaded = PipelineModel.load(folder.resolve("model").toString());
    assertEquals(
        model.transform(frame).select("probability").collectAsList(),
        loaded.transform(frame).select("probability").collectAsList());
    IronLogisticRegressionModel last = (IronLogisticRegressionModel) loaded.stages()[1];
    assertEquals("scaled", last.getFeaturesCol());
    assertEquals(0.1, last.getRegParam());
  }

  @Test
  void aCrossValidatorPicksTheSmallPenalty() {
    Dataset<Row> frame = Frames.draw(ModelKind.RIDGE, 150, 4, 1).frame(spark, 2, false);
    IronLinearRegression lr = new IronLinearRegression();
    ParamMap[] grid =
        new ParamGridBuilder().addGrid(lr.regParam(), new double[] {1e-4, 100}).build();
    CrossValidatorModel best =
        new CrossValidator()
            .setEstimator(lr)
            .setEvaluator(new RegressionEvaluator())
            .setEstimatorParamMaps(grid)
            .setNumFolds(2)
            .fit(frame);
    IronLinearRegressionModel model = (IronLinearRegressionModel) best.bestModel();
    assertEquals(1e-4, model.getRegParam());
    assertTrue(spark.sparkContext().getPersistentRDDs().isEmpty());
  }

  @Test
  void paramsAreNamedAsInSparkAndCopied() {
    IronPoissonRegression p = new IronPoissonRegression("mine").setRegParam(0.5).setMaxIter(7);
    List<String> names = Stream.of(p.params()).map(param -> param.name()).sorted().toList();
    assertEquals(
        List.of(
            "aggregationDepth",
            "elasticNetParam",
            "featuresCol",
            "fitIntercept",
            "labelCol",
            "maxIter",
            "predictionCol",
            "regParam",
            "solver",
            "standardization",
            "tol",
            "weightCol"),
        names);
    IronPoissonRegression copy = p.copy(new ParamMap().put(p.tol().w(1e-3)));
    assertEquals("mine", copy.uid());
    assertEquals(0.5, copy.getRegParam());
    assertEquals(7, copy.getMaxIter());
    assertEquals(1e-3, copy.getTol());
    assertFalse(p.isSet(p.tol()));
    assertTrue(new IronPoissonRegression().uid().startsWith("ironPoisson_"));
  }
}
