package org.ironopt.network;

import java.util.List;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.internal.FloatProducts;
import org.ironopt.linalg.internal.FloatProducts.PackedFactor;
import org.ironopt.linalg.internal.FloatProducts.Part;
import org.ironopt.random.RandomStream;

/**
 * Some rows of the data on their way through the network: forward, backward, and along a direction.
 * Outputs of units, derivatives and what is packed of them stay in floats until the next point, so
 * that a product with the Gauss-Newton matrix is four matrix products for each layer. Rows are
 * gathered when they change. Owns its arrays; belongs to one thread.
 */
final class LayerPass {
  /** Elementwise work is shared out in pieces of about so many numbers. */
  private static final int PIECE = 1 << 14;

  private final Network network;
  private final List<Layers.Block> blocks;
  private final int layers;
  private final NetworkLoss loss;

  /** Outputs of the last layer. */
  private final int n;

  private final FloatProducts products;

  /** Outputs of each layer, inputs first, with a 1 for the bias behind each row. */
  private final float[][] h;

  private final PackedFactor[] packedH;
  private boolean packed;

  /** Derivatives of the loss by the sums that the units of each layer see, scaled. */
  private final float[][] delta;

  /** The same along a direction, and those of the outputs, with a 0 for the bias. */
  private final float[][] deltaAlong;

  private final float[][] along;

  /** Derivatives of the sums along a direction, for Hessian products only. */
  private final float[][] sumsAlong;

  /** Means p of the targets given the outputs. */
  private final float[] p;

  private final float[] targets;

  /** Weight of each row in the average. */
  private final float[] scale;

  private final double[] losses;
  private int[] ids = new int[0];
  int rows;

  LayerPass(Network network, FloatProducts products, int capacity) {
    this.network = network;
    this.products = products;
    Layers shape = network.layers();
    blocks = shape.blocks();
    layers = shape.count();
    loss = network.loss();
    n = shape.width(layers);
    h = new float[layers][];
    packedH = new PackedFactor[layers];
    delta = new float[layers + 1][];
    deltaAlong = new float[layers + 1][];
    along = new float[layers][];
    sumsAlong = new float[layers][];
    for (int l = 0; l < layers; l++) {
      h[l] = new float[capacity * (shape.width(l) + 1)];
      packedH[l] = new PackedFactor();
    }
    p = new float[capacity * n];
    targets = network.targetsAreInputs() ? h[0] : new float[p.length];
    scale = new float[capacity];
    losses = new double[capacity];
  }

  private int width(int l) {
    return network.layers().width(l);
  }

  /** Returns the array of a layer, made when it is first needed. */
  private float[] array(float[][] of, int l, int width) {
    if (of[l] == null) {
      of[l] = new float[scale.length * width];
    }
    return of[l];
  }

  private Activation activation(int l) {
    return network.layers().activations().get(l - 1);
  }

  /** Returns the outputs of a layer as a matrix, with ones for the biases. */
  private Part outputs(int l) {
    return Part.of(h[l], 0, stride(l));
  }

  private int stride(int l) {
    return l == layers ? width(l) : width(l) + 1;
  }

  /** Runs over rows {@code 0 .. count-1} of this many numbers each, in pieces. */
  private static void forRows(int count, int width, RowBody body) {
    int piece = Math.max(1, PIECE / width);
    Parallel.forEach(
        Math.ceilDiv(count, piece),
        t -> {
          double[] first = new double[width];
          double[] second = new double[width];
          for (int k = t * piece; k < Math.min(count, (t + 1) * piece); k++) {
            body.run(k, first, second);
          }
        });
  }

  /** Work on row k with two scratch arrays as long as a row. */
  private interface RowBody {
    void run(int k, double[] first, double[] second);
  }

  /** Takes the terms {@code from .. from + count - 1} of the network. */
  void load(int from, int count) {
    rows = count;
    double factor = 1 / (network.terms() * network.meanWeight());
    boolean same = ids.length == count;
    int[] next = same ? ids : new int[count];
    for (int k = 0; k < count; k++) {
      int id = network.row(from + k);
      same &= next[k] == id;
      next[k] = id;
    }
    ids = next;
    for (int k = 0; k < count; k++) {
      scale[k] = (float) (network.weight(ids[k]) * factor);
    }
    if (same) {
      return;
    }
    int width = width(0);
    forRows(
        count,
        width,
        (k, first, _) -> {
          Network.copyRow(network.features(), ids[k], h[0], k * (width + 1), first);
          h[0][k * (width + 1) + width] = 1;
        });
    for (int l = 1; l < layers; l++) {
      for (int k = 0; k < count; k++) {
        h[l][k * (width(l) + 1) + width(l)] = 1;
      }
    }
    if (!network.targetsAreInputs()) {
      forRows(count, n, (k, first, _) -> network.target(ids[k], targets, k * n, first));
    }
  }

  /** Runs forward; returns the sum of the losses, each with its weight. */
  double forward(PackedWeights w) {
    packed = false;
    for (int l = 1; l <= layers; l++) {
      int width = width(l);
      int stride = stride(l);
      float[] out = l == layers ? p : h[l];
      products.multiply(rows, outputs(l - 1), w.forward[l], 1, false, Part.of(out, 0, stride));
      Activation activation = activation(l);
      if (l < layers && activation != Activation.LINEAR) {
        forRows(rows, width, (k, first, _) -> activation.apply(out, k * stride, width, first));
      }
    }
    float[] d = array(delta, layers, n);
    int t = network.targetsAreInputs() ? n + 1 : n;
    forRows(
        rows,
        n,
        (k, z, scratch) -> {
          for (int c = 0; c < n; c++) {
            z[c] = p[k * n + c];
          }
          losses[k] = scale[k] * loss.evaluate(z, targets, k * t, scratch, n);
          for (int c = 0; c < n; c++) {
            p[k * n + c] = (float) z[c];
            d[k * n + c] = (float) (scale[k] * (z[c] - targets[k * t + c]));
          }
        });
    return sumOfLosses();
  }

  private double sumOfLosses() {
    double sum = 0;
    for (int k = 0; k < rows; k++) {
      sum += losses[k];
    }
    return sum;
  }

  /** Overwrites the gradient, or adds to it, after {@link #forward}. */
  void backward(PackedWeights w, double[] gradient, boolean add) {
    for (int l = layers; l >= 1; l--) {
      moments(delta[l], l, gradient, add);
      if (l > 1) {
        down(w, l, delta, rows, 1);
      }
    }
  }

  /** {@code gradient of layer l = d' h}. */
  private void moments(float[] d, int l, double[] gradient, boolean add) {
    for (int i = 0; !packed && i < layers; i++) {
      products.pack(outputs(i), rows, stride(i), packedH[i]);
    }
    packed = true;
    Part turned = Part.of(d, 0, width(l)).transpose();
    products.multiply(width(l), turned, packedH[l - 1], 1, add, block(l, gradient));
  }

  private Part block(int l, double[] x) {
    return Part.of(x, blocks.get(l - 1).from(), blocks.get(l - 1).columns());
  }

  /** {@code to = d W_l}: from the sums of layer l back to the outputs of the layer before. */
  private void back(PackedFactor w, int l, int count, float[] d, float[] to, boolean add) {
    products.multiply(count, Part.of(d, 0, width(l)), w, 1, add, Part.of(to, 0, width(l - 1)));
  }

  /** From the derivatives by the sums of layer l to those of the layer before. */
  private void down(PackedWeights w, int l, float[][] d, int count, int step) {
    float[] before = array(d, l - 1, width(l - 1));
    back(w.backward[l], l, count, d[l], before, false);
    slope(l - 1, count, step, before);
  }

  /** {@code d *= phi'} of layer l; row k of d belongs to row {@code k step} here. */
  private void slope(int l, int count, int step, float[] d) {
    int width = width(l);
    int from = step * (width + 1);
    Activation of = activation(l);
    if (of != Activation.LINEAR) {
      forRows(count, width, (k, _, _) -> of.timesSlope(h[l], k * from, d, k * width, width));
    }
  }

  /**
   * Overwrites {@code product} with this part of the Hessian, or of the Gauss-Newton matrix, times
   * v; or adds it. Pearlmutter 1994, DOI 10.1162/neco.1994.6.1.147; Schraudolph 2002, DOI
   * 10.1162/08997660260028683.
   */
  void product(PackedWeights w, PackedWeights v, boolean exact, double[] product, boolean add) {
    along(w, v, exact);
    float[] last = deltaAlong[layers];
    forRows(rows, n, (k, _, _) -> loss.covariance(p, k * n, last, k * n, scale[k], n));
    for (int l = layers; l >= 1; l--) {
      moments(deltaAlong[l], l, product, add);
      if (exact && l > 1) {
        Part d = Part.of(delta[l], 0, width(l)).transpose();
        Part inputs = Part.of(along[l - 1], 0, stride(l - 1));
        products.multiply(width(l), rows, stride(l - 1), d, inputs, 1, true, block(l, product));
      }
      if (l > 1) {
        float[] before = array(deltaAlong, l - 1, width(l - 1));
        back(w.backward[l], l, rows, deltaAlong[l], before, false);
        if (exact) {
          back(v.backward[l], l, rows, delta[l], before, true);
        }
        slope(l - 1, rows, 1, before);
        if (exact) {
          bend(l - 1, before);
        }
      }
    }
  }

  /** Returns this part of {@code <v, G v>} with the Gauss-Newton matrix: a pass forward only. */
  double form(PackedWeights w, PackedWeights v) {
    along(w, v, false);
    float[] last = deltaAlong[layers];
    forRows(rows, n, (k, _, _) -> losses[k] = scale[k] * loss.form(p, k * n, last, k * n, n));
    return sumOfLosses();
  }

  /** Derivatives of the outputs of all layers along v. */
  private void along(PackedWeights w, PackedWeights v, boolean exact) {
    for (int l = 1; l <= layers; l++) {
      int width = width(l);
      int stride = stride(l);
      float[] out = array(l == layers ? deltaAlong : along, l, stride);
      Part to = Part.of(out, 0, stride);
      products.multiply(rows, outputs(l - 1), v.forward[l], 1, false, to);
      if (l > 1) {
        products.multiply(rows, Part.of(along[l - 1], 0, stride(l - 1)), w.forward[l], 1, true, to);
      }
      if (l < layers) {
        if (exact) {
          System.arraycopy(out, 0, array(sumsAlong, l, stride), 0, rows * stride);
        }
        Activation activation = activation(l);
        float[] at = h[l];
        forRows(
            rows,
            width,
            (k, _, _) -> {
              activation.timesSlope(at, k * stride, out, k * stride, width);
              out[k * stride + width] = 0;
            });
      }
    }
  }

  private void bend(int l, float[] d) {
    int width = width(l);
    int stride = width + 1;
    float[] sums = sumsAlong[l];
    Activation of = activation(l);
    forRows(
        rows,
        width,
        (k, _, _) -> of.addBend(h[l], k * stride, delta[l], k * width, sums, k * stride, d, width));
  }

  /** Returns how many of the rows are every {@code step}-th one. */
  int thinned(int step) {
    return Math.ceilDiv(rows, step);
  }

  /**
   * Adds this part to the second moments of the units' outputs (with a 1 for the bias) and of
   * derivatives for targets drawn from the model, layer after layer, over every {@code step}-th
   * row.
   *
   * @param stream of random numbers
   * @param number of the estimate, which is the step of the stream
   * @param first index of the first random number; the first part overwrites the model
   * @param factor that makes an average of all parts
   */
  void statistics(
      PackedWeights w,
      int step,
      RandomStream stream,
      long number,
      long first,
      double factor,
      double[] model) {
    int count = thinned(step);
    float[] last = array(deltaAlong, layers, n);
    double mean = network.meanWeight();
    forRows(
        count,
        n,
        (k, random, _) -> {
          if (loss == NetworkLoss.SQUARES) {
            stream.normals(number, first + (long) k * n, 1, random, 0, n);
          } else {
            stream.uniforms(number, first + (long) k * n, 1, random, 0, n);
          }
          float weight = (float) Math.sqrt(network.weight(ids[k * step]) / mean);
          loss.draw(p, k * step * n, random, weight, last, k * n, n);
        });
    int at = model.length;
    for (int l = layers; l >= 1; l--) {
      int inputs = stride(l - 1);
      at -= width(l) * width(l);
      Part d = Part.of(deltaAlong[l], 0, width(l));
      gram(width(l), count, d, factor, first > 0, Part.of(model, at, width(l)));
      at -= inputs * inputs;
      Part x = Part.of(h[l - 1], 0, inputs * step);
      gram(inputs, count, x, factor, first > 0, Part.of(model, at, inputs));
      if (l > 1) {
        down(w, l, deltaAlong, count, step);
      }
    }
  }

  /** {@code factor x' x}. */
  private void gram(int width, int count, Part x, double factor, boolean add, Part to) {
    products.multiply(width, count, width, x.transpose(), x, (float) factor, add, to);
  }

  /** Copies the means of the rows. */
  void means(double[] out, int to) {
    for (int i = 0; i < rows * n; i++) {
      out[to + i] = p[i];
    }
  }
}
