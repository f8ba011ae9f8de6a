package org.ironopt.network;

import java.util.Arrays;
import java.util.List;
import org.ironopt.data.Features;
import org.ironopt.data.FloatFeatures;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Products;
import org.ironopt.linalg.Products.Packed;
import org.ironopt.linalg.Products.Part;
import org.ironopt.random.Stream;

/**
 * Some rows of the data on their way through the network: forward, backward, and along a direction.
 * Outputs of units, derivatives and what is packed of them stay in floats until the next point, so
 * that a product with the Gauss-Newton matrix is four matrix products for each layer. Rows are
 * gathered when they change. Owns its arrays; belongs to one thread.
 */
final class Pass {
  /** Elementwise work is shared out in pieces of about so many numbers. */
  private static final int PIECE = 1 << 14;

  private final Network network;
  private final List<Layers.Block> blocks;
  private final int layers;
  private final Products products;

  /** Outputs of each layer, inputs first, with a 1 for the bias behind each row. */
  private final float[][] h;

  private final Packed[] packedH;
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

  Pass(Network network, Products products, int capacity) {
    this.network = network;
    this.products = products;
    Layers shape = network.layers();
    blocks = shape.blocks();
    layers = shape.count();
    h = new float[layers][];
    packedH = new Packed[layers];
    delta = new float[layers + 1][];
    deltaAlong = new float[layers + 1][];
    along = new float[layers][];
    sumsAlong = new float[layers][];
    for (int l = 0; l < layers; l++) {
      h[l] = new float[capacity * (shape.width(l) + 1)];
      packedH[l] = new Packed();
    }
    p = new float[capacity * shape.width(layers)];
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

  private float[] outputs(int l) {
    return l == layers ? p : h[l];
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
          copyRow(network.features(), ids[k], h[0], k * (width + 1), first);
          h[0][k * (width + 1) + width] = 1;
        });
    for (int l = 1; l < layers; l++) {
      for (int k = 0; k < count; k++) {
        h[l][k * (width(l) + 1) + width(l)] = 1;
      }
    }
    if (!network.targetsAreInputs()) {
      int outputs = width(layers);
      forRows(count, outputs, (k, first, _) -> network.target(ids[k], targets, k * outputs, first));
    }
  }

  static void copyRow(Features features, int row, float[] out, int to, double[] scratch) {
    int n = features.columns();
    if (features instanceof FloatFeatures floats) {
      System.arraycopy(floats.data(), row * n, out, to, n);
      return;
    }
    features.copyRow(row, scratch, 0);
    for (int j = 0; j < n; j++) {
      out[to + j] = (float) scratch[j];
    }
  }

  /** Runs forward; returns the sum of the losses, each with its weight. */
  double forward(Weights w) {
    packed = false;
    for (int l = 1; l <= layers; l++) {
      int width = width(l);
      int stride = stride(l);
      float[] out = outputs(l);
      products.multiply(
          rows,
          Part.of(h[l - 1], 0, stride(l - 1)),
          w.forward[l],
          1,
          false,
          Part.of(out, 0, stride));
      Activation activation = network.layers().activations().get(l - 1);
      if (l < layers && activation != Activation.LINEAR) {
        forRows(rows, width, (k, first, _) -> activation.apply(out, k * stride, width, first));
      }
    }
    int n = width(layers);
    float[] d = array(delta, layers, n);
    int t = network.targetsAreInputs() ? n + 1 : n;
    forRows(
        rows,
        n,
        (k, z, scratch) -> {
          for (int c = 0; c < n; c++) {
            z[c] = p[k * n + c];
          }
          losses[k] = scale[k] * network.loss().evaluate(z, targets, k * t, scratch, n);
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
  void backward(Weights w, double[] gradient, boolean add) {
    for (int l = layers; l >= 1; l--) {
      moments(delta[l], l, l - 1, gradient, add);
      if (l > 1) {
        float[] before = array(delta, l - 1, width(l - 1));
        back(w.backward[l], l, rows, delta[l], before, false);
        slope(l - 1, rows, 1, before);
      }
    }
  }

  /** {@code gradient of layer l = d' h}. */
  private void moments(float[] d, int l, int inputs, double[] gradient, boolean add) {
    if (!packed) {
      for (int i = 0; i < layers; i++) {
        products.pack(Part.of(h[i], 0, stride(i)), rows, stride(i), packedH[i]);
      }
      packed = true;
    }
    products.multiply(
        width(l), Part.of(d, 0, width(l)).transpose(), packedH[inputs], 1, add, block(l, gradient));
  }

  private Part block(int l, double[] x) {
    return Part.of(x, blocks.get(l - 1).from(), blocks.get(l - 1).columns());
  }

  /** {@code to = d W_l}: from the sums of layer l back to the outputs of the layer before. */
  private void back(Packed w, int l, int count, float[] d, float[] to, boolean add) {
    products.multiply(count, Part.of(d, 0, width(l)), w, 1, add, Part.of(to, 0, width(l - 1)));
  }

  /** {@code d *= phi'} of layer l; row k of d belongs to row {@code k step} here. */
  private void slope(int l, int count, int step, float[] d) {
    Activation activation = network.layers().activations().get(l - 1);
    int width = width(l);
    if (activation != Activation.LINEAR) {
      forRows(
          count,
          width,
          (k, _, _) -> activation.timesSlope(h[l], k * step * (width + 1), d, k * width, width));
    }
  }

  /**
   * Overwrites {@code product} with this part of the Hessian, or of the Gauss-Newton matrix, times
   * v; or adds it. Pearlmutter 1994, DOI 10.1162/neco.1994.6.1.147; Schraudolph 2002, DOI
   * 10.1162/08997660260028683.
   */
  void product(Weights w, Weights v, boolean exact, double[] product, boolean add) {
    int outputs = width(layers);
    along(w, v, exact);
    float[] last = deltaAlong[layers];
    forRows(
        rows,
        outputs,
        (k, _, _) ->
            network.loss().covariance(p, k * outputs, last, k * outputs, scale[k], outputs));
    for (int l = layers; l >= 1; l--) {
      moments(deltaAlong[l], l, l - 1, product, add);
      if (exact && l > 1) {
        products.multiply(
            width(l),
            rows,
            stride(l - 1),
            Part.of(delta[l], 0, width(l)).transpose(),
            Part.of(along[l - 1], 0, stride(l - 1)),
            1,
            true,
            block(l, product));
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
  double form(Weights w, Weights v) {
    int outputs = width(layers);
    along(w, v, false);
    float[] last = deltaAlong[layers];
    forRows(
        rows,
        outputs,
        (k, _, _) ->
            losses[k] = scale[k] * network.loss().form(p, k * outputs, last, k * outputs, outputs));
    return sumOfLosses();
  }

  /** Derivatives of the outputs of all layers along v. */
  private void along(Weights w, Weights v, boolean exact) {
    int outputs = width(layers);
    for (int l = 1; l <= layers; l++) {
      int width = width(l);
      int stride = stride(l);
      float[] out = l == layers ? array(deltaAlong, l, outputs) : array(along, l, stride);
      Part to = Part.of(out, 0, stride);
      products.multiply(rows, Part.of(h[l - 1], 0, stride(l - 1)), v.forward[l], 1, false, to);
      if (l > 1) {
        products.multiply(rows, Part.of(along[l - 1], 0, stride(l - 1)), w.forward[l], 1, true, to);
      }
      if (l < layers) {
        float[] sums = exact ? array(sumsAlong, l, stride) : null;
        if (exact) {
          System.arraycopy(out, 0, sums, 0, rows * stride);
        }
        Activation activation = network.layers().activations().get(l - 1);
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
    Activation activation = network.layers().activations().get(l - 1);
    int width = width(l);
    int stride = width + 1;
    forRows(
        rows,
        width,
        (k, _, _) ->
            activation.addBend(
                h[l], k * stride, delta[l], k * width, sumsAlong[l], k * stride, d, width));
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
   * @param first index of the first random number
   * @param factor that makes an average of all parts
   */
  void statistics(
      Weights w,
      int step,
      Stream stream,
      long number,
      long first,
      double factor,
      double[] model,
      boolean add) {
    int n = width(layers);
    int count = thinned(step);
    float[] last = array(deltaAlong, layers, n);
    double mean = network.meanWeight();
    forRows(
        count,
        n,
        (k, random, _) -> {
          if (network.loss() == NetworkLoss.SQUARES) {
            stream.normals(number, first + (long) k * n, 1, random, 0, n);
          } else {
            stream.uniforms(number, first + (long) k * n, 1, random, 0, n);
          }
          float weight = (float) Math.sqrt(network.weight(ids[k * step]) / mean);
          network.loss().draw(p, k * step * n, random, weight, last, k * n, n);
        });
    int at = model.length;
    for (int l = layers; l >= 1; l--) {
      int inputs = stride(l - 1);
      at -= width(l) * width(l);
      gram(deltaAlong[l], count, width(l), 1, factor, model, at, add);
      at -= inputs * inputs;
      gram(h[l - 1], count, inputs, step, factor, model, at, add);
      if (l > 1) {
        float[] before = array(deltaAlong, l - 1, width(l - 1));
        back(w.backward[l], l, count, deltaAlong[l], before, false);
        slope(l - 1, count, step, before);
      }
    }
  }

  /** {@code factor x' x} over every {@code step}-th row. */
  private void gram(
      float[] x,
      int count,
      int width,
      int step,
      double factor,
      double[] model,
      int at,
      boolean add) {
    Part part = Part.of(x, 0, width * step);
    Part to = Part.of(model, at, width);
    products.multiply(width, count, width, part.transpose(), part, (float) factor, add, to);
  }

  /** Copies the means of the rows. */
  void means(double[] out, int to) {
    for (int i = 0; i < rows * width(layers); i++) {
      out[to + i] = p[i];
    }
  }

  /** Matrices of all layers, packed for passes forward and backward. */
  static final class Weights {
    final Packed[] forward;
    final Packed[] backward;

    Weights(int layers) {
      forward = new Packed[layers + 1];
      backward = new Packed[layers + 1];
      Arrays.setAll(forward, _ -> new Packed());
      Arrays.setAll(backward, _ -> new Packed());
    }

    void pack(Products products, List<Layers.Block> blocks, double[] x, boolean back) {
      for (int l = 1; l <= blocks.size(); l++) {
        Layers.Block b = blocks.get(l - 1);
        Part part = Part.of(x, b.from(), b.columns());
        products.pack(part.transpose(), b.columns(), b.rows(), forward[l]);
        if (back && l > 1) {
          products.pack(part, b.rows(), b.columns() - 1, backward[l]);
        }
      }
    }
  }
}
