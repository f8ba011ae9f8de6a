package org.ironopt.linalg.kernel;

/** Picks the random kernels of this process, once. */
final class RandomKernelsProvider {
  static final RandomKernels INSTANCE = choose();

  private RandomKernelsProvider() {}

  private static RandomKernels choose() {
    boolean wanted = !"off".equalsIgnoreCase(System.getProperty("iron.simd"));
    boolean there = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
    return wanted && there ? RandomKernelsVector.create() : new RandomKernelsScalar();
  }
}
