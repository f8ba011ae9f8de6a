package org.ironopt.linalg.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jdk.incubator.vector.DoubleVector;
import org.junit.jupiter.api.Test;

class KernelsTest {
  @Test
  void scalarWithoutTheModuleOrWhenSwitchedOff() {
    assertEquals("scalar", Kernels.choose(false, "on").description());
    assertEquals("scalar", Kernels.choose(true, "off").description());
    assertEquals("scalar", Kernels.choose(true, "OFF").description());
  }

  @Test
  void simdWithTheModule() {
    int bits = DoubleVector.SPECIES_PREFERRED.vectorBitSize();
    assertEquals("SIMD " + bits + " bit", Kernels.choose(true, "on").description());
    assertTrue(Kernels.get().description().matches("SIMD \\d+ bit|scalar"));
  }
}
