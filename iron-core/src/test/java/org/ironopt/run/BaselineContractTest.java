package org.ironopt.run;

import java.util.Arrays;
import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.flow.NagGs;
import org.ironopt.method.gradient.AdamW;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.Objective;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.junit.jupiter.api.Nested;

/** The contract on batches (six steps in an epoch, so runs are resumed inside one) and clouds. */
class BaselineContractTest {
  private static final Batches BATCHES = Batches.epochs(96);
  private static final GradientNoise NOISE = new GradientNoise(new Noise.Isotropic(.1));

  abstract static class OnBatches extends MethodContract {
    @Override
    Objective objective() {
      return Fixtures.tp5();
    }

    @Override
    Objective nan() {
      return new NanSum(5);
    }
  }

  /** A sum of 500 terms, none of them a number. */
  record NanSum(int dimension) implements FiniteSum, Curvature {
    @Override
    public int terms() {
      return 500;
    }

    @Override
    public Curved batch(int[] indices, int from, int to) {
      return this;
    }

    @Override
    public Curvature curvature() {
      return this;
    }

    @Override
    public double value(double[] x) {
      return Double.NaN;
    }

    @Override
    public void gradient(double[] x, double[] gradient) {
      Arrays.fill(gradient, Double.NaN);
    }

    @Override
    public double at(double[] x, double[] gradient) {
      return valueAndGradient(x, gradient);
    }

    @Override
    public void apply(double[] v, double[] hv) {
      Arrays.fill(hv, Double.NaN);
    }
  }

  @Nested
  class Plain extends OnBatches {
    @Override
    Sgd method() {
      return Sgd.step(.3).batches(BATCHES);
    }

    @Override
    Method other() {
      return method().weightDecay(.1);
    }
  }

  @Nested
  class Momentum extends OnBatches {
    @Override
    Sgd method() {
      return Sgd.step(.3).momentum(.9).dampening(.1).noise(NOISE).batches(BATCHES);
    }

    @Override
    Method other() {
      return method().dampening(.2);
    }
  }

  @Nested
  class Nesterov extends OnBatches {
    @Override
    Sgd method() {
      return Sgd.step(.3).nesterov(.9).batches(Batches.withReplacement(96));
    }

    @Override
    Method other() {
      return method().batches(BATCHES);
    }
  }

  @Nested
  class NesterovOnAnEnsemble extends MethodContract {
    @Override
    Sgd method() {
      return Sgd.step(.3).nesterov(.5).noise(NOISE);
    }

    @Override
    Method other() {
      return method().momentum(.5);
    }

    @Override
    Objective objective() {
      return Ensemble.of(Fixtures.tp2(), 4);
    }
  }

  @Nested
  class AdamWOnBatches extends OnBatches {
    @Override
    AdamW method() {
      return AdamW.step(.05).batches(BATCHES);
    }

    @Override
    Method other() {
      return method().authors();
    }
  }

  @Nested
  class AdamWOnAnEnsemble extends MethodContract {
    @Override
    AdamW method() {
      return AdamW.step(.05).noise(NOISE);
    }

    @Override
    Method other() {
      return method().uncorrected();
    }

    @Override
    Objective objective() {
      return Ensemble.of(Fixtures.tp2(), 4);
    }
  }

  @Nested
  class NagGsOnBatches extends OnBatches {
    @Override
    NagGs method() {
      return NagGs.step(.7).mu(.01).gamma(.1).batches(BATCHES);
    }

    @Override
    Method other() {
      return method().batches(Batches.epochs(95));
    }
  }

  @Nested
  class IronOnBatches extends OnBatches {
    @Override
    Iron method() {
      return Iron.step(9).mu(.01).gamma(.1).batches(BATCHES);
    }

    @Override
    Method other() {
      return method().batches(Batches.all());
    }
  }
}
