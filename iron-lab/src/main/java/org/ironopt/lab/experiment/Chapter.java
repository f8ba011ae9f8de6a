package org.ironopt.lab.experiment;

import java.nio.file.Path;
import java.util.function.Function;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.TomlFile;

/**
 * A chapter that can be asked for by name. Its settings are a record, whose components say all that
 * the command line has to know of them; an experiment is the chapter with its settings fixed.
 *
 * @param <S> the record of its settings
 */
public final class Chapter<S extends Record> extends SettingsSchema<S> {
  private final String name;
  private final String about;
  private final Function<S, Experiment> open;

  /**
   * Makes a chapter.
   *
   * @param name its name on the command line and of its folder
   * @param about what it reproduces, in a few words
   * @param settings class of its settings
   * @param open makes the experiment from settings
   */
  public Chapter(String name, String about, Class<S> settings, Function<S, Experiment> open) {
    super(settings);
    this.name = name;
    this.about = about;
    this.open = open;
  }

  public String name() {
    return name;
  }

  public String about() {
    return about;
  }

  /** Returns the experiment with these settings; bad ones are named. */
  public Experiment open(NamedValues settings) {
    return open.apply(read(settings));
  }

  /** Returns {@code defaults} with the values of a file put over them; bad ones are named. */
  public NamedValues file(Path file, NamedValues defaults) {
    return TomlFile.read(file, defaults, renamed());
  }
}
