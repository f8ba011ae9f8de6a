package org.ironopt.gpu;

import org.ironopt.gpu.NativeLibrary.Call;

/** The dense part of cuSOLVER: Cholesky. */
final class Cusolver {
  /** CUBLAS_FILL_MODE_LOWER. */
  static final int LOWER = 0;

  final NativeLibrary library =
      NativeLibrary.open("libcusolver.so.12", "libcusolver.so.11", "libcusolver.so");

  {
    library.explain(code -> "cuSOLVER status " + code);
  }

  final Call create = library.call("cusolverDnCreate", "L");
  final Call destroy = library.call("cusolverDnDestroy", "L");
  final Call setStream = library.call("cusolverDnSetStream", "LL");
  final Call version = library.call("cusolverGetVersion", "L");
  final Call[] size = {
    library.call("cusolverDnSpotrf_bufferSize", "LIILIL"),
    library.call("cusolverDnDpotrf_bufferSize", "LIILIL")
  };
  final Call[] factor = {
    library.call("cusolverDnSpotrf", "LIILILIL"), library.call("cusolverDnDpotrf", "LIILILIL")
  };
  final Call[] solve = {
    library.call("cusolverDnSpotrs", "LIIILILIL"), library.call("cusolverDnDpotrs", "LIIILILIL")
  };
}
