package org.ironopt.bench.kernels;

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
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.ironopt.io.InputError;

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
    dgemm = gemm(symbols, prefix + "cblas_dgemm" + suffix, integer, JAVA_DOUBLE);
    sgemm = gemm(symbols, prefix + "cblas_sgemm" + suffix, integer, JAVA_FLOAT);
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
                          "-Diron.blas=%s cannot be loaded or has no cblas_dgemm, expected the path"
                              + " of a BLAS, such as libopenblas.so.0",
                          file)));
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
      SymbolLookup symbols, String name, MemoryLayout integer, MemoryLayout real) {
    FunctionDescriptor arguments =
        FunctionDescriptor.ofVoid(
            JAVA_INT, JAVA_INT, JAVA_INT, integer, integer, integer, real, ADDRESS, integer,
            ADDRESS, integer, real, ADDRESS, integer);
    MethodHandle call =
        Linker.nativeLinker()
            .downcallHandle(
                symbols.find(name).orElseThrow(), arguments, Linker.Option.critical(true));
    // One signature for both precisions and both sizes of integers.
    List<Class<?>> types = new ArrayList<>(Collections.nCopies(14, int.class));
    for (int matrix : new int[] {7, 9, 12}) {
      types.set(matrix, MemorySegment.class);
    }
    types.set(6, double.class);
    types.set(11, double.class);
    return MethodHandles.explicitCastArguments(call, MethodType.methodType(void.class, types));
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

  /**
   * {@code C = op(A) op(B) + beta C}, m x n, with k terms in a sum; all of them arrays of doubles,
   * or all of floats.
   *
   * @param ta whether A is given transposed, k x m
   * @param tb whether B is given transposed, n x k
   */
  Runnable product(
      boolean ta, boolean tb, int m, int n, int k, double beta, Object a, Object b, Object c) {
    MethodHandle gemm = a instanceof float[] ? sgemm : dgemm;
    MemorySegment as = segment(a);
    MemorySegment bs = segment(b);
    MemorySegment cs = segment(c);
    int opA = ta ? TRANSPOSED : AS_IS;
    int opB = tb ? TRANSPOSED : AS_IS;
    int lda = ta ? m : k;
    int ldb = tb ? k : n;
    return () -> {
      try {
        gemm.invokeExact(ROW_MAJOR, opA, opB, m, n, k, 1.0, as, lda, bs, ldb, beta, cs, n);
      } catch (Throwable e) {
        throw new IllegalStateException("a product of " + name + " failed", e);
      }
    };
  }

  private static MemorySegment segment(Object array) {
    return array instanceof float[] f
        ? MemorySegment.ofArray(f)
        : MemorySegment.ofArray((double[]) array);
  }
}
