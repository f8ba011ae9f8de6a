package org.ironopt.lab.fit;

import java.util.Locale;
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
        text(
            "on the validation rows the network has the %s %s, the linear model %s (%s by %s%s)",
            classes ? "log loss" : "mean square error",
            Numbers.text(result.comparison().first(), 4),
            Numbers.text(result.comparison().second(), 4),
            result.comparison().gain() >= 0 ? "less" : "more",
            Numbers.text(Math.abs(result.comparison().gain()), 2),
            Double.isFinite(error)
                ? " +- " + Numbers.text(error, 2)
                : "; one row tells no standard error");
    return result.beatsLinear()
        ? losses + ": the network is better"
        : losses
            + ": the network does not beat the linear model, which is simpler and has a"
            + " certificate; leave --model network out";
  }

  /** Puts the ending into words. */
  static Conclusion conclusion(NetworkResult result, boolean kept) {
    Ending ending = result.network().ending();
    String best =
        text(
            "The network after epoch %d, of the smallest validation loss, was kept.",
            result.epoch());
    String rest =
        "No theorem covers these steps and there is no certificate: another --seed may end in"
            + " another network. "
            + Conclusion.sentence(comparison(result))
            + ".";
    return switch (ending) {
      case Ending.Stopped e ->
          new Conclusion(
              e.reason().startsWith("rounding") ? "rounding" : "stopped-early",
              true,
              text("Stopped after %s: %s. %s", epochs(result), e.reason(), rest));
      case Ending.StepLimit _ ->
          new Conclusion(
              "epoch-limit",
              true,
              text(
                  "All %s were made. %s%s %s",
                  epochs(result),
                  best,
                  result.epoch() == result.epochs() ? " It still fell: try more --epochs." : "",
                  rest));
      case Ending.TimeLimit e ->
          new Conclusion(
              "time-limit",
              false,
              text(
                  "The time limit of %s s was over after %s. %s %s %s",
                  Numbers.text(e.limit().toMillis() / 1000.0),
                  epochs(result),
                  best,
                  rest,
                  Conclusion.next(kept, "The state was kept", "--time-limit")));
      case Ending.Interrupted _ ->
          new Conclusion(
              "interrupted",
              false,
              text(
                  "Interrupted after %s. %s %s",
                  epochs(result), best, Conclusion.next(kept, "The state was kept", "")));
      default ->
          new Conclusion(
              "failed",
              false,
              text("%s. %s %s", Conclusion.sentence(ending.sentence()), best, rest));
    };
  }

  private static String epochs(NetworkResult result) {
    return result.epochs() + (result.epochs() == 1 ? " epoch" : " epochs");
  }

  private static String text(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
