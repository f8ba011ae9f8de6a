package org.ironopt.curve;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.ironopt.Slow;
import org.ironopt.linalg.Functions;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.ironopt.random.internal.TailProbability;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Intervals of 95 % for both parameters of {@code y = 2 exp(-x/2)} and bands for new observations,
 * over simulated data: they have to cover between 92 and 97 %. Few fits by default, whose shares
 * may miss that by three standard errors of a share; the share itself is held on demand: {@code
 * -Diron.coverage.fits=2000}.
 */
@Execution(ExecutionMode.CONCURRENT)
class CurveCoverageTest {
  private static final int FITS = Integer.getInteger("iron.coverage.fits", 400);
  private static final boolean LARGE = FITS >= 1500;
  private static final double LEAST = 0.92;
  private static final double MOST = 0.97;
  private static final int ROWS = 200;
  private static final double SIGMA = 0.1;
  private static final long SEED = 5;
  private static final double[] X =
      IntStream.range(0, ROWS).mapToDouble(i -> 6.0 * i / (ROWS - 1)).toArray();

  private enum Noise {
    GAUSSIAN,
    /** Student's t with three degrees of freedom. */
    STUDENT,
    /** One in ten is ten times as wide. */
    OUTLIERS;

    double of(RandomStream stream, int fit, int i) {
      double normal = stream.normal(fit, 8L * i);
      return switch (this) {
        case GAUSSIAN -> normal;
        case STUDENT -> {
          double chi = 0;
          for (int k = 1; k <= 3; k++) {
            double z = stream.normal(fit, 8L * i + k);
            chi += z * z;
          }
          yield normal / Math.sqrt(chi / 3);
        }
        case OUTLIERS -> stream.uniform(fit, 8L * i + 4) < 0.1 ? 10 * normal : normal;
      };
    }
  }

  /** Shares of intervals that cover: of both parameters and of an observation at x = 1. */
  private static double[] coverage(RobustLoss loss, Noise noise) {
    RandomStream errors = new RandomStreams(SEED).stream("coverage " + noise);
    double t = TailProbability.quantile(0.05, ROWS - 2);
    int[] covered = new int[3];
    double[] y = new double[ROWS];
    for (int fit = 0; fit < FITS; fit++) {
      for (int i = 0; i < ROWS; i++) {
        y[i] = 2 * Functions.exp(-0.5 * X[i]) + SIGMA * noise.of(errors, fit, i);
      }
      CurveResult result =
          Curve.formula("y = a*exp(-b*x)", Map.of("x", X, "y", y)).loss(loss).start(2, 0.5).go();
      covered[0] += Math.abs(result.value("a") - 2) <= t * result.error("a") ? 1 : 0;
      covered[1] += Math.abs(result.value("b") - 0.5) <= t * result.error("b") ? 1 : 0;
      CurveResult.Band band = result.band(0.95, new double[] {1});
      double fresh = 2 * Functions.exp(-0.5) + SIGMA * noise.of(errors, fit, ROWS);
      covered[2] += Math.abs(fresh - band.values()[0]) <= band.halfNew()[0] ? 1 : 0;
    }
    return IntStream.of(covered).mapToDouble(c -> (double) c / FITS).toArray();
  }

  private static double slack(double share) {
    return 3 * Math.sqrt(share * (1 - share) / FITS);
  }

  @Test
  @Slow
  void intervalsCover() {
    List<String> lines = new ArrayList<>();
    boolean holds = true;
    for (RobustLoss loss :
        List.of(
            RobustLoss.SQUARES,
            RobustLoss.huber(SIGMA),
            RobustLoss.softL1(SIGMA),
            RobustLoss.cauchy(SIGMA))) {
      for (Noise noise : Noise.values()) {
        double[] shares = coverage(loss, noise);
        double low = LARGE ? LEAST : LEAST - slack(LEAST);
        double high = LARGE ? MOST : MOST + slack(MOST);
        for (double share : shares) {
          holds &= share >= low && share <= high;
        }
        Object[] words = {loss.kind(), noise, shares[0], shares[1], shares[2]};
        lines.add(String.format(Locale.ROOT, "%-8s %-8s a %.4f, b %.4f, new %.4f", words));
      }
    }
    String all = "seed " + SEED + ", " + FITS + " fits:\n" + String.join("\n", lines);
    if (LARGE) {
      System.out.println(all);
    }
    assertTrue(holds, all);
  }

  /** A loss that bends at a third of the noise fits to few rows: sums by rows cover 80 %. */
  @Test
  @Slow
  void aNarrowLossCovers() {
    for (Noise noise : Noise.values()) {
      double[] shares = coverage(RobustLoss.cauchy(0.3 * SIGMA), noise);
      String all = noise + ", seed " + SEED + ", " + FITS + " fits: " + Arrays.toString(shares);
      if (LARGE) {
        System.out.println(all);
      }
      for (double share : shares) {
        assertTrue(share >= LEAST - slack(LEAST) && share <= MOST + slack(MOST), all);
      }
    }
  }
}
