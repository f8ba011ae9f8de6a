package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ironopt.Slow;
import org.ironopt.cli.shared.Terminal;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.reproduce.ChapterCatalog;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * An option changes something or is refused. Every option of every command is tried; one that has
 * no case here fails.
 */
@ResourceLock("org.ironopt.linalg.Parallel")
class OptionContractTest {
  /** Commands that print text for a shell or a person, or serve a page, and nothing else. */
  private static final Set<String> TEXT = Set.of("iron", "completion", "help", "explore");

  /** Commands that run an experiment or search for a plan. */
  private static final Set<String> LONG =
      Set.of("reproduce", "compare", "report", "verify", "plan", "theory minibatch");

  /** Inverts a matrix of 1281 parameters. */
  private static final String LONG_OPTION = "fit --errors";

  @TempDir private static Path folder;
  private static Workshop workshop;
  private static final Map<String, Workshop.Seen> WITHOUT = new HashMap<>();

  @BeforeAll
  static void prepare() throws IOException {
    workshop = new Workshop(folder);
  }

  @AfterAll
  static void restore() {
    workshop.close();
  }

  /** Tells a consumer of every command and option. */
  static void walk(BiConsumer<String, OptionSpec> each) {
    walk(RootCommand.tree(Terminal.NONE, "", true), "iron", each);
  }

  private static void walk(CommandLine line, String name, BiConsumer<String, OptionSpec> each) {
    // A page is served until it is stopped: ExploreCommandTest tries its options.
    if (!name.equals("explore")) {
      line.getCommandSpec().options().forEach(option -> each.accept(name, option));
    }
    line.getSubcommands()
        .forEach(
            (word, inner) -> walk(inner, name.equals("iron") ? word : name + " " + word, each));
  }

  @TestFactory
  Stream<DynamicTest> everyOptionDoesSomething() {
    return everyOption(o -> !takesLong(o));
  }

  @TestFactory
  @Slow
  Stream<DynamicTest> everyOptionOfALongCommandDoesSomething() {
    return everyOption(OptionContractTest::takesLong);
  }

  private static boolean takesLong(String[] option) {
    return LONG.contains(option[0]) || String.join(" ", option).equals(LONG_OPTION);
  }

  private static Stream<DynamicTest> everyOption(Predicate<String[]> those) {
    return options().stream()
        .filter(those)
        .map(o -> dynamicTest(String.join(" ", o), () -> tried(o[0], o[1])));
  }

  /** Returns command and name of every option but the settings of chapters. */
  private static List<String[]> options() {
    Set<String> settings = new TreeSet<>();
    for (Chapter<?> chapter : ChapterCatalog.all()) {
      SettingOptions.SettingEntry.of(chapter).forEach(s -> settings.add(s.option()));
    }
    List<String[]> options = new ArrayList<>();
    walk(
        (command, option) -> {
          String name = option.longestName();
          if (!command.equals("reproduce") || !settings.contains(name)) {
            options.add(new String[] {command, name});
          }
        });
    return options;
  }

  private static void tried(String command, String option) throws IOException {
    OptionCases.Case c = OptionCases.of(command, option).orElseThrow();
    Workshop.Seen without = WITHOUT.get(c.without());
    if (without == null) {
      without = workshop.run(c.without());
      Workshop.Seen again = workshop.run(c.without());
      assertTrue(without.equals(again), () -> "the same twice differs: " + again.brief());
      WITHOUT.put(c.without(), without);
    }
    Workshop.Seen with = workshop.run(c.with());
    assertFalse(with.equals(without), () -> "nothing changes, nothing is said: " + with.brief());
    assertTrue(with.code() >= 0 && with.code() <= 2, with::brief);
    if (with.code() == 2 && !option.equals("--trace")) {
      assertEquals(1, with.err().lines().count(), with::brief);
    }
  }

  @Test
  void everyOptionHasACase() {
    Set<String> without = new TreeSet<>();
    for (String[] option : options()) {
      if (OptionCases.of(option[0], option[1]).isEmpty()) {
        without.add(String.join(" ", option));
      }
    }
    assertEquals(Set.of(), without);
  }

  /** The cases are of options that there are. */
  @Test
  void noCaseIsLeftOver() {
    Set<String> left = new TreeSet<>(OptionCases.table().keySet());
    walk((command, option) -> left.remove(command + " " + option.longestName()));
    assertEquals(Set.of(), left);
  }

  @Test
  void everyCommandSpeaksJsonAndCanBeQuiet() {
    Set<String> json = new TreeSet<>();
    Set<String> quiet = new TreeSet<>();
    Set<String> all = new TreeSet<>();
    walk(
        (command, option) -> {
          all.add(command);
          if (option.longestName().equals("--json")) {
            json.add(command);
          }
          if (option.longestName().equals("--quiet")) {
            quiet.add(command);
          }
        });
    all.removeAll(TEXT);
    assertEquals(all, json);
    assertEquals(all, quiet);
  }

  /** Settings of chapters are options: each changes the settings of the chapters that have it. */
  @TestFactory
  Stream<DynamicTest> everySettingIsTaken() {
    List<DynamicTest> tests = new ArrayList<>();
    for (Chapter<?> chapter : ChapterCatalog.all()) {
      for (SettingOptions.SettingEntry setting : SettingOptions.SettingEntry.of(chapter)) {
        String name = "reproduce " + chapter.name() + " " + setting.option();
        tests.add(dynamicTest(name, () -> taken(chapter.name(), setting)));
      }
    }
    return tests.stream();
  }

  private static void taken(String chapter, SettingOptions.SettingEntry setting)
      throws IOException {
    boolean products = chapter.equals("deep") && setting.option().equals("--precision");
    String gpu = products ? " --device cuda" : "";
    String command = "reproduce " + chapter + " --print-config" + gpu;
    String before = Cli.run(command).out();
    List<String> tried = new ArrayList<>();
    for (String value : candidates(setting)) {
      Cli run = Cli.run((command + " " + setting.option() + " " + value).split(" "));
      tried.add(value + ": " + run.err());
      if (run.code() == 0 && !run.out().equals(before)) {
        return;
      }
    }
    throw new AssertionError("no value is taken: " + tried);
  }

  /** Values to try: the small one, other numbers, other words, a file. */
  private static List<String> candidates(SettingOptions.SettingEntry setting) throws IOException {
    List<String> values = new ArrayList<>(List.of(setting.smoke().replace(" ", "")));
    String first = setting.paper().split(",")[0];
    if (first.matches("[-+.0-9eE]+")) {
      double number = Double.parseDouble(first);
      values.add(String.valueOf((long) number + 1));
      values.add(String.valueOf(number / 2));
      values.add(first + "," + (long) (number + 7));
      values.add(setting.paper().replace(" ", "") + "," + (long) (number + 999));
    }
    Path matrix = folder.resolve("matrix.csv");
    java.nio.file.Files.writeString(matrix, "1,0,0\n0,2,0\n0,0,1\n");
    values.addAll(
        List.of(
            "authors",
            "frozen",
            "double",
            "student:3",
            "3,4,5",
            matrix.toString(),
            "cuda",
            "float",
            "shoes:0123456789ab"));
    values.removeIf(String::isEmpty);
    return values;
  }
}
