package org.ironopt.cli.tables;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.ironopt.cli.shared.OptionChecks;
import org.ironopt.io.InputError;
import org.ironopt.model.DecisionRule;
import org.ironopt.model.Model;
import picocli.CommandLine.Option;

/** Weights of classes as in {@code yes=5,no=1}, and which class a command names by them. */
final class ClassWeights {
  @Option(
      names = "--threshold",
      paramLabel = "T",
      description =
          "Predict the second of two classes where its probability is above T; default: 0.5.")
  private Double threshold;

  @Option(
      names = "--class-weight",
      paramLabel = "WEIGHTS",
      description =
          "Predict the class with the largest weight times probability, as in yes=5,no=1.")
  private String weights;

  /** Returns how the classes of a model are named; refuses what does not go with it. */
  DecisionRule decision(Model model) {
    int classes = model.classes().size();
    String used = threshold != null ? "--threshold" : "--class-weight";
    if (threshold == null && weights == null) {
      return DecisionRule.likeliest(Math.max(1, classes));
    }
    if (!model.kind().classes()) {
      throw new InputError("%s is for classes, and the model predicts numbers; leave it out", used);
    }
    if (threshold != null && weights != null) {
      throw new InputError("--threshold and --class-weight both name the class; leave one out");
    }
    if (threshold != null) {
      OptionChecks.number(
          "--threshold", threshold, threshold >= 0 && threshold <= 1, "from 0 to 1");
      if (classes != 2) {
        throw new InputError(
            "--threshold is for two classes, the model has %s; use --class-weight", classes);
      }
      return DecisionRule.threshold(threshold);
    }
    Map<String, Double> named = OptionChecks.weights("--class-weight", weights, "");
    List<String> unknown = new ArrayList<>(named.keySet());
    unknown.removeAll(model.classes());
    if (!unknown.isEmpty()) {
      throw new InputError(
          "--class-weight names '%s', expected classes of the model: %s",
          unknown.getFirst(), model.classes());
    }
    double[] all = new double[classes];
    Arrays.setAll(all, c -> named.getOrDefault(model.classes().get(c), 1.0));
    return InputError.check(() -> new DecisionRule(all));
  }
}
