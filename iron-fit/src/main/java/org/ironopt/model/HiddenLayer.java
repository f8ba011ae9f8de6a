package org.ironopt.model;

import java.util.Locale;
import java.util.Objects;
import org.ironopt.data.Features;
import org.ironopt.linalg.internal.Require;
import org.ironopt.network.Activation;

/**
 * A layer of units between the columns of a model and its linear outputs: unit u is {@code phi(w_u
 * h + b_u)}, h the columns or the units of the layer before.
 *
 * @param activation phi
 * @param weights one row for each unit
 * @param biases one for each unit
 */
public record HiddenLayer(Activation activation, double[][] weights, double[] biases) {
  public HiddenLayer {
    Objects.requireNonNull(activation, "activation");
    Require.atLeast("units", 1, weights.length);
    Require.finite("bias", Require.length("biases", weights.length, biases));
    for (double[] w : weights) {
      Require.finite("weight", Require.length("weights", weights[0].length, w));
    }
  }

  /** Returns how many units there are. */
  public int units() {
    return biases.length;
  }

  /** Returns how many numbers a unit sees. */
  public int inputs() {
    return weights[0].length;
  }

  /** Returns the word for the activation in files and commands. */
  public String word() {
    return activation.name().toLowerCase(Locale.ROOT);
  }

  /** Returns the units for a stored row of the columns. */
  double[] of(Features x, int row) {
    double[] h = new double[units()];
    for (int u = 0; u < h.length; u++) {
      h[u] = activation.of(x.rowDot(row, weights[u], 0) + biases[u]);
    }
    return h;
  }

  /** Returns the units for what they see. */
  double[] of(double[] below) {
    double[] h = new double[units()];
    for (int u = 0; u < h.length; u++) {
      h[u] = activation.of(dot(weights[u], below) + biases[u]);
    }
    return h;
  }

  static double dot(double[] w, double[] x) {
    double sum = 0;
    for (int j = 0; j < x.length; j++) {
      sum = Math.fma(w[j], x[j], sum);
    }
    return sum;
  }
}
