package org.ironopt.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.ironopt.model.ModelKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whatever is wrong is said in one sentence, once, and nothing stays on the executors. */
class FaultTest {
  private final SparkSession spark = Frames.session();
  private final Frames drawn = Frames.draw(ModelKind.LOGISTIC, 40, 3, 1);

  @AfterEach
  void nothingStaysPersisted() {
    assertTrue(spark.sparkContext().getPersistentRDDs().isEmpty());
  }

  private static IronLogisticRegression logistic() {
    return new IronLogisticRegression().setRegParam(0.1);
  }

  private static String refusal(Dataset<Row> frame) {
    return assertThrows(IllegalArgumentException.class, () -> logistic().fit(frame)).getMessage();
  }

  private Dataset<Row> with(int at, Row row) {
    List<Row> rows = new ArrayList<>(drawn.rows(false));
    rows.set(at, row);
    return Frames.frame(spark, rows, 4);
  }

  @Test
  void aRowIsNamedByPartitionAndNumber() {
    assertEquals(
        "row 3 of partition 1 (both from 0) has the number NaN in column 2, expected a finite one",
        refusal(with(13, RowFactory.create(1.0, 1.0, Vectors.dense(1, 2, Double.NaN)))));
    assertEquals(
        "row 0 of partition 0 (both from 0) has the label 0.5, expected a class 0, 1, 2, ...: use a"
            + " StringIndexer",
        refusal(with(0, RowFactory.create(0.5, 1.0, Vectors.dense(1, 2, 3)))));
    assertEquals(
        "row 9 of partition 3 (both from 0) has no vector of features: drop rows with nulls, or"
            + " fill them in",
        refusal(with(39, RowFactory.create(1.0, 1.0, null))));
    assertEquals(
        "row 1 of partition 0 (both from 0) has 2 features, expected 3",
        refusal(with(1, RowFactory.create(1.0, 1.0, Vectors.dense(1, 2)))));
  }

  @Test
  void negativeWeightsAreRefusedAndZeroOnesAreNoRows() {
    Dataset<Row> frame = with(5, RowFactory.create(1.0, -1.0, Vectors.dense(1, 2, 3)));
    assertEquals(
        "row 5 of partition 0 (both from 0) has the weight -1.0, expected a number >= 0 below 1e90",
        assertThrows(
                IllegalArgumentException.class, () -> logistic().setWeightCol("weight").fit(frame))
            .getMessage());
    Dataset<Row> zero = with(5, RowFactory.create(1.0, 0.0, Vectors.dense(1e6, 2, 3)));
    List<Row> others = new ArrayList<>(drawn.rows(false));
    others.remove(5);
    IronLogisticRegression lr = logistic().setWeightCol("weight").setTol(1e-12);
    assertEquals(
        lr.fit(Frames.frame(spark, others, 1)).summary().orElseThrow().objective(),
        lr.fit(zero).summary().orElseThrow().objective(),
        1e-13);
  }

  /** Rows without a label are counted, and change nothing. */
  @Test
  void rowsWithoutALabelAreLeftOut() {
    List<Row> rows = new ArrayList<>(drawn.rows(false));
    List<Row> others = new ArrayList<>(rows);
    others.subList(0, 10).clear();
    for (int i = 0; i < 10; i++) {
      Double label = i % 2 == 0 ? null : Double.NaN;
      rows.set(i, RowFactory.create(label, 1.0, Vectors.dense(1, 2, 3)));
    }
    // The first of four partitions has no label at all.
    IronLogisticRegressionModel model = logistic().fit(Frames.frame(spark, rows, 4));
    assertEquals(10, model.summary().orElseThrow().unlabelled());
    assertEquals(
        logistic().fit(Frames.frame(spark, others, 3)).coefficients(), model.coefficients());
    assertEquals(
        "the label is missing in all 10 rows with a weight above 0, expected values",
        refusal(Frames.frame(spark, rows.subList(0, 10), 2)));
  }

  @Test
  void emptyPartitionsChangeNothing() {
    Dataset<Row> frame = drawn.frame(spark, 2, false);
    Dataset<Row> empty = Frames.frame(spark, List.of(), 2);
    IronLogisticRegression lr = logistic();
    assertEquals(
        lr.fit(frame).coefficients(), lr.fit(empty.union(frame).union(empty)).coefficients());
    assertEquals("there are no rows with a weight above 0, expected one at least", refusal(empty));
  }

  @Test
  void oneClassIsRefused() {
    Arrays.fill(drawn.y(), 0);
    assertTrue(refusal(drawn.frame(spark, 3, false)).startsWith("class '1' has no row"));
    IronLogisticRegression binomial = logistic().setFamily("binomial");
    Dataset<Row> three = Frames.draw(ModelKind.SOFTMAX, 40, 3, 1).frame(spark, 2, false);
    assertEquals(
        "logistic regression needs 2 classes, the data has 3: use softmax regression",
        assertThrows(IllegalArgumentException.class, () -> binomial.fit(three)).getMessage());
  }

  @Test
  void wrongColumnsAreRefusedBeforeAnyJob() {
    Dataset<Row> frame = drawn.frame(spark, 2, false);
    Dataset<Row> text = frame.withColumn("features", functions.lit("no numbers"));
    assertTrue(refusal(text).contains("features"), refusal(text));
    IronLogisticRegression lr = logistic().setWeightCol("mass");
    assertEquals(
        "there is no column 'mass' (weightCol), the columns are label, weight, features",
        assertThrows(IllegalArgumentException.class, () -> lr.transformSchema(frame.schema()))
            .getMessage());
    Dataset<Row> words = frame.withColumn("mass", functions.lit("heavy"));
    assertEquals(
        "the column 'mass' (weightCol) is of type string, expected numbers",
        assertThrows(IllegalArgumentException.class, () -> lr.transformSchema(words.schema()))
            .getMessage());
  }

  @Test
  void withoutAPenaltyTheEndingSaysWhatIsKnown() {
    Dataset<Row> separable =
        Frames.frame(
            spark,
            List.of(
                RowFactory.create(0.0, 1.0, Vectors.dense(-1)),
                RowFactory.create(1.0, 1.0, Vectors.dense(1))),
            2);
    IronSummary s = new IronLogisticRegression().fit(separable).summary().orElseThrow();
    assertEquals("NotAttained", s.ending(), s.sentence());
    assertTrue(Double.isInfinite(s.gap()) && !s.converged());
  }
}
