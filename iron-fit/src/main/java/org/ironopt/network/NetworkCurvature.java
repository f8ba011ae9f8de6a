package org.ironopt.network;

import java.util.ArrayList;
import java.util.List;
import org.ironopt.linalg.LinearOperator;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.FloatProducts;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Curvature;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.jspecify.annotations.Nullable;

/**
 * The Hessian of a {@link Network} at one point, or its Gauss-Newton matrix, with a
 * Kronecker-factored model of the latter: for each layer {@code A (x) S}, A the second moments of
 * its inputs with a 1 for the bias and S those of the derivatives by its sums, for targets drawn
 * from the model (Martens and Grosse, ICML 2015, arXiv:1503.05671). The outputs of all units are
 * kept, so that a Gauss-Newton product is 4/3 of a gradient.
 */
final class NetworkCurvature implements Curvature.Factored {
  private final Network network;
  private final boolean exact;
  private final FloatProducts products = new FloatProducts();
  private final List<LayerPass> passes = new ArrayList<>();
  private final PackedWeights weights;
  private final PackedWeights direction;

  NetworkCurvature(Network network, boolean exact) {
    this.network = network;
    this.exact = exact;
    weights = new PackedWeights(products, network.layers());
    direction = new PackedWeights(products, network.layers());
  }

  @Override
  public int dimension() {
    return network.dimension();
  }

  @Override
  public double at(double[] x, double[] gradient) {
    Require.length("x", dimension(), x);
    Require.length("gradient", dimension(), gradient);
    weights.pack(x, true);
    int terms = network.terms();
    double sum = 0;
    for (int i = 0, at = 0; at < terms; i++, at += Network.CHUNK) {
      int count = Math.min(Network.CHUNK, terms - at);
      if (i == passes.size()) {
        passes.add(new LayerPass(network, products, count));
      }
      LayerPass pass = passes.get(i);
      pass.load(at, count);
      sum += pass.forward(weights);
      pass.backward(weights, gradient, i > 0);
    }
    return sum + network.penalty(x, gradient);
  }

  @Override
  public void apply(double[] v, double[] hv) {
    Require.length("v", dimension(), v);
    Require.length("hv", dimension(), hv);
    double unit = pack(v);
    for (int i = 0; i < passes.size(); i++) {
      passes.get(i).product(weights, direction, exact, hv, i > 0);
    }
    if (unit != 1) {
      Vectors.scale(unit, hv);
    }
    network.addPenalty(v, hv);
  }

  @Override
  public double form(double[] v, double[] scratch) {
    if (exact) {
      return Curvature.Factored.super.form(v, scratch);
    }
    Require.length("v", dimension(), v);
    double unit = pack(v);
    double sum = 0;
    for (LayerPass pass : passes) {
      sum += pass.form(weights, direction);
    }
    return unit * unit * sum + 2 * network.penalty(v, null);
  }

  /**
   * Packs a direction and returns the power of two that it was divided by: products go through
   * floats, whose range is small, and a power of two changes no digit.
   */
  private double pack(double[] v) {
    double size = Vectors.maxAbs(v);
    double unit =
        size > 0 && size <= Double.MAX_VALUE ? Math.scalb(1.0, Math.getExponent(size)) : 1;
    double[] scaled = v;
    if (unit > 0x1p20 || unit < 0x1p-20) {
      scaled = v.clone();
      Vectors.scale(1 / unit, scaled);
    } else {
      unit = 1;
    }
    direction.pack(scaled, exact);
    return unit;
  }

  @Override
  public int modelLength() {
    int length = 0;
    for (Layers.Block b : network.layers().blocks()) {
      length = Math.addExact(length, b.columns() * b.columns() + b.rows() * b.rows());
    }
    return length;
  }

  @Override
  public boolean averages() {
    return true;
  }

  @Override
  public void model(double[] model, Draw draw) {
    Require.length("model", modelLength(), model);
    RandomStream stream = new RandomStreams(draw.seed()).stream("targets");
    int outputs = network.layers().width(network.layers().count());
    // Rows spread over all: data may be sorted.
    int step = (int) Math.max(1, 1 / draw.part());
    int all = passes.stream().mapToInt(pass -> pass.thinned(step)).sum();
    long first = 0;
    for (LayerPass pass : passes) {
      pass.statistics(weights, step, stream, draw.number(), first, 1.0 / all, model);
      first += (long) pass.thinned(step) * outputs;
    }
  }

  @Override
  public @Nullable LinearOperator modelInverse(double[] model, double lambda) {
    Require.length("model", modelLength(), model);
    return KroneckerInverse.of(network.layers(), model, lambda, network.reg());
  }
}
