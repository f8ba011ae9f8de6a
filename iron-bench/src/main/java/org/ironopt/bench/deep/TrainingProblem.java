package org.ironopt.bench.deep;

import java.util.List;
import java.util.stream.Collectors;
import org.ironopt.data.Dataset;
import org.ironopt.network.Activation;
import org.ironopt.network.Layers;
import org.ironopt.network.Network;
import org.ironopt.network.NetworkLoss;
import org.ironopt.network.internal.GradientWork;
import org.ironopt.random.RandomStreams;

/**
 * A problem of the race. Autoencoders have sigmoid units, a linear code, the logistic loss of every
 * pixel and a sparse start (Hinton and Salakhutdinov 2006, Martens 2010), the classical hard case
 * for gradients; a shallow classifier of rectified units is the easy one.
 *
 * @param name what is learnt, and the widths
 * @param train what is learnt
 * @param test the same network on rows that nobody learns from
 */
record TrainingProblem(String name, Network train, Network test, GradientWork costs) {
  /** The size for a look. */
  static final List<Integer> SMALL = List.of(64, 32, 10);

  /** The size that a CPU trains within minutes. */
  static final List<Integer> FULL = List.of(400, 200, 30);

  /** Widths for images of curves, which six numbers make. */
  static final List<Integer> CURVES = List.of(400, 200, 100, 50, 25, 6);

  static final List<Integer> SMALL_CURVES = List.of(64, 32, 6);

  /** Returns the network with these layers up to the code, and back. */
  static TrainingProblem autoencoder(
      String what, Dataset train, Dataset test, List<Integer> widths) {
    int pixels = train.columns();
    Layers layers = Layers.inputs(pixels);
    for (int width : widths.subList(0, widths.size() - 1)) {
      layers = layers.dense(width, Activation.SIGMOID);
    }
    layers = layers.dense(widths.getLast(), Activation.LINEAR);
    for (int l = widths.size() - 2; l >= 0; l--) {
      layers = layers.dense(widths.get(l), Activation.SIGMOID);
    }
    Layers all = layers.outputs(pixels);
    return of(
        what,
        Network.autoencoder(all, NetworkLoss.LOGISTIC, train),
        Network.autoencoder(all, NetworkLoss.LOGISTIC, test));
  }

  /** Returns a network with one hidden layer that tells the labels. */
  static TrainingProblem classifier(String what, Dataset train, Dataset test, int width) {
    Layers layers =
        Layers.inputs(train.columns()).dense(width, Activation.RELU).outputs(train.classes());
    return of(
        what,
        Network.of(layers, NetworkLoss.SOFTMAX, train),
        Network.of(layers, NetworkLoss.SOFTMAX, test));
  }

  private static TrainingProblem of(String what, Network train, Network test) {
    Layers layers = train.layers();
    String widths = layers.widths().stream().map(String::valueOf).collect(Collectors.joining("-"));
    return new TrainingProblem(what + " " + widths, train, test, GradientWork.of(layers));
  }

  Layers layers() {
    return train.layers();
  }

  /** Returns where every entrant starts. */
  double[] start(long seed) {
    RandomStreams streams = new RandomStreams(seed);
    boolean rectified = layers().activations().getFirst() == Activation.RELU;
    return rectified ? layers().fanIn(streams) : layers().sparse(streams);
  }
}
