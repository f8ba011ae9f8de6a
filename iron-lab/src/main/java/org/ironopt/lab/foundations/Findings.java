package org.ironopt.lab.foundations;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.statistics.Interval;

/**
 * The rows of a finished study. Entries that do not apply (NaN) are left out everywhere; of a
 * column without any, every extreme is NaN, which no claim accepts.
 *
 * @param label the study
 * @param rows one row per instance
 */
record Findings(String label, Columns rows) {
  private DoubleStream applicable(String column) {
    return Arrays.stream(rows.column(column)).filter(value -> !Double.isNaN(value));
  }

  int count(String column) {
    return (int) applicable(column).count();
  }

  double largest(String column) {
    return applicable(column).max().orElse(Double.NaN);
  }

  double smallest(String column) {
    return applicable(column).min().orElse(Double.NaN);
  }

  /** Returns Student's t interval for the mean over the instances. */
  Interval mean(String column) {
    return Interval.ofMeans(applicable(column).toArray());
  }

  /** Returns where a column can be looked up. */
  String evidence(String column) {
    return "foundations/" + label + "-*/trace.csv, column " + column;
  }
}
