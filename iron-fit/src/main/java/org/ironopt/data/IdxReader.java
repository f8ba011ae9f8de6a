package org.ironopt.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Reads IDX files of unsigned bytes, the format of MNIST (Y. LeCun, C. Cortes, C. Burges): two zero
 * bytes, the element type, the number of dimensions d, then d sizes of four bytes, most significant
 * first, then the elements, the last dimension running fastest. Gzip is recognised. Nothing is
 * allocated on the word of a header before the file is long enough for it.
 */
public final class IdxReader {
  private static final int UNSIGNED_BYTE = 0x08;

  /** How many elements are taken at a time where the length of the content is not known. */
  private static final int FIRST_PIECE = 1 << 20;

  private IdxReader() {}

  /** What an element, 0 to 255, becomes. */
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
      throw new MalformedData(labels + ": " + classOf.length + " labels" + expected + images);
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
    Header header = Header.read(source, 2, 4);
    byte[] elements = elements(source, header, 256);
    float[] data = new float[elements.length];
    for (int k = 0; k < data.length; k++) {
      data[k] = scale.table[elements[k] & 0xff];
    }
    int rows = header.sizes[0];
    return new FloatFeatures(rows, header.elements / rows, data);
  }

  /** Returns a file of one dimension whose elements are below {@code classes}. */
  public static int[] labels(Path path, int classes) throws IOException {
    try (ByteSource source = ByteSource.open(path)) {
      return labels(source, classes);
    }
  }

  static int[] labels(ByteSource source, int classes) throws IOException {
    byte[] elements = elements(source, Header.read(source, 1, 1), classes);
    int[] labels = new int[elements.length];
    Arrays.setAll(labels, k -> elements[k] & 0xff);
    return labels;
  }

  /** Returns all elements; an array of them grows only as the content is seen to be there. */
  private static byte[] elements(ByteSource source, Header header, int bound) throws IOException {
    int count = header.elements;
    byte[] data = new byte[source.sizeKnown() ? count : Math.min(count, FIRST_PIECE)];
    for (int k = 0; k < count; k++) {
      int value = read(source, header.length + k);
      if (value < 0) {
        throw at(
            source,
            header.length + k,
            "the file ends after %d elements, expected %s",
            k,
            shape(header.sizes));
      }
      if (value >= bound) {
        throw at(source, header.length + k, "label %d, expected 0 to %d", value, bound - 1);
      }
      if (k == data.length) {
        data = Arrays.copyOf(data, (int) Math.min(count, 2L * k));
      }
      data[k] = (byte) value;
    }
    long end = (long) header.length + count;
    if (read(source, end) >= 0) {
      throw at(source, end, "more bytes follow, expected the end after %s", shape(header.sizes));
    }
    return data;
  }

  private static MalformedData at(ByteSource source, long offset, String sentence, Object... seen) {
    String text = String.format(Locale.ROOT, sentence, seen);
    return new MalformedData(source.path() + ":" + offset + ": " + text);
  }

  private static int read(ByteSource source, long offset) throws IOException {
    try {
      return source.read();
    } catch (ByteSource.Damaged e) {
      throw at(source, offset, "%s", e.getMessage());
    }
  }

  /** The sizes of the dimensions, their product and the length of the header in bytes. */
  private record Header(int[] sizes, int elements, int length) {

    static Header read(ByteSource source, int least, int most) throws IOException {
      int first = byteAt(source, 0);
      int second = byteAt(source, 1);
      if (first != 0 || second != 0) {
        throw at(
            source,
            0,
            "the file starts with %02x %02x, expected 00 00 as in IDX files",
            first,
            second);
      }
      int type = byteAt(source, 2);
      if (type != UNSIGNED_BYTE) {
        throw at(source, 2, "element type %02x, expected 08 (unsigned bytes)", type);
      }
      int dimensions = byteAt(source, 3);
      if (dimensions < least || dimensions > most) {
        String expected = least == most ? least + " for labels" : least + " to " + most;
        throw at(source, 3, "%d dimensions, expected %s", dimensions, expected);
      }
      int[] sizes = new int[dimensions];
      long elements = 1;
      for (int d = 0; d < dimensions; d++) {
        sizes[d] = size(source, 4 + 4 * d);
        elements *= sizes[d];
        if (elements > Integer.MAX_VALUE - 8) {
          String claimed = shape(Arrays.copyOf(sizes, d + 1));
          throw at(source, 4, "%s elements are claimed, expected fewer than 2147483640", claimed);
        }
      }
      int length = 4 + 4 * dimensions;
      if (length + elements > source.largestSize()) {
        String bytes =
            (source.sizeKnown() ? "" : "at most ") + Math.max(0, source.largestSize() - length);
        throw at(
            source,
            4,
            "%s elements are claimed, but the file has %s bytes after its header",
            shape(sizes),
            bytes);
      }
      return new Header(sizes, (int) elements, length);
    }

    private static int byteAt(ByteSource source, int offset) throws IOException {
      int value = IdxReader.read(source, offset);
      if (value < 0) {
        String seen = offset == 0 ? "the file is empty" : "the file ends inside its header";
        throw at(source, offset, "%s, expected an IDX header", seen);
      }
      return value;
    }

    private static int size(ByteSource source, int offset) throws IOException {
      int size = 0;
      for (int i = 0; i < 4; i++) {
        size = size << 8 | byteAt(source, offset + i);
      }
      if (size < 1) {
        String seen = Integer.toUnsignedString(size);
        throw at(source, offset, "a dimension of size %s, expected 1 to 2147483647", seen);
      }
      return size;
    }
  }

  private static String shape(int[] sizes) {
    return Arrays.stream(sizes).mapToObj(Integer::toString).collect(Collectors.joining(" x "));
  }
}
