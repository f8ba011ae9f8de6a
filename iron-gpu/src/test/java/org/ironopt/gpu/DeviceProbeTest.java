package org.ironopt.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class DeviceProbeTest extends DeviceFixture {
  @Test
  void everythingIsTriedOut() {
    List<DeviceProbe.Diagnostic> diagnostics = DeviceProbe.run();
    assertEquals(
        List.of(
            "native",
            "driver",
            "NVRTC",
            "cuBLAS",
            "cuSOLVER",
            "setting",
            "CUDA",
            "device",
            "normals",
            "product",
            "Cholesky",
            "repeat",
            "capture",
            "memory",
            "TF32"),
        diagnostics.stream().map(DeviceProbe.Diagnostic::name).toList());
    assertTrue(diagnostics.stream().allMatch(DeviceProbe.Diagnostic::ok), diagnostics.toString());
  }
}
