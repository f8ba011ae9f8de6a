package org.ironopt.gpu.cuda;

import static org.ironopt.gpu.cuda.CudaMemory.address;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.ironopt.gpu.Buffer;
import org.ironopt.gpu.Matrix;

/** Products by cuBLAS, with a workspace of its own, which a graph needs; Cholesky by cuSOLVER. */
final class CudaAlgebra implements AutoCloseable {
  /** What NVIDIA recommends for Hopper; more than others need. */
  private static final long WORKSPACE = 32L << 20;

  private final Blas cublas;
  private final Solver cusolver;
  private final CudaMemory memory;
  private final MemorySegment scalars;
  private long blas;
  private long solver;

  /** Where the second half of an inversion reports; the first half's report is the one to keep. */
  private Buffer solved;

  private Buffer space;

  CudaAlgebra(Cuda cuda, CudaMemory memory, Arena arena) {
    cublas = cuda.blas;
    cusolver = cuda.solver;
    this.memory = memory;
    scalars = arena.allocate(ValueLayout.JAVA_DOUBLE, 2);
  }

  /** Opens both libraries; what was opened before a failure is closed by {@link #close}. */
  void start(long stream, CudaDevice.Precision precision) {
    blas = Driver.handle(cublas.create);
    cublas.setStream.check(blas, stream);
    Buffer workspace = memory.allocate(Buffer.Kind.INT, WORKSPACE / Buffer.Kind.INT.bytes);
    cublas.setWorkspace.check(blas, address(workspace), WORKSPACE);
    boolean rounded = precision == CudaDevice.Precision.TF32;
    cublas.setMathMode.check(blas, rounded ? Blas.TF32 : Blas.DEFAULT_MATH);
    solver = Driver.handle(cusolver.create);
    cusolver.setStream.check(solver, stream);
    solved = memory.allocate(Buffer.Kind.INT, 1);
    space = memory.allocate(Buffer.Kind.DOUBLE, 1);
  }

  private static int which(Matrix a) {
    return a.data().kind() == Buffer.Kind.FLOAT ? 0 : 1;
  }

  /** C' = B' A' by columns is C = A B by rows. */
  void multiply(double alpha, Matrix a, Matrix b, double beta, Matrix c) {
    boolean single = which(a) == 0;
    if (single) {
      scalars.set(ValueLayout.JAVA_FLOAT, 0, (float) alpha);
      scalars.set(ValueLayout.JAVA_FLOAT, 8, (float) beta);
    } else {
      scalars.set(ValueLayout.JAVA_DOUBLE, 0, alpha);
      scalars.set(ValueLayout.JAVA_DOUBLE, 8, beta);
    }
    (single ? cublas.sgemm : cublas.dgemm)
        .check(
            blas,
            b.transposed() ? Blas.TRANSPOSED : Blas.PLAIN,
            a.transposed() ? Blas.TRANSPOSED : Blas.PLAIN,
            c.columns(),
            c.rows(),
            a.columns(),
            scalars.address(),
            address(b.data()),
            b.stride(),
            address(a.data()),
            a.stride(),
            scalars.address() + 8,
            address(c.data()),
            c.stride());
  }

  /** Allocates what a factorization needs. */
  void makeRoom(Matrix a) {
    try (Arena scratch = Arena.ofConfined()) {
      MemorySegment out = scratch.allocate(ValueLayout.JAVA_LONG);
      cusolver.size[which(a)].check(
          solver, Solver.LOWER, a.rows(), address(a.data()), a.stride(), out.address());
      int size = out.get(ValueLayout.JAVA_INT, 0);
      if (space.length() < size) {
        memory.free(space);
        space = memory.allocate(Buffer.Kind.DOUBLE, size);
      }
    }
  }

  void factor(Matrix a, Buffer info) {
    cusolver.factor[which(a)].check(
        solver,
        Solver.LOWER,
        a.rows(),
        address(a.data()),
        a.stride(),
        address(space),
        (int) space.length(),
        address(info));
  }

  /** Overwrites {@code right} with the solutions for its columns. */
  void solve(Matrix a, Matrix right) {
    cusolver.solve[which(a)].check(
        solver,
        Solver.LOWER,
        a.rows(),
        a.rows(),
        address(a.data()),
        a.stride(),
        address(right.data()),
        right.stride(),
        address(solved));
  }

  @Override
  public void close() {
    CudaDevice.end(cusolver.destroy, solver);
    CudaDevice.end(cublas.destroy, blas);
  }
}
