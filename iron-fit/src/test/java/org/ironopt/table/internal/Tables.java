package org.ironopt.table.internal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.ironopt.data.internal.ByteSource;
import org.ironopt.table.ColumnRoles;
import org.ironopt.table.MissingRule;
import org.ironopt.table.TableReader;
import org.ironopt.table.TableReader.Unknown;

/** Tables in memory. */
public final class Tables {
  private Tables() {}

  public static TableFile file(byte[] content) {
    Path path = Path.of("f");
    return new TableFile(
        path, () -> ByteSource.of(path, new ByteArrayInputStream(content), content.length));
  }

  public static TableFile file(String content) {
    return file(content.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns roles of which the sets name columns of the same kinds as in {@link ColumnRoles}. */
  public static ColumnRoles roles(
      Set<String> numeric, Set<String> categorical, Set<String> ignored, int most) {
    return new ColumnRoles("y", "", numeric, categorical, ignored, Map.of(), most);
  }

  public static TableReader with(TableReader reader, MissingRule missing) {
    return new TableReader(reader.layout(), reader.roles(), missing, reader.unknown());
  }

  public static TableReader with(TableReader reader, Unknown unknown) {
    return new TableReader(reader.layout(), reader.roles(), reader.missing(), unknown);
  }

  public static byte[] gzip(byte[] content) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream packed = new GZIPOutputStream(out)) {
      packed.write(content);
    }
    return out.toByteArray();
  }
}
