package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ironopt.lab.DataUnavailableException;
import org.ironopt.lab.data.DataFolder;
import org.ironopt.lab.data.Mnist;
import org.ironopt.lab.data.MnistFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code iron data} on the real MNIST. */
class DataCommandTest {
  private static String folder() throws IOException, DataUnavailableException {
    return Mnist.fetch(DataFolder.mnist(null), line -> {}).folder().toString();
  }

  @Test
  void saysWhatIsThere() throws Exception {
    String folder = folder();
    Cli run = Cli.run("data", "mnist", "--data", folder);
    assertEquals("", run.err());
    assertEquals(
        List.of(
            "train-images-idx3-ubyte   47040016 bytes, already there",
            "train-labels-idx1-ubyte      60008 bytes, already there",
            "t10k-images-idx3-ubyte     7840016 bytes, already there",
            "t10k-labels-idx1-ubyte       10008 bytes, already there",
            "train: 60000 x 784 floats, 10 classes",
            "test: 10000 x 784 floats, 10 classes",
            "in " + folder + ", every SHA-256 correct"),
        run.out().lines().toList());
    assertEquals(0, run.code());
  }

  @Test
  void printsOneJsonObject() throws Exception {
    String folder = folder();
    Cli run = Cli.run("data", "mnist", "--json", "--data", folder);
    JsonNode json = run.json();
    assertEquals(folder, json.get("folder").asString());
    List<String> hashes = new ArrayList<>();
    json.get("files").forEach(file -> hashes.add(file.get("sha256").asString()));
    List<String> expected = new ArrayList<>();
    for (MnistFile file : MnistFile.values()) {
      expected.add(file.sha256());
    }
    assertEquals(expected, hashes);
    assertEquals(60_000, json.get("train").get("rows").asInt());
    assertEquals(784, json.get("test").get("columns").asInt());
    assertEquals(10, json.get("test").get("classes").asInt());
  }

  @Test
  void badInputIsOneLine(@TempDir Path folder) throws IOException {
    Cli name = Cli.run("data", "imagenet");
    assertEquals(
        "iron data: 'imagenet' is not a data set, expected mnist or synthetic\n", name.err());
    assertEquals(2, name.code());
    Path file = Files.writeString(folder.resolve("t10k-labels-idx1-ubyte"), "not a label");
    Cli wrong = Cli.run("data", "mnist", "--data", folder.toString());
    assertEquals(
        "iron data: "
            + file
            + ":0: the magic number is 6e6f7420, expected 00000801; remove the file to have it"
            + " fetched, or choose another folder\n",
        wrong.err());
    assertEquals(2, wrong.code());
    assertTrue(wrong.out().isEmpty());
  }
}
