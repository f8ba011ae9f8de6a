package org.ironopt.gpu.cuda;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ironopt.lab.file.TemporaryFolder;
import org.junit.jupiter.api.Assumptions;

/**
 * A stand-in for CUDA, made by the C++ compiler of this machine from {@code src/test/cuda}: all of
 * the Java side runs against it, and our kernels run as C++.
 */
@SuppressWarnings("restricted") // It asks a foreign library for its counts.
final class FakeCuda {
  private static final Path SOURCES = Path.of("src/test/cuda");
  private static Path folder;
  private static Path library;

  private FakeCuda() {}

  /** Points the process to the stand-in, or skips the test where there is no compiler. */
  static synchronized void use() {
    try {
      if (folder == null) {
        Assumptions.assumeTrue(!Cuda.started(), "skipped: this process uses a real GPU");
        Assumptions.assumeTrue(
            runs(List.of("g++", "--version")),
            "skipped: no g++ on this machine to make a fake CUDA");
        // It goes when the process ends.
        folder = new TemporaryFolder("fake-cuda").path();
        library = folder.resolve("libfake.so");
        boolean made =
            runs(
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
                    library.toString(),
                    SOURCES.resolve("fake.cpp").toAbsolutePath().toString(),
                    "-ldl"));
        if (!made) {
          throw new IllegalStateException("the fake CUDA does not compile, see above");
        }
        for (String name :
            List.of("libcuda.so.1", "libcublas.so.13", "libcusolver.so.12", "libnvrtc.so.13")) {
          Files.createSymbolicLink(folder.resolve(name), library);
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    System.setProperty(Library.PATH, folder.toString());
    System.setProperty(Compiler.CACHE, folder.resolve("cache").toString());
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

  /** Returns what the stand-in counts: handles or bytes that are not freed. */
  static long count(String what) {
    try {
      return (long)
          Linker.nativeLinker()
              .downcallHandle(
                  SymbolLookup.libraryLookup(library, Arena.global())
                      .find("fake_cuda_" + what)
                      .orElseThrow(),
                  FunctionDescriptor.of(ValueLayout.JAVA_LONG))
              .invoke();
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** Limits the memory of the stand-in, in bytes. */
  static void limit(long bytes) {
    try {
      Linker.nativeLinker()
          .downcallHandle(
              SymbolLookup.libraryLookup(library, Arena.global())
                  .find("fake_cuda_limit")
                  .orElseThrow(),
              FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG))
          .invoke(bytes);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
