import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counts the code: lines without comments and blank lines by module and package, files, public
 * types, the largest package, the longest file and the longest walk of WalkTest. {@code build/count
 * [--json]} prints them.
 */
final class Count {
  /** Packages that users do not see, beside those named internal. */
  private static final Set<String> INTERNAL =
      Set.of(
          "org.ironopt.linalg.kernel",
          "org.ironopt.resolvent.newton",
          "org.ironopt.resolvent.rows",
          "org.ironopt.resolvent.chord",
          "org.ironopt.regression.rows",
          "org.ironopt.table.source",
          "org.ironopt.fit.partition",
          "org.ironopt.fit.path");

  private static final String WALKS = "iron-cli/src/test/java/org/ironopt/cli/WalkTest.java";

  /** A list of classes, its name and its entries. */
  private static final Pattern WALK =
      Pattern.compile("List<Class<\\?>> (\\w+) =\\s+List\\.of\\((.*?)\\);\\n", Pattern.DOTALL);

  private static final Pattern PUBLIC_TYPE =
      Pattern.compile(
          "^public (?:(?:abstract|final|sealed|non-sealed|strictfp) )*"
              + "(?:class|interface|enum|record|@interface) ");

  /**
   * A source file.
   *
   * @param part main or test
   * @param lines that hold code
   * @param publicType whether its type is public in a package that is not internal
   */
  private record Source(
      String module, String part, String room, Path path, int lines, boolean publicType) {}

  private Count() {}

  /** Arguments: the root of the project, and {@code --json} or nothing. */
  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]);
    List<Source> sources = new ArrayList<>();
    try (Stream<Path> modules = Files.list(root)) {
      for (Path module :
          modules.filter(m -> Files.exists(m.resolve("pom.xml"))).sorted().toList()) {
        for (String part : List.of("main", "test")) {
          Path folder = module.resolve("src/" + part + "/java");
          if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
              for (Path file :
                  files.filter(f -> f.toString().endsWith(".java")).sorted().toList()) {
                sources.add(read(root, module, part, folder, file));
              }
            }
          }
        }
      }
    }
    boolean json = args.length > 1 && args[1].equals("--json");
    System.out.print(json ? json(sources) : text(sources) + walk(root));
  }

  private static Source read(Path root, Path module, String part, Path folder, Path file)
      throws IOException {
    String room = folder.relativize(file.getParent()).toString().replace('/', '.');
    List<String> lines = code(Files.readString(file));
    boolean visible =
        part.equals("main")
            && !INTERNAL.contains(room)
            && !room.endsWith(".internal")
            && lines.stream().anyMatch(line -> PUBLIC_TYPE.matcher(line).find());
    return new Source(
        module.getFileName().toString(), part, room, root.relativize(file), lines.size(), visible);
  }

  /** Returns the lines that hold more than blanks and comments. */
  static List<String> code(String text) {
    StringBuilder code = new StringBuilder();
    int i = 0;
    while (i < text.length()) {
      if (text.startsWith("//", i)) {
        i = end(text, i, "\n", 0);
      } else if (text.startsWith("/*", i)) {
        i = end(text, i + 2, "*/", 2);
      } else if (text.startsWith("\"\"\"", i)) {
        int next = end(text, i + 3, "\"\"\"", 3);
        code.append(text, i, next);
        i = next;
      } else if (text.charAt(i) == '"' || text.charAt(i) == '\'') {
        int next = i + 1;
        while (next < text.length() && text.charAt(next) != text.charAt(i)) {
          next += text.charAt(next) == '\\' ? 2 : 1;
        }
        next = Math.min(text.length(), next + 1);
        code.append(text, i, next);
        i = next;
      } else {
        code.append(text.charAt(i++));
      }
    }
    return code.toString().lines().filter(line -> !line.isBlank()).toList();
  }

  private static int end(String text, int from, String mark, int more) {
    int at = text.indexOf(mark, from);
    return at < 0 ? text.length() : at + more;
  }

  private static int lines(Stream<Source> sources) {
    return sources.mapToInt(Source::lines).sum();
  }

  private static Stream<Source> of(List<Source> all, String module, String part) {
    return all.stream().filter(s -> s.part().equals(part) && s.module().matches(module));
  }

  /** Returns lines and files of main code by module and room. */
  private static Map<String, int[]> rooms(List<Source> all) {
    Map<String, int[]> rooms = new TreeMap<>();
    of(all, ".*", "main")
        .forEach(
            source -> {
              int[] sum =
                  rooms.computeIfAbsent(source.module() + " " + source.room(), _ -> new int[2]);
              sum[0] += source.lines();
              sum[1]++;
            });
    return rooms;
  }

  private static Map.Entry<String, int[]> largest(List<Source> all) {
    return rooms(all).entrySet().stream()
        .max(Comparator.comparingInt(room -> room.getValue()[1]))
        .orElseThrow();
  }

  private static Source longest(List<Source> all) {
    return of(all, ".*", "main").max(Comparator.comparingInt(Source::lines)).orElseThrow();
  }

  private static List<String> modules(List<Source> all) {
    return all.stream().map(Source::module).distinct().toList();
  }

  private static String text(List<Source> all) {
    StringBuilder text = new StringBuilder();
    text.append(row("", "main", "files", "public", "test", "files"));
    for (String module : modules(all)) {
      text.append(row(module, module, all));
      rooms(all)
          .forEach(
              (room, sum) -> {
                if (room.startsWith(module + " ")) {
                  String name = "  " + room.substring(module.length() + 1);
                  text.append(row(name, "" + sum[0], "" + sum[1], "", "", ""));
                }
              });
    }
    text.append(row("all", ".*", all));
    Map.Entry<String, int[]> largest = largest(all);
    Source longest = longest(all);
    return text.append("largest package  " + largest.getKey() + ", " + largest.getValue()[1])
        .append(" files\nlongest file     " + longest.path() + ", " + longest.lines())
        .append(" lines\n")
        .toString();
  }

  /** Returns the longest of the lists of files in the test of walks, an entry a line. */
  private static String walk(Path root) throws IOException {
    String test = Files.readString(root.resolve(WALKS));
    return WALK.matcher(test)
        .results()
        .max(Comparator.comparingLong(list -> list.group(2).strip().lines().count()))
        .map(
            list ->
                "longest walk     "
                    + list.group(1)
                    + ", "
                    + list.group(2).strip().lines().count()
                    + " files\n")
        .orElse("");
  }

  private static String row(String name, String module, List<Source> all) {
    return row(
        name,
        "" + lines(of(all, module, "main")),
        "" + of(all, module, "main").count(),
        "" + of(all, module, "main").filter(Source::publicType).count(),
        "" + lines(of(all, module, "test")),
        "" + of(all, module, "test").count());
  }

  private static String row(String name, String... cells) {
    String format = "%-44s" + "%8s".repeat(cells.length) + "%n";
    List<Object> values = new ArrayList<>(List.of(name));
    values.addAll(List.of(cells));
    return String.format(Locale.ROOT, format, values.toArray());
  }

  private static String json(List<Source> all) {
    List<String> modules = new ArrayList<>();
    for (String module : modules(all)) {
      String rooms =
          rooms(all).entrySet().stream()
              .filter(room -> room.getKey().startsWith(module + " "))
              .map(
                  room ->
                      "\"%s\": {\"lines\": %d, \"files\": %d}"
                          .formatted(
                              room.getKey().substring(module.length() + 1),
                              room.getValue()[0],
                              room.getValue()[1]))
              .collect(Collectors.joining(", "));
      modules.add("\"" + module + "\": {" + sums(all, module) + ", \"packages\": {" + rooms + "}}");
    }
    Map.Entry<String, int[]> largest = largest(all);
    Source longest = longest(all);
    return "{\"modules\": {%s}, \"all\": {%s}, \"largestPackage\": {\"name\": \"%s\", \"files\": %d}, \"longestFile\": {\"name\": \"%s\", \"lines\": %d}}\n"
        .formatted(
            String.join(", ", modules),
            sums(all, ".*"),
            largest.getKey(),
            largest.getValue()[1],
            longest.path(),
            longest.lines());
  }

  private static String sums(List<Source> all, String module) {
    return "\"main\": %d, \"mainFiles\": %d, \"publicTypes\": %d, \"test\": %d, \"testFiles\": %d"
        .formatted(
            lines(of(all, module, "main")),
            of(all, module, "main").count(),
            of(all, module, "main").filter(Source::publicType).count(),
            lines(of(all, module, "test")),
            of(all, module, "test").count());
  }
}
