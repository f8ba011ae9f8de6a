package org.ironopt.cli.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ironopt.cli.render.Remark;
import org.ironopt.data.Dataset;
import org.ironopt.model.ModelKind;
import org.junit.jupiter.api.Test;

class TargetRemarksTest {
  /** Returns the groups of labels that look alike. */
  private static List<List<String>> alike(String... labels) {
    double[][] rows = new double[labels.length][1];
    return TargetRemarks.of(
            ModelKind.SOFTMAX, Dataset.classification(rows, labels), Optional.empty())
        .stream()
        .filter(Remark.AlikeLabels.class::isInstance)
        .map(remark -> ((Remark.AlikeLabels) remark).labels())
        .toList();
  }

  @Test
  void labelsThatOnlyLookAlikeAreNamed() {
    assertEquals(List.of(List.of("NO ", "no")), alike("no", "NO ", "no", "yes"));
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
        Remark.texts(TargetRemarks.of(ModelKind.POISSON, data, Optional.empty())));
    assertEquals(
        Map.of("0", 19, "1", 20, "2", 20, "7", 1),
        ((Remark.ClassTarget)
                TargetRemarks.of(ModelKind.SOFTMAX, data.toClasses(), Optional.empty()).getFirst())
            .classes());
    assertEquals(
        new Remark.ModelGuess(ModelKind.SOFTMAX, 4, true, true, false), FitChecks.guess(data));
  }

  /** The usual labels of LIBSVM files. */
  @Test
  void theSignOfANumberIsNoSpelling() {
    assertEquals(List.of(), alike("-1", "1", "1", "-1"));
    assertEquals(List.of(), alike("1.5", "15", "-15"));
    assertEquals(List.of(), alike("'-1'", "'1'", "'1'", "'-1'"));
    assertEquals(List.of(), alike("v1.5", "v15", "1-2", "12"));
  }
}
