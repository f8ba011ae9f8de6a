package org.ironopt.lab.reproduce;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.experiment.Schema;
import org.ironopt.lab.file.Values;

/**
 * A chapter whose settings are named values, without a record that says what they are. It goes when
 * the last such chapter has one.
 */
final class ValuesChapter extends Chapter<ValuesChapter.None> {
  record None() {}

  private static final Map<String, String> HELP =
      Map.ofEntries(
          Map.entry("reading", "paper, or authors: what the authors' script does instead."),
          Map.entry("alpha", "Steps of the figures, each > 0."),
          Map.entry("particles", "Particles of each cloud."),
          Map.entry("iterations", "Iterations of each cloud."),
          Map.entry("window", "How many last iterations count."),
          Map.entry("diagonal", "Diagonal of A of the log-cosh regression, each > 0."),
          Map.entry("tolerance", "Residual of every inner solve."),
          Map.entry("tolerances", "Residuals of the inner solves, each > 0."),
          Map.entry("loose", "Residuals that are meant to be too large."),
          Map.entry("chain_seeds", "Seeds of the chains."),
          Map.entry("discard", "Share of the iterations that is left out."),
          Map.entry("rows", "Rows of the generated data."),
          Map.entry("dimension", "Features of the generated data."),
          Map.entry("seeds", "Seeds of the final runs."),
          Map.entry("reg", "Factor of the l2 penalty."),
          Map.entry("damping", "updated, or frozen: whether gamma moves to mu."),
          Map.entry("max_steps", "Newton steps of an inner solve at most."),
          Map.entry("newton_samples", "Equations that the paper's Newton solves as well."),
          Map.entry("fit_from", "Smallest step of the fitted slope."),
          Map.entry("eigenvalues", "Eigenvalues of the quadratic, each > 0."),
          Map.entry("b", "Every entry of the vector b."),
          Map.entry("mu", "Convexity parameter of the flow."),
          Map.entry("gamma", "Damping."),
          Map.entry("rho", "Standard deviation of the noise in each coordinate."),
          Map.entry("noise", "gaussian, student:NU or stable:S."),
          Map.entry("instances", "Random instances of each study."),
          Map.entry("grid", "Steps of the curves."),
          Map.entry("grid_particles", "Particles behind each point of a curve."),
          Map.entry("batch", "Batch sizes."),
          Map.entry("adamw", "Steps among which AdamW's is chosen."),
          Map.entry("nag_gs", "Steps among which that of NAG-GS is chosen."),
          Map.entry("iron", "Steps among which that of IRON is chosen."),
          Map.entry("precision", "single, or double: arithmetic of the training products."),
          Map.entry("train_rows", "MNIST rows to learn from, the first ones."),
          Map.entry("validation_rows", "How many of them choose the steps."),
          Map.entry("test_rows", "MNIST rows to test on, the first ones."),
          Map.entry("tuning_epochs", "Epochs of a run that is part of a choice."),
          Map.entry("epochs", "Epochs of a final run."),
          Map.entry("residual", "Residual of IRON's inner solve on MNIST, absolute."),
          Map.entry("newton", "Newton steps of an inner solve at most."),
          Map.entry("cg", "Relative residual of the linear systems."),
          Map.entry("steps", "Steps whose effect on every method is shown."),
          Map.entry("step_epochs", "Epochs of those runs."),
          Map.entry("step_batch", "Their batch size."),
          Map.entry("seed", "Root seed."));

  private final Values paper;
  private final Values smoke;
  private final Function<Values, Experiment> open;

  ValuesChapter(
      String name, String about, Values paper, Values smoke, Function<Values, Experiment> open) {
    super(name, about, None.class, none -> null);
    this.paper = paper;
    this.smoke = smoke;
    this.open = open;
  }

  @Override
  public Values paper() {
    return copy(paper);
  }

  @Override
  public Values smoke() {
    return copy(smoke);
  }

  private static Values copy(Values values) {
    Values copy = new Values();
    values.asMap().forEach(copy::with);
    return copy;
  }

  @Override
  public Experiment open(Values settings) {
    return open.apply(settings);
  }

  @Override
  public String help(String key) {
    return HELP.getOrDefault(key, "Setting '" + key + "'.");
  }

  @Override
  public boolean isFile(String key) {
    return false;
  }

  @Override
  public Object parse(String key, String text) {
    return switch (paper.asMap().get(key)) {
      case Long _ -> Schema.parse(long.class, text);
      case Number _ -> Schema.parse(double.class, text);
      case List<?> _ -> Schema.parse(double[].class, text);
      default -> text;
    };
  }
}
