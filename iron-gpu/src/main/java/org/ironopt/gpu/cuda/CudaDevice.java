package org.ironopt.gpu.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumMap;
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
  private long module;
  private CudaMemory memory;
  private CudaAlgebra algebra;
  private final Arena arena = Arena.ofShared();
  private final Map<Kernel, Long> functions = new EnumMap<>(Kernel.class);
  private final MemorySegment slots = arena.allocate(ValueLayout.JAVA_LONG, MOST_ARGUMENTS);
  private final MemorySegment pointers = arena.allocate(ValueLayout.JAVA_LONG, MOST_ARGUMENTS);

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
    memory = new CudaMemory(cuda.driver, cuda::free, stream);
    algebra = new CudaAlgebra(cuda, memory, arena);
    algebra.start(stream, precision);
    module = load(cuda.compiler.machineCode(Compiler.source(), cuda.architecture(device)));
    for (Kernel kernel : Kernel.values()) {
      functions.put(kernel, function(kernel.symbol()));
    }
    synchronize();
    own = memory.allocated();
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
          "there is no cuda:%d: %d device(s) are visible%s", ordinal, count, Cuda.visible());
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

  @Override
  public String description() {
    return description;
  }

  @Override
  public Buffer allocate(Buffer.Kind kind, long length) {
    enterToWait("allocate");
    return memory.allocate(kind, length);
  }

  @Override
  public void free(Buffer buffer) {
    enterToWait("free");
    memory.free(buffer);
  }

  @Override
  public long allocated() {
    return closed ? 0 : memory.allocated() - own;
  }

  @Override
  public void upload(Object array, Buffer to) {
    enterToWait("upload");
    memory.transfer(array, Device.requireArray(array, to), to, true);
  }

  @Override
  public void download(Buffer from, Object array) {
    enterToWait("download");
    memory.transfer(array, Device.requireArray(array, from), from, false);
  }

  @Override
  public void copy(Buffer from, Buffer to) {
    Device.requireCopy(from, to);
    issue(
        () ->
            cuda.driver.copy.check(
                CudaMemory.address(to), CudaMemory.address(from), from.bytes(), stream));
  }

  @Override
  public void zero(Buffer buffer) {
    issue(() -> cuda.driver.fill.check(CudaMemory.address(buffer), 0, buffer.bytes(), stream));
  }

  @Override
  public void multiply(double alpha, Matrix a, Matrix b, double beta, Matrix c) {
    Device.requireProduct(a, b, c);
    issue(() -> algebra.multiply(alpha, a, b, beta, c));
  }

  @Override
  public void invert(Matrix a, Matrix inverse, Buffer info) {
    enterToWait("invert");
    long before = memory.allocated();
    algebra.makeRoom(a);
    own += memory.allocated() - before;
    launchIdentity(inverse);
    issue(() -> algebra.factor(a, info));
    issue(() -> algebra.solve(a, inverse));
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
          long function = functions.get(kernel);
          int threads = Kernel.THREADS;
          long list = pointers.address();
          cuda.driver.launch.check(function, blocks, 1, 1, threads, 1, 1, 0, stream, list, 0L);
        });
  }

  private void put(long at, Object argument) {
    switch (argument) {
      case Buffer buffer -> slots.set(ValueLayout.JAVA_LONG, at, CudaMemory.address(buffer));
      case Integer i -> slots.set(ValueLayout.JAVA_INT, at, i);
      case Boolean b -> slots.set(ValueLayout.JAVA_INT, at, b ? 1 : 0);
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
    if (algebra != null) {
      algebra.close();
    }
    if (memory != null) {
      memory.close();
    }
    own = 0;
    end(cuda.driver.moduleUnload, module);
    end(cuda.driver.streamDestroy, stream);
    if (context != 0) {
      cuda.driver.release.code(Driver.integer(cuda.driver.device, ordinal));
    }
    arena.close();
  }

  /** Ends what was begun, whatever the code says. */
  static void end(Library.Call call, long handle) {
    if (handle != 0) {
      call.code(handle);
    }
  }
}
