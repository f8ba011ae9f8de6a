package org.ironopt.lab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The script {@code iron}, with a java and a Maven that only say how they were called. */
@Execution(ExecutionMode.CONCURRENT)
class LauncherTest {
  private static final String JAVA =
      """
      #!/bin/sh
      echo 'WARNING: Using incubator modules: jdk.incubator.vector' >&2
      echo 'a line of the JVM' >&2
      case $* in *-Diron.stderr=9*) echo 'a line of ours' >&9 ;; esac
      for last; do :; done
      echo "java $last"
      """;
  private static final String MAVEN =
      """
      #!/bin/sh
      mkdir building || echo overlap >>builds
      echo "$*" >>builds
      /bin/sleep 0.1
      mkdir -p iron-lab/target/lib
      : >iron-lab/target/iron-lab-1.jar
      : >iron-lab/target/lib/peer.jar
      rmdir building
      """;

  @TempDir Path folder;
  private Path root;
  private Path state;
  private Path lock;
  private final AtomicInteger runs = new AtomicInteger();

  /** What a run printed. */
  private record Said(int code, String out, String err) {}

  @BeforeEach
  void install() throws IOException {
    assumeTrue(Files.isReadable(Path.of("/proc/self/stat")), "needs Linux");
    root = tree(folder.resolve("tree"));
    state = root.resolve(".iron");
    lock = state.resolve("build.lock");
    script("jdk/bin/java", JAVA);
    script("jdk/bin/javac", "#!/bin/sh\n");
    Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"25.0.3\"\n");
    script("bin/mvn", MAVEN);
    sleep("/bin/sleep 0.02");
  }

  private static Path tree(Path root) throws IOException {
    Files.createDirectories(root.resolve("iron-lab/src/main"));
    Files.writeString(root.resolve("iron-lab/src/main/A.java"), "class A {}");
    Files.copy(Path.of("").toAbsolutePath().resolveSibling("pom.xml"), root.resolve("pom.xml"));
    Files.createDirectories(root.resolve(".git/logs"));
    Path own = Path.of("").toAbsolutePath().resolveSibling("iron");
    Files.copy(own, root.resolve("iron"));
    root.resolve("iron").toFile().setExecutable(true);
    return root;
  }

  private void script(String name, String text) throws IOException {
    Path path = folder.resolve(name);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** The launcher counts the seconds that it asked to sleep, so that no test need wait for them. */
  private void sleep(String command) throws IOException {
    script("bin/sleep", "#!/bin/sh\necho \"$1\" >>" + folder + "/slept\n" + command + "\n");
  }

  private ProcessBuilder shell(String command) {
    ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", command).directory(root.toFile());
    builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    builder.environment().merge("PATH", folder.resolve("bin") + ":", (old, bin) -> bin + old);
    return builder;
  }

  /**
   * Reads both streams to their ends: nothing that the launcher started may outlive it for long.
   * Stderr is a named pipe, because Java closes its own pipes when the process ends, and the filter
   * of stderr ends a moment later.
   */
  private Said run(String command) throws Exception {
    Path pipe = folder.resolve("err" + runs.getAndIncrement());
    assertEquals("", said("mkfifo " + pipe));
    Process process = shell("{ " + command + "\n} 2>" + pipe).start();
    process.getOutputStream().close();
    CompletableFuture<String> out =
        CompletableFuture.supplyAsync(() -> all(process.inputReader()), Thread.ofPlatform()::start);
    CompletableFuture<String> err =
        CompletableFuture.supplyAsync(() -> all(reader(pipe)), Thread.ofPlatform()::start);
    try {
      CompletableFuture.allOf(out, err).get(60, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      throw new AssertionError("'" + command + "' hangs", e);
    }
    return new Said(process.waitFor(), out.get(), err.get());
  }

  private static Reader reader(Path file) {
    try {
      return Files.newBufferedReader(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String all(Reader reader) {
    StringWriter text = new StringWriter();
    try (reader) {
      reader.transferTo(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private List<String> builds() throws IOException {
    Path builds = root.resolve("builds");
    return Files.exists(builds) ? Files.readAllLines(builds) : List.of();
  }

  private static String started(long process) throws IOException {
    String stat = Files.readString(Path.of("/proc/" + process + "/stat"));
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[19];
  }

  private String said(String command) throws Exception {
    Process process = new ProcessBuilder(command.split(" ")).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }

  private void lockedBy(String process, String start, String user, String host) throws IOException {
    Files.createDirectories(state);
    Files.createSymbolicLink(lock, Path.of(String.join(".", process, start, user, host)));
  }

  @Test
  void buildsOnceAndWhenASourceChangesButNotForACommit() throws Exception {
    Said first = run("./iron --version");
    assertEquals(0, first.code(), first.err());
    assertEquals("java --version\n", first.out());
    assertTrue(first.err().startsWith("iron: building, once"), first.err());
    FileTime later = FileTime.fromMillis(System.currentTimeMillis() + 60_000);
    Files.writeString(root.resolve(".git/logs/HEAD"), "a commit");
    Files.setLastModifiedTime(root.resolve(".git/logs/HEAD"), later);
    Files.writeString(root.resolve("README.md"), "a page");
    Files.setLastModifiedTime(root.resolve("README.md"), later);
    assertEquals("java x\n", run("./iron x").out());
    assertEquals(1, builds().size());
    Files.setLastModifiedTime(root.resolve("iron-lab/src/main/A.java"), later);
    run("./iron x");
    assertEquals(2, builds().size());
    assertTrue(builds().stream().allMatch(b -> b.contains(" -C ")), builds().toString());
    assertFalse(Files.exists(lock, LinkOption.NOFOLLOW_LINKS));
  }

  @Test
  void theJdkOfTheBuildIsTakenUntilItIsReplacedOrAnotherIsNamed() throws Exception {
    run("./iron x");
    script("jdk/bin/java", "#!/bin/sh\necho first\n");
    assertEquals("first\n", run("./iron x").out());
    script("other/bin/java", "#!/bin/sh\necho second\n");
    script("other/bin/javac", "#!/bin/sh\n");
    Files.writeString(folder.resolve("other/release"), "JAVA_VERSION=\"25.0.4\"\n");
    assertEquals("second\n", run("JAVA_HOME=" + folder + "/other ./iron x").out());
    assertEquals("first\n", run("./iron x").out());
    Path release = folder.resolve("jdk/release");
    Files.writeString(release, "JAVA_VERSION=\"21.0.1\"\n");
    FileTime later = FileTime.fromMillis(System.currentTimeMillis() + 60_000);
    Files.setLastModifiedTime(release, later);
    assertFalse(run("./iron x").out().contains("first"), "an older JDK in its place");
    assertEquals(1, builds().size());
  }

  @Test
  void onlyTheAnnouncementIsHidden() throws Exception {
    run("./iron x");
    Said said = run("./iron x");
    assertEquals("java x\n", said.out());
    List<String> lines = new ArrayList<>(said.err().lines().sorted().toList());
    assertEquals(List.of("a line of ours", "a line of the JVM"), lines);
  }

  /** Little work starts from the cache of linked classes, without SIMD; all else with it. */
  @Test
  void shortCommandsAreToldFromLongOnes() throws Exception {
    run("./iron x");
    script("jdk/bin/java", "#!/bin/sh\necho \"$*\"\n");
    Files.writeString(root.resolve("small.csv"), "a,b\n");
    Files.write(root.resolve("large.csv"), new byte[5_000_000]);
    Files.write(root.resolve("packed.csv.gz"), new byte[1_000_000]);
    for (String command :
        List.of(
            "",
            "--version",
            "theory --method euler --alpha 1",
            "fit small.csv --target b --reg 0",
            "fit none.csv",
            "predict small.csv large.csv")) {
      String said = run("./iron " + command).out();
      assertTrue(said.contains("-XX:AOTCache=" + state + "/app."), command + ": " + said);
      assertFalse(said.contains("vector"), command);
    }
    for (String command :
        List.of(
            "x",
            "reproduce",
            "fit large.csv",
            "fit packed.csv.gz",
            "fit - --target b",
            "fit small.csv --reg auto",
            "fit small.csv --l1=auto",
            "fit small.csv --method saga")) {
      String said = run("./iron " + command).out();
      assertTrue(said.contains("--add-modules=jdk.incubator.vector"), command + ": " + said);
      assertFalse(said.contains("AOTCache"), command);
    }
    assertTrue(run("IRON_OPTS=-Xmx2g ./iron fit small.csv").out().contains("vector"));
  }

  @Test
  void runsWithoutStderrAloneAndInAPipeline() throws Exception {
    for (String command : List.of("./iron x 2>&-", "./iron x 2>&- | cat", "./iron x 2>&- <&-")) {
      Said said = run(command);
      assertEquals(0, said.code(), command);
      assertEquals("java x\n", said.out(), command);
    }
    try (Stream<Path> left = Files.list(state)) {
      assertEquals(List.of(), left.filter(f -> f.toString().contains("stderr.")).toList());
    }
  }

  /** Nothing but the reader of a pipeline waits for what the launcher leaves behind. */
  @Test
  void aReaderOfStdoutIsNotKeptWaiting() throws Exception {
    run("./iron x");
    script("jdk/bin/java", "#!/bin/sh\nexec >&-\nread -r line <" + folder + "/go\n");
    assertEquals("", said("mkfifo " + folder + "/go"));
    Said said = run("./iron x | { cat; echo ended; echo >" + folder + "/go; }");
    assertEquals("ended\n", said.out());
  }

  @Test
  void aLockWhoseOwnerEndedIsRemovedAtOnce() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    String user = said("id -u");
    String host = said("uname -n");
    long living = ProcessHandle.current().pid();
    List<String[]> owners =
        List.of(
            new String[] {"" + ended.pid(), "5", user, host},
            new String[] {"" + living, "5", user, host},
            new String[] {"1", "5", user, host});
    for (String[] owner : owners) {
      Files.deleteIfExists(state.resolve("current"));
      lockedBy(owner[0], owner[1], owner[2], owner[3]);
      assertEquals("java x\n", run("./iron x").out());
    }
    assertEquals(owners.size(), builds().size());
    assertFalse(Files.exists(folder.resolve("slept")), "nobody had to wait");
  }

  /** Earlier versions locked by a folder, and a kill left one without an owner. */
  @Test
  void theFolderThatAnEarlierVersionLeftBehindIsNoLock() throws Exception {
    Files.createDirectories(state.resolve("lock"));
    assertEquals("java x\n", run("./iron x").out());
    Files.writeString(state.resolve("lock/pid"), "1\n");
    Files.delete(state.resolve("current"));
    assertEquals("java x\n", run("./iron x").out());
    assertFalse(Files.exists(folder.resolve("slept")));
  }

  @Test
  void whoWaitsForALivingOwnerSaysSoAndGoesOnWhenItEnds() throws Exception {
    String process = Long.toString(ProcessHandle.current().pid());
    String own = started(ProcessHandle.current().pid());
    String user = said("id -u");
    String host = said("uname -n");
    List<String[]> owners =
        List.of(
            new String[] {process, own, user, host},
            new String[] {"4194304", "5", user, host + ".elsewhere"},
            new String[] {"4194304", "5", "4294", host});
    for (String[] owner : owners) {
      Files.deleteIfExists(state.resolve("current"));
      Files.deleteIfExists(folder.resolve("slept"));
      sleep("[ $(wc -l <" + folder + "/slept) -lt 8 ] || rm -f " + lock);
      lockedBy(owner[0], owner[1], owner[2], owner[3]);
      Said said = run("./iron x");
      assertEquals("java x\n", said.out());
      String line =
          "iron: process %s is building, waiting for it; if there is none: rm -f %s %s\n"
              .formatted(owner[0], lock, state.resolve("build.break"));
      assertTrue(said.err().startsWith(line + "iron: building"), said.err());
    }
  }

  @Test
  void nobodyWaitsForEver() throws Exception {
    sleep(":");
    String own = started(ProcessHandle.current().pid());
    lockedBy("" + ProcessHandle.current().pid(), own, said("id -u"), said("uname -n"));
    Said said = run("./iron x");
    assertEquals(1, said.code());
    assertTrue(said.err().contains("iron: waited half an hour for process "), said.err());
    long seconds =
        Files.readAllLines(folder.resolve("slept")).stream().mapToLong(Long::parseLong).sum();
    assertTrue(seconds >= 1800 && seconds < 2100, seconds + " s");
    assertTrue(Files.isSymbolicLink(lock), "the lock of a living owner stays");
  }

  @Test
  void ofManyThatFindAnAbandonedLockOneBuilds() throws Exception {
    lockedBy("1", "5", said("id -u"), said("uname -n"));
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      processes.add(
          shell("./iron x")
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("out" + i).toFile())
              .start());
    }
    for (int i = 0; i < 6; i++) {
      assertTrue(processes.get(i).waitFor(60, TimeUnit.SECONDS));
      String out = Files.readString(folder.resolve("out" + i));
      assertEquals(0, processes.get(i).exitValue(), out);
      assertTrue(out.contains("java x\n"), out);
    }
    assertEquals(1, builds().size(), builds().toString());
  }

  @Test
  void aColonInThePathIsSaidInOneLine() throws Exception {
    Path odd = tree(folder.resolve("a:b"));
    Said said = run("'" + odd + "/iron' x");
    assertEquals(1, said.code());
    assertEquals("", said.out());
    assertEquals(
        "iron: the path "
            + odd
            + " has a ':', which ends a path for java; move or rename the folder\n",
        said.err());
  }
}
