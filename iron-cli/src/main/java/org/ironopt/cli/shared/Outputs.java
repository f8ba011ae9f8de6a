package org.ironopt.cli.shared;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.ironopt.io.InputError;
import org.ironopt.lab.report.HtmlPage;

/**
 * The files that a command is going to write, looked at before any work: each is in a folder that
 * can be written to, is neither a link nor a device, is not read by the same command, is no other
 * of its outputs, and replaces nothing but an earlier one of its own kind. Names are compared as
 * files, so that links and other spellings of one name change nothing.
 */
public final class Outputs {
  /**
   * What a file that a command writes is, so that one that is there already can be told from a file
   * of somebody else's.
   *
   * @param words what a message calls it
   * @param ours whether the first bytes of a file are of this kind
   */
  public record Kind(String words, Predicate<byte[]> ours) {
    private static final int HEAD = 4096;

    /** The heads of pages before they named their generator. */
    private static final String[] OLDER_TITLES = {
      "<title>Fit of ", "<title>IRON: reproduction report<", "<title>The implicit step at the price"
    };

    public static final Kind MODEL =
        text("a model of iron", head -> head.matches("(?s)\\{\\s*\"format\":\\s*\"iron-model\".*"));

    public static final Kind CURVE =
        text(
            "a curve of iron",
            head -> head.matches("(?s)\\{\\s*\"format\"\\s*:\\s*\"iron-curve\".*"));

    public static final Kind PAGE =
        text(
            "a page of iron",
            head ->
                head.contains(HtmlPage.GENERATOR)
                    || Arrays.stream(OLDER_TITLES).anyMatch(head::contains));

    public static final Kind GRAPH =
        text("an ONNX graph of iron", head -> head.matches("(?s)\\x08.\\x12\\x04iron.*"));

    public static final Kind PREDICTIONS =
        text(
            "a file of predictions",
            head -> {
              String first = head.lines().findFirst().orElse("");
              return first.equals("prediction,low,high")
                  || first.matches("(.*,)?prediction(,\"?p\\(.*)?");
            });

    public static final Kind CHECKPOINT =
        text("a checkpoint of iron", head -> head.startsWith("IRONCKPT"));

    /** The ledger of a run folder. */
    public static final Kind CLAIMS =
        text(
            "a ledger of iron",
            head -> head.startsWith("[ ]") || head.startsWith("[") && head.contains("\"verdict\""));

    /** An IDX file of so many entries that start with this number. */
    public static Kind images(int magic, int count) {
      byte[] start = ByteBuffer.allocate(8).putInt(magic).putInt(count).array();
      return new Kind("made by 'iron data synthetic'", head -> startsWith(head, start));
    }

    private static Kind text(String words, Predicate<String> ours) {
      return new Kind(words, head -> ours.test(new String(head, StandardCharsets.UTF_8)));
    }

    private static boolean startsWith(byte[] head, byte[] start) {
      return Arrays.equals(start, Arrays.copyOf(head, start.length));
    }

    /** Returns whether a regular file is of this kind or empty; one that cannot be read is not. */
    boolean matches(Path file) {
      try (InputStream in = Files.newInputStream(file)) {
        byte[] head = in.readNBytes(HEAD);
        return head.length == 0 || ours.test(head);
      } catch (IOException e) {
        return false;
      }
    }
  }

  private final boolean force;
  private final Map<String, Path> read = new LinkedHashMap<>();
  private final Map<Path, String> written = new LinkedHashMap<>();

  /** Begins with none; {@code force} allows to replace files of other kinds. */
  public Outputs(boolean force) {
    this.force = force;
  }

  /** Takes a file that is read; a null is none. */
  public Outputs reads(String name, String file) {
    if (file != null) {
      read.put(name, Path.of(file));
    }
    return this;
  }

  /**
   * Takes a file that is written; a null is none.
   *
   * @param name the option, or words for a file that comes with one
   */
  public Outputs writes(String name, String file, Kind kind) {
    if (file == null) {
      return this;
    }
    Path path = Path.of(file).toAbsolutePath();
    String is = name + " is '" + file + "'";
    requirePlace(is, file, path);
    read.forEach(
        (other, place) -> {
          if (same(path, place)) {
            throw new InputError(is + ", the file that " + other + " is read from; take another");
          }
        });
    written.forEach(
        (place, other) -> {
          if (same(path, place)) {
            throw new InputError(is + ", the same file as " + other + "; give each its own");
          }
        });
    if (Files.exists(path) && !force && !kind.matches(path)) {
      throw new InputError(
          "%s, a file that is there and is not %s; choose another name, or replace it with --force",
          is, kind.words());
    }
    written.put(path, name);
    return this;
  }

  /** Refuses a place where no file can be written. */
  private static void requirePlace(String is, String file, Path path) {
    if (file.isBlank() || Files.isDirectory(path)) {
      throw new InputError(is + ", a folder, expected a file such as model.json");
    }
    requireNoLink(is, path);
    Path folder = path.getParent();
    if (!Files.isDirectory(folder)) {
      throw new InputError(is + ", but there is no folder " + folder + "; make it first");
    }
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      throw new InputError(is + ", a device or the like, expected a file such as model.json");
    }
    try {
      // A name that nobody has; making it unguessable as for a file that stays would take 8 ms.
      String name = ".iron." + ProcessHandle.current().pid() + "." + System.nanoTime();
      Files.delete(Files.createFile(folder.resolve(name)));
    } catch (IOException e) {
      throw new InputError(is + ", but the folder " + folder + " cannot be written to");
    }
    if (Files.exists(path) && !Files.isWritable(path)) {
      throw new InputError(is + ", a file that is read-only; choose another or make it writable");
    }
  }

  private static void requireNoLink(String is, Path path) {
    if (Files.isSymbolicLink(path)) {
      String target = "another file";
      try {
        target = path.resolveSibling(Files.readSymbolicLink(path)).toString();
      } catch (IOException e) {
        // The link is there, which is all that matters.
      }
      throw new InputError(is + ", a link to " + target + "; give that one itself");
    }
  }

  /**
   * Returns a folder that a command puts files of its own names into. A link to a folder is one.
   * Pages and ledgers that are there must be ours, since they will be replaced.
   */
  public static Path folder(String text, String... pages) {
    InputError.when(text.isBlank(), "the folder is empty, expected a path such as runs");
    Path path = Path.of(text);
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(path)) {
      throw new InputError(
          "'" + text + "' is not a folder and cannot be written to as one; choose another");
    }
    for (String page : pages) {
      Path file = path.resolve(page);
      Kind kind = page.endsWith(".html") ? Kind.PAGE : Kind.CLAIMS;
      if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        continue;
      }
      requireNoLink("the " + page + " of the folder " + text, file);
      if (!Files.isRegularFile(file) || !kind.matches(file)) {
        throw new InputError(
            "%s is there and is not %s; choose another folder", file, kind.words());
      }
    }
    return path;
  }

  /**
   * Refuses a file that is read from a folder whose files are going to be replaced.
   *
   * @param replaced what would be written in its place; the same text again is no loss
   */
  public static void requireOutside(String name, Path file, Path folder, String replaced) {
    boolean inside =
        Files.exists(file) && Files.exists(folder) && real(file).startsWith(real(folder));
    if (inside && !holds(file, replaced)) {
      throw new InputError(
          "%s is '%s', in the folder %s that is written; copy it first", name, file, folder);
    }
  }

  private static boolean holds(Path file, String text) {
    try {
      return Files.readString(file).equals(text);
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean same(Path a, Path b) {
    try {
      return Files.exists(a) && Files.exists(b) ? Files.isSameFile(a, b) : real(a).equals(real(b));
    } catch (IOException e) {
      return real(a).equals(real(b));
    }
  }

  /** Returns the one name of a file, which need not be there. */
  private static Path real(Path path) {
    Path whole = path.toAbsolutePath().normalize();
    try {
      return Files.exists(whole)
          ? whole.toRealPath()
          : whole.getParent().toRealPath().resolve(whole.getFileName());
    } catch (IOException e) {
      return whole;
    }
  }
}
