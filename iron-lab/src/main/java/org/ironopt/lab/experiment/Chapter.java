package org.ironopt.lab.experiment;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import org.ironopt.lab.file.TomlFile;
import org.ironopt.lab.file.Values;

/**
 * A chapter that can be asked for by name. Its settings are a record, whose components say all that
 * the command line has to know of them; an experiment is the chapter with its settings fixed.
 *
 * @param <S> the record of its settings
 */
public final class Chapter<S extends Record> {
  private final String name;
  private final String about;
  private final Schema<S> schema;
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
    this.name = name;
    this.about = about;
    this.schema = Schema.of(settings);
    this.open = open;
  }

  public String name() {
    return name;
  }

  public String about() {
    return about;
  }

  /** Returns the settings of the paper. */
  public Values paper() {
    return schema.paper();
  }

  /** Returns settings for a look within seconds. */
  public Values smoke() {
    return schema.smoke();
  }

  /** Returns the record of these values; bad ones are named. */
  public S read(Values settings) {
    return schema.read(settings);
  }

  /** Returns the settings by name. */
  public Values write(S settings) {
    return schema.write(settings);
  }

  /** Returns the experiment with these settings; bad ones are named. */
  public Experiment open(Values settings) {
    return open.apply(read(settings));
  }

  /** Returns {@code defaults} with the values of a file put over them; bad ones are named. */
  public Values file(Path file, Values defaults) {
    return TomlFile.read(file, defaults, schema.renamed());
  }

  /** Returns the settings that have another name now, with that name. */
  public Map<String, String> renamed() {
    return schema.renamed();
  }

  /** Returns all there is to say of a setting. */
  public Setting setting(String key) {
    return schema.setting(key);
  }

  /** Returns the value of a setting that a text spells. */
  public Object parse(String key, String text) {
    return schema.parse(key, text);
  }
}
