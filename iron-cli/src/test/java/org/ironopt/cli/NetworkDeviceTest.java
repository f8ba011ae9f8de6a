package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --device} of chapters and benchmarks, without the module that has one. */
class NetworkDeviceTest {
  @ParameterizedTest
  @CsvSource({
    "deep --device cuda,      CUDA is in the module iron-gpu",
    "deep --device cuda:3 --precision float, CUDA is in the module iron-gpu",
    "deep --device gpu,       'expected auto, host, cuda or cuda:N'",
    "deep --device cuda --precision half, expected float or tf32",
    "deep --precision float,  name one with --device or leave it out",
    "deep --device cuda --spark local[1], leave one out",
    "quadratic --device cuda, '--device is a setting of deep, not of quadratic; leave it out'"
  })
  void whatCannotBeHadIsOneLineAndCodeTwo(String words, String reason, @TempDir Path folder) {
    Path out = folder.resolve("runs");
    Cli refused = Cli.run(("reproduce " + words + " --scale smoke --out " + out).split(" "));
    assertEquals(2, refused.code());
    assertEquals(1, refused.err().lines().count(), refused.err());
    assertTrue(refused.err().contains(reason), refused.err());
    assertTrue(Files.notExists(out), "nothing is written");
  }

  @Test
  void autoIsTheHostAndSaysWhy() {
    Cli auto =
        Cli.run("reproduce", "deep", "--device", "auto", "--precision", "float", "--print-config");
    assertEquals(0, auto.code());
    assertTrue(auto.err().contains("device: host, since CUDA is in the module"), auto.err());
    Cli plain = Cli.run("reproduce", "deep", "--print-config");
    assertEquals(plain.out(), auto.out());
    assertTrue(plain.out().contains("device = \"host\""), plain.out());
  }

  @Test
  void whoHasNoDeviceSaysSo() {
    Cli bench = Cli.run("bench", "curves", "--device", "cuda:x");
    assertEquals(2, bench.code());
    assertTrue(bench.err().contains("expected auto, host, cuda or cuda:N"), bench.err());
  }
}
