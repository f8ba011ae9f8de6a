package org.ironopt.lab.fit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.ironopt.lab.InputError;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import org.ironopt.run.Checkpoint;
import org.ironopt.run.Fingerprint;

/**
 * How far a search for a penalty is: the losses of its finished fits and the last model, kept in a
 * file that belongs to one set of data and settings.
 */
final class RegState {
  private static final long EVERY_NANOS = 1_000_000_000L;

  private final int folds;
  private final double[][] losses;
  private final double[][] training;
  private int fits;
  private Model last;
  private Path path;
  private Fingerprint fingerprint;
  private long written = System.nanoTime();

  RegState(int folds) {
    this.folds = folds;
    losses = new double[RegPath.POINTS][folds];
    training = new double[RegPath.POINTS][folds];
  }

  /** Names the file to keep the state in, and what it belongs to; with resume reads it. */
  void keep(Path path, Fingerprint fingerprint, boolean resume) {
    this.path = path;
    this.fingerprint = fingerprint;
    if (resume) {
      read();
    }
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

  /** Saves to the file, if there is one, at most once a second. */
  void writeIfDue() {
    if (System.nanoTime() - written >= EVERY_NANOS) {
      write();
    }
  }

  /** Saves to the file, if there is one. */
  void write() {
    if (path == null) {
      return;
    }
    ByteArrayOutputStream payload = new ByteArrayOutputStream();
    try {
      save(new DataOutputStream(payload));
      new Checkpoint(fingerprint, payload.toByteArray()).write(path);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the checkpoint " + path, e);
    }
    written = System.nanoTime();
  }

  /** Goes on from the file; one of other data or settings is refused. */
  private void read() {
    Checkpoint file = Checkpoint.read(path);
    fingerprint
        .difference(file.fingerprint())
        .ifPresent(
            difference -> {
              throw new InputError("checkpoint %s: belongs to another run: %s", path, difference);
            });
    try {
      restore(new DataInputStream(new ByteArrayInputStream(file.payload())));
    } catch (EOFException e) {
      throw new InputError("checkpoint " + path + ": its state ends too early");
    } catch (IOException e) {
      throw new InputError("checkpoint " + path + ": " + e.getMessage());
    }
  }
}
