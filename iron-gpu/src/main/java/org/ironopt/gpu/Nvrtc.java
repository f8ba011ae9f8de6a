package org.ironopt.gpu;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.ironopt.gpu.NativeLibrary.NativeFunction;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.AtomicFiles;

/**
 * NVRTC: turns the CUDA C sources beside this class into machine code for the device found. What
 * was compiled is kept in a folder under a hash of source, options and compiler.
 */
final class Nvrtc {
  /** A folder for what was compiled; {@code ~/.cache/iron} if not set. */
  static final String CACHE = "iron.cuda.cache";

  private static final List<String> FILES =
      List.of("common", "random", "vectors", "network", "rows", "links", "particles");

  final NativeLibrary library =
      NativeLibrary.open("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so");

  {
    library.explain(library.text("nvrtcGetErrorString"));
  }

  private final NativeFunction version = library.function("nvrtcVersion", "LL");
  private final NativeFunction create = library.function("nvrtcCreateProgram", "LLLILL");
  private final NativeFunction compile = library.function("nvrtcCompileProgram", "LIL");
  private final NativeFunction codeSize = library.function("nvrtcGetCUBINSize", "LL");
  private final NativeFunction code = library.function("nvrtcGetCUBIN", "LL");
  private final NativeFunction logSize = library.function("nvrtcGetProgramLogSize", "LL");
  private final NativeFunction log = library.function("nvrtcGetProgramLog", "LL");
  private final NativeFunction destroy = library.function("nvrtcDestroyProgram", "L");

  /** Returns the version, such as 13.0. */
  String version() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment numbers = arena.allocate(ValueLayout.JAVA_INT, 2);
      version.check(numbers.address(), numbers.address() + 4);
      int[] both = numbers.toArray(ValueLayout.JAVA_INT);
      return both[0] + "." + both[1];
    }
  }

  /** Returns all our kernels. */
  static String source() {
    StringBuilder all = new StringBuilder();
    for (String file : FILES) {
      try (InputStream in = Nvrtc.class.getResourceAsStream(file + ".cu")) {
        all.append("#line 1 \"").append(file).append(".cu\"\n");
        all.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return all.toString();
  }

  /** Returns machine code for a source, compiled now or before. */
  byte[] machineCode(String source, String architecture) {
    List<String> options =
        List.of("--gpu-architecture=" + architecture, "--fmad=false", "--std=c++17");
    Path kept = folder().resolve("kernels-" + hash(source, options) + ".cubin");
    try {
      if (Files.isReadable(kept)) {
        return Files.readAllBytes(kept);
      }
    } catch (IOException unreadable) {
      // Compiled again below.
    }
    byte[] made = compile(source, options);
    try {
      Files.createDirectories(kept.getParent());
      AtomicFiles.write(kept, made);
    } catch (IOException notKept) {
      // Compiled again next time.
    }
    return made;
  }

  private static Path folder() {
    String set = System.getProperty(CACHE);
    return set != null ? Path.of(set) : Path.of(System.getProperty("user.home"), ".cache", "iron");
  }

  private String hash(String source, List<String> options) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      String all = version() + options + library.place() + source;
      return HexFormat.of()
          .formatHex(digest.digest(all.getBytes(StandardCharsets.UTF_8)))
          .substring(0, 32);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private byte[] compile(String source, List<String> options) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocateFrom(source);
      MemorySegment name = arena.allocateFrom("iron.cu");
      long program = CudaDriver.handle(create, text.address(), name.address(), 0, 0L, 0L);
      try {
        MemorySegment list = arena.allocate(ValueLayout.JAVA_LONG, options.size());
        for (int i = 0; i < options.size(); i++) {
          list.setAtIndex(ValueLayout.JAVA_LONG, i, arena.allocateFrom(options.get(i)).address());
        }
        int status = compile.code(program, options.size(), list.address());
        if (status != 0) {
          throw new InputError("a kernel does not compile: %s", log(program, arena));
        }
        MemorySegment machine = arena.allocate(size(codeSize, program, arena));
        code.check(program, machine.address());
        return machine.toArray(ValueLayout.JAVA_BYTE);
      } finally {
        destroy.check(arena.allocateFrom(ValueLayout.JAVA_LONG, program).address());
      }
    }
  }

  private static long size(NativeFunction call, long program, Arena arena) {
    MemorySegment out = arena.allocate(ValueLayout.JAVA_LONG);
    call.check(program, out.address());
    return out.get(ValueLayout.JAVA_LONG, 0);
  }

  private String log(long program, Arena arena) {
    MemorySegment out = arena.allocate(Math.max(1, size(logSize, program, arena)));
    log.check(program, out.address());
    String text = out.getString(0, StandardCharsets.UTF_8).strip();
    return text.lines().filter(l -> l.contains("error")).findFirst().orElse(text);
  }
}
