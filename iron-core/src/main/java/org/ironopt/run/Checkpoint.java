package org.ironopt.run;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32;
import org.ironopt.io.internal.AtomicFiles;
import org.ironopt.io.internal.FileErrors;
import org.ironopt.run.Checkpoint.UnusableException.Reason;

/**
 * The file that a run is resumed from:
 *
 * <pre>
 *   8 bytes  "IRONCKPT"        int  version         long  length of the whole file
 *   fingerprint                int  length of the payload, payload
 *   long     CRC-32 of all bytes before it                     (all numbers big-endian)
 * </pre>
 *
 * The payload is the whole state of the run and its stepper. A file is written beside its place,
 * forced to disk and renamed, so that at any moment the old or the new one is complete. No time is
 * stored: equal states give equal bytes.
 *
 * @param fingerprint which run it belongs to
 * @param payload state of the run and of its stepper
 */
public record Checkpoint(Fingerprint fingerprint, byte[] payload) {
  private static final long MAGIC = 0x49524F4E434B5054L;

  /** Releases up to 0.3.0 wrote 1; their states had other fields. */
  private static final int VERSION = 2;

  private static final int LENGTH_AT = Long.BYTES + Integer.BYTES;
  private static final long LARGEST = Integer.MAX_VALUE - 8L;
  private static final int SMALLEST = LENGTH_AT + 2 * Long.BYTES;

  /** Writes the file, atomically replacing an older one. */
  public void write(Path path) throws IOException {
    AtomicFiles.write(path, toBytes());
  }

  private byte[] toBytes() throws IOException {
    ByteArrayOutputStream buffer = new ByteArrayOutputStream(payload.length + 1024);
    DataOutputStream out = new DataOutputStream(buffer);
    out.writeLong(MAGIC);
    out.writeInt(VERSION);
    out.writeLong(0);
    fingerprint.write(out);
    out.writeInt(payload.length);
    out.write(payload);
    out.writeLong(0);
    byte[] bytes = buffer.toByteArray();
    ByteBuffer view = ByteBuffer.wrap(bytes);
    view.putLong(LENGTH_AT, bytes.length);
    view.putLong(bytes.length - Long.BYTES, checksum(bytes));
    return bytes;
  }

  /** Reads a file, or explains what is wrong with it. */
  public static Checkpoint read(Path path) {
    byte[] bytes = bytes(path);
    requireWhole(path, bytes);
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      in.skipNBytes(LENGTH_AT + Long.BYTES);
      Fingerprint fingerprint = Fingerprint.read(in);
      byte[] payload = bytes(in);
      if (in.available() != Long.BYTES) {
        throw new IOException("bytes between payload and checksum");
      }
      return new Checkpoint(fingerprint, payload);
    } catch (IOException e) {
      throw new UnusableException(path, Reason.CORRUPT, "its parts do not fit together");
    }
  }

  /** Reads the file of a run, or explains what is wrong with it or that it is of another run. */
  public static Checkpoint read(Path path, Fingerprint run) {
    Checkpoint file = read(path);
    Optional<String> difference = run.difference(file.fingerprint());
    if (difference.isPresent()) {
      throw new UnusableException(
          path, Reason.OTHER_RUN, "belongs to another run: " + difference.get());
    }
    return file;
  }

  /** Reads a file whole if it begins like a checkpoint: a device or a huge file is not read. */
  private static byte[] bytes(Path path) {
    try {
      if (Files.exists(path) && !Files.isRegularFile(path)) {
        throw new UnusableException(path, Reason.UNREADABLE, "this is not a regular file");
      }
      try (InputStream in = Files.newInputStream(path)) {
        byte[] head = in.readNBytes(Long.BYTES);
        boolean known = head.length == Long.BYTES && ByteBuffer.wrap(head).getLong() == MAGIC;
        if (!known) {
          return head;
        }
        if (Files.size(path) > LARGEST) {
          throw new UnusableException(
              path, Reason.UNREADABLE, "has more bytes than fit into one array");
        }
      }
      return Files.readAllBytes(path);
    } catch (IOException e) {
      throw new UnusableException(
          path, Reason.UNREADABLE, "cannot be read (" + FileErrors.reason(e) + ")");
    }
  }

  /** Reads a length and as many bytes, never more than are left. */
  static byte[] bytes(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new EOFException("a length of " + length + " with " + in.available() + " bytes left");
    }
    return in.readNBytes(length);
  }

  private static void requireWhole(Path path, byte[] bytes) {
    ByteBuffer view = ByteBuffer.wrap(bytes);
    if (bytes.length < Long.BYTES || view.getLong(0) != MAGIC) {
      throw new UnusableException(
          path, Reason.NOT_A_CHECKPOINT, "this is not a checkpoint of a run");
    }
    if (bytes.length < SMALLEST) {
      throw new UnusableException(
          path, Reason.TRUNCATED, "has " + bytes.length + " bytes and no complete head");
    }
    int version = view.getInt(Long.BYTES);
    if (version != VERSION) {
      String words = "format " + version + " of another release, expected " + VERSION;
      throw new UnusableException(path, Reason.OTHER_VERSION, words + ": start again");
    }
    long length = view.getLong(LENGTH_AT);
    if (bytes.length < length) {
      throw new UnusableException(
          path, Reason.TRUNCATED, "has " + bytes.length + " of " + length + " bytes");
    }
    if (bytes.length > length || view.getLong(bytes.length - Long.BYTES) != checksum(bytes)) {
      throw new UnusableException(
          path, Reason.CORRUPT, "its checksum does not fit; use an older copy or start again");
    }
  }

  /** Returns the checksum of all but the last eight bytes. */
  private static long checksum(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes, 0, bytes.length - Long.BYTES);
    return crc.getValue();
  }

  /** A checkpoint file that cannot be resumed from, with the reason and one sentence. */
  public static final class UnusableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The reason why a file is refused. */
    public enum Reason {
      /** The file cannot be read. */
      UNREADABLE,
      /** It does not begin like a checkpoint. */
      NOT_A_CHECKPOINT,
      /** It was written in another version of the format. */
      OTHER_VERSION,
      /** It ends too early. */
      TRUNCATED,
      /** Its checksum does not fit its bytes. */
      CORRUPT,
      /** It belongs to a run with another method, objective, data or seed. */
      OTHER_RUN
    }

    private final Reason reason;

    /** Says what is wrong with a file. */
    public UnusableException(Path path, Reason reason, String sentence) {
      super("checkpoint " + path + ": " + sentence);
      this.reason = reason;
    }

    /** Returns what is wrong. */
    public Reason reason() {
      return reason;
    }
  }

  /**
   * The identity of a run: resuming with another method, dimension, data or seed would silently mix
   * two experiments, so it is refused.
   *
   * @param method the method's id
   * @param dimension of the objective
   * @param data a hash or name of the data, given by the user; empty if none
   * @param seed root of all randomness
   */
  public record Fingerprint(String method, int dimension, String data, long seed) {

    /**
     * Returns the first difference from a file as a phrase, empty if there is none. Of data or
     * methods that name several things, separated by semicolons, only the first that differs is
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
}
