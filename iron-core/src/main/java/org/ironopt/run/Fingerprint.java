package org.ironopt.run;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What makes two runs the same run: resuming with another method, dimension, data or seed would
 * silently mix two experiments, so it is refused.
 *
 * @param method the method's description
 * @param dimension of the objective
 * @param data a hash or name of the data, given by the user; empty if none
 * @param seed root of all randomness
 */
public record Fingerprint(String method, int dimension, String data, long seed) {

  /**
   * Returns the first difference to what a file says as a phrase, empty if there is none. Of data
   * that names several things, separated by semicolons, only the first that differs is shown.
   */
  public Optional<String> difference(Fingerprint file) {
    if (dimension != file.dimension) {
      return differ("dimension", file.dimension, dimension);
    }
    if (seed != file.seed) {
      return differ("seed", file.seed, seed);
    }
    if (!data.equals(file.data)) {
      String[] there = file.data.split("; ", -1);
      String[] here = data.split("; ", -1);
      int i = 0;
      while (there.length == here.length && there[i].equals(here[i])) {
        i++;
      }
      return there.length == here.length
          ? differ("data", "'" + there[i] + "'", "'" + here[i] + "'")
          : differ("data", "'" + file.data + "'", "'" + data + "'");
    }
    return method.equals(file.method) ? Optional.empty() : differ("method", file.method, method);
  }

  private static Optional<String> differ(String what, Object file, Object here) {
    return Optional.of("%s is %s in the file but %s in this run".formatted(what, file, here));
  }

  void write(DataOutput out) throws IOException {
    text(out, method);
    out.writeInt(dimension);
    text(out, data);
    out.writeLong(seed);
  }

  static Fingerprint read(DataInput in) throws IOException {
    return new Fingerprint(text(in), in.readInt(), text(in), in.readLong());
  }

  private static void text(DataOutput out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String text(DataInput in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
