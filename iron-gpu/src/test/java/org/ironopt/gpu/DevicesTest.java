package org.ironopt.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ironopt.gpu.cuda.CudaDevice.Precision;
import org.ironopt.gpu.host.HostDevice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevicesTest {
  @Test
  void wordsThatAreNoDeviceAreRefused() {
    for (String word : new String[] {"gpu", "cuda:", "cuda:x", "", "cuda:99999"}) {
      DeviceException e =
          assertThrows(
              DeviceException.class, () -> Devices.open(word, Precision.FLOAT, line -> {}));
      assertEquals(
          "'" + word + "' is not a device, expected auto, host, cuda or cuda:N", e.getMessage());
    }
  }

  @Test
  void theHostIsAlwaysThere() {
    try (Device device = Devices.open("host", Precision.FLOAT, line -> {})) {
      assertTrue(device instanceof HostDevice);
    }
  }

  @Test
  void recordingsOnTheHostMayNotWaitEither() {
    try (Device device = Device.host()) {
      Buffer s = device.doubles(8);
      assertThrows(IllegalStateException.class, () -> device.record(device::synchronize));
      try (Device.Recording recording = device.record(() -> device.launch(Kernel.NOTE, 1, s, 3))) {
        recording.replay();
      }
      double[] seen = new double[8];
      device.download(s, seen);
      assertEquals(1, seen[3]);
      device.free(s);
      assertThrows(IllegalStateException.class, () -> device.free(s));
      assertEquals(0, device.allocated());
    }
  }

  /** A wrong path is one sentence that names it, with exit code 2. */
  @Test
  void aWrongPathIsNamed(@TempDir Path folder) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-Diron.cuda.path=" + folder);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add("org.ironopt.gpu.measure.Measure");
    command.add("cloud");
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(2, process.waitFor(), text);
    assertEquals(
        "measure: none of libcuda.so.1, libcuda.so was found in "
            + folder
            + ": correct -Diron.cuda.path",
        text.strip());
  }
}
