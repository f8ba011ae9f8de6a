package org.ironopt.lab.cli.tables;

import java.util.Optional;
import org.ironopt.lab.InputError;
import org.ironopt.lab.fit.Cluster;
import picocli.CommandLine.Option;

/** Where a fit runs, if not on this machine alone. */
final class ClusterOptions {
  private static final int PARTS = 8;

  @Option(
      names = "--spark",
      paramLabel = "MASTER",
      description = "Keep the rows on a Spark cluster: its URL, or local[2].")
  private String master;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description = "Parts of the rows on the cluster; default: 8.")
  private Integer partitions;

  /** Connects, if a cluster was named. */
  Optional<Cluster.Session> open() {
    if (partitions != null && master == null) {
      throw new InputError("--partitions is for --spark; name a cluster, or leave it out");
    }
    if (partitions != null && partitions < 1) {
      throw new InputError("--partitions is %s, expected 1 or more", partitions);
    }
    return Optional.ofNullable(master)
        .map(m -> Cluster.open(m, partitions == null ? PARTS : partitions));
  }
}
