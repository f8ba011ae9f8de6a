package org.ironopt.gpu;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.Stream;
import org.ironopt.gpu.NativeLibrary.Call;

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
    Call errorName = library.call("cuGetErrorName", "IL");
    Call errorString = library.call("cuGetErrorString", "IL");
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

  final Call init = library.call("cuInit", "I");
  final Call version = library.call("cuDriverGetVersion", "L");
  final Call deviceCount = library.call("cuDeviceGetCount", "L");
  final Call device = library.call("cuDeviceGet", "LI");
  final Call deviceName = library.call("cuDeviceGetName", "LII");
  final Call attribute = library.call("cuDeviceGetAttribute", "LII");
  final Call retain = library.call("cuDevicePrimaryCtxRetain", "LI");
  final Call release = library.call("cuDevicePrimaryCtxRelease_v2", "I");
  final Call setCurrent = library.call("cuCtxSetCurrent", "L");
  final Call memory = library.call("cuMemGetInfo_v2", "LL");
  final Call allocate = library.call("cuMemAlloc_v2", "LL");
  final Call free = library.call("cuMemFree_v2", "L");
  final Call upload = library.call("cuMemcpyHtoDAsync_v2", "LLLL");
  final Call download = library.call("cuMemcpyDtoHAsync_v2", "LLLL");
  final Call copy = library.call("cuMemcpyDtoDAsync_v2", "LLLL");
  final Call fill = library.call("cuMemsetD8Async", "LILL");
  final Call streamCreate = library.call("cuStreamCreate", "LI");
  final Call streamDestroy = library.call("cuStreamDestroy_v2", "L");
  final Call synchronize = library.call("cuStreamSynchronize", "L");
  final Call eventCreate = library.call("cuEventCreate", "LI");
  final Call eventDestroy = library.call("cuEventDestroy_v2", "L");
  final Call eventRecord = library.call("cuEventRecord", "LL");
  final Call elapsed = library.call("cuEventElapsedTime", "LLL");
  final Call moduleLoad = library.call("cuModuleLoadData", "LL");
  final Call moduleUnload = library.call("cuModuleUnload", "L");
  final Call function = library.call("cuModuleGetFunction", "LLL");
  final Call launch = library.call("cuLaunchKernel", "LIIIIIIILLL");
  final Call beginCapture = library.call("cuStreamBeginCapture_v2", "LI");
  final Call endCapture = library.call("cuStreamEndCapture", "LL");
  final Call instantiate = library.call("cuGraphInstantiateWithFlags", "LLL");
  final Call graphLaunch = library.call("cuGraphLaunch", "LL");
  final Call graphDestroy = library.call("cuGraphDestroy", "L");
  final Call execDestroy = library.call("cuGraphExecDestroy", "L");

  /** Returns the number that a function writes to the lower half of zeros at its first argument. */
  static int integer(Call call, Object... rest) {
    return (int) handle(call, rest);
  }

  /** Returns the handle or size that a function writes to its first argument. */
  static long handle(Call call, Object... rest) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(ValueLayout.JAVA_LONG);
      call.check(Stream.concat(Stream.of(out.address()), Stream.of(rest)).toArray());
      return out.get(ValueLayout.JAVA_LONG, 0);
    }
  }
}
