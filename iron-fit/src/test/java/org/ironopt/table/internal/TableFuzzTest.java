package org.ironopt.table.internal;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.ironopt.data.MalformedDataException;
import org.ironopt.data.TableSchema;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.ironopt.table.ColumnRoles;
import org.ironopt.table.MissingRule;
import org.ironopt.table.TableReader;
import org.ironopt.table.TableReader.Unknown;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tables with a few bytes changed, cut or doubled: rows or one line, never anything else. More
 * mutations on demand: {@code -Dfuzz.mutations=100000}.
 */
@Execution(ExecutionMode.CONCURRENT)
class TableFuzzTest {
  private static final int MUTATIONS = Integer.getInteger("fuzz.mutations", 10_000);

  /** What reading a table of a few bytes may allocate, the buffers of several passes included. */
  private static final long MOST_BYTES = 16 << 20;

  private static final String TEXT =
      "x,city,\"w\",y\n1.5,Rome,1,no\n,\"Os,lo\",2,yes\r\n-3e2,NA,0.5,no\n\n4,Rome,1,yes\n";

  @FunctionalInterface
  private interface Reader {
    void read(TableFile file) throws IOException;
  }

  private static final TableReader READER = new TableReader("y");

  @Test
  void toTrainOn() throws IOException {
    byte[] text = TEXT.getBytes(StandardCharsets.UTF_8);
    ColumnRoles roles = new ColumnRoles("4", "3", Set.of(), Set.of("1"), Set.of(), Map.of(), 50);
    fuzz(text, new TwoPassReader(READER)::read);
    TableReader weighted = new TableReader("4").roles(roles);
    fuzz(Tables.gzip(text), new TwoPassReader(Tables.with(weighted, MissingRule.INDICATOR))::read);
  }

  @Test
  void toPredict() throws IOException {
    byte[] text = TEXT.getBytes(StandardCharsets.UTF_8);
    TableSchema schema = new TwoPassReader(READER).read(Tables.file(text)).schema();
    fuzz(text, file -> new TwoPassReader(READER).read(file, schema, true));
    fuzz(
        text,
        file -> new TwoPassReader(Tables.with(READER, Unknown.FILL)).read(file, schema, false));
  }

  private static void fuzz(byte[] seedFile, Reader reader) throws IOException {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    RandomStream random = new RandomStreams(23).stream("fuzz");
    int read = 0;
    int refused = 0;
    for (int m = 0; m < MUTATIONS; m++) {
      byte[] file = mutated(seedFile, random, m);
      long before = threads.getCurrentThreadAllocatedBytes();
      try {
        reader.read(Tables.file(file));
        read++;
      } catch (MalformedDataException e) {
        refused++;
        assertTrue(e.getMessage().startsWith("f:"), e.getMessage());
        assertFalse(e.getMessage().matches("(?s).*[\\n\\r].*"), e.getMessage());
      } catch (RuntimeException e) {
        throw new AssertionError("seed 23, mutation " + m, e);
      }
      long bytes = threads.getCurrentThreadAllocatedBytes() - before;
      assertTrue(bytes < MOST_BYTES, "seed 23, mutation " + m + ": " + bytes + " bytes");
    }
    assertTrue(read > 0 && refused > MUTATIONS / 10, read + " read, " + refused + " refused");
  }

  private static byte[] mutated(byte[] seedFile, RandomStream random, int m) {
    byte[] file = seedFile.clone();
    int changes = 1 + random.below(4, m, 0);
    for (int i = 1; i <= changes && file.length > 0; i++) {
      int at = random.below(file.length, m, 10 * i);
      int other = random.below(file.length, m, 10 * i + 2);
      switch (random.below(6, m, 10 * i + 1)) {
        case 0 -> file[at] = (byte) other;
        case 1 -> file[at] ^= (byte) (1 << other % 8);
        case 2 -> file = Arrays.copyOf(file, at);
        case 3 -> file[at] = file[other];
        case 4 -> file[at] = (byte) "\",;\n\r\t?\0".charAt(other % 8);
        default -> {
          byte[] longer = Arrays.copyOf(file, 2 * file.length - at);
          System.arraycopy(file, at, longer, file.length, file.length - at);
          file = longer;
        }
      }
    }
    return file;
  }
}
