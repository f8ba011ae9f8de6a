package org.ironopt.lab.experiment;

import org.ironopt.lab.file.Values;

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
  public final Values settings() {
    return chapter.write(settings);
  }
}
