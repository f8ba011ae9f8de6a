import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Builds the command line for the launchers {@code iron} and {@code iron.cmd}, or one of its
 * optional modules. Two never build at a time: the lock is the system's, which ends with its
 * process. A build is a folder {@code .iron/app.N} with the jars; {@code .iron/current} names the
 * latest.
 */
final class Build {
  private static final Map<String, String> MODULES =
      Map.of(
          "bench", "building the benchmarks",
          "formats", "building the readers of Parquet and Zstandard",
          "gpu", "building the module for GPUs",
          "spark", "fetching Spark (300 MB) and building its module");

  private static final int KEPT = 4;

  private final Path root;
  private final Path state;
  private final Path log;

  private Build(Path root) {
    this.root = root;
    this.state = root.resolve(".iron");
    this.log = state.resolve("build.log");
  }

  /** Says in one line why there is no build. */
  private static final class Failed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Failed(String message) {
      super(message);
    }
  }

  /** Arguments: the root of the project; then the build that is out of date, or "module NAME". */
  public static void main(String[] args) {
    Build build = new Build(Path.of(args[0]));
    try {
      if (args.length > 2) {
        build.locked(() -> build.module(args[2]));
      } else {
        build.locked(() -> build.all(args[1]));
      }
    } catch (Failed e) {
      System.err.println("iron: " + e.getMessage());
      System.exit(1);
    } catch (IOException | UncheckedIOException e) {
      System.err.println("iron: cannot build in " + build.state + " (" + e.getMessage() + ")");
      System.exit(1);
    }
  }

  /** Something that reads and writes files. */
  private interface Work {
    void run() throws IOException;
  }

  private void locked(Work work) throws IOException {
    Files.createDirectories(state);
    Path file = state.resolve("build.lock");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      FileLock lock = channel.tryLock();
      if (lock == null) {
        System.err.println("iron: another process is building, waiting for it");
        lock = channel.lock();
      }
      work.run();
      lock.release();
    }
  }

  private void all(String outdated) throws IOException {
    Path pointer = state.resolve("current");
    String current = Files.exists(pointer) ? Files.readString(pointer).strip() : "";
    if (!current.equals(outdated)) {
      // Whoever had the lock before has built.
      return;
    }
    String name =
        "app." + LocalDateTime.now().format(DateTimeFormatter.ofPattern("yyyyMMddHHmmssSSS"));
    Path app = Files.createDirectories(state.resolve(name));
    Files.writeString(app.resolve("started"), "");
    boolean first = current.isEmpty();
    packageModule(
        "cli", first ? "first build, about 1 minute" : "the sources changed, building again");
    copyJars("cli", app);
    Path next = Files.writeString(state.resolve("current.new"), name + System.lineSeparator());
    Files.move(next, pointer, StandardCopyOption.REPLACE_EXISTING);
    // The JVM keeps what it loads, links and learns in these runs for later starts.
    train(app, "", "-XX:AOTCacheOutput=", "iron.aot");
    train(app, "simd", "-XX:ArchiveClassesAtExit=", "iron.jsa");
    removeOld();
  }

  /** Fits a small table, and lets the JVM keep what it did in a file. */
  private void train(Path app, String modules, String option, String name) throws IOException {
    Path files = Files.createDirectories(app.resolve("first-run"));
    String table = root.resolve("examples/people.csv").toString();
    String model = files.resolve("model.json").toString();
    Path cache = app.resolve(name + ".new");
    Map<String, String> variables =
        Map.of("IRON_OPTS", option + root.relativize(cache), "IRON_MODULES", modules);
    run(variables, launcher(), "fit", table, "--target", "bought", "--out", model);
    delete(files);
    if (Files.exists(cache)) {
      Files.move(cache, app.resolve(name));
    }
  }

  private void module(String module) throws IOException {
    if (!MODULES.containsKey(module)) {
      throw new Failed("IRON_MODULES has '" + module + "', expected some of " + names());
    }
    Path app = state.resolve(Files.readString(state.resolve("current")).strip());
    Path folder = app.resolve(module);
    if (Files.exists(folder)) {
      return;
    }
    packageModule(module, MODULES.get(module));
    Path partial = app.resolve(module + ".new");
    delete(partial);
    copyJars(module, partial);
    Files.move(partial, folder);
  }

  private static String names() {
    return String.join(", ", MODULES.keySet().stream().sorted().toList());
  }

  /** Lets Maven make the jar of a module and collect those that it needs in {@code target/lib}. */
  private void packageModule(String module, String what) throws IOException {
    long start = System.nanoTime();
    System.err.println("iron: " + what + " (log: " + log + ")");
    Files.deleteIfExists(log);
    Path target = root.resolve("iron-" + module + "/target");
    delete(target.resolve("lib"));
    for (Path jar : jars(target)) {
      Files.delete(jar);
    }
    int code =
        run(
            Map.of(),
            windows() ? "mvn.cmd" : "mvn",
            "-q",
            "-B",
            "-ntp",
            "-C",
            "-Dmaven.test.skip=true",
            "-Dwarnings=-nowarn",
            "-Plauncher",
            "-pl",
            "iron-" + module,
            "-am",
            "package");
    if (code != 0) {
      throw new Failed(reason());
    }
    System.err.println("iron: built in " + seconds(start) + " s");
  }

  /** Runs a command; a launcher among them passes {@code IRON_OPTS} on to java. */
  private int run(Map<String, String> variables, String... command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(root.toFile());
    boolean none = builder.environment().getOrDefault("JAVA_HOME", "").isEmpty() && !onPath("java");
    if (none) {
      builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    }
    builder.environment().keySet().removeAll(Set.of("IRON_MODULES", "IRON_OPTS"));
    // The run that follows a build takes it as it is, also where a source is newer than the clock.
    builder.environment().put("IRON_BUILT", "yes");
    builder.environment().putAll(variables);
    builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    if (command[0].startsWith("mvn") && !onPath(command[0])) {
      throw new Failed(
          "Maven is needed to build and was not found; install it, for example 'apt install"
              + " maven'");
    }
    Process process = builder.start();
    process.getOutputStream().close();
    long start = System.nanoTime();
    boolean terminal = Boolean.getBoolean("iron.terminal");
    try {
      while (!process.waitFor(1, TimeUnit.SECONDS)) {
        if (terminal) {
          System.err.print("iron: " + seconds(start) + " s\r");
        }
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      process.destroy();
      throw new IOException("interrupted", e);
    }
  }

  /** Returns what Maven says first, and what to do where it could not fetch something. */
  private String reason() throws IOException {
    List<String> lines = Files.readAllLines(log);
    String first =
        lines.stream()
            .filter(line -> line.startsWith("[ERROR]"))
            .map(line -> line.substring("[ERROR]".length()).strip())
            .findFirst()
            .orElse("Maven gave no reason");
    boolean offline =
        lines.stream()
            .anyMatch(
                line ->
                    line.contains("Could not transfer")
                        || line.contains("Unknown host")
                        || line.contains("offline mode"));
    String advice =
        offline
            ? "; Maven could not fetch a library: a first build needs the internet, or a filled"
                + " ~/.m2/repository"
            : "";
    return "the build failed" + advice + "; " + log + " says more: " + first;
  }

  private void copyJars(String module, Path to) throws IOException {
    Path target = root.resolve("iron-" + module + "/target");
    Path folder = Files.createDirectories(to.resolve("jars"));
    List<Path> all = new ArrayList<>(jars(target));
    if (Files.isDirectory(target.resolve("lib"))) {
      all.addAll(jars(target.resolve("lib")));
    }
    for (Path jar : all) {
      Files.copy(jar, folder.resolve(jar.getFileName()));
    }
  }

  private static List<Path> jars(Path folder) throws IOException {
    List<Path> jars = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.jar")) {
        files.forEach(jars::add);
      }
    }
    return jars;
  }

  /** Older builds may still be running, so the latest few stay. */
  private void removeOld() throws IOException {
    List<Path> builds = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(state, "app.*")) {
      folders.forEach(builds::add);
    }
    builds.sort(Comparator.reverseOrder());
    for (Path old : builds.subList(Math.min(KEPT, builds.size()), builds.size())) {
      delete(old);
    }
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> walk = Files.walk(folder)) {
        for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  private String launcher() {
    return root.resolve(windows() ? "iron.cmd" : "iron").toString();
  }

  private static boolean windows() {
    return System.getProperty("os.name").startsWith("Windows");
  }

  private static boolean onPath(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  private static long seconds(long start) {
    return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
  }
}
