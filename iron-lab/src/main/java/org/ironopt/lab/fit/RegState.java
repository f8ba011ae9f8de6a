package org.ironopt.lab.fit;

import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;

/** How far a search for a penalty is: the losses of its finished fits and the last model. */
final class RegState {
  private final int folds;
  private final double[][] losses;
  private final double[][] training;
  private int fits;
  private Model last;

  RegState(int folds) {
    this.folds = folds;
    losses = new double[RegPath.POINTS][folds];
    training = new double[RegPath.POINTS][folds];
  }

  int fits() {
    return fits;
  }

  int total() {
    return folds * RegPath.POINTS;
  }

  int fold() {
    return fits / RegPath.POINTS;
  }

  int point() {
    return fits % RegPath.POINTS;
  }

  /** Returns the model that the next fit starts from: that of the penalty before, if any. */
  Optional<Model> warm() {
    return point() == 0 ? Optional.empty() : Optional.of(last);
  }

  void add(double loss, double objective, Model model) {
    losses[point()][fold()] = loss;
    training[point()][fold()] = objective;
    last = model;
    fits++;
  }

  RegPath path() {
    return RegPath.of(losses, training);
  }

  void save(DataOutput out) throws IOException {
    out.writeInt(fits);
    for (int i = 0; i < fits; i++) {
      out.writeDouble(losses[i % RegPath.POINTS][i / RegPath.POINTS]);
      out.writeDouble(training[i % RegPath.POINTS][i / RegPath.POINTS]);
    }
    byte[] model = warm().map(ModelFile::text).orElse("").getBytes(StandardCharsets.UTF_8);
    out.writeInt(model.length);
    out.write(model);
  }

  /** Restores a state; numbers that do not fit this search are an error that says so. */
  void restore(DataInputStream in) throws IOException {
    fits = in.readInt();
    if (fits < 0 || fits > total()) {
      throw new IOException("its state has " + fits + " fits, expected 0 to " + total());
    }
    for (int i = 0; i < fits; i++) {
      losses[i % RegPath.POINTS][i / RegPath.POINTS] = in.readDouble();
      training[i % RegPath.POINTS][i / RegPath.POINTS] = in.readDouble();
    }
    int length = in.readInt();
    if (length != in.available() || (length == 0) != (point() == 0)) {
      throw new IOException(
          "its model has " + length + " bytes, but " + in.available() + " follow");
    }
    byte[] model = in.readAllBytes();
    last =
        model.length == 0
            ? null
            : ModelFile.parse("the saved state", new String(model, StandardCharsets.UTF_8));
  }
}
