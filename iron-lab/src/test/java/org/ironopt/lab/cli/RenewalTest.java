package org.ironopt.lab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.classfile.ClassFile;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class RenewalTest {
  @TempDir Path folder;

  private static List<Path> classes(FileSystem files) throws Exception {
    try (Stream<Path> paths = Files.walk(files.getPath("/picocli"))) {
      return paths.filter(path -> path.toString().endsWith(".class")).toList();
    }
  }

  /** The JVM verifies a class by its stack maps before it initializes it. */
  @Test
  void everyClassHasTheNewVersionAndIsVerified() throws Exception {
    Path library =
        Path.of(CommandLine.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path jar = Files.copy(library, folder.resolve("picocli.jar"));
    Renewal.main(new String[] {jar.toString()});
    int seen = 0;
    try (FileSystem files = FileSystems.newFileSystem(jar);
        URLClassLoader loader =
            new URLClassLoader(
                new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      for (Path path : classes(files)) {
        assertEquals(
            ClassFile.latestMajorVersion(), ClassFile.of().parse(path).majorVersion(), path + "");
        String name = path.toString().substring(1).replace(".class", "").replace('/', '.');
        assertEquals(loader, Class.forName(name, true, loader).getClassLoader());
        seen++;
      }
    }
    assertTrue(seen > 100, seen + " classes");
    byte[] once = Files.readAllBytes(jar);
    Renewal.main(new String[] {jar.toString()});
    assertEquals(once.length, Files.size(jar), "a second time changes nothing");
  }
}
