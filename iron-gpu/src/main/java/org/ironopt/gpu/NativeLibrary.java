package org.ironopt.gpu;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ironopt.io.InputError;

/**
 * A shared library of CUDA, and its functions behind one invoker that looks at every return code.
 * Libraries stay loaded as long as the process: the driver does not survive being unloaded.
 */
@SuppressWarnings("restricted") // Calling foreign functions is what this class is for.
final class NativeLibrary {
  /** A folder to look in and nowhere else. */
  static final String PATH = "iron.cuda.path";

  private static final Linker LINKER = Linker.nativeLinker();
  private static final List<String> FOLDERS =
      List.of("/usr/local/cuda/lib64", "/usr/local/cuda/targets/x86_64-linux/lib");

  private final String name;
  private final SymbolLookup symbols;
  private IntFunction<String> explain = code -> "code " + code;

  private NativeLibrary(String name, SymbolLookup symbols) {
    this.name = name;
    this.symbols = symbols;
  }

  /** Loads the first of these names that is there, or says where it was looked for. */
  static NativeLibrary open(String... names) {
    if (!NativeLibrary.class.getModule().isNativeAccessEnabled()) {
      throw new InputError(
          "native access is off, which CUDA needs: start Java with"
              + " --enable-native-access=ALL-UNNAMED");
    }
    String folder = System.getProperty(PATH);
    for (String name : names) {
      Stream<String> usual =
          Stream.concat(Stream.of(name), FOLDERS.stream().map(f -> f + "/" + name));
      Stream<String> places = folder == null ? usual : Stream.of(Path.of(folder, name).toString());
      for (String place : places.toList()) {
        try {
          return new NativeLibrary(name, SymbolLookup.libraryLookup(place, Arena.global()));
        } catch (IllegalArgumentException missing) {
          // The next place; if none is left, that is said below.
        }
      }
    }
    String where =
        folder != null
            ? folder + ": correct -D" + PATH
            : "the loader's path, "
                + String.join(", ", FOLDERS)
                + ": install the NVIDIA driver and the CUDA toolkit, or name their folder with -D"
                + PATH
                + "=FOLDER";
    throw new InputError("none of %s was found in %s", String.join(", ", names), where);
  }

  /** Says how codes are put into words. */
  void explain(IntFunction<String> words) {
    explain = words;
  }

  String name() {
    return name;
  }

  /** Returns the file that it was loaded from, as far as the system tells. */
  String place() {
    try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
      String stem = name.substring(0, name.indexOf(".so"));
      Optional<String> line =
          maps.filter(l -> l.contains("/" + stem + ".so") || l.contains(stem + "-")).findFirst();
      return line.map(l -> l.substring(l.indexOf('/'))).orElse("loaded");
    } catch (IOException unreadable) {
      return "loaded";
    }
  }

  /**
   * Returns a function.
   *
   * @param signature a letter for each argument: L pointers and 64 bits, I, F, D; the return value
   *     is a code
   */
  NativeFunction function(String name, String signature) {
    MethodHandle plain = handle(name, signature, ValueLayout.JAVA_INT);
    int count = plain.type().parameterCount();
    MethodType objects = MethodType.genericMethodType(count).changeReturnType(int.class);
    MethodHandle spread =
        plain
            .asType(objects)
            .asSpreader(Object[].class, count)
            .asType(MethodType.methodType(int.class, Object[].class));
    return new NativeFunction(this, name, spread);
  }

  /** Returns a function that takes a code and returns text. */
  IntFunction<String> text(String function) {
    MethodHandle handle = handle(function, "I", ValueLayout.JAVA_LONG);
    return code -> {
      try {
        return string((long) handle.invoke((Object) code));
      } catch (Throwable e) {
        throw new IllegalStateException(function, e);
      }
    };
  }

  /** Returns the text at an address. */
  static String string(long address) {
    return address == 0
        ? "unknown"
        : MemorySegment.ofAddress(address).reinterpret(4096).getString(0, StandardCharsets.UTF_8);
  }

  private MethodHandle handle(String function, String signature, MemoryLayout result) {
    MemorySegment address =
        symbols
            .find(function)
            .orElseThrow(
                () ->
                    new InputError(
                        "%s at %s has no %s: it is too old, CUDA 12 or later is needed",
                        name, place(), function));
    MemoryLayout[] arguments =
        signature.chars().mapToObj(c -> layout((char) c)).toArray(MemoryLayout[]::new);
    return LINKER.downcallHandle(address, FunctionDescriptor.of(result, arguments));
  }

  private static MemoryLayout layout(char letter) {
    return switch (letter) {
      case 'L' -> ValueLayout.JAVA_LONG;
      case 'I' -> ValueLayout.JAVA_INT;
      case 'F' -> ValueLayout.JAVA_FLOAT;
      case 'D' -> ValueLayout.JAVA_DOUBLE;
      default -> throw new IllegalArgumentException("no layout " + letter);
    };
  }

  /** A function whose return code is looked at. */
  record NativeFunction(NativeLibrary library, String name, MethodHandle handle) {
    /** Calls, and returns the code. */
    int code(Object... arguments) {
      try {
        return (int) handle.invokeExact(arguments);
      } catch (Throwable e) {
        throw new IllegalStateException(name + Arrays.toString(arguments), e);
      }
    }

    /** Calls, and turns any code but 0 into a sentence. */
    void check(Object... arguments) {
      int code = code(arguments);
      if (code != 0) {
        throw failure(code, "", arguments);
      }
    }

    /** Returns the sentence for a code. */
    InputError failure(int code, String advice, Object... arguments) {
      String shown =
          Arrays.stream(arguments).map(NativeFunction::shown).collect(Collectors.joining(", "));
      return new InputError(
          "%s(%s) failed: %s%s", name, shown, library.explain.apply(code), advice);
    }

    private static String shown(Object argument) {
      return argument instanceof Long l && (l > 1L << 32 || l < 0)
          ? "0x" + Long.toHexString(l)
          : String.valueOf(argument);
    }
  }
}
