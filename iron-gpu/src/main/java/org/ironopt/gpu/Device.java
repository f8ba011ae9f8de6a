package org.ironopt.gpu;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumMap;
import java.util.Map;
import org.ironopt.io.InputError;
import org.ironopt.linalg.internal.Require;

/**
 * An NVIDIA GPU: one stream of its primary context, cuBLAS with a workspace of its own (which a
 * graph needs), cuSOLVER, and our kernels. Work is queued in order and may run later; {@link
 * #download} and {@link #synchronize} wait for it. What varies from step to step stands in buffers,
 * so that a step can be recorded once and replayed without the host. The same calls on one device
 * give the same bits.
 *
 * <p>A device belongs to the platform thread that opened it. Whoever opens it closes it, which
 * frees all its memory.
 */
public final class Device implements AutoCloseable {
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
  private DeviceMemory memory;
  private DeviceAlgebra algebra;
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

  private Device(Cuda cuda, int ordinal) {
    this.cuda = cuda;
    this.ordinal = ordinal;
    for (int i = 0; i < MOST_ARGUMENTS; i++) {
      pointers.setAtIndex(ValueLayout.JAVA_LONG, i, slots.address() + 8L * i);
    }
  }

  private void start(MathMode mode) {
    int device = CudaDriver.integer(cuda.driver.device, ordinal);
    context = CudaDriver.handle(cuda.driver.retain, device);
    cuda.driver.setCurrent.check(context);
    description = cuda.describe(device);
    stream = CudaDriver.handle(cuda.driver.streamCreate, NON_BLOCKING);
    memory = new DeviceMemory(cuda.driver, cuda::free, stream);
    algebra = new DeviceAlgebra(cuda, memory, arena);
    algebra.start(stream, mode);
    module = load(cuda.compiler.machineCode(Nvrtc.source(), cuda.architecture(device)));
    for (Kernel kernel : Kernel.values()) {
      functions.put(kernel, function(kernel.symbol()));
    }
    synchronize();
    own = memory.allocated();
  }

  /** How products of floats are made. */
  public enum MathMode {
    /** In float throughout. */
    FLOAT,
    /** Factors rounded to 11 bits, sums in float: about ten times as fast on matrix units. */
    TF32
  }

  /**
   * Opens a device, or says in one sentence why that cannot be.
   *
   * @param name {@code cuda} or {@code cuda:1}
   * @param mode of products of floats
   */
  public static Device open(String name, MathMode mode) {
    InputError.when(
        !name.matches("cuda(:[0-9]{1,4})?"),
        "'%s' is not a GPU, expected cuda or cuda:N; the core runs on the host without this module",
        name);
    int ordinal = name.length() > 5 ? Integer.parseInt(name.substring(5)) : 0;
    if (Thread.currentThread().isVirtual()) {
      throw new InputError("a CUDA context belongs to a platform thread, this one is virtual");
    }
    Cuda cuda = Cuda.get();
    int count = cuda.devices();
    InputError.when(
        ordinal >= count,
        "there is no cuda:%d: %d device(s) are visible%s",
        ordinal,
        count,
        Cuda.visible());
    Device made = new Device(cuda, ordinal);
    try {
      made.start(mode);
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
      return CudaDriver.handle(cuda.driver.moduleLoad, image.address());
    }
  }

  private long function(String symbol) {
    try (Arena scratch = Arena.ofConfined()) {
      return CudaDriver.handle(
          cuda.driver.function, module, scratch.allocateFrom(symbol).address());
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

  /** Returns the device in words, such as {@code NVIDIA H200, compute capability 9.0}. */
  public String description() {
    return description;
  }

  /** Returns zeros in new memory. */
  public Buffer allocate(Buffer.Kind kind, long length) {
    enterToWait("allocate");
    return memory.allocate(kind, length);
  }

  /** Frees a buffer that {@link #allocate} returned; a second time is an error. */
  public void free(Buffer buffer) {
    enterToWait("free");
    memory.free(buffer);
  }

  /** Returns how many bytes are allocated now. */
  public long allocated() {
    return closed ? 0 : memory.allocated() - own;
  }

  /** Copies {@code float[]}, {@code double[]} or {@code int[]} to the start of a buffer. */
  public void upload(Object array, Buffer to) {
    enterToWait("upload");
    memory.transfer(array, to, true);
  }

  /** Fills {@code float[]}, {@code double[]} or {@code int[]} from the start of a buffer. */
  public void download(Buffer from, Object array) {
    enterToWait("download");
    memory.transfer(array, from, false);
  }

  /** Copies a whole buffer to another of the same kind and length. */
  public void copy(Buffer from, Buffer to) {
    issue(() -> memory.copy(from, to));
  }

  /** Fills a buffer with zeros. */
  public void zero(Buffer buffer) {
    issue(() -> memory.zero(buffer));
  }

  /** {@code C = alpha A B + beta C}, in float or double; C is not transposed. */
  public void multiply(double alpha, DeviceMatrix a, DeviceMatrix b, double beta, DeviceMatrix c) {
    issue(() -> algebra.multiply(alpha, a, b, beta, c));
  }

  /**
   * Overwrites {@code inverse} with the inverse of the symmetric positive definite a, which is
   * overwritten too.
   *
   * @param info one int: 0, or the order of the leading part of a that is not positive definite
   */
  public void invert(DeviceMatrix a, DeviceMatrix inverse, Buffer info) {
    enterToWait("invert");
    long before = memory.allocated();
    algebra.makeRoom(a);
    own += memory.allocated() - before;
    launchIdentity(inverse);
    issue(() -> algebra.factor(a, info));
    issue(() -> algebra.solve(a, inverse));
  }

  private void launchIdentity(DeviceMatrix inverse) {
    int n = inverse.rows();
    Require.that(inverse.stride() == n, "an inverse is stored without gaps");
    Kernel kernel = inverse.kind() == Buffer.Kind.FLOAT ? Kernel.IDENTITY : Kernel.IDENTITY_DOUBLE;
    launch(kernel, Kernel.blocks((long) n * n), inverse.data(), n);
  }

  /**
   * Runs a kernel.
   *
   * @param blocks of 256 threads
   * @param arguments buffers, ints, longs, floats and doubles in the order of the kernel; a boolean
   *     is an int, 0 or 1
   */
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
      case Buffer buffer -> slots.set(ValueLayout.JAVA_LONG, at, buffer.address());
      case Integer i -> slots.set(ValueLayout.JAVA_INT, at, i);
      case Boolean b -> slots.set(ValueLayout.JAVA_INT, at, b ? 1 : 0);
      case Long l -> slots.set(ValueLayout.JAVA_LONG, at, l);
      case Float f -> slots.set(ValueLayout.JAVA_FLOAT, at, f);
      case Double d -> slots.set(ValueLayout.JAVA_DOUBLE, at, d);
      default -> throw new IllegalArgumentException("an argument of type " + argument.getClass());
    }
  }

  /** Takes down the work that the body queues, without doing it; the body may not wait. */
  public Recording record(Runnable body) {
    enterToWait("record");
    cuda.driver.synchronize.check(stream);
    cuda.driver.beginCapture.check(stream, CudaDriver.THREAD_LOCAL);
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
    long executable = CudaDriver.handle(cuda.driver.instantiate, graph, 0L);
    cuda.driver.graphDestroy.check(graph);
    return new Recording(executable);
  }

  /** Work that can be done again and again: a CUDA graph. */
  public final class Recording implements AutoCloseable {
    private final long executable;
    private boolean destroyed;

    private Recording(long executable) {
      this.executable = executable;
    }

    /** Queues the work once more. */
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

  /** Waits until all work is done. */
  public void synchronize() {
    enterToWait("synchronize");
    cuda.driver.synchronize.check(stream);
  }

  /** Returns the seconds that the work queued by the body takes on the device. */
  public double seconds(Runnable body) {
    enterToWait("seconds");
    return timed(body);
  }

  private double timed(Runnable body) {
    long start = CudaDriver.handle(cuda.driver.eventCreate, 0);
    long end = CudaDriver.handle(cuda.driver.eventCreate, 0);
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

  /**
   * Returns the seconds that the operations queued by the body take one by one: each is repeated
   * and timed alone, so that no gap between them counts. Leaves whatever is in the buffers.
   */
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
      cuda.driver.release.code(CudaDriver.integer(cuda.driver.device, ordinal));
    }
    arena.close();
  }

  /** Ends what was begun, whatever the code says. */
  static void end(NativeLibrary.NativeFunction call, long handle) {
    if (handle != 0) {
      call.code(handle);
    }
  }
}
