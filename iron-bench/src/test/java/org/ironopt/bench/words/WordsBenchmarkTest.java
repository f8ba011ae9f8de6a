package org.ironopt.cli.words;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.Set;
import org.ironopt.random.Streams;
import org.junit.jupiter.api.Test;

class WordsTest {
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
      assertEquals(new Streams(5).stream("noise").word(0, n), single.getLong(8 * n));
      assertEquals(
          new Streams(5).stream("noise" + n % 64).word(0, n / 64), interleaved.getLong(8 * n));
      assertEquals(new Streams(5).stream("noise").word(n / 8, n % 8), steps.getLong(8 * n));
      assertEquals(
          new Streams(5 + n / 8).stream("noise").word(0, n % 8), neighbours.getLong(8 * n));
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
}
