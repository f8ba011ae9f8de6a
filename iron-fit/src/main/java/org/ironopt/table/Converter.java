package org.ironopt.table;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.SeekableByteChannel;

/**
 * Converts files of another format to text. The module iron-formats has converters, so that their
 * dependencies are optional.
 */
public interface Converter {
  /** Returns what such a file is called, such as "Parquet". */
  String name();

  /** Returns whether the first bytes of a file are those of its kind. */
  boolean reads(byte[] head, int length);

  /** Returns whether it writes CSV with a header; else the text is whatever was packed. */
  boolean table();

  /**
   * Writes a table as CSV in UTF-8 with a header, or whatever was packed.
   *
   * @throws org.ironopt.data.MalformedDataException if the content is no table; the message does
   *     not name the file
   */
  void convert(SeekableByteChannel file, OutputStream text) throws IOException;
}
