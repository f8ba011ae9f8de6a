package org.ironopt.cli.tables;

import java.util.Optional;
import java.util.function.Consumer;
import org.ironopt.cli.fit.FitChecks;
import org.ironopt.cli.fit.FitOptions;
import org.ironopt.fit.remote.FitPlugin;
import org.ironopt.io.InputError;
import org.ironopt.lab.methods.DeviceChoice;
import picocli.CommandLine.Option;

/** What keeps and reads the rows of a fit, if not the host alone. */
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
      description = "Number of parts of the rows on the cluster; default: 8.")
  private Integer partitions;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      defaultValue = "host",
      description = "Keep the rows on a GPU: cuda, cuda:N or auto; default: host.")
  private String device;

  /**
   * Connects, if a cluster or a device other than the host was named.
   *
   * @param say is told which device was taken and why
   */
  Optional<FitPlugin.Session> open(FitOptions settings, Consumer<String> say) {
    if (partitions != null && master == null) {
      throw new InputError("--partitions is for --spark; name a cluster, or leave it out");
    }
    if (master == null) {
      return new DeviceChoice(device, DeviceChoice.TF32)
          .open(
              gpu -> {
                FitChecks.elsewhere(settings, "--device");
                return FitPlugin.cuda().open(gpu, 1, say);
              },
              say);
    }
    if (!device.equals("host")) {
      throw new InputError("--spark and --device both say where the rows are; leave one out");
    }
    int parts = partitions == null ? PARTS : partitions;
    InputError.when(parts < 1, "--partitions is %s, expected 1 or more", parts);
    FitChecks.elsewhere(settings, "--spark");
    return Optional.of(FitPlugin.spark().open(master, parts, say));
  }
}
