package org.ironopt.gpu;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.ironopt.io.InputError;

/** All libraries of CUDA, found and started once for the process. */
final class Cuda {
  private static Cuda instance;

  final CudaDriver driver = new CudaDriver();
  final Nvrtc compiler;
  final Cublas blas;
  final Cusolver solver;

  private Cuda() {
    int code = driver.init.code(0);
    if (code != 0) {
      throw driver.init.failure(
          code, ": no NVIDIA device can be used; is one there, and is its driver running?", 0);
    }
    compiler = new Nvrtc();
    int runtime = Integer.parseInt(compiler.version().replaceAll("\\..*", ""));
    if (driverVersion() / 1000 < runtime) {
      throw new InputError(
          "the driver is for CUDA %s, NVRTC is of CUDA %s: update the driver, or name an older"
              + " toolkit with -D%s=FOLDER",
          version(driverVersion()), compiler.version(), NativeLibrary.PATH);
    }
    blas = new Cublas();
    solver = new Cusolver();
  }

  /** Returns the libraries, or says which is missing. */
  static synchronized Cuda get() {
    if (instance == null) {
      instance = new Cuda();
    }
    return instance;
  }

  int driverVersion() {
    return CudaDriver.integer(driver.version);
  }

  /** Returns 13.0 for 13000. */
  static String version(int number) {
    return number / 1000 + "." + number % 1000 / 10;
  }

  int devices() {
    return CudaDriver.integer(driver.deviceCount);
  }

  /** Returns what CUDA_VISIBLE_DEVICES says, in brackets, if it says anything. */
  static String visible() {
    String visible = System.getenv("CUDA_VISIBLE_DEVICES");
    return visible == null ? "" : " (CUDA_VISIBLE_DEVICES is '" + visible + "')";
  }

  private int attribute(int attribute, int device) {
    return CudaDriver.integer(driver.attribute, attribute, device);
  }

  /** Returns sm_90 for compute capability 9.0. */
  String architecture(int device) {
    return "sm_" + attribute(CudaDriver.MAJOR, device) + attribute(CudaDriver.MINOR, device);
  }

  String describe(int device) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocate(256);
      driver.deviceName.check(name.address(), 256, device);
      return String.format(
          Locale.ROOT,
          "%s, compute capability %d.%d, %d multiprocessors",
          name.getString(0, StandardCharsets.UTF_8),
          attribute(CudaDriver.MAJOR, device),
          attribute(CudaDriver.MINOR, device),
          attribute(CudaDriver.PROCESSORS, device));
    }
  }

  /** Returns how much memory of the current device is free, in words. */
  String free() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment sizes = arena.allocate(ValueLayout.JAVA_LONG, 2);
      driver.memory.check(sizes.address(), sizes.address() + 8);
      long[] both = sizes.toArray(ValueLayout.JAVA_LONG);
      return gigabytes(both[0]) + " of " + gigabytes(both[1]) + " free";
    }
  }

  static String gigabytes(double bytes) {
    return String.format(Locale.ROOT, "%.1f GB", bytes / (1L << 30));
  }
}
