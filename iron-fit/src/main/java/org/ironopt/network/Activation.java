package org.ironopt.network;

import org.ironopt.linalg.Functions;
import org.ironopt.linalg.kernel.Kernels;

/**
 * The activation function of a unit, {@code h = phi(a)}. Derivatives are written as functions of h,
 * so that nothing but h is kept.
 */
public enum Activation {
  /** {@code 1/(1 + exp(-a))}. */
  SIGMOID,
  /** The hyperbolic tangent. */
  TANH,
  /** {@code max(a, 0)}; the derivative at 0 is 0. */
  RELU,
  /** {@code a} itself. */
  LINEAR;

  private static final Kernels K = Kernels.get();

  /** Returns phi(a). */
  public double of(double a) {
    return switch (this) {
      case SIGMOID -> Functions.sigmoid(a);
      case TANH -> Functions.tanh(a);
      case RELU -> Math.max(a, 0);
      case LINEAR -> a;
    };
  }

  /** Overwrites {@code h[at .. at + count - 1]} with phi of it. */
  void apply(float[] h, int at, int count, double[] scratch) {
    switch (this) {
      case LINEAR -> {}
      case RELU -> {
        for (int i = at; i < at + count; i++) {
          h[i] = Math.max(h[i], 0);
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          scratch[i] = h[at + i];
        }
        if (this == SIGMOID) {
          K.sigmoid(scratch, 0, scratch, 0, count);
        } else {
          K.tanh(scratch, 0, scratch, 0, count);
        }
        for (int i = 0; i < count; i++) {
          h[at + i] = (float) scratch[i];
        }
      }
    }
  }

  /** {@code y *= phi'}, at units whose outputs are h. */
  void timesSlope(float[] h, int at, float[] y, int yo, int count) {
    switch (this) {
      case LINEAR -> {}
      case SIGMOID -> {
        for (int i = 0; i < count; i++) {
          y[yo + i] *= h[at + i] * (1 - h[at + i]);
        }
      }
      case TANH -> {
        for (int i = 0; i < count; i++) {
          y[yo + i] *= 1 - h[at + i] * h[at + i];
        }
      }
      case RELU -> {
        for (int i = 0; i < count; i++) {
          y[yo + i] = h[at + i] > 0 ? y[yo + i] : 0;
        }
      }
    }
  }

  /** {@code y += phi''/phi' d r}, at units whose outputs are h. */
  void addBend(float[] h, int at, float[] d, int dp, float[] r, int ro, float[] y, int count) {
    switch (this) {
      case LINEAR, RELU -> {}
      case SIGMOID -> {
        for (int i = 0; i < count; i++) {
          y[dp + i] += (1 - 2 * h[at + i]) * d[dp + i] * r[ro + i];
        }
      }
      case TANH -> {
        for (int i = 0; i < count; i++) {
          y[dp + i] -= 2 * h[at + i] * d[dp + i] * r[ro + i];
        }
      }
    }
  }
}
