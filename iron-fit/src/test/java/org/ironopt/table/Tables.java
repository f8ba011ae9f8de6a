package org.ironopt.table;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.ironopt.data.internal.ByteSource;
import org.ironopt.table.TableReader.Unknown;

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

  /** Returns roles of which the sets name columns of the same kinds as in {@link ColumnRoles}. */
  static ColumnRoles roles(
      Set<String> numeric, Set<String> categorical, Set<String> ignored, int most) {
    return new ColumnRoles("y", "", numeric, categorical, ignored, Map.of(), most);
  }

  static TableReader with(TableReader reader, MissingRule missing) {
    return new TableReader(reader.layout(), reader.roles(), missing, reader.unknown());
  }

  static TableReader with(TableReader reader, Unknown unknown) {
    return new TableReader(reader.layout(), reader.roles(), reader.missing(), unknown);
  }

  static byte[] gzip(byte[] content) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream packed = new GZIPOutputStream(out)) {
      packed.write(content);
    }
    return out.toByteArray();
  }
}
