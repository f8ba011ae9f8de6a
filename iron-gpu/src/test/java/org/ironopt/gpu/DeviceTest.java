package org.ironopt.gpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicReference;
import org.ironopt.io.InputError;
import org.ironopt.linalg.DenseMatrix;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Failures of a device and of its use, each in one sentence, with nothing left behind. */
class DeviceTest extends DeviceFixture {
  @BeforeEach
  void needsStandIn() {
    Assumptions.assumeTrue(FakeCuda.used(), "skipped: this process uses a real GPU");
  }

  private static Device open() {
    return Device.open("cuda", Device.MathMode.TF32);
  }

  @Test
  void outOfMemoryIsOneSentence() {
    try (Device device = open()) {
      InputError e =
          assertThrows(InputError.class, () -> device.allocate(Buffer.Kind.DOUBLE, 1L << 30));
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
    InputError e = assertThrows(InputError.class, DeviceTest::open);
    assertTrue(e.getMessage().contains("out of memory"), e.getMessage());
  }

  @Test
  void aDeviceThatIsNotThereIsNamed() {
    InputError e =
        assertThrows(InputError.class, () -> Device.open("cuda:3", Device.MathMode.FLOAT));
    assertTrue(e.getMessage().startsWith("there is no cuda:3: 1 device(s) are visible"));
  }

  @Test
  void aKernelThatDoesNotCompileIsQuoted() {
    Nvrtc compiler = Cuda.get().compiler;
    InputError e =
        assertThrows(InputError.class, () -> compiler.machineCode("void f() { x = 1; }", "sm_90"));
    assertTrue(
        e.getMessage().startsWith("a kernel does not compile: ")
            && e.getMessage().contains("was not declared")
            && e.getMessage().lines().count() == 1,
        e.getMessage());
  }

  @Test
  void memoryIsFreedOnce() {
    try (Device device = open()) {
      Buffer buffer = device.allocate(Buffer.Kind.FLOAT, 10);
      assertEquals(40, device.allocated());
      device.free(buffer);
      assertEquals(0, device.allocated());
      assertThrows(IllegalStateException.class, () -> device.free(buffer));
      Buffer whole = device.allocate(Buffer.Kind.INT, 10);
      assertThrows(IllegalStateException.class, () -> device.free(whole.part(1, 9)));
      assertThrows(IllegalArgumentException.class, () -> device.upload(new float[1], whole));
      assertThrows(IllegalArgumentException.class, () -> device.download(whole, new int[11]));
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
      Buffer s = device.allocate(Buffer.Kind.DOUBLE, 64);
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
      Buffer s = device.allocate(Buffer.Kind.DOUBLE, 64);
      assertTrue(device.seconds(() -> device.launch(Kernel.NOTE, 1, s, 7)) > 0);
      assertTrue(device.secondsOneByOne(() -> device.launch(Kernel.NOTE, 1, s, 7)) > 0);
    }
  }

  private static DenseMatrix square(double[] a) {
    return DenseMatrix.of(
        new double[][] {{a[0], a[1], a[2]}, {a[3], a[4], a[5]}, {a[6], a[7], a[8]}});
  }

  /** {@code M'M/2 + 2 I} and its inverse, by hand. */
  @Test
  void productsAndInversesAreThoseOfLinearAlgebra() {
    try (Device device = open();
        Buffers buffers = new Buffers(device)) {
      Buffer a = buffers.doubles(6);
      Buffer c = buffers.doubles(9);
      Buffer inverse = buffers.doubles(9);
      Buffer info = buffers.ints(1);
      device.upload(new double[] {1, 2, 3, 4, 5, 7}, a);
      device.upload(new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1}, c);
      DeviceMatrix m = DeviceMatrix.of(a, 2, 3);
      DeviceMatrix gram = DeviceMatrix.of(c, 3, 3);
      device.multiply(0.5, m.transpose(), m, 2, gram);
      double[] product = new double[9];
      device.download(c, product);
      assertArrayEquals(new double[] {10.5, 11, 15.5, 11, 16.5, 20.5, 15.5, 20.5, 31}, product);
      device.invert(gram, DeviceMatrix.of(inverse, 3, 3), info);
      double[] found = new double[9];
      device.download(inverse, found);
      int[] status = new int[1];
      device.download(info, status);
      assertEquals(0, status[0]);
      DenseMatrix unit = square(product).multiply(square(found));
      for (int i = 0; i < 9; i++) {
        assertEquals(i % 4 == 0 ? 1 : 0, unit.get(i / 3, i % 3), 1e-13);
      }
      device.upload(new double[] {-1, 0, 0, 0, 1, 0, 0, 0, 1}, c);
      device.invert(gram, DeviceMatrix.of(inverse, 3, 3), info);
      device.download(info, status);
      assertEquals(1, status[0]);
      assertThrows(IllegalArgumentException.class, () -> device.multiply(1, m, m, 0, gram));
      assertThrows(IllegalArgumentException.class, () -> device.copy(a, c));
    }
  }
}
