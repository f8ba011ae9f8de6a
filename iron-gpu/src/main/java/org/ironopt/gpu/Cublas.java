package org.ironopt.gpu;

import org.ironopt.gpu.NativeLibrary.NativeFunction;

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

  final NativeFunction create = library.function("cublasCreate_v2", "L");
  final NativeFunction destroy = library.function("cublasDestroy_v2", "L");
  final NativeFunction version = library.function("cublasGetVersion_v2", "LL");
  final NativeFunction setStream = library.function("cublasSetStream_v2", "LL");
  final NativeFunction setWorkspace = library.function("cublasSetWorkspace_v2", "LLL");
  final NativeFunction setMathMode = library.function("cublasSetMathMode", "LI");
  final NativeFunction sgemm = library.function("cublasSgemm_v2", "LIIIIILLILILLI");
  final NativeFunction dgemm = library.function("cublasDgemm_v2", "LIIIIILLILILLI");
}
