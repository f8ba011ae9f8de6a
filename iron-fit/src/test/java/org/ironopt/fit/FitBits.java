package org.ironopt.fit;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.method.gradient.Saga;
import org.ironopt.model.ModelFile;
import org.ironopt.model.ModelKind;
import org.ironopt.regression.Samples;

/** Fits, paths and the hash of their models; as a program it prints the hash. */
final class FitBits {
  private FitBits() {}

  public static void main(String[] arguments) {
    System.out.println(hash());
  }

  /** Rows whose columns hang together, so that whitening them pays. */
  static Dataset correlated() {
    DenseFeatures x = Samples.dense(4000, 30, 1);
    double[] data = x.data().clone();
    for (int k = 0; k < data.length; k++) {
      data[k] = 0.2 * data[k] + (k % 30 == 0 ? 0 : data[k - 1]) + 1;
    }
    return Samples.classes(new DenseFeatures(4000, 30, data), 3, 2);
  }

  static Fit whitened() {
    return Fit.softmax(correlated()).reg(1e-3);
  }

  /** Returns models by coordinate descent, and one by products that a matrix follows. */
  static String sparse() {
    Dataset square = PathData.of(ModelKind.LOGISTIC, 220, 100, 3);
    return ModelFile.text(whitened().l1(1e-2).go().model())
        + ModelFile.text(Fit.logistic(square).path().points(5).ratio(0.1).go().model(4))
        + ModelFile.text(Fit.logistic(square).reg(1e-5).go().model());
  }

  static String hash() {
    StringBuilder models = new StringBuilder();
    for (FitMethod method : new FitMethod[] {FitMethod.CG, FitMethod.MINIBATCH}) {
      models.append(ModelFile.text(whitened().method(method).go().model()));
    }
    Fit saga = whitened().method(p -> Saga.step(1 / (3 * p.largestSmoothness()))).stepLimit(3);
    models.append(ModelFile.text(saga.go().model()));
    for (ModelKind kind : ModelKind.values()) {
      Fit fit = PathData.fit(kind, PathData.of(kind, 200, 30, 3));
      PenaltyPath path =
          fit.path()
              .mixing(0.8)
              .points(12)
              .ratio(0.01)
              .leastGrowth(0)
              .mostExplained(1)
              .folds(2)
              .go();
      models.append(path.points()).append(ModelFile.text(path.model(11)));
    }
    models.append(sparse());
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      byte[] bytes = models.toString().getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(sha.digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
