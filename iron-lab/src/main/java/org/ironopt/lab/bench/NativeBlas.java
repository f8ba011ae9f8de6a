package org.ironopt.lab.bench;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.ironopt.lab.InputError;

/**
 * The matrix products of a native BLAS, through its C interface: a yardstick for our own, which
 * never use it. The library is the file of the property {@code iron.blas}, or one that the system
 * finds by a usual name. It is asked to keep to one thread, where it can be asked.
 */
final class NativeBlas {
  private static final List<String> LIBRARIES =
      List.of(
          "libopenblas.so.0",
          "libopenblas.so",
          "libmkl_rt.so.2",
          "libmkl_rt.so",
          "libblas.so.3",
          "libopenblas.dylib",
          "libopenblas.dll");

  /** What may stand around a name; those that end in 64_ take integers of 64 bits. */
  private static final String[][] FORMS = {
    {"", ""}, {"", "64_"}, {"scipy_", ""}, {"scipy_", "64_"},
  };

  private static final List<String> THREADS =
      List.of("openblas_set_num_threads", "MKL_Set_Num_Threads");

  private static final int ROW_MAJOR = 101;
  private static final int AS_IS = 111;
  private static final int TRANSPOSED = 112;

  private final String name;
  private final boolean oneThread;
  private final MethodHandle dgemm;
  private final MethodHandle sgemm;

  private NativeBlas(String name, SymbolLookup symbols, String prefix, String suffix) {
    this.name = name;
    MemoryLayout integer = suffix.equals("64_") ? JAVA_LONG : JAVA_INT;
    dgemm = gemm(symbols, prefix + "cblas_dgemm" + suffix, integer, JAVA_DOUBLE, double.class);
    sgemm = gemm(symbols, prefix + "cblas_sgemm" + suffix, integer, JAVA_FLOAT, float.class);
    oneThread = keepToOneThread(symbols, prefix, suffix);
  }

  /** Returns the library that is installed, if there is one. */
  static Optional<NativeBlas> find() {
    String file = System.getProperty("iron.blas");
    if (file != null) {
      return Optional.of(
          open(file, true)
              .orElseThrow(
                  () ->
                      new InputError(
                          "-Diron.blas="
                              + file
                              + " cannot be loaded or has no cblas_dgemm, expected the path of a"
                              + " BLAS, such as libopenblas.so.0")));
    }
    return LIBRARIES.stream().flatMap(library -> open(library, false).stream()).findFirst();
  }

  @SuppressWarnings("restricted")
  private static Optional<NativeBlas> open(String library, boolean path) {
    SymbolLookup symbols;
    try {
      symbols =
          path
              ? SymbolLookup.libraryLookup(Path.of(library), Arena.global())
              : SymbolLookup.libraryLookup(library, Arena.global());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    for (String[] form : FORMS) {
      if (symbols.find(form[0] + "cblas_dgemm" + form[1]).isPresent()
          && symbols.find(form[0] + "cblas_sgemm" + form[1]).isPresent()) {
        String name = Path.of(library).getFileName().toString();
        return Optional.of(new NativeBlas(name, symbols, form[0], form[1]));
      }
    }
    return Optional.empty();
  }

  @SuppressWarnings("restricted")
  private static MethodHandle gemm(
      SymbolLookup symbols, String name, MemoryLayout integer, MemoryLayout real, Class<?> type) {
    FunctionDescriptor arguments =
        FunctionDescriptor.ofVoid(
            JAVA_INT, JAVA_INT, JAVA_INT, integer, integer, integer, real, ADDRESS, integer,
            ADDRESS, integer, real, ADDRESS, integer);
    MethodHandle call =
        Linker.nativeLinker()
            .downcallHandle(
                symbols.find(name).orElseThrow(), arguments, Linker.Option.critical(true));
    Class<?> segment = MemorySegment.class;
    // One signature for both sizes of integers.
    return call.asType(
        MethodType.methodType(
            void.class,
            int.class,
            int.class,
            int.class,
            int.class,
            int.class,
            int.class,
            type,
            segment,
            int.class,
            segment,
            int.class,
            type,
            segment,
            int.class));
  }

  @SuppressWarnings("restricted")
  private static boolean keepToOneThread(SymbolLookup symbols, String prefix, String suffix) {
    for (String name : THREADS) {
      Optional<MemorySegment> found =
          symbols.find(prefix + name + suffix).or(() -> symbols.find(name));
      if (found.isPresent()) {
        try {
          Linker.nativeLinker()
              .downcallHandle(found.get(), FunctionDescriptor.ofVoid(JAVA_INT))
              .invoke(1);
          return true;
        } catch (Throwable e) {
          throw new IllegalStateException(name + " of the native BLAS failed", e);
        }
      }
    }
    return false;
  }

  /** Returns what it is called, and whether it may use more than one thread. */
  String description() {
    return name + (oneThread ? ", 1 thread" : ", which may use more than 1 thread");
  }

  /** {@code C = A B'}, m x n, with rows of length k one after the other in A and B. */
  void products(int m, int n, int k, double[] a, double[] b, double[] c) {
    run(AS_IS, TRANSPOSED, m, n, k, 0.0, a, k, b, k, c);
  }

  /** {@code C += A B}, m x n, with A m x k and B k x n. */
  void add(int m, int n, int k, double[] a, double[] b, double[] c) {
    run(AS_IS, AS_IS, m, n, k, 1.0, a, k, b, n, c);
  }

  /** {@code C += A' B}, m x n, with A k x m and B k x n. */
  void addTransposed(int m, int n, int k, double[] a, double[] b, double[] c) {
    run(TRANSPOSED, AS_IS, m, n, k, 1.0, a, m, b, n, c);
  }

  private void run(
      int ta,
      int tb,
      int m,
      int n,
      int k,
      double beta,
      double[] a,
      int lda,
      double[] b,
      int ldb,
      double[] c) {
    try {
      dgemm.invokeExact(
          ROW_MAJOR,
          ta,
          tb,
          m,
          n,
          k,
          1.0,
          MemorySegment.ofArray(a),
          lda,
          MemorySegment.ofArray(b),
          ldb,
          beta,
          MemorySegment.ofArray(c),
          n);
    } catch (Throwable e) {
      throw new IllegalStateException("cblas_dgemm of " + name + " failed", e);
    }
  }

  /** {@code C = A B'}, m x n, with rows of length k one after the other in A and B. */
  void products(int m, int n, int k, float[] a, float[] b, float[] c) {
    run(AS_IS, TRANSPOSED, m, n, k, 0f, a, k, b, k, c);
  }

  /** {@code C += A B}, m x n, with A m x k and B k x n. */
  void add(int m, int n, int k, float[] a, float[] b, float[] c) {
    run(AS_IS, AS_IS, m, n, k, 1f, a, k, b, n, c);
  }

  /** {@code C += A' B}, m x n, with A k x m and B k x n. */
  void addTransposed(int m, int n, int k, float[] a, float[] b, float[] c) {
    run(TRANSPOSED, AS_IS, m, n, k, 1f, a, m, b, n, c);
  }

  private void run(
      int ta,
      int tb,
      int m,
      int n,
      int k,
      float beta,
      float[] a,
      int lda,
      float[] b,
      int ldb,
      float[] c) {
    try {
      sgemm.invokeExact(
          ROW_MAJOR,
          ta,
          tb,
          m,
          n,
          k,
          1f,
          MemorySegment.ofArray(a),
          lda,
          MemorySegment.ofArray(b),
          ldb,
          beta,
          MemorySegment.ofArray(c),
          n);
    } catch (Throwable e) {
      throw new IllegalStateException("cblas_sgemm of " + name + " failed", e);
    }
  }
}
