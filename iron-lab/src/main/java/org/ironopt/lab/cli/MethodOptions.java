package org.ironopt.lab.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.ironopt.data.Dataset;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitMethod;
import org.ironopt.fit.FitResult;
import org.ironopt.lab.InputError;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.file.TomlSection;
import org.ironopt.lab.methods.Family;
import org.ironopt.lab.methods.FitTarget;
import org.ironopt.lab.methods.MethodKind;
import org.ironopt.lab.methods.MethodKinds;
import org.ironopt.lab.methods.MethodMaker;
import org.ironopt.lab.methods.StepSearch;
import org.ironopt.random.Streams;
import org.ironopt.run.Ending;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** By which method a model is fitted: IRON as it is made for fits, or any of the library. */
final class MethodOptions {
  private static final int BATCH = 32;
  private static final int TRIAL_PASSES = 5;
  private static final int TRIAL_ROWS = 2000;

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      defaultValue = "iron",
      description = "iron (chosen by cost; default), its own ways below, or any other method.")
  private String word;

  @Option(
      names = "--alpha",
      paramLabel = "ALPHA",
      description =
          "First step of iron, > 0; it grows tenfold with each. Any leads to one optimum.")
  private Double alpha;

  @Option(
      names = "--step",
      paramLabel = "STEP",
      description = "Step of another method, > 0. Default: the best of about ten on a few rows.")
  private Double step;

  @Option(
      names = "--batch",
      paramLabel = "B",
      description = "Rows that a step of another method sees, 0 for all; default: 32.")
  private Integer batch;

  private OptionalDouble found = OptionalDouble.empty();

  /** Returns IRON's own way of that name, if it is one. */
  private Optional<FitMethod> own() {
    return Arrays.stream(FitMethod.values()).filter(m -> name(m).equals(word)).findFirst();
  }

  private static String name(FitMethod method) {
    return method.name().toLowerCase(Locale.ROOT);
  }

  private static List<String> ownWords() {
    return Arrays.stream(FitMethod.values()).map(MethodOptions::name).toList();
  }

  private MethodKind kind() {
    return MethodKinds.named(word)
        .orElseThrow(
            () -> {
              List<String> words = new ArrayList<>(ownWords());
              MethodKinds.words().stream().filter(w -> !words.contains(w)).forEach(words::add);
              return new InputError(
                  "--method is '"
                      + word
                      + "', which is no method"
                      + MethodKinds.guess(word, words));
            });
  }

  /** Refuses options that do not go together. */
  void check(double l1) {
    if (own().isPresent()) {
      if (step != null) {
        throw unfit("--step", "which needs none; --alpha changes its first step");
      }
      if (batch != null) {
        throw unfit("--batch", "which chooses its rows itself");
      }
    } else {
      check(kind(), l1);
    }
    positive("--alpha", alpha);
    positive("--step", step);
    if (batch != null) {
      Check.number("--batch", batch, batch >= 0, ">= 0");
    }
  }

  private void check(MethodKind kind, double l1) {
    if (alpha != null) {
      throw unfit("--alpha", kind.stepless() ? "which finds its steps itself" : "use --step");
    }
    if (step != null && kind.stepless()) {
      throw unfit("--step", "which finds its steps itself");
    }
    if (batch != null && kind.batch() >= 0) {
      throw unfit("--batch", "whose steps see " + (kind.batch() == 0 ? "all rows" : "one row"));
    }
    if (l1 > 0 && !kind.composite()) {
      String able =
          MethodKinds.all().stream()
              .filter(MethodKind::composite)
              .map(MethodKind::word)
              .collect(Collectors.joining(", "));
      throw unfit("--l1", "which takes no such penalty; leave --method out, or choose of " + able);
    }
  }

  private InputError unfit(String option, String reason) {
    return new InputError(option + " does not apply to --method " + word + ", " + reason);
  }

  private static void positive(String option, Double value) {
    if (value != null) {
      Check.number(option, value, value > 0, "> 0");
    }
  }

  String word() {
    return word;
  }

  /** Returns the step of a method that has one. */
  OptionalDouble step() {
    return step != null ? OptionalDouble.of(step) : found;
  }

  /** Returns what a report says of the settings. */
  String words() {
    if (own().isPresent()) {
      return "";
    }
    int rows = kind().batch(batch == null ? BATCH : batch);
    String seen = rows == 0 ? "all rows" : rows == 1 ? "one row" : rows + " rows";
    String length = step().isPresent() ? ", step " + Numbers.text(step().getAsDouble()) : "";
    return " (" + word + length + ", " + seen + " a step)";
  }

  Fit apply(Fit fit) {
    if (own().isPresent()) {
      fit.method(own().get());
      return alpha == null ? fit : fit.alpha(alpha);
    }
    return apply(fit, step().orElse(1));
  }

  private Fit apply(Fit fit, double eta) {
    TomlSection none = TomlSection.parse(Path.of("--method"), "");
    MethodMaker maker = kind().read(none, batch == null ? BATCH : batch);
    return fit.method(problem -> new ChosenMethod(maker, eta, new FitTarget(problem)));
  }

  /** Makes a fit of some rows, everything but its method being set. */
  interface Trial {
    Fit of(Dataset rows);
  }

  /** Looks for the step if it is needed and not given; returns what to say about it. */
  Optional<String> find(Dataset data, long seed, Trial trial) {
    if (own().isPresent() || kind().stepless() || step != null) {
      return Optional.empty();
    }
    Dataset rows = data;
    if (data.rows() > TRIAL_ROWS) {
      int[] order = new Streams(seed).stream("step-search").permutation(0, data.rows());
      int[] some = Arrays.copyOf(order, TRIAL_ROWS);
      Arrays.sort(some);
      rows = data.subset(some);
    }
    Dataset few = rows;
    double start = trial.of(few).stepLimit(0).go().history().getFirst().objective();
    StepSearch search =
        new StepSearch(
            eta -> score(apply(trial.of(few), eta)),
            start,
            () -> Thread.currentThread().isInterrupted());
    found = search.run();
    if (found.isEmpty() && !Thread.currentThread().isInterrupted()) {
      throw new InputError(
          "--method "
              + word
              + " got nowhere with any step from 1e-6 to 1e6 within "
              + TRIAL_PASSES
              + " passes; give one with --step, or leave --method out");
    }
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "step: "
                + Numbers.text(found.getAsDouble())
                + ", the best of "
                + search.tried()
                + " after "
                + TRIAL_PASSES
                + " passes each over "
                + few.rows()
                + " rows (--step changes it)");
  }

  private static double score(Fit fit) {
    FitResult result = fit.stepLimit(TRIAL_PASSES).go();
    if (result.ending() instanceof Ending.Interrupted) {
      Thread.currentThread().interrupt();
    }
    boolean fine = result.ending() instanceof Ending.StepLimit || result.ending().goal();
    return fine ? result.history().getLast().objective() : Double.POSITIVE_INFINITY;
  }

  /** Lists the methods below the options. */
  static void addTo(CommandSpec spec) {
    List<String> lines = new ArrayList<>(List.of("", "Methods for --method:"));
    lines.addAll(paragraph("iron", ownWords().stream().collect(Collectors.joining(", "))));
    for (Family family : Family.values()) {
      String words =
          MethodKinds.all().stream()
              .filter(kind -> kind.family() == family && !ownWords().contains(kind.word()))
              .map(kind -> kind.word() + (kind.composite() ? "*" : ""))
              .collect(Collectors.joining(", "));
      lines.addAll(paragraph(family.words(), words));
    }
    lines.add("  Those with a star take --l1. docs/METHODS.md says what they are.");
    lines.addAll(List.of(spec.usageMessage().footer()));
    spec.usageMessage().footer(lines.toArray(String[]::new));
  }

  /** Breaks a list into lines behind its name. */
  private static List<String> paragraph(String name, String words) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "  %-16s", name));
    for (String word : words.split(" ")) {
      if (line.length() + word.length() >= 96) {
        lines.add(line.toString());
        line = new StringBuilder(" ".repeat(18));
      }
      line.append(' ').append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
