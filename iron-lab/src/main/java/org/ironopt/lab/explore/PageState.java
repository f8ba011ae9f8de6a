package org.ironopt.lab.explore;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.Numbers;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.NoiseModel;

/**
 * Everything that the page shows, as it stands in its address: {@code problem=quadratic&alpha=10}.
 * What is not named has its default.
 *
 * @param problem the objective
 * @param left the method of the picture
 * @param right the method beside it, which sees the same random numbers
 * @param noise where randomness enters
 * @param law of the noise, see {@link Noise#parse}
 * @param a1 first eigenvalue of the quadratic, or first weight of log-cosh
 * @param a2 second one
 * @param turn angle of the first eigenvector in degrees; if empty the rotation is drawn from the
 *     seed, as in {@code reproduce quadratic}
 * @param b every entry of the vector b
 * @param alpha step; eta of the methods beside the flow
 * @param gamma damping, frozen
 * @param mu convexity parameter of the flow
 * @param theta relaxation of IRON, from 1/2 to 1
 * @param rho standard deviation of the noise in each coordinate
 * @param batch terms of a minibatch
 * @param particles how many there are
 * @param seed root seed
 * @param points data of the regressions, three numbers each: two coordinates and a class, 0 or 1
 */
record PageState(
    ExploreObjective problem,
    ExploreMethod left,
    Optional<ExploreMethod> right,
    Source noise,
    String law,
    double a1,
    double a2,
    OptionalDouble turn,
    double b,
    double alpha,
    double gamma,
    double mu,
    double theta,
    double rho,
    int batch,
    int particles,
    long seed,
    List<List<Double>> points) {

  static final int MOST_PARTICLES = 200_000;

  /** What a particle with a solver of its own takes; 2.3 kB were measured. */
  private static final long SOLVER_BYTES = 3_000;

  /** More solvers than these are made for one tab at a time. */
  private static final int HEAVY = 20_000;

  private static final int MOST_POINTS = 64;

  /** Where randomness enters. */
  enum Source {
    CENTER,
    GRADIENT,
    BATCH
  }

  /**
   * Reads the part of an address behind the question mark; other names than ours are left alone.
   */
  static PageState parse(String query) {
    Map<String, String> words = words(query);
    PageState scene =
        new PageState(
            choice(words, "problem", "quadratic", ExploreObjective.values()),
            choice(words, "left", "iron", ExploreMethod.values()),
            words.getOrDefault("right", "none").equals("none")
                ? Optional.empty()
                : Optional.of(choice(words, "right", "none", ExploreMethod.values())),
            choice(words, "noise", "center", Source.values()),
            words.getOrDefault("law", "gaussian"),
            number(words, "a1", 1, 1e-3, 1e3),
            number(words, "a2", 3, 1e-3, 1e3),
            words.getOrDefault("turn", "seed").equals("seed")
                ? OptionalDouble.empty()
                : OptionalDouble.of(number(words, "turn", 0, -360, 360)),
            number(words, "b", 2, -100, 100),
            number(words, "alpha", 10, 1e-3, 1e6),
            number(words, "gamma", 1, 1e-3, 1e3),
            number(words, "mu", 1, 0, 1e3),
            number(words, "theta", 1, 0.5, 1),
            number(words, "rho", 1, 0, 100),
            whole(words, "batch", 2, 1, MOST_POINTS),
            whole(words, "particles", 20_000, 1, MOST_PARTICLES),
            seed(words.getOrDefault("seed", "0")),
            points(words.getOrDefault("points", DEFAULT_POINTS)));
    return scene.checked();
  }

  private static final String DEFAULT_POINTS =
      "-1.5,-0.9,0;-1,-0.2,0;-0.6,-0.9,0;-0.2,0.3,0;0.3,-0.2,1;0.7,0.9,1;1.1,0.4,1;1.6,1.3,1";

  private PageState checked() {
    Noise noiseLaw = InputError.check(() -> Noise.parse(law, rho));
    if (noiseLaw instanceof Noise.None) {
      throw new InputError("law is 'none'; take rho=0 for no noise");
    }
    if (noise == Source.BATCH) {
      if (!problem.hasTerms()) {
        throw new InputError(
            "noise=batch needs a sum over points: problem=logistic or problem=least-squares");
      }
      long room = Runtime.getRuntime().maxMemory() / 2;
      if (solvers() * SOLVER_BYTES > room) {
        throw new InputError(
            "particles is %d, expected at most %d with noise=batch: every particle has a solver of"
                + " its own, and this process may use %d MB",
            particles,
            room / SOLVER_BYTES / movers().size(),
            Runtime.getRuntime().maxMemory() >> 20);
      }
      if (batch > points.size()) {
        throw new InputError("batch is %d, expected at most the %d points", batch, points.size());
      }
      if (movers().contains(ExploreMethod.EULER)) {
        throw new InputError("euler takes whole gradients; choose another method for noise=batch");
      }
    }
    if (problem.hasTerms() && points.size() < 2) {
      throw new InputError("points has %d, expected at least 2", points.size());
    }
    return this;
  }

  /** Returns the methods, from left to right. */
  List<ExploreMethod> movers() {
    return right.map(beside -> List.of(left, beside)).orElse(List.of(left));
  }

  /** Returns how many solvers there are: with batches of its own every particle needs one. */
  private long solvers() {
    return noise == Source.BATCH ? (long) movers().size() * particles : 0;
  }

  /** Returns whether the solvers take memory that several tabs together may not have. */
  boolean heavy() {
    return solvers() > HEAVY;
  }

  /** Returns the law at work. */
  Noise noiseLaw() {
    return noise == Source.BATCH ? new Noise.None() : Noise.parse(law, rho);
  }

  /** Returns where the noise of the flow enters. */
  NoiseModel model() {
    return noise == Source.CENTER ? new CenterNoise(noiseLaw()) : new GradientNoise(noiseLaw());
  }

  /** Returns whether particles of the other scene can go on in this one. */
  boolean continues(PageState other) {
    return problem == other.problem
        && particles == other.particles
        && right.isPresent() == other.right.isPresent();
  }

  /** Returns whether the other scene has the same function, and so the same minimisers. */
  boolean sameFunction(PageState o) {
    return problem == o.problem
        && List.of(a1, a2, b, seed).equals(List.of(o.a1, o.a2, o.b, o.seed))
        && turn.equals(o.turn)
        && points.equals(o.points);
  }

  static Map<String, String> words(String query) {
    Map<String, String> words = new LinkedHashMap<>();
    for (String part : query == null ? new String[0] : query.split("&")) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        words.put(decoded(part.substring(0, equals)), decoded(part.substring(equals + 1)));
      }
    }
    return words;
  }

  private static String decoded(String text) {
    return InputError.check(() -> URLDecoder.decode(text, StandardCharsets.UTF_8));
  }

  private static <E extends Enum<E>> E choice(
      Map<String, String> words, String name, String other, E[] all) {
    String word = words.getOrDefault(name, other);
    return Arrays.stream(all)
        .filter(value -> word(value).equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new InputError(
                    "%s is '%s', expected one of %s",
                    name,
                    word,
                    Arrays.stream(all).map(PageState::word).collect(Collectors.joining(", "))));
  }

  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static double number(
      Map<String, String> words, String name, double other, double low, double high) {
    String word = words.get(name);
    double value = word == null ? other : parsed(word);
    if (!(value >= low && value <= high)) {
      throw new InputError(
          "%s is '%s', expected a number from %s to %s",
          name, word, Numbers.text(low), Numbers.text(high));
    }
    return value;
  }

  static int whole(Map<String, String> words, String name, int other, int low, int high) {
    double value = number(words, name, other, low, high);
    if (value != Math.rint(value)) {
      throw new InputError("%s is '%s', expected a whole number", name, words.get(name));
    }
    return (int) value;
  }

  private static double parsed(String word) {
    try {
      return Double.parseDouble(word);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  private static long seed(String word) {
    try {
      return Long.parseLong(word);
    } catch (NumberFormatException e) {
      throw new InputError("seed is '%s', expected a whole number", word);
    }
  }

  private static List<List<Double>> points(String text) {
    List<List<Double>> points =
        Arrays.stream(text.split(";"))
            .filter(point -> !point.isBlank())
            .map(PageState::point)
            .toList();
    if (points.size() > MOST_POINTS) {
      throw new InputError("points has %d, expected at most %d", points.size(), MOST_POINTS);
    }
    return points;
  }

  private static List<Double> point(String text) {
    List<Double> numbers = Arrays.stream(text.split(",")).map(PageState::parsed).toList();
    boolean fits =
        numbers.size() == 3
            && Math.abs(numbers.get(0)) <= 1e3
            && Math.abs(numbers.get(1)) <= 1e3
            && (numbers.get(2) == 0 || numbers.get(2) == 1);
    if (!fits) {
      throw new InputError("points has '%s', expected X,Y,CLASS such as 0.5,-1,1", text);
    }
    return numbers;
  }
}
