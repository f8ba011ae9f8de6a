package org.ironopt.lab.folder;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.ironopt.io.internal.FileFailure;
import org.ironopt.io.internal.Sha256;

/**
 * Which code makes results: a SHA-256 over the class files of all our modules on the class path,
 * without debug tables. Code that computes no cells is excluded: modules for transport and
 * measurement (packages bench, formats, gpu and spark; a cell of a GPU has the hash of its module
 * besides), the command line (cli), fits of tables (table), the figures, pages and ledger (packages
 * explore, figure, ledger, progress, report and reproduce of the lab) and presentation classes
 * (named Report, Claims, Figures, Figure, Page or Tables).
 */
public final class CodeFingerprint {
  private static final String OURS = "org/ironopt/";
  private static final String LAB = OURS + "lab/";
  private static final Set<String> OTHER_PACKAGES =
      Set.of("explore", "figure", "ledger", "progress", "report", "reproduce");
  private static final Set<String> OTHER_ROOMS =
      Set.of("bench", "cli", "formats", "gpu", "spark", "table");
  private static final String PRESENTATION_CLASSES =
      ".*(Report|Claims|Figures|Figure|Page|Tables)(\\$.*)?\\.class";

  private static final class OfThisProgram {
    static final String FINGERPRINT = fingerprint(places(CodeFingerprint.class.getClassLoader()));
  }

  private CodeFingerprint() {}

  /** Returns the fingerprint of this program; about a tenth of a second when first asked. */
  public static String fingerprint() {
    return OfThisProgram.FINGERPRINT;
  }

  /** Returns a fingerprint short enough for a message. */
  public static String brief(String fingerprint) {
    return fingerprint.isEmpty()
        ? "of an unknown build"
        : fingerprint.substring(0, Math.min(12, fingerprint.length()));
  }

  /** Returns the folders and jars that hold classes of ours; those of tests make no cells. */
  static Set<Path> places(ClassLoader loader) {
    Set<Path> places = new TreeSet<>();
    try {
      for (URL url : Collections.list(loader.getResources(OURS))) {
        String text = url.toString();
        String place =
            text.startsWith("jar:")
                ? text.substring("jar:".length(), text.indexOf("!/"))
                : text.substring(0, text.length() - OURS.length());
        places.add(Path.of(URI.create(place)));
      }
    } catch (IOException e) {
      throw new FileFailure("the class path cannot be read", e);
    }
    places.removeIf(p -> p.endsWith("test-classes") || p.toString().endsWith("-tests.jar"));
    return places;
  }

  static String fingerprint(Set<Path> places) {
    SortedMap<String, byte[]> classes = new TreeMap<>();
    for (Path place : places) {
      classes.putAll(classFiles(place));
    }
    classes.keySet().removeIf(name -> !counts(name));
    return of(classes);
  }

  /** Returns whether a class file belongs to the code that makes results. */
  static boolean counts(String name) {
    if (!name.startsWith(LAB)) {
      return name.startsWith(OURS)
          && !OTHER_ROOMS.contains(name.substring(OURS.length()).split("/")[0]);
    }
    String[] parts = name.substring(LAB.length()).split("/");
    return !OTHER_PACKAGES.contains(parts[0])
        && !parts[parts.length - 1].matches(PRESENTATION_CLASSES);
  }

  /** Returns a hash of class files by their names, without debug tables. */
  public static String of(SortedMap<String, byte[]> classes) {
    MessageDigest digest = Sha256.digest();
    classes.forEach(
        (name, file) -> {
          digest.update(name.getBytes(StandardCharsets.UTF_8));
          ClassDigest.update(digest, file);
        });
    return HexFormat.of().formatHex(digest.digest());
  }

  /**
   * Returns a hash of a module: its class files without debug tables, and the sources among its
   * resources with this ending. What it measures itself with does not count.
   */
  public static String ofModule(Path place, String ending) {
    SortedMap<String, byte[]> classes = classFiles(place);
    classes.keySet().removeIf(name -> name.contains("/measure/"));
    StringBuilder all = new StringBuilder(of(classes));
    files(place, ending).forEach((name, text) -> all.append(name).append(Sha256.of(text)));
    return Sha256.of(all.toString());
  }

  /** Returns the class files in a folder or a jar, by their names in it. */
  public static SortedMap<String, byte[]> classFiles(Path place) {
    return files(place, ".class");
  }

  private static SortedMap<String, byte[]> files(Path place, String ending) {
    SortedMap<String, byte[]> found = new TreeMap<>();
    try {
      if (Files.isDirectory(place)) {
        try (Stream<Path> files = Files.walk(place)) {
          for (Path file : files.filter(f -> f.toString().endsWith(ending)).toList()) {
            String name = place.relativize(file).toString().replace('\\', '/');
            found.put(name, Files.readAllBytes(file));
          }
        }
      } else {
        try (JarFile jar = new JarFile(place.toFile())) {
          for (JarEntry entry : jar.stream().toList()) {
            if (entry.getName().endsWith(ending)) {
              found.put(entry.getName(), jar.getInputStream(entry).readAllBytes());
            }
          }
        }
      }
    } catch (IOException e) {
      throw new FileFailure(place + ": its classes cannot be read", e);
    }
    return found;
  }

  /** Returns where the classes of the lab are: a folder or a jar. */
  public static Path location() {
    return location(CodeFingerprint.class);
  }

  /** Returns where a class is from: a folder or a jar. */
  public static Path location(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the place of " + type + " is no path", e);
    }
  }
}
