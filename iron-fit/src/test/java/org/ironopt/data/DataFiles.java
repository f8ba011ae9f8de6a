package org.ironopt.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.function.Executable;

/** Files for tests of readers, and the one line that a bad one gives. */
final class DataFiles {
  private DataFiles() {}

  static Path write(Path folder, String name, byte[] content) throws IOException {
    return Files.write(folder.resolve(name), content);
  }

  static Path write(Path folder, String name, String content) throws IOException {
    return write(folder, name, content.getBytes(StandardCharsets.ISO_8859_1));
  }

  static byte[] gzip(byte[] content) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream packed = new GZIPOutputStream(out)) {
      packed.write(content);
    }
    return out.toByteArray();
  }

  /** Returns an IDX file of unsigned bytes. */
  static byte[] idx(int[] sizes, byte... elements) {
    byte[] file = new byte[4 + 4 * sizes.length + elements.length];
    file[2] = 8;
    file[3] = (byte) sizes.length;
    for (int d = 0; d < sizes.length; d++) {
      for (int i = 0; i < 4; i++) {
        file[4 + 4 * d + i] = (byte) (sizes[d] >>> (24 - 8 * i));
      }
    }
    System.arraycopy(elements, 0, file, 4 + 4 * sizes.length, elements.length);
    return file;
  }

  static byte[] cut(byte[] content, int fewer) {
    return Arrays.copyOf(content, content.length - fewer);
  }

  /** Checks the line without the folder that the file is in. */
  static void expect(Path folder, String line, Executable read) {
    String message = assertThrows(MalformedDataException.class, read).getMessage();
    assertEquals(line, message.replace(folder + folder.getFileSystem().getSeparator(), ""));
  }
}
