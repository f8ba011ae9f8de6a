package org.ironopt.run;

import java.util.List;
import org.ironopt.method.Iron;
import org.ironopt.method.IronSweep;
import org.ironopt.method.Method;
import org.ironopt.method.flow.ExplicitEuler;
import org.ironopt.method.flow.NagGs;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.Objective;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.NoiseModel;
import org.ironopt.resolvent.InnerMethod;
import org.junit.jupiter.api.Nested;

class MethodContractTest {
  private static final NoiseModel CENTER = new CenterNoise(new Noise.Isotropic(.3));
  private static final NoiseModel GRADIENT = new GradientNoise(new Noise.Stable(1.5, .1));

  @Nested
  class IronInClosedForm extends MethodContract {
    @Override
    Iron method() {
      return Iron.step(2).mu(.8).gamma(.5).noise(CENTER);
    }

    @Override
    Method other() {
      return method().mu(.7);
    }

    @Override
    Objective objective() {
      return Fixtures.tp2();
    }

    @Override
    Objective nan() {
      return Broken.nanEverywhere(3);
    }
  }

  @Nested
  class IronWithNewton extends MethodContract {
    @Override
    Iron method() {
      return Iron.step(9).mu(.01).gamma(.1).noise(GRADIENT);
    }

    @Override
    Method other() {
      return method().frozen();
    }

    @Override
    Objective objective() {
      return Fixtures.tp5();
    }
  }

  @Nested
  class IronOnAnEnsemble extends MethodContract {
    @Override
    Iron method() {
      return Iron.step(9).mu(1).noise(CENTER);
    }

    @Override
    Method other() {
      return method().noise(GRADIENT);
    }

    @Override
    Objective objective() {
      return Ensemble.of(Fixtures.tp6(), 5);
    }

    @Override
    Objective nan() {
      return Ensemble.of(Broken.nanEverywhere(3), 5);
    }
  }

  @Nested
  class Sweep extends MethodContract {
    @Override
    IronSweep method() {
      return IronSweep.of(
              List.of(
                  Iron.step(1).mu(.8).noise(CENTER).inner(InnerMethod.LBFGS),
                  Iron.step(20).mu(.6).frozen().noise(GRADIENT).inner(InnerMethod.LBFGS)))
          .members(3);
    }

    @Override
    Method other() {
      return method().commonNoise();
    }

    @Override
    Objective objective() {
      return method().ensemble(Fixtures.tp2());
    }

    @Override
    Objective nan() {
      return method().ensemble(Broken.nanEverywhere(3));
    }
  }

  @Nested
  class NagGsNext extends MethodContract {
    @Override
    NagGs method() {
      return NagGs.step(.7).mu(.8).gamma(.5).noise(CENTER);
    }

    @Override
    Method other() {
      return method().current();
    }

    @Override
    Objective objective() {
      return Fixtures.tp2();
    }
  }

  @Nested
  class NagGsOnAnEnsemble extends MethodContract {
    @Override
    NagGs method() {
      return NagGs.step(.7).mu(.8).noise(GRADIENT);
    }

    @Override
    Method other() {
      return method().noise(CENTER);
    }

    @Override
    Objective objective() {
      return Ensemble.of(Fixtures.tp2(), 4);
    }
  }

  @Nested
  class Explicit extends MethodContract {
    @Override
    ExplicitEuler method() {
      return ExplicitEuler.step(.3).mu(.8).noise(CENTER);
    }

    @Override
    Method other() {
      return method().gamma(.9);
    }

    @Override
    Objective objective() {
      return Fixtures.tp2();
    }
  }
}
