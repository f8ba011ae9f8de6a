package org.ironopt.gpu;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.Stream;
import org.ironopt.gpu.NativeLibrary.NativeFunction;

/** The driver, libcuda. Names with a version are those that cuda.h gives the plain ones. */
final class CudaDriver {
  /** CUDA_ERROR_OUT_OF_MEMORY. */
  static final int OUT_OF_MEMORY = 2;

  /** Attributes of a device. */
  static final int PROCESSORS = 16;

  static final int MAJOR = 75;
  static final int MINOR = 76;

  /** CU_STREAM_CAPTURE_MODE_THREAD_LOCAL. */
  static final int THREAD_LOCAL = 1;

  final NativeLibrary library = NativeLibrary.open("libcuda.so.1", "libcuda.so");

  {
    NativeFunction errorName = library.function("cuGetErrorName", "IL");
    NativeFunction errorString = library.function("cuGetErrorString", "IL");
    library.explain(
        code -> {
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(ValueLayout.JAVA_LONG);
            errorName.code(code, out.address());
            String name = NativeLibrary.string(out.get(ValueLayout.JAVA_LONG, 0));
            errorString.code(code, out.address());
            return name + ", " + NativeLibrary.string(out.get(ValueLayout.JAVA_LONG, 0));
          }
        });
  }

  final NativeFunction init = library.function("cuInit", "I");
  final NativeFunction version = library.function("cuDriverGetVersion", "L");
  final NativeFunction deviceCount = library.function("cuDeviceGetCount", "L");
  final NativeFunction device = library.function("cuDeviceGet", "LI");
  final NativeFunction deviceName = library.function("cuDeviceGetName", "LII");
  final NativeFunction attribute = library.function("cuDeviceGetAttribute", "LII");
  final NativeFunction retain = library.function("cuDevicePrimaryCtxRetain", "LI");
  final NativeFunction release = library.function("cuDevicePrimaryCtxRelease_v2", "I");
  final NativeFunction setCurrent = library.function("cuCtxSetCurrent", "L");
  final NativeFunction memory = library.function("cuMemGetInfo_v2", "LL");
  final NativeFunction allocate = library.function("cuMemAlloc_v2", "LL");
  final NativeFunction free = library.function("cuMemFree_v2", "L");
  final NativeFunction upload = library.function("cuMemcpyHtoDAsync_v2", "LLLL");
  final NativeFunction download = library.function("cuMemcpyDtoHAsync_v2", "LLLL");
  final NativeFunction copy = library.function("cuMemcpyDtoDAsync_v2", "LLLL");
  final NativeFunction fill = library.function("cuMemsetD8Async", "LILL");
  final NativeFunction streamCreate = library.function("cuStreamCreate", "LI");
  final NativeFunction streamDestroy = library.function("cuStreamDestroy_v2", "L");
  final NativeFunction synchronize = library.function("cuStreamSynchronize", "L");
  final NativeFunction eventCreate = library.function("cuEventCreate", "LI");
  final NativeFunction eventDestroy = library.function("cuEventDestroy_v2", "L");
  final NativeFunction eventRecord = library.function("cuEventRecord", "LL");
  final NativeFunction elapsed = library.function("cuEventElapsedTime", "LLL");
  final NativeFunction moduleLoad = library.function("cuModuleLoadData", "LL");
  final NativeFunction moduleUnload = library.function("cuModuleUnload", "L");
  final NativeFunction function = library.function("cuModuleGetFunction", "LLL");
  final NativeFunction launch = library.function("cuLaunchKernel", "LIIIIIIILLL");
  final NativeFunction beginCapture = library.function("cuStreamBeginCapture_v2", "LI");
  final NativeFunction endCapture = library.function("cuStreamEndCapture", "LL");
  final NativeFunction instantiate = library.function("cuGraphInstantiateWithFlags", "LLL");
  final NativeFunction graphLaunch = library.function("cuGraphLaunch", "LL");
  final NativeFunction graphDestroy = library.function("cuGraphDestroy", "L");
  final NativeFunction execDestroy = library.function("cuGraphExecDestroy", "L");

  /** Returns the number that a function writes to the lower half of zeros at its first argument. */
  static int integer(NativeFunction call, Object... rest) {
    return (int) handle(call, rest);
  }

  /** Returns the handle or size that a function writes to its first argument. */
  static long handle(NativeFunction call, Object... rest) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(ValueLayout.JAVA_LONG);
      call.check(Stream.concat(Stream.of(out.address()), Stream.of(rest)).toArray());
      return out.get(ValueLayout.JAVA_LONG, 0);
    }
  }
}
