package org.ironopt.table.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ironopt.data.MalformedDataException;
import org.ironopt.table.internal.InputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowSourceTest {
  @TempDir Path folder;

  private RowSource.Kind kind(String line) throws IOException {
    Path path = folder.resolve("rows");
    Files.writeString(path, line);
    try (InputFile file = new InputFile(path)) {
      return RowSource.Kind.of(file);
    }
  }

  @Test
  void firstLines() throws IOException {
    for (String line :
        new String[] {
          "1 3:0.5 7:2",
          "+1 1:1",
          "-1.5e3\t2:-1 # c",
          "cat 3:4",
          "2 qid:7 1:x 2:y",
          "1 -3:x",
          "1 3:inf\r",
          "1 # a:b",
          "3 1:1,2:2"
        }) {
      assertEquals(RowSource.Kind.LIBSVM, kind(line + "\n1,2\n"), line);
    }
    for (String line :
        new String[] {"", "1", "a,b", "1 2 3", "1;2:x;3", "at 12:x", "x: y:1", "1 3:", "1 # a"}) {
      assertEquals(RowSource.Kind.CSV, kind(line + "\n1 1:1\n"), line);
    }
  }

  /** As many pairs as fit into what is looked at, and words without an end. */
  @Test
  void longLines() throws IOException {
    assertEquals(RowSource.Kind.LIBSVM, kind("1" + " 1:1".repeat(1020) + "\n"));
    assertEquals(RowSource.Kind.LIBSVM, kind("1" + " 1:x".repeat(1020) + "\n"));
    assertEquals(RowSource.Kind.LIBSVM, kind("1" + " 1:1".repeat(1_000_000)));
    assertEquals(RowSource.Kind.CSV, kind("1".repeat(1_000_000)));
    assertEquals(RowSource.Kind.CSV, kind(" 1".repeat(1_000_000)));
    assertEquals(RowSource.Kind.CSV, kind(":".repeat(1_000_000)));
  }

  @Test
  void aFolderHasNoKind() {
    Path root = Path.of("/").toAbsolutePath();
    String line =
        assertThrows(MalformedDataException.class, () -> RowSource.Kind.of(new InputFile(root)))
            .getMessage();
    assertEquals(root + ": this is a folder, expected a file", line);
  }

  @Test
  void damagedGzipIsNamed() throws IOException {
    Path path = folder.resolve("rows");
    byte[] damaged = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3};
    Files.write(path, damaged);
    String line =
        assertThrows(MalformedDataException.class, () -> RowSource.Kind.of(new InputFile(path)))
            .getMessage();
    assertEquals(path.toString(), line.substring(0, line.indexOf(": ")));
  }
}
