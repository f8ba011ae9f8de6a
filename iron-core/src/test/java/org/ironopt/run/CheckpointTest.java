package org.ironopt.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.flow.NagGs;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.NoiseModel;
import org.ironopt.run.Checkpoint.UnusableException.Reason;
import org.ironopt.run.Run.RunFailedException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class CheckpointTest {
  @TempDir Path folder;
  private final Quadratic f = Fixtures.tp2();
  private final Iron iron = Iron.step(2).mu(.8).noise(new CenterNoise(new Noise.Isotropic(.5)));

  private Run run(Method method, long seed) {
    return Run.of(method, f).from(Fixtures.tp2Start()).seed(seed);
  }

  private Path written() {
    Path path = folder.resolve("run.ckpt");
    run(iron, 7).stop(Stop.steps(10)).checkpoint(path, 4).go();
    return path;
  }

  /** The whole file, best point and bill included, is the same for a straight and a broken run. */
  @Test
  void resumingGivesTheSameFile() throws IOException {
    Path path = written();
    RunResult resumed =
        Run.of(iron, f).seed(7).resume(path).checkpoint(path, 100).stop(Stop.steps(25)).go();
    Path straight = folder.resolve("straight.ckpt");
    RunResult whole = run(iron, 7).stop(Stop.steps(25)).checkpoint(straight, 1000).go();
    assertArrayEquals(Files.readAllBytes(straight), Files.readAllBytes(path));
    assertArrayEquals(whole.x(), resumed.x());
    assertArrayEquals(whole.best(), resumed.best());
    assertEquals(whole.bestValue(), resumed.bestValue());
    assertEquals(whole.work(), resumed.work());
    assertEquals(whole.ending(), resumed.ending());
  }

  @Test
  void finishedRunEndsAgainAtOnce() {
    RunResult again = Run.of(iron, f).seed(7).resume(written()).stop(Stop.steps(10)).go();
    assertEquals(new Ending.StepLimit(10), again.ending());
  }

  @Test
  void writtenByTheClock() throws IOException {
    Path path = folder.resolve("clock.ckpt");
    long[] now = {0};
    int[] seen = {0};
    run(iron, 1)
        .clock(() -> now[0])
        .checkpoint(path, Duration.ofSeconds(3))
        .trace(
            record -> {
              now[0] += 1_000_000_000;
              seen[0] += Files.exists(path) ? 1 : 0;
            })
        .stop(Stop.steps(9))
        .go();
    // Due after steps 2, 5 and 8; the observer of step k sees what was written before.
    assertEquals(7, seen[0]);
  }

  @Test
  void failureLeavesACheckpoint() {
    Path path = folder.resolve("failed.ckpt");
    Broken throwing = Broken.throwingAtCall(2, 7);
    Method method = NagGs.step(1);
    Run run = Run.of(method, throwing).from(new double[] {1, 2});
    run.checkpoint(path, 100).stop(Stop.steps(20));
    assertThrows(RunFailedException.class, run::go);
    Broken healthy = Broken.throwingAtCall(2, 1000);
    RunResult whole = Run.of(method, healthy).from(new double[] {1, 2}).stop(Stop.steps(20)).go();
    RunResult resumed = Run.of(method, healthy).resume(path).stop(Stop.steps(20)).go();
    assertArrayEquals(whole.x(), resumed.x());
  }

  private void refused(Reason reason, String part, Run run) {
    Checkpoint.UnusableException e = assertThrows(Checkpoint.UnusableException.class, run::go);
    assertEquals(reason, e.reason());
    assertTrue(e.getMessage().contains(part), e.getMessage());
    assertFalse(e.getMessage().contains("\n"), "one line");
  }

  @Test
  void anotherRunIsRefused() {
    Path path = written();
    refused(
        Reason.OTHER_RUN,
        "seed is 7 in the file but 8 in this run",
        Run.of(iron, f).seed(8).resume(path));
    refused(
        Reason.OTHER_RUN,
        "method is 'startGamma: not set' in the file but 'startGamma: 0.5' in this run",
        Run.of(iron.gamma(.5), f).seed(7).resume(path));
    refused(
        Reason.OTHER_RUN,
        "dimension is 3 in the file but 5 in this run",
        Run.of(iron, Fixtures.tp5()).seed(7).resume(path));
    refused(
        Reason.OTHER_RUN,
        "data is '' in the file but 'abc' in this run",
        Run.of(iron, f).seed(7).data("abc").resume(path));
  }

  /** Two covariances look alike in words; a run must still not be resumed with the other one. */
  @Test
  void anotherCovarianceIsRefused() {
    Path path = folder.resolve("full");
    Iron one = iron.noise(full(.5));
    Run.of(one, f).from(Fixtures.tp2Start()).checkpoint(path, 5).stop(Stop.steps(5)).go();
    Run.of(iron.noise(full(.5)), f).resume(path).stop(Stop.steps(6)).go();
    refused(Reason.OTHER_RUN, "method is", Run.of(iron.noise(full(.25)), f).resume(path));
  }

  private static NoiseModel full(double correlation) {
    double[][] sigma = {{1, correlation, 0}, {correlation, 1, 0}, {0, 0, 1}};
    return new CenterNoise(new Noise.Full(DenseMatrix.of(sigma)));
  }

  @Test
  void everyTruncationIsNoticed() throws IOException {
    Path path = written();
    byte[] whole = Files.readAllBytes(path);
    for (int length = 0; length < whole.length; length++) {
      Files.write(path, Arrays.copyOf(whole, length));
      Reason reason =
          assertThrows(Checkpoint.UnusableException.class, () -> Checkpoint.read(path)).reason();
      assertEquals(length < 8 ? Reason.NOT_A_CHECKPOINT : Reason.TRUNCATED, reason);
    }
  }

  @Test
  void everyDamagedByteIsNoticed() throws IOException {
    Path path = written();
    byte[] whole = Files.readAllBytes(path);
    for (int at = 0; at < whole.length; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 4;
      Files.write(path, damaged);
      assertThrows(Checkpoint.UnusableException.class, () -> Checkpoint.read(path), "byte " + at);
    }
    byte[] damaged = whole.clone();
    damaged[whole.length / 2] ^= 1;
    Files.write(path, damaged);
    refused(Reason.CORRUPT, "checksum", Run.of(iron, f).seed(7).resume(path));
  }

  @Test
  void strangeFilesAreRefused() throws IOException {
    refused(Reason.UNREADABLE, "cannot be read", Run.of(iron, f).resume(folder.resolve("nowhere")));
    Path text = folder.resolve("text");
    Files.writeString(text, "this is certainly not a checkpoint");
    refused(Reason.NOT_A_CHECKPOINT, "not a checkpoint", Run.of(iron, f).resume(text));
    byte[] bytes = Files.readAllBytes(written());
    bytes[11] = 9;
    Files.write(text, bytes);
    refused(
        Reason.OTHER_VERSION,
        "format 9 of another release, expected 2: start again",
        Run.of(iron, f).resume(text));
  }

  @Test
  void unwritablePlaceIsReportedAndTheRunGoesOn() {
    Path nowhere = folder.resolve("missing").resolve("run.ckpt");
    List<String> warnings = new ArrayList<>();
    RunResult result =
        run(iron, 7).checkpoint(nowhere, 2).warn(warnings::add).stop(Stop.steps(9)).go();
    assertEquals(new Ending.StepLimit(9), result.ending());
    assertArrayEquals(run(iron, 7).stop(Stop.steps(9)).go().x(), result.x());
    assertEquals(1, warnings.size());
    assertTrue(warnings.getFirst().startsWith("cannot write the checkpoint " + nowhere));
    assertTrue(result.unsaved().orElseThrow().contains("no such file"), result::toString);
    assertTrue(result.toString().contains("cannot write the checkpoint"));
  }

  /** What could not be written at first is written once there is a place for it. */
  @Test
  void aPlaceThatAppearsIsUsed() {
    Path late = folder.resolve("late");
    Path path = late.resolve("run.ckpt");
    List<String> warnings = new ArrayList<>();
    RunResult result =
        run(iron, 7)
            .checkpoint(path, 2)
            .warn(warnings::add)
            .trace(record -> assertTrue(record.step() != 5 || late.toFile().mkdir()))
            .stop(Stop.steps(9))
            .go();
    assertEquals(1, warnings.size());
    assertTrue(result.unsaved().isEmpty());
    assertEquals(
        new Ending.StepLimit(9),
        Run.of(iron, f).seed(7).resume(path).stop(Stop.steps(9)).go().ending());
  }

  /** Lengths and counters of every size at every place, with the checksum that belongs to them. */
  @Test
  void noLengthIsBelieved() throws IOException {
    Path path = written();
    byte[] whole = Files.readAllBytes(path);
    int[] numbers = {-1, whole.length, 1 << 30, Integer.MAX_VALUE};
    int refused = 0;
    for (int at = 8; at <= whole.length - 12; at++) {
      for (int number : numbers) {
        ByteBuffer damaged = ByteBuffer.wrap(whole.clone()).putInt(at, number);
        CRC32 crc = new CRC32();
        crc.update(damaged.array(), 0, whole.length - 8);
        Files.write(path, damaged.putLong(whole.length - 8, crc.getValue()).array());
        Run run = Run.of(iron, f).seed(7).resume(path).stop(Stop.steps(0));
        try {
          run.go();
        } catch (Checkpoint.UnusableException e) {
          refused++;
        } catch (RuntimeException | Error e) {
          throw new AssertionError("number " + number + " at byte " + at, e);
        }
      }
    }
    assertTrue(refused > 100, "refused " + refused);
  }

  /** A file that never ends, and one that is no checkpoint, are not read to their end. */
  @Test
  void devicesAreNotRead() {
    Path zero = Path.of("/dev/zero");
    Assumptions.assumeTrue(Files.exists(zero));
    refused(Reason.UNREADABLE, "not a regular file", Run.of(iron, f).resume(zero));
  }
}
