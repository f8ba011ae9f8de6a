package org.ironopt.gpu;

import org.ironopt.gpu.NativeLibrary.Call;

/** cuBLAS. Its matrices are stored by columns. */
final class Cublas {
  /** CUBLAS_OP_N and CUBLAS_OP_T. */
  static final int PLAIN = 0;

  static final int TRANSPOSED = 1;

  /** CUBLAS_DEFAULT_MATH and CUBLAS_TF32_TENSOR_OP_MATH. */
  static final int DEFAULT_MATH = 0;

  static final int TF32 = 3;

  final NativeLibrary library =
      NativeLibrary.open("libcublas.so.13", "libcublas.so.12", "libcublas.so");

  {
    library.explain(library.text("cublasGetStatusString"));
  }

  final Call create = library.call("cublasCreate_v2", "L");
  final Call destroy = library.call("cublasDestroy_v2", "L");
  final Call version = library.call("cublasGetVersion_v2", "LL");
  final Call setStream = library.call("cublasSetStream_v2", "LL");
  final Call setWorkspace = library.call("cublasSetWorkspace_v2", "LLL");
  final Call setMathMode = library.call("cublasSetMathMode", "LI");
  final Call sgemm = library.call("cublasSgemm_v2", "LIIIIILLILILLI");
  final Call dgemm = library.call("cublasDgemm_v2", "LIIIIILLILILLI");
}
