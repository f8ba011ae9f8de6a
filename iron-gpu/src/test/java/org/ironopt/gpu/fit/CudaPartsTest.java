package org.ironopt.gpu.fit;

import org.ironopt.gpu.Device;
import org.ironopt.gpu.RealCuda;
import org.junit.jupiter.api.BeforeEach;

/** The same on a GPU, where there is one. */
class CudaPartsTest extends PartsContract {
  @BeforeEach
  void needsGpu() {
    RealCuda.require();
  }

  @Override
  protected Device device() {
    return RealCuda.open();
  }
}
