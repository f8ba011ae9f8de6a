package org.ironopt.lab.explore;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import org.ironopt.lab.particles.ParticleCloud;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Flow;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Method;
import org.ironopt.method.Stepper;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.Objective;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;

/**
 * Particles of one method. Groups, start and noise are those of {@link ParticleCloud}: with the
 * seed of a run the same particles make the same steps to the last bit. A swarm may go on from
 * where another one is; it then draws other numbers than the first, since those are in the
 * positions already.
 */
final class ParticleSwarm {
  /** Numbers of {@link #summary}. */
  static final int NUMBERS = 8;

  private static final int N = 2;

  /** Positions and velocity points, by group. */
  record Places(double[][] x, double[][] v) {}

  private final Group[] groups;
  private final double[][] targets;
  private final int particles;

  /** Sum of the positions of the first particle, and how many there are. */
  private final double[] visited = new double[N + 1];

  /**
   * Starts.
   *
   * @param part how many times the parameters have changed since the start; 0 at the start
   * @param before where particles go on from, if part is not 0
   */
  ParticleSwarm(SceneTheory theory, ExploreMethod mover, long part, Optional<Places> before) {
    PageState scene = theory.scene();
    particles = scene.particles();
    targets = theory.minimisers();
    Objective f = theory.f();
    Method method = mover.of(scene);
    boolean own = scene.noise() == PageState.Source.BATCH;
    groups = new Group[Math.min(ParticleCloud.GROUPS, particles)];
    Parallel.forEach(
        groups.length,
        g -> {
          int m = size(g);
          RandomStreams streams =
              new RandomStreams(new RandomStreams(scene.seed()).stream("group-" + g).word(part, 0));
          double[] x = before.map(b -> b.x()[g]).orElseGet(() -> start(streams, m));
          double[] v = before.map(b -> b.v()[g]).orElseGet(() -> new double[N * m]);
          groups[g] =
              own ? Group.members(method, f, x, v, streams) : Group.whole(method, f, x, v, streams);
        });
  }

  private static double[] start(RandomStreams streams, int m) {
    RandomStream start = streams.stream("start");
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
            groups[g].advance(1);
            if (g == 0) {
              double[] x = first();
              visited[0] += x[0];
              visited[1] += x[1];
              visited[2]++;
            }
          }
        });
  }

  /** Returns the average of the first particle since the start, and of how many steps it is. */
  double[] average() {
    double n = visited[2];
    return new double[] {visited[0] / n, visited[1] / n, n};
  }

  /** Returns where the first particle is. */
  double[] first() {
    return groups[0].first(Stepper::x);
  }

  /** Returns its velocity point. */
  double[] firstVelocity() {
    return groups[0].first(ParticleSwarm::velocity);
  }

  private static double[] velocity(Stepper stepper) {
    return stepper instanceof FlowStepper flow ? flow.v() : stepper.x();
  }

  /**
   * Writes the positions as pairs of 32-bit floats from a place on, particle after particle, group
   * after group.
   */
  void positions(ByteBuffer out, int from) {
    Parallel.forEach(
        groups.length,
        g -> {
          double[] x = groups[g].x();
          int m = x.length / N;
          int at = from + 2 * Float.BYTES * first(g);
          for (int j = 0; j < m; j++, at += 2 * Float.BYTES) {
            out.putFloat(at, (float) x[j]);
            out.putFloat(at + Float.BYTES, (float) x[m + j]);
          }
        });
  }

  /** Returns how many particles a group has. */
  private int size(int g) {
    return particles / ParticleCloud.GROUPS + (g < particles % ParticleCloud.GROUPS ? 1 : 0);
  }

  /** Returns how many particles the groups before one have. */
  private int first(int g) {
    return g * (particles / ParticleCloud.GROUPS) + Math.min(g, particles % ParticleCloud.GROUPS);
  }

  /** Returns coordinate i of particle j of group g at {@code i m + j}. */
  double[] group(int g) {
    return groups[g].x();
  }

  Places places() {
    return new Places(
        Arrays.stream(groups).map(Group::x).toArray(double[][]::new),
        Arrays.stream(groups).map(Group::v).toArray(double[][]::new));
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
    double[] sums =
        summed(
            3,
            (x, y, s) -> {
              s[0]++;
              s[1] += x;
              s[2] += y;
            });
    double n = sums[0];
    double meanX = sums[1] / n;
    double meanY = sums[2] / n;
    double[] squares =
        summed(
            5,
            (x, y, s) -> {
              s[0] += (x - meanX) * (x - meanX);
              s[1] += (x - meanX) * (y - meanY);
              s[2] += (y - meanY) * (y - meanY);
              double square = square(x, y);
              s[3] += square;
              s[4] += square * square;
            });
    double mse = squares[3] / n;
    double variance = Math.max(0, squares[4] / n - mse * mse);
    return new double[] {
      n,
      meanX,
      meanY,
      squares[0] / n,
      squares[1] / n,
      squares[2] / n,
      mse,
      Math.sqrt(variance / Math.max(1, n - 1))
    };
  }

  /** Returns sums over all finite particles; those of the groups are added in their order. */
  private double[] summed(int numbers, Accumulator look) {
    double[][] all = new double[groups.length][numbers];
    Parallel.forEach(groups.length, g -> each(groups[g].x(), all[g], look));
    double[] sums = new double[numbers];
    for (double[] one : all) {
      Vectors.axpy(1, one, sums);
    }
    return sums;
  }

  private static void each(double[] x, double[] sums, Accumulator look) {
    int m = x.length / N;
    for (int j = 0; j < m; j++) {
      if (Double.isFinite(x[j]) && Double.isFinite(x[m + j])) {
        look.at(x[j], x[m + j], sums);
      }
    }
  }

  private double square(double x, double y) {
    double least = Double.POSITIVE_INFINITY;
    for (double[] t : targets) {
      least = Math.min(least, (x - t[0]) * (x - t[0]) + (y - t[1]) * (y - t[1]));
    }
    return least;
  }

  /** Adds what one particle has to some sums. */
  private interface Accumulator {
    void at(double x, double y, double[] sums);
  }

  private static Stepper stepper(
      Method method, Objective f, double[] x, double[] v, RandomStreams streams) {
    return method instanceof Flow flow ? flow.start(f, x, v, streams) : method.start(f, x, streams);
  }

  /**
   * Particles that are moved by one thread: by one stepper on the whole objective, in one sweep, or
   * by one each, with batches of its own.
   */
  private record Group(Stepper... steppers) {
    static Group whole(Method method, Objective f, double[] x, double[] v, RandomStreams streams) {
      return new Group(stepper(method, Ensemble.of(f, x.length / N), x, v, streams));
    }

    static Group members(
        Method method, Objective f, double[] x, double[] v, RandomStreams streams) {
      Stepper[] steppers = new Stepper[x.length / N];
      int m = steppers.length;
      Arrays.setAll(
          steppers,
          j ->
              stepper(
                  method,
                  f,
                  new double[] {x[j], x[m + j]},
                  new double[] {v[j], v[m + j]},
                  new RandomStreams(streams.stream("member-" + j).word(0, 0))));
      return new Group(steppers);
    }

    void advance(int steps) {
      for (Stepper stepper : steppers) {
        for (int k = 0; k < steps; k++) {
          stepper.advance();
        }
      }
    }

    /** Returns coordinate i of particle j at {@code i m + j}. */
    double[] x() {
      return gathered(Stepper::x);
    }

    /** Returns the velocity points in the same order; x itself where a method has none. */
    double[] v() {
      return gathered(ParticleSwarm::velocity);
    }

    /** Returns a point of the first particle. */
    double[] first(Function<Stepper, double[]> point) {
      double[] all = point.apply(steppers[0]);
      return new double[] {all[0], all[all.length / N]};
    }

    private double[] gathered(Function<Stepper, double[]> point) {
      int m = steppers.length;
      if (m == 1) {
        return point.apply(steppers[0]);
      }
      double[] all = new double[N * m];
      for (int j = 0; j < m; j++) {
        double[] one = point.apply(steppers[j]);
        all[j] = one[0];
        all[m + j] = one[1];
      }
      return all;
    }
  }
}
