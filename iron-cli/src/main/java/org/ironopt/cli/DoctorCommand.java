package org.ironopt.cli;

import static org.ironopt.io.internal.Numbers.format;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.ironopt.cli.machine.Doctor;
import org.ironopt.cli.shared.ExitCode;
import org.ironopt.cli.shared.OutputOptions;
import org.ironopt.cli.shared.Terminal;
import org.ironopt.cli.shared.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code iron doctor}: what this machine offers and what to do about what is missing. */
@Command(
    name = "doctor",
    header = "Check the JDK, SIMD, threads and memory of this machine.",
    description = {"", "The exit code is 0 if nothing is missing, else 1; advice is printed.", ""})
final class DoctorCommand implements Callable<Integer> {
  @Option(names = "--gpu", description = "Also look for an NVIDIA GPU and test it.")
  private boolean gpu;

  @Mixin private OutputOptions output;

  @Override
  public Integer call() {
    List<Doctor.Finding> findings = new ArrayList<>(Doctor.examine());
    if (gpu) {
      findings.addAll(Doctor.gpu());
    }
    output.print(
        new Report(Version.text(), findings), lines(findings, output.quiet(), output.ansi()));
    return findings.stream().allMatch(Doctor.Finding::ok) ? ExitCode.SUCCESS : ExitCode.NO_SUCCESS;
  }

  private record Report(String version, List<Doctor.Finding> findings) {}

  /** Returns what was found; quietly, only what is missing. */
  static List<String> lines(List<Doctor.Finding> findings, boolean quiet, Ansi ansi) {
    List<String> lines = new ArrayList<>();
    if (!quiet) {
      lines.add(Version.text());
    }
    for (Doctor.Finding finding : findings) {
      if (finding.ok() && quiet) {
        continue;
      }
      lines.add(line(finding, ansi));
      if (!finding.ok()) {
        lines.add("         -> " + finding.advice());
      }
    }
    return lines;
  }

  private static String line(Doctor.Finding finding, Ansi ansi) {
    String word = format("%-7s", finding.ok() ? "ok" : "missing");
    return format(
        "%-7s  %s  %s",
        finding.name(),
        Terminal.painted(ansi, word, finding.ok() ? Style.fg_green : Style.fg_red),
        finding.value());
  }
}
