package org.ironopt.gpu.cuda;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.ironopt.gpu.Buffer;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.Kernel;
import org.ironopt.gpu.Matrix;
import org.ironopt.random.Stream;
import org.ironopt.random.Streams;

/**
 * Whether this machine can run our work on a GPU: looks for what is needed, then acts. Every part
 * is tried even if one before it failed, as far as that makes sense.
 */
public final class Examination {
  private static final int SIZE = 300;

  private final List<Finding> findings = new ArrayList<>();

  private Examination() {}

  /**
   * One line of the diagnosis.
   *
   * @param name what was looked at
   * @param ok whether it is as it should be
   * @param value what was seen, or what is wrong and what to do
   */
  public record Finding(String name, boolean ok, String value) {}

  /** Returns the findings, in order. */
  public static List<Finding> run() {
    Examination all = new Examination();
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
        () -> "access " + (Library.class.getModule().isNativeAccessEnabled() ? "on" : "off"));
    add("driver", () -> place(new Driver().library));
    add("NVRTC", () -> place(new Compiler().library));
    add("cuBLAS", () -> place(new Blas().library));
    add("cuSOLVER", () -> place(new Solver().library));
    add("setting", Examination::settings);
    if (!add("CUDA", Examination::versions)) {
      return;
    }
    CudaDevice[] opened = new CudaDevice[1];
    boolean started =
        add(
            "device",
            () -> {
              opened[0] = CudaDevice.open(0, CudaDevice.Precision.FLOAT);
              return opened[0].description() + ", " + Cuda.get().free();
            });
    if (started) {
      try (Device device = opened[0]) {
        act(device);
      }
      add("TF32", Examination::tf32);
    }
  }

  private static void expect(boolean holds, String sentence, Object... seen) {
    if (!holds) {
      throw new IllegalStateException(String.format(Locale.ROOT, sentence, seen));
    }
  }

  private static String place(Library library) {
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
    try (Device device = CudaDevice.open(0, CudaDevice.Precision.TF32)) {
      return product(device, 3e-3);
    }
  }

  /** Compiles and runs our kernels, and compares with the streams of the host. */
  private static String normals(Device device) {
    int columns = 5;
    int rows = 20_000;
    Buffer x = device.doubles((long) rows * columns);
    Buffer y = device.doubles(rows);
    Buffer w = device.doubles(columns);
    Stream stream = new Streams(1).stream("examination");
    long[] words = stream.words();
    device.launch(Kernel.GENERATE, 64, x, y, w, (long) rows, columns, words[0], words[1]);
    double[] seen = new double[rows * columns];
    device.download(x, seen);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns - 1; j++) {
        double wanted = stream.normal(0, (long) i * columns + j);
        double made = seen[i * columns + j];
        expect(made == wanted, "normal %d, %d is %s, expected %s", i, j, made, wanted);
      }
    }
    free(device, x, y, w);
    return rows * (columns - 1) + " equal to those of the host, bit for bit";
  }

  private static void free(Device device, Buffer... buffers) {
    Arrays.stream(buffers).forEach(device::free);
  }

  private static float[] numbers(int count, long step) {
    double[] uniforms = new double[count];
    new Streams(2).stream("examination").uniforms(step, 0, 1, uniforms, 0, count);
    float[] out = new float[count];
    for (int i = 0; i < count; i++) {
      out[i] = (float) (uniforms[i] - 0.5);
    }
    return out;
  }

  private static Matrix square(Device device, int n) {
    return Matrix.of(device.floats((long) n * n), n, n);
  }

  /** Returns the product of two random matrices, on a device. */
  private static float[] made(Device device) {
    Matrix a = square(device, SIZE);
    Matrix b = square(device, SIZE);
    Matrix c = square(device, SIZE);
    device.upload(numbers(SIZE * SIZE, 0), a.data());
    device.upload(numbers(SIZE * SIZE, 1), b.data());
    device.multiply(1, a, b.transpose(), 0, c);
    float[] out = new float[SIZE * SIZE];
    device.download(c.data(), out);
    free(device, a.data(), b.data(), c.data());
    return out;
  }

  private static String product(Device device, double tolerance) {
    float[] made = made(device);
    float[] wanted;
    try (Device host = Device.host()) {
      wanted = made(host);
    }
    return "off by " + off(made, wanted, tolerance) + ", relatively";
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
    Matrix a = square(device, n);
    Matrix b = square(device, n);
    Matrix c = square(device, n);
    Matrix d = square(device, n);
    Buffer info = device.ints(1);
    device.launch(Kernel.IDENTITY, Kernel.blocks((long) n * n), a.data(), n);
    device.upload(numbers(n * n, 2), c.data());
    device.multiply(1, c, c.transpose(), 1, a);
    device.copy(a.data(), d.data());
    device.invert(a, b, info);
    device.multiply(1, d, b, 0, c);
    float[] seen = new float[n * n];
    float[] unit = new float[n * n];
    for (int i = 0; i < n; i++) {
      unit[i * n + i] = 1;
    }
    device.download(c.data(), seen);
    int[] status = new int[1];
    device.download(info, status);
    expect(status[0] == 0, "cuSOLVER says %d for a definite matrix", status[0]);
    // Not definite: the code must say so and nothing else may happen.
    device.zero(a.data());
    device.invert(a, b, info);
    device.download(info, status);
    expect(status[0] != 0, "cuSOLVER took a matrix of zeros for a definite one");
    free(device, a.data(), b.data(), c.data(), d.data(), info);
    return "A times its inverse is off by " + off(seen, unit, 1e-4);
  }

  private static String repeat(Device device) {
    boolean equal = Arrays.equals(made(device), made(device));
    expect(equal, "two equal products differ in their bits");
    return "two products with the same bits";
  }

  private static String capture(Device device) {
    Matrix a = square(device, 64);
    Matrix b = square(device, 64);
    Buffer s = device.doubles(64);
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
    free(device, a.data(), b.data(), s);
    expect(seen[9] == 11, "ten replays and a run counted %s, expected 11", seen[9]);
    return "a product and a kernel, recorded and replayed ten times";
  }
}
