package org.ironopt.data;

import static org.ironopt.data.DataFiles.cut;
import static org.ironopt.data.DataFiles.gzip;
import static org.ironopt.data.DataFiles.idx;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.ironopt.data.IdxReader.Scale;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class IdxReaderTest {
  @TempDir private Path folder;

  private static final byte[] IMAGES = idx(new int[] {2, 1, 3}, bytes(0, 51, 255, 1, 2, 128));
  private static final byte[] LABELS = idx(new int[] {2}, bytes(3, 1));

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  @Test
  void whatWasWrittenIsRead() throws IOException {
    for (boolean packed : new boolean[] {false, true}) {
      Path images = DataFiles.write(folder, "i", packed ? gzip(IMAGES) : IMAGES);
      Path labels = DataFiles.write(folder, "l", packed ? gzip(LABELS) : LABELS);
      Dataset data = IdxReader.dataset(images, labels, 4, Scale.UNIT);
      assertEquals("2 x 3 floats, 4 classes", data.toString());
      assertArrayEquals(
          new float[] {0, 0.2f, 1, 1 / 255f, 2 / 255f, 128 / 255f},
          ((FloatFeatures) data.features()).data());
      assertEquals(3, data.label(0));
      assertEquals(1, data.label(1));
      assertArrayEquals(
          new float[] {0, 51, 255, 1, 2, 128}, IdxReader.images(images, Scale.BYTES).data());
    }
  }

  @Test
  void aPackedFileLargerThanOnePieceIsRead() throws IOException {
    byte[] elements = new byte[3 << 20];
    for (int k = 0; k < elements.length; k++) {
      elements[k] = (byte) (k * 7 + (k >> 9));
    }
    Path path = DataFiles.write(folder, "i", gzip(idx(new int[] {3, 1 << 20}, elements)));
    float[] data = IdxReader.images(path, Scale.BYTES).data();
    assertEquals(elements.length, data.length);
    for (int k = 0; k < data.length; k += 1013) {
      assertEquals(elements[k] & 0xff, data[k]);
    }
    int[] labels =
        IdxReader.labels(
            DataFiles.write(folder, "l", gzip(idx(new int[] {elements.length}, elements))), 256);
    assertEquals(elements[elements.length - 1] & 0xff, labels[labels.length - 1]);
  }

  @TestFactory
  Stream<DynamicTest> badImages() {
    byte[] claim = gzipped(idx(new int[] {1_000_000_000, 2}, bytes(1, 2, 3)));
    byte[] packed = gzipped(IMAGES);
    byte[] damaged = packed.clone();
    damaged[packed.length - 6] ^= 1;
    byte[] wrongType = IMAGES.clone();
    wrongType[2] = 0x0d;
    return Stream.of(
        images("f:0: the file is empty, expected an IDX header"),
        images("f:2: the file ends inside its header, expected an IDX header", 0, 0),
        images("f:9: the file ends inside its header, expected an IDX header", head(IMAGES, 9)),
        images("f:0: the file starts with 50 4b, expected 00 00 as in IDX files", 'P', 'K', 3, 4),
        images("f:2: element type 0d, expected 08 (unsigned bytes)", wrongType),
        images("f:3: 1 dimensions, expected 2 to 4", LABELS),
        images("f:3: 9 dimensions, expected 2 to 4", 0, 0, 8, 9),
        images("f:8: a dimension of size 0, expected 1 to 2147483647", idx(new int[] {2, 0, 3})),
        images(
            "f:4: a dimension of size 4294967295, expected 1 to 2147483647",
            idx(new int[] {-1, 1, 1})),
        images(
            "f:4: 1000000000 x 28 elements are claimed, expected fewer than 2147483640",
            idx(new int[] {1_000_000_000, 28, 28})),
        images(
            "f:4: 1000000000 x 2 elements are claimed, but the file has 3 bytes after its header",
            idx(new int[] {1_000_000_000, 2}, bytes(1, 2, 3))),
        images(
            "f:4: 1000000000 x 2 elements are claimed, but the file has at most "
                + (1032 * claim.length - 12)
                + " bytes after its header",
            claim),
        images(
            "f:4: 2 x 1 x 3 elements are claimed, but the file has 5 bytes after its header",
            cut(IMAGES, 1)),
        images("f:21: the file ends after 5 elements, expected 2 x 1 x 3", gzipped(cut(IMAGES, 1))),
        images("f:22: more bytes follow, expected the end after 2 x 1 x 3", longer(IMAGES)),
        images(
            "f:22: more bytes follow, expected the end after 2 x 1 x 3", gzipped(longer(IMAGES))),
        images("f: the gzip header is damaged; fetch the file again", head(packed, 5)),
        images(
            "f:0: the gzip data ends early, expected more; fetch the file again", head(packed, 10)),
        images("f:22: the gzip data is damaged; fetch the file again", damaged),
        images(
            "f:22: the gzip data ends early, expected more; fetch the file again", cut(packed, 3)));
  }

  @Test
  void badLabelsAndCounts() throws IOException {
    Path images = DataFiles.write(folder, "i", IMAGES);
    Path labels = DataFiles.write(folder, "l", LABELS);
    Path three = DataFiles.write(folder, "m", idx(new int[] {3}, bytes(0, 1, 2)));
    DataFiles.expect(folder, "l:8: label 3, expected 0 to 2", () -> IdxReader.labels(labels, 3));
    DataFiles.expect(folder, "m:10: label 2, expected 0 to 1", () -> IdxReader.labels(three, 2));
    Path longer = DataFiles.write(folder, "n", longer(LABELS));
    DataFiles.expect(
        folder,
        "n:10: more bytes follow, expected the end after 2",
        () -> IdxReader.labels(longer, 9));
    DataFiles.expect(
        folder, "i:3: 3 dimensions, expected 1 for labels", () -> IdxReader.labels(images, 9));
    DataFiles.expect(
        folder,
        "m: 3 labels, expected 2, one for each image of i",
        () -> IdxReader.dataset(images, three, 9, Scale.UNIT));
    DataFiles.expect(
        folder, "none: there is no such file", () -> IdxReader.labels(folder.resolve("none"), 9));
    Path inner = java.nio.file.Files.createDirectory(folder.resolve("d"));
    DataFiles.expect(
        folder, "d: this is a folder, expected a file", () -> IdxReader.labels(inner, 9));
  }

  private DynamicTest images(String line, int... content) {
    return images(line, bytes(content));
  }

  private DynamicTest images(String line, byte[] content) {
    return DynamicTest.dynamicTest(
        line,
        () -> {
          Path path = DataFiles.write(folder, "f", content);
          DataFiles.expect(folder, line, () -> IdxReader.images(path, Scale.UNIT));
        });
  }

  private static byte[] head(byte[] content, int length) {
    return cut(content, content.length - length);
  }

  private static byte[] longer(byte[] content) {
    return cut(content, -1);
  }

  private static byte[] gzipped(byte[] content) {
    try {
      return gzip(content);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
