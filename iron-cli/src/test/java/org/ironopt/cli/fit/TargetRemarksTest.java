package org.ironopt.cli.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.ironopt.data.Dataset;
import org.ironopt.model.ModelKind;
import org.junit.jupiter.api.Test;

class TargetRemarksTest {
  private static List<String> of(String... labels) {
    double[][] rows = new double[labels.length][1];
    return TargetRemarks.of(
            ModelKind.SOFTMAX, Dataset.classification(rows, labels), Optional.empty())
        .stream()
        .filter(line -> line.startsWith("labels"))
        .toList();
  }

  @Test
  void labelsThatOnlyLookAlikeAreNamed() {
    assertTrue(of("no", "NO ", "no", "yes").getFirst().startsWith("labels 'NO ' and 'no' differ"));
  }

  /** The same targets are labels to one model and numbers to the other. */
  @Test
  void numbersAreNotSpokenOfAsClasses() {
    double[] counts = new double[60];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = i == 0 ? 7 : i % 3;
    }
    Dataset data = Dataset.regression(new double[60][1], counts);
    assertEquals(
        List.of("target: numbers from 0 to 7, mean 1.11667"),
        TargetRemarks.of(ModelKind.POISSON, data, Optional.empty()));
    assertTrue(
        TargetRemarks.of(ModelKind.SOFTMAX, data.toClasses(), Optional.empty())
            .getFirst()
            .startsWith("target: 4 classes: '0' 19"));
    FitChecks.Guess guess = FitChecks.guess(data);
    assertEquals(ModelKind.SOFTMAX, guess.kind());
    assertEquals("4 different whole numbers, taken for labels", guess.reason());
    assertEquals("--model ridge takes them for sizes, --model poisson for counts", guess.change());
  }

  /** The usual labels of LIBSVM files. */
  @Test
  void theSignOfANumberIsNoSpelling() {
    assertEquals(List.of(), of("-1", "1", "1", "-1"));
    assertEquals(List.of(), of("1.5", "15", "-15"));
    assertEquals(List.of(), of("'-1'", "'1'", "'1'", "'-1'"));
    assertEquals(List.of(), of("v1.5", "v15", "1-2", "12"));
  }
}
