package org.ironopt.gpu.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.ironopt.data.Dataset;
import org.ironopt.gpu.DeviceFixture;
import org.ironopt.gpu.network.BlobImages;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every measurement, on sizes that a stand-in can do. */
class DeviceBenchmarkTest extends DeviceFixture {
  private static final int ROWS = 400;

  private static List<String> lines(String start, String... arguments) throws IOException {
    PrintStream console = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      System.setOut(out);
      DeviceBenchmark.main(arguments);
    } finally {
      System.setOut(console);
    }
    List<String> all = bytes.toString(StandardCharsets.UTF_8).lines().toList();
    List<String> some = all.stream().filter(line -> line.startsWith(start)).toList();
    assertTrue(!some.isEmpty(), all.toString());
    return some;
  }

  private static double after(String word, String line) {
    return Double.parseDouble(line.replaceFirst(".*" + word + " ", "").replaceFirst("[, ].*", ""));
  }

  @Test
  void fitsEndCertified() throws IOException {
    List<String> fits = lines("FIT", "logistic", "rows=1500", "columns=30");
    assertEquals(2, fits.size());
    assertTrue(fits.stream().allMatch(line -> line.contains("GapCertified")), fits.toString());
    List<String> parts = lines("PARTS", "parts", "rows=1500", "columns=30");
    assertEquals(4, parts.size());
    for (String line : parts) {
      assertTrue(after("differ by", line) <= 2e-9, line);
    }
  }

  @Test
  void cloudsAreStationary() throws IOException {
    for (String line : lines("CLOUD", "cloud", "particles=6400", "steps=100")) {
      double exact = after("exact", line);
      assertEquals(exact, after("MSE", line), 0.1 * exact, line);
    }
  }

  /** Writes images as MNIST has them. */
  private static Path images(Path folder) throws IOException {
    Dataset data = BlobImages.of(ROWS);
    ByteBuffer bytes = ByteBuffer.allocate(16 + ROWS * 36);
    bytes.putInt(0x803).putInt(ROWS).putInt(6).putInt(6);
    for (int i = 0; i < ROWS * 36; i++) {
      bytes.put((byte) Math.rint(255 * data.features().get(i / 36, i % 36)));
    }
    return Files.write(folder.resolve("images"), bytes.array());
  }

  @Test
  @Tag("slow")
  void networksAreTrained(@TempDir Path folder) throws IOException {
    String[] common = {"images=" + images(folder), "layers=12,3,12", "b=20"};
    for (String step : new String[] {"step=whole", "step=part"}) {
      // Not sorted: times are those of the largest loss first, and positive.
      String[] train = {"train", step, "seconds=60", "mark=0.01", "targets=30,40,35"};
      List<String> reached = lines("REACHED", with(train, common));
      assertEquals(3, reached.size(), reached.toString());
      double before = 0;
      for (String line : reached) {
        assertTrue(after("after", line) >= before && after("after", line) > 0, reached.toString());
        before = after("after", line);
      }
      assertEquals(40, after("REACHED", reached.getFirst()));
      assertEquals(3, lines("BUSY", with(new String[] {"busy", step}, common)).size());
    }
    String[] budget = {"train", "step=budget", "seconds=1", "trial=20", "mark=0.2"};
    String steps = lines("budget of", with(budget, common)).getFirst();
    String end = lines(" ", with(budget, common)).getLast();
    assertTrue(after("of", steps) >= 1, steps);
    assertTrue(end.contains("average"), end);
    double[] losses = new double[2];
    for (int i = 0; i < 2; i++) {
      String[] adam = with(new String[] {"adamw", "steps=" + (1 + 50 * i)}, common);
      losses[i] = after("loss", lines("ADAMW", adam).getFirst());
    }
    assertTrue(losses[1] < losses[0], losses[1] + " after " + losses[0]);
  }

  private static String[] with(String[] first, String[] rest) {
    return Stream.concat(Stream.of(first), Stream.of(rest)).toArray(String[]::new);
  }
}
