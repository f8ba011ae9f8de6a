package org.ironopt.bench.words;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ironopt.cli.bench.Benchmark;
import org.ironopt.io.InputError;
import org.ironopt.lab.folder.Manifest;
import org.ironopt.lab.methods.DeviceChoice;
import org.ironopt.lab.progress.Progress;
import org.ironopt.random.RandomStreams;
import org.junit.jupiter.api.Test;

class WordsBenchmarkTest {
  private static final int COUNT = 20_000;

  private static ByteBuffer words(WordOrder order, long seed) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    order.write(seed, COUNT, out);
    return ByteBuffer.wrap(out.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Test
  void eachOrderWritesTheWordsOfTheStreams() throws IOException {
    ByteBuffer single = words(WordOrder.SINGLE, 5);
    ByteBuffer interleaved = words(WordOrder.INTERLEAVED, 5);
    ByteBuffer steps = words(WordOrder.STEPS, 5);
    ByteBuffer neighbours = words(WordOrder.NEIGHBOURS, 5);
    assertEquals(8 * COUNT, single.capacity());
    for (int n = 0; n < COUNT; n++) {
      assertEquals(new RandomStreams(5).stream("noise").word(0, n), single.getLong(8 * n));
      assertEquals(
          new RandomStreams(5).stream("noise" + n % 64).word(0, n / 64),
          interleaved.getLong(8 * n));
      assertEquals(new RandomStreams(5).stream("noise").word(n / 8, n % 8), steps.getLong(8 * n));
      assertEquals(
          new RandomStreams(5 + n / 8).stream("noise").word(0, n % 8), neighbours.getLong(8 * n));
    }
  }

  @Test
  void noWordComesTwice() throws IOException {
    for (WordOrder order : WordOrder.values()) {
      ByteBuffer words = words(order, 0);
      Set<Long> seen = new HashSet<>();
      for (int n = 0; n < COUNT; n++) {
        seen.add(words.getLong(8 * n));
      }
      assertEquals(COUNT, seen.size(), order.name());
    }
  }

  private static Benchmark.Request smoke(String order) {
    return new Benchmark.Request(
        true,
        false,
        false,
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.of(order),
        Optional.empty(),
        DeviceChoice.HERE,
        Path.of("runs"),
        new Manifest(List.of("bench", "words"), "test", "none", "none", 1),
        line -> {},
        Progress.NONE,
        () -> false);
  }

  @Test
  void aLookIsAMillionWordsOfTheOrder() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    WordsBenchmark.write(smoke("steps"), out);
    byte[] written = out.toByteArray();
    assertEquals(8_000_000, written.length);
    byte[] first = words(WordOrder.STEPS, 0).array();
    assertArrayEquals(first, Arrays.copyOf(written, first.length));
  }

  @Test
  void aReaderThatHasEnoughEndsIt() throws IOException {
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
          }
        };
    WordsBenchmark.write(smoke("single"), closed);
  }

  @Test
  void anUnknownOrderIsRefused() {
    InputError error =
        assertThrows(
            InputError.class,
            () -> WordsBenchmark.write(smoke("random"), OutputStream.nullOutputStream()));
    assertEquals(
        "--order is 'random', expected one of single, interleaved, steps, neighbours",
        error.getMessage());
  }
}
