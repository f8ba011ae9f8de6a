package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import org.ironopt.regression.Samples;
import org.ironopt.run.Checkpoint;
import org.junit.jupiter.api.Test;

/** Files as version 0.3.0 wrote them: models are read and predict the same, states are refused. */
class OldFilesTest {
  private static final double[] ROW = {0.5, -1.25, 2};

  private static Path file(String name) throws URISyntaxException {
    return Path.of(OldFilesTest.class.getResource("/0.3.0/" + name).toURI());
  }

  /** Reads a model, which is also written as it was. */
  private static Model model(String name) throws Exception {
    Model model = ModelFile.read(file(name));
    assertEquals(Files.readString(file(name)), ModelFile.text(model));
    assertEquals(List.of("age", "size", "city=Oslo"), model.columns());
    return model;
  }

  @Test
  void modelsPredictTheSameNumbers() throws Exception {
    Model two = model("logistic.json");
    assertArrayEquals(
        new double[] {0.057022578402699864, 0.9429774215973001}, two.probabilities(ROW));
    assertEquals("1", two.predictClass(ROW));
    Model three = model("softmax.json");
    assertArrayEquals(
        new double[] {0.00371700148943124, 0.1998986649931887, 0.7963843335173801},
        three.probabilities(ROW));
    assertEquals("2", three.predictClass(ROW));
    assertEquals(3.3048848513767615, model("ridge.json").predict(ROW));
  }

  @Test
  void aCheckpointIsRefusedByItsFormat() throws Exception {
    Fit fit = Fit.logistic(Samples.classes(Samples.dense(60, 3, 7), 2, 7)).reg(1e-2);
    Checkpoint.UnusableException e =
        assertThrows(
            Checkpoint.UnusableException.class, fit.resume(file("logistic.checkpoint"))::go);
    assertEquals(Checkpoint.UnusableException.Reason.OTHER_VERSION, e.reason());
    assertTrue(e.getMessage().endsWith("format 1 of another release, expected 2: start again"));
  }
}
