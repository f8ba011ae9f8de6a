package org.ironopt.theory.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.theory.IronParameters;
import org.junit.jupiter.api.Test;

/**
 * Radii of random sums against dense eigenvalues of {@code E[M (x) M]}, every batch written out.
 * Many have a complex pair near the radius. For more of them: {@code -Diron.sums.count=2000}.
 */
class RandomSumsTest {
  private static final int COUNT = Integer.getInteger("iron.sums.count", 200);

  /** A sum, its batches and a flow. */
  private record Case(long seed, BatchLaw law, IronParameters p, int every) {
    static Case of(long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      int d = random.nextInt(10) == 0 ? 3 : 2;
      int n = random.nextInt(3, 7);
      int b = random.nextInt(4) == 0 ? random.nextInt(1, n + 1) : random.nextInt(1, 3);
      double ridge = random.nextInt(4) == 0 ? 0.5 : Explicit.spread(random, 1e-3, 0.1);
      QuadraticSum sum = Explicit.random(random, d, n, random.nextInt(1, 3), ridge);
      double mu = Explicit.spread(random, 1e-2, 1);
      double gamma = Explicit.spread(random, 1e-2, 1);
      double alpha = Explicit.spread(random, 1e-2, 30);
      SamplingScheme sampling = SamplingScheme.without(b);
      IronParameters p = new IronParameters(alpha, mu, gamma);
      return new Case(seed, BatchLaw.of(sum, sampling), p, random.nextInt(1, 4));
    }

    /** Returns the rows of all terms. */
    DenseMatrix rows() {
      return law.sum().own(IntStream.range(0, law.sum().terms()).toArray());
    }

    @Override
    public String toString() {
      return "seed " + seed + ", " + law.sampling() + ", " + p + ", every " + every;
    }
  }

  @Test
  void snapshots() {
    for (long seed = 0; seed < COUNT; seed++) {
      Case c = Case.of(seed);
      int d = c.law.sum().dimension();
      DenseMatrix step = kronecker(c, RandomSumsTest::snapshotStep, 3 * d);
      DenseMatrix period = DenseMatrix.identity(step.rows());
      for (int k = 0; k < c.every; k++) {
        period = step.multiply(period);
      }
      // A snapshot copies e to the third block before the period; the third is then forgotten.
      DenseMatrix copy = DenseMatrix.zeros(3 * d, 3 * d);
      for (int i = 0; i < 3 * d; i++) {
        copy.set(i, i % (2 * d), 1);
      }
      double expected = StrictMath.pow(radius(period.multiply(square(copy))), 1.0 / c.every);
      if (c.law.sampling().size() == c.law.sum().terms()) {
        // Every batch is f, and a power of the step would lose what is far below its norm.
        expected = radius(Explicit.of(c.law, LinearRecursion.iron(c.p), new double[d]).kronecker());
      }
      double rate = CorrectedRate.snapshot(c.law, c.p, c.every);
      assertEquals(expected, rate, 1e-9 * expected, c.toString());
    }
  }

  @Test
  void tables() {
    for (long seed = 0; seed < COUNT; seed++) {
      Case c = Case.of(seed);
      int order = 2 * c.law.sum().dimension() + c.rows().rows();
      if (order > 9) {
        continue;
      }
      double expected = radius(kronecker(c, RandomSumsTest::tableStep, order));
      double rate = CorrectedRate.table(c.law, c.p).orElseThrow();
      assertEquals(expected, rate, 1e-9 * expected, c.toString());
    }
  }

  @Test
  void plainCenters() {
    for (long seed = 0; seed < COUNT; seed++) {
      Case c = Case.of(seed);
      LinearRecursion iron = LinearRecursion.iron(c.p);
      int d = c.law.sum().dimension();
      Explicit explicit = Explicit.of(c.law, iron, new double[d]);
      double expected = radius(explicit.kronecker());
      double found = MinibatchMoments.radius(c.law, iron);
      assertEquals(expected, found, 1e-9 * expected, c.toString());
      if (expected < 0.999) {
        DenseMatrix second = explicit.secondMoment();
        double mse = 0;
        for (int i = 0; i < d; i++) {
          mse += second.get(i, i);
        }
        double own = MinibatchMoments.of(c.law, iron).orElseThrow().mse();
        assertEquals(mse, own, 1e-9 * mse + 1e-25, c.toString());
      }
    }
  }

  private interface Step {
    DenseMatrix of(Case c, int[] batch, int order);
  }

  /** Returns {@code E[M (x) M]}, summed over the batches. */
  private static DenseMatrix kronecker(Case c, Step step, int order) {
    Explicit explicit = new Explicit(order);
    List<int[]> all = c.law.sampling().all(c.law.sum().terms());
    for (int[] batch : all) {
      DenseMatrix m = step.of(c, batch, order);
      explicit.batches.add(new Explicit.Affine(1.0 / all.size(), m, new double[order]));
    }
    return explicit.kronecker();
  }

  private static DenseMatrix square(DenseMatrix m) {
    Explicit explicit = new Explicit(m.rows());
    explicit.batches.add(new Explicit.Affine(1, m, new double[m.rows()]));
    return explicit.kronecker();
  }

  /** {@code (I + lambda A_B) e+ = p + lambda (A_B - H) x~}, w and x~ from the update. */
  private static DenseMatrix snapshotStep(Case c, int[] batch, int order) {
    QuadraticSum sum = c.law.sum();
    int d = sum.dimension();
    DenseMatrix a = Explicit.hessian(sum, batch);
    DenseMatrix moved = a.plus(-1, sum.hessian()).times(c.p.lambda());
    DenseMatrix center = DenseMatrix.zeros(d, order);
    for (int i = 0; i < d; i++) {
      center.set(i, i, c.p.tau() / c.p.s());
      center.set(i, d + i, 1 / c.p.s());
      for (int j = 0; j < d; j++) {
        center.set(i, 2 * d + j, moved.get(i, j));
      }
    }
    DenseMatrix m = step(c, a, center, order);
    for (int i = 2 * d; i < order; i++) {
      m.set(i, i, 1);
    }
    return m;
  }

  private static DenseMatrix tableStep(Case c, int[] batch, int order) {
    QuadraticSum sum = c.law.sum();
    int d = sum.dimension();
    int n = sum.terms();
    DenseMatrix rows = c.rows();
    boolean[] seen = new boolean[rows.rows()];
    for (int term : batch) {
      for (int j = sum.first(term); j < sum.first(term + 1); j++) {
        seen[j] = true;
      }
    }
    DenseMatrix center = DenseMatrix.zeros(d, order);
    for (int i = 0; i < d; i++) {
      center.set(i, i, c.p.tau() / c.p.s());
      center.set(i, d + i, 1 / c.p.s());
      for (int j = 0; j < rows.rows(); j++) {
        double weight = (seen[j] ? 1.0 / batch.length : 0) - 1.0 / n;
        center.set(i, 2 * d + j, c.p.lambda() * weight * rows.get(j, i));
      }
    }
    DenseMatrix m = step(c, Explicit.hessian(sum, batch), center, order);
    for (int j = 0; j < rows.rows(); j++) {
      for (int at = 0; at < order; at++) {
        double now = 0;
        for (int i = 0; i < d; i++) {
          now += rows.get(j, i) * m.get(i, at);
        }
        m.set(2 * d + j, at, seen[j] ? now : at == 2 * d + j ? 1 : 0);
      }
    }
    return m;
  }

  /** Returns the rows of e and w of a step whose resolvent is taken at the given center. */
  private static DenseMatrix step(Case c, DenseMatrix a, DenseMatrix center, int order) {
    int d = a.rows();
    DenseMatrix plus = a.times(c.p.lambda());
    plus.addDiagonal(1);
    DenseMatrix e = Explicit.inverse(plus).multiply(center);
    DenseMatrix m = DenseMatrix.zeros(order, order);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < order; j++) {
        m.set(i, j, e.get(i, j));
        double old = i == j ? 1 / c.p.alpha() : 0;
        m.set(d + i, j, (1 + 1 / c.p.alpha()) * e.get(i, j) - old);
      }
    }
    return m;
  }

  /** Returns the largest modulus of the eigenvalues on symmetric matrices. */
  private static double radius(DenseMatrix kronecker) {
    int order = (int) Math.round(Math.sqrt(kronecker.rows()));
    int pairs = order * (order + 1) / 2;
    DMatrixRMaj on = new DMatrixRMaj(pairs, pairs);
    for (int i = 0, r = 0; i < order; i++) {
      for (int j = 0; j <= i; j++, r++) {
        for (int k = 0, s = 0; k < order; k++) {
          for (int l = 0; l <= k; l++, s++) {
            double one = kronecker.get(i * order + j, k * order + l);
            double other = k == l ? 0 : kronecker.get(i * order + j, l * order + k);
            on.set(r, s, one + other);
          }
        }
      }
    }
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(pairs, false, false);
    if (!eigen.decompose(on)) {
      throw new AssertionError("no eigenvalues");
    }
    double radius = 0;
    for (int i = 0; i < eigen.getNumberOfEigenvalues(); i++) {
      radius = Math.max(radius, eigen.getEigenvalue(i).getMagnitude());
    }
    return radius;
  }
}
