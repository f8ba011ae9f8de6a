package org.ironopt.cli.machine;

import static org.ironopt.io.internal.Numbers.format;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import org.ironopt.fit.remote.FitPlugin;
import org.ironopt.io.internal.OptionalModule;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.kernel.Kernels;

/** Checks what IRON needs from this machine; every check is a function of what was seen. */
public final class Doctor {
  /** Earlier updates of 25 can corrupt pinned arrays under G1 (JDK-8377811). */
  public static final Runtime.Version FLOOR = Runtime.Version.parse("25.0.3");

  private static final long SMALL_HEAP = 1L << 30;

  private Doctor() {}

  /**
   * One line of the diagnosis.
   *
   * @param name what was looked at
   * @param ok whether nothing is missing
   * @param value what was seen
   * @param advice what to do; empty when nothing is missing
   */
  public record Finding(String name, boolean ok, String value, String advice) {
    public Finding(String name, String value, String advice) {
      this(name, advice.isEmpty(), value, advice);
    }
  }

  /** Returns the findings for this process. */
  public static List<Finding> examine() {
    long heap = Runtime.getRuntime().maxMemory();
    return List.of(
        jdk(Runtime.version(), System.getProperty("java.vendor"), System.getProperty("java.home")),
        simd(
            Kernels.simd(),
            Kernels.get().description(),
            ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent(),
            System.getProperty("iron.simd", "on")),
        threads(Parallel.threads(), Runtime.getRuntime().availableProcessors()),
        memory(heap, machineMemory()));
  }

  /** Returns the findings of the module iron-gpu; without it, that it is missing. */
  public static List<Finding> gpu() {
    Optional<FitPlugin> plugin = FitPlugin.find(OptionalModule.GPU);
    if (plugin.isEmpty() && OptionalModule.GPU.obtainable()) {
      throw OptionalModule.GPU.missing("--gpu");
    }
    return plugin.isEmpty()
        ? List.of(
            new Finding(
                "GPU",
                "the module iron-gpu is not on the class path",
                "start './iron' in the source folder, which adds it"))
        : plugin.get().examine().stream()
            .map(f -> new Finding(f.name(), f.ok() ? f.value() : "", f.ok() ? "" : f.value()))
            .toList();
  }

  public static Finding jdk(Runtime.Version version, String vendor, String home) {
    boolean fits = version.compareTo(FLOOR) >= 0;
    String advice =
        fits
            ? ""
            : format(
                "install JDK %s or later, for example Eclipse Temurin %s; iron finds it",
                FLOOR, FLOOR.feature());
    return new Finding("JDK", version + ", " + vendor + ", " + home, advice);
  }

  public static Finding simd(boolean simd, String kernels, boolean module, String setting) {
    if (simd) {
      return new Finding("SIMD", kernels, "");
    }
    String same = " (results are the same without SIMD, only slower)";
    if (!module) {
      String add = "start Java with --add-modules jdk.incubator.vector, as ./iron does" + same;
      return new Finding("SIMD", kernels, add);
    }
    if (setting.equalsIgnoreCase("off")) {
      return new Finding("SIMD", kernels, "remove -Diron.simd=off" + same);
    }
    return new Finding("SIMD", kernels + ": this processor has no 256-bit vectors", "");
  }

  public static Finding threads(int used, int processors) {
    return new Finding("threads", used + " of " + processors + " processors", "");
  }

  public static Finding memory(long heap, long machine) {
    String value = "heap up to " + gigabytes(heap) + " of " + gigabytes(machine);
    String advice =
        heap >= SMALL_HEAP ? "" : "give the heap at least 1 GB: IRON_OPTS=-Xmx2g ./iron ...";
    return new Finding("memory", value, advice);
  }

  private static long machineMemory() {
    return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
        .getTotalMemorySize();
  }

  private static String gigabytes(long bytes) {
    return format("%.1f GB", bytes / (double) (1L << 30));
  }
}
