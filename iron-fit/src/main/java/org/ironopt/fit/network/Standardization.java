package org.ironopt.fit.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.Features;
import org.ironopt.data.FloatFeatures;
import org.ironopt.data.SparseFeatures;
import org.ironopt.fit.partition.ColumnMoments;
import org.ironopt.model.Model.HiddenLayer;
import org.ironopt.model.ModelKind;
import org.ironopt.network.Layers;

/**
 * The variables of a network: columns, and targets that are numbers, with mean 0 and spread 1.
 * Sparse columns keep their zeros and are scaled only. A column that does not vary becomes 0.
 *
 * @param center of each column
 * @param scale factor of each column
 * @param mean of the targets, 0 for classes
 * @param spread of the targets, 1 for classes
 */
record Standardization(double[] center, double[] scale, double mean, double spread) {
  /** Below this part of the mean a spread is rounding. */
  private static final double ROUNDING = 1e-12;

  /** Standardised values of other rows are clipped here, below the largest float. */
  private static final double LARGEST = 1e30;

  static Standardization of(ModelKind kind, Dataset data) {
    ColumnMoments moments = ColumnMoments.of(data);
    boolean sparse = data.features() instanceof SparseFeatures;
    double[] center = sparse ? new double[data.columns()] : moments.mean().clone();
    double[] scale = new double[center.length];
    for (int j = 0; j < scale.length; j++) {
      double spread = Math.sqrt(moments.variance()[j]);
      scale[j] = spread > ROUNDING * Math.abs(moments.mean()[j]) ? 1 / spread : 0;
    }
    if (kind.classes()) {
      return new Standardization(center, scale, 0, 1);
    }
    double total = data.totalWeight();
    double mean = 0;
    for (int i = 0; i < data.rows(); i++) {
      mean = Math.fma(data.weight(i) / total, data.target(i), mean);
    }
    double squares = 0;
    for (int i = 0; i < data.rows(); i++) {
      double off = data.target(i) - mean;
      squares = Math.fma(data.weight(i) / total * off, off, squares);
    }
    double spread = Math.sqrt(squares);
    return new Standardization(center, scale, mean, spread > 0 ? spread : 1);
  }

  /** Returns rows in these variables. */
  Dataset of(Dataset data) {
    int n = data.rows();
    Features x =
        data.features() instanceof SparseFeatures sparse ? sparse(data, sparse) : dense(data);
    Dataset rows;
    if (data.classes() > 0) {
      int[] labels = IntStream.range(0, n).map(data::label).toArray();
      rows = Dataset.classification(x, labels, data.classNames());
    } else {
      double[] y = new double[n];
      Arrays.setAll(y, i -> Math.clamp((data.target(i) - mean) / spread, -LARGEST, LARGEST));
      rows = Dataset.regression(x, y);
    }
    return data.weights().isEmpty()
        ? rows
        : rows.weighted(IntStream.range(0, n).mapToDouble(data::weight).toArray());
  }

  private FloatFeatures dense(Dataset data) {
    int d = data.columns();
    float[] x = new float[Math.multiplyExact(data.rows(), d)];
    double[] row = new double[d];
    for (int i = 0; i < data.rows(); i++) {
      data.features().copyRow(data.position(i), row, 0);
      for (int j = 0; j < d; j++) {
        x[i * d + j] = (float) Math.clamp(scale[j] * (row[j] - center[j]), -LARGEST, LARGEST);
      }
    }
    return new FloatFeatures(data.rows(), d, x);
  }

  private SparseFeatures sparse(Dataset data, SparseFeatures features) {
    int[] starts = features.matrix().rowPointers();
    int[] ends = new int[data.rows() + 1];
    for (int i = 0; i < data.rows(); i++) {
      int row = data.position(i);
      ends[i + 1] = ends[i] + starts[row + 1] - starts[row];
    }
    int[] columns = new int[ends[data.rows()]];
    double[] values = new double[columns.length];
    for (int i = 0; i < data.rows(); i++) {
      int from = starts[data.position(i)];
      for (int k = 0; k < ends[i + 1] - ends[i]; k++) {
        int j = features.matrix().columnIndices()[from + k];
        columns[ends[i] + k] = j;
        values[ends[i] + k] =
            Math.clamp(scale[j] * features.matrix().values()[from + k], -LARGEST, LARGEST);
      }
    }
    return SparseFeatures.of(data.rows(), data.columns(), ends, columns, values);
  }

  /** Returns the layers of a point in the user's units, the linear outputs last. */
  List<HiddenLayer> layers(Layers layers, double[] x) {
    List<HiddenLayer> list = new ArrayList<>();
    for (int l = 0; l < layers.count(); l++) {
      Layers.Block block = layers.blocks().get(l);
      double[][] weights = new double[block.rows()][];
      double[] biases = new double[block.rows()];
      for (int u = 0; u < block.rows(); u++) {
        int at = block.from() + u * block.columns();
        weights[u] = Arrays.copyOfRange(x, at, at + block.columns() - 1);
        biases[u] = x[at + block.columns() - 1];
        for (int j = 0; l == 0 && j < weights[u].length; j++) {
          weights[u][j] *= scale[j];
          biases[u] = Math.fma(-weights[u][j], center[j], biases[u]);
        }
        for (int j = 0; l == layers.count() - 1 && j < weights[u].length; j++) {
          weights[u][j] *= spread;
        }
        biases[u] = l == layers.count() - 1 ? Math.fma(biases[u], spread, mean) : biases[u];
      }
      list.add(new HiddenLayer(layers.activations().get(l), weights, biases));
    }
    return list;
  }
}
