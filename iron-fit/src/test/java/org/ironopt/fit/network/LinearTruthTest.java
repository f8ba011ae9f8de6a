package org.ironopt.fit.network;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.function.UnaryOperator;
import org.ironopt.data.Dataset;
import org.ironopt.data.TrainTestSplit;
import org.ironopt.model.ModelKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where the truth is linear, "the network is better" is a false alarm: at most one in twenty. */
class LinearTruthTest {
  private static final double LEVEL = 0.05;

  private static int alarms(ModelKind kind, int fits, UnaryOperator<NetworkFit> size) {
    int alarms = 0;
    for (int seed = 0; seed < fits; seed++) {
      Dataset data = Shapes.wide(120, 40, kind.classes(), seed);
      TrainTestSplit split = Shapes.split(data);
      NetworkFit fit = NetworkFit.of(kind, split.train(), split.validation().orElseThrow());
      NetworkResult result = size.apply(fit.test(split.test().orElseThrow()).seed(seed)).go();
      assertTrue(result.judged());
      alarms += result.beatsLinear() ? 1 : 0;
    }
    return alarms;
  }

  /** A rate of 5 % has more alarms than are allowed here once in a thousand. */
  @Test
  void smallNetworks() {
    int fits = 10;
    int alarms = alarms(ModelKind.LOGISTIC, fits, fit -> fit.hidden(8).epochs(40));
    int most = quantile(fits, 1e-3);
    assertTrue(alarms <= most, alarms + " false alarms in " + fits + " fits, at most " + most);
  }

  /** Returns the smallest k that a binomial number exceeds with at most this probability. */
  private static int quantile(int trials, double risk) {
    double term = StrictMath.pow(1 - LEVEL, trials);
    double below = term;
    int k = 0;
    while (1 - below > risk) {
      term *= (double) (trials - k) / (k + 1) * LEVEL / (1 - LEVEL);
      below += term;
      k++;
    }
    return k;
  }

  /** On demand, networks as they are by default: {@code -Diron.linear.fits=200}. */
  @ParameterizedTest
  @EnumSource(names = {"LOGISTIC", "RIDGE"})
  void networksAsTheyAreByDefault(ModelKind kind) {
    int fits = Integer.getInteger("iron.linear.fits", 0);
    assumeTrue(fits > 0);
    int alarms = alarms(kind, fits, fit -> fit);
    System.out.println(kind + ": " + alarms + " false alarms in " + fits + " fits");
    assertTrue(alarms <= LEVEL * fits, alarms + " false alarms in " + fits + " fits");
  }
}
