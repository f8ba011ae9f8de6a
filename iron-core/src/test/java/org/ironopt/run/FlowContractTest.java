package org.ironopt.run;

import org.ironopt.method.Batches;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
import org.ironopt.method.flow.LuoChen;
import org.ironopt.method.flow.ProxNagGs;
import org.ironopt.method.flow.ProxNagGs.RobustMap;
import org.ironopt.method.flow.WilsonRechtJordan;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.junit.jupiter.api.Nested;

/** The contract for the other discretizations of accelerated flows. */
class FlowContractTest {
  private static final Batches BATCHES = Batches.epochs(96);

  @Nested
  class StronglyConvex extends BaselineContractTest.OnBatches {
    @Override
    WilsonRechtJordan method() {
      return WilsonRechtJordan.stronglyConvex(3, .01).batches(BATCHES);
    }

    @Override
    Method other() {
      return WilsonRechtJordan.convex(2).batches(BATCHES);
    }
  }

  @Nested
  class Convex extends BaselineContractTest.OnBatches {
    @Override
    WilsonRechtJordan method() {
      return WilsonRechtJordan.convex(2).batches(BATCHES);
    }

    @Override
    Method other() {
      return WilsonRechtJordan.convex(3).batches(BATCHES);
    }
  }

  @Nested
  class LuoChenImplicit extends BaselineContractTest.OnBatches {
    @Override
    LuoChen method() {
      return LuoChen.implicit(2).mu(.01).gamma(.3).batches(BATCHES);
    }

    @Override
    Method other() {
      return method().alpha(Schedule.constant(3));
    }
  }

  @Nested
  class LuoChenGaussSeidel extends BaselineContractTest.OnBatches {
    @Override
    LuoChen method() {
      return LuoChen.gaussSeidel(2).mu(.01).batches(BATCHES);
    }

    @Override
    Method other() {
      return LuoChen.semiImplicit(2).mu(.01).batches(BATCHES);
    }
  }

  @Nested
  class LuoChenSemiImplicit extends BaselineContractTest.OnBatches {
    @Override
    LuoChen method() {
      return LuoChen.semiImplicit(2).mu(.01).batches(BATCHES);
    }

    @Override
    Method other() {
      return method().gamma(1);
    }
  }

  @Nested
  class RobustCloud extends MethodContract {
    @Override
    ProxNagGs method() {
      return ProxNagGs.step(.3, 2.4)
          .robust(new RobustMap.NormClip(3))
          .regularizer(Regularizer.l1(.1))
          .noise(new GradientNoise(new Noise.Stable(1.5, .1)));
    }

    @Override
    Method other() {
      return method().robust(new RobustMap.Tanh(3));
    }

    @Override
    Objective objective() {
      return Ensemble.of(Fixtures.tp2(), 3);
    }

    @Override
    Objective nan() {
      return Ensemble.of(Broken.nanEverywhere(3), 3);
    }
  }

  @Nested
  class RobustBatches extends BaselineContractTest.OnBatches {
    @Override
    ProxNagGs method() {
      return ProxNagGs.step(.3, 2).robust(new RobustMap.CoordinateClip(.2)).batches(BATCHES);
    }

    @Override
    Method other() {
      return ProxNagGs.step(.4, 2).batches(BATCHES);
    }
  }
}
