package org.ironopt.lab.experiment;

import static java.util.Arrays.stream;
import static org.ironopt.io.internal.Numbers.text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.ironopt.lab.experiment.CellResults.Found;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.ResultTables;
import org.ironopt.lab.statistics.ResultTables.Column;
import org.ironopt.lab.statistics.ResultTables.Rows;

/**
 * Curves of cells beside exact ones: the trace of each cell of a group has a place {@code at} and
 * the columns {@code mean}, {@code standard_error}, {@code low} and {@code high}.
 *
 * @param values the tables to which curves are added
 * @param results of the cells, all finished
 * @param count how many independent values are behind a mean
 */
public record CurveTables(ResultTables values, ResultStore results, int count) {
  private static final int FINE = 120;

  /** A measured value of a curve beside the exact one. */
  public record Point(String label, double at, ConfidenceInterval measured, double exact) {}

  /** What is exact at one place of the curve of a cell. */
  public interface Exact<K> {
    double at(K key, double at);
  }

  /** What a mean is taken as, such as a multiple of it. */
  public interface Measured {
    ConfidenceInterval of(double at, ConfidenceInterval mean);
  }

  /** Returns the mean in a row of a trace. */
  public ConfidenceInterval mean(NumericColumns trace, int row) {
    return CellResult.interval(trace, row, count);
  }

  /** Adds points as a table with the columns at, measured and exact. */
  public Rows<Point> table(String name, List<Point> points) {
    return values
        .table(name, points)
        .labelled(Point::label)
        .with("at", Point::at)
        .means("measured", Point::measured)
        .with("exact", Point::exact);
  }

  /** Adds a curve as a table with the columns x and y. */
  public void curve(String name, double[] x, DoubleUnaryOperator y) {
    values.table(name, x.length).with("x", Column.exact(x)).with("y", i -> y.applyAsDouble(x[i]));
  }

  /**
   * Adds all points of a group as a table of that name, those of each cell as {@code name_1} and so
   * on with the exact curve {@code curve_name_1}, and the labels of the cells as {@code name_all}.
   * Between whole numbers a curve stays on whole numbers.
   */
  public <K> List<Point> group(
      String name, CellGroup<K> group, Function<K, String> label, Measured as, Exact<K> exact) {
    List<Point> all = new ArrayList<>();
    List<Found<K>> found = results.of(group).found();
    for (int i = 0; i < found.size(); i++) {
      K key = found.get(i).key();
      NumericColumns trace = found.get(i).outcome().trace();
      double[] at = trace.column("at");
      List<Point> points = new ArrayList<>();
      for (int r = 0; r < at.length; r++) {
        ConfidenceInterval mean = as.of(at[r], mean(trace, r));
        String place = label.apply(key) + ", " + text(at[r]);
        points.add(new Point(place, at[r], mean, exact.at(key, at[r])));
      }
      table(name + "_" + (i + 1), points);
      curve("curve_" + name + "_" + (i + 1), fine(at), x -> exact.at(key, x));
      all.addAll(points);
    }
    table(name, all);
    values.table(name + "_all", found).labelled(cell -> label.apply(cell.key()));
    return all;
  }

  private static double[] fine(double[] at) {
    double ratio = at[at.length - 1] / at[0];
    boolean whole = stream(at).allMatch(x -> x == Math.rint(x));
    return IntStream.rangeClosed(0, FINE)
        .mapToDouble(k -> at[0] * StrictMath.pow(ratio, (double) k / FINE))
        .map(x -> whole ? Math.rint(x) : x)
        .distinct()
        .toArray();
  }
}
