package org.ironopt.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.ironopt.cli.shared.ExitCode;
import org.ironopt.cli.shared.OutputOptions;
import org.ironopt.cli.shared.RunOptions;
import org.ironopt.lab.JsonFields;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.progress.Progress;
import org.ironopt.lab.reproduce.RunFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code iron report}: makes figures, ledger and page again from the files of a run folder. */
@Command(
    name = "report",
    header = "Make the report again from the files of a run folder.",
    description = {"", "Nothing is simulated; missing cells are left out.", ""})
final class ReportCommand implements Callable<Integer> {
  @Mixin private RunOptions.Existing folder;

  @Option(
      names = "--page",
      paramLabel = "FILE",
      description = "Also write the claims into the marked tables of a Markdown page.")
  private Path page;

  @Mixin private RunOptions.Classes own;
  @Mixin private OutputOptions output;

  @Override
  public Integer call() throws IOException {
    Path path = folder.folder();
    RunFolder runs = RunOptions.runFolder(path, own.load(), output, output::warn);
    Progress progress = output.progress();
    Map<String, List<Claim>> claims =
        page == null ? runs.report(progress) : runs.writePage(page, progress);
    progress.end();
    Path report = path.resolve("report.html");
    int count = claims.values().stream().mapToInt(List::size).sum();
    output.print(
        JsonFields.of(
            "report", report.toString(),
            "page", page == null ? null : page.toString(),
            "ledger", ledger(claims)),
        List.of(output.quiet() ? report.toString() : report + ": " + count + " claims"));
    return ExitCode.SUCCESS;
  }

  /** Returns the claims of all chapters as JSON. */
  static List<Map<String, Object>> ledger(Map<String, List<Claim>> claims) {
    return claims.entrySet().stream()
        .flatMap(chapter -> chapter.getValue().stream().map(c -> judged(chapter.getKey(), c)))
        .toList();
  }

  private static Map<String, Object> judged(String chapter, Claim claim) {
    return JsonFields.of(
        "chapter", chapter,
        "id", claim.id(),
        "kind", claim.kind().toString(),
        "statement", claim.statement(),
        "criterion", claim.criterion(),
        "measured", claim.measured(),
        "low", claim.low(),
        "high", claim.high(),
        "verdict", claim.verdict().toString(),
        "evidence", claim.evidence());
  }
}
