package org.ironopt.random;

import org.ironopt.linalg.Require;

/**
 * The law of the perturbation {@code zeta} (the paper's {@code Sigma^{1/2} eta}) of one step. Where
 * it enters a method is said by a {@link NoiseModel}.
 */
public sealed interface Noise permits Noise.None, Noise.Isotropic {

  /**
   * Draws the noise of {@code members} independent members of dimension {@code n}, stored
   * coordinate by coordinate: coordinate i of member j goes to {@code out[i * members + j]}. What a
   * member gets depends on its number, not on how many there are; one iterate is {@code members =
   * 1}.
   */
  void draw(Stream stream, long step, int n, int members, double[] out);

  /**
   * Returns how the increment over a step of length alpha scales: {@code sqrt(alpha)} if Gaussian.
   */
  default double increment(double alpha) {
    return Math.sqrt(alpha);
  }

  /** Returns {@code sigma^2 = tr Sigma} in dimension n; infinite where there is no variance. */
  double trace(int n);

  /** Returns whether nothing is ever drawn. */
  default boolean silent() {
    return this instanceof None;
  }

  /** No noise. */
  record None() implements Noise {
    @Override
    public void draw(Stream stream, long step, int n, int members, double[] out) {
      java.util.Arrays.fill(out, 0, n * members, 0.0);
    }

    @Override
    public double trace(int n) {
      return 0;
    }
  }

  /**
   * Gaussian with {@code Sigma = rho^2 I}.
   *
   * @param rho standard deviation of each coordinate
   */
  record Isotropic(double rho) implements Noise {
    public Isotropic {
      Require.nonNegative("rho", rho);
    }

    @Override
    public void draw(Stream stream, long step, int n, int members, double[] out) {
      for (int i = 0; i < n; i++) {
        stream.normals(step, i, n, out, i * members, members);
      }
      for (int i = 0; i < n * members; i++) {
        out[i] *= rho;
      }
    }

    @Override
    public double trace(int n) {
      return n * rho * rho;
    }
  }
}
