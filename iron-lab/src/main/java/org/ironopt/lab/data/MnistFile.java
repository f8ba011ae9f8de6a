package org.ironopt.lab.data;

import java.util.HexFormat;
import org.ironopt.data.MalformedDataException;
import org.ironopt.io.internal.Sha256;

/** The four files of MNIST and what each must be, unpacked. */
public enum MnistFile {
  TRAIN_IMAGES(
      "train-images-idx3-ubyte",
      60_000,
      28 * 28,
      "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db"),
  TRAIN_LABELS(
      "train-labels-idx1-ubyte",
      60_000,
      1,
      "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5"),
  TEST_IMAGES(
      "t10k-images-idx3-ubyte",
      10_000,
      28 * 28,
      "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7"),
  TEST_LABELS(
      "t10k-labels-idx1-ubyte",
      10_000,
      1,
      "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2");

  private final String fileName;
  private final int count;
  private final int each;
  private final String sha256;

  MnistFile(String fileName, int count, int each, String sha256) {
    this.fileName = fileName;
    this.count = count;
    this.each = each;
    this.sha256 = sha256;
  }

  public String fileName() {
    return fileName;
  }

  public String sha256() {
    return sha256;
  }

  /** Returns the number of images or labels. */
  public int count() {
    return count;
  }

  private boolean images() {
    return each > 1;
  }

  /** Returns the size in bytes. */
  public int size() {
    return (images() ? 16 : 8) + count * each;
  }

  /**
   * Checks that a content is this file. The header and the size are looked at first, since they say
   * more about what went wrong than a hash does.
   */
  void check(String where, byte[] content) throws MalformedDataException {
    String magic = images() ? "00000803" : "00000801";
    if (content.length < 8) {
      throw new MalformedDataException(where + ": " + sizes(content));
    }
    String seen = HexFormat.of().formatHex(content, 0, 4);
    if (!seen.equals(magic)) {
      throw new MalformedDataException(
          where + ":0: the magic number is " + seen + ", expected " + magic);
    }
    long items = Long.parseLong(HexFormat.of().formatHex(content, 4, 8), 16);
    if (items != count) {
      String what = images() ? " images" : " labels";
      throw new MalformedDataException(where + ":4: " + items + what + ", expected " + count);
    }
    if (content.length != size()) {
      throw new MalformedDataException(where + ": " + sizes(content));
    }
    String hash = Sha256.of(content);
    if (!hash.equals(sha256)) {
      throw new MalformedDataException(where + ": the SHA-256 is " + hash + ", expected " + sha256);
    }
  }

  private String sizes(byte[] content) {
    String verdict = content.length < size() ? "cut short" : "too long";
    return verdict + ", " + content.length + " bytes, expected " + size();
  }
}
