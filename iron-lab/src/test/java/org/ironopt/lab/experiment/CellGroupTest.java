package org.ironopt.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class CellGroupTest {
  @Test
  void keysArePairedInTheOrderOfTheFirst() {
    assertEquals(
        List.of("a1.0", "a2.0", "b1.0", "b2.0"),
        CellGroup.pairs(List.of("a", "b"), new double[] {1, 2}, (name, x) -> name + x));
  }
}
