package org.ironopt.gpu;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ironopt.io.InputError;
import org.ironopt.lab.file.TemporaryFolder;
import org.junit.jupiter.api.Assumptions;

/**
 * A stand-in for CUDA, made by the C++ compiler of this machine from {@code src/test/cuda}: all of
 * the Java side runs against it, and our kernels run as C++.
 */
@SuppressWarnings("restricted") // It asks a foreign library for its counts.
final class FakeCuda {
  private static final Path SOURCES = Path.of("src/test/cuda");
  private static Path library;

  private FakeCuda() {}

  /**
   * Points the process to the stand-in where there is no GPU, or skips the test where there is no
   * compiler.
   */
  static synchronized void useUnlessGpu() throws IOException {
    if (used() || gpu()) {
      return;
    }
    Assumptions.assumeTrue(
        runs(List.of("g++", "--version")), "skipped: no GPU, and no g++ to make a fake CUDA");
    // It goes when the process ends.
    Path folder = new TemporaryFolder("fake-cuda").path();
    Path made = folder.resolve("libfake.so");
    List<String> command =
        List.of(
            "g++",
            "-std=c++17",
            "-O3",
            "-march=native",
            "-U_FORTIFY_SOURCE",
            "-shared",
            "-fPIC",
            "-DFAKE_CXX=\"g++ -std=c++17 -O1 -ffp-contract=off -w -shared -fPIC"
                + " -Wl,-Bsymbolic -include "
                + SOURCES.resolve("shim.h").toAbsolutePath()
                + "\"",
            "-DFAKE_FOLDER=\"" + folder + "\"",
            "-o",
            made.toString(),
            SOURCES.resolve("fake.cpp").toAbsolutePath().toString(),
            "-ldl");
    if (!runs(command)) {
      throw new IllegalStateException("the fake CUDA does not compile, see above");
    }
    for (String name :
        List.of("libcuda.so.1", "libcublas.so.13", "libcusolver.so.12", "libnvrtc.so.13")) {
      Files.createSymbolicLink(folder.resolve(name), made);
    }
    System.setProperty(NativeLibrary.PATH, folder.toString());
    System.setProperty(Nvrtc.CACHE, folder.resolve("cache").toString());
    library = made;
  }

  /** Returns whether the process uses the stand-in. */
  static synchronized boolean used() {
    return library != null;
  }

  private static boolean gpu() {
    try (Device device = Device.open("cuda", Device.MathMode.FLOAT)) {
      return !device.description().isEmpty();
    } catch (InputError none) {
      return false;
    }
  }

  private static boolean runs(List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .inheritIO()
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(120, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException missing) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static MethodHandle function(String what, FunctionDescriptor descriptor) {
    SymbolLookup symbols = SymbolLookup.libraryLookup(library, Arena.global());
    return Linker.nativeLinker()
        .downcallHandle(symbols.find("fake_cuda_" + what).orElseThrow(), descriptor);
  }

  /** Returns what the stand-in counts: handles or bytes that are not freed. */
  static long count(String what) {
    try {
      return (long) function(what, FunctionDescriptor.of(ValueLayout.JAVA_LONG)).invoke();
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** Limits the memory of the stand-in, in bytes. */
  static void limit(long bytes) {
    try {
      function("limit", FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG)).invoke(bytes);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
