package org.ironopt.lab.data;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.ironopt.data.MalformedData;

/**
 * Takes named files out of a tar archive into memory: headers of 512 bytes with octal numbers, as
 * POSIX.1-1988 (ustar) has them. Nothing is ever written by the name that an archive gives, and an
 * archive with a name that would leave its folder, with a link or a device, or with more than the
 * agreed number of bytes is refused as a whole.
 */
final class TarReader {
  private static final int BLOCK = 512;
  private static final int MOST_ENTRIES = 10_000;

  private final String where;
  private final InputStream in;
  private final long mostBytes;
  private long offset;

  /**
   * @param where what the archive is called in errors
   * @param in the unpacked archive
   * @param mostBytes the size at which it is refused
   */
  TarReader(String where, InputStream in, long mostBytes) {
    this.where = where;
    this.in = in;
    this.mostBytes = mostBytes;
  }

  /** Returns those of the wanted files that are there; the values are their largest sizes. */
  Map<String, byte[]> read(Map<String, Integer> wanted) throws IOException {
    Map<String, byte[]> found = new HashMap<>();
    for (int entries = 0; ; entries++) {
      long start = offset;
      byte[] header = in.readNBytes(BLOCK);
      offset += header.length;
      if (header.length == 0 || header.length == BLOCK && allZero(header)) {
        return found;
      }
      if (header.length < BLOCK || entries == MOST_ENTRIES) {
        throw bad(start, header.length < BLOCK ? "the archive ends early" : "too many entries");
      }
      entry(start, header, wanted, found);
    }
  }

  private void entry(
      long start, byte[] header, Map<String, Integer> wanted, Map<String, byte[]> found)
      throws IOException {
    if (octal(start, header, 148, 8) != sum(header)) {
      throw bad(start, "the checksum is wrong, expected a tar header");
    }
    String prefix = text(header, 257, 5).equals("ustar") ? text(header, 345, 155) : "";
    String name = (prefix.isEmpty() ? "" : prefix + "/") + text(header, 0, 100);
    long size = octal(start, header, 124, 12);
    if (start + size > mostBytes) {
      throw bad(start, "'" + shown(name) + "' has " + size + " bytes, more than are accepted");
    }
    switch (header[156]) {
      case '0', 0 -> {
        checkName(start, name);
        Integer most = wanted.get(name);
        if (most != null && size > most) {
          throw bad(start, "'" + name + "' has " + size + " bytes, expected at most " + most);
        }
        byte[] content = most == null ? skip(size) : take((int) size);
        if (most != null) {
          found.put(name, content);
        }
      }
      case '5' -> {
        checkName(start, name);
        skip(size);
      }
      // Extended headers hold times and comments; what matters here is checked by hash.
      case 'x', 'g' -> skip(size);
      default -> throw bad(start, "'" + shown(name) + "' is neither a file nor a folder; refused");
    }
    take((int) (-size & (BLOCK - 1)));
  }

  private void checkName(long start, String name) throws MalformedData {
    boolean leaves = name.isEmpty() || name.startsWith("/") || name.contains("\\");
    leaves |= name.contains(":") || name.chars().anyMatch(Character::isISOControl);
    for (String part : name.split("/")) {
      leaves |= part.equals("..");
    }
    if (leaves) {
      throw bad(start, "the name '" + shown(name) + "' leaves the folder; refused");
    }
  }

  private byte[] take(int size) throws IOException {
    byte[] content = in.readNBytes(size);
    offset += content.length;
    if (content.length < size) {
      throw bad(offset, "the archive ends early");
    }
    return content;
  }

  private byte[] skip(long size) throws IOException {
    try {
      in.skipNBytes(size);
    } catch (EOFException e) {
      throw bad(offset, "the archive ends early");
    }
    offset += size;
    return new byte[0];
  }

  private long octal(long start, byte[] header, int from, int length) throws MalformedData {
    String digits = text(header, from, length).strip();
    if (!digits.matches("[0-7]{1,12}")) {
      throw bad(start, "'" + shown(digits) + "' is not a number of a tar header");
    }
    return Long.parseLong(digits, 8);
  }

  /** The checksum counts its own field as blanks. */
  private static int sum(byte[] header) {
    int sum = 0;
    for (int i = 0; i < BLOCK; i++) {
      sum += i >= 148 && i < 156 ? ' ' : header[i] & 0xff;
    }
    return sum;
  }

  private static String text(byte[] header, int from, int length) {
    int end = from;
    while (end < from + length && header[end] != 0) {
      end++;
    }
    return new String(header, from, end - from, StandardCharsets.UTF_8);
  }

  private static boolean allZero(byte[] block) {
    for (byte b : block) {
      if (b != 0) {
        return false;
      }
    }
    return true;
  }

  private static String shown(String name) {
    return name.replaceAll("\\p{Cntrl}", "?");
  }

  private MalformedData bad(long at, String text) {
    return new MalformedData(where + ":" + at + ": " + text);
  }
}
