package org.ironopt.theory.sampling;

import java.util.Arrays;
import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;

/**
 * The mean-square error of a {@link LinearRecursion} when each epoch takes all terms once in a
 * fresh random order, by simulation: batches of one epoch depend on each other, so the moments of
 * this package and {@link MinibatchBound} do not apply. With short steps the spread is much
 * smaller.
 *
 * @param mse mean of {@code |x - x*|^2} over the steps of the second half of the epochs
 * @param standardError of that mean over the chains
 */
record ReshuffledError(double mse, double standardError) {

  /** Simulates chains from {@code x = v = x*}; the last batch of an epoch may be short. */
  static ReshuffledError of(
      QuadraticSum sum, LinearRecursion recursion, int size, int epochs, int chains, long seed) {
    Require.atLeast("epochs", 2, epochs);
    Require.atLeast("chains", 2, chains);
    SamplingScheme.without(size).factor(sum.terms()); // refuses a batch that is too large
    double total = 0;
    double squares = 0;
    for (int chain = 0; chain < chains; chain++) {
      RandomStream stream = new RandomStreams(seed).stream("epochs of chain " + chain);
      double mean = new Chain(sum, recursion).run(stream, size, epochs);
      total += mean / chains;
      squares += mean * mean / chains;
    }
    double variance = Math.max(0, squares - total * total);
    return new ReshuffledError(total, Math.sqrt(variance / (chains - 1)));
  }

  private static final class Chain {
    private final QuadraticSum sum;
    private final LinearRecursion recursion;
    private final double lambda;
    private final double[] n;
    private final double[] g;
    private final double[] h;
    private final double[] e;
    private final double[] w;
    private final Cholesky cholesky;

    Chain(QuadraticSum sum, LinearRecursion recursion) {
      this.sum = sum;
      this.recursion = recursion;
      lambda = recursion.lambda();
      n = recursion.n();
      g = recursion.g();
      h = recursion.h();
      e = new double[sum.dimension()];
      w = new double[sum.dimension()];
      cholesky = new Cholesky(sum.dimension());
    }

    double run(RandomStream stream, int size, int epochs) {
      double mean = 0;
      int count = 0;
      for (int epoch = 0; epoch < epochs; epoch++) {
        int[] order = stream.permutation(epoch, sum.terms());
        for (int from = 0; from < order.length; from += size) {
          int to = Math.min(from + size, order.length);
          step(Arrays.copyOfRange(order, from, to));
          if (epoch >= epochs / 2) {
            mean += Vectors.dot(e, e);
            count++;
          }
        }
      }
      return mean / count;
    }

    private void step(int[] batch) {
      int d = e.length;
      double[] p = new double[d];
      for (int i = 0; i < d; i++) {
        p[i] = h[0] * e[i] + h[1] * w[i];
      }
      DenseMatrix v = sum.factor(batch);
      DenseMatrix a = v.transpose().multiply(v).times(lambda / batch.length);
      a.addDiagonal(lambda * sum.ridge());
      double[] right = sum.gradient(batch);
      double[] move = new double[d];
      if (recursion.implicit()) {
        a.addDiagonal(1);
        Vectors.scale(-lambda, right);
        Vectors.axpy(1, p, right);
        boolean finite = cholesky.factor(a);
        Require.that(finite, "the resolvent is not finite at lambda %s", lambda);
        cholesky.solve(right, move);
        Vectors.axpy(-1, p, move);
      } else {
        a.apply(p, move);
        Vectors.axpy(lambda, right, move);
        Vectors.scale(-1, move);
      }
      for (int i = 0; i < d; i++) {
        double x = e[i] + n[0] * e[i] + n[1] * w[i] + g[0] * move[i];
        w[i] += n[2] * e[i] + n[3] * w[i] + g[1] * move[i];
        e[i] = x;
      }
    }
  }
}
