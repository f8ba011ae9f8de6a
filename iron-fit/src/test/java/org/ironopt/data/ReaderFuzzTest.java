package org.ironopt.data;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.ironopt.data.IdxReader.Scale;
import org.ironopt.data.internal.ByteSource;
import org.ironopt.data.internal.LibsvmParser;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.junit.jupiter.api.Test;

/**
 * Files with a few bytes changed, cut or doubled: a data set or one line, never anything else. More
 * mutations on demand: {@code -Dfuzz.mutations=100000}.
 */
class ReaderFuzzTest {
  private static final int MUTATIONS = Integer.getInteger("fuzz.mutations", 10_000);

  /** What reading a file of a few bytes may allocate, buffers included. */
  private static final long MOST_BYTES = 4 << 20;

  private static final String TEXT = "+1 1:0.5 3:-2e3 # c\r\n-1 2:1 7:1e-3\n\n0.25 0:3\n";

  @FunctionalInterface
  private interface Reader {
    void read(ByteSource source) throws IOException;
  }

  @Test
  void libsvm() throws IOException {
    byte[] text = TEXT.getBytes(StandardCharsets.US_ASCII);
    fuzz(text, source -> new LibsvmParser(new LibsvmReader(), source).read());
    fuzz(
        DataFiles.gzip(text),
        source -> new LibsvmParser(new LibsvmReader().features(8), source).read().toClasses());
  }

  @Test
  void idx() throws IOException {
    byte[] images = DataFiles.idx(new int[] {3, 2, 2}, new byte[12]);
    fuzz(images, source -> IdxReader.images(source, Scale.UNIT));
    fuzz(DataFiles.gzip(images), source -> IdxReader.images(source, Scale.UNIT));
    fuzz(DataFiles.idx(new int[] {5}, new byte[5]), source -> IdxReader.labels(source, 10));
  }

  private void fuzz(byte[] seedFile, Reader reader) throws IOException {
    RandomStream random = new RandomStreams(17).stream("fuzz");
    int read = 0;
    int refused = 0;
    for (int m = 0; m < MUTATIONS; m++) {
      byte[] file = mutated(seedFile, random, m);
      long before = allocated();
      try (ByteSource source =
          ByteSource.of(Path.of("f"), new ByteArrayInputStream(file), file.length)) {
        reader.read(source);
        read++;
      } catch (MalformedDataException e) {
        refused++;
        assertTrue(e.getMessage().startsWith("f:"), e.getMessage());
        assertFalse(e.getMessage().contains("\n"), e.getMessage());
      } catch (RuntimeException e) {
        throw new AssertionError("seed 17, mutation " + m, e);
      }
      long bytes = allocated() - before;
      assertTrue(bytes < MOST_BYTES, "seed 17, mutation " + m + ": " + bytes + " bytes");
    }
    assertTrue(read > 0 && refused > MUTATIONS / 10, read + " read, " + refused + " refused");
  }

  private static long allocated() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    return threads.getCurrentThreadAllocatedBytes();
  }

  private static byte[] mutated(byte[] seedFile, RandomStream random, int m) {
    byte[] file = seedFile.clone();
    int changes = random.below(4, m, 0);
    for (int i = 1; i <= changes && file.length > 0; i++) {
      int at = random.below(file.length, m, 10 * i);
      switch (random.below(5, m, 10 * i + 1)) {
        case 0 -> file[at] = (byte) random.below(256, m, 10 * i + 2);
        case 1 -> file[at] ^= (byte) (1 << random.below(8, m, 10 * i + 2));
        case 2 -> file = Arrays.copyOf(file, at);
        case 3 -> file[at] = file[random.below(file.length, m, 10 * i + 2)];
        default -> {
          byte[] longer = Arrays.copyOf(file, file.length + file.length - at);
          System.arraycopy(file, at, longer, file.length, file.length - at);
          file = longer;
        }
      }
    }
    return file;
  }
}
