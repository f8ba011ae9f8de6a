package org.ironopt.lab.table;

import java.io.IOException;
import java.nio.file.Path;
import org.ironopt.data.ByteSource;
import org.ironopt.data.MalformedData;

/** A file that is read more than once. */
record TableFile(Path path, Content content) {
  /** Opens the bytes at their start. */
  @FunctionalInterface
  interface Content {
    ByteSource open() throws IOException;
  }

  static TableFile of(Path path) {
    return new TableFile(path, () -> ByteSource.open(path));
  }

  MalformedData error(long line, String text) {
    return error(":" + line + ": " + text);
  }

  MalformedData error(String text) {
    return new MalformedData(path + text);
  }
}
