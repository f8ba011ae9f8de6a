package org.ironopt.lab.data;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** Writes tar archives, good and bad. */
final class Tar {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  Tar file(String name, byte[] content) {
    return entry(name, '0', content.length, content);
  }

  /** Adds an entry whose header may say anything. */
  Tar entry(String name, char type, long size, byte[] content) {
    byte[] header = new byte[512];
    put(header, 0, name);
    put(header, 124, String.format(Locale.ROOT, "%011o", size));
    put(header, 148, "        ");
    header[156] = (byte) type;
    put(header, 257, "ustar");
    int sum = 0;
    for (byte b : header) {
      sum += b & 0xff;
    }
    put(header, 148, String.format(Locale.ROOT, "%06o\0 ", sum));
    out.writeBytes(header);
    out.writeBytes(content);
    out.writeBytes(new byte[-content.length & 511]);
    return this;
  }

  private static void put(byte[] header, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    System.arraycopy(bytes, 0, header, at, bytes.length);
  }

  byte[] bytes() {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    whole.writeBytes(out.toByteArray());
    whole.writeBytes(new byte[1024]);
    return whole.toByteArray();
  }

  static byte[] gzip(byte[] content) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(content);
    }
    return packed.toByteArray();
  }
}
