package org.ironopt.table;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.SeekableByteChannel;

/**
 * Makes text of a kind of file that the command line does not read by itself. The module
 * iron-formats has some, so that what they need is brought only by who asks.
 */
public interface Converter {
  /** Returns what such a file is called, such as "Parquet". */
  String name();

  /** Returns whether the first bytes of a file are those of its kind. */
  boolean reads(byte[] head, int length);

  /** Returns whether it writes CSV with a header; else the text is whatever was packed. */
  boolean table();

  /** Writes a table as CSV in UTF-8 with a header, or whatever was packed. */
  void convert(SeekableByteChannel file, OutputStream text) throws IOException;
}
