package org.ironopt.bench.deep;

import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.network.Activation;
import org.ironopt.network.Layers;
import org.ironopt.network.Network;
import org.ironopt.network.NetworkLoss;
import org.ironopt.network.internal.GradientWork;

/**
 * The problem of the race: sigmoid units with a linear code, logistic loss of every pixel, sparse
 * start (Hinton and Salakhutdinov 2006, Martens 2010), the classical hard case for gradients.
 *
 * @param name the widths
 * @param train what is learnt
 * @param test the same network on images that nobody learns from
 */
record Autoencoder(String name, Layers layers, Network train, Network test, GradientWork costs) {
  /** The size for a look. */
  static final List<Integer> SMALL = List.of(64, 32, 10);

  /** The size that a CPU trains within minutes. */
  static final List<Integer> FULL = List.of(400, 200, 30);

  /** Returns the network with these layers up to the code, and back. */
  static Autoencoder of(Dataset train, Dataset test, List<Integer> widths) {
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
    String name =
        String.join(
            "-",
            IntStream.range(0, all.widths().size())
                .mapToObj(l -> all.widths().get(l).toString())
                .toList());
    return new Autoencoder(
        name,
        all,
        Network.autoencoder(all, NetworkLoss.LOGISTIC, train),
        Network.autoencoder(all, NetworkLoss.LOGISTIC, test),
        GradientWork.of(all));
  }
}
