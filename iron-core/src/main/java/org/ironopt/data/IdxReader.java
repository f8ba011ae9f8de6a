package org.ironopt.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

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
      throw new MalformedData(
          labels
              + ": "
              + classOf.length
              + " labels, expected "
              + features.rows()
              + ", one for each image of "
              + images);
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
    int rows = header.sizes[0];
    int columns = header.elements / rows;
    float[] data = new float[source.sizeKnown() ? header.elements : first(header.elements)];
    Elements elements = new Elements(source, header);
    for (int k = 0; k < header.elements; k++) {
      if (k == data.length) {
        data = Arrays.copyOf(data, (int) Math.min(header.elements, 2L * k));
      }
      data[k] = scale.table[elements.next(k)];
    }
    elements.end();
    return new FloatFeatures(rows, columns, data);
  }

  /** Returns a file of one dimension whose elements are below {@code classes}. */
  public static int[] labels(Path path, int classes) throws IOException {
    try (ByteSource source = ByteSource.open(path)) {
      return labels(source, classes);
    }
  }

  static int[] labels(ByteSource source, int classes) throws IOException {
    Header header = Header.read(source, 1, 1);
    int[] labels = new int[source.sizeKnown() ? header.elements : first(header.elements)];
    Elements elements = new Elements(source, header);
    for (int k = 0; k < header.elements; k++) {
      if (k == labels.length) {
        labels = Arrays.copyOf(labels, (int) Math.min(header.elements, 2L * k));
      }
      labels[k] = elements.next(k);
      if (labels[k] >= classes) {
        throw at(
            source, header.length + k, "label " + labels[k] + ", expected 0 to " + (classes - 1));
      }
    }
    elements.end();
    return labels;
  }

  private static int first(int elements) {
    return Math.min(elements, FIRST_PIECE);
  }

  private static MalformedData at(ByteSource source, long offset, String text) {
    return new MalformedData(source.path() + ":" + offset + ": " + text);
  }

  private static int read(ByteSource source, long offset) throws IOException {
    try {
      return source.read();
    } catch (ByteSource.Damaged e) {
      throw at(source, offset, e.getMessage());
    }
  }

  /** The bytes after a header. */
  private record Elements(ByteSource source, Header header) {
    int next(int k) throws IOException {
      int value = read(source, header.length + k);
      if (value < 0) {
        throw at(
            source,
            header.length + k,
            "the file ends after " + k + " elements, expected " + header.shape());
      }
      return value;
    }

    void end() throws IOException {
      long offset = (long) header.length + header.elements;
      if (read(source, offset) >= 0) {
        throw at(source, offset, "more bytes follow, expected the end after " + header.shape());
      }
    }
  }

  /** The sizes of the dimensions, their product and the length of the header in bytes. */
  private record Header(int[] sizes, int elements, int length) {

    static Header read(ByteSource source, int least, int most) throws IOException {
      int first = byteAt(source, 0);
      int second = byteAt(source, 1);
      if (first != 0 || second != 0) {
        String seen = String.format(Locale.ROOT, "%02x %02x", first, second);
        throw at(source, 0, "the file starts with " + seen + ", expected 00 00 as in IDX files");
      }
      int type = byteAt(source, 2);
      if (type != UNSIGNED_BYTE) {
        String seen = String.format(Locale.ROOT, "%02x", type);
        throw at(source, 2, "element type " + seen + ", expected 08 (unsigned bytes)");
      }
      int dimensions = byteAt(source, 3);
      if (dimensions < least || dimensions > most) {
        String expected = least == most ? least + " for labels" : least + " to " + most;
        throw at(source, 3, dimensions + " dimensions, expected " + expected);
      }
      int[] sizes = new int[dimensions];
      long elements = 1;
      for (int d = 0; d < dimensions; d++) {
        sizes[d] = size(source, 4 + 4 * d);
        elements *= sizes[d];
        if (elements > Integer.MAX_VALUE - 8) {
          String claim = " elements are claimed, expected fewer than 2147483640";
          throw at(source, 4, shape(Arrays.copyOf(sizes, d + 1)) + claim);
        }
      }
      int length = 4 + 4 * dimensions;
      if (length + elements > source.largestSize()) {
        throw at(
            source,
            4,
            shape(sizes)
                + " elements are claimed, but the file has "
                + (source.sizeKnown() ? "" : "at most ")
                + Math.max(0, source.largestSize() - length)
                + " bytes after its header");
      }
      return new Header(sizes, (int) elements, length);
    }

    private static int byteAt(ByteSource source, int offset) throws IOException {
      int value = IdxReader.read(source, offset);
      if (value < 0) {
        String seen = offset == 0 ? "the file is empty" : "the file ends inside its header";
        throw at(source, offset, seen + ", expected an IDX header");
      }
      return value;
    }

    private static int size(ByteSource source, int offset) throws IOException {
      int size = 0;
      for (int i = 0; i < 4; i++) {
        size = size << 8 | byteAt(source, offset + i);
      }
      if (size < 1) {
        throw at(
            source,
            offset,
            "a dimension of size " + Integer.toUnsignedString(size) + ", expected 1 to 2147483647");
      }
      return size;
    }

    String shape() {
      return shape(sizes);
    }

    private static String shape(int[] sizes) {
      StringBuilder text = new StringBuilder();
      for (int size : sizes) {
        text.append(text.isEmpty() ? "" : " x ").append(size);
      }
      return text.toString();
    }
  }
}
