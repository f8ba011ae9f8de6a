package org.ironopt.lab.cli;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ironopt.lab.InputError;
import org.ironopt.lab.NumberList;
import org.ironopt.lab.file.Values;
import org.ironopt.lab.reproduce.Catalog;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * One option for every setting of every experiment, made from the settings themselves: a setting
 * {@code grid_particles} of whole numbers is the option {@code --grid-particles N}.
 */
final class SettingOptions {
  private static final String COVARIANCE = "covariance";

  private static final Map<String, String> HELP =
      Map.ofEntries(
          Map.entry("reading", "paper, or authors: what the authors' script does instead."),
          Map.entry("alpha", "Steps of the figures, each > 0."),
          Map.entry("particles", "Particles of each cloud."),
          Map.entry("iterations", "Iterations of each cloud."),
          Map.entry("window", "How many last iterations count."),
          Map.entry("diagonal", "Diagonal of A of the log-cosh regression, each > 0."),
          Map.entry("tolerance", "Residual of every inner solve."),
          Map.entry("tolerances", "Residuals of the inner solves, each > 0."),
          Map.entry("loose", "Residuals that are meant to be too large."),
          Map.entry("chain_seeds", "Seeds of the chains."),
          Map.entry("discard", "Share of the iterations that is left out."),
          Map.entry("rows", "Rows of the generated data."),
          Map.entry("dimension", "Features of the generated data."),
          Map.entry("seeds", "Seeds of the final runs."),
          Map.entry("reg", "Factor of the l2 penalty."),
          Map.entry("damping", "updated, or frozen: whether gamma moves to mu."),
          Map.entry("max_steps", "Newton steps of an inner solve at most."),
          Map.entry("newton_samples", "Equations that the paper's Newton solves as well."),
          Map.entry("fit_from", "Smallest step of the fitted slope."),
          Map.entry("eigenvalues", "Eigenvalues of the quadratic, each > 0."),
          Map.entry("b", "Every entry of the vector b."),
          Map.entry("mu", "Convexity parameter of the flow."),
          Map.entry("gamma", "Damping."),
          Map.entry("rho", "Standard deviation of the noise in each coordinate."),
          Map.entry("noise", "gaussian, student:NU or stable:S."),
          Map.entry(COVARIANCE, "File with the noise covariance, one row a line."),
          Map.entry("instances", "Random instances of each study."),
          Map.entry("grid", "Steps of the curves."),
          Map.entry("grid_particles", "Particles behind each point of a curve."),
          Map.entry("batch", "Batch sizes."),
          Map.entry("adamw", "Steps among which AdamW's is chosen."),
          Map.entry("nag_gs", "Steps among which that of NAG-GS is chosen."),
          Map.entry("iron", "Steps among which that of IRON is chosen."),
          Map.entry("precision", "single, or double: arithmetic of the training products."),
          Map.entry("train_rows", "MNIST rows to learn from, the first ones."),
          Map.entry("validation_rows", "How many of them choose the steps."),
          Map.entry("test_rows", "MNIST rows to test on, the first ones."),
          Map.entry("tuning_epochs", "Epochs of a run that is part of a choice."),
          Map.entry("epochs", "Epochs of a final run."),
          Map.entry("residual", "Residual of IRON's inner solve on MNIST, absolute."),
          Map.entry("newton", "Newton steps of an inner solve at most."),
          Map.entry("cg", "Relative residual of the linear systems."),
          Map.entry("steps", "Steps whose effect on every method is shown."),
          Map.entry("step_epochs", "Epochs of those runs."),
          Map.entry("step_batch", "Their batch size."),
          Map.entry("seed", "Root seed."));

  private SettingOptions() {}

  /** Returns all settings of all experiments, by key. */
  private static Map<String, Object> known() {
    Map<String, Object> known = new LinkedHashMap<>();
    for (Catalog entry : Catalog.all()) {
      entry.paper().asMap().forEach(known::putIfAbsent);
    }
    return known;
  }

  static void addTo(CommandSpec spec) {
    known()
        .forEach(
            (key, standard) ->
                spec.addOption(
                    OptionSpec.builder(option(key))
                        .type(String.class)
                        .paramLabel(label(key, standard))
                        .description(HELP.getOrDefault(key, "Setting '" + key + "'."))
                        .build()));
  }

  /** Puts the options that were given over the settings of one experiment. */
  static Values apply(ParseResult given, String experiment, Values settings) {
    for (Map.Entry<String, Object> entry : known().entrySet()) {
      String name = option(entry.getKey());
      if (!given.hasMatchedOption(name)) {
        continue;
      }
      if (!settings.has(entry.getKey())) {
        throw new InputError(name + " is not a setting of " + experiment + "; leave it out");
      }
      String text = given.matchedOption(name).getValue();
      settings.with(entry.getKey(), value(name, entry.getKey(), entry.getValue(), text));
    }
    return settings;
  }

  private static Object value(String name, String key, Object standard, String text) {
    if (key.equals(COVARIANCE)) {
      return matrix(SettingsFile.settings(text));
    }
    try {
      return switch (standard) {
        case Long _ -> whole(text);
        case Number _ -> NumberList.number(text);
        case List<?> _ -> numbers(text);
        case Boolean _ -> Boolean.valueOf(text);
        default -> text;
      };
    } catch (InputError e) {
      throw new InputError(name + ": " + e.getMessage());
    }
  }

  /** Reads a whole number of 64 bits with all its digits, which a double would round. */
  private static long whole(String text) {
    if (Math.abs(NumberList.number(text)) < 1e19) {
      try {
        return new BigDecimal(text.strip()).longValueExact();
      } catch (ArithmeticException notWhole) {
        // One message for a fraction and for a number that is too large.
      }
    }
    throw new InputError("'" + text + "' is not a whole number of 64 bits");
  }

  /** A list is kept as doubles: a whole number that one cannot hold is refused, not rounded. */
  private static List<Double> numbers(String text) {
    for (String item : text.split(",", -1)) {
      if (item.strip().matches("[+-]?\\d{16,}")) {
        BigDecimal typed = new BigDecimal(item.strip());
        if (typed.compareTo(new BigDecimal(typed.doubleValue())) != 0) {
          throw new InputError(
              "'" + item.strip() + "' is too long for a list, expected at most 2^53");
        }
      }
    }
    return NumberList.parse(text).values();
  }

  /** Reads a matrix: one row a line, numbers separated by commas or blanks, # starts a comment. */
  private static List<Double> matrix(Path file) {
    List<Double> entries = new ArrayList<>();
    try {
      List<String> lines = Files.readAllLines(file);
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i).replaceAll("#.*", "").strip();
        for (String item : line.isEmpty() ? new String[0] : line.split("[,\\s]+")) {
          try {
            entries.add(NumberList.number(item));
          } catch (InputError e) {
            throw new InputError(file + ":" + (i + 1) + ": " + e.getMessage());
          }
        }
      }
    } catch (IOException e) {
      throw new InputError("--covariance " + file + " cannot be read: " + e.getMessage());
    }
    return entries;
  }

  private static String option(String key) {
    return "--" + key.replace('_', '-');
  }

  private static String label(String key, Object standard) {
    return switch (standard) {
      case List<?> _ -> key.equals(COVARIANCE) ? "FILE" : "LIST";
      case Number _ -> "N";
      default -> "TEXT";
    };
  }

  /** Returns the names of all experiments, for messages. */
  static String names() {
    return String.join(
        ", ", Arrays.asList(Catalog.all().stream().map(Catalog::name).toArray(String[]::new)));
  }
}
