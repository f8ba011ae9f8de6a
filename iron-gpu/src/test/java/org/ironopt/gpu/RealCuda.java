package org.ironopt.gpu;

import org.ironopt.gpu.cuda.CudaDevice;
import org.junit.jupiter.api.Assumptions;

/** The GPU of this machine, for tests that need one. */
public final class RealCuda {
  private static String missing;

  private RealCuda() {}

  /** Skips the test with the reason if there is no GPU. */
  public static synchronized void require() {
    Assumptions.assumeTrue(
        System.getProperty("iron.cuda.path") == null,
        "skipped: this process uses a stand-in for CUDA");
    if (missing == null) {
      try (Device device = open()) {
        missing = device == null ? "no device" : "";
      } catch (DeviceException e) {
        missing = e.getMessage();
      }
    }
    Assumptions.assumeTrue(missing.isEmpty(), "skipped, there is no GPU: " + missing);
  }

  public static Device open() {
    return CudaDevice.open(0, CudaDevice.Precision.FLOAT);
  }
}
