package org.ironopt.linalg.kernel;

/** Picks the kernels of this process, once. */
final class Provider {
  static final Kernels INSTANCE = choose();

  private Provider() {}

  private static Kernels choose() {
    boolean wanted = !"off".equalsIgnoreCase(System.getProperty("iron.simd"));
    boolean there = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
    // VectorKernels must not even be linked without the module, hence the lookup in another class.
    return wanted && there ? VectorKernels.create() : new ScalarKernels();
  }
}
