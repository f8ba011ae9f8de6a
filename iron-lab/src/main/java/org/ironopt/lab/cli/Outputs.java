package org.ironopt.lab.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.ironopt.lab.InputError;

/**
 * The files that a command is going to write, looked at before any work: each is in a folder that
 * can be written to, is neither a link nor a device, is not read by the same command, is no other
 * of its outputs, and replaces nothing but an earlier one of its own kind. Names are compared as
 * files, so that links and other spellings of one name change nothing.
 */
final class Outputs {
  private final boolean force;
  private final Map<String, Path> read = new LinkedHashMap<>();
  private final Map<Path, String> written = new LinkedHashMap<>();

  /** Begins with none; {@code force} allows to replace files of other kinds. */
  Outputs(boolean force) {
    this.force = force;
  }

  /** Takes a file that is read; a null is none. */
  Outputs reads(String name, String file) {
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
  Outputs writes(String name, String file, OutputKind kind) {
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
          is
              + ", a file that is there and is not "
              + kind.words()
              + "; choose another name, or replace it with --force");
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
      Files.delete(Files.createTempFile(folder, ".iron", null));
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
  static Path folder(String text, String... pages) {
    if (text.isBlank()) {
      throw new InputError("the folder is empty, expected a path such as runs");
    }
    Path path = Path.of(text);
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(path)) {
      throw new InputError(
          "'" + text + "' is not a folder and cannot be written to as one; choose another");
    }
    for (String page : pages) {
      Path file = path.resolve(page);
      OutputKind kind = page.endsWith(".html") ? OutputKind.PAGE : OutputKind.CLAIMS;
      if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        continue;
      }
      requireNoLink("the " + page + " of the folder " + text, file);
      if (!Files.isRegularFile(file) || !kind.matches(file)) {
        throw new InputError(
            file + " is there and is not " + kind.words() + "; choose another folder");
      }
    }
    return path;
  }

  /**
   * Refuses a file that is read from a folder whose files are going to be replaced.
   *
   * @param replaced what would be written in its place; the same text again is no loss
   */
  static void requireOutside(String name, Path file, Path folder, String replaced) {
    boolean inside =
        Files.exists(file) && Files.exists(folder) && real(file).startsWith(real(folder));
    if (inside && !holds(file, replaced)) {
      throw new InputError(
          name + " is '" + file + "', in the folder " + folder + " that is written; copy it first");
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
