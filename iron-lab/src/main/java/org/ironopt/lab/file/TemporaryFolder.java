package org.ironopt.lab.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A folder of the system for a while; closing it removes it with all that is in it, and so does a
 * signal that ends the process.
 */
public final class TemporaryFolder implements AutoCloseable {
  private final Path path;
  private final Thread atExit = new Thread(this::removeAtExit, "temporary folder");

  /** Makes an empty folder whose name starts so. */
  public TemporaryFolder(String prefix) throws IOException {
    path = Files.createTempDirectory(prefix);
    try {
      Runtime.getRuntime().addShutdownHook(atExit);
    } catch (IllegalStateException endsAlready) {
      // Then only closing removes it.
    }
  }

  public Path path() {
    return path;
  }

  private void removeAtExit() {
    try {
      remove();
    } catch (IOException stays) {
      // There is nobody left to tell.
    }
  }

  private void remove() throws IOException {
    try (Stream<Path> all = Files.walk(path)) {
      for (Path file : all.toList().reversed()) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException removed) {
      // By the other of the two.
    }
  }

  @Override
  public void close() throws IOException {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException endsAlready) {
      // It may be at work; what it has removed is removed.
    }
    remove();
  }
}
