package org.ironopt.cli.fit;

import java.io.IOException;
import java.util.ServiceLoader;
import org.ironopt.data.Dataset;
import org.ironopt.fit.Parts;
import org.ironopt.io.OptionalModule;
import org.ironopt.model.ModelKind;

/**
 * Machines elsewhere that hold the rows of a fit. The module iron-spark has one, which is found by
 * {@link ServiceLoader} and built on first use.
 */
public interface Cluster {
  /**
   * Connects.
   *
   * @param master address of the cluster, or how many threads or processes play it
   * @param partitions that rows are split into; the bits of a fit depend on them and not on the
   *     machines
   */
  Session connect(String master, int partitions);

  /** A connection. */
  interface Session extends AutoCloseable {
    /**
     * Reads rows to learn from. The machines may read and keep them themselves; what comes back may
     * then be a sample, which has a row of every class.
     *
     * @param location of the file as the user named it
     */
    default UserData read(Source source, String location) throws IOException {
      return source.train();
    }

    /** Returns how many rows the machines read that are not in what {@link #read} returned. */
    default long unseen() {
      return 0;
    }

    /**
     * Spreads rows over the machines, where they stay until the session is closed. Those that
     * {@link #read} returned, all of them, stand for all that the machines read.
     */
    Parts parts(ModelKind kind, boolean intercept, Dataset rows);

    @Override
    void close();
  }

  /** Connects if a fit with these settings can be made there. */
  static Session open(String master, int partitions, FitSettings settings) {
    FitChecks.elsewhere(settings, "--spark");
    return open(master, partitions);
  }

  /** Connects to the cluster of the module that is there. */
  static Session open(String master, int partitions) {
    return ServiceLoader.load(Cluster.class)
        .findFirst()
        .orElseThrow(() -> OptionalModule.SPARK.missing("--spark"))
        .connect(master, partitions);
  }
}
