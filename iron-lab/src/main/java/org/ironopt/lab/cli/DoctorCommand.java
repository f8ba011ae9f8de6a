package org.ironopt.lab.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
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
      out.println(Json.text(json(findings)));
    } else {
      print(findings, out);
    }
    return findings.stream().allMatch(Doctor.Finding::ok) ? ExitCode.SUCCESS : ExitCode.NO_SUCCESS;
  }

  private static Map<String, Object> json(List<Doctor.Finding> findings) {
    SequencedMap<String, Object> json = new LinkedHashMap<>();
    json.put("version", Version.text());
    json.put("findings", findings.stream().map(DoctorCommand::json).toList());
    return json;
  }

  private static Map<String, Object> json(Doctor.Finding finding) {
    SequencedMap<String, Object> json = new LinkedHashMap<>();
    json.put("name", finding.name());
    json.put("ok", finding.ok());
    json.put("value", finding.value());
    json.put("advice", finding.advice());
    return json;
  }

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
