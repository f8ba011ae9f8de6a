package org.ironopt.linalg.kernel;

/** Picks the random kernels of this process, once. */
final class RandomKernelsProvider {
  static final RandomKernels INSTANCE = choose();

  private RandomKernelsProvider() {}

  private static RandomKernels choose() {
    // RandomKernelsVector must not even be linked where the module is missing.
    return Provider.INSTANCE instanceof ScalarKernels
        ? new RandomKernelsScalar()
        : RandomKernelsVector.create();
  }
}
