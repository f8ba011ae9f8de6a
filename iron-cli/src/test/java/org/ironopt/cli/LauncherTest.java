package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ironopt.Slow;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import picocli.CommandLine.ParseResult;

/** The script {@code iron}, with a Maven and a java that only say how they were called. */
@Execution(ExecutionMode.CONCURRENT)
class LauncherTest {
  /** Runs the build for real; everything else prints its class path and its arguments. */
  private static final String JAVA =
      """
      #!/bin/sh
      case $* in *Build.java*) exec '%s/bin/java' "$@" ;; esac
      echo 'WARNING: Using incubator modules: jdk.incubator.vector' >&2
      echo 'a line of the JVM' >&2
      case $* in *-Diron.stderr=9*) echo 'a line of ours' >&9 ;; esac
      while [ "$1" != -cp ]; do
        case $1 in
          -Diron.launcher=*) echo "called $1" ;;
          -XX:AOTCacheOutput=*) echo cache >"${1#*=}" ;;
          -XX:ArchiveClassesAtExit=*) echo archive >"${1#*=}" ;;
          -XX:AOT* | -XX:Shared* | --add-modules*) echo "option $1" ;;
        esac
        shift
      done
      echo "classes $2"
      shift 3
      for argument; do echo "argument $argument"; done
      case ${argument-} in */model.json) [ -d "${argument%%/*}" ] && echo 'a folder for the model' ;; esac
      """;

  private static final String MAVEN =
      """
      #!/bin/sh
      mkdir building || echo overlap >>builds
      for module; do case $module in iron-*) break ;; esac; done
      echo "$module" >>builds
      /bin/sleep 0.1
      mkdir -p $module/target/lib
      : >$module/target/$module-1.jar
      : >$module/target/lib/peer.jar
      rmdir building
      """;

  @TempDir Path folder;
  private Path root;
  private Path state;

  /** What a run printed. */
  private record Said(int code, String out, String err) {
    List<String> lines(String first) {
      return out.lines()
          .filter(line -> line.startsWith(first + " "))
          .map(line -> line.substring(first.length() + 1))
          .toList();
    }
  }

  @BeforeEach
  void install() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "needs a shell");
    script("jdk/bin/java", JAVA.formatted(System.getProperty("java.home")));
    script("jdk/bin/javac", "#!/bin/sh\n");
    release("jdk", "25.0.3");
    script("bin/mvn", MAVEN);
    use("tree");
  }

  private void use(String name) throws IOException {
    root = Files.createDirectories(folder.resolve(name));
    state = root.resolve(".iron");
    Files.createDirectories(root.resolve("iron-cli/src/main"));
    Files.createDirectories(root.resolve("build"));
    Files.writeString(root.resolve("iron-cli/src/main/A.java"), "class A {}");
    Path own = Path.of("").toAbsolutePath().getParent();
    for (String file : List.of("pom.xml", "iron", "build/Build.java")) {
      Files.copy(own.resolve(file), root.resolve(file));
    }
    root.resolve("iron").toFile().setExecutable(true);
  }

  private void script(String name, String text) throws IOException {
    Path path = folder.resolve(name);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void release(String jdk, String version) throws IOException {
    Files.writeString(
        folder.resolve(jdk + "/release"), "A=\"b\"\nJAVA_VERSION=\"" + version + "\"\nC=\"d\"\n");
  }

  private ProcessBuilder shell(String command) {
    ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", command).directory(root.toFile());
    builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    builder.environment().put("TMPDIR", folder.toString());
    builder.environment().merge("PATH", folder.resolve("bin") + ":", (old, bin) -> bin + old);
    return builder;
  }

  private Said run(String command) throws Exception {
    Path out = Files.createTempFile(folder, "out", "");
    Path err = Files.createTempFile(folder, "err", "");
    // The filter of stderr ends a moment after java does, and so does what reads from it.
    Process process =
        shell("{ { " + command + "\n} 2>&1 >&3 | cat >" + err + "; } 3>" + out).start();
    process.getOutputStream().close();
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      throw new AssertionError("'" + command + "' hangs");
    }
    return new Said(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  private List<String> builds() throws IOException {
    Path builds = root.resolve("builds");
    return Files.exists(builds) ? Files.readAllLines(builds) : List.of();
  }

  @Test
  void buildsOnceAndWhenASourceChangesButNotForACommit() throws Exception {
    Said first = run("./iron --version");
    assertEquals(List.of("--version"), first.lines("argument"), first.err());
    assertTrue(first.err().startsWith("iron: first build, about 1 minute"), first.err());
    // The run after a build, whose classes the JVM keeps, has to be able to end well.
    String log = Files.readString(state.resolve("build.log"));
    assertTrue(log.contains("argument fit\n") && log.contains("a folder for the model"), log);
    FileTime later = FileTime.fromMillis(System.currentTimeMillis() + 60_000);
    Files.writeString(root.resolve("README.md"), "a page");
    Files.setLastModifiedTime(root.resolve("README.md"), later);
    assertEquals(List.of("x"), run("./iron x").lines("argument"));
    assertEquals(List.of("iron-cli"), builds());
    Files.setLastModifiedTime(root.resolve("iron-cli/src/main/A.java"), later);
    run("./iron x");
    assertEquals(List.of("iron-cli", "iron-cli"), builds());
  }

  /** The runs after a build leave caches, and SIMD is what Java asks for. */
  @Test
  void mostCommandsStartFromTheCacheAndSomeWithSimd() throws Exception {
    use("ein Häuschen");
    run("./iron x");
    String app = state.resolve(Files.readString(state.resolve("current")).strip()).toString();
    assertEquals("cache\n", Files.readString(Path.of(app, "iron.aot")));
    assertEquals("archive\n", Files.readString(Path.of(app, "iron.jsa")));
    assertEquals(List.of("-XX:AOTCache=" + app + "/iron.aot"), run("./iron x").lines("option"));
    Said simd = run("IRON_MODULES=simd ./iron x");
    assertEquals(
        List.of("--add-modules=jdk.incubator.vector", "-XX:SharedArchiveFile=" + app + "/iron.jsa"),
        simd.lines("option"));
    assertEquals(List.of(app + "/jars/*"), simd.lines("classes"));
  }

  /** Arguments reach Java as they are, and no file that they name is opened. */
  @Test
  void argumentsAreNotLookedAt() throws Exception {
    run("./iron x");
    Path pipe = folder.resolve("pipe");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    List<String> words =
        List.of("reproduce", "--config", "/dev/zero", "verify", pipe.toString(), "a b", "*", "");
    String typed = String.join(" ", words.stream().map(word -> "'" + word + "'").toList());
    assertEquals(words, run("./iron " + typed).lines("argument"));
  }

  /** A module is built when Java asks for it, once, and stands on the class path after the rest. */
  @Test
  @Slow
  void addsTheModulesThatJavaAskedFor() throws Exception {
    for (int i = 0; i < 2; i++) {
      Said said = run("IRON_MODULES='formats spark' ./iron x");
      String app = state.resolve(Files.readString(state.resolve("current")).strip()).toString();
      assertEquals(
          List.of(app + "/jars/*:" + app + "/formats/jars/*:" + app + "/spark/jars/*"),
          said.lines("classes"),
          said.err());
    }
    assertEquals(List.of("iron-cli", "iron-formats", "iron-spark"), builds());
    Said unknown = run("IRON_MODULES=paint ./iron x");
    assertTrue(unknown.err().contains("'paint', expected some of bench, formats"), unknown.err());
    assertEquals("", unknown.out());
  }

  @Test
  @Slow
  void takesTheJdkByItsReleaseFile() throws Exception {
    List<String> fitting = List.of("25.0.3", "25.0.10", "25.0.10.1", "26-ea", "26", "26.0.1", "27");
    List<String> others = List.of("24", "24.0.2", "25", "25-ea", "25.0.2", "9", "1.8.0", "");
    run("./iron x");
    for (String version : fitting) {
      release("jdk", version);
      assertEquals(List.of("x"), run("./iron x").lines("argument"), version);
    }
    for (String version : others) {
      release("jdk", version);
      // Another JDK of this machine may serve, which finds no program in the empty jars.
      assertEquals("", run("./iron x").out(), version);
    }
  }

  @Test
  void aNamedJdkThatFitsIsTakenBeforeAllOthers() throws Exception {
    run("./iron x");
    script("other/bin/java", "#!/bin/sh\necho second\n");
    script("other/bin/javac", "#!/bin/sh\n");
    release("other", "26");
    assertEquals("second\n", run("JAVA_HOME=" + folder + "/other ./iron x").out());
    assertEquals(1, builds().size());
  }

  @Test
  void onlyTheAnnouncementIsHidden() throws Exception {
    run("./iron x");
    Said said = run("IRON_MODULES=simd ./iron x");
    assertEquals(
        List.of("a line of ours", "a line of the JVM"), said.err().lines().sorted().toList());
    try (var left = Files.list(folder)) {
      assertEquals(List.of(), left.filter(f -> f.toString().contains("/iron.")).toList());
    }
  }

  @Test
  @Slow
  void runsWithoutStderr() throws Exception {
    for (String command : List.of("./iron x 2>&-", "./iron x 2>&- | cat", "./iron x 2>&- <&-")) {
      assertEquals(List.of("x"), run(command).lines("argument"), command);
    }
  }

  @Test
  @Slow
  void standardInputIsLeftToJava() throws Exception {
    run("./iron x");
    script("jdk/bin/java", "#!/bin/sh\ncat\n");
    assertEquals("rows\n", run("echo rows | ./iron fit -").out());
  }

  /** Whoever started the launcher has the process of Java, and signals reach it. */
  @Test
  void javaTakesThePlaceOfTheShell() throws Exception {
    run("./iron x");
    script("jdk/bin/java", "#!/bin/sh\necho $$\n");
    Process process = shell("exec ./iron x").start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(process.pid() + "\n", said);
  }

  @Test
  @Slow
  void ofManyFirstStartsOneBuilds() throws Exception {
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      processes.add(
          shell("./iron x")
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("out" + i).toFile())
              .start());
    }
    for (int i = 0; i < processes.size(); i++) {
      assertTrue(processes.get(i).waitFor(120, TimeUnit.SECONDS));
      String out = Files.readString(folder.resolve("out" + i));
      assertTrue(out.contains("argument x\n"), out);
    }
    assertEquals(List.of("iron-cli"), builds());
  }

  /** Folders with blanks and letters beyond ASCII, links, CDPATH and the locale C. */
  @Test
  @Slow
  void oddPlacesAndSettings() throws Exception {
    use("ein Häuschen");
    Files.createSymbolicLink(folder.resolve("direct"), root.resolve("iron"));
    Files.createDirectories(folder.resolve("bin"));
    Files.createSymbolicLink(folder.resolve("bin/iron"), Path.of("../direct"));
    for (String command :
        List.of(
            "LC_ALL=C ./iron x",
            "CDPATH=.:.. ./iron x",
            "cd .. && CDPATH=. 'ein Häuschen/iron' x",
            "cd /tmp && '" + folder + "/direct' x",
            "sh iron x",
            "iron x")) {
      Said said = run(command);
      assertEquals(List.of("x"), said.lines("argument"), command + ": " + said.err());
      assertTrue(said.lines("classes").get(0).startsWith(state.toString()), said.out());
    }
    assertEquals(List.of("iron-cli"), builds());
    assertEquals(List.of("-Diron.launcher=./iron"), run("./iron x").lines("called"));
    assertEquals(
        List.of("-Diron.launcher=" + folder + "/direct"),
        run("'" + folder + "/direct' x").lines("called"));
  }

  @Test
  void aColonInThePathIsSaidInOneLine() throws Exception {
    use("a:b");
    Said said = run("./iron x");
    assertEquals("", said.out());
    assertEquals(1, said.err().lines().count(), said.err());
    assertTrue(said.err().contains("has a ':'"), said.err());
  }

  @Test
  void aFailedBuildSaysWhyAndWhatToDo() throws Exception {
    script("bin/mvn", "#!/bin/sh\necho '[ERROR] Could not transfer artifact a:b'\nexit 1\n");
    Said said = run("./iron x");
    assertEquals("", said.out());
    assertTrue(said.err().contains("needs the internet"), said.err());
    assertTrue(said.err().contains("Could not transfer artifact a:b"), said.err());
    assertFalse(Files.exists(state.resolve("current")));
    script("bin/mvn", MAVEN);
    assertEquals(List.of("x"), run("./iron x").lines("argument"));
  }

  /** Starts a command of this class path that needs a module, below a launcher of its own. */
  private Process needingAModule(String launcher, String... command) throws IOException {
    script("home/iron", launcher);
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Diron.home=" + folder.resolve("home"),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    words.addAll(List.of(command));
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().remove("IRON_MODULES");
    return builder.start();
  }

  @Test
  void aCommandThatNeedsAModuleStartsTheLauncherAgain() throws Exception {
    Process process =
        needingAModule(
            "#!/bin/sh\nread -r line\necho \"$IRON_MODULES: $* $line\"\nexit 7\n",
            "bench",
            "random");
    process.getOutputStream().write("unread\n".getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals("bench: bench random unread\n", said);
    assertEquals(7, process.waitFor());
  }

  /** What a pipe holds is not read before the command has begun again, and results are the same. */
  @Test
  void rowsOfAPipeAreReadByTheStartWithSimd() throws Exception {
    Process process =
        needingAModule(
            "#!/bin/sh\necho \"$IRON_MODULES: $*\"\ncat\n", "fit", "/dev/stdin", "--json");
    process.getOutputStream().write("1 1:2\n".getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals("simd: fit /dev/stdin --json\n1 1:2\n", said);
    assertEquals(0, process.waitFor());
  }

  @Test
  void onlyLongCommandsAskForSimd() throws Exception {
    Path small = Files.writeString(folder.resolve("small.csv"), "a".repeat(900_000));
    Path middle = ofLength("middle.csv", 20_000_001);
    Path large = ofLength("large.csv", 100_000_001);
    Path packed = ofLength("rows.csv.gz", 12_500_001);
    for (String command :
        List.of(
            "fit " + large,
            "fit " + packed,
            "fit " + folder,
            "fit " + middle + " --reg auto",
            "fit " + middle + " --folds 5",
            "path " + middle,
            "predict " + small + " " + large,
            "theory minibatch " + large + " --batch 4",
            "reproduce",
            "explore",
            "doctor")) {
      assertTrue(isLong(command), command);
    }
    for (String command :
        List.of(
            "fit " + middle,
            "fit " + small + " --reg auto",
            "fit " + small + " --model network",
            "path " + middle + " --folds 0",
            "fit " + folder.resolve("none.csv"),
            "fit /dev/fd/63",
            "predict " + large + " " + middle,
            "inspect " + large,
            "theory --eigenvalues 1,3 --alpha 1",
            "bench --list")) {
      assertFalse(isLong(command), command);
    }
    Files.writeString(small, "a".repeat(1_000_001));
    for (String option : List.of("--model network", "--method adam")) {
      assertTrue(isLong("fit " + small + " " + option), option);
    }
  }

  private Path ofLength(String name, long length) throws IOException {
    Path path = folder.resolve(name);
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(length);
    }
    return path;
  }

  private static boolean isLong(String command) {
    PrintWriter none = new PrintWriter(Writer.nullWriter());
    ParseResult parsed = RootCommand.commandLine(none, none).parseArgs(command.split(" "));
    return Launcher.isLong(parsed.asCommandLineList().getLast().getParseResult());
  }

  @Test
  void aSignalReachesTheCommandThatWasStartedAgain() throws Exception {
    Path ended = folder.resolve("ended");
    Process process =
        needingAModule(
            "#!/bin/sh\ntrap 'echo yes >%s; exit 0' TERM\necho ready\nwhile :; do sleep 0.05; done\n"
                .formatted(ended),
            "doctor");
    assertEquals("ready", process.inputReader().readLine());
    List<ProcessHandle> started = process.descendants().toList();
    try {
      process.destroy();
      assertEquals(143, process.waitFor());
      assertEquals("yes\n", Files.readString(ended));
    } finally {
      started.forEach(ProcessHandle::destroyForcibly);
    }
  }
}
