package org.ironopt.lab.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * Remembers the first failure of a stream. Writers above it swallow failures; whoever has printed
 * all asks here whether it arrived.
 */
final class Stdout extends OutputStream {
  private final OutputStream stream;
  private IOException failure;

  Stdout(OutputStream stream) {
    this.stream = stream;
  }

  /** Returns why output was lost; empty if none was, or if its reader wanted no more. */
  Optional<String> failure() {
    String reason = failure == null ? "" : String.valueOf(failure.getMessage());
    return failure == null || reason.contains("Broken pipe")
        ? Optional.empty()
        : Optional.of(reason);
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    try {
      stream.write(bytes, from, count);
    } catch (IOException e) {
      failure = failure == null ? e : failure;
      throw e;
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      stream.flush();
    } catch (IOException e) {
      failure = failure == null ? e : failure;
      throw e;
    }
  }
}
