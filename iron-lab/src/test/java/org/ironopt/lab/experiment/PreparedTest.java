package org.ironopt.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.ironopt.lab.DataUnavailable;
import org.junit.jupiter.api.Test;

class PreparedTest {
  private final List<String> done = new ArrayList<>();
  private final Prepared<String, String> data =
      new Prepared<>(
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
  void otherFilesAreReadAgain() throws IOException, DataUnavailable {
    data.fetch("a", line -> {});
    assertEquals("rows of files of a", data.get());
    data.fetch("b", line -> {});
    assertEquals("rows of files of b", data.get());
    assertEquals(List.of("fetch a", "read", "fetch b", "read"), done);
  }

  @Test
  void aCellThatFindsNoFilesSaysWhy() {
    Prepared<String, String> none =
        new Prepared<>(
            (folder, log) -> {
              throw new DataUnavailable("no files");
            },
            files -> files);
    assertEquals("no files", assertThrows(IllegalStateException.class, none::get).getMessage());
    assertThrows(DataUnavailable.class, () -> none.fetch(null, line -> {}));
    Prepared<String, String> broken =
        new Prepared<>(
            (folder, log) -> folder + "",
            files -> {
              throw new IOException("cut short");
            });
    assertEquals(
        "cut short", assertThrows(UncheckedIOException.class, broken::get).getCause().getMessage());
  }
}
