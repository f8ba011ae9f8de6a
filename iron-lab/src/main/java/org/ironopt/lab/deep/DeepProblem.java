package org.ironopt.lab.deep;

import org.ironopt.data.Dataset;
import org.ironopt.lab.data.TestAccuracy;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.network.Activation;
import org.ironopt.network.Layers;
import org.ironopt.network.Network;
import org.ironopt.network.NetworkLoss;

/** What is learnt. */
enum DeepProblem {
  /** The image itself, through a narrow code (Hinton and Salakhutdinov 2006, Martens 2010). */
  AUTOENCODER,
  /** The digit, by layers of 128 and 64 units that rectify. */
  CLASSIFIER;

  /** A network on the rows to learn from, and on those to test on. */
  record Pair(Network train, Network test, Dataset rows) {
    /** Returns the part of the test rows whose likeliest class is wrong, NaN without classes. */
    double error(double[] x) {
      if (test.loss() != NetworkLoss.SOFTMAX) {
        return Double.NaN;
      }
      DenseMatrix p = DenseMatrix.zeros(rows.rows(), rows.classes());
      test.predict(x, p);
      return (double) (rows.rows() - TestAccuracy.right(rows, p)) / rows.rows();
    }
  }

  Pair on(Dataset train, Dataset test, long[] hidden) {
    return new Pair(network(train, hidden), network(test, hidden), test);
  }

  private Network network(Dataset data, long[] hidden) {
    int pixels = data.columns();
    return switch (this) {
      case AUTOENCODER ->
          Network.autoencoder(autoencoder(pixels, hidden), NetworkLoss.LOGISTIC, data);
      case CLASSIFIER ->
          Network.of(
              Layers.inputs(pixels)
                  .dense(128, Activation.RELU)
                  .dense(64, Activation.RELU)
                  .outputs(data.classes()),
              NetworkLoss.SOFTMAX,
              data);
    };
  }

  /** Returns these layers up to the code, which is linear, and back. */
  static Layers autoencoder(int pixels, long[] hidden) {
    Layers layers = Layers.inputs(pixels);
    for (int l = 0; l < hidden.length; l++) {
      Activation unit = l == hidden.length - 1 ? Activation.LINEAR : Activation.SIGMOID;
      layers = layers.dense((int) hidden[l], unit);
    }
    for (int l = hidden.length - 2; l >= 0; l--) {
      layers = layers.dense((int) hidden[l], Activation.SIGMOID);
    }
    return layers.outputs(pixels);
  }
}
