package org.ironopt.lab.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.ironopt.lab.machine.Doctor;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code iron doctor}: what this machine offers and what to do about what is missing. */
@Command(
    name = "doctor",
    header = "Check the JDK, SIMD, threads and memory of this machine.",
    description = {"", "Ends with 0 when nothing is missing, else with 1 and what to do.", ""})
final class DoctorCommand implements Callable<Integer> {
  @Option(names = "--json", description = "Print one JSON object and nothing else.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    List<Doctor.Finding> findings = Doctor.examine();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Json.text(new Report(Version.text(), findings)));
    } else {
      print(findings, out);
    }
    return findings.stream().allMatch(Doctor.Finding::ok) ? ExitCode.SUCCESS : ExitCode.NO_SUCCESS;
  }

  private record Report(String version, List<Doctor.Finding> findings) {}

  static void print(List<Doctor.Finding> findings, PrintWriter out) {
    out.println(Version.text());
    for (Doctor.Finding finding : findings) {
      out.printf(
          Locale.ROOT,
          "%-7s  %-7s  %s%n",
          finding.name(),
          finding.ok() ? "ok" : "missing",
          finding.value());
      if (!finding.ok()) {
        out.println("         -> " + finding.advice());
      }
    }
  }
}
