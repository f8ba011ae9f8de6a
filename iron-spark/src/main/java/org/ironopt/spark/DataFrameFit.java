package org.ironopt.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.model.Model;
import org.ironopt.model.ModelKind;

/**
 * A fit of the library to the rows of a data frame.
 *
 * @param model with columns named by their numbers from 1
 * @param summary how it went
 */
record DataFrameFit(Model model, IronSummary summary) {
  static DataFrameFit of(
      ModelKind kind, Dataset<?> data, String label, String features, IronParams<?> params) {
    try (SparkPartitions parts = parts(kind, data, label, features, params)) {
      return of(kind, parts, params);
    }
  }

  /** Fits classes, by one output if the family says so or, by itself, if there are two. */
  static DataFrameFit ofClasses(
      String family, Dataset<?> data, String label, String features, IronParams<?> params) {
    try (SparkPartitions parts = parts(ModelKind.SOFTMAX, data, label, features, params)) {
      boolean one =
          family.equals("auto")
              ? parts.moments().rows().targets().length == 2
              : family.equals("binomial");
      return of(one ? ModelKind.LOGISTIC : ModelKind.SOFTMAX, parts, params);
    }
  }

  private static SparkPartitions parts(
      ModelKind kind, Dataset<?> data, String label, String features, IronParams<?> params) {
    Column weight =
        params.weightColumn().map(name -> col(name).cast(DataTypes.DoubleType)).orElse(lit(1.0));
    Dataset<Row> chosen = data.select(col(label).cast(DataTypes.DoubleType), weight, col(features));
    // Rows as Spark keeps them: as objects they would take as long as everything else of packing.
    JavaRDD<InternalRow> rows =
        ((org.apache.spark.sql.classic.Dataset<Row>) chosen).queryExecution().toRdd().toJavaRDD();
    Optional<Boolean> matrix =
        params.getSolver().equals("auto")
            ? Optional.empty()
            : Optional.of(params.getSolver().equals("gram"));
    return SparkPartitions.of(
        rows, kind, params.getFitIntercept(), params.getAggregationDepth(), matrix);
  }

  private static DataFrameFit of(ModelKind kind, SparkPartitions parts, IronParams<?> params) {
    double reg = params.getRegParam();
    double l1 = reg * params.getElasticNetParam();
    FitResult result =
        Fit.of(kind, parts)
            .reg(reg - l1)
            .l1(l1)
            .scale(params.getStandardization())
            .intercept(params.getFitIntercept())
            .tolerance(params.getTol())
            .stepLimit(params.getMaxIter())
            .go();
    return new DataFrameFit(result.model(), IronSummary.of(result, parts));
  }
}
