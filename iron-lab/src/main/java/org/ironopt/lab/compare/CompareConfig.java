package org.ironopt.lab.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.NumberList;
import org.ironopt.lab.file.TomlSection;
import org.ironopt.lab.folder.UserClasses;

/**
 * What is compared.
 *
 * @param title heading of the report
 * @param seeds how many runs with the chosen step
 * @param seed of the tuning runs; the others follow
 * @param steps the common grid of steps
 * @param tuning budget of a run by which a step is chosen
 * @param budget of a run with the chosen step
 * @param warmUp seconds that a method runs on a problem before the clock starts
 * @param fewer rows of problems are divided by this
 * @param problems what is solved
 * @param methods what solves them
 * @param spread the study of stationary spreads, if there is one
 */
record CompareConfig(
    String title,
    int seeds,
    long seed,
    double[] steps,
    Budget tuning,
    Budget budget,
    double warmUp,
    int fewer,
    List<ProblemKinds.ProblemEntry> problems,
    List<ComparedMethod> methods,
    Optional<SpreadStudy> spread) {
  /**
   * What a run may spend.
   *
   * @param passes evaluations of terms, divided by the number of terms
   * @param points measured points of its curve
   */
  record Budget(double passes, int points) {}

  /** Reads a config. */
  static CompareConfig read(Path file, String text, boolean smoke, UserClasses own) {
    TomlSection o = TomlSection.parse(file, text);
    String title = o.name("title", "Comparison");
    int seeds = o.whole("seeds", 1, 1000, 3);
    long seed = o.seed(0);
    int batch = o.whole("batch", 0, 1);
    double passes = o.number("passes", false, 20);
    double tuningPasses = o.number("tuning_passes", false, 5);
    double warmUp = o.number("warm_up", true, .3);
    int points = o.whole("points", 2, 10_000, 40);
    double[] steps = o.has("steps") ? steps(o) : NumberList.parse("1e-3..1e3:13").toArray();
    List<ProblemKinds.ProblemEntry> problems = new ArrayList<>();
    for (TomlSection section : o.sections("problem")) {
      problems.add(ProblemKinds.read(section, own));
      unique(section, "problem", problems.stream().map(ProblemKinds.ProblemEntry::name).toList());
    }
    List<ComparedMethod> methods = new ArrayList<>();
    for (TomlSection section : o.sections("method")) {
      methods.add(ComparedMethod.read(section, batch, own));
      unique(section, "method", methods.stream().map(ComparedMethod::name).toList());
    }
    Optional<SpreadStudy> spread = o.section("spread").map(s -> SpreadStudy.read(s, smoke));
    o.close();
    if (problems.isEmpty() || methods.isEmpty()) {
      String what = problems.isEmpty() ? "problem" : "method";
      throw o.error(what, "there is no [[" + what + "]] in " + file + ", expected at least one");
    }
    return new CompareConfig(
        title,
        smoke ? 1 : seeds,
        seed,
        smoke ? thinned(steps) : steps,
        new Budget(smoke ? Math.max(1, tuningPasses / 5) : tuningPasses, 10),
        new Budget(smoke ? Math.max(2, passes / 5) : passes, smoke ? Math.min(10, points) : points),
        smoke ? warmUp / 10 : warmUp,
        smoke ? 8 : 1,
        problems,
        methods,
        spread);
  }

  /** Returns the kind of a problem or a method: its name is one if it says nothing else. */
  static String kind(TomlSection o) {
    return o.has("kind") ? o.text("kind") : o.text("name");
  }

  /**
   * Returns the class of the user's own that a kind names.
   *
   * @param type what it has to implement
   * @param what a problem or a method
   * @param guess what may have been meant
   */
  static Class<?> own(TomlSection o, UserClasses own, Class<?> type, String what, String guess) {
    String kind = kind(o);
    Class<?> found =
        own.named(kind)
            .orElseThrow(
                () ->
                    o.error(
                        o.has("kind") ? "kind" : "name",
                        Numbers.format(
                            "'%s' is neither a %s nor a class on --class-path%s",
                            kind, what, guess)));
    if (!type.isAssignableFrom(found)) {
      throw o.error("kind", found.getName() + " does not implement " + type.getName());
    }
    return found;
  }

  private static void unique(TomlSection section, String what, List<String> names) {
    String name = names.getLast();
    if (names.indexOf(name) < names.size() - 1) {
      throw section.error(
          "name",
          "there are two " + what + "s named '" + name + "', give one of them another 'name'");
    }
  }

  /** Reads a grid of steps: a list of numbers, or a text such as {@code "1e-3..1e3:13"}. */
  static double[] steps(TomlSection o) {
    double[] steps;
    if (o.isList("steps")) {
      steps = o.numbers("steps").orElseThrow();
    } else {
      try {
        steps = NumberList.parse(o.text("steps")).toArray();
      } catch (InputError e) {
        throw o.error("steps", e.getMessage());
      }
    }
    if (steps.length == 0 || !Arrays.stream(steps).allMatch(s -> s > 0 && s < 1e300)) {
      throw o.error("steps", "'steps' should be numbers > 0, such as \"1e-3..1e3:13\"");
    }
    return steps;
  }

  /** Returns every third step, so that the ends stay. */
  static double[] thinned(double[] steps) {
    return IntStream.range(0, steps.length)
        .filter(i -> i % 3 == 0 || i == steps.length - 1)
        .mapToDouble(i -> steps[i])
        .toArray();
  }

  /** Returns the grid of a method. */
  double[] steps(ComparedMethod method) {
    return method.steps().map(own -> fewer > 1 ? thinned(own) : own).orElse(steps);
  }

  /** Returns the budget on a problem. */
  Budget budget(ProblemKinds.ProblemEntry problem) {
    return problem.passes() > 0 && fewer == 1
        ? new Budget(problem.passes(), budget.points())
        : budget;
  }
}
