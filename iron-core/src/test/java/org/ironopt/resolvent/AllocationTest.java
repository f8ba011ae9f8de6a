package org.ironopt.resolvent;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Parallel;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.problem.Ensemble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A solve allocates nothing that grows with n: its workspace was made before. */
class AllocationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Bytes that 20 times more unknowns may cost. */
  private static final int ALLOWED = 1_000;

  private final int threads = Parallel.threads();

  @BeforeEach
  void oneThread() {
    Parallel.setThreads(1);
  }

  @AfterEach
  void restoreThreads() {
    Parallel.setThreads(threads);
  }

  /** Sum of x^4/4 - x: separable, not quadratic, allocates nothing in its workspace. */
  private record Quartic(int dimension) implements Curved {
    @Override
    public double value(double[] x) {
      double sum = 0;
      for (double xi : x) {
        sum += xi * xi * xi * xi / 4 - xi;
      }
      return sum;
    }

    @Override
    public void gradient(double[] x, double[] gradient) {
      for (int i = 0; i < x.length; i++) {
        gradient[i] = x[i] * x[i] * x[i] - 1;
      }
    }

    @Override
    public Curvature curvature() {
      double[] h = new double[dimension];
      return new Curvature() {
        @Override
        public int dimension() {
          return dimension;
        }

        @Override
        public double at(double[] x, double[] gradient) {
          for (int i = 0; i < x.length; i++) {
            h[i] = 3 * x[i] * x[i];
          }
          return valueAndGradient(x, gradient);
        }

        @Override
        public void apply(double[] v, double[] hv) {
          for (int i = 0; i < v.length; i++) {
            hv[i] = h[i] * v[i];
          }
        }

        @Override
        public void diagonal(double[] diagonal) {
          System.arraycopy(h, 0, diagonal, 0, h.length);
        }

        @Override
        public void block(int from, DenseMatrix block) {
          Arrays.fill(block.data(), 0);
          for (int i = 0; i < block.rows(); i++) {
            block.set(i, i, h[from + i]);
          }
        }
      };
    }
  }

  static Iterable<InnerMethod.Newton> matrixFree() {
    return () ->
        Combos.all().stream()
            .filter(inner -> !(inner.direction() instanceof Direction.Cholesky))
            .iterator();
  }

  /** A solve, ready to be repeated. */
  private static Runnable solve(InnerMethod inner, int n) {
    Resolvent resolvent = Resolvent.of(new Quartic(n), inner);
    double[] c = new double[n];
    double[] x = new double[n];
    double[] u = new double[n];
    Arrays.setAll(c, i -> 2 + i % 3);
    Arrays.setAll(x, i -> 1.5 + i % 2);
    return () -> assertTrue(resolvent.solve(.1, c, x, u).succeeded(), inner::toString);
  }

  private static void assertFlat(String name, int allowed, Runnable small, Runnable large) {
    long growth = Long.MAX_VALUE;
    // Until the optimizing compiler has seen a SIMD loop, each of its vectors is an object.
    for (int warmUp = 0; warmUp < 10_000 && growth > allowed; warmUp++) {
      growth = allocated(large) - allocated(small);
    }
    assertTrue(growth <= allowed, name + " allocates " + growth + " bytes more when large");
  }

  private static long allocated(Runnable solve) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    solve.run();
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  @ParameterizedTest
  @MethodSource("matrixFree")
  void bytesDoNotGrowWithN(InnerMethod inner) {
    assertFlat(inner.toString(), ALLOWED, solve(inner, 100), solve(inner, 2_000));
  }

  /**
   * Members of an ensemble allocate their reports, of ten numbers and a reference each, and nothing
   * else.
   */
  @Test
  void membersAllocateTheirReportsOnly() {
    assertFlat("ensemble", ALLOWED + 980 * 72, ensemble(20), ensemble(1_000));
  }

  private static Runnable ensemble(int m) {
    Ensemble ensemble = Ensemble.of(new Quartic(3), m);
    EnsembleResolvent resolvent = EnsembleResolvent.of(ensemble, InnerMethod.DIAGONAL);
    double[] c = ensemble.replicate(new double[] {2, 3, 4});
    double[] u = new double[3 * m];
    double[] lambda = {.1};
    double[] mu = {0};
    return () -> resolvent.solve(lambda, c, c, u);
  }
}
