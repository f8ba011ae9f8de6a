package org.ironopt.cli;

import static org.ironopt.io.internal.Numbers.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.FileErrors;
import org.ironopt.lab.NumberList;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.SettingRule;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.reproduce.ChapterCatalog;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;

/**
 * One option for every setting of every chapter, made from the settings themselves: a setting
 * {@code grid_particles} of whole numbers is the option {@code --grid-particles N}.
 */
final class SettingOptions {
  private SettingOptions() {}

  /** Returns the chapters by the settings they have, each with the first that has it. */
  private static Map<String, Chapter<?>> known() {
    Map<String, Chapter<?>> known = new LinkedHashMap<>();
    for (Chapter<?> chapter : ChapterCatalog.all()) {
      chapter.paper().asMap().keySet().forEach(key -> known.putIfAbsent(key, chapter));
    }
    return known;
  }

  /**
   * Adds the options.
   *
   * @param hidden whether the help of the command does not list them
   */
  static void addTo(CommandSpec spec, boolean hidden) {
    known()
        .forEach(
            (key, chapter) ->
                spec.addOption(
                    OptionSpec.builder(option(key))
                        .type(String.class)
                        .paramLabel(label(chapter, key))
                        .description(chapter.setting(key).help())
                        .hidden(hidden)
                        .build()));
  }

  /** Refuses a setting that none of the chapters has. */
  static void require(ParseResult given, List<Chapter<?>> chosen) {
    for (String key : known().keySet()) {
      boolean had = chosen.stream().anyMatch(chapter -> chapter.paper().has(key));
      if (given.hasMatchedOption(option(key)) && !had) {
        for (Chapter<?> chapter : chosen) {
          if (chapter.renamed().containsKey(key)) {
            throw new InputError("%s is '%s' now", option(key), option(chapter.renamed().get(key)));
          }
        }
        throw new InputError(
            "%s is a setting of %s, not of %s; leave it out",
            option(key),
            names(
                ChapterCatalog.all().stream().filter(chapter -> chapter.paper().has(key)).toList()),
            names(chosen));
      }
    }
  }

  /** Puts the options that were given over those settings that a chapter has. */
  static NamedValues apply(ParseResult given, Chapter<?> chapter, NamedValues settings) {
    for (String key : known().keySet()) {
      if (given.hasMatchedOption(option(key)) && settings.has(key)) {
        String text = given.matchedOption(option(key)).getValue();
        settings.with(key, value(chapter, key, text));
      }
    }
    return settings;
  }

  /** Returns the new name of an option of an earlier version. */
  static Optional<String> renamed(String option) {
    return ChapterCatalog.all().stream()
        .flatMap(chapter -> chapter.renamed().entrySet().stream())
        .filter(renamed -> option(renamed.getKey()).equals(option))
        .map(renamed -> option(renamed.getValue()))
        .findFirst();
  }

  /** Shows the settings of chapters below the options of a command. */
  static void explain(CommandSpec spec, List<Chapter<?>> chapters) {
    List<String> keys = new ArrayList<>(spec.usageMessage().sectionKeys());
    keys.add(keys.indexOf(UsageMessageSpec.SECTION_KEY_FOOTER_HEADING), "settings");
    spec.usageMessage().sectionKeys(keys);
    spec.usageMessage().sectionMap().put("settings", help -> settings(help, chapters));
  }

  private static String settings(Help help, List<Chapter<?>> chapters) {
    StringBuilder text = new StringBuilder();
    for (Chapter<?> chapter : chapters) {
      text.append(format("%nSettings of %s:%n", chapter.name()));
      int left = 28;
      Help.TextTable table =
          Help.TextTable.forColumns(
              help.colorScheme(),
              new Help.Column(left, 6, Help.Column.Overflow.SPAN),
              new Help.Column(
                  help.commandSpec().usageMessage().width() - left, 1, Help.Column.Overflow.WRAP));
      for (String key : chapter.paper().asMap().keySet()) {
        table.addRowValues(
            help.colorScheme().optionText(option(key) + "=" + label(chapter, key)),
            help.colorScheme().text(explained(chapter.setting(key))));
      }
      text.append(table);
    }
    return text.toString();
  }

  private static String explained(SettingRule setting) {
    String standard = shortened(setting.paper());
    return setting.help()
        + (standard.isEmpty() ? "" : " Default: " + standard)
        + (setting.has("smoke") ? "; smoke: " + shortened(setting.smoke()) : "")
        + (standard.isEmpty() ? "" : ".");
  }

  /** Leaves out the middle of a long list. */
  private static String shortened(String text) {
    String[] items = text.split(", *");
    return items.length <= 8
        ? text.replace(" ", "")
        : items[0] + "," + items[1] + ",...," + items[items.length - 1];
  }

  private static Object value(Chapter<?> chapter, String key, String text) {
    if (chapter.setting(key).has("file")) {
      return matrix(key, SettingsFile.settings(text));
    }
    try {
      return chapter.parse(key, text);
    } catch (InputError e) {
      throw new InputError(option(key) + ": " + e.getMessage());
    }
  }

  /** Reads a matrix: one row a line, numbers separated by commas or blanks, # starts a comment. */
  private static List<Double> matrix(String key, Path file) {
    List<Double> entries = new ArrayList<>();
    try {
      List<String> lines = Files.readAllLines(file);
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i).replaceAll("#.*", "").strip();
        for (String item : line.isEmpty() ? new String[0] : line.split("[,\\s]+")) {
          try {
            entries.add(NumberList.number(item));
          } catch (InputError e) {
            throw new InputError(file + ":" + (i + 1) + ": " + e.getMessage());
          }
        }
      }
    } catch (IOException e) {
      throw new InputError(option(key) + " " + file + " cannot be read: " + FileErrors.reason(e));
    }
    return entries;
  }

  private static String option(String key) {
    return "--" + key.replace('_', '-');
  }

  private static String label(Chapter<?> chapter, String key) {
    return switch (chapter.paper().asMap().get(key)) {
      case List<?> _ -> chapter.setting(key).has("file") ? "FILE" : "LIST";
      case Number _ -> "N";
      default -> "TEXT";
    };
  }

  /** Returns the names of chapters, for messages. */
  static String names(List<Chapter<?>> chapters) {
    return chapters.stream().map(Chapter::name).collect(Collectors.joining(", "));
  }

  /** A setting of a chapter as JSON. */
  record SettingEntry(String option, String help, String paper, String smoke) {
    static List<SettingEntry> of(Chapter<?> chapter) {
      return chapter.paper().asMap().keySet().stream()
          .map(
              key -> {
                SettingRule s = chapter.setting(key);
                return new SettingEntry(SettingOptions.option(key), s.help(), s.paper(), s.smoke());
              })
          .toList();
    }
  }
}
