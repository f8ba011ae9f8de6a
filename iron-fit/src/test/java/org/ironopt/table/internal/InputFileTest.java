package org.ironopt.table.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ironopt.data.MalformedDataException;
import org.ironopt.data.internal.ByteSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All passes over a file see the bytes that its hash is of, or none does. */
class InputFileTest {
  private static final int BLOCK = 1 << 16;

  @TempDir Path folder;
  private Path path;

  @BeforeEach
  void name() {
    path = folder.resolve("rows");
  }

  private static byte[] pattern(int length) {
    byte[] content = new byte[length];
    for (int i = 0; i < length; i++) {
      content[i] = (byte) (i * 31 + (i >> 8));
    }
    return content;
  }

  private static byte[] all(InputFile file) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] piece = new byte[1000];
    try (ByteSource bytes = file.bytes()) {
      for (int n = bytes.read(piece, 0, 1000); n >= 0; n = bytes.read(piece, 0, 1000)) {
        out.write(piece, 0, n);
      }
    }
    return out.toByteArray();
  }

  private static String hash(byte[] content) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
  }

  @Test
  void everyPassAndTheHashAreOfTheSameBytes() throws Exception {
    for (int length : new int[] {0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK, 20 * BLOCK + 5}) {
      byte[] content = pattern(length);
      Files.write(path, content);
      try (InputFile file = new InputFile(path)) {
        try (ByteSource start = file.bytes()) {
          start.read();
        }
        assertArrayEquals(content, all(file));
        assertArrayEquals(content, all(file));
        assertEquals(hash(content), file.sha256(), "length " + length);
      }
      try (InputFile unread = new InputFile(path)) {
        assertEquals(hash(content), unread.sha256());
      }
    }
  }

  /** Packed files may have several parts, and bytes behind the last that nobody reads. */
  @Test
  void theHashOfAPackedFileIsThatOfTheFile() throws Exception {
    byte[] part = Tables.gzip(pattern(100_000));
    byte[] content = Arrays.copyOf(part, 2 * part.length + 70_000);
    System.arraycopy(part, 0, content, part.length, part.length);
    Files.write(path, content);
    try (InputFile file = new InputFile(path)) {
      assertEquals(200_000, all(file).length);
      assertEquals(hash(content), file.sha256());
    }
  }

  private void changed(InputFile file) {
    MalformedDataException e = assertThrows(MalformedDataException.class, () -> all(file));
    String line =
        path + ": the file changed while it was read; run again when nothing writes to it";
    assertEquals(line, e.getMessage());
    assertEquals(line, assertThrows(MalformedDataException.class, file::sha256).getMessage());
  }

  @Test
  void aFileThatGrowsShrinksOrChangesBetweenPassesIsRefused() throws IOException {
    for (int length : new int[] {10, BLOCK, 2 * BLOCK + 10}) {
      byte[] content = pattern(length);
      byte[] other = content.clone();
      other[length - 1] ^= 1;
      for (byte[] next : new byte[][] {pattern(length + 1), pattern(length - 1), other}) {
        Files.write(path, content);
        try (InputFile file = new InputFile(path)) {
          all(file);
          Files.write(path, next);
          changed(file);
        }
        Files.write(path, content);
        try (InputFile unhashed = InputFile.unhashed(path)) {
          assertArrayEquals(content, all(unhashed));
          unhashed.finish();
          Files.write(path, next);
          assertThrows(MalformedDataException.class, () -> all(unhashed));
          assertThrows(MalformedDataException.class, unhashed::finish);
        }
      }
    }
  }

  /** The rows that come after the last pass are in neither the data nor the hash. */
  @Test
  void whatIsAppendedLaterIsNotHashed() throws Exception {
    byte[] content = pattern(BLOCK + 7);
    Files.write(path, content);
    try (InputFile file = new InputFile(path)) {
      all(file);
      Files.write(path, new byte[] {1}, StandardOpenOption.APPEND);
      assertEquals(hash(content), file.sha256());
    }
  }

  /** A file put in the place of another is another file. */
  @Test
  void aReplacedFileIsReadAsItWas() throws Exception {
    byte[] content = pattern(3 * BLOCK);
    Files.write(path, content);
    try (InputFile file = new InputFile(path)) {
      all(file);
      Files.delete(path);
      Files.write(path, pattern(5));
      assertArrayEquals(content, all(file));
      assertEquals(hash(content), file.sha256());
    }
  }

  private CompletableFuture<Void> pipe(byte[] content) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "needs named pipes");
    Files.deleteIfExists(path);
    assertEquals(0, new ProcessBuilder("/usr/bin/mkfifo", path.toString()).start().waitFor());
    return CompletableFuture.runAsync(
        () -> {
          try (var out = Files.newOutputStream(path)) {
            out.write(content);
          } catch (IOException readerLeft) {
            // The reader may refuse what comes.
          }
        });
  }

  private static Set<String> temporaryFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(f -> f.endsWith(".piped"))
          .collect(Collectors.toSet());
    }
  }

  @Test
  void whatComesThroughAPipeIsReadWholeAndLeavesNothing() throws Exception {
    byte[] content = pattern(5 * BLOCK + 3);
    Set<String> before = temporaryFiles();
    CompletableFuture<Void> writer = pipe(content);
    try (InputFile file = new InputFile(path)) {
      assertArrayEquals(content, all(file));
      assertEquals(before, temporaryFiles());
      assertArrayEquals(content, all(file));
      assertEquals(hash(content), file.sha256());
    }
    writer.join();
  }

  @Test
  void aPipeThatBringsTooMuchIsRefused() throws Exception {
    CompletableFuture<Void> writer = pipe(pattern(4 * BLOCK));
    try (InputFile file = new InputFile(path, 2 * BLOCK)) {
      String line = assertThrows(MalformedDataException.class, () -> all(file)).getMessage();
      assertTrue(line.startsWith(path + ": "), line);
      assertTrue(line.contains(" bytes or more come through this pipe, and "), line);
      assertTrue(line.endsWith("larger folder as in IRON_OPTS=-Djava.io.tmpdir=DIR"), line);
    }
    writer.join();
  }

  @Test
  void devicesFoldersAndNothingAreRefused() {
    for (String device : new String[] {"/dev/zero", "/dev/null", "/dev/full"}) {
      if (Files.exists(Path.of(device))) {
        assertEquals(
            device + ": this is a device, expected a file or a pipe", refused(Path.of(device)));
      }
    }
    assertEquals(folder + ": this is a folder, expected a file", refused(folder));
    assertEquals(path + ": there is no such file", refused(path));
  }

  @Test
  void whatIsNoTextIsRefusedByName() throws IOException {
    String zip = "PK\3\4" + "\0".repeat(26);
    for (String[] known :
        new String[][] {
          {zip + "[Content_Types].xml", "an Excel workbook", "save its sheet as CSV"},
          {zip + "a.csv", "a ZIP archive", "unpack it with unzip"},
          {"\u0089PNG\r\n\u001a\n", "a PNG picture", "give the table as text"},
          {"BZh91AY&SY", "packed by bzip2", "unpack it with bzip2 -d"},
          {"SQLite format 3\0", "an SQLite database", "export it as CSV"},
          {"<!DOCTYPE html>", "a web page", "fetch the file itself"},
          {"PAR1", "a Parquet file", "./iron reads it from a file; else export it as CSV"},
          {
            "(\u00b5/\u00fd",
            "packed by Zstandard",
            "./iron reads it from a file; else unpack it with zstd -d"
          }
        }) {
      byte[] content = known[0].getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
      String line = path + ": this is " + known[1] + ", expected a table of text; " + known[2];
      Files.write(path, content);
      assertEquals(line, refused(path));
      Files.write(path, Tables.gzip(content));
      assertEquals(line, refused(path));
    }
    Files.writeString(path, "ORC,BZh,GIF\n1,2,3\n");
    try (InputFile file = new InputFile(path)) {
      assertEquals(18, all(file).length);
    }
  }

  private static String refused(Path path) {
    return assertThrows(MalformedDataException.class, () -> new InputFile(path).bytes())
        .getMessage();
  }
}
