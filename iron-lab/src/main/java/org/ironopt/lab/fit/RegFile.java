package org.ironopt.lab.fit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.ironopt.lab.InputError;
import org.ironopt.run.Checkpoint;
import org.ironopt.run.Fingerprint;

/**
 * The file that a search for a penalty goes on from; it belongs to one set of data and settings.
 */
final class RegFile {
  private static final long EVERY_NANOS = 1_000_000_000L;

  private final Path path;
  private final Fingerprint fingerprint;
  private long written = System.nanoTime();

  /** Names the file and what it belongs to. */
  RegFile(Path path, Fingerprint fingerprint) {
    this.path = path;
    this.fingerprint = fingerprint;
  }

  void writeIfDue(RegState state) {
    if (System.nanoTime() - written >= EVERY_NANOS) {
      write(state);
    }
  }

  void write(RegState state) {
    ByteArrayOutputStream payload = new ByteArrayOutputStream();
    try {
      state.save(new DataOutputStream(payload));
      new Checkpoint(fingerprint, payload.toByteArray()).write(path);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the checkpoint " + path, e);
    }
    written = System.nanoTime();
  }

  void read(RegState state) {
    Checkpoint file = Checkpoint.read(path);
    fingerprint
        .difference(file.fingerprint())
        .ifPresent(
            difference -> {
              throw new InputError(
                  "checkpoint " + path + ": belongs to another run: " + difference);
            });
    try {
      state.restore(new DataInputStream(new ByteArrayInputStream(file.payload())));
    } catch (EOFException e) {
      throw new InputError("checkpoint " + path + ": its state ends too early");
    } catch (IOException e) {
      throw new InputError("checkpoint " + path + ": " + e.getMessage());
    }
  }
}
