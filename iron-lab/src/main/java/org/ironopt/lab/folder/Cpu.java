package org.ironopt.lab.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The name of the processor, where the system gives it. */
public final class Cpu {
  private Cpu() {}

  public static String name() {
    Path file = Path.of("/proc/cpuinfo");
    if (!Files.isReadable(file)) {
      return System.getProperty("os.arch");
    }
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }
}
