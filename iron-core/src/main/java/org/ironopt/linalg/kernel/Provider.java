package org.ironopt.linalg.kernel;

/** Picks the kernels of this process, once. */
final class Provider {
  static final Kernels INSTANCE =
      choose(
          ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent(),
          System.getProperty("iron.simd", "on"));

  private Provider() {}

  static Kernels choose(boolean moduleThere, String setting) {
    // VectorKernels must not even be linked without the module, hence the lookup in another class.
    return moduleThere && !setting.equalsIgnoreCase("off")
        ? new VectorKernels()
        : new ScalarKernels();
  }
}
