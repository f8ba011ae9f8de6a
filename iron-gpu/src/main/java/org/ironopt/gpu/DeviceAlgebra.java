package org.ironopt.gpu;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.ironopt.linalg.internal.Require;

/** Products by cuBLAS, with a workspace of its own, which a graph needs; Cholesky by cuSOLVER. */
final class DeviceAlgebra implements AutoCloseable {
  /** What NVIDIA recommends for Hopper; more than others need. */
  private static final long WORKSPACE = 32L << 20;

  private final Cublas cublas;
  private final Cusolver cusolver;
  private final DeviceMemory memory;
  private final MemorySegment scalars;
  private long blas;
  private long solver;

  /** Where the second half of an inversion reports; the first half's report is the one to keep. */
  private Buffer solved;

  private Buffer space;

  DeviceAlgebra(Cuda cuda, DeviceMemory memory, Arena arena) {
    cublas = cuda.blas;
    cusolver = cuda.solver;
    this.memory = memory;
    scalars = arena.allocate(ValueLayout.JAVA_DOUBLE, 2);
  }

  /** Opens both libraries; what was opened before a failure is closed by {@link #close}. */
  void start(long stream, Device.MathMode mode) {
    blas = CudaDriver.handle(cublas.create);
    cublas.setStream.check(blas, stream);
    Buffer workspace = memory.allocate(Buffer.Kind.INT, WORKSPACE / Buffer.Kind.INT.bytes);
    cublas.setWorkspace.check(blas, workspace.address(), WORKSPACE);
    boolean rounded = mode == Device.MathMode.TF32;
    cublas.setMathMode.check(blas, rounded ? Cublas.TF32 : Cublas.DEFAULT_MATH);
    solver = CudaDriver.handle(cusolver.create);
    cusolver.setStream.check(solver, stream);
    solved = memory.allocate(Buffer.Kind.INT, 1);
    space = memory.allocate(Buffer.Kind.DOUBLE, 1);
  }

  private static int which(DeviceMatrix a) {
    return a.kind() == Buffer.Kind.FLOAT ? 0 : 1;
  }

  /** C' = B' A' by columns is C = A B by rows. */
  void multiply(double alpha, DeviceMatrix a, DeviceMatrix b, double beta, DeviceMatrix c) {
    boolean fits = a.columns() == b.rows() && a.rows() == c.rows() && b.columns() == c.columns();
    boolean alike = a.kind() == b.kind() && a.kind() == c.kind() && a.kind() != Buffer.Kind.INT;
    Require.that(
        fits && alike && !c.transposed(), "a product of %s and %s cannot go to %s", a, b, c);
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
            b.transposed() ? Cublas.TRANSPOSED : Cublas.PLAIN,
            a.transposed() ? Cublas.TRANSPOSED : Cublas.PLAIN,
            c.columns(),
            c.rows(),
            a.columns(),
            scalars.address(),
            b.data().address(),
            b.stride(),
            a.data().address(),
            a.stride(),
            scalars.address() + 8,
            c.data().address(),
            c.stride());
  }

  /** Allocates what a factorization needs. */
  void makeRoom(DeviceMatrix a) {
    try (Arena scratch = Arena.ofConfined()) {
      MemorySegment out = scratch.allocate(ValueLayout.JAVA_LONG);
      cusolver.size[which(a)].check(
          solver, Cusolver.LOWER, a.rows(), a.data().address(), a.stride(), out.address());
      int size = out.get(ValueLayout.JAVA_INT, 0);
      if (space.length() < size) {
        memory.free(space);
        space = memory.allocate(Buffer.Kind.DOUBLE, size);
      }
    }
  }

  void factor(DeviceMatrix a, Buffer info) {
    cusolver.factor[which(a)].check(
        solver,
        Cusolver.LOWER,
        a.rows(),
        a.data().address(),
        a.stride(),
        space.address(),
        (int) space.length(),
        info.address());
  }

  /** Overwrites {@code right} with the solutions for its columns. */
  void solve(DeviceMatrix a, DeviceMatrix right) {
    cusolver.solve[which(a)].check(
        solver,
        Cusolver.LOWER,
        a.rows(),
        a.rows(),
        a.data().address(),
        a.stride(),
        right.data().address(),
        right.stride(),
        solved.address());
  }

  @Override
  public void close() {
    Device.end(cusolver.destroy, solver);
    Device.end(cublas.destroy, blas);
  }
}
