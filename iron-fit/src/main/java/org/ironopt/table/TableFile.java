package org.ironopt.table;

import java.io.IOException;
import java.nio.file.Path;
import org.ironopt.data.MalformedDataException;
import org.ironopt.data.internal.ByteSource;
import org.ironopt.io.internal.Numbers;

/** A file that is read more than once. */
record TableFile(Path path, Content content) {
  private static final int LONGEST = 600;

  /** Opens the bytes at their start. */
  @FunctionalInterface
  interface Content {
    ByteSource open() throws IOException;
  }

  static TableFile of(InputFile file) {
    return new TableFile(file.path(), file::bytes);
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
  static String oneLine(String text) {
    String cut = text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
    return cut.replaceAll("\\p{Cntrl}", "?");
  }
}
