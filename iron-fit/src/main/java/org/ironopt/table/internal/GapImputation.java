package org.ironopt.table.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.Features;
import org.ironopt.data.FloatFeatures;
import org.ironopt.data.SparseFeatures;
import org.ironopt.data.TableSchema;
import org.ironopt.linalg.SparseMatrix;
import org.ironopt.table.TableData.Imputation;

/** Fills the gaps that a reader found. */
public final class GapImputation implements Imputation {
  private final TableSchema schema;
  private final List<Gaps> gaps;

  /**
   * The missing values of a column, perhaps none.
   *
   * @param column of the schema
   * @param feature the first of the column
   * @param rows that miss it
   * @param seconds of a column of dates, of every row
   */
  record Gaps(int column, int feature, BitSet rows, double[] seconds) {}

  public GapImputation(TableSchema schema, List<Gaps> gaps) {
    this.schema = schema;
    this.gaps = List.copyOf(gaps);
  }

  @Override
  public boolean needed() {
    return gaps.stream().anyMatch(gap -> !gap.rows().isEmpty());
  }

  @Override
  public Dataset apply(Dataset data, int[] training) {
    List<Gaps> some = gaps.stream().filter(gap -> !gap.rows().isEmpty()).toList();
    return some.isEmpty()
        ? data
        : data.withFeatures(filled(data.features(), some, columns(some, data, training)));
  }

  @Override
  public TableSchema schema(TableSchema table, Dataset data, int[] training) {
    return gaps.isEmpty() ? table : table.columns(columns(gaps, data, training));
  }

  private List<TableSchema.Column> columns(List<Gaps> some, Dataset data, int[] training) {
    List<TableSchema.Column> columns = new ArrayList<>(schema.columns());
    for (Gaps gap : some) {
      int[] known = Arrays.stream(training).filter(row -> !gap.rows().get(row)).toArray();
      columns.set(gap.column(), learnt(data.features(), gap, known));
    }
    return columns;
  }

  private TableSchema.Column learnt(Features features, Gaps gap, int[] known) {
    return switch (schema.columns().get(gap.column())) {
      case TableSchema.Numeric n -> {
        double[] values =
            Arrays.stream(known).mapToDouble(row -> features.get(row, gap.feature())).toArray();
        yield new TableSchema.Numeric(
            n.name(), n.position(), mean(values), n.form(), n.indicator());
      }
      case TableSchema.Date d -> {
        double[] values = Arrays.stream(known).mapToDouble(row -> gap.seconds()[row]).toArray();
        yield new TableSchema.Date(
            d.name(), d.position(), d.format(), d.parts(), mean(values), d.indicator(), d.coerce());
      }
      case TableSchema.Categorical c ->
          new TableSchema.Categorical(
              c.name(),
              c.position(),
              c.categories(),
              mostFrequent(c, features, gap.feature(), known),
              c.rest(),
              c.indicator());
    };
  }

  /** Returns the mean by the recurrence that profiles a table. */
  private static double mean(double[] values) {
    double mean = 0;
    for (int k = 0; k < values.length; k++) {
      mean += values[k] / (k + 1) - mean / (k + 1);
    }
    return mean;
  }

  /** Returns the first of the most frequent categories; that of the rest must have more rows. */
  private static String mostFrequent(
      TableSchema.Categorical column, Features features, int feature, int[] known) {
    List<String> categories = column.categories();
    long[] counts = new long[categories.size()];
    for (int row : known) {
      counts[category(features, row, feature, categories.size())]++;
    }
    int pooled = column.rest().map(categories::indexOf).orElse(-1);
    int usual = pooled == 0 && categories.size() > 1 ? 1 : 0;
    for (int c = 0; c < counts.length; c++) {
      usual = c != pooled && counts[c] > counts[usual] ? c : usual;
    }
    usual = pooled >= 0 && counts[pooled] > counts[usual] ? pooled : usual;
    return categories.get(usual);
  }

  private static int category(Features features, int row, int feature, int count) {
    for (int c = 1; c < count; c++) {
      if (features.get(row, feature + c - 1) != 0) {
        return c;
      }
    }
    return 0;
  }

  private static Features filled(
      Features features, List<Gaps> gaps, List<TableSchema.Column> columns) {
    return switch (features) {
      case DenseFeatures dense -> {
        double[] data = dense.data().clone();
        for (Gaps gap : gaps) {
          TableSchema.Column column = columns.get(gap.column());
          gap.rows().stream()
              .forEach(row -> fill(column, data, row * dense.columns() + gap.feature()));
        }
        yield new DenseFeatures(dense.rows(), dense.columns(), data);
      }
      case SparseFeatures sparse -> filled(sparse.matrix(), gaps, columns);
      case FloatFeatures _ -> throw new IllegalStateException("tables are read as doubles");
    };
  }

  private static Features filled(
      SparseMatrix matrix, List<Gaps> gaps, List<TableSchema.Column> columns) {
    FeatureBuilder out = FeatureBuilder.of(false, matrix.columns(), matrix.rows(), matrix.stored());
    double[] row = new double[matrix.columns()];
    for (int i = 0; i < matrix.rows(); i++) {
      int here = i;
      List<Gaps> some = gaps.stream().filter(gap -> gap.rows().get(here)).toList();
      out.begin();
      for (int k = matrix.rowPointers()[i]; k < matrix.rowPointers()[i + 1]; k++) {
        int column = matrix.columnIndices()[k];
        if (some.isEmpty()) {
          out.set(column, matrix.values()[k]);
        } else {
          row[column] = matrix.values()[k];
        }
      }
      if (!some.isEmpty()) {
        some.forEach(gap -> fill(columns.get(gap.column()), row, gap.feature()));
        for (int j = 0; j < row.length; j++) {
          out.set(j, row[j]);
        }
        Arrays.fill(row, 0);
      }
      out.end();
    }
    return out.features();
  }

  /** Writes what stands for a missing value; an indicator behind it stays. */
  private static void fill(TableSchema.Column column, double[] out, int feature) {
    switch (column) {
      case TableSchema.Numeric n -> out[feature] = n.mean();
      case TableSchema.Date d -> {
        double[] values = DatePattern.features(d.mean(), d.parts());
        System.arraycopy(values, 0, out, feature, values.length);
      }
      case TableSchema.Categorical c -> {
        int usual = c.categories().indexOf(c.usual());
        Arrays.fill(out, feature, feature + c.categories().size() - 1, 0);
        if (usual > 0) {
          out[feature + usual - 1] = 1;
        }
      }
    }
  }
}
