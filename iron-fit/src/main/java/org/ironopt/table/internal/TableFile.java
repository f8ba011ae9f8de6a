package org.ironopt.table.internal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import org.ironopt.data.MalformedDataException;
import org.ironopt.data.internal.ByteSource;
import org.ironopt.io.internal.Numbers;

/** A file that is read more than once. */
public record TableFile(Path path, Content content) {
  private static final int LONGEST = 600;

  /** Opens the bytes at their start. */
  @FunctionalInterface
  public interface Content {
    ByteSource open() throws IOException;
  }

  public static TableFile of(InputFile file) {
    return new TableFile(file.path(), file::bytes);
  }

  /** Reads a file to its end and keeps its bytes. */
  public static TableFile inMemory(InputFile input) throws IOException {
    byte[] bytes = all(input);
    return new TableFile(input.path(), () -> ByteSource.of(input.path(), bytes, 1));
  }

  private static byte[] all(InputFile input) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] piece = new byte[1 << 16];
    try (ByteSource bytes = input.bytes()) {
      for (int n = bytes.read(piece, 0, piece.length); n >= 0; ) {
        if (all.size() > FeatureBuilder.LARGEST - n) {
          throw new MalformedDataException(
              input.path() + ": more than 2 GB; read it by a TableReader");
        }
        all.write(piece, 0, n);
        n = bytes.read(piece, 0, piece.length);
      }
    } catch (ByteSource.Damaged e) {
      throw new MalformedDataException(input.path() + ": " + e.getMessage());
    }
    input.finish();
    return all.toByteArray();
  }

  /** Returns an error in a line; the text is a format if there are values for it. */
  MalformedDataException error(long line, String text, Object... values) {
    String filled = values.length == 0 ? text : Numbers.format(text, values);
    return new MalformedDataException(path + oneLine(":" + line + ": " + filled));
  }

  /** Returns an error in the first line. */
  MalformedDataException error(String text, Object... values) {
    return error(1, text, values);
  }

  /** Names and values of a table may hold line ends and be of any length; a message may not. */
  public static String oneLine(String text) {
    String cut = text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
    return cut.replaceAll("\\p{Cntrl}", "?");
  }
}
