package org.ironopt.gpu.network;

import org.ironopt.data.Dataset;
import org.ironopt.data.Targets;

/**
 * Rows of a data set as a device takes them: in float, one after the other.
 *
 * @param inputs of the rows
 * @param targets of the rows; the inputs themselves for a network that reproduces them
 */
record DeviceData(float[] inputs, float[] targets) {
  /** Returns the rows of a data set whose targets are its inputs. */
  static DeviceData autoencoder(Dataset data) {
    float[] rows = rows(data);
    return new DeviceData(rows, rows);
  }

  /** Returns the rows of a data set, with a number for each class or one number. */
  static DeviceData of(Dataset data, int outputs) {
    float[] targets = new float[Math.multiplyExact(data.rows(), outputs)];
    for (int i = 0; i < data.rows(); i++) {
      switch (data.targets()) {
        case Targets.Numbers numbers -> targets[i] = (float) data.target(i);
        case Targets.Labels labels -> {
          if (outputs == 1) {
            targets[i] = data.label(i);
          } else {
            targets[i * outputs + data.label(i)] = 1;
          }
        }
      }
    }
    return new DeviceData(rows(data), targets);
  }

  private static float[] rows(Dataset data) {
    if (data.weights().isPresent()) {
      throw new IllegalArgumentException(
          "networks on a device take rows of equal weight: leave the weights out");
    }
    int n = data.columns();
    float[] out = new float[Math.multiplyExact(data.rows(), n)];
    double[] row = new double[n];
    for (int i = 0; i < data.rows(); i++) {
      data.features().copyRow(data.position(i), row, 0);
      for (int j = 0; j < n; j++) {
        out[i * n + j] = (float) row[j];
      }
    }
    return out;
  }
}
