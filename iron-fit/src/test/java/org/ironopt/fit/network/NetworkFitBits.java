package org.ironopt.fit.network;

import java.nio.file.Path;
import java.time.Duration;
import org.ironopt.data.TrainTestSplit;
import org.ironopt.model.ModelFile;
import org.ironopt.model.ModelKind;

/** A fit of a network as text, to the last bit; run by itself it prints that text. */
final class NetworkFitBits {
  private static final TrainTestSplit ROWS = Shapes.split(Shapes.spirals(300, 3, 2));

  private NetworkFitBits() {}

  static NetworkFit fit() {
    return NetworkFit.of(ModelKind.SOFTMAX, ROWS.train(), ROWS.validation().orElseThrow())
        .hidden(12, 6)
        .epochs(12)
        .seed(5);
  }

  static String text(NetworkResult result) {
    return ModelFile.text(result.network().model()).replace('\n', ' ')
        + result.network().objective()
        + result.network().passes()
        + result.comparison();
  }

  /** Stops after some epochs and goes on from the checkpoint. */
  static String resumed(Path folder, int epochs) {
    Path file = folder.resolve("state");
    fit().epochs(epochs).checkpoint(file, Duration.ofHours(1), s -> {}).go();
    return text(fit().resume(file).go());
  }

  public static void main(String[] args) {
    System.out.println(text(fit().go()));
  }
}
