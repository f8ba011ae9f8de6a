package org.ironopt.io.internal;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Files that are either whole or not there, whatever happens to the process or the disk. The
 * content goes into a new file {@code iron-….partial} in the same folder, is forced to disk, and is
 * renamed over the target, whose mode, owner and group it takes. A failure removes it. A process
 * that is killed at once may leave it; nothing reads such a file, and it can be deleted.
 */
public final class AtomicFiles {
  /** Releases up to 0.4.0 put the name of the target before it. */
  private static final String PARTIAL = "(.*\\.)?iron-[0-9a-f-]+\\.partial";

  private AtomicFiles() {}

  /** What a file is to hold, written piece by piece. */
  @FunctionalInterface
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /** Writes content that is all there. */
  public static void write(Path target, byte[] content) throws IOException {
    write(target, out -> out.write(content), AtomicFiles::number, new HashSet<>());
  }

  /** Writes text as UTF-8. */
  public static void write(Path target, String text) throws IOException {
    write(target, text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Writes content that is made on the way. No two writers share a partial file: of several at once
   * the last to rename wins, and its file is whole.
   */
  public static void write(Path target, Content content) throws IOException {
    write(target, content, AtomicFiles::number, Streams.OPEN);
  }

  /** Likely to be new, which is all that it has to be; a secure one would take 8 ms at first. */
  private static long number() {
    return new SplittableRandom().nextLong();
  }

  /**
   * The same with the numbers of partial files from elsewhere. A name that is taken is passed over,
   * since another process, perhaps on another machine, may be writing to it.
   *
   * @param open takes the partial file while it is there
   */
  static void write(Path target, Content content, LongSupplier numbers, Set<Path> open)
      throws IOException {
    Path folder = target.toAbsolutePath().getParent();
    Optional<PosixFileAttributes> replaced = attributes(target);
    Path partial = null;
    try {
      partial = create(folder, replaced.isPresent(), numbers);
      open.add(partial);
      try (NamedStream out = new NamedStream(target, partial)) {
        content.writeTo(out);
        out.force();
      }
      if (replaced.isPresent()) {
        adopt(partial, replaced.get());
      }
      Files.move(
          partial, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (FileSystemException e) {
      boolean ours = partial == null || partial.toString().equals(e.getFile());
      throw ours ? named(target, e) : e;
    } finally {
      if (partial != null) {
        Files.deleteIfExists(partial);
        open.remove(partial);
      }
    }
    force(folder);
  }

  /** Makes a new file: for nobody else's eyes if it takes the mode of an older one later. */
  private static Path create(Path folder, boolean closed, LongSupplier numbers) throws IOException {
    boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] mode =
        posix && closed
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    while (true) {
      String number = String.format(Locale.ROOT, "%016x", numbers.getAsLong());
      try {
        return Files.createFile(folder.resolve("iron-" + number + ".partial"), mode);
      } catch (FileAlreadyExistsException taken) {
        // The next number is another one.
      }
    }
  }

  /** Returns owner, group and mode of what is replaced, where files have them. */
  private static Optional<PosixFileAttributes> attributes(Path target) throws IOException {
    try {
      return Optional.of(Files.readAttributes(target, PosixFileAttributes.class));
    } catch (NoSuchFileException | UnsupportedOperationException none) {
      return Optional.empty();
    }
  }

  private static void adopt(Path partial, PosixFileAttributes replaced) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(partial, PosixFileAttributeView.class);
    PosixFileAttributes now = view.readAttributes();
    try {
      if (!now.group().equals(replaced.group())) {
        view.setGroup(replaced.group());
      }
      if (!now.owner().equals(replaced.owner())) {
        view.setOwner(replaced.owner());
      }
    } catch (IOException notPermitted) {
      // Only the superuser gives files away; the mode is what can be kept.
    }
    view.setPermissions(replaced.permissions());
  }

  /** Returns the same failure of the file that the caller knows. */
  private static FileSystemException named(Path target, FileSystemException e) {
    String file = target.toString();
    FileSystemException named =
        switch (e) {
          case NoSuchFileException _ -> new NoSuchFileException(file, null, e.getReason());
          case AccessDeniedException _ -> new AccessDeniedException(file, null, e.getReason());
          default -> new FileSystemException(file, null, e.getReason());
        };
    named.initCause(e);
    return named;
  }

  /** Makes the new name itself survive a loss of power, where the system can do that. */
  private static void force(Path folder) {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException notHere) {
      // Windows cannot open a folder; the file itself is safe already.
      return;
    }
  }

  /** Removes what killed processes left half written; the caller holds the folder's lock. */
  public static void sweep(Path folder, int depth) throws IOException {
    try (Stream<Path> files = Files.find(folder, depth, (file, about) -> about.isRegularFile())) {
      for (Path file : files.filter(f -> f.getFileName().toString().matches(PARTIAL)).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  /**
   * Partial files that take as long as their content is made, which a signal to end removes. What
   * is all there is written in a moment, and a run that is told to end may be saving itself.
   */
  private static final class Streams {
    static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

    static {
      try {
        Runtime.getRuntime().addShutdownHook(new Thread(Streams::remove, "partial files"));
      } catch (IllegalStateException endsAlready) {
        // What is opened from now on is not watched.
      }
    }

    private static void remove() {
      for (Path partial : OPEN) {
        try {
          Files.deleteIfExists(partial);
        } catch (IOException stays) {
          // There is nobody left to tell.
        }
      }
    }
  }

  /** A stream whose failures, such as a full disk, name the file that is written. */
  private static final class NamedStream extends OutputStream {
    private final Path target;

    /** Not a channel: an interrupt would close that one in the middle of the file. */
    private final FileOutputStream file;

    NamedStream(Path target, Path partial) throws IOException {
      this.target = target;
      file = new FileOutputStream(partial.toFile());
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      try {
        file.write(bytes, from, count);
      } catch (IOException e) {
        throw named(e);
      }
    }

    void force() throws IOException {
      try {
        file.getFD().sync();
      } catch (IOException e) {
        throw named(e);
      }
    }

    @Override
    public void close() throws IOException {
      try {
        file.close();
      } catch (IOException e) {
        throw named(e);
      }
    }

    private FileSystemException named(IOException e) {
      FileSystemException named = new FileSystemException(target.toString(), null, e.getMessage());
      named.initCause(e);
      return named;
    }
  }
}
