package org.ironopt.lab.experiment;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.ironopt.lab.DataUnavailableException;
import org.ironopt.lab.file.NamedValues;

/**
 * An experiment that is a chapter with its settings fixed: what it is called and was set to is said
 * by the chapter.
 *
 * @param <S> the record of its settings
 */
public abstract class ChapterExperiment<S extends Record> implements Experiment {
  /** The settings, all of them. */
  public final S settings;

  private final Chapter<S> chapter;

  protected ChapterExperiment(Chapter<S> chapter, S settings) {
    this.chapter = chapter;
    this.settings = settings;
  }

  @Override
  public final String name() {
    return chapter.name();
  }

  @Override
  public NamedValues settings() {
    return chapter.write(settings);
  }

  /** Returns what the cells read from files, if they do. */
  protected Optional<InputData<?, ?>> files() {
    return Optional.empty();
  }

  @Override
  public final boolean needsData() {
    return files().isPresent();
  }

  @Override
  public final void prepare(String dataFolder, Consumer<String> log)
      throws IOException, DataUnavailableException {
    if (needsData()) {
      files().orElseThrow().fetch(dataFolder, log);
    }
  }
}
