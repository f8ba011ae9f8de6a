package org.ironopt.io.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.concurrent.Semaphore;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class AtomicFilesTest {
  private static final int LENGTH = 100_000;

  @TempDir Path folder;
  private Path target;

  @BeforeEach
  void target() {
    target = folder.resolve("p.csv");
  }

  private static byte[] bytes(int value) {
    byte[] bytes = new byte[LENGTH];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /** Two processes that take the same numbers, as two of one process number once did. */
  private void write(byte[] content, AtomicFiles.Content inTheMiddle) throws IOException {
    PrimitiveIterator.OfLong numbers = LongStream.range(0, 10).iterator();
    AtomicFiles.write(
        target,
        out -> {
          out.write(content, 0, LENGTH / 2);
          inTheMiddle.writeTo(out);
          out.write(content, LENGTH / 2, LENGTH - LENGTH / 2);
        },
        numbers::nextLong,
        new HashSet<>());
  }

  @Test
  void writersThatTakeTheSameNamesNeverMix() throws IOException {
    write(
        bytes(1),
        (OutputStream first) -> {
          write(bytes(2), second -> assertEquals(2, names().size(), "a partial file each"));
          assertArrayEquals(bytes(2), Files.readAllBytes(target));
        });
    assertArrayEquals(bytes(1), Files.readAllBytes(target), "the last to rename wins");
    assertEquals(List.of("p.csv"), names());
  }

  @Test
  void modeStaysAndANewFileHasTheUsualOne() throws IOException {
    assumeTrue(Files.getFileStore(folder).supportsFileAttributeView("posix"));
    Path usual = Files.createFile(folder.resolve("usual"));
    AtomicFiles.write(target, "new");
    assertEquals(Files.getPosixFilePermissions(usual), Files.getPosixFilePermissions(target));
    for (String mode : List.of("rw-------", "rw-rw-rw-", "r--r-----", "rwxr-x--x")) {
      Files.setPosixFilePermissions(target, PosixFilePermissions.fromString(mode));
      AtomicFiles.write(target, mode);
      assertEquals(
          mode, PosixFilePermissions.toString(Files.getPosixFilePermissions(target)), mode);
      assertEquals(mode, Files.readString(target));
    }
  }

  @Test
  void whatIsPrivateIsPrivateWhileItIsWritten() throws IOException {
    assumeTrue(Files.getFileStore(folder).supportsFileAttributeView("posix"));
    Files.setPosixFilePermissions(
        Files.createFile(target), PosixFilePermissions.fromString("rw-------"));
    AtomicFiles.write(
        target,
        (OutputStream out) -> {
          out.write(1);
          for (String name : names()) {
            assertEquals(
                "rw-------",
                PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name))),
                name);
          }
        });
  }

  @Test
  void aFailureLeavesTheOldFileAlone() throws IOException {
    AtomicFiles.write(target, "old");
    IOException failure = new IOException("the content cannot be made");
    IOException thrown =
        assertThrows(
            IOException.class,
            () ->
                AtomicFiles.write(
                    target,
                    (OutputStream out) -> {
                      out.write(bytes(1));
                      throw failure;
                    }));
    assertSame(failure, thrown);
    assertEquals("old", Files.readString(target));
    assertEquals(List.of("p.csv"), names());
  }

  @Test
  void failuresNameTheFileThatWasAskedFor() throws IOException {
    Path nowhere = folder.resolve("missing").resolve("p.csv");
    NoSuchFileException missing =
        assertThrows(NoSuchFileException.class, () -> AtomicFiles.write(nowhere, "x"));
    assertEquals(nowhere.toString(), missing.getFile());
    Path inside = Files.createDirectory(target).resolve("kept");
    Files.createFile(inside);
    FileSystemException isFolder =
        assertThrows(FileSystemException.class, () -> AtomicFiles.write(target, "x"));
    assertEquals(target.toString(), isFolder.getFile());
    assertEquals(List.of("p.csv"), names());
    Path full = Path.of("/dev/full");
    if (Files.isWritable(full.getParent())) {
      return;
    }
    FileSystemException refused =
        assertThrows(AccessDeniedException.class, () -> AtomicFiles.write(full, "x"));
    assertEquals(full.toString(), refused.getFile());
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a privilege there")
  void aLinkIsReplacedAndWhatItLeadsToStays() throws IOException {
    Path other = Files.writeString(folder.resolve("other"), "other");
    Files.createSymbolicLink(target, other);
    AtomicFiles.write(target, "new");
    assertEquals("other", Files.readString(other));
    assertEquals("new", Files.readString(target));
    assertEquals(true, Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS));
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no signals")
  void aSignalRemovesWhatIsHalfWritten() throws IOException, InterruptedException {
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                SlowWriter.class.getName(),
                target.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader said = writer.inputReader(StandardCharsets.UTF_8)) {
      assertEquals("half", said.readLine());
      assertEquals(1, names().size());
      writer.destroy();
      writer.waitFor();
      assertEquals(List.of(), names());
    } finally {
      writer.destroyForcibly();
    }
  }

  /** Writes half a file and waits until it is ended. */
  static final class SlowWriter {
    public static void main(String[] args) throws IOException {
      AtomicFiles.write(
          Path.of(args[0]),
          (OutputStream out) -> {
            out.write(1);
            System.out.println("half");
            new Semaphore(0).acquireUninterruptibly();
          });
    }
  }

  @Test
  void sweepingRemovesPartialFilesOnly() throws IOException {
    for (String name : List.of("iron-00ff.partial", "a.csv.iron-12-3.partial", "iron.partial")) {
      Files.createFile(folder.resolve(name));
    }
    AtomicFiles.sweep(folder, 1);
    assertEquals(List.of("iron.partial"), names());
  }
}
