package org.ironopt.lab.table;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.ironopt.data.ByteSource;

/** Tables in memory. */
final class Tables {
  private Tables() {}

  static TableFile file(byte[] content) {
    Path path = Path.of("f");
    return new TableFile(
        path, () -> ByteSource.of(path, new ByteArrayInputStream(content), content.length));
  }

  static TableFile file(String content) {
    return file(content.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] gzip(byte[] content) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream packed = new GZIPOutputStream(out)) {
      packed.write(content);
    }
    return out.toByteArray();
  }
}
