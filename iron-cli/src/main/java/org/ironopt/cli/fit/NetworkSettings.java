package org.ironopt.cli.fit;

import java.util.List;
import java.util.OptionalInt;
import org.ironopt.data.Dataset;
import org.ironopt.fit.network.NetworkFit;
import org.ironopt.io.InputError;
import org.ironopt.model.ModelKind;
import org.ironopt.network.Activation;
import org.ironopt.network.Layers;

/**
 * The network that a user wants.
 *
 * @param hidden units of the hidden layers
 * @param activation of the hidden units
 * @param epochs that steps go over all rows at most, if another number than the library's
 */
public record NetworkSettings(List<Integer> hidden, Activation activation, OptionalInt epochs) {
  /** Vectors of all parameters: iterates, averages, gradients, conjugate gradients. */
  private static final int VECTORS = 20;

  /** Arrays of all units for each row of a step: outputs, derivatives, both along a direction. */
  private static final int ARRAYS = 6;

  private static final int ROWS = 4096;

  /** Returns the fit of some rows, with the settings that other models have, too. */
  NetworkFit fit(ModelKind kind, TrainingSplit rows, FitSettings settings) {
    NetworkFit fit =
        NetworkFit.of(kind, rows.train(), rows.stopping().orElseThrow())
            .hidden(hidden.stream().mapToInt(u -> u).toArray())
            .activation(activation)
            .reg(settings.reg().orElseThrow())
            .balanced(settings.balanced())
            .classWeights(settings.classWeights())
            .seed(settings.seed());
    rows.validation().ifPresent(fit::test);
    settings.timeLimit().ifPresent(fit::timeLimit);
    settings.heldOut().patience().ifPresent(fit::patience);
    epochs.ifPresent(fit::epochs);
    return fit;
  }

  /** Refuses data that a network cannot be fitted to. */
  void check(String file, Dataset data) {
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
    for (int units : hidden) {
      layers = layers.dense(units, activation);
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
