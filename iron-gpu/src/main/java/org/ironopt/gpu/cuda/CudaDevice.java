package org.ironopt.gpu.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.ironopt.gpu.Buffer;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.DeviceException;
import org.ironopt.gpu.Kernel;
import org.ironopt.gpu.Matrix;

/**
 * An NVIDIA GPU: one stream of the primary context of a device, cuBLAS with a workspace of its own
 * (which a graph needs), cuSOLVER, and our kernels. All calls come from the platform thread that
 * opened it.
 */
public final class CudaDevice implements Device {
  /** What NVIDIA recommends for Hopper; more than others need. */
  private static final long WORKSPACE = 32L << 20;

  /** Bytes that are copied between heap and device at a time. */
  private static final long PIECE = 64L << 20;

  private static final int MOST_ARGUMENTS = 32;

  /** CU_STREAM_NON_BLOCKING. */
  private static final int NON_BLOCKING = 1;

  /** Repetitions of an operation that is timed alone. */
  private static final int REPEATS = 20;

  private final Cuda cuda;
  private final Thread owner = Thread.currentThread();
  private final int ordinal;
  private String description;
  private long context;
  private long stream;
  private long blas;
  private long solver;
  private long module;
  private final Arena arena = Arena.ofShared();
  private final Map<Kernel, Long> functions = new EnumMap<>(Kernel.class);
  private final Map<Long, Long> live = new HashMap<>();
  private final MemorySegment slots = arena.allocate(ValueLayout.JAVA_LONG, MOST_ARGUMENTS);
  private final MemorySegment pointers = arena.allocate(ValueLayout.JAVA_LONG, MOST_ARGUMENTS);
  private final MemorySegment scalars = arena.allocate(ValueLayout.JAVA_DOUBLE, 2);

  /** Where the second half of an inversion reports; the first half's report is the one to keep. */
  private Buffer solved;

  private Buffer factorSpace;
  private long allocated;

  /** Bytes of the device's own, such as the workspace of cuBLAS. */
  private long own;

  private boolean capturing;
  private boolean closed;

  /** Seconds of single operations while they are timed one by one, negative otherwise. */
  private double alone = -1;

  private CudaDevice(Cuda cuda, int ordinal) {
    this.cuda = cuda;
    this.ordinal = ordinal;
    for (int i = 0; i < MOST_ARGUMENTS; i++) {
      pointers.setAtIndex(ValueLayout.JAVA_LONG, i, slots.address() + 8L * i);
    }
  }

  private void start(Precision precision) {
    int device = Driver.integer(cuda.driver.device, ordinal);
    context = Driver.handle(cuda.driver.retain, device);
    cuda.driver.setCurrent.check(context);
    description = cuda.describe(device);
    stream = Driver.handle(cuda.driver.streamCreate, NON_BLOCKING);
    blas = Driver.handle(cuda.blas.create);
    cuda.blas.setStream.check(blas, stream);
    Buffer workspace = allocate(Buffer.Kind.INT, WORKSPACE / Buffer.Kind.INT.bytes);
    cuda.blas.setWorkspace.check(blas, address(workspace), WORKSPACE);
    cuda.blas.setMathMode.check(blas, precision == Precision.TF32 ? Blas.TF32 : Blas.DEFAULT_MATH);
    solver = Driver.handle(cuda.solver.create);
    cuda.solver.setStream.check(solver, stream);
    solved = allocate(Buffer.Kind.INT, 1);
    factorSpace = allocate(Buffer.Kind.DOUBLE, 1);
    module = load(cuda.compiler.machineCode(Compiler.source(), cuda.architecture(device)));
    for (Kernel kernel : Kernel.values()) {
      functions.put(kernel, function(kernel.symbol()));
    }
    synchronize();
    own = allocated;
  }

  /** How products of floats are made. */
  public enum Precision {
    /** In float throughout. */
    FLOAT,
    /** Factors rounded to 11 bits, sums in float: about ten times as fast on matrix units. */
    TF32
  }

  /** Opens a device, or says in one sentence why that cannot be. */
  public static CudaDevice open(int ordinal, Precision precision) {
    if (Thread.currentThread().isVirtual()) {
      throw new DeviceException("a CUDA context belongs to a platform thread, this one is virtual");
    }
    Cuda cuda = Cuda.get();
    int count = cuda.devices();
    if (ordinal < 0 || ordinal >= count) {
      throw new DeviceException(
          "there is no cuda:" + ordinal + ": " + count + " device(s) are visible" + Cuda.visible());
    }
    CudaDevice made = new CudaDevice(cuda, ordinal);
    try {
      made.start(precision);
      return made;
    } catch (RuntimeException e) {
      made.close();
      throw e;
    }
  }

  private long load(byte[] code) {
    try (Arena scratch = Arena.ofConfined()) {
      MemorySegment image = scratch.allocate(code.length + 1L, 64);
      MemorySegment.copy(code, 0, image, ValueLayout.JAVA_BYTE, 0, code.length);
      return Driver.handle(cuda.driver.moduleLoad, image.address());
    }
  }

  private long function(String symbol) {
    try (Arena scratch = Arena.ofConfined()) {
      return Driver.handle(cuda.driver.function, module, scratch.allocateFrom(symbol).address());
    }
  }

  private void enter() {
    if (closed) {
      throw new IllegalStateException("the device is closed");
    }
    if (Thread.currentThread() != owner) {
      throw new IllegalStateException(
          "the device belongs to the thread '" + owner.getName() + "', which opened it");
    }
  }

  private void enterToWait(String what) {
    enter();
    if (capturing) {
      throw new IllegalStateException(what + " waits for the device, which a recording may not");
    }
  }

  /** Does an operation; again and again with a clock if operations are timed one by one. */
  private void issue(Runnable operation) {
    enter();
    operation.run();
    if (alone >= 0) {
      alone +=
          timed(
                  () -> {
                    for (int i = 0; i < REPEATS; i++) {
                      operation.run();
                    }
                  })
              / REPEATS;
    }
  }

  private static long address(Buffer buffer) {
    return (Long) buffer.memory() + buffer.from() * buffer.kind().bytes;
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public Buffer allocate(Buffer.Kind kind, long length) {
    enterToWait("allocate");
    long bytes = Math.max(1, length) * kind.bytes;
    try (Arena scratch = Arena.ofConfined()) {
      MemorySegment out = scratch.allocate(ValueLayout.JAVA_LONG);
      int code = cuda.driver.allocate.code(out.address(), bytes);
      if (code != 0) {
        throw cuda.driver.allocate.failure(
            code,
            code == Driver.OUT_OF_MEMORY
                ? String.format(
                    Locale.ROOT,
                    ": %s were asked for, %s: take a smaller batch or fewer rows",
                    Cuda.gigabytes(bytes),
                    cuda.free())
                : "",
            "out",
            bytes);
      }
      long address = out.get(ValueLayout.JAVA_LONG, 0);
      live.put(address, bytes);
      allocated += bytes;
      Buffer made = new Buffer(address, kind, 0, length);
      cuda.driver.fill.check(address, 0, bytes, stream);
      return made;
    }
  }

  @Override
  public void free(Buffer buffer) {
    enterToWait("free");
    Long bytes = live.remove((Long) buffer.memory());
    if (bytes == null) {
      throw new IllegalStateException("a buffer is freed twice, or is of another device");
    }
    allocated -= bytes;
    cuda.driver.synchronize.check(stream);
    cuda.driver.free.check((Long) buffer.memory());
  }

  @Override
  public long allocated() {
    return allocated - own;
  }

  @Override
  public void upload(Object array, Buffer to) {
    enterToWait("upload");
    int length = Device.requireArray(array, to);
    transfer(array, length, to, true);
  }

  @Override
  public void download(Buffer from, Object array) {
    enterToWait("download");
    transfer(array, Device.requireArray(array, from), from, false);
  }

  /** Copies through native memory, piece by piece. */
  private void transfer(Object array, int length, Buffer buffer, boolean up) {
    MemorySegment heap =
        switch (array) {
          case float[] f -> MemorySegment.ofArray(f);
          case double[] d -> MemorySegment.ofArray(d);
          default -> MemorySegment.ofArray((int[]) array);
        };
    long bytes = (long) length * buffer.kind().bytes;
    try (Arena scratch = Arena.ofConfined()) {
      MemorySegment piece = scratch.allocate(Math.max(8, Math.min(bytes, PIECE)), 8);
      for (long at = 0; at < bytes; at += PIECE) {
        long count = Math.min(PIECE, bytes - at);
        if (up) {
          MemorySegment.copy(heap, at, piece, 0, count);
          cuda.driver.upload.check(address(buffer) + at, piece.address(), count, stream);
          cuda.driver.synchronize.check(stream);
        } else {
          cuda.driver.download.check(piece.address(), address(buffer) + at, count, stream);
          cuda.driver.synchronize.check(stream);
          MemorySegment.copy(piece, 0, heap, at, count);
        }
      }
    }
  }

  @Override
  public void copy(Buffer from, Buffer to) {
    Device.requireCopy(from, to);
    issue(() -> cuda.driver.copy.check(address(to), address(from), from.bytes(), stream));
  }

  @Override
  public void zero(Buffer buffer) {
    issue(() -> cuda.driver.fill.check(address(buffer), 0, buffer.bytes(), stream));
  }

  /** C' = B' A' by columns is C = A B by rows. */
  @Override
  public void multiply(double alpha, Matrix a, Matrix b, double beta, Matrix c) {
    Device.requireProduct(a, b, c);
    boolean single = a.data().kind() == Buffer.Kind.FLOAT;
    issue(
        () -> {
          if (single) {
            scalars.set(ValueLayout.JAVA_FLOAT, 0, (float) alpha);
            scalars.set(ValueLayout.JAVA_FLOAT, 8, (float) beta);
          } else {
            scalars.set(ValueLayout.JAVA_DOUBLE, 0, alpha);
            scalars.set(ValueLayout.JAVA_DOUBLE, 8, beta);
          }
          (single ? cuda.blas.sgemm : cuda.blas.dgemm)
              .check(
                  blas,
                  b.transposed() ? Blas.TRANSPOSED : Blas.PLAIN,
                  a.transposed() ? Blas.TRANSPOSED : Blas.PLAIN,
                  c.columns(),
                  c.rows(),
                  a.columns(),
                  scalars.address(),
                  address(b.data()),
                  b.stride(),
                  address(a.data()),
                  a.stride(),
                  scalars.address() + 8,
                  address(c.data()),
                  c.stride());
        });
  }

  @Override
  public void invert(Matrix a, Matrix inverse, Buffer info) {
    enterToWait("invert");
    int which = a.data().kind() == Buffer.Kind.FLOAT ? 0 : 1;
    int n = a.rows();
    int size = 0;
    try (Arena scratch = Arena.ofConfined()) {
      MemorySegment out = scratch.allocate(ValueLayout.JAVA_LONG);
      cuda.solver.size[which].check(
          solver, Solver.LOWER, n, address(a.data()), a.stride(), out.address());
      size = out.get(ValueLayout.JAVA_INT, 0);
    }
    if (factorSpace.length() < size) {
      free(factorSpace);
      own += (size - factorSpace.length()) * Buffer.Kind.DOUBLE.bytes;
      factorSpace = allocate(Buffer.Kind.DOUBLE, size);
    }
    launchIdentity(inverse);
    int space = size;
    issue(
        () ->
            cuda.solver.factor[which].check(
                solver,
                Solver.LOWER,
                n,
                address(a.data()),
                a.stride(),
                address(factorSpace),
                space,
                address(info)));
    issue(
        () ->
            cuda.solver.solve[which].check(
                solver,
                Solver.LOWER,
                n,
                n,
                address(a.data()),
                a.stride(),
                address(inverse.data()),
                inverse.stride(),
                address(solved)));
  }

  private void launchIdentity(Matrix inverse) {
    int n = inverse.rows();
    if (inverse.stride() != n) {
      throw new IllegalArgumentException("an inverse is stored without gaps");
    }
    Kernel kernel =
        inverse.data().kind() == Buffer.Kind.FLOAT ? Kernel.IDENTITY : Kernel.IDENTITY_DOUBLE;
    launch(kernel, Kernel.blocks((long) n * n), inverse.data(), n);
  }

  @Override
  public void launch(Kernel kernel, int blocks, Object... arguments) {
    issue(
        () -> {
          for (int i = 0; i < arguments.length; i++) {
            put(8L * i, arguments[i]);
          }
          cuda.driver.launch.check(
              functions.get(kernel),
              blocks,
              1,
              1,
              Kernel.THREADS,
              1,
              1,
              0,
              stream,
              pointers.address(),
              0L);
        });
  }

  private void put(long at, Object argument) {
    switch (argument) {
      case Buffer buffer -> slots.set(ValueLayout.JAVA_LONG, at, address(buffer));
      case Integer i -> slots.set(ValueLayout.JAVA_INT, at, i);
      case Long l -> slots.set(ValueLayout.JAVA_LONG, at, l);
      case Float f -> slots.set(ValueLayout.JAVA_FLOAT, at, f);
      case Double d -> slots.set(ValueLayout.JAVA_DOUBLE, at, d);
      default -> throw new IllegalArgumentException("an argument of type " + argument.getClass());
    }
  }

  @Override
  public Recording record(Runnable body) {
    enterToWait("record");
    cuda.driver.synchronize.check(stream);
    cuda.driver.beginCapture.check(stream, Driver.THREAD_LOCAL);
    capturing = true;
    long graph = 0;
    try (Arena scratch = Arena.ofConfined()) {
      MemorySegment out = scratch.allocate(ValueLayout.JAVA_LONG);
      try {
        body.run();
      } catch (RuntimeException e) {
        // The capture has to end whatever happened; the first failure is the one to tell.
        if (cuda.driver.endCapture.code(stream, out.address()) == 0) {
          end(cuda.driver.graphDestroy, out.get(ValueLayout.JAVA_LONG, 0));
        }
        throw e;
      } finally {
        capturing = false;
      }
      cuda.driver.endCapture.check(stream, out.address());
      graph = out.get(ValueLayout.JAVA_LONG, 0);
    }
    long executable = Driver.handle(cuda.driver.instantiate, graph, 0L);
    cuda.driver.graphDestroy.check(graph);
    return new Graph(executable);
  }

  private final class Graph implements Recording {
    private final long executable;
    private boolean destroyed;

    Graph(long executable) {
      this.executable = executable;
    }

    @Override
    public void replay() {
      issue(() -> cuda.driver.graphLaunch.check(executable, stream));
    }

    @Override
    public void close() {
      if (!destroyed && !closed) {
        destroyed = true;
        enterToWait("close");
        cuda.driver.synchronize.check(stream);
        cuda.driver.execDestroy.check(executable);
      }
    }
  }

  @Override
  public void synchronize() {
    enterToWait("synchronize");
    cuda.driver.synchronize.check(stream);
  }

  @Override
  public double seconds(Runnable body) {
    enterToWait("seconds");
    return timed(body);
  }

  private double timed(Runnable body) {
    long start = Driver.handle(cuda.driver.eventCreate, 0);
    long end = Driver.handle(cuda.driver.eventCreate, 0);
    try (Arena scratch = Arena.ofConfined()) {
      cuda.driver.eventRecord.check(start, stream);
      body.run();
      cuda.driver.eventRecord.check(end, stream);
      cuda.driver.synchronize.check(stream);
      MemorySegment milliseconds = scratch.allocate(ValueLayout.JAVA_FLOAT);
      cuda.driver.elapsed.check(milliseconds.address(), start, end);
      return 1e-3 * milliseconds.get(ValueLayout.JAVA_FLOAT, 0);
    } finally {
      cuda.driver.eventDestroy.check(start);
      cuda.driver.eventDestroy.check(end);
    }
  }

  @Override
  public double secondsOneByOne(Runnable body) {
    enterToWait("secondsOneByOne");
    alone = 0;
    try {
      body.run();
      return alone;
    } finally {
      alone = -1;
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    enter();
    closed = true;
    // The first failure is the one to tell, so that codes are not looked at here.
    if (stream != 0) {
      cuda.driver.synchronize.code(stream);
    }
    end(cuda.solver.destroy, solver);
    end(cuda.blas.destroy, blas);
    live.keySet().forEach(address -> end(cuda.driver.free, address));
    live.clear();
    allocated = 0;
    own = 0;
    end(cuda.driver.moduleUnload, module);
    end(cuda.driver.streamDestroy, stream);
    if (context != 0) {
      cuda.driver.release.code(Driver.integer(cuda.driver.device, ordinal));
    }
    arena.close();
  }

  private static void end(Library.Call call, long handle) {
    if (handle != 0) {
      call.code(handle);
    }
  }
}
