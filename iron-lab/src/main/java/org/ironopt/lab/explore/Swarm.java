package org.ironopt.lab.explore;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.ironopt.lab.particles.Cloud;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Flow;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Method;
import org.ironopt.method.Stepper;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.Objective;
import org.ironopt.random.Stream;
import org.ironopt.random.Streams;

/**
 * Particles of one method. Groups, start and noise are those of {@link Cloud}: with the seed of a
 * run the same particles make the same steps to the last bit. A swarm may go on from where another
 * one is; it then draws other numbers than the first, since those are in the positions already.
 */
final class Swarm {
  /** Numbers of {@link #summary}. */
  static final int NUMBERS = 8;

  private static final int N = 2;

  private final Group[] groups;
  private final double[][] targets;
  private final int particles;

  /**
   * Starts.
   *
   * @param part how many times the parameters have changed since the start; 0 at the start
   * @param before the swarm to go on from, if part is not 0
   */
  Swarm(Scene scene, Mover mover, long part, Optional<Swarm> before) {
    particles = scene.particles();
    targets = scene.problem().minimisers(scene);
    Objective f = scene.problem().of(scene);
    Method method = mover.of(scene);
    boolean own = scene.noise() == Scene.Source.BATCH;
    groups = new Group[Math.min(Cloud.GROUPS, particles)];
    Parallel.forEach(
        groups.length,
        g -> {
          int m = particles / Cloud.GROUPS + (g < particles % Cloud.GROUPS ? 1 : 0);
          Streams streams =
              new Streams(new Streams(scene.seed()).stream("group-" + g).word(part, 0));
          double[] x = before.map(b -> b.groups[g].x()).orElseGet(() -> start(streams, m));
          double[] v = before.map(b -> b.groups[g].v()).orElseGet(() -> new double[N * m]);
          groups[g] =
              own ? new Members(method, f, x, v, streams) : new Whole(method, f, x, v, m, streams);
        });
  }

  private static double[] start(Streams streams, int m) {
    Stream start = streams.stream("start");
    double[] x0 = new double[N * m];
    for (int i = 0; i < N; i++) {
      start.normals(0, i, N, x0, i * m, m);
    }
    return x0;
  }

  void advance(int steps) {
    Parallel.forEach(
        groups.length,
        g -> {
          for (int k = 0; k < steps; k++) {
            groups[g].advance();
          }
        });
  }

  /** Writes the positions, particle after particle, group after group. */
  void positions(ByteBuffer out) {
    for (Group group : groups) {
      double[] x = group.x();
      int m = x.length / N;
      for (int j = 0; j < m; j++) {
        out.putFloat((float) x[j]).putFloat((float) x[m + j]);
      }
    }
  }

  /** Returns coordinate i of particle j of group g at {@code i m + j}. */
  double[] group(int g) {
    return groups[g].x();
  }

  boolean finite() {
    return Arrays.stream(groups)
        .allMatch(group -> Vectors.allFinite(group.x()) && Vectors.allFinite(group.v()));
  }

  /**
   * Returns how many particles are finite and, of those, the mean of both coordinates, the
   * covariances 11, 12 and 22, the mean square of the distance to the nearest minimiser, and its
   * standard error.
   */
  double[] summary() {
    double[] s = new double[NUMBERS];
    for (Group group : groups) {
      group.each(
          (x, y) -> {
            s[0]++;
            s[1] += x;
            s[2] += y;
          });
    }
    s[1] /= s[0];
    s[2] /= s[0];
    double[] fourth = new double[1];
    for (Group group : groups) {
      group.each(
          (x, y) -> {
            s[3] += (x - s[1]) * (x - s[1]);
            s[4] += (x - s[1]) * (y - s[2]);
            s[5] += (y - s[2]) * (y - s[2]);
            double square = square(x, y);
            s[6] += square;
            fourth[0] += square * square;
          });
    }
    for (int i = 3; i < 7; i++) {
      s[i] /= s[0];
    }
    double variance = Math.max(0, fourth[0] / s[0] - s[6] * s[6]);
    s[7] = Math.sqrt(variance / Math.max(1, s[0] - 1));
    return s;
  }

  private double square(double x, double y) {
    double least = Double.POSITIVE_INFINITY;
    for (double[] t : targets) {
      least = Math.min(least, (x - t[0]) * (x - t[0]) + (y - t[1]) * (y - t[1]));
    }
    return least;
  }

  /** Looks at one particle. */
  private interface Look {
    void at(double x, double y);
  }

  /** Particles that are moved by one thread. */
  private interface Group {
    void advance();

    /** Returns coordinate i of particle j at {@code i m + j}. */
    double[] x();

    /** Returns the velocity points in the same order; x itself where a method has none. */
    double[] v();

    default void each(Look look) {
      double[] x = x();
      int m = x.length / N;
      for (int j = 0; j < m; j++) {
        if (Double.isFinite(x[j]) && Double.isFinite(x[m + j])) {
          look.at(x[j], x[m + j]);
        }
      }
    }
  }

  private static Stepper stepper(
      Method method, Objective f, double[] x, double[] v, Streams streams) {
    return method instanceof Flow flow ? flow.start(f, x, v, streams) : method.start(f, x, streams);
  }

  /** All particles on the whole objective, in one sweep. */
  private static final class Whole implements Group {
    private final Stepper stepper;

    Whole(Method method, Objective f, double[] x, double[] v, int m, Streams streams) {
      stepper = stepper(method, Ensemble.of(f, m), x, v, streams);
    }

    @Override
    public void advance() {
      stepper.advance();
    }

    @Override
    public double[] x() {
      return stepper.x();
    }

    @Override
    public double[] v() {
      return stepper instanceof FlowStepper flow ? flow.v() : stepper.x();
    }
  }

  /** Every particle with batches of its own. */
  private static final class Members implements Group {
    private final Stepper[] steppers;

    Members(Method method, Objective f, double[] x, double[] v, Streams streams) {
      int m = x.length / N;
      steppers = new Stepper[m];
      Arrays.setAll(
          steppers,
          j ->
              stepper(
                  method,
                  f,
                  new double[] {x[j], x[m + j]},
                  new double[] {v[j], v[m + j]},
                  new Streams(streams.stream("member-" + j).word(0, 0))));
    }

    @Override
    public void advance() {
      for (Stepper stepper : steppers) {
        stepper.advance();
      }
    }

    @Override
    public double[] x() {
      return gathered(Arrays.stream(steppers).map(Stepper::x).toArray(double[][]::new));
    }

    @Override
    public double[] v() {
      return gathered(
          Arrays.stream(steppers)
              .map(s -> s instanceof FlowStepper flow ? flow.v() : s.x())
              .toArray(double[][]::new));
    }

    private static double[] gathered(double[][] points) {
      int m = points.length;
      double[] all = new double[N * m];
      for (int j = 0; j < m; j++) {
        all[j] = points[j][0];
        all[m + j] = points[j][1];
      }
      return all;
    }
  }
}
