package org.ironopt.lab.cli;

import java.util.Optional;
import org.ironopt.lab.InputError;
import org.ironopt.lab.fit.Cluster;
import picocli.CommandLine.Option;

/** Where a fit runs, if not on this machine alone. */
final class ClusterOptions {
  @Option(
      names = "--spark",
      paramLabel = "MASTER",
      description = "Keep the rows on a Spark cluster: its URL, or local[2].")
  private String master;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "8",
      description = "Parts of the rows on the cluster; default: 8.")
  private int partitions;

  /** Connects, if a cluster was named. */
  Optional<Cluster.Session> open() {
    if (master == null) {
      return Optional.empty();
    }
    if (partitions < 1) {
      throw new InputError("--partitions is %s, expected 1 or more", partitions);
    }
    return Optional.of(Cluster.open(master, partitions));
  }
}
