package org.ironopt.lab.data;

import java.io.IOException;

/** A place that MNIST can be had from. */
interface MnistSource extends AutoCloseable {
  /** Returns what the source is called in messages. */
  String name();

  /** Returns the content of a file, unpacked but not checked. */
  byte[] get(MnistFile file) throws IOException;

  @Override
  default void close() {}
}
