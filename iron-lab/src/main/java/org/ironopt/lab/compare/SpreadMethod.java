package org.ironopt.lab.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.flow.ExplicitEuler;
import org.ironopt.method.flow.NagGs;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.method.proximal.ProximalPoint;
import org.ironopt.method.proximal.ProximalRobbinsMonro;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.NoiseModel;
import org.ironopt.theory.GradientSpread;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.NoiseSource;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;

/**
 * A method whose stationary spread on a quadratic is known exactly.
 *
 * @param name how it is called
 * @param source the noise model
 * @param method makes it for a step, with noise or without
 * @param exact the stationary mean-square error for a step, empty where it is unstable
 */
record SpreadMethod(
    String name, NoiseSource source, Maker method, Function<Double, OptionalDouble> exact) {
  private static final double MOMENTUM = .9;
  private static final double INERTIA = .5;

  /** Makes a method for a step. */
  interface Maker {
    Method make(double step, NoiseModel noise);
  }

  /** Returns all of them: three under center noise, nine under gradient noise. */
  static List<SpreadMethod> all(SpreadConfig c) {
    List<SpreadMethod> all = new ArrayList<>();
    for (NoiseSource source : NoiseSource.values()) {
      all.add(flow("iron", source, Scheme.IRON, c));
      all.add(flow("nag-gs", source, Scheme.NAG_GS, c));
      all.add(flow("explicit-euler", source, Scheme.EXPLICIT_EULER, c));
    }
    all.add(plain("sgd", Sgd::step, c, GradientSpread::gradientDescent));
    all.add(
        plain(
            "momentum",
            s -> Sgd.step(s).momentum(MOMENTUM),
            c,
            (s, a, v) -> GradientSpread.heavyBall(s, MOMENTUM, a, v)));
    all.add(
        plain(
            "nesterov",
            s -> Sgd.step(s).nesterov(MOMENTUM),
            c,
            (s, a, v) -> GradientSpread.nesterovAhead(s, MOMENTUM, a, v)));
    all.add(
        proximal(
            "spp", 0, c, (s, a, v) -> OptionalDouble.of(GradientSpread.proximalPoint(s, a, v))));
    all.add(
        proximal("sppam", INERTIA, c, (s, a, v) -> GradientSpread.proximalPoint(s, INERTIA, a, v)));
    all.add(
        new SpreadMethod(
            "prox-robbins-monro",
            NoiseSource.GRADIENT,
            (step, noise) -> ProximalRobbinsMonro.step(step).noise((GradientNoise) noise),
            total(
                c, (s, a, v) -> OptionalDouble.of(GradientSpread.proximalRobbinsMonro(s, a, v)))));
    return all;
  }

  /** The variance along one eigenvalue. */
  private interface Variance {
    OptionalDouble of(double step, double eigenvalue, double variance);
  }

  private static SpreadMethod flow(String name, NoiseSource source, Scheme scheme, SpreadConfig c) {
    Maker maker =
        (step, noise) ->
            switch (scheme) {
              case IRON -> Iron.step(step).mu(c.mu()).gamma(c.gamma()).frozen().noise(noise);
              case NAG_GS -> NagGs.step(step).mu(c.mu()).gamma(c.gamma()).frozen().noise(noise);
              case EXPLICIT_EULER ->
                  ExplicitEuler.step(step).mu(c.mu()).gamma(c.gamma()).frozen().noise(noise);
            };
    return new SpreadMethod(
        name,
        source,
        maker,
        step -> {
          IronParameters p = new IronParameters(step, c.mu(), c.gamma());
          return StationaryCovariance.mse(
              scheme, p, c.eigenvalues(), source.diffusion(p, c.variance()));
        });
  }

  private static SpreadMethod plain(
      String name, DoubleFunction<Sgd> make, SpreadConfig c, Variance variance) {
    return new SpreadMethod(
        name,
        NoiseSource.GRADIENT,
        (step, noise) -> make.apply(step).noise((GradientNoise) noise),
        total(c, variance));
  }

  private static SpreadMethod proximal(
      String name, double momentum, SpreadConfig c, Variance variance) {
    return new SpreadMethod(
        name,
        NoiseSource.GRADIENT,
        (step, noise) -> ProximalPoint.step(step).momentum(momentum).noise((GradientNoise) noise),
        total(c, variance));
  }

  private static Function<Double, OptionalDouble> total(SpreadConfig c, Variance variance) {
    return step -> {
      double sum = 0;
      for (double a : c.eigenvalues()) {
        OptionalDouble one = variance.of(step, a, c.variance());
        if (one.isEmpty()) {
          return one;
        }
        sum += one.getAsDouble();
      }
      return OptionalDouble.of(sum);
    };
  }

  /** Returns the noise, or none. */
  NoiseModel noise(double variance) {
    Noise law = variance == 0 ? new Noise.None() : new Noise.Isotropic(Math.sqrt(variance));
    return source == NoiseSource.CENTER ? new CenterNoise(law) : new GradientNoise(law);
  }
}
