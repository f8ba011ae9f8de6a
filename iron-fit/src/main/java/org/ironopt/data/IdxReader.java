package org.ironopt.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.ironopt.data.internal.ByteSource;

/**
 * Reads IDX files of unsigned bytes, the format of MNIST (Y. LeCun, C. Cortes, C. Burges): two zero
 * bytes, the element type, the number of dimensions d, then d sizes of four bytes, most significant
 * first, then the elements, the last dimension running fastest. Gzip is recognised. Memory is
 * allocated only if the file is long enough for the size in its header.
 */
public final class IdxReader {
  private static final int UNSIGNED_BYTE = 0x08;

  /** How many elements are taken at a time where the length of the content is not known. */
  private static final int FIRST_PIECE = 1 << 20;

  private final ByteSource source;

  /** How many bytes have been read. */
  private long offset;

  private IdxReader(ByteSource source) {
    this.source = source;
  }

  /** The value of an element from 0 to 255. */
  public enum Scale {
    /** The number itself. */
    BYTES(1),
    /** The number divided by 255, rounded to a float. */
    UNIT(255);

    private final float[] table = new float[256];

    Scale(float divisor) {
      for (int i = 0; i < table.length; i++) {
        table[i] = i / divisor;
      }
    }
  }

  /** Returns images with their labels as a data set with the given number of classes. */
  public static Dataset dataset(Path images, Path labels, int classes, Scale scale)
      throws IOException {
    FloatFeatures features = images(images, scale);
    int[] classOf = labels(labels, classes);
    if (classOf.length != features.rows()) {
      String expected = ", expected " + features.rows() + ", one for each image of ";
      throw new MalformedDataException(
          labels + ": " + classOf.length + " labels" + expected + images);
    }
    return Dataset.classification(features, classOf, classes);
  }

  /** Returns a file of two or more dimensions; a row is all dimensions after the first. */
  public static FloatFeatures images(Path path, Scale scale) throws IOException {
    try (ByteSource source = ByteSource.open(path)) {
      return images(source, scale);
    }
  }

  static FloatFeatures images(ByteSource source, Scale scale) throws IOException {
    IdxReader reader = new IdxReader(source);
    int[] sizes = reader.sizes(2, 4);
    byte[] elements = reader.elements(sizes, 256);
    float[] data = new float[elements.length];
    for (int k = 0; k < data.length; k++) {
      data[k] = scale.table[elements[k] & 0xff];
    }
    return new FloatFeatures(sizes[0], data.length / sizes[0], data);
  }

  /** Returns a file of one dimension whose elements are below {@code classes}. */
  public static int[] labels(Path path, int classes) throws IOException {
    try (ByteSource source = ByteSource.open(path)) {
      return labels(source, classes);
    }
  }

  static int[] labels(ByteSource source, int classes) throws IOException {
    IdxReader reader = new IdxReader(source);
    byte[] elements = reader.elements(reader.sizes(1, 1), classes);
    int[] labels = new int[elements.length];
    Arrays.setAll(labels, k -> elements[k] & 0xff);
    return labels;
  }

  /** Reads the header; returns the sizes of the dimensions. */
  private int[] sizes(int least, int most) throws IOException {
    int first = header();
    int second = header();
    if (first != 0 || second != 0) {
      String start = "the file starts with %02x %02x, expected 00 00 as in IDX files";
      throw error(0, start, first, second);
    }
    int type = header();
    if (type != UNSIGNED_BYTE) {
      throw error(2, "element type %02x, expected 08 (unsigned bytes)", type);
    }
    int dimensions = header();
    if (dimensions < least || dimensions > most) {
      String expected = least == most ? least + " for labels" : least + " to " + most;
      throw error(3, "%d dimensions, expected %s", dimensions, expected);
    }
    int[] sizes = new int[dimensions];
    long elements = 1;
    for (int d = 0; d < dimensions; d++) {
      sizes[d] = size();
      elements *= sizes[d];
      if (elements > Integer.MAX_VALUE - 8) {
        String claimed = shape(Arrays.copyOf(sizes, d + 1));
        throw error(4, "%s elements are claimed, expected fewer than 2147483640", claimed);
      }
    }
    long room = source.largestSize() - offset;
    if (elements > room) {
      String bytes = (source.sizeKnown() ? "" : "at most ") + Math.max(0, room);
      String claim = "%s elements are claimed, but the file has %s bytes after its header";
      throw error(4, claim, shape(sizes), bytes);
    }
    return sizes;
  }

  private int header() throws IOException {
    int value = read();
    if (value < 0) {
      String seen = offset == 0 ? "the file is empty" : "the file ends inside its header";
      throw error(offset, "%s, expected an IDX header", seen);
    }
    return value;
  }

  private int size() throws IOException {
    int size = 0;
    for (int i = 0; i < 4; i++) {
      size = size << 8 | header();
    }
    if (size < 1) {
      String seen = Integer.toUnsignedString(size);
      throw error(offset - 4, "a dimension of size %s, expected 1 to 2147483647", seen);
    }
    return size;
  }

  /** Reads all elements; an array of them grows only as the content is seen to be there. */
  private byte[] elements(int[] sizes, int bound) throws IOException {
    int count = Arrays.stream(sizes).reduce(1, Math::multiplyExact);
    byte[] data = new byte[source.sizeKnown() ? count : Math.min(count, FIRST_PIECE)];
    for (int k = 0; k < count; k++) {
      int value = read();
      if (value < 0) {
        throw error(offset, "the file ends after %d elements, expected %s", k, shape(sizes));
      }
      if (value >= bound) {
        throw error(offset - 1, "label %d, expected 0 to %d", value, bound - 1);
      }
      if (k == data.length) {
        data = Arrays.copyOf(data, (int) Math.min(count, 2L * k));
      }
      data[k] = (byte) value;
    }
    if (read() >= 0) {
      throw error(offset - 1, "more bytes follow, expected the end after %s", shape(sizes));
    }
    return data;
  }

  private int read() throws IOException {
    try {
      int value = source.read();
      offset += value < 0 ? 0 : 1;
      return value;
    } catch (ByteSource.Damaged e) {
      throw error(offset, "%s", String.valueOf(e.getMessage()));
    }
  }

  private MalformedDataException error(long place, String sentence, Object... seen) {
    String text = String.format(Locale.ROOT, sentence, seen);
    return new MalformedDataException(source.path() + ":" + place + ": " + text);
  }

  private static String shape(int[] sizes) {
    return Arrays.stream(sizes).mapToObj(Integer::toString).collect(Collectors.joining(" x "));
  }
}
