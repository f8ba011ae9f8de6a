package org.ironopt.lab.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.ironopt.lab.figure.Contouring;
import org.ironopt.problem.Objective;

/**
 * The square that the page shows and the level lines of the function in it.
 *
 * @param centre of the square
 * @param half half its width
 * @param lines each as x, y, x, y, … from -1 to 1 over the square
 */
record Contours(double[] centre, double half, List<float[]> lines) {
  private static final int CELLS = 90;
  private static final int LEVELS = 14;

  /** Returns a square with the start N(0, I) and the minimisers, that many times enlarged. */
  static Contours of(PageState scene, double zoom) {
    Objective f = scene.problem().of(scene);
    double[][] minimisers = scene.problem().minimisers(scene);
    double far = Arrays.stream(minimisers).mapToDouble(m -> Math.hypot(m[0], m[1])).max().orElse(0);
    double[] centre = minimisers.length == 1 ? minimisers[0] : new double[2];
    double half = Math.max(2.2, far + 1.4) / zoom;
    double[] unit = new double[CELLS + 1];
    Arrays.setAll(unit, i -> 2.0 * i / CELLS - 1);
    double[][] z = new double[unit.length][unit.length];
    double[] x = new double[2];
    for (int r = 0; r < z.length; r++) {
      for (int c = 0; c < z.length; c++) {
        x[0] = centre[0] + half * unit[c];
        x[1] = centre[1] + half * unit[r];
        z[r][c] = f.value(x);
      }
    }
    double low = Math.min(f.value(minimisers[0]), all(z).min().orElseThrow());
    double high = all(z).max().orElseThrow();
    List<float[]> lines = new ArrayList<>();
    for (int n = 1; n <= LEVELS; n++) {
      double part = (double) n / LEVELS;
      // Rosenbrock's valley shows on a logarithmic scale only.
      boolean valley = scene.problem() == ExploreObjective.ROSENBROCK;
      double height = valley ? StrictMath.pow(10, -5 * (1 - part)) : part * part;
      double level = low + (high - low) * height;
      Contouring.trace(unit, unit, z, level, (u, v) -> lines.add(pairs(u, v)));
    }
    return new Contours(centre, half, lines);
  }

  private static DoubleStream all(double[][] z) {
    return Arrays.stream(z).flatMapToDouble(Arrays::stream);
  }

  private static float[] pairs(double[] u, double[] v) {
    float[] line = new float[2 * u.length];
    for (int i = 0; i < u.length; i++) {
      line[2 * i] = (float) u[i];
      line[2 * i + 1] = (float) v[i];
    }
    return line;
  }
}
