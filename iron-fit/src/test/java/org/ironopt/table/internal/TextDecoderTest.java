package org.ironopt.table.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.ironopt.data.internal.ByteSource;
import org.ironopt.table.TableData;
import org.ironopt.table.TableReader;
import org.ironopt.table.TextLayout;
import org.junit.jupiter.api.Test;

/** Every character arrives, wherever the buffers of bytes and of characters end. */
class TextDecoderTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final String EMOJI = "\uD83D\uDE00";

  /** Characters of one to four bytes and of one or two UTF-16 units. */
  private static final String MIXED = EMOJI + "é" + "€" + EMOJI + EMOJI + "z";

  private static final List<String> ENCODINGS =
      List.of(
          "UTF-8",
          "UTF-16",
          "UTF-16LE",
          "UTF-16BE",
          "UTF-32",
          "UTF-32LE",
          "UTF-32BE",
          "X-UTF-32LE-BOM",
          "X-UTF-32BE-BOM",
          "GB18030",
          "CESU-8");

  private static TextDecoder text(byte[] content, Charset charset) throws IOException {
    return new TextDecoder(
        ByteSource.of(Path.of("f"), new ByteArrayInputStream(content), content.length), charset);
  }

  /** Reads by pieces of a size, as a caller's array may have it. */
  private static String read(byte[] content, Charset charset, int piece) throws IOException {
    StringBuilder all = new StringBuilder();
    char[] out = new char[piece];
    try (TextDecoder text = text(content, charset)) {
      for (int n = text.read(out, 0, piece); n >= 0; n = text.read(out, 0, piece)) {
        all.append(out, 0, n);
      }
      assertEquals(-1, text.read(out, 0, piece), "the end stays the end");
    }
    return all.toString();
  }

  @Test
  void wideCharactersAroundEveryEdgeInEveryEncoding() {
    assertTimeoutPreemptively(
        LONG,
        () -> {
          for (String name : ENCODINGS) {
            Charset charset = Charset.forName(name);
            for (int edge : new int[] {1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 16}) {
              for (int before = edge - 9; before <= edge + 2; before++) {
                String expected = "a".repeat(before) + MIXED;
                byte[] content = expected.getBytes(charset);
                for (int piece : new int[] {1, 2, 3, 1 << 13, 1 << 14}) {
                  if (piece > 3 || edge <= 1 << 13) {
                    assertEquals(
                        expected, read(content, charset, piece), name + " " + before + " " + piece);
                  }
                }
              }
            }
          }
        });
  }

  /** All encodings of this JVM: what they can write is read back, one unit at a time. */
  @Test
  void everyEncodingOfThePlatform() {
    assertTimeoutPreemptively(
        LONG,
        () -> {
          for (Charset charset : Charset.availableCharsets().values()) {
            if (charset.canEncode() && charset.newEncoder().canEncode("ab,c\n")) {
              StringBuilder kept = new StringBuilder();
              MIXED
                  .codePoints()
                  .filter(c -> charset.newEncoder().canEncode(Character.toString(c)))
                  .forEach(kept::appendCodePoint);
              String expected = "a".repeat(8189) + kept + "b,c\n";
              byte[] content = expected.getBytes(charset);
              assertEquals(new String(content, charset), read(content, charset, 1), charset.name());
            }
          }
        });
  }

  /** A pair of surrogates that a caller's array of 16384 has half a place for. */
  @Test
  void aTableWithAnEmojiAtTheEndOfTheSample() {
    assertTimeoutPreemptively(
        LONG,
        () -> {
          for (int before = 16360; before <= 16390; before++) {
            for (String encoding : ENCODINGS) {
              Charset charset = Charset.forName(encoding);
              String head = "x,c,y\n";
              String row = "1," + "a".repeat(before - head.length() - 2) + EMOJI + ",p\n2,b,q\n";
              TableReader reader = new TableReader("y").layout(new TextLayout().encoding(charset));
              TableData table =
                  new TwoPassReader(reader).read(Tables.file((head + row).getBytes(charset)));
              assertEquals(2, table.data().rows(), encoding + " " + before);
            }
          }
        });
  }

  /** A source that hands out one byte at a time, as a slow pipe may. */
  @Test
  void bytesThatComeOneByOne() throws IOException {
    String expected = "a,é€" + EMOJI + "\n1,2\n";
    byte[] content = expected.getBytes(StandardCharsets.UTF_8);
    InputStream slow =
        new ByteArrayInputStream(content) {
          @Override
          public synchronized int read(byte[] out, int from, int length) {
            return super.read(out, from, Math.min(1, length));
          }
        };
    StringBuilder all = new StringBuilder();
    try (TextDecoder text =
        new TextDecoder(
            ByteSource.of(Path.of("f"), slow, content.length), StandardCharsets.UTF_8)) {
      for (int c = text.read(); c >= 0; c = text.read()) {
        all.append((char) c);
      }
    }
    assertEquals(expected, all.toString());
  }
}
