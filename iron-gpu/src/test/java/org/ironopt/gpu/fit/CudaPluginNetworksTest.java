package org.ironopt.gpu.fit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.ironopt.gpu.DeviceFixture;
import org.ironopt.gpu.network.BlobImages;
import org.ironopt.io.InputError;
import org.ironopt.lab.deep.DeepExperiment;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.folder.CodeFingerprint;
import org.ironopt.lab.folder.ExperimentFolder;
import org.ironopt.lab.folder.Manifest;
import org.ironopt.lab.methods.DeviceChoice;
import org.ironopt.lab.progress.Progress;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.network.Activation;
import org.ironopt.network.Network;
import org.ironopt.network.NetworkLoss;
import org.ironopt.random.RandomStreams;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code iron reproduce deep --device} opens. */
class CudaPluginNetworksTest extends DeviceFixture {
  private static final DeviceChoice CUDA = new DeviceChoice("cuda", DeviceChoice.TF32);

  @Test
  void autoTakesTheDeviceThatIsThere() {
    List<String> said = new ArrayList<>();
    DeviceChoice auto = new DeviceChoice("auto", DeviceChoice.TF32);
    assertEquals(CUDA, auto.settle(said::add));
    assertTrue(said.getFirst().startsWith("device: cuda, "), said.getFirst());
    assertTrue(said.getFirst().endsWith(", tf32"), said.getFirst());
    InputError e =
        assertThrows(
            InputError.class,
            () -> new DeviceChoice("cuda:7", DeviceChoice.TF32).settle(said::add));
    assertTrue(e.getMessage().contains("there is no cuda:7"), e.getMessage());
    assertEquals(1, said.size());
  }

  @Test
  void whatIsNotMadeThereIsRefusedAndLeavesNothing() {
    Network f =
        Network.autoencoder(
            BlobImages.layers(Activation.TANH), NetworkLoss.LOGISTIC, BlobImages.of(40));
    double[] x0 = f.layers().fanIn(new RandomStreams(1));
    InputError e = assertThrows(InputError.class, () -> CUDA.start(Sgd.step(1), f, x0, 0));
    assertTrue(e.getMessage().startsWith("'sgd' with these settings"), e.getMessage());
  }

  private static Experiment chapter(DeviceChoice choice) {
    return DeepExperiment.CHAPTER.open(
        DeepExperiment.CHAPTER
            .smoke()
            .with("hidden", new double[] {6, 3})
            .with("rows", 100L)
            .with("test_rows", 20L)
            .with("batch", 20L)
            .with("explicit_batch", 10L)
            .with("gradients", 1000L)
            .with("device", choice.device())
            .with("precision", choice.precision()));
  }

  private static SortedMap<String, byte[]> run(Path folder, Experiment chapter, Cell cell)
      throws IOException {
    Manifest manifest = new Manifest(List.of("test"), "test", "none", "none", 1);
    return new ExperimentFolder(folder, chapter, manifest).run(cell, Progress.NONE);
  }

  private static String text(SortedMap<String, byte[]> files, String name) {
    return new String(files.get(name), StandardCharsets.UTF_8);
  }

  /**
   * Results, settings and manifest name the device and its code; twice the same run is twice the
   * same bytes.
   */
  @Test
  @Tag("slow")
  void cellsKnowTheirDevice(@TempDir Path folder) throws IOException {
    Experiment there = chapter(CUDA);
    Experiment here = chapter(DeviceChoice.HERE);
    for (int i = 0; i < there.cells().size(); i += 5) {
      Cell cell = there.cells().get(i);
      SortedMap<String, byte[]> files = run(folder.resolve("a"), there, cell);
      for (String name : List.of("result.json", "manifest.json")) {
        assertTrue(text(files, name).contains("compute capability"), text(files, name));
        assertFalse(
            text(files, name).contains(CodeFingerprint.fingerprint()), "made by iron-gpu too");
      }
      assertTrue(text(files, "config.toml").contains("device = \"cuda\""));
      SortedMap<String, byte[]> again = run(folder.resolve("b"), there, cell);
      for (String name : List.of("result.json", "trace.csv")) {
        assertArrayEquals(files.get(name), again.get(name), cell.label());
      }
      Cell plain = here.cells().get(i);
      assertFalse(plain.settings().has("device"));
      assertNotEquals(plain.settings().asMap(), cell.settings().asMap());
    }
  }
}
