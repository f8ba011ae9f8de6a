package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ironopt.Slow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The pages on JSON list what --json prints: every member, and its type. {@code build/docs json}
 * writes members and types; a new member has no meaning yet, and the test fails until it has one.
 */
class JsonPageTest {
  private static final Path PAGES = Path.of("..", "docs/reference");
  private static final Pattern ROW = Pattern.compile("\\| `([^`]+)` \\| ([a-z ]+) \\| (.+) \\|");

  /** What any type is called where the page refers to another section. */
  private static final String ANY = "as there";

  private static final String FIT = "fit {w}/t.csv --target y";

  /** The commands behind the sections of the page. */
  private static final Map<String, List<String>> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put(
        "A failure",
        List.of(
            "fit --nonsense",
            "reproduce --class-path {w}/Broken.java --chapter Broken --out {w}/never"));
    COMMANDS.put(
        "fit",
        List.of(
            FIT + " --out {w}/new.json --validation 0.3",
            FIT + " --reg auto",
            FIT + " --early-stopping 0.3",
            FIT + " --folds 3",
            FIT + " --model network --hidden 3 --epochs 2 --out {w}/network.json",
            "fit {w}/t.csv --target x --reg 0",
            "fit {w}/alias.csv --target y --model ridge",
            "fit {w}/t.csv --target n --model negbin:2",
            "fit {w}/wide.csv --target y --model logistic --reg 1e-5 --no-scale",
            FIT + " --method sgd --step 0.1 --steps 2"));
    COMMANDS.put(
        "path",
        List.of(
            "path {w}/t.csv --target y --points 6 --folds 3 --out {w}/path.json",
            "path {w}/t.csv --target y --points 6 --folds 0 --at 0.01",
            "path {w}/t.csv --target n --model huber:1 --points 4 --folds 0",
            "path {w}/t.csv --target y --points 6 --folds 0"));
    COMMANDS.put(
        "curve",
        List.of("curve {w}/c.csv --model y=a*exp(-b*x) --start a=1,b=1 --out {w}/curve.json"));
    COMMANDS.put(
        "predict: classes",
        List.of(
            "predict {w}/m.json {w}/t.csv --pass x",
            "predict {w}/m.json {w}/t.csv --pass x --out {w}/p.csv"));
    COMMANDS.put(
        "predict: numbers",
        List.of(
            "predict {w}/numbers.json {w}/t.csv",
            "predict {w}/numbers.json {w}/t.csv --out {w}/p.csv"));
    COMMANDS.put(
        "predict: a curve",
        List.of(
            "predict {w}/curve.json {w}/c.csv",
            "predict {w}/curve.json {w}/c.csv --out {w}/q.csv"));
    COMMANDS.put("evaluate: classes", List.of("evaluate {w}/m.json {w}/t.csv"));
    COMMANDS.put(
        "evaluate: numbers",
        List.of("evaluate {w}/numbers.json {w}/t.csv", "evaluate {w}/counts.json {w}/t.csv"));
    COMMANDS.put("inspect: a curve", List.of("inspect {w}/curve.json"));
    COMMANDS.put(
        "inspect",
        List.of(
            "inspect {w}/m.json",
            "inspect {w}/numbers.json",
            "inspect {w}/network.json",
            "inspect {w}/alias.json"));
    COMMANDS.put("reproduce", List.of(OptionCases.SMALL + "{w}/runs"));
    COMMANDS.put("reproduce --list", List.of("reproduce --list"));
    COMMANDS.put("reproduce --print-config", List.of("reproduce foundations --print-config"));
    COMMANDS.put("compare", List.of("compare {w}/small.toml --out {w}/compared"));
    COMMANDS.put("report", List.of("report {w}/runs", "report {w}/runs --page {w}/page.md"));
    COMMANDS.put("verify", List.of("verify {w}/runs --cells alpha"));
    COMMANDS.put("data: synthetic", List.of("data synthetic --data {w}/images"));
    COMMANDS.put("data --list", List.of("data --list"));
    COMMANDS.put("bench --list", List.of("bench --list"));
    COMMANDS.put(
        "theory",
        List.of(
            "theory --eigenvalues 1,3 --alpha 1,1e6",
            "theory --eigenvalues 1,3 --alpha 9 --method explicit-euler"));
    COMMANDS.put(
        "theory: relaxed steps",
        List.of(
            "theory --eigenvalues 1,3 --alpha 1 --theta 0.7",
            "theory --eigenvalues 1,3 --alpha 1 --theta 0.5",
            "theory --eigenvalues 1,3 --alpha 1 --theta 0.7 --noise-model gradient"));
    COMMANDS.put(
        "theory: averages",
        List.of(
            "theory --eigenvalues 1,3 --alpha 1 --average 5 --theta 0.7",
            "theory --eigenvalues 1,3 --alpha 100 --average 5 --method explicit-euler"));
    COMMANDS.put(
        "theory: stable noise",
        List.of(
            "theory --eigenvalues 1,3 --alpha 1 --tails 1.5",
            "theory --eigenvalues 1,3 --alpha 1 --tails 1.5 --theta 0.5",
            "theory --eigenvalues 1,3 --alpha 1 --tails 1.5 --noise-model gradient"));
    String own = "theory --class-path ../examples/objective/Places.java --objective Places";
    COMMANDS.put(
        "theory: an objective",
        List.of(own + " --alpha 10 --chains 5", own + " --alpha 0.01 --chains 0"));
    COMMANDS.put(
        "theory minibatch",
        List.of(
            "theory minibatch {w}/t.csv --target x --batch 2 --alpha 1",
            "theory minibatch {w}/t.csv --target x --batch 2 --alpha 1e3 --reg 1 --mu 0.5"));
    COMMANDS.put(
        "plan: a quadratic",
        List.of(
            "plan --target-rmse 0.1 --eigenvalues 1,3",
            "plan --target-rmse 0.1 --eigenvalues 1,3 --iterates 9"));
    COMMANDS.put(
        "plan: stable noise",
        List.of(
            "plan --target-rmse 0.1 --eigenvalues 1,3 --tails 1.5",
            "plan --target-rmse 0.1 --eigenvalues 1,3 --tails 1"));
    COMMANDS.put(
        "plan: data",
        List.of("plan {w}/t.csv --target x --passes 2", "plan {w}/t.csv --target x --passes 0.05"));
    COMMANDS.put("doctor", List.of("doctor"));
  }

  @TempDir private Path folder;

  @Test
  @Slow
  void everyMemberIsOnThePageAndEveryRowIsPrinted() throws IOException {
    try (Workshop _ = new Workshop(folder)) {
      everySectionIsTrue();
    }
  }

  private void everySectionIsTrue() throws IOException {
    Files.writeString(folder.resolve("Broken.java"), "class Broken { int x = nothing; }");
    fitted("fit {w}/t.csv --target x --out {w}/numbers.json");
    fitted("fit {w}/t.csv --target n --model poisson --out {w}/counts.json");
    Files.writeString(
        folder.resolve("alias.csv"),
        "a,b,y\n1,2.5,3\n2.25,5,1\n3,6.5,4\n4.5,9.5,1\n5,10.5,5\n6.75,14,9\n7,14.5,2\n");
    Files.writeString(folder.resolve("wide.csv"), wide());
    fitted("fit {w}/alias.csv --target y --model ridge --out {w}/alias.json");
    Map<String, Map<String, Set<String>>> page = page();
    assertEquals(COMMANDS.keySet(), page.keySet(), "the sections");
    Map<String, Object> wrong = new TreeMap<>();
    Map<String, Map<String, Set<String>>> printed = new LinkedHashMap<>();
    COMMANDS.forEach(
        (section, commands) -> {
          Map<String, Set<String>> seen = new TreeMap<>();
          for (String command : commands) {
            Cli run = cli(command + " --json");
            collect("", JsonMapper.builder().build().readTree(run.out()), seen);
          }
          printed.put(section, seen);
          compare(section, page.get(section), seen, wrong);
        });
    if (Boolean.getBoolean("iron.json.record")) {
      record("json.md", printed);
      record("json-experiments.md", printed);
    }
    assertEquals(Map.of(), wrong);
  }

  /** Nearly as many columns as rows, with scales apart: products take long, a matrix follows. */
  private static String wide() {
    int columns = 60;
    StringBuilder text = new StringBuilder("y");
    for (int j = 0; j < columns; j++) {
      text.append(",x").append(j);
    }
    for (int i = 0; i < 70; i++) {
      text.append('\n').append(i * i % 7 % 2);
      for (int j = 0; j < columns; j++) {
        text.append(',').append(StrictMath.sin(1 + i * (j + 1.0)) * (1 + j * j));
      }
    }
    return text.append('\n').toString();
  }

  private void fitted(String command) {
    assertEquals(0, cli(command + " --quiet").code(), command);
  }

  private Cli cli(String command) {
    return Cli.run(command.replace("{w}", folder.toString()).split(" "));
  }

  private static void compare(
      String section,
      Map<String, Set<String>> page,
      Map<String, Set<String>> seen,
      Map<String, Object> wrong) {
    List<String> unused = new ArrayList<>(page.keySet());
    seen.forEach(
        (path, types) -> {
          String row =
              page.keySet().stream().filter(r -> matches(r, path)).findFirst().orElse(null);
          unused.remove(row);
          Set<String> more = new TreeSet<>(types);
          if (row != null) {
            more.removeAll(page.get(row));
          }
          // An array or an object may be empty, which says nothing of what it holds.
          if (row == null
              && types.stream().allMatch(t -> t.equals("array") || t.equals("object"))) {
            more.clear();
          }
          if (!more.isEmpty() && (row == null || !page.get(row).contains(ANY))) {
            wrong.put(section + ": " + path, more);
          }
        });
    unused.forEach(row -> wrong.put(section + ": " + row, "is on the page and not printed"));
  }

  /** A star is a name, two stars are the rest of a path. */
  private static boolean matches(String row, String path) {
    String pattern = Pattern.quote(row).replace("**", "\\E.+\\Q").replace("*", "\\E[^.\\[\\]]+\\Q");
    return path.matches(pattern);
  }

  private static Map<String, Map<String, Set<String>>> page() throws IOException {
    Map<String, Map<String, Set<String>>> sections = new LinkedHashMap<>();
    Map<String, Set<String>> rows = new LinkedHashMap<>();
    List<String> lines = new ArrayList<>(Files.readAllLines(PAGES.resolve("json.md")));
    lines.addAll(Files.readAllLines(PAGES.resolve("json-experiments.md")));
    for (String line : lines) {
      if (line.startsWith("## ")) {
        rows = new LinkedHashMap<>();
        sections.put(line.substring(3), rows);
      }
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        rows.put(row.group(1), Set.of(row.group(2).split(" or ")));
      }
    }
    return sections;
  }

  /** Writes members and types of a page; rows keep their order and their meaning. */
  private static void record(String name, Map<String, Map<String, Set<String>>> printed)
      throws IOException {
    List<String> lines = new ArrayList<>();
    Map<String, Set<String>> left = new LinkedHashMap<>();
    boolean table = false;
    for (String line : Files.readAllLines(PAGES.resolve(name))) {
      Matcher row = ROW.matcher(line);
      if (table && !row.matches()) {
        left.values().removeIf(types -> types.contains("array") || types.contains("object"));
        left.forEach((path, types) -> lines.add(row(path, String.join(" or ", types), "")));
        left.clear();
      }
      table = row.matches();
      if (line.startsWith("## ")) {
        left.putAll(printed.getOrDefault(line.substring(3), Map.of()));
      }
      if (!table) {
        lines.add(line);
        continue;
      }
      Set<String> types = new TreeSet<>();
      for (String path : List.copyOf(left.keySet())) {
        if (matches(row.group(1), path)) {
          types.addAll(left.remove(path));
        }
      }
      Set<String> known = Set.of(row.group(2).split(" or "));
      if (!types.isEmpty()) {
        boolean same = known.contains(ANY) || known.containsAll(types);
        lines.add(
            row(row.group(1), same ? row.group(2) : String.join(" or ", types), row.group(3)));
      }
    }
    Files.write(PAGES.resolve(name), lines);
  }

  private static String row(String member, String type, String meaning) {
    return "| `" + member + "` | " + type + " | " + meaning + " |";
  }

  private static void collect(String path, JsonNode node, Map<String, Set<String>> seen) {
    if (node.isObject() && !node.isEmpty()) {
      node.properties()
          .forEach(
              e -> {
                String name = e.getKey();
                collect(path.isEmpty() ? name : path + "." + name, e.getValue(), seen);
              });
    } else if (node.isArray() && !node.isEmpty()) {
      node.forEach(element -> collect(path + "[]", element, seen));
    } else {
      seen.computeIfAbsent(path, key -> new TreeSet<>()).add(type(node));
    }
  }

  private static String type(JsonNode node) {
    return switch (node.getNodeType()) {
      case NUMBER -> "number";
      case STRING -> "string";
      case BOOLEAN -> "boolean";
      case ARRAY -> "array";
      case OBJECT -> "object";
      default -> "null";
    };
  }
}
