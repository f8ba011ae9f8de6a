package org.ironopt.method;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ironopt.fit.Fit;

/** All public methods of the library, found in its classes, so that none can be forgotten. */
public final class PublicMethods {
  private PublicMethods() {}

  /** Returns their simple names. */
  public static Set<String> names() throws IOException, URISyntaxException {
    return Stream.concat(classesBeside(Method.class), classesBeside(Fit.class))
        .filter(type -> Method.class.isAssignableFrom(type) && !type.isInterface())
        .filter(type -> Modifier.isPublic(type.getModifiers()))
        .map(Class::getSimpleName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns all classes of the folder or jar that this class is from, nested ones included. */
  public static Stream<Class<?>> classesBeside(Class<?> one)
      throws IOException, URISyntaxException {
    Path place = Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
    if (Files.isDirectory(place)) {
      return classesBelow(place);
    }
    try (FileSystem jar = FileSystems.newFileSystem(place)) {
      return classesBelow(jar.getPath("/"));
    }
  }

  private static Stream<Class<?>> classesBelow(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(name -> name.endsWith(".class") && !name.contains("-info"))
          .map(name -> name.replace(".class", "").replace(root.getFileSystem().getSeparator(), "."))
          .<Class<?>>map(PublicMethods::load)
          .toList()
          .stream();
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, PublicMethods.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }
}
