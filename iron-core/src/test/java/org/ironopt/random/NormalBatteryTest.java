package org.ironopt.random;

import org.junit.jupiter.api.Test;

/** The normals are normal, and independent along index, step, name and seed. */
class NormalBatteryTest {
  private static final int MANY = 1 << 24;
  private static final int N = 1 << 18;

  private static double[] normals(long seed, String name, long step, long stride, int count) {
    double[] z = new double[count];
    new RandomStreams(seed).stream(name).normals(step, 0, stride, z, 0, count);
    return z;
  }

  @Test
  void momentsUpToTheSixthAgree() {
    double[] z = normals(1, "moments", 0, 1, MANY);
    double[] sum = new double[7];
    for (double x : z) {
      double power = x;
      for (int k = 1; k <= 6; k++) {
        sum[k] += power;
        power *= x;
      }
    }
    // E z^k is (k-1)!! for even k, and the variance of z^k is E z^2k - (E z^k)^2.
    double[] even = {1, 1, 3, 15, 105, 945, 10395};
    for (int k = 1; k <= 6; k++) {
      double mean = k % 2 == 0 ? even[k / 2] : 0;
      double deviation = Math.sqrt((even[k] - mean * mean) / MANY);
      Statistics.plausible("moment " + k, (sum[k] / MANY - mean) / deviation, 6);
    }
  }

  @Test
  void theDistributionIsNormal() {
    int tests = 4;
    Statistics.follows("index", normals(2, "ks", 0, 1, N), Statistics::normalCdf, tests);
    Statistics.follows("stride 64", normals(2, "ks", 1, 64, N), Statistics::normalCdf, tests);
    RandomStream stream = new RandomStreams(3).stream("ks");
    double[] steps = new double[N];
    double[] seeds = new double[N];
    for (int i = 0; i < N; i++) {
      steps[i] = stream.normal(i, 7);
      seeds[i] = new RandomStreams(i).stream("ks").normal(0, 0);
    }
    Statistics.follows("step", steps, Statistics::normalCdf, tests);
    Statistics.follows("seed", seeds, Statistics::normalCdf, tests);
  }

  @Test
  void tailsHaveTheRightProbabilityUpToFiveDeviations() {
    double[] borders = {2, 2.5, 2.659, 3, 3.5, 4, 4.5, 5};
    int blocks = 4;
    long[] beyond = new long[borders.length];
    for (int step = 0; step < blocks; step++) {
      for (double z : normals(4, "tails", step, 1, MANY)) {
        for (int b = 0; b < borders.length && Math.abs(z) > borders[b]; b++) {
          beyond[b]++;
        }
      }
    }
    for (int b = 0; b < borders.length; b++) {
      // About 38 of 6.7e7 lie beyond 5; a Poisson count to the power 2/3 is close to normal.
      double mean = (double) blocks * MANY * 2 * Statistics.normalTail(borders[b]);
      double z = (Math.cbrt((double) beyond[b] * beyond[b]) - Math.cbrt(mean * mean));
      z = z / (2.0 / 3 * Math.cbrt(Math.sqrt(mean)));
      Statistics.plausible("beyond " + borders[b], z, borders.length);
    }
  }

  @Test
  void lagsAreUncorrelated() {
    int tests = 3 * 8 * 2;
    for (int stride : new int[] {1, 3, 64}) {
      double[] z = normals(5, "lags", 0, stride, N + 8);
      double[] x = java.util.Arrays.copyOf(z, N);
      for (int lag = 1; lag <= 8; lag++) {
        double[] y = java.util.Arrays.copyOfRange(z, lag, N + lag);
        String what = "stride " + stride + ", lag " + lag;
        Statistics.plausible(what, Statistics.correlation(x, y), tests);
        Statistics.plausible(what + ", squares", squares(x, y), tests);
      }
    }
  }

  @Test
  void stepsStreamsAndSeedsAreUncorrelated() {
    int tests = 3 * 8 * 2;
    double[] x = normals(6, "stream0", 0, 1, N);
    for (int lag = 1; lag <= 8; lag++) {
      double[][] others = {
        normals(6, "stream0", lag, 1, N),
        normals(6, "stream" + lag, 0, 1, N),
        normals(6 + lag, "stream0", 0, 1, N)
      };
      String[] names = {"steps", "names", "seeds"};
      for (int k = 0; k < 3; k++) {
        String what = names[k] + ", lag " + lag;
        Statistics.plausible(what, Statistics.correlation(x, others[k]), tests);
        Statistics.plausible(what + ", squares", squares(x, others[k]), tests);
      }
    }
  }

  /** Steps follow each other in a run: the sums that a random walk sees must spread as sqrt(k). */
  @Test
  void sumsOverStepsSpreadLikeARandomWalk() {
    RandomStream stream = new RandomStreams(7).stream("walk");
    int walkers = 4096;
    int steps = 256;
    double[] position = new double[walkers];
    double[] z = new double[walkers];
    for (int k = 0; k < steps; k++) {
      stream.normals(k, 0, 1, z, 0, walkers);
      for (int j = 0; j < walkers; j++) {
        position[j] += z[j];
      }
    }
    for (int j = 0; j < walkers; j++) {
      position[j] /= Math.sqrt(steps);
    }
    Statistics.follows("end of the walk", position, Statistics::normalCdf, 1);
  }

  /** Correlation of the squares, standardised: (z^2 - 1) / sqrt(2). */
  private static double squares(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += (x[i] * x[i] - 1) * (y[i] * y[i] - 1) / 2;
    }
    return sum / Math.sqrt(x.length);
  }
}
