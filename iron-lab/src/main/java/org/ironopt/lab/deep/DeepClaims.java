package org.ironopt.lab.deep;

import static org.ironopt.io.Numbers.text;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.ironopt.lab.deep.Variant.Kind;
import org.ironopt.lab.experiment.Outcomes.Found;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Ledger;

/** The claims of the chapter, all beyond the paper. */
record DeepClaims(DeepStory story, DeepExperiment experiment, Ledger ledger) {
  private static final String TRACE = "trace.csv of the runs, column loss";

  DeepClaims(DeepStory story, DeepExperiment experiment) {
    this(story, experiment, Ledger.of(DeepClaims.class));
  }

  /** Returns the claims; none is checked while a cell is missing. */
  List<Claim> all() {
    if (!story.complete()) {
      ledger.restNotCheckable("not all cells have finished");
      return ledger.claims();
    }
    Found<Variant> iron = story.usual().orElseThrow();
    double mine = DeepStory.loss(iron);
    double adamw = least(story.found(experiment.adamw));
    double work = crossing(iron.outcome().trace(), adamw) / experiment.settings.gradients();
    ledger.atMost("D1", mine / adamw, ratio(mine, adamw), TRACE);
    ledger.atMost("D2", work, "row gradients over AdamW's: " + text(work), TRACE);
    higher("D3", loss(Kind.NO_FACTORS), mine);
    higher("D4", loss(Kind.NO_INERTIA), mine);
    higher("D5", loss(Kind.SLOW_GROWTH), mine);
    double highest =
        Stream.of(experiment.iron, experiment.changed, experiment.classifier)
            .flatMap(story::found)
            .filter(f -> !f.key().kind().explicit())
            .mapToDouble(f -> highest(f.outcome().trace()))
            .max()
            .orElseThrow();
    ledger.below("D6", highest, "largest loss over that of the start: " + text(highest), TRACE);
    higher("D7", loss(Kind.WHOLE_STEP), mine);
    double classified = least(classifiers(Kind.IRON));
    double peer = least(classifiers(Kind.ADAMW));
    ledger.atMost("D8", classified / peer, ratio(classified, peer), TRACE);
    double more = error(Kind.IRON) - error(Kind.ADAMW);
    ledger.atMost("D9", more, "difference of the errors " + text(more), TRACE);
    return ledger.claims();
  }

  private void higher(String id, double other, double mine) {
    ledger.holds(id, other > mine, ratio(other, mine), TRACE);
  }

  private Stream<Found<Variant>> classifiers(Kind kind) {
    return story.found(experiment.classifier).filter(f -> f.key().kind() == kind);
  }

  /** Returns the test error of the run with the least training loss. */
  private double error(Kind kind) {
    return classifiers(kind)
        .min(Comparator.comparingDouble(DeepStory::loss))
        .filter(f -> f.has("test_error"))
        .map(f -> f.number("test_error"))
        .orElse(Double.NaN);
  }

  /** Returns the largest later loss over that of the start, infinite if one is not finite. */
  static double highest(Columns trace) {
    double[] losses = trace.column("loss");
    double highest = 0;
    for (int i = 1; i < losses.length; i++) {
      double share = losses[i] / losses[0];
      highest = Double.isFinite(share) ? Math.max(highest, share) : Double.POSITIVE_INFINITY;
    }
    return highest;
  }

  private static String ratio(double a, double b) {
    return text(a) + " / " + text(b) + " = " + text(a / b);
  }

  private static double least(Stream<Found<Variant>> runs) {
    return runs.mapToDouble(DeepStory::loss).min().orElseThrow();
  }

  private double loss(Kind kind) {
    return least(story.found(experiment.changed).filter(f -> f.key().kind() == kind));
  }

  /** Returns the row gradients at which a loss was reached, infinity if it was not. */
  static double crossing(Columns trace, double loss) {
    double[] losses = trace.column("loss");
    double[] work = trace.column("gradients");
    for (int i = 0; i < losses.length; i++) {
      if (losses[i] <= loss) {
        double part = i == 0 ? 0 : (losses[i - 1] - loss) / (losses[i - 1] - losses[i]);
        return i == 0 ? work[0] : work[i - 1] + part * (work[i] - work[i - 1]);
      }
    }
    return Double.POSITIVE_INFINITY;
  }
}
