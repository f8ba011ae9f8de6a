package org.ironopt.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class DeviceProbeTest extends DeviceFixture {
  @Test
  void everythingIsTriedOut() {
    List<DeviceProbe.Line> lines = DeviceProbe.run();
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
        lines.stream().map(DeviceProbe.Line::name).toList());
    assertTrue(lines.stream().allMatch(DeviceProbe.Line::ok), lines.toString());
  }
}
