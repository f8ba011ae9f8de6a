package org.ironopt.gpu;

import org.ironopt.gpu.NativeLibrary.NativeFunction;

/** The dense part of cuSOLVER: Cholesky. */
final class Cusolver {
  /** CUBLAS_FILL_MODE_LOWER. */
  static final int LOWER = 0;

  final NativeLibrary library =
      NativeLibrary.open("libcusolver.so.12", "libcusolver.so.11", "libcusolver.so");

  {
    library.explain(code -> "cuSOLVER status " + code);
  }

  final NativeFunction create = library.function("cusolverDnCreate", "L");
  final NativeFunction destroy = library.function("cusolverDnDestroy", "L");
  final NativeFunction setStream = library.function("cusolverDnSetStream", "LL");
  final NativeFunction version = library.function("cusolverGetVersion", "L");
  final NativeFunction[] size = {
    library.function("cusolverDnSpotrf_bufferSize", "LIILIL"),
    library.function("cusolverDnDpotrf_bufferSize", "LIILIL")
  };
  final NativeFunction[] factor = {
    library.function("cusolverDnSpotrf", "LIILILIL"),
    library.function("cusolverDnDpotrf", "LIILILIL")
  };
  final NativeFunction[] solve = {
    library.function("cusolverDnSpotrs", "LIIILILIL"),
    library.function("cusolverDnDpotrs", "LIIILILIL")
  };
}
