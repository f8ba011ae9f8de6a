package org.ironopt.cli.render;

import static org.ironopt.cli.render.FitOutcome.sentence;
import static org.ironopt.cli.render.FitOutcome.unfinished;
import static org.ironopt.io.internal.Numbers.filled;

import java.util.Map;
import java.util.Optional;
import org.ironopt.fit.network.NetworkResult;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.JsonFields;
import org.ironopt.model.Evaluation.LossComparison;
import org.ironopt.model.Model;
import org.ironopt.model.Model.HiddenLayer;
import org.ironopt.run.Ending;

/** What is said of a network: how its fit ended, and whether it is worth more than a line. */
public final class NetworkWords {
  private NetworkWords() {}

  /** Returns the members of the JSON object; losses are on the rows to validate. */
  static Map<String, Object> summary(NetworkResult result) {
    Model model = result.network().model();
    Optional<LossComparison> comparison = result.comparison();
    return JsonFields.of(
        "hidden", model.hidden().stream().map(HiddenLayer::units).toList(),
        "activation", model.hidden().getFirst().word(),
        "parameters", model.parameters(),
        "epochs", result.epochs(),
        "epoch", result.epoch(),
        "loss", comparison.map(LossComparison::first),
        "linearLoss", comparison.map(LossComparison::second),
        "linearReg", result.linear().model().training().get("reg"),
        "error", comparison.map(LossComparison::error),
        "p", comparison.map(LossComparison::p),
        "judged", result.judged(),
        "beatsLinear", result.beatsLinear());
  }

  /** Puts the ending into words. */
  public static FitOutcome conclusion(NetworkResult result, boolean kept) {
    Ending ending = result.network().ending();
    String epochs = Numbers.count(result.epochs(), "epoch");
    String best =
        "The network after epoch "
            + result.epoch()
            + ", of the smallest loss on the early-stopping rows, was kept.";
    String rest =
        filled(
            "No theorem covers these steps and there is no certificate: another --seed may end in"
                + " another network. %s.",
            sentence(Remark.NetworkComparison.of(result).text()));
    return switch (ending) {
      case Ending.ValidationStalled e ->
          new FitOutcome(
              "stopped-early",
              true,
              filled(
                  "Stopped after %s: the loss on the early-stopping rows did not improve for %s;"
                      + " the network of its smallest value, after epoch %s, is returned. %s",
                  epochs, Numbers.count(e.since(), "epoch"), e.best(), rest));
      case Ending.RoundingFloor _ ->
          new FitOutcome(
              "rounding",
              true,
              filled(
                  "Stopped after %s: rounding hides any further decrease of the training objective."
                      + " %s",
                  epochs, rest));
      case Ending.StepLimit _ -> {
        String falls =
            result.epoch() == result.epochs() ? " It still fell: try more --epochs." : "";
        yield new FitOutcome(
            "epoch-limit", true, filled("All %s were made. %s%s %s", epochs, best, falls, rest));
      }
      case Ending.TimeLimit _ ->
          FitOutcome.cut(ending, "after " + epochs, best + " " + rest, "The state was kept", kept);
      case Ending.Interrupted _ ->
          FitOutcome.cut(ending, "after " + epochs, best, "The state was kept", kept);
      default -> unfinished("failed", sentence(ending.sentence()) + ". " + best + " " + rest);
    };
  }
}
