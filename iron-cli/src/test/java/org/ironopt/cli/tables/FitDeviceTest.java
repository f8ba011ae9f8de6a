package org.ironopt.cli.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.ironopt.cli.Cli;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --device} without the module that has one. */
class FitDeviceTest {
  @TempDir private static Path folder;
  private static Path data;

  @BeforeAll
  static void writeData() throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    StringBuilder text = new StringBuilder("a,b,y\n");
    for (int i = 0; i < 60; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      text.append(
          String.format(Locale.ROOT, "%.4f,%.4f,%.4f%n", a, b, a - b + random.nextGaussian()));
    }
    data = Files.writeString(folder.resolve("data.csv"), text);
  }

  private static Cli fit(String... more) {
    return Cli.run(
        Stream.concat(
                Stream.of("fit", data.toString(), "--target", "y", "--model", "ridge"),
                Arrays.stream(more))
            .toArray(String[]::new));
  }

  @Test
  void theHostIsTheDefaultAndAutoSaysWhyItTookIt() {
    String plain = fit("--json").json().get("objective").toString();
    assertEquals(plain, fit("--json", "--device", "host").json().get("objective").toString());
    assertEquals(plain, fit("--json", "--device", "auto").json().get("objective").toString());
    Cli auto = fit("--device", "auto");
    assertEquals(0, auto.code());
    assertTrue(auto.err().contains("device: host, since CUDA is in the module iron-gpu"));
  }

  @ParameterizedTest
  @CsvSource({
    "cuda,      CUDA is in the module iron-gpu",
    "cuda:1,    CUDA is in the module iron-gpu",
    "cuda:x,    'expected auto, host, cuda or cuda:N'",
    "gpu,       'expected auto, host, cuda or cuda:N'"
  })
  void whatCannotBeHadIsOneLineAndCodeTwo(String device, String reason) {
    Cli refused = fit("--device", device);
    assertEquals(2, refused.code());
    assertEquals(1, refused.err().lines().count(), refused.err());
    assertTrue(refused.err().contains(reason), refused.err());
  }

  @Test
  void whatNeedsTheRowsHereIsNamed() {
    Cli refused = fit("--device", "cuda", "--reg", "auto");
    assertEquals(2, refused.code());
    assertTrue(refused.err().contains("leave out either it or --device"), refused.err());
    Cli both = fit("--device", "cuda", "--spark", "local[1]");
    assertEquals(2, both.code());
    assertTrue(both.err().contains("leave one out"), both.err());
  }
}
