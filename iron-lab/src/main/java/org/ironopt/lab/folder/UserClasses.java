package org.ironopt.lab.folder;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.Sha256;
import org.ironopt.lab.file.TemporaryFolder;

/**
 * Classes of the user, found by name on {@code --class-path}: folders and jars of class files, or
 * source files, which are compiled. The path is always one that was typed for the command at hand.
 */
public final class UserClasses {
  /** Folders and jars, and the classes that were compiled, which are kept in memory alone. */
  private static final class Loader extends URLClassLoader {
    private final SortedMap<String, byte[]> compiled;
    private final String hash;

    Loader(List<URL> urls, SortedMap<String, byte[]> compiled, String hash) {
      super(urls.toArray(URL[]::new), UserClasses.class.getClassLoader());
      this.compiled = compiled;
      this.hash = hash;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] file = compiled.get(name.replace('.', '/') + ".class");
      return file == null ? super.findClass(name) : defineClass(name, file, 0, file.length);
    }
  }

  private final ClassLoader loader;

  private UserClasses(ClassLoader loader) {
    this.loader = loader;
  }

  /**
   * Returns the classes on a path and those of this program.
   *
   * @param path entries separated as on any class path; empty for this program alone
   */
  @SuppressWarnings("NullAway")
  public static UserClasses on(String path) throws IOException {
    if (path.isEmpty()) {
      return new UserClasses(UserClasses.class.getClassLoader());
    }
    List<URL> urls = new ArrayList<>();
    List<Path> sources = new ArrayList<>();
    SortedMap<String, byte[]> all = new TreeMap<>();
    for (String entry : path.split(File.pathSeparator)) {
      Path at = Path.of(entry);
      if (!Files.exists(at)) {
        throw new InputError("--class-path: " + entry + " is not there");
      }
      if (entry.endsWith(".java")) {
        sources.add(at);
        // What lies beside a source file, such as claims.toml, is found by its classes.
        urls.add(url(at.toAbsolutePath().getParent()));
      } else {
        urls.add(url(at));
        all.putAll(CodeFingerprint.classFiles(at));
      }
    }
    SortedMap<String, byte[]> compiled = sources.isEmpty() ? new TreeMap<>() : compile(sources);
    all.putAll(compiled);
    return new UserClasses(new Loader(urls, compiled, CodeFingerprint.of(all).substring(0, 12)));
  }

  private static URL url(Path path) {
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new InputError("--class-path: " + path + " cannot be used (" + e.getMessage() + ")");
    }
  }

  private static SortedMap<String, byte[]> compile(List<Path> sources) throws IOException {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    if (javac == null) {
      throw new InputError(
          "--class-path: no compiler here for " + sources.getFirst() + ", give class files");
    }
    try (TemporaryFolder classes = new TemporaryFolder("iron-classes");
        StandardJavaFileManager files = javac.getStandardFileManager(null, null, null)) {
      StringWriter messages = new StringWriter();
      String path = System.getProperty("java.class.path");
      List<String> options = List.of("-proc:none", "-cp", path, "-d", classes.path().toString());
      var units = files.getJavaFileObjectsFromPaths(sources);
      if (!javac.getTask(messages, files, null, options, null, units).call()) {
        throw InputError.withDetails(
            "--class-path: " + listed(sources) + " cannot be compiled", messages.toString());
      }
      return CodeFingerprint.classFiles(classes.path());
    }
  }

  private static String listed(List<Path> sources) {
    return sources.stream().map(Path::toString).collect(Collectors.joining(", "));
  }

  /** Returns the class of that name, if there is one; none of its code runs yet. */
  public Optional<Class<?>> named(String name) {
    try {
      return Optional.of(Class.forName(name, false, loader));
    } catch (ClassNotFoundException | LinkageError e) {
      return Optional.empty();
    }
  }

  /** Returns an object made by the public constructor with these parameters. */
  public static Object make(Class<?> type, Class<?>[] parameters, Object... arguments) {
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(parameters);
      constructor.setAccessible(true);
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw new InputError(
          type.getName() + " cannot be made: " + e.getTargetException().getMessage());
    } catch (ReflectiveOperationException e) {
      String given = parameters.length == 0 ? "" : parameters[0].getSimpleName() + " step";
      throw new InputError(
          "%s needs a constructor %s(%s)", type.getName(), type.getSimpleName(), given);
    }
  }

  /**
   * Returns a hash of all classes of the path, so that results of other code, its helpers included,
   * are not taken for its own.
   */
  public String hash() {
    return hash(loader);
  }

  private static String hash(ClassLoader loader) {
    return loader instanceof Loader own ? own.hash : "";
  }

  /** Returns the fingerprint of this program together with the user's code that a class is from. */
  static String fingerprint(Class<?> type) {
    String own = hash(type.getClassLoader());
    return own.isEmpty()
        ? CodeFingerprint.fingerprint()
        : Sha256.of(CodeFingerprint.fingerprint() + own);
  }
}
