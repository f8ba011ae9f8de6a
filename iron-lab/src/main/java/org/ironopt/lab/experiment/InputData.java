package org.ironopt.lab.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import org.ironopt.lab.DataUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * What the cells of an experiment need from files: fetched before a run, else when a cell first
 * asks, and read once, since every cell works on it.
 *
 * @param <F> the files
 * @param <D> what is read from them
 */
public final class InputData<F, D> {
  /** Finds files. */
  public interface Fetch<F> {
    /**
     * Returns the files, fetched as far as they are missing.
     *
     * @param folder value of {@code --data}, or null
     * @param log is told what is fetched
     */
    F from(@Nullable String folder, Consumer<String> log)
        throws IOException, DataUnavailableException;
  }

  /** Reads files. */
  public interface Read<F, D> {
    D from(F files) throws IOException;
  }

  private final Fetch<F> fetch;
  private final Read<F, D> read;
  private F files;
  private @Nullable D data;

  @SuppressWarnings("NullAway.Init")
  public InputData(Fetch<F> fetch, Read<F, D> read) {
    this.fetch = fetch;
    this.read = read;
  }

  /** Finds the files; what was read from others is forgotten. */
  public synchronized void fetch(@Nullable String folder, Consumer<String> log)
      throws IOException, DataUnavailableException {
    files = fetch.from(folder, log);
    data = null;
  }

  /** Returns what the files hold. */
  public synchronized D get() {
    try {
      if (files == null) {
        fetch(null, line -> {});
      }
      if (data == null) {
        data = read.from(files);
      }
      return data;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (DataUnavailableException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }
}
