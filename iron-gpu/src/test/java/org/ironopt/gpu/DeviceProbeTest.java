package org.ironopt.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.ironopt.fit.remote.FitPlugin.Finding;
import org.junit.jupiter.api.Test;

class DeviceProbeTest extends DeviceFixture {
  @Test
  void everythingIsTriedOut() {
    List<Finding> findings = DeviceProbe.run();
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
        findings.stream().map(Finding::name).toList());
    assertTrue(findings.stream().allMatch(Finding::ok), findings.toString());
  }
}
