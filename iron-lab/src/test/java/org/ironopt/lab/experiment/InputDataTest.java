package org.ironopt.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.ironopt.lab.DataUnavailableException;
import org.junit.jupiter.api.Test;

class InputDataTest {
  private final List<String> done = new ArrayList<>();
  private final InputData<String, String> data =
      new InputData<>(
          (folder, log) -> {
            done.add("fetch " + folder);
            return "files of " + folder;
          },
          files -> {
            done.add("read");
            return "rows of " + files;
          });

  @Test
  void whatNobodyFetchedIsFetchedOnceAndReadOnce() {
    assertEquals("rows of files of null", data.get());
    assertEquals("rows of files of null", data.get());
    assertEquals(List.of("fetch null", "read"), done);
  }

  @Test
  void otherFilesAreReadAgain() throws IOException, DataUnavailableException {
    data.fetch("a", line -> {});
    assertEquals("rows of files of a", data.get());
    data.fetch("b", line -> {});
    assertEquals("rows of files of b", data.get());
    assertEquals(List.of("fetch a", "read", "fetch b", "read"), done);
  }

  @Test
  void aCellThatFindsNoFilesSaysWhy() {
    InputData<String, String> none =
        new InputData<>(
            (folder, log) -> {
              throw new DataUnavailableException("no files");
            },
            files -> files);
    assertEquals("no files", assertThrows(IllegalStateException.class, none::get).getMessage());
    assertThrows(DataUnavailableException.class, () -> none.fetch(null, line -> {}));
    InputData<String, String> broken =
        new InputData<>(
            (folder, log) -> folder + "",
            files -> {
              throw new IOException("cut short");
            });
    assertEquals(
        "cut short", assertThrows(UncheckedIOException.class, broken::get).getCause().getMessage());
  }
}
