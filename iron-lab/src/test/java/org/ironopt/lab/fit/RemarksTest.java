package org.ironopt.lab.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.ironopt.data.Dataset;
import org.junit.jupiter.api.Test;

class RemarksTest {
  private static List<String> of(String... labels) {
    double[][] rows = new double[labels.length][1];
    return Remarks.of(Dataset.classification(rows, labels), Optional.empty()).stream()
        .filter(line -> line.startsWith("labels"))
        .toList();
  }

  @Test
  void labelsThatOnlyLookAlikeAreNamed() {
    assertTrue(of("no", "NO ", "no", "yes").getFirst().startsWith("labels 'NO ' and 'no' differ"));
  }

  /** The usual labels of LIBSVM files. */
  @Test
  void theSignOfANumberIsNoSpelling() {
    assertEquals(List.of(), of("-1", "1", "1", "-1"));
    assertEquals(List.of(), of("1.5", "15", "-15"));
  }
}
