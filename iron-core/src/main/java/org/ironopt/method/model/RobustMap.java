package org.ironopt.method.model;

import org.ironopt.linalg.Functions;
import org.ironopt.linalg.Require;
import org.ironopt.linalg.Vectors;

/** What is done to a gradient whose noise may have heavy tails, before it is used. */
public sealed interface RobustMap {
  /** Replaces a gradient. */
  void apply(double[] g);

  /** Nothing. */
  record Identity() implements RobustMap {
    @Override
    public void apply(double[] g) {}
  }

  /** {@code g min(1, limit/|g|)}. */
  record NormClip(double limit) implements RobustMap {
    public NormClip {
      Require.positive("limit", limit);
    }

    @Override
    public void apply(double[] g) {
      double norm = Vectors.norm(g);
      if (norm > limit) {
        Vectors.scale(limit / norm, g);
      }
    }
  }

  /** Each coordinate to {@code [-limit, limit]}. */
  record CoordinateClip(double limit) implements RobustMap {
    public CoordinateClip {
      Require.positive("limit", limit);
    }

    @Override
    public void apply(double[] g) {
      for (int i = 0; i < g.length; i++) {
        g[i] = Math.max(-limit, Math.min(limit, g[i]));
      }
    }
  }

  /** {@code limit tanh(g/limit)}, coordinate by coordinate. */
  record Tanh(double limit) implements RobustMap {
    public Tanh {
      Require.positive("limit", limit);
    }

    @Override
    public void apply(double[] g) {
      Vectors.scale(1 / limit, g);
      Functions.tanh(g, g);
      Vectors.scale(limit, g);
    }
  }
}
