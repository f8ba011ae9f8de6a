package org.ironopt.cli.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.ironopt.cli.render.Remark;
import org.ironopt.data.Dataset;
import org.ironopt.data.TableSchema;
import org.ironopt.linalg.internal.ArgSort;
import org.ironopt.model.ModelKind;

/**
 * What a person should know of the targets before a fit: the classes and their rows, labels that
 * look alike, classes of few rows, and columns that alone tell the target. Nothing is refused.
 */
public final class TargetRemarks {
  private static final int FOLDS = 5;
  private static final double SMALL = 0.1;

  /** More rows change the second digit of a Gini no more. */
  private static final int SAMPLE = 5000;

  private static final int FEWEST = 30;
  private static final double NEARLY_PERFECT = 0.85;

  private final Dataset data;
  private final int rows;
  private final List<Remark> remarks = new ArrayList<>();

  private TargetRemarks(Dataset data) {
    this.data = data;
    rows = data.rows();
  }

  /**
   * Returns the remarks for a model of classes or of numbers; those about columns need to know
   * which features are of one column.
   */
  public static List<Remark> of(ModelKind kind, Dataset data, Optional<TableSchema> table) {
    TargetRemarks all = new TargetRemarks(data);
    if (!kind.classes()) {
      all.numbers();
    } else if (data.classes() > 1) {
      all.classes();
    }
    table.ifPresent(all::columns);
    return all.remarks;
  }

  private void numbers() {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    double mean = 0;
    for (int i = 0; i < rows; i++) {
      double y = data.target(i);
      least = Math.min(least, y);
      most = Math.max(most, y);
      mean += (y - mean) / (i + 1);
    }
    remarks.add(new Remark.NumberTarget(least, most, mean));
  }

  private void classes() {
    List<String> names = data.classNames();
    int[] counts = new int[names.size()];
    for (int i = 0; i < rows; i++) {
      counts[data.label(i)]++;
    }
    SequencedMap<String, Integer> all = new LinkedHashMap<>();
    SequencedMap<String, Integer> small = new LinkedHashMap<>();
    List<String> rare = new ArrayList<>();
    int usual = 0;
    for (int c = 0; c < counts.length; c++) {
      all.put(names.get(c), counts[c]);
      usual = counts[c] > counts[usual] ? c : usual;
      if (counts[c] < FOLDS) {
        small.put(names.get(c), counts[c]);
      }
      double share = (double) counts[c] / rows;
      if (share < SMALL && share < 0.5 / counts.length) {
        rare.add(names.get(c));
      }
    }
    remarks.add(new Remark.ClassTarget(all));
    alike(names);
    if (!small.isEmpty()) {
      remarks.add(new Remark.SmallClasses(small, FOLDS));
    }
    if (!rare.isEmpty()) {
      double share = (double) counts[usual] / rows;
      remarks.add(new Remark.RareClasses(rare, names.get(usual), share));
    }
  }

  private void alike(List<String> names) {
    Map<String, List<String>> groups = new LinkedHashMap<>();
    for (String name : names) {
      // Signs and points beside digits are no spelling: -1 and 1 are as different as they look.
      String spelling = "[\\s\\u00a0_]|(?<![0-9])[.-](?![0-9])";
      String bare = name.toLowerCase(Locale.ROOT).replaceAll(spelling, "");
      groups.computeIfAbsent(bare, _ -> new ArrayList<>()).add(name);
    }
    for (List<String> group : groups.values()) {
      if (group.size() > 1) {
        remarks.add(new Remark.AlikeLabels(group));
      }
    }
  }

  /** Looks for columns that alone tell the target. */
  private void columns(TableSchema table) {
    int n = Math.min(rows, SAMPLE);
    if (n < FEWEST || data.classes() == 1) {
      return;
    }
    double[][] x = new double[n][data.columns()];
    int[] sample = new int[n];
    for (int k = 0; k < n; k++) {
      sample[k] = (int) ((long) k * rows / n);
      data.features().copyRow(data.position(sample[k]), x[k], 0);
    }
    int feature = 0;
    for (TableSchema.Column column : table.columns()) {
      int width = column.features().size();
      double power =
          column instanceof TableSchema.Categorical c
              ? ofCategories(x, sample, feature, c.categories().size() - 1)
              : ofNumbers(x, sample, feature);
      if (power > NEARLY_PERFECT) {
        String measure = data.classes() > 0 ? "Gini" : "R2";
        remarks.add(new Remark.TellingColumn(column.name(), measure, power));
      }
      feature += width;
    }
  }

  private double ofNumbers(double[][] x, int[] sample, int feature) {
    double[] score = new double[sample.length];
    for (int k = 0; k < score.length; k++) {
      score[k] = x[k][feature];
    }
    return data.classes() > 0 ? gini(score, sample) : r2(score, sample);
  }

  /** Scores by the mean target of the category in the other half of the rows. */
  private double ofCategories(double[][] x, int[] sample, int feature, int features) {
    int[] category = new int[sample.length];
    for (int k = 0; k < category.length; k++) {
      for (int j = 0; j < features; j++) {
        category[k] = x[k][feature + j] != 0 ? j + 1 : category[k];
      }
    }
    if (data.classes() == 0) {
      return r2(means(category, features + 1, targets(sample)), sample);
    }
    double power = 0;
    for (int c = 0; c < data.classes(); c++) {
      double[] member = members(sample, c);
      double share = Arrays.stream(member).sum() / member.length;
      power += share * Math.max(0, gini(means(category, features + 1, member), member));
    }
    return power;
  }

  /**
   * Returns the mean of each row's category in the other half of the rows. Halves are drawn by a
   * hash: rows of two classes often take turns, and every second row would be one class.
   */
  private static double[] means(int[] category, int categories, double[] y) {
    double[][] sums = new double[2][categories];
    int[][] counts = new int[2][categories];
    double mean = Arrays.stream(y).sum() / y.length;
    for (int k = 0; k < y.length; k++) {
      sums[half(k)][category[k]] += y[k];
      counts[half(k)][category[k]]++;
    }
    double[] means = new double[y.length];
    for (int k = 0; k < y.length; k++) {
      int other = 1 - half(k);
      int count = counts[other][category[k]];
      means[k] = count == 0 ? mean : sums[other][category[k]] / count;
    }
    return means;
  }

  private static int half(int row) {
    return (int) ((row * 0x9e3779b97f4a7c15L) >>> 63);
  }

  private double[] targets(int[] sample) {
    return Arrays.stream(sample).mapToDouble(data::target).toArray();
  }

  private double[] members(int[] sample, int label) {
    return Arrays.stream(sample).mapToDouble(i -> data.label(i) == label ? 1 : 0).toArray();
  }

  /** Returns the mean over the classes, by their shares, of each against the rest. */
  private double gini(double[] score, int[] sample) {
    double power = 0;
    for (int c = 0; c < data.classes(); c++) {
      double[] member = members(sample, c);
      power += Arrays.stream(member).sum() / member.length * Math.abs(gini(score, member));
    }
    return power;
  }

  /** Returns 2 AUC - 1, ties counted half, from the sum of the ranks of the members. */
  private static double gini(double[] score, double[] member) {
    int[] order = ArgSort.ascending(score);
    double ranks = 0;
    double inside = 0;
    for (int i = 0, end; i < order.length; i = end) {
      double tied = 0;
      end = i;
      do {
        tied += member[order[end++]];
      } while (end < order.length && score[order[end]] == score[order[i]]);
      ranks += 0.5 * (i + end + 1) * tied;
      inside += tied;
    }
    double pairs = inside * (score.length - inside);
    return pairs == 0 ? 0 : 2 * (ranks - 0.5 * inside * (inside + 1)) / pairs - 1;
  }

  /** Returns the squared correlation of a score with the target. */
  private double r2(double[] score, int[] sample) {
    double[] y = targets(sample);
    double meanScore = Arrays.stream(score).sum() / score.length;
    double meanTarget = Arrays.stream(y).sum() / y.length;
    double xx = 0;
    double yy = 0;
    double xy = 0;
    for (int k = 0; k < y.length; k++) {
      double dx = score[k] - meanScore;
      double dy = y[k] - meanTarget;
      xx += dx * dx;
      yy += dy * dy;
      xy += dx * dy;
    }
    return xx * yy == 0 ? 0 : xy * xy / (xx * yy);
  }
}
