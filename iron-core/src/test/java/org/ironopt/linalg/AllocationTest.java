package org.ironopt.linalg;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntFunction;
import org.ironopt.linalg.internal.NystromPreconditioner;
import org.ironopt.linalg.internal.Steihaug;
import org.junit.jupiter.api.Test;

/** In-place solves allocate nothing that grows with n. */
class AllocationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int SMALL = 1_000;
  private static final int LARGE = 100_000;
  private static final int ALLOWED = 1_000;
  private static final KrylovSolver.Tolerance OPTIONS =
      KrylovSolver.Tolerance.toRelative(1e-10, 12);

  /** The second differences plus a multiple of the identity, with no matrix anywhere. */
  private static LinearOperator stencil(int n, double shift) {
    return (x, y) -> {
      for (int i = 0; i < n; i++) {
        double sum = (2 + shift) * x[i];
        sum -= i > 0 ? x[i - 1] : 0;
        sum -= i < n - 1 ? x[i + 1] : 0;
        y[i] = sum;
      }
    };
  }

  private static double[] ones(int n) {
    double[] b = new double[n];
    Arrays.fill(b, 1);
    return b;
  }

  private static void assertFlat(String name, IntFunction<Runnable> solve) {
    Runnable small = solve.apply(SMALL);
    Runnable large = solve.apply(LARGE);
    long difference = Long.MAX_VALUE;
    // Until the optimizing compiler has seen a SIMD loop, each of its vectors is an object.
    for (int warmUp = 0; warmUp < 5_000 && difference >= ALLOWED; warmUp++) {
      small.run();
      if (warmUp % 100 == 0) {
        difference = Math.abs(allocated(large) - allocated(small));
      }
    }
    assertTrue(difference < ALLOWED, name + " allocates " + difference + " bytes more for large n");
  }

  private static long allocated(Runnable solve) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    solve.run();
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  @Test
  void krylovSolvers() {
    assertFlat("CG", n -> solve(new ConjugateGradient(n), n, 0.1));
    assertFlat("MINRES", n -> solve(new Minres(n), n, -1.3));
    assertFlat("GMRES", n -> solve(new Gmres(n, 5), n, 0.1));
  }

  private static Runnable solve(KrylovSolver solver, int n, double shift) {
    LinearOperator a = stencil(n, shift);
    double[] b = ones(n);
    double[] x = new double[n];
    return () -> {
      solver.solveFromZero(a, b, x, OPTIONS);
      solver.solve(a, b, x, OPTIONS);
    };
  }

  @Test
  void preconditionedConjugateGradientsAndNystrom() {
    assertFlat(
        "PCG",
        n -> {
          Random random = new Random(1);
          LinearOperator h = stencil(n, 0);
          NystromPreconditioner p =
              NystromPreconditioner.of(
                      h, n, 4, v -> Arrays.setAll(v, i -> random.nextGaussian()), 0.1)
                  .orElseThrow();
          ConjugateGradient cg = new ConjugateGradient(n);
          double[] b = ones(n);
          double[] x = new double[n];
          LinearOperator a = stencil(n, 0.1);
          return () -> {
            cg.solveFromZero(a, p, b, x, OPTIONS);
            p.apply(b, x);
          };
        });
  }

  @Test
  void steihaug() {
    assertFlat(
        "Steihaug",
        n -> {
          Steihaug steihaug = new Steihaug(n);
          double[] g = ones(n);
          double[] s = new double[n];
          LinearOperator definite = stencil(n, 0.1);
          LinearOperator indefinite = stencil(n, -1.3);
          return () -> {
            steihaug.solve(definite, g, 5, s, OPTIONS);
            steihaug.solve(definite, g, Double.POSITIVE_INFINITY, s, OPTIONS);
            steihaug.solve(indefinite, g, 5, s, OPTIONS);
          };
        });
  }

  @Test
  void choleskySolve() {
    // A dense factor of order 100 000 fits nowhere: 10 and 300 show the same.
    assertFlat(
        "Cholesky",
        n -> {
          int order = n == SMALL ? 10 : 300;
          DenseMatrix a = DenseMatrix.identity(order);
          a.addDiagonal(1);
          Cholesky cholesky = new Cholesky(order);
          assertTrue(cholesky.factor(a));
          double[] x = ones(order);
          return () -> cholesky.solve(x, x);
        });
  }

  @Test
  void products() {
    assertFlat(
        "CSR product",
        n -> {
          SparseMatrix.Builder builder = SparseMatrix.builder(n, n);
          for (int i = 0; i < n; i++) {
            builder.add(i, i, 2);
          }
          SparseMatrix a = builder.build();
          double[] x = ones(n);
          double[] y = new double[n];
          return () -> {
            a.apply(x, y);
            a.applyTransposed(x, y);
          };
        });
  }
}
