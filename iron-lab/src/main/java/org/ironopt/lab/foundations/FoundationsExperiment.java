package org.ironopt.lab.foundations;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ironopt.lab.InputError;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.file.Values;

/**
 * Paper sections 2 to 4: what is said there without a figure, checked on random instances, each
 * statement as a number that decides it.
 */
public final class FoundationsExperiment implements Experiment {
  static final String NAME = "foundations";

  private static final int FEWEST = 12;
  private static final List<Study> STUDIES =
      List.of(
          new MappingStudy(),
          new ImplicitEulerStudy(),
          new CenterNoiseStudy(),
          new ResolventStudy(),
          new InertialStudy(),
          new FlowStudy(),
          new LemmaStudy(),
          new RecursionStudy(),
          new VaryingStudy(),
          new QuadraticStudy(),
          new BatchingStudy(),
          new InexactStudy(),
          new InnerStudy(),
          new ChainStudy());

  private final Values settings;
  private final int instances;
  private final long seed;

  public FoundationsExperiment(Values settings) {
    this.settings = settings;
    double asked = settings.number("instances");
    if (!(asked >= FEWEST && asked <= 1_000_000)) {
      throw new InputError(
          String.format(
              Locale.ROOT,
              "instances is %.0f, expected a number from %d to 1000000 (--instances)",
              asked,
              FEWEST));
    }
    this.instances = (int) asked;
    this.seed = settings.whole("seed");
  }

  /** Returns settings for the ledger. */
  public static Values paper() {
    return new Values().with("instances", 200L).with("seed", 0L);
  }

  /** Returns settings for a look within seconds. */
  public static Values smoke() {
    return paper().with("instances", 20L);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Values settings() {
    return settings;
  }

  @Override
  public List<Cell> cells() {
    return STUDIES.stream().map(this::cell).toList();
  }

  private Cell cell(Study study) {
    return new StudyCell(study, study.count(instances), seed);
  }

  /** Returns what the study of that label found, if it has finished. */
  Optional<Findings> findings(Results results, String label) {
    Study study = STUDIES.stream().filter(s -> s.label().equals(label)).findFirst().orElseThrow();
    return results.of(cell(study)).map(o -> new Findings(label, o.trace()));
  }

  @Override
  public Story tell(Results results) {
    return new FoundationsStory(this, results).tell();
  }
}
