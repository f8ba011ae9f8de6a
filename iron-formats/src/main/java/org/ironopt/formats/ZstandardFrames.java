package org.ironopt.formats;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;

/**
 * Walks over the frames of a Zstandard file (RFC 8878) by the lengths in their headers, without
 * unpacking. The library takes a frame that is cut for the end of the file if another one is before
 * it; here every byte of the file has to belong to a whole frame.
 */
final class ZstandardFrames {
  private static final int MAGIC = 0xfd2fb528;

  /** Frames of any other content, which the last four bits tell apart. */
  private static final int SKIPPED = 0x184d2a50;

  private static final int SKIPPED_MASK = ~0xf;

  private static final int RAW = 0;
  private static final int REPEATED = 1;
  private static final int COMPRESSED = 2;

  private final SeekableByteChannel file;
  private final long size;
  private long at;

  private ZstandardFrames(SeekableByteChannel file) throws IOException {
    this.file = file;
    size = file.size();
  }

  /** Refuses a file that does not consist of whole frames. */
  static void requireWhole(SeekableByteChannel file) throws IOException {
    ZstandardFrames frames = new ZstandardFrames(file);
    do {
      frames.frame();
    } while (frames.at < frames.size);
  }

  private void frame() throws IOException {
    long start = at;
    int magic = (int) number(Integer.BYTES);
    if ((magic & SKIPPED_MASK) == SKIPPED) {
      skip(number(Integer.BYTES));
      return;
    }
    if (magic != MAGIC) {
      throw new IOException("what follows at byte " + start + " is no frame of it");
    }
    int descriptor = (int) number(1);
    boolean oneSegment = (descriptor & 0x20) != 0;
    int dictionary = new int[] {0, 1, 2, 4}[descriptor & 3];
    int content = new int[] {oneSegment ? 1 : 0, 2, 4, 8}[descriptor >> 6];
    skip((oneSegment ? 0 : 1) + dictionary + content);
    boolean last = false;
    while (!last) {
      long block = number(3);
      last = (block & 1) != 0;
      long length = block >> 3;
      switch ((int) (block >> 1) & 3) {
        case RAW, COMPRESSED -> skip(length);
        case REPEATED -> skip(1);
        default -> throw new IOException("a block of unknown kind ends at byte " + at);
      }
    }
    skip((descriptor & 4) != 0 ? Integer.BYTES : 0);
  }

  /** Reads a number of a few bytes, the lowest first. */
  private long number(int bytes) throws IOException {
    ByteBuffer number = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    long start = at;
    skip(bytes);
    file.position(start);
    number.limit(bytes);
    while (number.hasRemaining()) {
      if (file.read(number) < 0) {
        throw endsEarly();
      }
    }
    number.limit(Long.BYTES);
    return number.getLong(0);
  }

  private void skip(long bytes) throws IOException {
    at += bytes;
    if (at > size) {
      throw endsEarly();
    }
  }

  private IOException endsEarly() {
    return new IOException("it ends early, at byte " + size);
  }
}
