package org.ironopt.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.ironopt.cli.Main;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Counts that were taken over more or less time are fitted on Spark as on one machine. */
class ExposureTest {
  private static final int ROWS = 300;
  private static final double CLOSE = 1e-12;

  @TempDir private Path folder;

  @BeforeEach
  void ownContext() {
    Frames.stop();
  }

  /** The same exposures as they are and as logarithms, and some rows of weight zero. */
  private Path table() throws IOException {
    Random random = new Random(11);
    StringBuilder text = new StringBuilder("x,time,log,mass,y\n");
    for (int i = 0; i < ROWS; i++) {
      double x = random.nextGaussian();
      double time = 0.1 + 4 * random.nextDouble();
      double mean = time * StrictMath.exp(0.5 * x - 1);
      text.append(
          String.format(
              Locale.ROOT,
              "%s,%s,%s,%d,%d%n",
              x,
              time,
              StrictMath.log(time),
              i % 5,
              (int) (mean + random.nextDouble())));
    }
    return Files.writeString(folder.resolve("counts.csv"), text);
  }

  private static JsonNode fit(Path table, String... more) {
    Stream<String> args =
        Stream.of("fit", table.toString(), "--target", "y", "--model", "poisson", "--weight");
    Stream<String> rest = Stream.of("mass", "--reg", "0.01", "--tolerance", "1e-12", "--json");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] all = Stream.concat(Stream.concat(args, rest), Stream.of(more)).toArray(String[]::new);
    assertEquals(0, Main.run(all, out, err), () -> out + "\n" + err);
    return JsonMapper.builder().build().readTree(out.toString(StandardCharsets.UTF_8));
  }

  /** Fits with and without Spark, and returns the objective. */
  private double objective(String option, String column, String other) throws IOException {
    Path table = table();
    String[] plain = {option, column, "--ignore", other};
    String[] spark = {
      option, column, "--ignore", other, "--spark", "local[2]", "--partitions", "3"
    };
    JsonNode here = fit(table, plain);
    JsonNode there = fit(table, spark);
    double objective = here.get("objective").asDouble();
    assertEquals(objective, there.get("objective").asDouble(), CLOSE * Math.abs(objective));
    return objective;
  }

  @Test
  void theDecisionsSayWhoReadTheRows() throws IOException {
    String[] args = {
      "fit", table().toString(), "--target", "y", "--model", "poisson", "--exposure", "time"
    };
    for (String[] more : new String[][] {{}, {"--spark", "local[2]"}}) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      String[] all = Stream.concat(Stream.of(args), Stream.of(more)).toArray(String[]::new);
      assertEquals(0, Main.run(all, out, out), out::toString);
      String said = out.toString(StandardCharsets.UTF_8);
      assertEquals(more.length > 0, said.contains("rows: read by this machine and sent"), said);
    }
  }

  @Test
  void anExposureOrItsLogarithm() throws IOException {
    double exposed = objective("--exposure", "time", "log");
    assertEquals(exposed, objective("--offset", "log", "time"), CLOSE * Math.abs(exposed));
    double without =
        fit(table(), "--ignore", "log", "--ignore", "time").get("objective").asDouble();
    assertTrue(
        Math.abs(without - exposed) > 0.01, () -> "the exposure changes nothing: " + without);
  }
}
