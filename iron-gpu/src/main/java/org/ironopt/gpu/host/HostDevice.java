package org.ironopt.gpu.host;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ironopt.gpu.Buffer;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.Kernel;
import org.ironopt.gpu.Matrix;
import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Products;
import org.ironopt.linalg.Products.Part;

/**
 * The host in place of an accelerator: plain Java on the core's kernels, the reference for every
 * test and a way to run without a GPU. Work is done at once, or put down while recording.
 */
public final class HostDevice implements Device {
  private final Products products = new Products();
  private final Set<Memory> live = new HashSet<>();
  private List<Runnable> recording;
  private long allocated;

  /** An array, by identity. */
  private static final class Memory {
    final Object array;

    Memory(Object array) {
      this.array = array;
    }
  }

  static Object array(Buffer buffer) {
    return ((Memory) buffer.memory()).array;
  }

  @Override
  public String description() {
    return "host, plain Java";
  }

  @Override
  public Buffer allocate(Buffer.Kind kind, long length) {
    int size = Math.toIntExact(length);
    Memory memory =
        new Memory(
            switch (kind) {
              case FLOAT -> new float[size];
              case DOUBLE -> new double[size];
              case INT -> new int[size];
            });
    live.add(memory);
    Buffer buffer = new Buffer(memory, kind, 0, length);
    allocated += buffer.bytes();
    return buffer;
  }

  @Override
  public void free(Buffer buffer) {
    if (!live.remove(buffer.memory())) {
      throw new IllegalStateException("a buffer is freed twice, or is of another device");
    }
    allocated -= buffer.bytes();
  }

  @Override
  public long allocated() {
    return allocated;
  }

  private void queue(Runnable work) {
    if (recording != null) {
      recording.add(work);
    } else {
      work.run();
    }
  }

  private void requireNotRecording(String what) {
    if (recording != null) {
      throw new IllegalStateException(what + " waits for the device, which a recording may not");
    }
  }

  @Override
  public void upload(Object array, Buffer to) {
    requireNotRecording("upload");
    int length = Device.requireArray(array, to);
    System.arraycopy(array, 0, array(to), (int) to.from(), length);
  }

  @Override
  public void download(Buffer from, Object array) {
    requireNotRecording("download");
    int length = Device.requireArray(array, from);
    System.arraycopy(array(from), (int) from.from(), array, 0, length);
  }

  @Override
  public void copy(Buffer from, Buffer to) {
    Device.requireCopy(from, to);
    queue(
        () ->
            System.arraycopy(
                array(from), (int) from.from(), array(to), (int) to.from(), (int) to.length()));
  }

  @Override
  public void zero(Buffer buffer) {
    int from = (int) buffer.from();
    int to = (int) (buffer.from() + buffer.length());
    queue(
        () -> {
          switch (array(buffer)) {
            case float[] f -> java.util.Arrays.fill(f, from, to, 0);
            case double[] d -> java.util.Arrays.fill(d, from, to, 0);
            default -> java.util.Arrays.fill((int[]) array(buffer), from, to, 0);
          }
        });
  }

  @Override
  public void multiply(double alpha, Matrix a, Matrix b, double beta, Matrix c) {
    Device.requireProduct(a, b, c);
    queue(
        () -> {
          if (a.data().kind() == Buffer.Kind.FLOAT) {
            scale((float[]) array(c.data()), (float) beta, c);
            Part to = Part.of((float[]) array(c.data()), (int) c.data().from(), c.stride());
            products.multiply(
                a.rows(), a.columns(), b.columns(), part(a), part(b), (float) alpha, beta != 0, to);
          } else {
            inDouble(alpha, a, b, beta, c);
          }
        });
  }

  private static Part part(Matrix m) {
    Part part = Part.of((float[]) array(m.data()), (int) m.data().from(), m.stride());
    return m.transposed() ? part.transpose() : part;
  }

  private static void scale(float[] data, float beta, Matrix c) {
    for (int i = 0; beta != 0 && beta != 1 && i < c.rows(); i++) {
      int at = (int) c.data().from() + i * c.stride();
      for (int j = 0; j < c.columns(); j++) {
        data[at + j] *= beta;
      }
    }
  }

  private static double get(Matrix m, int i, int j) {
    int at = m.transposed() ? j * m.stride() + i : i * m.stride() + j;
    return ((double[]) array(m.data()))[(int) m.data().from() + at];
  }

  private static void inDouble(double alpha, Matrix a, Matrix b, double beta, Matrix c) {
    double[] out = (double[]) array(c.data());
    for (int i = 0; i < c.rows(); i++) {
      for (int j = 0; j < c.columns(); j++) {
        double sum = 0;
        for (int k = 0; k < a.columns(); k++) {
          sum = Math.fma(get(a, i, k), get(b, k, j), sum);
        }
        int at = (int) c.data().from() + i * c.stride() + j;
        out[at] = alpha * sum + (beta == 0 ? 0 : beta * out[at]);
      }
    }
  }

  @Override
  public void invert(Matrix a, Matrix inverse, Buffer info) {
    queue(
        () -> {
          int n = a.rows();
          DenseMatrix copy = DenseMatrix.zeros(n, n);
          for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
              copy.set(i, j, element(a, i, j));
            }
          }
          Cholesky cholesky = new Cholesky(n);
          boolean definite = cholesky.factor(copy);
          ((int[]) array(info))[(int) info.from()] = definite ? 0 : 1;
          double[] column = new double[n];
          for (int j = 0; definite && j < n; j++) {
            java.util.Arrays.fill(column, 0);
            column[j] = 1;
            cholesky.solve(column, column);
            for (int i = 0; i < n; i++) {
              set(inverse, i, j, column[i]);
            }
          }
        });
  }

  private static double element(Matrix m, int i, int j) {
    int at = (int) m.data().from() + i * m.stride() + j;
    return array(m.data()) instanceof float[] f ? f[at] : ((double[]) array(m.data()))[at];
  }

  private static void set(Matrix m, int i, int j, double value) {
    int at = (int) m.data().from() + i * m.stride() + j;
    if (array(m.data()) instanceof float[] f) {
      f[at] = (float) value;
    } else {
      ((double[]) array(m.data()))[at] = value;
    }
  }

  @Override
  public void launch(Kernel kernel, int blocks, Object... arguments) {
    Object[] taken = arguments.clone();
    queue(() -> Twins.run(kernel, blocks, new Arguments(taken)));
  }

  @Override
  public Recording record(Runnable body) {
    requireNotRecording("record");
    List<Runnable> list = new ArrayList<>();
    recording = list;
    try {
      body.run();
    } finally {
      recording = null;
    }
    return new Recording() {
      @Override
      public void replay() {
        list.forEach(HostDevice.this::queue);
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public void synchronize() {
    requireNotRecording("synchronize");
  }

  @Override
  public double seconds(Runnable body) {
    long start = System.nanoTime();
    body.run();
    return 1e-9 * (System.nanoTime() - start);
  }

  @Override
  public double secondsOneByOne(Runnable body) {
    return seconds(body);
  }

  @Override
  public void close() {
    live.clear();
    allocated = 0;
  }
}
