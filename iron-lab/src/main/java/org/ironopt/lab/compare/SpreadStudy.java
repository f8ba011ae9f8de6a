package org.ironopt.lab.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.ironopt.lab.NumberList;
import org.ironopt.lab.file.TomlSection;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.Stepper;
import org.ironopt.method.flow.ExplicitEuler;
import org.ironopt.method.flow.NagGs;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.method.proximal.ProximalPoint;
import org.ironopt.method.proximal.ProximalRobbinsMonro;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.RandomStreams;
import org.ironopt.theory.GradientSpread;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.NoiseSource;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;

/**
 * The study of stationary spreads on a quadratic: every method whose spread is known exactly, and
 * independent members that are measured after the start is forgotten.
 *
 * @param eigenvalues of the quadratic
 * @param mu convexity that the flow methods are told
 * @param gamma their damping, frozen
 * @param variance of the noise in each coordinate
 * @param steps the grid
 * @param members independent runs behind each point
 */
record SpreadStudy(
    double[] eigenvalues, double mu, double gamma, double variance, double[] steps, int members) {
  private static final double MOMENTUM = .9;
  private static final double INERTIA = .5;

  /** Methods that need more steps to forget their start are not measured. */
  private static final int PATIENCE = 3000;

  private static final double FORGOTTEN = 1e-3;
  private static final double LOST = 1e6;

  /**
   * A method whose stationary spread on a quadratic is known exactly.
   *
   * @param name how it is called
   * @param source the noise model
   * @param method makes it for a step, with noise or without
   * @param exact the stationary mean-square error for a step, empty where it is unstable
   */
  record Subject(
      String name, NoiseSource source, Maker method, Function<Double, OptionalDouble> exact) {
    /** Returns the noise, or none. */
    NoiseModel noise(double variance) {
      Noise law = variance == 0 ? new Noise.None() : new Noise.Isotropic(Math.sqrt(variance));
      return source == NoiseSource.CENTER ? new CenterNoise(law) : new GradientNoise(law);
    }
  }

  /** Makes a method for a step. */
  interface Maker {
    Method make(double step, NoiseModel noise);
  }

  static SpreadStudy read(TomlSection o, boolean smoke) {
    double[] eigenvalues = o.numbers("eigenvalues").orElse(new double[] {1, 1, 3});
    for (double a : eigenvalues) {
      if (!(a > 0)) {
        throw o.error("eigenvalues", "'eigenvalues' should be numbers > 0");
      }
    }
    double mu = o.number("mu", false, 1);
    double gamma = o.number("gamma", false, 1);
    double variance = o.number("variance", false, 1);
    double[] steps =
        o.has("steps") ? CompareConfig.steps(o) : NumberList.parse("1e-3..1e3:19").toArray();
    int members = o.whole("members", 10, 1_000_000, 2000);
    o.close();
    return new SpreadStudy(
        eigenvalues,
        mu,
        gamma,
        variance,
        smoke ? CompareConfig.thinned(steps) : steps,
        smoke ? Math.min(members, 400) : members);
  }

  /** Returns all of them: three under center noise, nine under gradient noise. */
  List<Subject> subjects() {
    List<Subject> all = new ArrayList<>();
    for (NoiseSource source : NoiseSource.values()) {
      all.add(flow("iron", source, Scheme.IRON));
      all.add(flow("nag-gs", source, Scheme.NAG_GS));
      all.add(flow("explicit-euler", source, Scheme.EXPLICIT_EULER));
    }
    all.addAll(
        List.of(
            gradient(
                "sgd", (s, noise) -> Sgd.step(s).noise(noise), GradientSpread::gradientDescent),
            gradient(
                "momentum",
                (s, noise) -> Sgd.step(s).momentum(MOMENTUM).noise(noise),
                (s, a, v) -> GradientSpread.heavyBall(s, MOMENTUM, a, v)),
            gradient(
                "nesterov",
                (s, noise) -> Sgd.step(s).nesterov(MOMENTUM).noise(noise),
                (s, a, v) -> GradientSpread.nesterovAhead(s, MOMENTUM, a, v)),
            gradient(
                "spp",
                (s, noise) -> ProximalPoint.step(s).momentum(0).noise(noise),
                (s, a, v) -> OptionalDouble.of(GradientSpread.proximalPoint(s, a, v))),
            gradient(
                "sppam",
                (s, noise) -> ProximalPoint.step(s).momentum(INERTIA).noise(noise),
                (s, a, v) -> GradientSpread.proximalPoint(s, INERTIA, a, v)),
            gradient(
                "prox-robbins-monro",
                (s, noise) -> ProximalRobbinsMonro.step(s).noise(noise),
                (s, a, v) -> OptionalDouble.of(GradientSpread.proximalRobbinsMonro(s, a, v)))));
    return all;
  }

  /** The variance along one eigenvalue. */
  private interface Variance {
    OptionalDouble of(double step, double eigenvalue, double variance);
  }

  private Subject flow(String name, NoiseSource source, Scheme scheme) {
    Maker maker =
        (step, noise) ->
            switch (scheme) {
              case IRON -> Iron.step(step).mu(mu).gamma(gamma).frozen().noise(noise);
              case NAG_GS -> NagGs.step(step).mu(mu).gamma(gamma).frozen().noise(noise);
              case EXPLICIT_EULER ->
                  ExplicitEuler.step(step).mu(mu).gamma(gamma).frozen().noise(noise);
            };
    return new Subject(
        name,
        source,
        maker,
        step -> {
          IronParameters p = new IronParameters(step, mu, gamma);
          return StationaryCovariance.mse(scheme, p, eigenvalues, source.diffusion(p, variance));
        });
  }

  private Subject gradient(
      String name, BiFunction<Double, GradientNoise, Method> make, Variance law) {
    return new Subject(
        name,
        NoiseSource.GRADIENT,
        (step, noise) -> make.apply(step, (GradientNoise) noise),
        step -> {
          double sum = 0;
          for (double a : eigenvalues) {
            OptionalDouble one = law.of(step, a, variance);
            if (one.isEmpty()) {
              return one;
            }
            sum += one.getAsDouble();
          }
          return OptionalDouble.of(sum);
        });
  }

  /** Returns step, mean square, its standard error and the steps made; NaN where not measured. */
  double[] measure(Subject method, double step, long seed) {
    double nan = Double.NaN;
    if (method.exact().apply(step).isEmpty()) {
      return new double[] {step, nan, nan, nan};
    }
    int n = eigenvalues.length;
    Quadratic f = Quadratic.diagonal(eigenvalues, new double[n]);
    int steps = memory(method.method().make(step, method.noise(0)), f);
    if (steps > PATIENCE) {
      return new double[] {step, nan, nan, nan};
    }
    int m = members;
    Stepper stepper =
        method
            .method()
            .make(step, method.noise(variance))
            .start(Ensemble.of(f, m), new double[n * m], new RandomStreams(seed));
    for (int k = 0; k < steps; k++) {
      stepper.advance();
    }
    double sum = 0;
    double squares = 0;
    for (int j = 0; j < m; j++) {
      double square = 0;
      for (int i = 0; i < n; i++) {
        double x = stepper.x()[i * m + j];
        square = Math.fma(x, x, square);
      }
      sum += square;
      squares += square * square;
    }
    double mean = sum / m;
    return new double[] {step, mean, Math.sqrt((squares / m - mean * mean) / (m - 1)), steps};
  }

  /** Returns how many steps without noise it takes to forget a start for good. */
  private static int memory(Method method, Quadratic f) {
    double[] start = new double[f.dimension()];
    Arrays.fill(start, 1);
    Stepper stepper = method.start(f, start, new RandomStreams(0));
    int last = 0;
    for (int k = 1; k <= PATIENCE + 1; k++) {
      stepper.advance();
      double largest = Arrays.stream(stepper.x()).map(Math::abs).max().orElseThrow();
      if (!(largest < LOST)) {
        return PATIENCE + 1;
      }
      if (largest > FORGOTTEN) {
        last = k;
      } else if (k > 2 * last + 20) {
        break;
      }
    }
    return last + 1;
  }
}
