package org.ironopt.spark;

import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.util.Iterator;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.ironopt.data.MalformedDataException;
import org.ironopt.table.internal.LineRange;

/**
 * The lines of a text file in ranges of about equal size, some for each partition. Which lines are
 * in which range depends on the file and on the number of partitions, and on no cluster.
 *
 * @param location a path, or an address of any file system that Hadoop knows, as the user named it
 * @param address the same for machines that work in other folders
 * @param each ranges of a partition
 */
record TextRanges(String location, String address, long length, int partitions, int each)
    implements Serializable {
  /** Bytes of a range at most, but for its last line. */
  private static final long LARGEST = 32 << 20;

  private static final int BUFFER = 1 << 16;

  /**
   * What is in a range.
   *
   * @param quotes how many quotation marks; an odd number of them leaves a field open
   */
  record Count(long lines, long quotes) implements Serializable {}

  static TextRanges of(String location, int partitions) throws IOException {
    try {
      FileSystem files = files(location);
      FileStatus file = files.getFileStatus(new Path(location));
      if (file.isDirectory()) {
        throw new MalformedDataException(location + ": this is a folder, expected a file");
      }
      int each = (int) Math.max(1, Math.ceilDiv(file.getLen(), partitions * LARGEST));
      String address = files.makeQualified(new Path(location)).toString();
      return new TextRanges(location, address, file.getLen(), partitions, each);
    } catch (FileNotFoundException e) {
      throw new MalformedDataException(location + ": there is no such file");
    }
  }

  private static FileSystem files(String location) throws IOException {
    return new Path(location).getFileSystem(SparkHadoopUtil.get().conf());
  }

  int count() {
    return partitions * each;
  }

  /** Returns the ranges of a partition, one after the other. */
  Iterator<LineRange> of(int partition, long[] firstLines) {
    return IntStream.range(partition * each, (partition + 1) * each)
        .filter(r -> border(r) < border(r + 1))
        .mapToObj(r -> new LineRange(location, lines(r), firstLines[r]))
        .iterator();
  }

  /** Counts the lines and the quotation marks of a range. */
  Count count(int range, char quote) {
    long lines = 0;
    long quotes = 0;
    for (byte b : lines(range)) {
      lines += b == '\n' ? 1 : 0;
      quotes += b == quote ? 1 : 0;
    }
    return new Count(lines, quotes);
  }

  /** Returns the first bytes, at least the first line. */
  LineRange head() {
    int size = (int) Math.min(length, 1 << 20);
    try (FSDataInputStream in = open()) {
      ByteArrayOutputStream head = new ByteArrayOutputStream();
      head.write(in.readNBytes(size));
      line(in, head);
      return new LineRange(location, head.toByteArray(), 1);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private FSDataInputStream open() throws IOException {
    return files(address).open(new Path(address));
  }

  private long border(int range) {
    return (long) ((double) range / count() * length);
  }

  /** Returns the lines that start in a range. */
  private byte[] lines(int range) {
    long from = border(range);
    long to = range == count() - 1 ? length : border(range + 1);
    try (FSDataInputStream in = open()) {
      ByteArrayOutputStream skipped = new ByteArrayOutputStream();
      if (from > 0) {
        // A line that starts at the border follows a line end just before it.
        in.seek(from - 1);
        line(in, skipped);
        from += skipped.size() - 1;
      }
      if (from >= to) {
        return new byte[0];
      }
      ByteArrayOutputStream lines = new ByteArrayOutputStream((int) (to - from) + BUFFER);
      lines.write(in.readNBytes((int) (to - from)));
      byte[] whole = lines.toByteArray();
      if (whole[whole.length - 1] == '\n' || to == length) {
        return whole;
      }
      line(in, lines);
      return lines.toByteArray();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** Reads up to a line end, or to the end of the file. */
  private static void line(FSDataInputStream in, ByteArrayOutputStream out) throws IOException {
    byte[] buffer = new byte[BUFFER];
    while (true) {
      long at = in.getPos();
      int n = in.read(buffer);
      for (int k = 0; k < n; k++) {
        if (buffer[k] == '\n') {
          out.write(buffer, 0, k + 1);
          in.seek(at + k + 1);
          return;
        }
      }
      if (n < 0) {
        return;
      }
      out.write(buffer, 0, n);
    }
  }

  private Unreadable unreadable(IOException e) {
    return new Unreadable(
        location
            + " cannot be read on every machine ("
            + e.getMessage()
            + "); name a file that all of them see");
  }

  /** A file that is not there, or not everywhere. */
  static final class Unreadable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unreadable(String message) {
      super(message);
    }
  }
}
