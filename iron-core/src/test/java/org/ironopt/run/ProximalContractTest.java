package org.ironopt.run;

import java.util.Collections;
import org.ironopt.method.Batches;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
import org.ironopt.method.gradient.ForwardBackward;
import org.ironopt.method.gradient.ProxSvrg;
import org.ironopt.method.proximal.ProximalPoint;
import org.ironopt.method.proximal.ProximalRobbinsMonro;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.junit.jupiter.api.Nested;

/** The contract for explicit and implicit proximal methods, on batches, terms and clouds. */
class ProximalContractTest {
  private static final GradientNoise NOISE = new GradientNoise(new Noise.Isotropic(.1));

  @Nested
  class Fobos extends BaselineContractTest.OnBatches {
    @Override
    ForwardBackward method() {
      return ForwardBackward.step(.5).regularizer(Regularizer.l1(.1)).batches(Batches.epochs(96));
    }

    @Override
    Method other() {
      return method().withNextStep();
    }
  }

  @Nested
  class WithProxErrors extends BaselineContractTest.OnBatches {
    @Override
    ForwardBackward method() {
      return ForwardBackward.step(.5)
          .regularizer(Regularizer.l1(.1))
          .proxErrors(Schedule.power(.1, 2))
          .batches(Batches.epochs(96));
    }

    @Override
    Method other() {
      return method().proxErrors(Schedule.power(.1, 3));
    }
  }

  @Nested
  class ConstrainedTerms extends BaselineContractTest.OnBatches {
    @Override
    ProximalPoint method() {
      return ProximalPoint.step(2)
          .constraints(Collections.nCopies(500, Regularizer.box(-1, 1)))
          .batches(Batches.epochs(1));
    }

    @Override
    Method other() {
      return method().constraints(Collections.nCopies(500, Regularizer.box(-1, 2)));
    }
  }

  @Nested
  class RelaxedCloud extends MethodContract {
    @Override
    ForwardBackward method() {
      return ForwardBackward.step(.3)
          .relaxation(Schedule.constant(.7))
          .regularizer(Regularizer.l2(.4))
          .noise(NOISE);
    }

    @Override
    Method other() {
      return method().regularizer(Regularizer.l2(.5));
    }

    @Override
    Objective objective() {
      return Ensemble.of(Fixtures.tp2(), 4);
    }

    @Override
    Objective nan() {
      return Ensemble.of(Broken.nanEverywhere(3), 4);
    }
  }

  @Nested
  class Spp extends BaselineContractTest.OnBatches {
    @Override
    ProximalPoint method() {
      return ProximalPoint.step(2).batches(Batches.epochs(96));
    }

    @Override
    Method other() {
      return method().iterateAverage();
    }
  }

  @Nested
  class AveragedWithMomentum extends BaselineContractTest.OnBatches {
    @Override
    ProximalPoint method() {
      return ProximalPoint.steps(Schedule.decay(3, .2, .6))
          .momentum(.5)
          .average()
          .regularizer(Regularizer.ball(1))
          .batches(Batches.withReplacement(1));
    }

    @Override
    Method other() {
      return method().regularizer(Regularizer.ball(2));
    }
  }

  @Nested
  class ConstrainedCloud extends MethodContract {
    @Override
    ProximalPoint method() {
      return ProximalPoint.restarted(2, 3).regularizer(Regularizer.ball(1)).noise(NOISE);
    }

    @Override
    Method other() {
      return method().momentum(.1);
    }

    @Override
    Objective objective() {
      return Ensemble.of(Fixtures.tp2(), 4);
    }

    @Override
    Objective nan() {
      return Ensemble.of(Broken.nanEverywhere(3), 4);
    }
  }

  @Nested
  class Svrg extends BaselineContractTest.OnBatches {
    @Override
    ProxSvrg method() {
      return ProxSvrg.step(.5, 5).regularizer(Regularizer.l1(.01)).batches(Batches.epochs(96));
    }

    @Override
    Method other() {
      return ProxSvrg.step(.5, 4);
    }
  }

  @Nested
  class RobbinsMonro extends BaselineContractTest.OnBatches {
    @Override
    ProximalRobbinsMonro method() {
      return ProximalRobbinsMonro.step(.5).batches(Batches.epochs(96)).noise(NOISE);
    }

    @Override
    Method other() {
      return method().approximate(3, Schedule.constant(.3));
    }
  }

  @Nested
  class ApproximateRobbinsMonro extends BaselineContractTest.OnBatches {
    @Override
    ProximalRobbinsMonro method() {
      return ProximalRobbinsMonro.step(.5)
          .approximate(3, Schedule.power(.5, .5))
          .batches(Batches.epochs(96));
    }

    @Override
    Method other() {
      return method().approximate(3, Schedule.power(.5, .6));
    }
  }
}
