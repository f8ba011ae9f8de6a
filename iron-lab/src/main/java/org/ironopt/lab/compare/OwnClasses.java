package org.ironopt.lab.compare;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.ironopt.lab.InputError;

/**
 * Classes of the user, found by name on {@code --class-path}: folders and jars of class files, or
 * source files, which are compiled.
 */
public final class OwnClasses {
  private final ClassLoader loader;

  private OwnClasses(ClassLoader loader) {
    this.loader = loader;
  }

  /** Returns the classes of this program alone. */
  public static OwnClasses none() {
    return new OwnClasses(OwnClasses.class.getClassLoader());
  }

  /** Returns those on a path as well, its entries separated as on any class path. */
  public static OwnClasses on(String path) throws IOException {
    List<URL> urls = new ArrayList<>();
    List<Path> sources = new ArrayList<>();
    for (String entry : path.split(File.pathSeparator)) {
      Path at = Path.of(entry);
      if (!Files.exists(at)) {
        throw new InputError("--class-path: " + entry + " is not there");
      }
      if (entry.endsWith(".java")) {
        sources.add(at);
      } else {
        urls.add(url(at));
      }
    }
    if (!sources.isEmpty()) {
      urls.add(url(compile(sources)));
    }
    return new OwnClasses(
        new URLClassLoader(urls.toArray(URL[]::new), OwnClasses.class.getClassLoader()));
  }

  private static URL url(Path path) {
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new InputError("--class-path: " + path + " cannot be used (" + e.getMessage() + ")");
    }
  }

  private static Path compile(List<Path> sources) throws IOException {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    if (javac == null) {
      throw new InputError(
          "--class-path: no compiler here for " + sources.getFirst() + ", give class files");
    }
    Path classes = Files.createTempDirectory("iron-compare");
    StringWriter messages = new StringWriter();
    List<String> options =
        List.of("-cp", System.getProperty("java.class.path"), "-d", classes.toString());
    try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null)) {
      boolean compiled =
          javac
              .getTask(
                  messages, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
              .call();
      if (!compiled) {
        throw new InputError(messages.toString().lines().findFirst().orElse("does not compile"));
      }
    }
    return classes;
  }

  /** Returns the class of that name, if there is one. */
  Optional<Class<?>> named(String name) {
    try {
      return Optional.of(Class.forName(name, true, loader));
    } catch (ClassNotFoundException | LinkageError e) {
      return Optional.empty();
    }
  }

  /** Returns an object made by the public constructor with these parameters. */
  static Object make(Class<?> type, Class<?>[] parameters, Object... arguments) {
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(parameters);
      constructor.setAccessible(true);
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw new InputError(type.getName() + " cannot be made: " + e.getCause().getMessage());
    } catch (ReflectiveOperationException e) {
      throw new InputError(
          "%s needs a constructor %s(%s)"
              .formatted(
                  type.getName(),
                  type.getSimpleName(),
                  parameters.length == 0 ? "" : parameters[0].getSimpleName() + " step"));
    }
  }

  /** Returns a hash of the class file, so that results of other code are not taken for its own. */
  static String hash(Class<?> type) {
    String file = "/" + type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getResourceAsStream(file)) {
      byte[] code = in == null ? new byte[0] : in.readAllBytes();
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(code);
      return HexFormat.of().formatHex(digest, 0, 6);
    } catch (IOException | NoSuchAlgorithmException e) {
      return "unknown";
    }
  }
}
