package org.ironopt.gpu.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExaminationTest {
  @Test
  void everythingIsTriedOut() {
    FakeCuda.use();
    List<Examination.Finding> findings = Examination.run();
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
        findings.stream().map(Examination.Finding::name).toList());
    assertTrue(findings.stream().allMatch(Examination.Finding::ok), findings.toString());
    assertEquals(0, FakeCuda.count("handles"));
    assertEquals(0, FakeCuda.count("bytes"));
  }
}
