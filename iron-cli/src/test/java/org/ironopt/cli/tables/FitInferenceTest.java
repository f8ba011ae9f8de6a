package org.ironopt.cli.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ironopt.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the command line says of coefficients, on tables small enough to check by hand. */
class FitInferenceTest {
  @TempDir private Path folder;

  private JsonNode fit(String csv, String options) throws IOException {
    Cli run = run(csv, options + " --json");
    assertEquals(0, run.code(), run.err());
    return JsonMapper.builder().build().readTree(run.out());
  }

  private Cli run(String csv, String options) throws IOException {
    Path file = folder.resolve("t.csv");
    Files.writeString(file, csv);
    return Cli.run(("fit " + file + " --target y " + options).split(" "));
  }

  private static final String ALIASED =
      "a,b,y\n1,0.92,3\n2,1.84,1\n3,2.76,4\n4,3.68,1\n5,4.6,5\n6,5.52,9\n7,6.44,2\n8,7.36,6\n";

  @Test
  void aCopyIsNamedWithItsFactor() throws IOException {
    for (String reg : new String[] {"0", "1e-4"}) {
      JsonNode found = fit(ALIASED, "--model ridge --reg " + reg).get("coefficients");
      JsonNode alias = found.get("aliases").get(0);
      assertEquals("b", alias.get("column").asString());
      assertEquals("a", alias.get("terms").get(0).get("column").asString());
      assertEquals(0.92, alias.get("terms").get(0).get("factor").asDouble(), 1e-9);
      assertTrue(alias.get("exact").asBoolean());
      assertTrue(found.get("coefficients").get(0).get("low").isNull());
      assertTrue(run(ALIASED, "--model ridge --reg " + reg).out().contains("'b' = 0.92 'a'"));
    }
  }

  private static final String COUNTS =
      "x,y\n0,0\n0,9\n0,1\n0,14\n1,0\n1,22\n1,2\n1,30\n2,1\n2,40\n2,3\n2,60\n";

  /** With a category for each x the model says the means of the rows: 6, 13.5 and 26. */
  @Test
  void countsThatVaryMoreAreSaidToBeOverdispersed() throws IOException {
    String options = "--model poisson --reg 0 --categorical x";
    JsonNode found = fit(COUNTS, options).get("coefficients");
    double sum =
        (36 + 9 + 25 + 64) / 6.0
            + (13.5 * 13.5 + 8.5 * 8.5 + 11.5 * 11.5 + 16.5 * 16.5) / 13.5
            + (625 + 196 + 529 + 1156) / 26.0;
    JsonNode likelihood = found.get("likelihood");
    assertEquals(sum / 9, likelihood.get("pearson").asDouble(), 1e-5);
    assertEquals(9, likelihood.get("freedom").asDouble());
    assertTrue(likelihood.get("overdispersed").asBoolean());
    assertEquals("LIKELIHOOD", found.get("kind").asString());
    JsonNode robust = fit(COUNTS, options + " --robust").get("coefficients");
    assertEquals("ROBUST", robust.get("kind").asString());
    // The intercept is the log of the mean of the first four rows: HC3 divides by 1 - 1/4.
    double error = Math.sqrt(36 + 9 + 25 + 64) / (24 * 0.75);
    JsonNode constant = robust.get("coefficients").get(2);
    assertEquals(error, constant.get("error").asDouble(), 1e-5 * error);
  }

  private static final String WEIGHTED =
      "x,w,y\n1,0.001,3\n2,0.001,1\n3,0.001,4\n4,0.001,1\n5,0.001,5\n6,0.001,9\n";

  @Test
  void precisionsHaveErrorsWhateverTheirSum() throws IOException {
    String options = "--model ridge --reg 0";
    JsonNode plain = fit(WEIGHTED, options + " --ignore w").get("coefficients");
    JsonNode precise =
        fit(WEIGHTED, options + " --weight w --weights-are precision").get("coefficients");
    double error = plain.get("coefficients").get(0).get("error").asDouble();
    assertEquals(error, precise.get("coefficients").get(0).get("error").asDouble(), 1e-9);
    JsonNode counts = fit(WEIGHTED, options + " --weight w").get("coefficients");
    assertEquals("NONE", counts.get("kind").asString());
    assertEquals(2, run(WEIGHTED, options + " --weights-are heavy").code());
  }

  @Test
  void aStrongPenaltyHasNoIntervals() throws IOException {
    String csv = ALIASED.replaceAll(",[0-9.]+,", ",").replace("a,b,y", "a,y");
    assertTrue(run(csv, "--model ridge --reg 0").out().contains("95 % from"));
    assertFalse(run(csv, "--model ridge --reg 0.1").out().contains("95 % from"));
    JsonNode list = fit(csv, "--model ridge --reg 0.1").get("coefficients").get("coefficients");
    list.forEach(c -> assertTrue(c.get("low").isNull() && !c.get("error").isNull()));
  }
}
