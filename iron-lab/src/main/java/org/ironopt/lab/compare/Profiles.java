package org.ironopt.lab.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Performance profiles: for each task the cost of a method relative to the best one. Reference: E.
 * D. Dolan, J. J. More, "Benchmarking optimization software with performance profiles", DOI
 * 10.1007/s101070100263.
 */
final class Profiles {
  private static final double WIDEST = 1e3;

  private Profiles() {}

  /**
   * Returns the ratio of a method in every task that some method solved, infinite if it did not.
   */
  static double[] ratios(Findings findings, String method, Curve.Axis axis) {
    List<Double> ratios = new ArrayList<>();
    for (Findings.Field field : findings.fields) {
      for (double target : Findings.TARGETS) {
        Optional<Findings.Line> best = field.best(axis, target);
        if (best.isEmpty()) {
          continue;
        }
        double least = Curve.cost(best.get().curves(), axis, target);
        double own =
            field
                .line(method)
                .map(l -> Curve.cost(l.curves(), axis, target))
                .orElse(Double.POSITIVE_INFINITY);
        ratios.add(own == least ? 1 : own / least);
      }
    }
    return ratios.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** Returns the corners of the profile as a curve. */
  static double[][] steps(double[] ratios) {
    double[] sorted = Arrays.stream(ratios).filter(Double::isFinite).sorted().toArray();
    List<double[]> corners = new ArrayList<>();
    corners.add(new double[] {1, 0});
    for (int i = 0; i < sorted.length; i++) {
      double at = Math.min(sorted[i], WIDEST);
      corners.add(new double[] {at, (double) i / ratios.length});
      corners.add(new double[] {at, (i + 1.0) / ratios.length});
    }
    corners.add(new double[] {WIDEST, corners.getLast()[1]});
    return new double[][] {
      corners.stream().mapToDouble(c -> c[0]).toArray(),
      corners.stream().mapToDouble(c -> c[1]).toArray()
    };
  }
}
