package org.ironopt.cli.fit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.ironopt.cli.render.TrainingSplit;
import org.ironopt.cli.shared.CompletionCandidates;
import org.ironopt.cli.shared.OptionChecks;
import org.ironopt.data.Dataset;
import org.ironopt.fit.network.NetworkFit;
import org.ironopt.io.InputError;
import org.ironopt.model.ModelKind;
import org.ironopt.network.Activation;
import org.ironopt.network.Layers;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The options of {@code --model network}; those that do nothing with one are refused. */
final class NetworkOptions {
  static final String WORD = "network";

  private static final int MOST_LAYERS = 20;

  /** Vectors of all parameters: iterates, averages, gradients, conjugate gradients. */
  private static final int VECTORS = 20;

  /** Arrays of all units for each row of a step: outputs, derivatives, both along a direction. */
  private static final int ARRAYS = 6;

  private static final int ROWS = 4096;

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
      description = "Units of each hidden layer of --model network; default: 64,32.")
  private String hidden;

  @Option(
      names = "--activation",
      paramLabel = "NAME",
      completionCandidates = CompletionCandidates.Activations.class,
      description = "Activation of hidden units: tanh (default), relu or sigmoid.")
  private String activation;

  @Option(
      names = "--epochs",
      paramLabel = "N",
      description = "Largest number of epochs of a network; default: 300.")
  private Integer epochs;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** Refuses options that do not go together. */
  void check(boolean network) {
    if (!network) {
      for (String option : List.of("--hidden", "--activation", "--epochs")) {
        OptionChecks.needs(option, given(option), "--model network", false);
      }
      return;
    }
    for (Map.Entry<String, String> unfit : UNFIT.entrySet()) {
      if (given(unfit.getKey())) {
        throw new InputError(
            "%s does not apply to --model network, %s; leave it out",
            unfit.getKey(), unfit.getValue());
      }
    }
    units();
    activation();
    OptionChecks.given("--epochs", epochs, v -> v >= 0, ">= 0");
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

  private Activation activation() {
    return activation == null
        ? Activation.TANH
        : OptionChecks.choice("--activation", activation, ACTIVATIONS);
  }

  /** Returns the fit of some rows, with the settings that other models have, too. */
  NetworkFit fit(ModelKind kind, TrainingSplit rows, FitOptions options) {
    NetworkFit fit =
        NetworkFit.of(kind, rows.train(), rows.stopping().orElseThrow())
            .hidden(units().stream().mapToInt(u -> u).toArray())
            .activation(activation())
            .reg(options.reg().orElseThrow())
            .balanced(options.problem.balanced())
            .classWeights(options.problem.classWeights())
            .seed(options.seed);
    rows.validation().ifPresent(fit::test);
    options.timeLimit().ifPresent(fit::timeLimit);
    options.heldOut.patience().ifPresent(fit::patience);
    return epochs == null ? fit : fit.epochs(epochs);
  }

  /** Refuses data that a network cannot be fitted to. */
  static void check(String file, Dataset data) {
    if (data.columns() > NetworkFit.WIDEST) {
      throw new InputError(
          "%s: %s columns are too many for a network, expected at most %s; leave some out with"
              + " --ignore, or fit a linear model",
          file, data.columns(), NetworkFit.WIDEST);
    }
    if ((double) data.rows() * data.columns() > Integer.MAX_VALUE) {
      throw new InputError(
          "%s: %s rows of %s columns are more numbers than a network takes, expected at most %s",
          file, data.rows(), data.columns(), Integer.MAX_VALUE);
    }
  }

  /** Estimates the memory beside the data: rows in floats, units, factors and vectors. */
  long megabytes(Dataset data, ModelKind kind) {
    Layers layers = Layers.inputs(data.columns());
    for (int units : units()) {
      layers = layers.dense(units, activation());
    }
    layers = layers.outputs(kind == ModelKind.SOFTMAX ? data.classes() : 1);
    double units = layers.widths().stream().mapToDouble(w -> w).sum();
    double factors = 0;
    for (Layers.Block b : layers.blocks()) {
      factors += (double) b.columns() * b.columns() + (double) b.rows() * b.rows();
    }
    double bytes =
        4.0 * data.rows() * data.columns()
            + 4.0 * ARRAYS * units * Math.min(data.rows(), ROWS)
            + 24.0 * factors
            + 8.0 * VECTORS * layers.parameters();
    return Math.round(bytes / 1e6);
  }
}
