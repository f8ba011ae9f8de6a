package org.ironopt.linalg.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jdk.incubator.vector.DoubleVector;
import org.junit.jupiter.api.Test;

class ProviderTest {
  @Test
  void scalarWithoutTheModuleOrWhenSwitchedOff() {
    assertEquals("scalar", Provider.choose(false, "on").description());
    assertEquals("scalar", Provider.choose(true, "off").description());
    assertEquals("scalar", Provider.choose(true, "OFF").description());
  }

  @Test
  void simdWithTheModule() {
    int bits = DoubleVector.SPECIES_PREFERRED.vectorBitSize();
    assertEquals("SIMD " + bits + " bit", Provider.choose(true, "on").description());
    assertTrue(Kernels.get().description().matches("SIMD \\d+ bit|scalar"));
  }
}
