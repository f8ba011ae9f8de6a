package org.ironopt.table.internal;

import java.io.IOException;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.ironopt.data.MalformedDataException;
import org.ironopt.data.internal.ByteSource;
import org.ironopt.io.internal.Numbers;

/**
 * The characters of a file. A byte order mark is taken away and chooses the encoding; bytes that
 * the encoding does not know, and NUL, are refused where they stand.
 */
final class TextDecoder extends Reader {
  private final ByteSource source;
  private final CharsetDecoder decoder;
  private final ByteBuffer bytes = ByteBuffer.allocate(1 << 13).limit(0);

  /**
   * Decoded and not yet handed out. A decoder writes both halves of a pair of surrogates or none,
   * so it never gets the reader's own array, which may have room for one.
   */
  private final CharBuffer chars = CharBuffer.allocate(1 << 13).limit(0);

  private boolean ended;
  private boolean finished;
  private long line;
  private long column = 1;
  private boolean afterReturn;

  TextDecoder(ByteSource source, Charset charset) throws IOException {
    this.source = source;
    line = source.firstLine();
    fill();
    decoder =
        marked(charset)
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
  }

  private Charset marked(Charset charset) throws IOException {
    while (bytes.remaining() < 4 && !ended) {
      fill();
    }
    if (charset.name().startsWith("UTF-32") || charset.name().startsWith("X-UTF-32")) {
      // Its mark starts as that of UTF-16 does; its decoder knows it.
      return charset;
    }
    int left = bytes.remaining();
    int two = left < 2 ? 0 : at(0) << 8 | at(1);
    if (two == 0xefbb && left > 2 && at(2) == 0xbf) {
      bytes.position(3);
      return StandardCharsets.UTF_8;
    }
    if (two == 0xfffe || two == 0xfeff) {
      bytes.position(2);
      return two == 0xfffe ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_16BE;
    }
    return charset;
  }

  private int at(int i) {
    return bytes.get(i) & 0xff;
  }

  private void fill() throws IOException {
    bytes.compact();
    try {
      int count = source.read(bytes.array(), bytes.position(), bytes.remaining());
      ended = count < 0;
      bytes.position(bytes.position() + Math.max(0, count));
    } catch (ByteSource.Damaged e) {
      throw error(e.getMessage());
    }
    bytes.flip();
  }

  @Override
  public int read(char[] out, int from, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!chars.hasRemaining() && !decode()) {
      return -1;
    }
    int count = Math.min(length, chars.remaining());
    chars.get(out, from, count);
    return count;
  }

  /** Decodes some characters; false at the end. */
  private boolean decode() throws IOException {
    if (finished) {
      return false;
    }
    chars.clear();
    while (true) {
      CoderResult result = decoder.decode(bytes, chars, ended);
      if (result.isUnderflow() && ended) {
        finished = decoder.flush(chars).isUnderflow();
      }
      if (chars.position() > 0) {
        chars.flip();
        count();
        return true;
      }
      if (result.isError()) {
        throw error(
            Numbers.format(
                "the byte %02x is no %s text; save the file as UTF-8 or give its encoding, as in"
                    + " --encoding latin1",
                at(bytes.position()), decoder.charset()));
      }
      if (finished) {
        chars.flip();
        return false;
      }
      fill();
    }
  }

  private void count() throws MalformedDataException {
    char[] text = chars.array();
    for (int i = 0; i < chars.limit(); i++) {
      char c = text[i];
      if (c > '\r' || c != '\n' && c != '\r' && c != 0) {
        column++;
        afterReturn = false;
      } else if (c == 0) {
        throw error("a NUL byte, expected text; is this a binary file?");
      } else {
        line += c == '\n' && afterReturn ? 0 : 1;
        column = 1;
        afterReturn = c == '\r';
      }
    }
  }

  private MalformedDataException error(String text) {
    return new MalformedDataException(source.path() + ":" + line + ":" + column + ": " + text);
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
