package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.ironopt.cli.fit.FitJob;
import org.ironopt.cli.machine.HeapMemory;
import org.ironopt.cli.tables.FitCommand;
import org.ironopt.fit.Fit;
import org.ironopt.lab.experiment.SlicedTask;
import org.ironopt.lab.folder.ExperimentFolder;
import org.ironopt.lab.particles.ParticleCloud;
import org.ironopt.lab.reproduce.RunFolder;
import org.ironopt.linalg.ConjugateGradient;
import org.ironopt.linalg.KrylovSolver;
import org.ironopt.linalg.Parallel;
import org.ironopt.problem.analytic.Rosenbrock;
import org.ironopt.resolvent.Resolvent;
import org.ironopt.resolvent.newton.KrylovDirection;
import org.ironopt.resolvent.newton.NewtonSolver;
import org.ironopt.resolvent.newton.ResolventEquation;
import org.ironopt.run.Run;
import org.ironopt.run.Stop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * How many files a reader opens on the way from a front door to where the numbers are made: the
 * files on the stack, in order. The JVM records the stack of every call of the last method.
 */
@ResourceLock("org.ironopt.linalg.Parallel")
class WalkTest {
  private static final String OURS = "org.ironopt.";

  /** From the loop to a product with the Hessian. */
  private static final List<Class<?>> STEP =
      List.of(
          Run.class,
          beside(org.ironopt.method.Iron.class, "IronStepper"),
          Resolvent.class,
          NewtonSolver.class,
          beside(NewtonSolver.class, "Globalizer"),
          KrylovDirection.class,
          KrylovSolver.class,
          ConjugateGradient.class,
          ResolventEquation.class);

  /** From the command to the proof of how far the optimum is. */
  private static final List<Class<?>> FIT =
      List.of(
          Main.class,
          ErrorLine.class,
          FitCommand.class,
          HeapMemory.class,
          FitJob.class,
          Fit.class,
          beside(Fit.class, "Deadline"),
          Run.class,
          beside(Fit.class, "FitRun"),
          beside(Fit.class, "Certificate"));

  /** From the command to one slice of a simulated cell. */
  private static final List<Class<?>> REPRODUCE =
      List.of(
          Main.class,
          ErrorLine.class,
          ReproduceCommand.class,
          RunFolder.class,
          ExperimentFolder.class,
          SlicedTask.class,
          Parallel.class,
          ParticleCloud.class);

  @TempDir private Path folder;

  /** Returns a class that only its package sees. */
  private static Class<?> beside(Class<?> neighbour, String name) {
    try {
      return Class.forName(neighbour.getPackageName() + "." + name);
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aStepGoesThroughNineFiles() throws Exception {
    assertTrue(STEP.size() <= 9);
    Rosenbrock f = new Rosenbrock(2);
    Run run = Run.of(org.ironopt.method.Iron.step(10), f).from(f.start()).stop(Stop.steps(2));
    assertWalk(STEP, "apply", run::go);
  }

  @Test
  void aFitGoesThroughTwelveFiles() throws Exception {
    assertTrue(FIT.size() <= 12);
    StringBuilder rows = new StringBuilder("a,b,y\n");
    for (int i = 0; i < 40; i++) {
      rows.append(i).append(',').append(i * i % 7).append(i * 31 % 17 < 9 ? ",no\n" : ",yes\n");
    }
    String table = Files.writeString(folder.resolve("table.csv"), rows).toString();
    assertWalk(FIT, "at", () -> main("fit", table, "--target", "y"));
  }

  @Test
  void aReproductionGoesThroughTenFiles() throws Exception {
    assertTrue(REPRODUCE.size() <= 10);
    String small = "--alpha 1 --grid 1 --particles 64 --grid-particles 64 --iterations 50";
    List<String> args = new ArrayList<>(List.of("reproduce", "quadratic", "--threads", "1"));
    args.addAll(List.of(small.split(" ")));
    args.addAll(List.of("--out", folder.resolve("runs").toString()));
    int threads = Parallel.threads();
    try {
      assertWalk(REPRODUCE, "simulate", () -> main(args.toArray(String[]::new)));
    } finally {
      Parallel.setThreads(threads);
    }
  }

  private static void main(String... args) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code = Main.run(args, new ByteArrayOutputStream(), err);
    assertEquals(0, code, () -> err.toString(StandardCharsets.UTF_8));
  }

  /** Every call of a method of the last file comes through these files, in this order. */
  private void assertWalk(List<Class<?>> files, String method, Runnable work) throws Exception {
    List<String> names = files.stream().map(Class::getName).toList();
    Path trace = folder.resolve("trace.jfr");
    try (Recording recording = new Recording()) {
      recording
          .enable("jdk.MethodTrace")
          .with("filter", names.getLast() + "::" + method)
          .withoutThreshold()
          .withStackTrace();
      recording.start();
      work.run();
      recording.stop();
      recording.dump(trace);
    }
    String door = names.getFirst();
    long own = Thread.currentThread().threadId();
    Set<List<String>> walks =
        RecordingFile.readAllEvents(trace).stream()
            .filter(call -> call.getThread().getJavaThreadId() == own)
            .map(call -> walk(call, names.getLast()))
            .filter(walk -> walk.contains(door))
            .map(walk -> walk.subList(walk.indexOf(door), walk.size()))
            .collect(Collectors.toSet());
    assertEquals(Set.of(names), walks);
  }

  /** Returns our files on the stack of a call, the outermost first; the JVM leaves its own out. */
  private static List<String> walk(RecordedEvent call, String last) {
    Stream<String> callers =
        call.getStackTrace().getFrames().reversed().stream()
            .map(frame -> frame.getMethod().getType().getName())
            .filter(name -> name.startsWith(OURS) && !name.contains("$$Lambda"))
            .map(name -> name.replaceAll("\\$.*", ""));
    return Stream.concat(callers, Stream.of(last)).distinct().toList();
  }
}
