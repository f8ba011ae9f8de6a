package org.ironopt.lab.folder;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Where a result came from; nothing in it determines the result.
 *
 * @param command what was typed
 * @param version version of the program
 * @param commit commit it was built from
 * @param simd SIMD provider
 * @param threads threads used at most
 */
public record Manifest(
    List<String> command, String version, String commit, String simd, int threads)
    implements Serializable {
  /** Returns the manifest with the names of machine, system and JVM. */
  Map<String, Object> asMap(String identity) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("identity", identity);
    map.put("command", "./iron " + String.join(" ", command));
    map.put("version", version);
    map.put("commit", commit);
    map.put("jdk", Runtime.version().toString());
    map.put("vm", System.getProperty("java.vm.name"));
    map.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    map.put("processors", Runtime.getRuntime().availableProcessors());
    map.put("simd", simd);
    map.put("threads", threads);
    map.put("cpu", cpu());
    return map;
  }

  /** Returns the name of the processor, where the system gives it. */
  private static String cpu() {
    String otherwise = System.getProperty("os.arch");
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(otherwise);
    } catch (IOException notThere) {
      return otherwise;
    }
  }
}
