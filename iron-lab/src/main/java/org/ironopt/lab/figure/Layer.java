package org.ironopt.lab.figure;

import java.util.List;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.statistics.ConfidenceInterval;

/**
 * Something drawn on a panel. Arrays are neither copied nor changed. A layer with an empty name has
 * no legend entry.
 */
public sealed interface Layer {
  /** Returns the name in the legend; empty for none. */
  String name();

  /** Returns how it looks. */
  LayerStyle style();

  /** A curve, optionally with markers at its points. */
  record Line(String name, double[] x, double[] y, LayerStyle style) implements Layer {}

  /** A shaded band between two curves. */
  record Band(String name, double[] x, double[] low, double[] high, LayerStyle style)
      implements Layer {}

  /** Points with vertical intervals. */
  record Errors(String name, double[] x, double[] y, double[] low, double[] high, LayerStyle style)
      implements Layer {
    /** Points from the columns x, y, low and high of a table. */
    public Errors(String name, NumericColumns points, LayerStyle style) {
      this(
          name,
          points.column("x"),
          points.column("y"),
          points.column("low"),
          points.column("high"),
          style);
    }

    /** Means with their 95 % intervals. */
    public Errors(String name, double[] x, List<ConfidenceInterval> means, LayerStyle style) {
      this(
          name,
          x,
          means.stream().mapToDouble(ConfidenceInterval::mean).toArray(),
          means.stream().mapToDouble(ConfidenceInterval::low).toArray(),
          means.stream().mapToDouble(ConfidenceInterval::high).toArray(),
          style);
    }
  }

  /** Points with horizontal intervals; one without an end is a point alone. */
  record Intervals(
      String name, double[] x, double[] y, double[] low, double[] high, LayerStyle style)
      implements Layer {}

  /** A horizontal or vertical reference line. */
  record Reference(String name, boolean horizontal, double at, LayerStyle style) implements Layer {}

  /** A cloud of points, drawn as density so that many points stay a small file. */
  record Cloud(String name, double[] x, double[] y, LayerStyle style) implements Layer {}

  /** A few marked points, such as minimisers. */
  record Points(String name, double[] x, double[] y, LayerStyle style) implements Layer {}

  /** Level lines of a function on a grid: {@code z[row][column]} at (x[column], y[row]). */
  record Contours(
      String name, double[] x, double[] y, double[][] z, double[] levels, LayerStyle style)
      implements Layer {}
}
