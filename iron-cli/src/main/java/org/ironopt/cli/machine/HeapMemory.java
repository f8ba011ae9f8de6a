package org.ironopt.cli.machine;

import static org.ironopt.io.internal.Numbers.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.particles.ParticleCloud;
import org.ironopt.linalg.Parallel;

/** The memory that Java may use: refuses what cannot fit into it, and explains what did not. */
public final class HeapMemory {
  /** Position, velocity, center, gradient, noise and the start, for every particle. */
  private static final int PARTICLE_VECTORS = 6;

  private HeapMemory() {}

  /** The memory was not enough; says what was being done and what it needs, as far as known. */
  public static final class Exhausted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Exhausted(String doing, OutOfMemoryError e) {
      super("out of memory while " + doing, e);
    }
  }

  /** Something that may need much memory, and files. */
  public interface Work<T> {
    T get() throws IOException;
  }

  /** Does something that may need much memory. */
  public static <T> T during(String doing, Work<T> work) throws IOException {
    try {
      return work.get();
    } catch (OutOfMemoryError e) {
      throw new Exhausted(doing, e);
    }
  }

  /** Returns what the heap is and how to get a larger one, for a need in bytes or 0. */
  public static String advice(double needed) {
    long most = Runtime.getRuntime().maxMemory();
    long gigabytes = (long) Math.ceil(2 * Math.max(needed, most) / (1L << 30));
    return format(
        "Java may use %s here; allow more as in IRON_OPTS=-Xmx%sg", size(most), gigabytes);
  }

  public static String size(double bytes) {
    return bytes < 1e6
        ? Numbers.text(Math.ceil(bytes / 1e3), 3) + " KB"
        : bytes < 1e9 ? Numbers.text(bytes / 1e6, 3) + " MB" : Numbers.text(bytes / 1e9, 3) + " GB";
  }

  /** Refuses settings of an experiment whose state alone is larger than the heap. */
  public static NamedValues require(NamedValues settings) {
    List<String> sizes = new ArrayList<>();
    double needed = 0;
    for (String key : List.of("particles", "grid_particles")) {
      if (settings.has(key) && settings.number(key) > 0) {
        sizes.add(key + " is " + Numbers.text(settings.number(key), 12));
        double group = Math.ceil(settings.number(key) / ParticleCloud.GROUPS) * dimension(settings);
        needed = Math.max(needed, 8.0 * PARTICLE_VECTORS * group * Parallel.threads());
      }
    }
    if (settings.has("rows") && settings.has("dimension")) {
      sizes.add("rows is " + Numbers.text(settings.number("rows"), 12));
      sizes.add("dimension is " + Numbers.text(settings.number("dimension"), 12));
      needed = 8 * settings.number("rows") * settings.number("dimension");
    }
    if (needed > Runtime.getRuntime().maxMemory()) {
      throw new InputError(
          "%s, which needs about %s of memory; %s, or take fewer",
          String.join(", ", sizes), size(needed), advice(needed));
    }
    return settings;
  }

  private static int dimension(NamedValues settings) {
    String key = settings.has("eigenvalues") ? "eigenvalues" : "diagonal";
    return settings.has(key) ? Math.max(1, settings.numbers(key).length) : 1;
  }
}
