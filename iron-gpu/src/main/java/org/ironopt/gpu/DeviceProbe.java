package org.ironopt.gpu;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.ironopt.fit.remote.FitPlugin.Finding;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;

/**
 * Whether this machine can run our work on a GPU: looks for what is needed, then acts. Every part
 * is tried even if one before it failed, as far as that makes sense.
 */
public final class DeviceProbe {
  private static final int SIZE = 300;

  private final List<Finding> findings = new ArrayList<>();

  private DeviceProbe() {}

  /** Returns what was found, in order. */
  public static List<Finding> run() {
    DeviceProbe all = new DeviceProbe();
    all.look();
    return List.copyOf(all.findings);
  }

  private boolean add(String name, Supplier<String> body) {
    try {
      findings.add(new Finding(name, true, body.get()));
      return true;
    } catch (RuntimeException e) {
      findings.add(new Finding(name, false, String.valueOf(e.getMessage())));
      return false;
    }
  }

  private void look() {
    add(
        "native",
        () -> "access " + (NativeLibrary.class.getModule().isNativeAccessEnabled() ? "on" : "off"));
    add("driver", () -> place(new CudaDriver().library));
    add("NVRTC", () -> place(new Nvrtc().library));
    add("cuBLAS", () -> place(new Cublas().library));
    add("cuSOLVER", () -> place(new Cusolver().library));
    add("setting", DeviceProbe::settings);
    if (!add("CUDA", DeviceProbe::versions)) {
      return;
    }
    Device[] opened = new Device[1];
    boolean started =
        add(
            "device",
            () -> {
              opened[0] = Device.open("cuda", Device.MathMode.FLOAT);
              return opened[0].description() + ", " + Cuda.get().free();
            });
    if (started) {
      try (Device device = opened[0]) {
        act(device);
      }
      add("TF32", DeviceProbe::tf32);
    }
  }

  private static void expect(boolean holds, String sentence, Object... seen) {
    if (!holds) {
      throw new IllegalStateException(String.format(Locale.ROOT, sentence, seen));
    }
  }

  private static String place(NativeLibrary library) {
    return library.name() + ", " + library.place();
  }

  private static String settings() {
    String override = System.getenv("NVIDIA_TF32_OVERRIDE");
    expect(
        override == null,
        "NVIDIA_TF32_OVERRIDE is %s and decides about the precision whatever is asked for: unset"
            + " it",
        override);
    String visible = Cuda.visible();
    return visible.isEmpty() ? "CUDA_VISIBLE_DEVICES is not set" : visible.strip();
  }

  private static String versions() {
    Cuda cuda = Cuda.get();
    return String.format(
        Locale.ROOT,
        "driver for %s, NVRTC %s, %d device(s)",
        Cuda.version(cuda.driverVersion()),
        cuda.compiler.version(),
        cuda.devices());
  }

  private void act(Device device) {
    add("normals", () -> normals(device));
    add("product", () -> product(device, 1e-5));
    add("Cholesky", () -> inverse(device));
    add("repeat", () -> repeat(device));
    add("capture", () -> capture(device));
    add(
        "memory",
        () -> {
          expect(device.allocated() == 0, "%d bytes were not freed", device.allocated());
          return "all freed";
        });
  }

  private static String tf32() {
    try (Device device = Device.open("cuda", Device.MathMode.TF32)) {
      return product(device, 3e-3);
    }
  }

  /** Compiles and runs our kernels, and compares with the streams of the host. */
  private static String normals(Device device) {
    int columns = 5;
    int rows = 20_000;
    RandomStream stream = new RandomStreams(1).stream("examination");
    long[] words = stream.words();
    double[] seen = new double[rows * columns];
    try (Buffers buffers = new Buffers(device)) {
      Buffer x = buffers.doubles(seen.length);
      Buffer y = buffers.doubles(rows);
      Buffer w = buffers.doubles(columns);
      device.launch(Kernel.GENERATE, 64, x, y, w, (long) rows, columns, words[0], words[1]);
      device.download(x, seen);
    }
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns - 1; j++) {
        double wanted = stream.normal(0, (long) i * columns + j);
        double made = seen[i * columns + j];
        expect(made == wanted, "normal %d, %d is %s, expected %s", i, j, made, wanted);
      }
    }
    return rows * (columns - 1) + " equal to those of the host, bit for bit";
  }

  private static float[] numbers(int count, long step) {
    double[] uniforms = new double[count];
    new RandomStreams(2).stream("examination").uniforms(step, 0, 1, uniforms, 0, count);
    float[] out = new float[count];
    for (int i = 0; i < count; i++) {
      out[i] = (float) (uniforms[i] - 0.5);
    }
    return out;
  }

  private static DeviceMatrix square(Buffers buffers, int n) {
    return DeviceMatrix.of(buffers.floats((long) n * n), n, n);
  }

  /** Returns the product A B' of two random matrices, on a device. */
  private static float[] made(Device device) {
    try (Buffers buffers = new Buffers(device)) {
      DeviceMatrix a = square(buffers, SIZE);
      DeviceMatrix b = square(buffers, SIZE);
      DeviceMatrix c = square(buffers, SIZE);
      device.upload(numbers(SIZE * SIZE, 0), a.data());
      device.upload(numbers(SIZE * SIZE, 1), b.data());
      device.multiply(1, a, b.transpose(), 0, c);
      float[] out = new float[SIZE * SIZE];
      device.download(c.data(), out);
      return out;
    }
  }

  /** Returns the same product, in double. */
  private static float[] wanted() {
    float[] a = numbers(SIZE * SIZE, 0);
    float[] b = numbers(SIZE * SIZE, 1);
    float[] out = new float[SIZE * SIZE];
    for (int i = 0; i < out.length; i++) {
      double sum = 0;
      for (int k = 0; k < SIZE; k++) {
        sum += (double) a[i / SIZE * SIZE + k] * b[i % SIZE * SIZE + k];
      }
      out[i] = (float) sum;
    }
    return out;
  }

  private static String product(Device device, double tolerance) {
    return "off by " + off(made(device), wanted(), tolerance) + ", relatively";
  }

  private static String off(float[] made, float[] wanted, double tolerance) {
    double error = 0;
    double size = 0;
    for (int i = 0; i < made.length; i++) {
      error += ((double) made[i] - wanted[i]) * ((double) made[i] - wanted[i]);
      size += (double) wanted[i] * wanted[i];
    }
    double relative = Math.sqrt(error / size);
    String text = String.format(Locale.ROOT, "%.1e", relative);
    expect(relative <= tolerance, "off by %s, expected at most %s", text, tolerance);
    return text;
  }

  private static String inverse(Device device) {
    int n = 64;
    float[] unit = new float[n * n];
    for (int i = 0; i < n; i++) {
      unit[i * n + i] = 1;
    }
    try (Buffers buffers = new Buffers(device)) {
      DeviceMatrix a = square(buffers, n);
      DeviceMatrix b = square(buffers, n);
      DeviceMatrix c = square(buffers, n);
      DeviceMatrix d = square(buffers, n);
      Buffer info = buffers.ints(1);
      device.upload(unit, a.data());
      device.upload(numbers(n * n, 2), c.data());
      device.multiply(1, c, c.transpose(), 1, a);
      device.copy(a.data(), d.data());
      device.invert(a, b, info);
      device.multiply(1, d, b, 0, c);
      float[] seen = new float[n * n];
      device.download(c.data(), seen);
      int[] status = new int[1];
      device.download(info, status);
      expect(status[0] == 0, "cuSOLVER says %d for a definite matrix", status[0]);
      // Not definite: the code must say so and nothing else may happen.
      device.zero(a.data());
      device.invert(a, b, info);
      device.download(info, status);
      expect(status[0] != 0, "cuSOLVER took a matrix of zeros for a definite one");
      return "A times its inverse is off by " + off(seen, unit, 1e-4);
    }
  }

  private static String repeat(Device device) {
    boolean equal = Arrays.equals(made(device), made(device));
    expect(equal, "two equal products differ in their bits");
    return "two products with the same bits";
  }

  private static String capture(Device device) {
    try (Buffers buffers = new Buffers(device)) {
      DeviceMatrix a = square(buffers, 64);
      DeviceMatrix b = square(buffers, 64);
      Buffer s = buffers.doubles(64);
      Runnable body =
          () -> {
            device.multiply(1, a, a, 0, b);
            device.launch(Kernel.NOTE, 1, s, 9);
          };
      body.run();
      double[] seen = new double[64];
      try (Device.Recording recording = device.record(body)) {
        for (int k = 0; k < 10; k++) {
          recording.replay();
        }
        device.download(s, seen);
      }
      expect(seen[9] == 11, "ten replays and a run counted %s, expected 11", seen[9]);
      return "a product and a kernel, recorded and replayed ten times";
    }
  }
}
