package org.ironopt.lab.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ironopt.lab.InputError;
import org.ironopt.lab.NumberList;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.file.Values;
import org.ironopt.lab.reproduce.Catalog;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
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
    for (Chapter<?> chapter : Catalog.all()) {
      chapter.paper().asMap().keySet().forEach(key -> known.putIfAbsent(key, chapter));
    }
    return known;
  }

  static void addTo(CommandSpec spec) {
    known()
        .forEach(
            (key, chapter) ->
                spec.addOption(
                    OptionSpec.builder(option(key))
                        .type(String.class)
                        .paramLabel(label(chapter, key))
                        .description(chapter.help(key))
                        .build()));
  }

  /** Puts the options that were given over the settings of one chapter. */
  static Values apply(ParseResult given, Chapter<?> chapter, Values settings) {
    for (String key : known().keySet()) {
      String name = option(key);
      if (!given.hasMatchedOption(name)) {
        continue;
      }
      if (!settings.has(key)) {
        throw new InputError(name + " is not a setting of " + chapter.name() + "; leave it out");
      }
      String text = given.matchedOption(name).getValue();
      settings.with(key, value(chapter, key, text));
    }
    return settings;
  }

  private static Object value(Chapter<?> chapter, String key, String text) {
    if (chapter.isFile(key)) {
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
      throw new InputError(option(key) + " " + file + " cannot be read: " + e.getMessage());
    }
    return entries;
  }

  private static String option(String key) {
    return "--" + key.replace('_', '-');
  }

  private static String label(Chapter<?> chapter, String key) {
    return switch (chapter.paper().asMap().get(key)) {
      case List<?> _ -> chapter.isFile(key) ? "FILE" : "LIST";
      case Number _ -> "N";
      default -> "TEXT";
    };
  }

  /** Returns the names of all chapters, for messages. */
  static String names() {
    return Catalog.all().stream().map(Chapter::name).collect(Collectors.joining(", "));
  }
}
