package org.ironopt.lab.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A folder of the system for a while; closing it removes it with all that is in it. */
public record TemporaryFolder(Path path) implements AutoCloseable {
  /** Makes an empty folder whose name starts so. */
  public TemporaryFolder(String prefix) throws IOException {
    this(Files.createTempDirectory(prefix));
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> all = Files.walk(path)) {
      for (Path file : all.toList().reversed()) {
        Files.delete(file);
      }
    }
  }
}
