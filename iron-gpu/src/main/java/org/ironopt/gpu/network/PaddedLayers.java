package org.ironopt.gpu.network;

import java.util.Arrays;
import org.ironopt.network.Layers;

/**
 * Where the parameters of a network stand on a device. As in {@link Layers} a unit has its weights
 * and then its bias, but rows and columns are padded with zeros to multiples of eight, which the
 * matrix units of a GPU need to be fast; rows of data carry a 1 for the bias and zeros behind it,
 * so that the padding stays zero in every product and gradient.
 *
 * @param layers the network
 */
record PaddedLayers(Layers layers) {
  private static final int MULTIPLE = 8;

  private static int padded(int count) {
    return Math.ceilDiv(count, MULTIPLE) * MULTIPLE;
  }

  int count() {
    return layers.count();
  }

  /** Returns the units of layer l, from 1; the inputs for 0. */
  int width(int l) {
    return layers.width(l);
  }

  /** Returns the rows of the block of layer l. */
  int units(int l) {
    return padded(width(l));
  }

  /** Returns the numbers of a row of outputs of layer l, with the 1 of the bias. */
  int stride(int l) {
    return l == count() ? padded(width(l)) : padded(width(l) + 1);
  }

  /** Returns the columns of the block of layer l. */
  int columns(int l) {
    return stride(l - 1);
  }

  /** Returns the number that kernels know the units of layer l by. */
  int unit(int l) {
    return layers.activations().get(l - 1).ordinal();
  }

  /** Returns where the block of layer l begins. */
  int from(int l) {
    int at = 0;
    for (int i = 1; i < l; i++) {
      at = Math.addExact(at, Math.multiplyExact(units(i), columns(i)));
    }
    return at;
  }

  /** Returns how many numbers there are. */
  int length() {
    return from(count() + 1);
  }

  /** Returns where each parameter of the core stands here. */
  private int[] places() {
    int[] out = new int[layers.parameters()];
    for (int l = 1; l <= count(); l++) {
      Layers.Block block = layers.blocks().get(l - 1);
      int from = from(l);
      for (int i = 0; i < block.rows() * block.columns(); i++) {
        out[block.from() + i] = from + i / block.columns() * columns(l) + i % block.columns();
      }
    }
    return out;
  }

  /** Returns a point of the core in this shape. */
  float[] pack(double[] x) {
    float[] out = new float[length()];
    int[] places = places();
    for (int i = 0; i < places.length; i++) {
      out[places[i]] = (float) x[i];
    }
    return out;
  }

  /** Returns a point of this shape as the core has it. */
  double[] unpack(float[] x) {
    return Arrays.stream(places()).mapToDouble(place -> x[place]).toArray();
  }
}
