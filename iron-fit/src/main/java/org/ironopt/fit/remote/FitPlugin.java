package org.ironopt.fit.remote;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import org.ironopt.data.Dataset;
import org.ironopt.fit.partition.Partitions;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.OptionalModule;
import org.ironopt.method.Method;
import org.ironopt.method.Stepper;
import org.ironopt.model.ModelKind;
import org.ironopt.network.Network;
import org.ironopt.table.TableData;
import org.ironopt.table.TableReader;
import org.ironopt.table.internal.InputFile;
import org.ironopt.table.source.InputRows;
import org.ironopt.table.source.RowSource;

/**
 * Machines other than this process: a cluster (module iron-spark) or the GPUs of this computer
 * (module iron-gpu). A machine that is not available throws an {@link InputError} with the reason.
 *
 * <pre>{@code
 * try (FitPlugin.Session cluster = FitPlugin.spark().open("spark://host:7077", 64, line -> {})) {
 *   Partitions rows = cluster.parts(ModelKind.LOGISTIC, true, data);
 *   FitResult fit = Fit.of(ModelKind.LOGISTIC, rows, data.classNames()).go();
 * }
 * }</pre>
 */
public interface FitPlugin {
  /** Returns the module that this is from. */
  OptionalModule module();

  /**
   * Connects the calling thread.
   *
   * @param address of a cluster, such as {@code spark://host:7077} or {@code local[2]}, or a
   *     device, {@code cuda} or {@code cuda:N}
   * @param partitions that a cluster splits rows into; the bits of a fit depend on them and not on
   *     the machines. A device has one
   * @param say is called with what was chosen
   */
  Session open(String address, int partitions, Consumer<String> say);

  /** A connection; rows stay there until it is closed. */
  interface Session extends AutoCloseable {
    /**
     * Reads rows to learn from. The machines may read and keep them themselves; what comes back may
     * then be a sample, which has a row of every class.
     *
     * @param location of the file as the user named it
     */
    default InputRows read(RowSource source, String location) throws IOException {
      return source.train();
    }

    /** Reads a table to learn from in the same way. */
    default TableData read(Path file, TableReader reader) throws IOException {
      RowSource source = new RowSource(new InputFile(file), RowSource.Kind.CSV, 0, reader);
      InputRows rows = read(source, file.toString());
      return new TableData(
          rows.data(),
          rows.table().orElseThrow(),
          true,
          rows.decisions(),
          rows.rows(),
          rows.imputation());
    }

    /** Returns how many rows the machines read that are not in what {@link #read} returned. */
    default long unseen() {
      return 0;
    }

    /**
     * Takes rows over. Those that {@link #read} returned, all of them, stand for all that the
     * machines read.
     */
    Partitions parts(ModelKind kind, boolean intercept, Dataset rows);

    @Override
    void close();
  }

  /**
   * Opens a device, closes it, and returns what it is, the same words in every run.
   *
   * @param precision of products: {@code float} or {@code tf32}
   */
  default String describe(String device, String precision) {
    throw new UnsupportedOperationException("iron-" + module().word() + " has no device");
  }

  /**
   * Opens a device for the calling thread and starts a method on a network there.
   *
   * @param precision of products: {@code float} or {@code tf32}
   * @param seed of the batches
   */
  default RemoteStepper start(
      String device, String precision, Method method, Network network, double[] x0, long seed) {
    throw new UnsupportedOperationException("iron-" + module().word() + " has no device");
  }

  /** A method at work on a device, which ends with it. */
  interface RemoteStepper extends Stepper, AutoCloseable {
    /** Returns what the device is. */
    String device();

    @Override
    void close();
  }

  /** Looks for what the module needs of this computer, and tries it out. */
  default List<Finding> examine() {
    return List.of();
  }

  /**
   * Something that was looked for.
   *
   * @param name what it is
   * @param ok whether it is as it should be
   * @param value what was seen, or what is wrong and what to do
   */
  record Finding(String name, boolean ok, String value) {}

  /** Returns the one of a module that is on the class path. */
  static Optional<FitPlugin> find(OptionalModule module) {
    return OptionalModule.find(
        ServiceLoader.load(FitPlugin.class), plugin -> plugin.module() == module);
  }

  /** Returns that of iron-spark. */
  static FitPlugin spark() {
    return find(OptionalModule.SPARK).orElseThrow(() -> OptionalModule.SPARK.missing("--spark"));
  }

  /** Returns that of iron-gpu. */
  static FitPlugin cuda() {
    return find(OptionalModule.GPU).orElseThrow(() -> OptionalModule.GPU.missing("CUDA"));
  }
}
