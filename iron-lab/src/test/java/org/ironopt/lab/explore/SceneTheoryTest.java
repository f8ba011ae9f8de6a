package org.ironopt.lab.explore;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.problem.HigherDerivatives;
import org.ironopt.problem.Objective;
import org.ironopt.theory.ConstantStepBound;
import org.ironopt.theory.Contraction;
import org.ironopt.theory.GeneralCovariance;
import org.ironopt.theory.GradientSpread;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.NoiseSource;
import org.ironopt.theory.Plateau;
import org.ironopt.theory.PositionBound;
import org.ironopt.theory.QuadraticConstant;
import org.ironopt.theory.RelaxedLaw;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the page is told of a scene is what the library's theory says. */
class SceneTheoryTest {
  private static final double DIGITS = 1e-12;

  private static SceneTheory theory(String query) {
    return SceneTheory.of(PageState.parse(query));
  }

  private static void same(OptionalDouble expected, OptionalDouble found, String about) {
    assertEquals(expected.isPresent(), found.isPresent(), about);
    expected.ifPresent(e -> assertEquals(e, found.getAsDouble(), DIGITS * Math.abs(e), about));
  }

  @Test
  void lawsOfQuadraticsAreTheClosedForms() {
    for (ExploreMethod mover :
        List.of(
            ExploreMethod.IRON,
            ExploreMethod.IRON_CORRECTED,
            ExploreMethod.NAG_GS,
            ExploreMethod.EULER)) {
      Scheme scheme = mover.scheme().orElseThrow();
      for (double alpha : new double[] {1e-3, 0.3, 1, 2.3, 50, 1e6}) {
        for (String rest : List.of("a2=3", "a1=0.05&a2=50&mu=0&gamma=0.4", "mu=0.5&gamma=20")) {
          for (NoiseSource source : NoiseSource.values()) {
            String query =
                "left=%s&alpha=%s&rho=1.3&noise=%s&%s"
                    .formatted(PageState.word(mover), alpha, PageState.word(source), rest);
            PageState s = PageState.parse(query);
            LawSummary law = SceneTheory.of(s).law(mover);
            IronParameters p = new IronParameters(alpha, s.mu(), s.gamma());
            double[] a = {s.a1(), s.a2()};
            double rho2 = source.diffusion(p, s.rho() * s.rho());
            double radius = Contraction.spectralRadius(scheme, p, a);
            same(OptionalDouble.of(radius), law.radius(), query);
            same(Contraction.criticalStep(scheme, s.mu(), s.gamma(), a), law.critical(), query);
            same(StationaryCovariance.mse(scheme, p, a, rho2), law.mse(), query);
            assertEquals(law.mse().isEmpty(), law.why().isPresent(), query);
            if (scheme == Scheme.IRON) {
              boolean fits = s.mu() > 0 && s.mu() <= a[0];
              double gamma = source == NoiseSource.CENTER ? s.gamma() : 1;
              double limit = QuadraticConstant.isotropic(gamma, a, s.rho() * s.rho());
              same(OptionalDouble.of(limit), law.limit(), query);
              OptionalDouble none = OptionalDouble.empty();
              same(
                  fits ? new PositionBound(p).limsup(2 * rho2) : none,
                  law.bounds().position(),
                  query);
              same(
                  fits
                      ? new ConstantStepBound(s.mu(), a[1], s.gamma())
                          .recursion()
                          .limsup(alpha, 2 * rho2)
                      : none,
                  law.bounds().theorem(),
                  query);
            }
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 0.1, 0.6, 1.1, 40})
  void gradientDescentHasItsOwnLaw(double eta) {
    LawSummary law = theory("left=sgd&rho=0.5&a1=0.4&a2=1.9&alpha=" + eta).law(ExploreMethod.SGD);
    OptionalDouble u = GradientSpread.gradientDescent(eta, 0.4, 0.25);
    OptionalDouble v = GradientSpread.gradientDescent(eta, 1.9, 0.25);
    double sum = u.orElse(0) + v.orElse(0);
    boolean stable = u.isPresent() && v.isPresent();
    same(stable ? OptionalDouble.of(sum) : OptionalDouble.empty(), law.mse(), "mse");
    double radius = Math.max(Math.abs(1 - 0.4 * eta), Math.abs(1 - 1.9 * eta));
    same(OptionalDouble.of(radius), law.radius(), "radius");
    same(OptionalDouble.of(2 / 1.9), law.critical(), "critical");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"turn=35&alpha=4", "alpha=4", "problem=least-squares&alpha=4&noise=gradient"})
  void theEllipseIsTheCovarianceOfTheLibrary(String query) {
    PageState s = PageState.parse(query);
    DenseMatrix h = DenseMatrix.zeros(2, 2);
    Curvature curvature = ((Curved) s.problem().of(s)).curvature();
    curvature.at(new double[2], new double[2]);
    curvature.block(0, h);
    h.symmetrize();
    IronParameters p = new IronParameters(4, 1, 1);
    double rho2 = s.noise() == PageState.Source.GRADIENT ? NoiseSource.GRADIENT.diffusion(p, 1) : 1;
    DenseMatrix c =
        GeneralCovariance.of(Scheme.IRON, p, h, DenseMatrix.diagonal(new double[] {rho2, rho2}))
            .orElseThrow()
            .position();
    assertArrayEquals(
        new double[] {c.get(0, 0), c.get(0, 1), c.get(1, 1)},
        SceneTheory.of(s).law(ExploreMethod.IRON).spread().orElseThrow().covariance(),
        DIGITS * c.trace());
  }

  @ParameterizedTest
  @ValueSource(strings = {"log-cosh&b=1.3", "sine", "double-well", "logistic", "rosenbrock"})
  void lawsOfLongStepsAreThoseOfThePlateau(String problem) {
    for (double alpha : new double[] {1, 400, 1e6}) {
      PageState s =
          PageState.parse("problem=" + problem + "&gamma=0.7&mu=0.4&rho=1.2&alpha=" + alpha);
      SceneTheory theory = SceneTheory.of(s);
      LawSummary law = theory.law(ExploreMethod.IRON);
      double rho2 = s.rho() * s.rho();
      double[] x = theory.minimisers()[0];
      double limit = Plateau.limit(theory.f(), x, s.gamma(), DenseMatrix.identity(2).times(rho2));
      same(OptionalDouble.of(limit), law.limit(), problem);
      assertEquals(Optional.of(LawSummary.Reason.NOT_QUADRATIC), law.why());
      double softest = theory.hessian().values()[0];
      boolean small = s.gamma() * s.rho() < 0.35 * softest * Math.sqrt(alpha);
      assertEquals(small, law.expansion().isPresent(), problem + " " + alpha);
      law.expansion()
          .ifPresent(
              spread -> {
                double trace = spread.covariance()[0] + spread.covariance()[2];
                same(OptionalDouble.of(limit / alpha), OptionalDouble.of(trace), problem);
                if (theory.f() instanceof HigherDerivatives smooth) {
                  double mse = Plateau.isotropic(smooth, x, s.mu(), s.gamma(), rho2).mse(alpha);
                  same(
                      mse > 0 ? OptionalDouble.of(mse) : OptionalDouble.empty(),
                      spread.mse(),
                      problem);
                }
              });
    }
  }

  @ParameterizedTest
  @CsvSource({
    "left=adamw, NO_CLOSED_FORM",
    "law=student:2, NO_VARIANCE",
    "law=stable:1.5, NO_VARIANCE",
    "left=nag-gs&alpha=5, UNSTABLE",
    "problem=sine&left=nag-gs, NOT_QUADRATIC",
    "problem=logistic&noise=batch&particles=9, NOT_QUADRATIC",
    "problem=least-squares&noise=batch&particles=9&left=iron-corrected, NO_CLOSED_FORM",
    "problem=least-squares&noise=batch&particles=9&left=sgd&alpha=100, UNSTABLE"
  })
  void whyThereIsNoLawIsSaid(String query, LawSummary.Reason why) {
    SceneTheory theory = theory(query);
    LawSummary law = theory.law(theory.scene().left());
    assertEquals(Optional.of(why), law.why());
    assertTrue(law.spread().isEmpty());
    assertEquals(
        why == LawSummary.Reason.UNSTABLE, law.radius().orElse(0) >= 1 || query.contains("sgd"));
  }

  @Test
  void curvesAndMapAreTheLawsOfTheirPlaces() {
    SceneTheory theory = theory("left=nag-gs&mu=0.4&rho=1.2&gamma=10");
    SceneTheory.Curve curve = theory.curve(ExploreMethod.NAG_GS);
    SceneTheory.ErrorMap map = theory.map();
    assertEquals(1e-3, curve.steps()[0]);
    assertEquals(1e6, curve.steps()[90]);
    int seen = 0;
    for (int i = 0; i < curve.steps().length; i++) {
      PageState s =
          PageState.parse("left=nag-gs&mu=0.4&rho=1.2&gamma=10&alpha=" + curve.steps()[i]);
      LawSummary law = SceneTheory.of(s).law(ExploreMethod.NAG_GS);
      assertEquals(law.radius().getAsDouble(), curve.radius().get(i));
      assertEquals(law.mse().isPresent() ? law.mse().getAsDouble() : null, curve.mse().get(i));
      seen += law.mse().isPresent() ? 1 : 0;
      if (i % 2 == 0) {
        assertEquals(curve.mse().get(i), map.errors().get(18).get(i / 2), "damping 10");
      }
    }
    assertTrue(seen > 10 && seen < 90, "stable steps " + seen);
    assertEquals(List.of(), theory("left=adamw").map().errors());
  }

  @Test
  void theMapOfMinibatchesHasARowForEverySize() {
    String query = "problem=least-squares&noise=batch&particles=9&mu=0.3&batch=";
    SceneTheory.ErrorMap map = theory(query + 1).map();
    assertEquals(8, map.errors().size());
    for (int batch : new int[] {1, 3, 8}) {
      double alpha = map.steps()[12];
      LawSummary law = theory(query + batch + "&alpha=" + alpha).law(ExploreMethod.IRON);
      double mse = law.mse().orElseThrow();
      assertEquals(mse, map.errors().get(batch - 1).get(12), DIGITS * mse);
    }
  }

  /** After one step the error is that of the step itself, after many the stationary one. */
  @ParameterizedTest
  @ValueSource(strings = {"iron", "nag-gs", "euler", "sgd"})
  void theErrorStepsAsTheMethodDoes(String method) {
    String query = "alpha=0.4&mu=0.8&gamma=1.5&rho=1.3&a1=1.3&a2=0.6&turn=0&b=2&left=" + method;
    SceneTheory theory = theory(query);
    ExploreMethod mover = theory.scene().left();
    TransientError error = theory.error(mover).orElseThrow();
    double[] x = theory.minimisers()[0];
    assertEquals(2 + x[0] * x[0] + x[1] * x[1], error.mse(), DIGITS * error.mse());
    double ahead = error.ahead(5, 3)[2];
    error.advance(10);
    assertEquals(error.mse(), ahead);
    error.advance(4000);
    double stationary = theory.law(mover).mse().orElseThrow();
    assertEquals(stationary, error.mse(), 1e-11 * stationary);
  }

  /** A million particles would show it to three digits; twenty thousand show it to their error. */
  @Test
  void theErrorFollowsTheParticlesThroughChanges() {
    BrowserSession show = new BrowserSession();
    String rest = "&particles=20000&seed=4&turn=20&alpha=";
    int k = 0;
    for (String step : List.of("iron" + rest + 0.2, "sgd" + rest + 0.1, "iron" + rest + 0.5)) {
      byte[] frame = show.frame(PageState.parse("left=" + step), k > 0, 4, 1);
      double[] numbers = numbers(frame);
      k += 4;
      assertEquals(k, numbers[0]);
      assertEquals(numbers[9], numbers[7], 4 * numbers[8], step);
    }
    double[] other = numbers(show.frame(PageState.parse("a2=7&left=iron" + rest + 1), true, 4, 1));
    assertTrue(Double.isNaN(other[9]), "unknown on another quadratic, until the next start");
  }

  private static double[] numbers(byte[] frame) {
    java.nio.ByteBuffer bytes =
        java.nio.ByteBuffer.wrap(frame).order(java.nio.ByteOrder.LITTLE_ENDIAN);
    double[] numbers = new double[14];
    int from = 4 + bytes.getInt(0);
    Arrays.setAll(numbers, i -> bytes.getDouble(from + 8 * i));
    return numbers;
  }

  /**
   * Relaxed steps have the law of their dissipation; at one half that of the flow at every step.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.7, 1})
  void relaxedStepsHaveTheirLaw(double theta) {
    for (double alpha : new double[] {0.1, 3, 1e4}) {
      for (NoiseSource source : NoiseSource.values()) {
        String query =
            "mu=0.6&gamma=0.9&rho=1.3&theta=%s&alpha=%s&noise=%s"
                .formatted(theta, alpha, PageState.word(source));
        LawSummary law = theory(query).law(ExploreMethod.IRON);
        IronParameters p = new IronParameters(alpha, 0.6, 0.9);
        RelaxedLaw relaxed = new RelaxedLaw(theta, p);
        double rho2 = source.diffusion(p, 1.69);
        same(OptionalDouble.of(relaxed.mse(new double[] {1, 3}, rho2)), law.mse(), query);
        same(OptionalDouble.of(relaxed.spectralRadius(1, 3)), law.radius(), query);
        double gamma = source == NoiseSource.CENTER ? 0.9 : 1;
        double limit = QuadraticConstant.isotropic(gamma, new double[] {1, 3}, 1.69);
        same(relaxed.limit(limit), law.limit(), query);
        TransientError error = theory(query).error(ExploreMethod.IRON).orElseThrow();
        error.advance(theta == 0.5 && alpha > 100 ? 200_000 : 4000);
        assertEquals(law.mse().orElseThrow(), error.mse(), 1e-9 * error.mse(), query);
      }
    }
    LawSummary plateau = theory("problem=logistic&theta=" + theta).law(ExploreMethod.IRON);
    OptionalDouble plain = theory("problem=logistic").law(ExploreMethod.IRON).limit();
    same(
        new RelaxedLaw(theta, new IronParameters(10, 1, 1)).limit(plain.orElseThrow()),
        plateau.limit(),
        "plateau");
  }

  /** Under stable noise the exact medians stand in the place of an error; half the particles. */
  @Test
  void mediansUnderStableNoise() {
    PageState s = PageState.parse("law=stable:1.3&theta=0.8&alpha=2&turn=25&particles=20000");
    SceneTheory theory = SceneTheory.of(s);
    double[] medians = theory.law(ExploreMethod.IRON).medians().orElseThrow();
    ParticleSwarm swarm = new ParticleSwarm(theory, ExploreMethod.IRON, 0, Optional.empty());
    swarm.advance(60);
    double[] star = theory.minimisers()[0];
    for (int j = 0; j < 2; j++) {
      int nearer = 0;
      for (int g = 0; g < 64; g++) {
        double[] x = swarm.group(g);
        int m = x.length / 2;
        for (int i = 0; i < m; i++) {
          nearer += Math.abs(x[j * m + i] - star[j]) < medians[j] ? 1 : 0;
        }
      }
      assertEquals(10_000, nearer, 4 * Math.sqrt(5000));
    }
    assertTrue(theory("law=gaussian").law(ExploreMethod.IRON).medians().isEmpty());
    assertTrue(theory("law=stable:1&left=sgd").law(ExploreMethod.SGD).medians().isEmpty());
  }

  /** The average of one particle, over seeds, has the exact mean square of its frames. */
  @ParameterizedTest
  @ValueSource(
      strings = {"theta=0.6&alpha=3", "left=nag-gs&alpha=1", "left=euler&alpha=0.4&noise=gradient"})
  void theAverageIsAsFarAsTheLawSays(String query) {
    double sum = 0;
    double squares = 0;
    int seeds = 400;
    for (int seed = 0; seed < seeds; seed++) {
      PageState s = PageState.parse(query + "&turn=20&b=1&particles=1&seed=" + seed);
      double[] star = s.problem().minimisers(s)[0];
      double[] numbers = numbers(new BrowserSession().frame(s, false, 15, 1));
      assertEquals(15, numbers[12]);
      double square = Math.pow(numbers[10] - star[0], 2) + Math.pow(numbers[11] - star[1], 2);
      double gap = square - numbers[13] * numbers[13];
      sum += gap / seeds;
      squares += gap * gap / seeds;
    }
    assertEquals(0, sum, 4 * Math.sqrt((squares - sum * sum) / seeds));
  }

  /** Every point of a line has the value of its level, as near as the grid shows it. */
  @ParameterizedTest
  @EnumSource(ExploreObjective.class)
  void contoursAreLevelsOfTheFunction(ExploreObjective problem) {
    PageState s = PageState.parse("turn=20&b=0.7&a1=1.3&problem=" + PageState.word(problem));
    Contours near = Contours.of(s, 1);
    Contours far = Contours.of(s, 0.5);
    assertEquals(2 * near.half(), far.half(), 1e-15);
    Objective f = problem.of(s);
    double[] range = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    for (float[] line : near.lines()) {
      double[] values = new double[line.length / 2];
      for (int i = 0; i < values.length; i++) {
        assertTrue(Math.abs(line[2 * i]) <= 1 && Math.abs(line[2 * i + 1]) <= 1);
        values[i] =
            f.value(
                new double[] {
                  near.centre()[0] + near.half() * line[2 * i],
                  near.centre()[1] + near.half() * line[2 * i + 1]
                });
      }
      double mean = Arrays.stream(values).average().orElseThrow();
      range[0] = Math.min(range[0], mean);
      range[1] = Math.max(range[1], mean);
      if (problem != ExploreObjective.ROSENBROCK) {
        assertEquals(mean, Arrays.stream(values).min().orElseThrow(), 0.02 * (1 + mean));
        assertEquals(mean, Arrays.stream(values).max().orElseThrow(), 0.02 * (1 + mean));
      }
    }
    assertTrue(near.lines().size() >= 10 && range[1] > range[0], problem.toString());
  }
}
