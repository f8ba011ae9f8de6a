package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.NumberList;
import org.junit.jupiter.api.Test;

class NumberListTest {
  @Test
  void itemsAndRangesMix() {
    assertEquals(
        List.of(0.5, 1.0, 10.0, 100.0, 1000.0, 2e4),
        NumberList.parse(" 0.5, 1..1000:4, 2e4").values());
  }

  @Test
  void rangesMayDescendAndKeepTheirEnds() {
    assertEquals(List.of(0.3, 0.1), NumberList.parse("0.3..0.1:2").values());
    assertEquals(List.of(1e4, 1.0, 1e-4), NumberList.parse("1e4..1e-4:3").values());
  }

  @Test
  void tablesShowSixDigits() {
    assertEquals("0", Numbers.text(0));
    assertEquals("1234570", Numbers.text(1234567));
    assertEquals("1.23457e7", Numbers.text(12345678));
    assertEquals("0.00012", Numbers.text(0.00012));
    assertEquals("-1.2e-5", Numbers.text(-0.000012));
    assertEquals("1e-300", Numbers.text(1e-300));
  }
}
