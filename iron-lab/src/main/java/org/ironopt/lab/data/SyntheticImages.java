package org.ironopt.lab.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ironopt.io.internal.AtomicFiles;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;

/**
 * Images that nobody tuned anything on, as four IDX files with MNIST's names: ten classes, each a
 * pattern of four bright spots, moved by up to two pixels, of random brightness, with a spot that
 * means nothing, noise in every pixel and three wrong labels in a hundred.
 *
 * @param train images to learn from
 * @param test images to test on
 * @param seed of everything
 */
public record SyntheticImages(int train, int test, long seed) {
  private static final int SIDE = 28;
  private static final int CLASSES = 10;
  private static final int SPOTS = 4;
  private static final double WRONG = 0.03;
  private static final double NOISE = 30;

  /** As many images as make a benchmark of a minute or two. */
  public static final SyntheticImages STANDARD = new SyntheticImages(30_000, 5_000, 7);

  /** Writes the four files into a folder. */
  public void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    write(folder, "train", MnistFile.TRAIN_IMAGES, MnistFile.TRAIN_LABELS, train);
    write(folder, "test", MnistFile.TEST_IMAGES, MnistFile.TEST_LABELS, test);
  }

  private void write(Path folder, String part, MnistFile imageFile, MnistFile labelFile, int count)
      throws IOException {
    RandomStream patterns = new RandomStreams(seed).stream("patterns");
    RandomStream draws = new RandomStreams(seed).stream(part);
    ByteBuffer images = ByteBuffer.allocate(16 + count * SIDE * SIDE);
    images.putInt(0x803).putInt(count).putInt(SIDE).putInt(SIDE);
    ByteBuffer labels = ByteBuffer.allocate(8 + count);
    labels.putInt(0x801).putInt(count);
    double[] pixels = new double[SIDE * SIDE];
    for (int i = 0; i < count; i++) {
      int label = draws.below(CLASSES, i, 0);
      paint(patterns, draws, i, label, pixels);
      for (double p : pixels) {
        images.put((byte) Math.clamp(Math.round(p), 0, 255));
      }
      boolean wrong = draws.uniform(i, 1) < WRONG;
      labels.put((byte) (wrong ? draws.below(CLASSES, i, 2) : label));
    }
    AtomicFiles.write(folder.resolve(imageFile.fileName()), images.array());
    AtomicFiles.write(folder.resolve(labelFile.fileName()), labels.array());
  }

  private static void paint(
      RandomStream patterns, RandomStream draws, int i, int label, double[] pixels) {
    for (int j = 0; j < pixels.length; j++) {
      pixels[j] = NOISE * draws.normal(i, 100 + j);
    }
    double dx = draws.below(5, i, 3) - 2;
    double dy = draws.below(5, i, 4) - 2;
    double light = 90 + 110 * draws.uniform(i, 5);
    for (int s = 0; s < SPOTS; s++) {
      double x = 6 + 16 * patterns.uniform(label, 2 * s);
      double y = 6 + 16 * patterns.uniform(label, 2 * s + 1);
      spot(x + dx, y + dy, light, pixels);
    }
    spot(SIDE * draws.uniform(i, 6), SIDE * draws.uniform(i, 7), light, pixels);
  }

  private static void spot(double x, double y, double light, double[] pixels) {
    for (int row = 0; row < SIDE; row++) {
      for (int column = 0; column < SIDE; column++) {
        double square = (column - x) * (column - x) + (row - y) * (row - y);
        pixels[row * SIDE + column] += light * StrictMath.exp(-square / 8);
      }
    }
  }
}
