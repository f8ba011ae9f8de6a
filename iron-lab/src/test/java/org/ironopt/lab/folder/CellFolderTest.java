package org.ironopt.lab.folder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.ironopt.io.internal.AtomicFiles;
import org.ironopt.io.internal.Sha256;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CellFolderTest {
  private static final Manifest MANIFEST = new Manifest(List.of("x"), "1", "abc", "scalar", 1);

  @TempDir Path folder;

  private record Named(String label, NamedValues settings) implements Cell {
    @Override
    public Task start() {
      throw new UnsupportedOperationException("only its folder is looked at");
    }
  }

  private static CellFolder cell(Path experiment, String label) {
    Cell cell = new Named(label, new NamedValues().with("seed", 7L));
    return new CellFolder(experiment, cell, CellFolder.identity(cell));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"x/../../../escaped/y", "..", "/etc", "a\\b", "方法", "a\nb", ".hidden", "C:x"})
  void noLabelLeavesTheFolder(String label) {
    Path path = cell(folder, label).path();
    assertEquals(folder, path.getParent());
    assertTrue(path.getFileName().toString().matches("[A-Za-z0-9_-][A-Za-z0-9._-]*"), label);
  }

  @Test
  void aLongLabelStaysAFileName() {
    Path path = cell(folder, "x".repeat(5000)).path();
    assertTrue(path.getFileName().toString().length() < 200);
  }

  @Test
  void numbersThatAreNotFiniteComeBack() throws IOException {
    NumericColumns trace = new NumericColumns("x");
    trace.add(Double.NEGATIVE_INFINITY);
    double[] list = {1, Double.NaN, Double.POSITIVE_INFINITY};
    NamedValues values =
        new NamedValues()
            .with("up", Double.POSITIVE_INFINITY)
            .with("down", Double.NEGATIVE_INFINITY)
            .with("nan", Double.NaN)
            .with("word", "Infinity and more")
            .with("list", list);
    CellFolder cell = cell(folder, "a");
    cell.finish(
        new CellResult(values, trace, Map.of()), "c0de", MANIFEST, "t\n1\n", Optional.empty());
    CellResult back = cell.read().orElseThrow().outcome();
    assertEquals(Double.POSITIVE_INFINITY, back.values().number("up"));
    assertEquals(Double.NEGATIVE_INFINITY, back.values().number("down"));
    assertTrue(Double.isNaN(back.values().number("nan")));
    assertEquals("Infinity and more", back.values().text("word"));
    assertArrayEquals(list, back.values().numbers("list"));
    assertEquals(Double.NEGATIVE_INFINITY, back.trace().column("x")[0]);
  }

  @Test
  void aResultThatNamesAFileElsewhereIsNotRead() throws IOException {
    CellFolder cell = cell(folder, "a");
    Files.createDirectories(cell.path());
    Path outside = Files.writeString(folder.resolve("trace.csv"), "x\n1\n");
    Files.writeString(
        cell.path().resolve("result.json"),
        "{\"values\":{},\"files\":{\"../trace.csv\":\"%s\"}}"
            .replace("%s", Sha256.of(Files.readString(outside))));
    assertTrue(cell.read().isEmpty());
  }

  /** A state with a good checksum and any number in place of a length ends in one sentence. */
  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE, 51, 1000, Integer.MAX_VALUE, Integer.MAX_VALUE - 8})
  void aCheckpointWithABadLengthIsRefused(int length) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(0x49524F4E);
    out.writeUTF("me");
    out.writeInt(length);
    CRC32 crc = new CRC32();
    crc.update(bytes.toByteArray());
    out.writeLong(crc.getValue());
    Path file = Files.write(folder.resolve("checkpoint"), bytes.toByteArray());
    Task task = new Sized();
    IOException refused =
        assertThrows(IOException.class, () -> CellCheckpoint.restore(file, "me", task));
    assertEquals("its parts do not fit together", refused.getMessage());
  }

  /** Restores an array of the length that the file names, or takes it for its progress. */
  private static final class Sized implements Task {
    private double[] state = new double[0];

    @Override
    public long done() {
      return state.length;
    }

    @Override
    public long total() {
      return 50;
    }

    @Override
    public void advance() {
      throw new UnsupportedOperationException("restored only");
    }

    @Override
    public void save(java.io.DataOutput out) throws IOException {
      out.writeInt(state.length);
    }

    @Override
    public void restore(java.io.DataInput in) throws IOException {
      state = new double[in.readInt()];
    }

    @Override
    public CellResult outcome() {
      throw new UnsupportedOperationException("restored only");
    }
  }

  @Test
  void manyWritersOfOneFileLeaveAWholeOne() throws Exception {
    Path target = folder.resolve("model.json");
    Set<String> contents = new TreeSet<>();
    IntStream.range(0, 8).forEach(i -> contents.add(Integer.toString(i).repeat(20_000)));
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Callable<Void>> writers =
          contents.stream()
              .map(
                  text ->
                      (Callable<Void>)
                          () -> {
                            for (int i = 0; i < 10; i++) {
                              AtomicFiles.write(target, text);
                            }
                            return null;
                          })
              .toList();
      for (Future<Void> writer : threads.invokeAll(writers)) {
        writer.get();
      }
    }
    assertTrue(contents.contains(Files.readString(target)));
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(target), files.toList());
    }
  }

  @Test
  void onlyOurOwnHalfWrittenFilesAreSwept() throws IOException {
    Path ours = Files.writeString(folder.resolve("a.csv.iron-12-3.partial"), "");
    Path others = Files.writeString(folder.resolve("movie.partial"), "");
    AtomicFiles.sweep(folder, 1);
    assertFalse(Files.exists(ours));
    assertTrue(Files.exists(others));
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a privilege there")
  void aLinkInPlaceOfTheLockIsNotWrittenThrough() throws IOException {
    Path precious = Files.write(folder.resolve("precious"), ByteBuffer.allocate(9).array());
    Path runs = Files.createDirectories(folder.resolve("runs"));
    Files.createSymbolicLink(runs.resolve(".lock"), precious);
    assertThrows(IOException.class, () -> FolderLock.take(runs));
    assertEquals(9, Files.size(precious));
  }
}
