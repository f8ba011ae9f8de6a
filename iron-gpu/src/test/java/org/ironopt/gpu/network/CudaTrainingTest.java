package org.ironopt.gpu.network;

import org.ironopt.gpu.Device;
import org.ironopt.gpu.RealCuda;
import org.junit.jupiter.api.BeforeEach;

/** The same on a GPU, where there is one. */
class CudaTrainingTest extends TrainingContract {
  @BeforeEach
  void needsGpu() {
    RealCuda.require();
  }

  @Override
  protected Device device() {
    return RealCuda.open();
  }
}
