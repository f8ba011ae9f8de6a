package org.ironopt.gpu.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.ironopt.gpu.Device;
import org.ironopt.gpu.fit.PartsContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The same through all of the Java side of CUDA, against a stand-in for the libraries. */
class FakePartsTest extends PartsContract {
  @BeforeEach
  void useFake() {
    FakeCuda.use();
  }

  @Override
  protected Device device() {
    return CudaDevice.open(0, CudaDevice.Precision.FLOAT);
  }

  @AfterEach
  void nothingIsLeft() {
    assertEquals(0, FakeCuda.count("handles"));
    assertEquals(0, FakeCuda.count("bytes"));
  }
}
