package org.ironopt.lab.fit;

import static org.ironopt.lab.Numbers.filled;
import static org.ironopt.lab.fit.Conclusion.next;
import static org.ironopt.lab.fit.Conclusion.sentence;
import static org.ironopt.lab.fit.Conclusion.unfinished;

import java.util.Map;
import org.ironopt.fit.network.NetworkResult;
import org.ironopt.lab.Members;
import org.ironopt.lab.Numbers;
import org.ironopt.model.HiddenLayer;
import org.ironopt.model.Model;
import org.ironopt.run.Ending;

/** What is said of a network: how its fit ended, and whether it is worth more than a line. */
final class NetworkWords {
  private NetworkWords() {}

  /** Returns the members of the JSON object; losses are on the validation rows. */
  static Map<String, Object> summary(NetworkResult result) {
    Model model = result.network().model();
    return Members.of(
        "hidden", model.hidden().stream().map(HiddenLayer::units).toList(),
        "activation", model.hidden().getFirst().word(),
        "parameters", model.parameters(),
        "epochs", result.epochs(),
        "epoch", result.epoch(),
        "loss", result.comparison().first(),
        "linearLoss", result.comparison().second(),
        "error", result.comparison().error(),
        "beatsLinear", result.beatsLinear());
  }

  /** Returns a sentence about the linear model beside it. */
  static String comparison(NetworkResult result) {
    boolean classes = result.network().model().kind().classes();
    double error = result.comparison().error();
    String losses =
        filled(
            "on the validation rows the network has the %s %s, the linear model %s (%s by %s%s)",
            classes ? "log loss" : "mean square error",
            Numbers.text(result.comparison().first(), 4),
            Numbers.text(result.comparison().second(), 4),
            result.comparison().gain() >= 0 ? "less" : "more",
            Numbers.text(Math.abs(result.comparison().gain()), 2),
            Double.isFinite(error)
                ? " +- " + Numbers.text(error, 2)
                : "; one row tells no standard error");
    String worse =
        ": the network does not beat the linear model, which is simpler and has a certificate;"
            + " leave --model network out";
    return losses + (result.beatsLinear() ? ": the network is better" : worse);
  }

  /** Puts the ending into words. */
  static Conclusion conclusion(NetworkResult result, boolean kept) {
    Ending ending = result.network().ending();
    String epochs = Numbers.count(result.epochs(), "epoch");
    String best =
        "The network after epoch "
            + result.epoch()
            + ", of the smallest validation loss, was kept.";
    String rest =
        filled(
            "No theorem covers these steps and there is no certificate: another --seed may end in"
                + " another network. %s.",
            sentence(comparison(result)));
    return switch (ending) {
      case Ending.Stopped e ->
          new Conclusion(
              e.reason().startsWith("rounding") ? "rounding" : "stopped-early",
              true,
              filled("Stopped after %s: %s. %s", epochs, e.reason(), rest));
      case Ending.StepLimit _ -> {
        String falls =
            result.epoch() == result.epochs() ? " It still fell: try more --epochs." : "";
        yield new Conclusion(
            "epoch-limit", true, filled("All %s were made. %s%s %s", epochs, best, falls, rest));
      }
      case Ending.TimeLimit e ->
          unfinished(
              "time-limit",
              filled(
                  "The time limit of %s s was over after %s. %s %s %s",
                  Conclusion.seconds(e),
                  epochs,
                  best,
                  rest,
                  next(kept, "The state was kept", "--time-limit")));
      case Ending.Interrupted _ ->
          unfinished(
              "interrupted",
              filled(
                  "Interrupted after %s. %s %s",
                  epochs, best, next(kept, "The state was kept", "")));
      default -> unfinished("failed", sentence(ending.sentence()) + ". " + best + " " + rest);
    };
  }
}
