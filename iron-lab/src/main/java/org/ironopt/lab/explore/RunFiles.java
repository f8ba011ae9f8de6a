package org.ironopt.lab.explore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ironopt.lab.compare.CompareExperiment;
import org.ironopt.lab.report.HtmlPage;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The pages below a folder: reports of experiments and comparisons, and pages of fits. */
final class RunFiles {
  private static final int DEPTH = 3;
  private static final int MOST = 200;
  private static final long MOST_BYTES = 64L << 20;

  /** What a report links to; nothing else is given away. */
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "svg", "image/svg+xml",
          "png", "image/png",
          "pdf", "application/pdf",
          "csv", "text/plain; charset=utf-8",
          "json", "application/json",
          "toml", "text/plain; charset=utf-8");

  private final Path root;

  RunFiles(Path root) {
    this.root = root.toAbsolutePath().normalize();
  }

  /** A file and its type. */
  record ServedFile(Path path, String type) {}

  /** Returns the file that a path of the address names, if it is one of ours inside the folder. */
  Optional<ServedFile> file(String name) {
    try {
      String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
      Path path = root.resolve(name).normalize();
      boolean inside =
          type != null
              && !name.contains("..")
              && path.startsWith(root)
              && Files.isRegularFile(path)
              && path.toRealPath().startsWith(root.toRealPath())
              && Files.size(path) <= MOST_BYTES;
      return inside ? Optional.of(new ServedFile(path, type)) : Optional.empty();
    } catch (InvalidPathException | IOException unreadable) {
      return Optional.empty();
    }
  }

  /** Returns a line for every page of ours. */
  Map<String, Object> list() throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("folder", root.toString());
    List<Map<String, Object>> pages = new ArrayList<>();
    if (Files.isDirectory(root)) {
      try (Stream<Path> all = Files.walk(root, DEPTH)) {
        List<Path> html =
            all.filter(path -> path.toString().endsWith(".html")).sorted().limit(MOST).toList();
        for (Path page : html) {
          if (ours(page)) {
            pages.add(line(page));
          }
        }
      }
    }
    json.put("pages", pages);
    return json;
  }

  private static boolean ours(Path page) throws IOException {
    try (Stream<String> lines = Files.lines(page)) {
      return lines.limit(6).anyMatch(line -> line.contains(HtmlPage.GENERATOR));
    } catch (UncheckedIOException notText) {
      return false;
    }
  }

  private Map<String, Object> line(Path page) throws IOException {
    Map<String, Object> line = new LinkedHashMap<>();
    Path claims = page.resolveSibling("claims.json");
    boolean report = page.getFileName().toString().equals("report.html");
    boolean run = report && Files.exists(claims);
    List<Path> parts = run ? parts(page.getParent()) : List.of();
    line.put("path", root.relativize(page).toString().replace('\\', '/'));
    line.put("kind", run ? kind(parts) : report ? "benchmark" : "fit");
    line.put("changed", Files.getLastModifiedTime(page).toString());
    line.put("parts", parts.stream().map(part -> part.getFileName().toString()).toList());
    line.put("verdicts", run ? verdicts(claims) : Map.of());
    return line;
  }

  private static String kind(List<Path> parts) throws IOException {
    int comparisons = 0;
    for (Path part : parts) {
      comparisons += CompareExperiment.isComparison(part.resolve("config.toml")) ? 1 : 0;
    }
    return comparisons == 0
        ? "run"
        : comparisons == parts.size() ? "comparison" : "run, comparison";
  }

  /** Returns the folders of the experiments beside a report. */
  private static List<Path> parts(Path folder) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      return children
          .filter(child -> Files.isRegularFile(child.resolve("config.toml")))
          .sorted()
          .toList();
    }
  }

  private static Map<String, Integer> verdicts(Path claims) {
    Map<String, Integer> counts = new TreeMap<>();
    try {
      for (JsonNode claim : JsonMapper.builder().build().readTree(claims.toFile())) {
        counts.merge(claim.path("verdict").asString("?"), 1, Integer::sum);
      }
    } catch (JacksonException damaged) {
      counts.put("unreadable", 1);
    }
    return counts;
  }
}
