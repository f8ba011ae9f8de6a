package org.ironopt.network;

import java.util.Arrays;
import java.util.List;
import org.ironopt.linalg.internal.FloatProducts;
import org.ironopt.linalg.internal.FloatProducts.PackedFactor;
import org.ironopt.linalg.internal.FloatProducts.Part;

/** Matrices of all layers, packed for passes forward and backward. */
final class PackedWeights {
  private final FloatProducts products;
  private final List<Layers.Block> blocks;
  final PackedFactor[] forward;
  final PackedFactor[] backward;

  PackedWeights(FloatProducts products, Layers layers) {
    this.products = products;
    blocks = layers.blocks();
    forward = new PackedFactor[layers.count() + 1];
    backward = new PackedFactor[layers.count() + 1];
    Arrays.setAll(forward, _ -> new PackedFactor());
    Arrays.setAll(backward, _ -> new PackedFactor());
  }

  void pack(double[] x, boolean back) {
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
