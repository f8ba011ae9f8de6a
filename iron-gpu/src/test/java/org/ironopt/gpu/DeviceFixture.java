package org.ironopt.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What tests on a device share: the GPU of this machine, or else the stand-in of {@link FakeCuda}.
 * They are skipped where there is neither.
 */
public abstract class DeviceFixture {
  @BeforeEach
  void useDevice() throws IOException {
    FakeCuda.useUnlessGpu();
  }

  @AfterEach
  void nothingIsLeft() {
    if (FakeCuda.used()) {
      FakeCuda.limit(4L << 30);
      assertEquals(0, FakeCuda.count("handles"));
      assertEquals(0, FakeCuda.count("bytes"));
    }
  }

  protected static Device device() {
    return Device.open("cuda", Device.MathMode.FLOAT);
  }
}
