package org.ironopt.table.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;

/** A file from its start, with a position of its own; closing it leaves the file open. */
final class PositionedInput implements SeekableByteChannel {
  private final FileChannel file;
  private long position;

  PositionedInput(FileChannel file) {
    this.file = file;
  }

  @Override
  public int read(ByteBuffer out) throws IOException {
    int count = file.read(out, position);
    position += Math.max(0, count);
    return count;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public SeekableByteChannel position(long newPosition) {
    position = newPosition;
    return this;
  }

  @Override
  public long size() throws IOException {
    return file.size();
  }

  @Override
  public int write(ByteBuffer source) {
    throw new UnsupportedOperationException("a file to read");
  }

  @Override
  public SeekableByteChannel truncate(long size) {
    throw new UnsupportedOperationException("a file to read");
  }

  @Override
  public boolean isOpen() {
    return file.isOpen();
  }

  @Override
  public void close() {}
}
