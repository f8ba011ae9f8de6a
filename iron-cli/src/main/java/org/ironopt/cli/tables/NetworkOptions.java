package org.ironopt.cli.tables;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import org.ironopt.cli.fit.NetworkSettings;
import org.ironopt.cli.shared.Check;
import org.ironopt.cli.shared.Words;
import org.ironopt.fit.network.NetworkFit;
import org.ironopt.io.InputError;
import org.ironopt.network.Activation;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The options of {@code --model network}; those that do nothing with one are refused. */
final class NetworkOptions {
  static final String WORD = "network";

  private static final int MOST_LAYERS = 20;

  private static final Activation[] ACTIVATIONS = {
    Activation.TANH, Activation.RELU, Activation.SIGMOID
  };

  /** Why an option does nothing with a network. */
  private static final SequencedMap<String, String> UNFIT = new LinkedHashMap<>();

  static {
    UNFIT.put("--l1", "whose weights get a quadratic penalty only (--reg)");
    UNFIT.put("--l1-ratio", "whose weights get a quadratic penalty only (--reg)");
    UNFIT.put("--tolerance", "which has no certificate; --epochs limits the work");
    UNFIT.put("--steps", "whose work --epochs limits");
    for (String option : List.of("--errors", "--robust", "--weights-are")) {
      UNFIT.put(option, "which has no standard errors");
    }
    UNFIT.put("--no-scale", "whose columns are always scaled");
    UNFIT.put("--no-intercept", "whose units all have a bias");
    UNFIT.put("--exposure", "which is not fitted to counts");
    UNFIT.put("--offset", "which is not fitted to counts");
    UNFIT.put("--init", "which starts from random weights (--seed)");
    for (String option : List.of("--method", "--alpha", "--step", "--batch")) {
      UNFIT.put(option, "which has a method of its own");
    }
    for (String option : List.of("--spark", "--partitions", "--device")) {
      UNFIT.put(option, "which is fitted on this machine");
    }
  }

  @Option(
      names = "--hidden",
      paramLabel = "UNITS",
      description = "Units of the hidden layers of --model network, as in 64,32 (the default).")
  private String hidden;

  @Option(
      names = "--activation",
      paramLabel = "NAME",
      completionCandidates = Words.Activations.class,
      description = "Of hidden units: tanh (default), relu or sigmoid.")
  private String activation;

  @Option(
      names = "--epochs",
      paramLabel = "N",
      description = "How often a network sees all rows at most; default: 300.")
  private Integer epochs;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** Returns the network, if the model is one; refuses options that do not go together. */
  Optional<NetworkSettings> settings(boolean network) {
    if (!network) {
      for (String option : List.of("--hidden", "--activation", "--epochs")) {
        Check.needs(option, given(option), "--model network", false);
      }
      return Optional.empty();
    }
    for (Map.Entry<String, String> unfit : UNFIT.entrySet()) {
      if (given(unfit.getKey())) {
        throw new InputError(
            "%s does not apply to --model network, %s; leave it out",
            unfit.getKey(), unfit.getValue());
      }
    }
    return Optional.of(
        new NetworkSettings(
            units(),
            activation == null
                ? Activation.TANH
                : Check.choice("--activation", activation, ACTIVATIONS),
            epochs == null
                ? OptionalInt.empty()
                : OptionalInt.of((int) Check.number("--epochs", epochs, epochs >= 0, ">= 0"))));
  }

  private boolean given(String option) {
    ParseResult parsed = command.commandLine().getParseResult();
    return parsed != null && parsed.hasMatchedOption(option);
  }

  private List<Integer> units() {
    List<Integer> units = new ArrayList<>();
    for (String part : (hidden == null ? "64,32" : hidden).split(",", -1)) {
      if (!part.matches("[0-9]{1,6}")
          || Integer.parseInt(part) < 1
          || Integer.parseInt(part) > NetworkFit.WIDEST
          || units.size() == MOST_LAYERS) {
        throw new InputError(
            "--hidden is '%s', expected units of at most %s layers as in 64,32, each 1 to %s",
            hidden, MOST_LAYERS, NetworkFit.WIDEST);
      }
      units.add(Integer.parseInt(part));
    }
    return units;
  }
}
