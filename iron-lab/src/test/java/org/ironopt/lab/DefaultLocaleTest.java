package org.ironopt.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ironopt.io.InputError;
import org.ironopt.linalg.Parallel;
import org.junit.jupiter.api.Test;

/**
 * No class of the core or the lab calls what depends on the default locale: digits of ar-EG and
 * letters of tr-TR would get into files, hashes and tables. The remedy is to pass Locale.ROOT, as
 * in {@code String.format(Locale.ROOT, ...)}.
 */
class DefaultLocaleTest {
  /** Methods and constructors that take the default locale unless one is passed. */
  private static final Pattern DEPENDENT =
      Pattern.compile(
          "java/lang/String\\.(format|formatted|toLowerCase|toUpperCase)"
              + "|java/io/(PrintStream|PrintWriter|Console)\\.(format|printf)"
              + "|java/util/(Formatter|Scanner)\\.<init>"
              + "|java/util/Locale\\.getDefault"
              + "|java/text/.*(Format|Symbols|Collator)\\.(<init>|get\\w*Instance)"
              + "|java/time/format/DateTimeFormatter(Builder)?\\.(ofPattern|ofLocalized\\w*"
              + "|toFormatter)");

  private static boolean dependent(MemberRefEntry entry) {
    String member = entry.owner().asInternalName() + "." + entry.name().stringValue();
    String parameters = entry.type().stringValue().replaceAll("\\).*", "");
    return DEPENDENT.matcher(member).matches() && !parameters.contains("Ljava/util/Locale;");
  }

  private static void scan(Path classFile, Set<String> found) throws IOException {
    ClassModel model = ClassFile.of().parse(Files.readAllBytes(classFile));
    for (PoolEntry entry : model.constantPool()) {
      if (entry instanceof MemberRefEntry member && dependent(member)) {
        found.add(
            model.thisClass().asInternalName().replace('/', '.').replaceAll("\\$.*", "")
                + " calls "
                + member.owner().asInternalName().replaceAll(".*/", "")
                + "."
                + member.name().stringValue());
      }
    }
  }

  private static int scanAll(Path root, Set<String> found) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      List<Path> classes = files.filter(f -> f.toString().endsWith(".class")).toList();
      for (Path file : classes) {
        scan(file, found);
      }
      return classes.size();
    }
  }

  private static int scan(Class<?> member, Set<String> found)
      throws IOException, URISyntaxException {
    Path place = Path.of(member.getProtectionDomain().getCodeSource().getLocation().toURI());
    if (Files.isDirectory(place)) {
      return scanAll(place, found);
    }
    try (FileSystem jar = FileSystems.newFileSystem(place)) {
      return scanAll(jar.getPath("/"), found);
    }
  }

  @Test
  void nothingDependsOnIt() throws Exception {
    Set<String> found = new TreeSet<>();
    assertTrue(scan(Parallel.class, found) > 100, "the classes of the core");
    assertTrue(scan(InputError.class, found) > 100, "the classes of the lab");
    assertEquals("", String.join("\n", found));
  }

  /** This test would be found by itself. */
  @Test
  void aCallIsSeen() throws Exception {
    Set<String> found = new TreeSet<>();
    scan(LocaleTest.class, found);
    assertTrue(
        found.contains("org.ironopt.lab.LocaleTest calls Locale.getDefault"), found.toString());
  }
}
