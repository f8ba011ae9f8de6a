package org.ironopt.lab.data;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;
import org.ironopt.data.MalformedDataException;
import org.ironopt.io.internal.GzipStream;

/** Decompresses gzip data up to a given size. */
final class GzipFile {
  private GzipFile() {}

  /** Something that reads an unpacked stream. */
  @FunctionalInterface
  interface Reader<T> {
    T read(InputStream unpacked) throws IOException;
  }

  static boolean packed(byte[] content) {
    return content.length > 1 && (content[0] & 0xff) == 0x1f && (content[1] & 0xff) == 0x8b;
  }

  /** Returns the content if it is at most {@code most} bytes long, unpacked. */
  static byte[] bytes(String where, byte[] packed, int most) throws IOException {
    byte[] content =
        reading(where, new ByteArrayInputStream(packed), in -> in.readNBytes(most + 1));
    if (content.length > most) {
      throw new MalformedDataException(where + ": more than " + most + " bytes, unpacked");
    }
    return content;
  }

  static <T> T reading(String where, InputStream packed, Reader<T> reader) throws IOException {
    try (InputStream in = new GzipStream(packed, 1 << 16)) {
      return reader.read(in);
    } catch (EOFException e) {
      throw new MalformedDataException(where + ": the gzip data ends early");
    } catch (GzipStream.NoMember e) {
      throw new MalformedDataException(where + ": " + e.getMessage());
    } catch (ZipException e) {
      throw new MalformedDataException(where + ": the gzip data is damaged");
    }
  }
}
