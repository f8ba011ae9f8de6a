package org.ironopt.gpu.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicReference;
import org.ironopt.gpu.Buffer;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.DeviceException;
import org.ironopt.gpu.Kernel;
import org.ironopt.gpu.Matrix;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Failures of a device and of its use, each in one sentence, with nothing left behind. */
class FakeDeviceTest {
  @BeforeEach
  void useFake() {
    FakeCuda.use();
  }

  @AfterEach
  void nothingIsLeft() {
    FakeCuda.limit(4L << 30);
    assertEquals(0, FakeCuda.count("handles"));
    assertEquals(0, FakeCuda.count("bytes"));
  }

  private static Device open() {
    return CudaDevice.open(0, CudaDevice.Precision.TF32);
  }

  @Test
  void outOfMemoryIsOneSentence() {
    try (Device device = open()) {
      DeviceException e = assertThrows(DeviceException.class, () -> device.doubles(1L << 30));
      assertEquals(
          "cuMemAlloc_v2(out, 0x200000000) failed: CUDA_ERROR_OUT_OF_MEMORY, out of memory: 8.0 GB"
              + " were asked for, 4.0 GB of 4.0 GB free: take a smaller batch or fewer rows",
          e.getMessage());
      assertEquals(0, device.allocated());
    }
  }

  @Test
  void aDeviceThatCannotStartLeavesNothing() {
    FakeCuda.limit(1 << 20);
    DeviceException e = assertThrows(DeviceException.class, FakeDeviceTest::open);
    assertTrue(e.getMessage().contains("out of memory"), e.getMessage());
  }

  @Test
  void aDeviceThatIsNotThereIsNamed() {
    DeviceException e =
        assertThrows(DeviceException.class, () -> CudaDevice.open(3, CudaDevice.Precision.FLOAT));
    assertTrue(e.getMessage().startsWith("there is no cuda:3: 1 device(s) are visible"));
  }

  @Test
  void aKernelThatDoesNotCompileIsQuoted() {
    Compiler compiler = Cuda.get().compiler;
    DeviceException e =
        assertThrows(
            DeviceException.class, () -> compiler.machineCode("void f() { x = 1; }", "sm_90"));
    assertTrue(
        e.getMessage().startsWith("a kernel does not compile: ")
            && e.getMessage().contains("was not declared")
            && e.getMessage().lines().count() == 1,
        e.getMessage());
  }

  @Test
  void memoryIsFreedOnce() {
    try (Device device = open()) {
      Buffer buffer = device.floats(10);
      assertEquals(40, device.allocated());
      device.free(buffer);
      assertEquals(0, device.allocated());
      assertThrows(IllegalStateException.class, () -> device.free(buffer));
    }
  }

  @Test
  void otherThreadsAreRefused() throws InterruptedException {
    try (Device device = open()) {
      AtomicReference<Throwable> seen = new AtomicReference<>();
      Thread other =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      device.synchronize();
                    } catch (IllegalStateException e) {
                      seen.set(e);
                    }
                  });
      other.join();
      assertTrue(seen.get().getMessage().contains("which opened it"));
    }
  }

  @Test
  void aRecordingIsReplayedAndMayNotWait() {
    try (Device device = open()) {
      Buffer s = device.doubles(64);
      try (Device.Recording recording = device.record(() -> device.launch(Kernel.NOTE, 1, s, 7))) {
        double[] seen = new double[64];
        device.download(s, seen);
        assertEquals(0, seen[7]);
        recording.replay();
        recording.replay();
        device.download(s, seen);
        assertEquals(2, seen[7]);
      }
      IllegalStateException e =
          assertThrows(IllegalStateException.class, () -> device.record(device::synchronize));
      assertEquals("synchronize waits for the device, which a recording may not", e.getMessage());
      device.synchronize();
    }
  }

  @Test
  void operationsAreTimedOneByOne() {
    try (Device device = open()) {
      Buffer s = device.doubles(64);
      assertTrue(device.seconds(() -> device.launch(Kernel.NOTE, 1, s, 7)) > 0);
      assertTrue(device.secondsOneByOne(() -> device.launch(Kernel.NOTE, 1, s, 7)) > 0);
    }
  }

  @Test
  void productsAndInversesAreThoseOfTheHost() {
    double[][] found = new double[2][];
    Device[] devices = {Device.host(), open()};
    for (int k = 0; k < 2; k++) {
      try (Device device = devices[k]) {
        Buffer a = device.doubles(6);
        Buffer c = device.doubles(9);
        Buffer inverse = device.doubles(9);
        Buffer info = device.ints(1);
        device.upload(new double[] {1, 2, 3, 4, 5, 7}, a);
        device.upload(new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1}, c);
        Matrix m = Matrix.of(a, 2, 3);
        Matrix gram = Matrix.of(c, 3, 3);
        device.multiply(0.5, m.transpose(), m, 2, gram);
        device.invert(gram, Matrix.of(inverse, 3, 3), info);
        found[k] = new double[9];
        device.download(inverse, found[k]);
        int[] status = new int[1];
        device.download(info, status);
        assertEquals(0, status[0]);
        device.upload(new double[] {-1, 0, 0, 0, 1, 0, 0, 0, 1}, c);
        device.invert(gram, Matrix.of(inverse, 3, 3), info);
        device.download(info, status);
        assertEquals(1, status[0]);
      }
    }
    org.junit.jupiter.api.Assertions.assertArrayEquals(found[0], found[1], 1e-14);
  }
}
