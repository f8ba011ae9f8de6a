package org.ironopt.lab.foundations;

import java.util.List;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellGroup;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.ChapterExperiment;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Setting;
import org.ironopt.lab.experiment.Story;

/**
 * Paper sections 1 to 4: what is said there without a figure, checked on random instances, each
 * statement by a number that decides it.
 */
public final class FoundationsExperiment extends ChapterExperiment<FoundationsExperiment.Settings> {
  /** The chapter, with any settings. */
  public static final Chapter<Settings> CHAPTER =
      new Chapter<>(
          "foundations",
          "the identities, lemmas and theorems of sections 2 to 4",
          Settings.class,
          FoundationsExperiment::new);

  /** The settings of the chapter. */
  record Settings(
      @Setting("Random instances of each study = 200; smoke 20; at least 12; at most 1000000")
          int instances,
      @Setting("Root seed = 0") long seed) {}

  private static final List<Study> STUDIES =
      List.of(
          StepStudies.MAPPING,
          StepStudies.IMPLICIT_EULER,
          StepStudies.CENTER_NOISE,
          ResolventStudies.RESOLVENT,
          StepStudies.INERTIAL,
          FlowStudy.FLOW,
          BoundStudies.LEMMAS,
          BoundStudies.RECURSION,
          BoundStudies.VARYING,
          StationaryStudies.QUADRATIC,
          StationaryStudies.BATCHING,
          StationaryStudies.INEXACT,
          ResolventStudies.INNER,
          ResolventStudies.CHAINS,
          CoupledStep.ORDERS,
          VelocityStudy.VELOCITY);

  /** One cell for each study. */
  final CellGroup<Study> studies;

  FoundationsExperiment(Settings settings) {
    super(CHAPTER, settings);
    studies = CellGroup.of(STUDIES, study -> study.cell(settings));
  }

  @Override
  public List<Cell> cells() {
    return studies.cells();
  }

  @Override
  public Story tell(Results results) {
    return FoundationsStory.tell(settings.instances(), results.of(studies));
  }
}
