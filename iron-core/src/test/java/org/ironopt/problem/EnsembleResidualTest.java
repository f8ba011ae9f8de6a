package org.ironopt.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.linalg.Vectors;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.ironopt.random.internal.RandomMatrices;
import org.junit.jupiter.api.Test;

class EnsembleResidualTest {
  private final RandomStream stream = new RandomStreams(11).stream("residual");

  @Test
  void membersAreMeasuredAsIfAloneAndTruly() {
    double[] b = {1, -2, 0.5};
    Quadratic full = Quadratic.of(RandomMatrices.symmetric(stream, 0, 0.5, 1, 4), b);
    Quadratic diagonal = Quadratic.diagonal(new double[] {0.5, 1, 4}, b);
    for (Quadratic f : new Quadratic[] {full, diagonal}) {
      for (int m : new int[] {1, 127, 128, 1500}) {
        check(f, m);
      }
    }
  }

  private void check(Quadratic f, int m) {
    int n = f.dimension();
    Ensemble ensemble = Ensemble.of(f, m);
    double[] lambda = new double[m];
    double[] c = new double[n * m];
    double[] u = new double[n * m];
    stream.uniforms(1, 0, 1, lambda, 0, m);
    stream.normals(2, 0, 1, c, 0, n * m);
    double[] norms = new double[m];
    double[] sizes = new double[m];
    double[] gradients = new double[m];
    ensemble.prox(lambda, c, u, norms, sizes, gradients);
    double[] cj = new double[n];
    double[] uj = new double[n];
    double[] g = new double[n];
    double[] alone = new double[3];
    for (int j = 0; j < m; j++) {
      ensemble.gather(c, j, cj);
      ensemble.gather(u, j, uj);
      f.residual(lambda[j], cj, uj, alone);
      assertEquals(alone[0], norms[j]);
      assertEquals(alone[1], sizes[j]);
      assertEquals(alone[2], gradients[j]);
      f.gradient(uj, g);
      assertEquals(Vectors.norm(g), gradients[j], 1e-14 * Vectors.norm(g));
      for (int i = 0; i < n; i++) {
        g[i] = uj[i] - cj[i] + lambda[j] * g[i];
      }
      assertEquals(Vectors.norm(g), norms[j], 1e-14 * sizes[j]);
      assertTrue(norms[j] <= 32 * Math.ulp(1.0) * sizes[j], "a closed form is right to rounding");
    }
  }
}
