package org.ironopt.data.internal;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.ZipException;
import org.ironopt.data.MalformedDataException;
import org.ironopt.io.internal.GzipStream;

/**
 * The bytes of a file, unpacked if its first two say gzip, whatever its name says. Readers of other
 * formats build on it, so that packed files are recognised and refused alike everywhere.
 */
public final class ByteSource implements Closeable {
  private static final int BUFFER = 1 << 16;

  /** Deflate never packs more than 1032 bytes into one. */
  private static final long MOST_PACKED = 1032;

  private final Path path;
  private final InputStream in;
  private final boolean packed;
  private final long fileSize;
  private final long firstLine;
  private final byte[] buffer;
  private int next;
  private int end;

  private ByteSource(Path path, InputStream in, boolean packed, long fileSize, long firstLine) {
    this.path = path;
    this.in = in;
    this.packed = packed;
    this.fileSize = fileSize;
    this.firstLine = firstLine;
    buffer = new byte[buffer(packed ? 8 * fileSize : fileSize)];
  }

  /** Small files get small buffers. */
  private static int buffer(long size) {
    return Math.clamp(size + 1, 512, BUFFER);
  }

  /** The packed data itself is broken; the reader adds how far it came. */
  public static final class Damaged extends IOException {
    private static final long serialVersionUID = 1L;

    Damaged(String message) {
      super(message);
    }
  }

  /** Opens a file; one that is not there or is a folder is named in the one line thrown. */
  public static ByteSource open(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      throw new MalformedDataException(path + ": this is a folder, expected a file");
    }
    try {
      long size = Files.size(path);
      return of(path, Files.newInputStream(path), size);
    } catch (NoSuchFileException e) {
      throw new MalformedDataException(path + ": there is no such file");
    } catch (AccessDeniedException e) {
      throw new MalformedDataException(path + ": may not be read; check its permissions");
    }
  }

  /** Takes the bytes of a file from elsewhere. */
  public static ByteSource of(Path path, InputStream content, long size) throws IOException {
    InputStream file = new BufferedInputStream(content, buffer(size));
    try {
      file.mark(2);
      boolean packed = file.read() == 0x1f && file.read() == 0x8b;
      file.reset();
      InputStream bytes = packed ? unpacked(path, file, buffer(size)) : file;
      return new ByteSource(path, bytes, packed, size, 1);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /** Takes some lines of a file, of which the first has this number, from 1. */
  public static ByteSource of(Path path, byte[] lines, long firstLine) {
    return new ByteSource(path, new ByteArrayInputStream(lines), false, lines.length, firstLine);
  }

  private static InputStream unpacked(Path path, InputStream file, int buffer) throws IOException {
    try {
      return new GzipStream(file, buffer);
    } catch (EOFException | ZipException e) {
      throw new MalformedDataException(path + ": the gzip header is damaged; fetch the file again");
    }
  }

  /** Returns the name that messages give the file. */
  public Path path() {
    return path;
  }

  /** Returns the number of the line that the bytes start with, from 1. */
  public long firstLine() {
    return firstLine;
  }

  /** Returns whether the number of bytes is known without reading them. */
  public boolean sizeKnown() {
    return !packed;
  }

  /** Returns the size of the content if it is known, else a bound that no content exceeds. */
  public long largestSize() {
    return packed ? fileSize * MOST_PACKED : fileSize;
  }

  /** Returns the next byte, 0 to 255, or -1 at the end. */
  public int read() throws IOException {
    if (next == end && !fill()) {
      return -1;
    }
    return buffer[next++] & 0xff;
  }

  /**
   * Copies the next bytes, at most {@code most} of them, to {@code out[from ..]} and returns how
   * many, or -1 at the end.
   */
  public int read(byte[] out, int from, int most) throws IOException {
    if (next == end && !fill()) {
      return -1;
    }
    int count = Math.min(most, end - next);
    System.arraycopy(buffer, next, out, from, count);
    next += count;
    return count;
  }

  private boolean fill() throws IOException {
    try {
      next = 0;
      end = Math.max(0, in.read(buffer));
      return end > 0;
    } catch (EOFException e) {
      throw new Damaged("the gzip data ends early, expected more; fetch the file again");
    } catch (GzipStream.NoMember e) {
      throw new Damaged(e.getMessage() + "; fetch the file again");
    } catch (ZipException e) {
      throw new Damaged("the gzip data is damaged; fetch the file again");
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
