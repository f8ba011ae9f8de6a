package org.ironopt.lab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.ironopt.data.Dataset;
import org.ironopt.data.Split;
import org.ironopt.lab.InputError;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.fit.Guess;
import org.ironopt.lab.fit.Measures;
import org.ironopt.lab.fit.UserData;
import org.ironopt.lab.fit.Verdict;
import org.ironopt.learn.Evaluation;
import org.ironopt.learn.Fit;
import org.ironopt.learn.FitResult;
import org.ironopt.learn.FitStep;
import org.ironopt.learn.ModelFile;
import org.ironopt.learn.ModelKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code iron fit}: a model of a user's own data. */
@Command(
    name = "fit",
    customSynopsis = "iron fit DATA [OPTION...]",
    sortOptions = false,
    header = "Fit a model to your own data.",
    description = {
      "",
      "Minimises mean loss + R/2 |w|^2 with a free intercept, to a certified gap. Columns are",
      "scaled for the penalty and the model is in the units of the file. Nothing needs tuning.",
      ""
    },
    footer = {"", "Example: iron fit train.libsvm --model logistic --out model.json"})
final class FitCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "DATA", description = "LIBSVM file, packed or not.")
  private String file;

  @Mixin private DataOptions dataOptions;
  @Mixin private FitOptions options;

  @Option(
      names = "--validation",
      paramLabel = "SHARE",
      description = "Share of the rows kept for validation and early stopping; default: 0.")
  private Double validation;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where to write the model, such as model.json.")
  private String out;

  @Option(names = "--init", paramLabel = "MODEL", description = "Model file to start from.")
  private String init;

  @Option(names = "--resume", description = "Go on from the checkpoint beside --out.")
  private boolean resume;

  @Option(names = "--seed", paramLabel = "N", description = "Of the split; default: 0.")
  private Long seed;

  @Mixin private RunOptions run;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    run.applyThreads();
    UserData read = dataOptions.source(file).train();
    read.notes().forEach(this::say);
    say("data: " + file + ", " + read.data());
    ModelKind kind = kind(read.data());
    Split split = split(kind == ModelKind.RIDGE ? read.data() : read.data().toClasses());
    Fit fit =
        options
            .apply(Fit.of(kind, split.train()))
            .reg(options.reg())
            .columns(read.columns())
            .data(read.sha256())
            .observe(this::progress);
    split.validation().ifPresent(fit::validation);
    if (init != null) {
      fit.init(ModelFile.read(Path.of(init)));
    }
    Optional<Path> checkpoint = checkpoint(fit);
    long start = System.nanoTime();
    FitResult result;
    try (Interruption interruption = Interruption.watch(Thread.currentThread())) {
      result = fit.run();
      boolean interrupted = interruption.requested() | Thread.interrupted();
      double seconds = 1e-9 * (System.nanoTime() - start);
      Verdict verdict = Verdict.of(result, options.tolerance());
      if (out != null) {
        ModelFile.write(result.model(), Path.of(out));
      }
      if (checkpoint.isPresent() && verdict.success()) {
        Files.deleteIfExists(checkpoint.get());
      }
      print(result, verdict, seconds, split);
      spec.commandLine().getOut().flush();
      return verdict.success() && !interrupted ? ExitCode.SUCCESS : ExitCode.NO_SUCCESS;
    }
  }

  private ModelKind kind(Dataset data) {
    if (options.kind().isPresent()) {
      return options.kind().get();
    }
    Guess guess = Guess.of(data);
    say("model: " + guess.kind().word() + ", guessed: " + guess.reason() + " (--model changes it)");
    return guess.kind();
  }

  private Split split(Dataset data) {
    double share = validation == null ? 0 : validation;
    SpectrumOptions.check("--validation", share, share >= 0 && share < 1, ">= 0 and < 1");
    int rows = Split.share(data, share);
    if (rows == 0) {
      return new Split(data, Optional.empty(), Optional.empty());
    }
    long root = seed == null ? 0 : seed;
    return data.classes() > 0
        ? Split.stratified(data, root, rows, 0)
        : Split.random(data, root, rows, 0);
  }

  private Optional<Path> checkpoint(Fit fit) {
    if (out == null) {
      if (resume) {
        throw new InputError("--resume needs the --out of the fit to go on with");
      }
      return Optional.empty();
    }
    Path path = Path.of(out + ".checkpoint");
    fit.checkpoint(path, Duration.ofSeconds(1));
    if (resume && Files.exists(path)) {
      fit.resume(true);
    } else if (resume) {
      say("no checkpoint " + path + ", starting from the beginning");
    }
    return Optional.of(path);
  }

  private void progress(FitStep step) {
    say(
        "step "
            + step.step()
            + ": objective "
            + Numbers.text(step.objective(), 10)
            + ", gap "
            + Numbers.text(step.gap(), 2)
            + ", "
            + step.passes()
            + " passes");
  }

  private void print(FitResult result, Verdict verdict, double seconds, Split split) {
    PrintWriter text = spec.commandLine().getOut();
    if (run.json) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("objective", result.objective());
      json.put("ending", verdict.word());
      json.put("gap", result.gap());
      json.put("steps", result.steps());
      json.put("seconds", seconds);
      json.put("passes", result.passes());
      text.println(Json.text(json));
      return;
    }
    text.println("method      " + result.method());
    text.println("objective   " + Numbers.text(result.objective(), 12));
    text.println("gap         " + Numbers.text(result.gap(), 2) + ", relative, certified");
    text.println(
        "work        "
            + result.steps()
            + " steps, "
            + result.passes()
            + " passes over the data, "
            + Numbers.text(seconds, 3)
            + " s");
    text.println("training    " + Measures.line(Evaluation.of(result.model(), split.train())));
    split
        .validation()
        .ifPresent(
            rows ->
                text.println("validation  " + Measures.line(Evaluation.of(result.model(), rows))));
    text.println();
    text.println(verdict.paragraph());
  }

  private void say(String line) {
    if (!run.json) {
      spec.commandLine().getErr().println(line);
      spec.commandLine().getErr().flush();
    }
  }
}
