import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions.Style;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * Formats every Java file of the project ({@code apply}) or lists the files that are not formatted
 * ({@code check}), on stderr and in a file that exists only if there are any. Run by {@code mvn
 * verify}; {@code mvn -N verify -Dformat=apply} repairs.
 */
final class Format {
  private static final Set<String> SKIPPED = Set.of("target", ".git", ".iron", "runs");

  private Format() {}

  /** Arguments: {@code check|apply}, the root of the project, the list to write. */
  public static void main(String[] args) throws IOException {
    boolean apply = args[0].equals("apply");
    Path root = Path.of(args[1]);
    Path list = Path.of(args[2]);
    Files.deleteIfExists(list);
    List<String> changed =
        javaFiles(root).parallelStream()
            .filter(file -> differs(file, apply))
            .map(file -> root.relativize(file).toString())
            .sorted()
            .toList();
    for (String file : changed) {
      System.err.println((apply ? "formatted " : "not formatted: ") + file);
    }
    if (!apply && !changed.isEmpty()) {
      Files.write(list, changed);
    }
  }

  private static List<Path> javaFiles(Path directory) throws IOException {
    try (var walk = Files.walk(directory)) {
      return walk.filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !skipped(directory.relativize(file)))
          .toList();
    }
  }

  private static boolean skipped(Path file) {
    for (Path part : file) {
      if (SKIPPED.contains(part.toString())) {
        return true;
      }
    }
    return false;
  }

  private static boolean differs(Path file, boolean apply) {
    try {
      String source = Files.readString(file);
      String tidy = RemoveUnusedImports.removeUnusedImports(source);
      tidy = ImportOrderer.reorderImports(tidy, Style.GOOGLE);
      // JBang reads these lines without a blank alone.
      tidy = new Formatter().formatSource(tidy).replaceAll("(?m)^// (JAVA|DEPS) ", "//$1 ");
      if (tidy.equals(source)) {
        return false;
      }
      if (apply) {
        Files.writeString(file, tidy);
      }
      return true;
    } catch (FormatterException | IOException e) {
      System.err.println(file + ": " + e.getMessage());
      return !apply;
    }
  }
}
