package org.ironopt.io.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;

class GzipStreamTest {
  private static final byte[] FIRST = text("x,y\n1,2\n".repeat(40));
  private static final byte[] SECOND = text("3,4\n5,6\n".repeat(40));

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] gzip(byte[] content) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream packed = new GZIPOutputStream(out)) {
      packed.write(content);
    }
    return out.toByteArray();
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** With buffers of a few bytes every field is somewhere cut in two. */
  private static byte[] unpacked(byte[] packed, int buffer) throws IOException {
    try (InputStream in = new GzipStream(new ByteArrayInputStream(packed), buffer)) {
      return in.readAllBytes();
    }
  }

  @Test
  void membersFollowOneAnother() throws IOException {
    byte[] packed = joined(gzip(FIRST), gzip(new byte[0]), gzip(SECOND));
    for (int buffer : new int[] {1, 2, 3, 7, 64, 1 << 16}) {
      assertArrayEquals(joined(FIRST, SECOND), unpacked(packed, buffer), "buffer " + buffer);
      byte[] padded = Arrays.copyOf(packed, packed.length + 512);
      assertArrayEquals(joined(FIRST, SECOND), unpacked(padded, buffer), "zeros at the end");
    }
  }

  @Test
  void aLaterMemberThatIsCutAnywhereIsRefused() throws IOException {
    byte[] first = gzip(FIRST);
    byte[] both = joined(first, gzip(SECOND));
    assertArrayEquals(FIRST, unpacked(first, 16));
    for (int length = first.length + 1; length < both.length; length++) {
      byte[] cut = Arrays.copyOf(both, length);
      assertThrows(EOFException.class, () -> unpacked(cut, 16), "cut to " + length);
    }
  }

  /** A deflated block, its checksum and its length notice every bit; so do most of a header. */
  @Test
  void aLaterMemberWithAFlippedByteIsRefused() throws IOException {
    byte[] first = gzip(FIRST);
    byte[] both = joined(first, gzip(SECOND));
    for (int at = first.length; at < both.length; at++) {
      int inHeader = at - first.length;
      if (inHeader >= 3 && inHeader < 10) {
        continue; // flags name other fields; time, level and system say nothing of the content
      }
      byte[] damaged = both.clone();
      damaged[at] ^= 0x55;
      assertThrows(IOException.class, () -> unpacked(damaged, 16), "byte " + at);
    }
  }

  @Test
  void whatFollowsTheLastMemberIsRefusedWithItsPlace() throws IOException {
    byte[] first = gzip(FIRST);
    for (String garbage : new String[] {"x", "1,2\n3,4\n", "\0\0\0x"}) {
      ZipException e =
          assertThrows(GzipStream.NoMember.class, () -> unpacked(joined(first, text(garbage)), 16));
      int at = first.length + (garbage.startsWith("\0") ? 3 : 0);
      assertEquals(
          "what follows at byte " + at + " of the packed file is not gzip, expected the end",
          e.getMessage());
    }
  }

  @Test
  void optionalFieldsOfAHeaderAreRead() throws IOException {
    byte[] plain = gzip(FIRST);
    byte[] head = Arrays.copyOf(plain, 10);
    head[3] = 2 | 4 | 8 | 16;
    byte[] fields = joined(head, new byte[] {3, 0, 9, 9, 9}, text("name\0comment\0"));
    CRC32 crc = new CRC32();
    crc.update(fields);
    byte[] checked =
        joined(fields, new byte[] {(byte) crc.getValue(), (byte) (crc.getValue() >> 8)});
    byte[] body = Arrays.copyOfRange(plain, 10, plain.length);
    assertArrayEquals(FIRST, unpacked(joined(checked, body), 5));
    checked[checked.length - 1] ^= 1;
    assertThrows(ZipException.class, () -> unpacked(joined(checked, body), 5));
  }
}
