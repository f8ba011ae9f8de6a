package org.ironopt.run;

import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * What makes two runs the same run: resuming with another method, dimension, data or seed would
 * silently mix two experiments, so it is refused.
 *
 * @param method the method's id
 * @param dimension of the objective
 * @param data a hash or name of the data, given by the user; empty if none
 * @param seed root of all randomness
 */
public record Fingerprint(String method, int dimension, String data, long seed) {

  /**
   * Returns the first difference to what a file says as a phrase, empty if there is none. Of data
   * or methods that name several things, separated by semicolons, only the first that differs is
   * shown.
   */
  public Optional<String> difference(Fingerprint file) {
    if (dimension != file.dimension) {
      return differ("dimension", file.dimension, dimension);
    }
    if (seed != file.seed) {
      return differ("seed", file.seed, seed);
    }
    if (!data.equals(file.data)) {
      return part("data", file.data, data);
    }
    return method.equals(file.method) ? Optional.empty() : part("method", file.method, method);
  }

  private static Optional<String> part(String what, String file, String run) {
    String[] there = file.split("; ", -1);
    String[] here = run.split("; ", -1);
    if (there.length == 1 || there.length != here.length) {
      return differ(what, clipped(file), clipped(run));
    }
    int i = 0;
    while (there[i].equals(here[i])) {
      i++;
    }
    return differ(what, clipped(there[i]), clipped(here[i]));
  }

  private static String clipped(String text) {
    return "'" + (text.length() > 80 ? text.substring(0, 77) + "..." : text) + "'";
  }

  private static Optional<String> differ(String what, Object file, Object here) {
    return Optional.of(
        String.format(Locale.ROOT, "%s is %s in the file but %s in this run", what, file, here));
  }

  void write(DataOutput out) throws IOException {
    text(out, method);
    out.writeInt(dimension);
    text(out, data);
    out.writeLong(seed);
  }

  /** Reads one; a length of more bytes than are left is an end of file. */
  static Fingerprint read(DataInputStream in) throws IOException {
    return new Fingerprint(text(in), in.readInt(), text(in), in.readLong());
  }

  private static void text(DataOutput out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String text(DataInputStream in) throws IOException {
    return new String(Checkpoint.bytes(in), StandardCharsets.UTF_8);
  }
}
