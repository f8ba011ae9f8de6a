package org.ironopt.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * For every option a command without it and one with it, whose results must differ. {w} is a folder
 * of prepared files ({@link Workshop}), {out} a fresh one of the run.
 */
final class OptionCases {
  private static final String FIT = "fit {w}/t.csv --target y";
  private static final String NETWORK = FIT + " --model network --epochs 4";
  private static final String SGD = FIT + " --method sgd --steps 3 --step 0.1";
  private static final String PATH = "path {w}/t.csv --target y --points 6 --folds 3";
  private static final String CURVE = "curve {w}/c.csv --model y=a*exp(-b*x) --start a=1,b=1";
  private static final String SPECTRUM = " --eigenvalues 1,3";
  static final String SMALL =
      "reproduce quadratic --particles 64 --grid-particles 64 --grid 3 --alpha 1 --out ";
  private static final String OWN =
      " --class-path ../examples/chapter/OwnChapter.java --chapter OwnChapter";

  private static final String OWN_OBJECTIVE =
      "theory --alpha 1 --chains 0 --class-path ../examples/objective/Counts.java";

  /** A valid call of each command: what --json, --quiet, --threads and --help are added to. */
  static final Map<String, String> STANDARD =
      Map.ofEntries(
          Map.entry("iron", "--version"),
          Map.entry("fit", FIT + " --out {out}/m.json"),
          Map.entry("path", PATH + " --out {out}/m.json"),
          Map.entry("curve", CURVE),
          Map.entry("predict", "predict {w}/m.json {w}/t.csv"),
          Map.entry("evaluate", "evaluate {w}/m.json {w}/more.csv"),
          Map.entry("inspect", "inspect {w}/m.json"),
          Map.entry("reproduce", SMALL + "{out}/r"),
          Map.entry("compare", "compare {w}/small.toml --out {out}/r"),
          Map.entry("report", "report {w}/runs"),
          Map.entry("verify", "verify {w}/runs"),
          Map.entry("data", "data --list"),
          Map.entry("bench", "bench curves"),
          Map.entry("theory", "theory --alpha 1" + SPECTRUM),
          Map.entry(
              "theory minibatch", "theory minibatch {w}/few.csv --target x --batch 2 --alpha 1"),
          Map.entry("plan", "plan --target-rmse 0.1" + SPECTRUM),
          Map.entry("doctor", "doctor"),
          Map.entry("completion", "completion bash"),
          Map.entry("help", "help"));

  /** Option, command without it, command with it; one that starts with + is added. */
  private static final List<String> TABLE =
      List.of(
          "iron --version | | + --version",
          "fit --target | fit {w}/t.csv --target n | fit {w}/t.csv --target y",
          "fit --weight | " + FIT + " | + --weight w",
          "fit --ignore | " + FIT + " | + --ignore x",
          "fit --categorical | " + FIT + " | + --categorical k",
          "fit --numeric | " + FIT + " | + --numeric z",
          "fit --max-categories | " + FIT + " | + --max-categories 1",
          "fit --missing | fit {w}/holes.csv --target y | + --missing drop",
          "fit --date-format | fit {w}/dates.csv --target y | + --date-format dd/MM/yyyy",
          "fit --bad-dates | fit {w}/soon.csv --target y | + --bad-dates missing",
          "fit --features | fit {w}/t.libsvm | + --features 2",
          "fit --header | " + FIT + " | + --header no",
          "fit --delimiter | " + FIT + " | + --delimiter ;",
          "fit --quote | " + FIT + " | + --quote b",
          "fit --decimal | " + FIT + " | + --decimal ,",
          "fit --encoding | " + FIT + " | + --encoding UTF-16",
          "fit --format | " + FIT + " | + --format libsvm",
          "fit --model | fit {w}/t.csv --target n | + --model poisson",
          "fit --reg | " + FIT + " | + --reg 0.5",
          "fit --l1 | " + FIT + " | + --l1 0.01",
          "fit --l1-ratio | " + FIT + " --l1 auto --reg auto | + --l1-ratio 0.9",
          "fit --hidden | " + NETWORK + " | + --hidden 3,2",
          "fit --activation | " + NETWORK + " | + --activation relu",
          "fit --epochs | " + NETWORK + " | " + NETWORK.replace("4", "2"),
          "fit --method | " + FIT + " | + --method cholesky",
          "fit --alpha | " + FIT + " | + --alpha 1e-6",
          "fit --step | " + SGD + " | " + SGD.replace("0.1", "0.2"),
          "fit --batch | " + SGD + " | + --batch 8",
          "fit --tolerance | " + FIT + " | + --tolerance 0.1",
          "fit --no-scale | " + FIT + " | + --no-scale",
          "fit --no-intercept | " + FIT + " | + --no-intercept",
          "fit --class-weight | " + FIT + " | + --class-weight balanced",
          "fit --exposure | fit {w}/t.csv --target n --model poisson | + --exposure w",
          "fit --offset | fit {w}/t.csv --target n --model poisson | + --offset x",
          "fit --errors | fit {w}/wide.libsvm | + --errors",
          "fit --robust | " + FIT + " | + --robust",
          "fit --weights-are | " + FIT + " --weight w | + --weights-are precision",
          "fit --time-limit | " + FIT + " | + --time-limit 1e-9",
          "fit --steps | " + FIT + " | + --steps 0",
          "fit --validation | " + FIT + " | + --validation 0.3",
          "fit --folds | " + FIT + " | + --folds 3",
          "fit --early-stopping | " + FIT + " | + --early-stopping 0.3",
          "fit --patience | " + NETWORK + " | + --patience 1",
          "fit --seed | " + FIT + " --validation 0.3 | + --seed 5",
          "fit --out | " + FIT + " | + --out {out}/m.json",
          "fit --onnx | " + FIT + " | + --onnx {out}/m.onnx",
          "fit --init | " + SGD + " | + --init {w}/m.json",
          "fit --force | " + FIT + " --out {out}/mine.txt | + --force",
          "fit --spark | " + FIT + " | + --spark local[1]",
          "fit --device | " + FIT + " | + --device cuda",
          "fit --partitions | " + FIT + " | + --partitions 3",
          "fit --resume | " + FIT + " --out {out}/m.json | + --resume",
          "path --model | path {w}/t.csv --target n --points 6 | + --model poisson",
          "path --mix | " + PATH + " | + --mix 0.5",
          "path --grid | path {w}/t.csv --target y | + --grid 0.1,0.01",
          "path --points | " + PATH + " | " + PATH.replace("6", "5"),
          "path --ratio | " + PATH + " | + --ratio 0.1",
          "path --factors | " + PATH + " | + --factors x=2",
          "path --lower | " + PATH + " | + --lower 0",
          "path --upper | " + PATH + " | + --upper x=0",
          "path --nonnegative | " + PATH + " | + --nonnegative",
          "path --max-columns | " + PATH + " | + --max-columns 1",
          "path --most-explained | " + PATH + " | + --most-explained 0.01",
          "path --least-growth | " + PATH + " | + --least-growth 0.5",
          "path --folds | " + PATH + " | " + PATH.replace("folds 3", "folds 4"),
          "path --at | " + PATH + " | + --at 0.01",
          "path --tolerance | " + PATH + " | + --tolerance 0.1",
          "path --time-limit | " + PATH + " | + --time-limit 1e-9",
          "path --seed | " + PATH + " | + --seed 5",
          "path --spark | " + PATH + " | + --spark local[1]",
          "curve --model | " + CURVE + " | " + CURVE.replace("exp(-b*x)", "x+b"),
          "curve --start | curve {w}/c.csv --model y=a*exp(-b*x) | + --start a=1,b=1",
          "curve --bound | " + CURVE + " | + --bound a=0:0.5",
          "curve --fix | " + CURVE + " | + --fix a=1",
          "curve --weight | " + CURVE + " | + --weight w",
          "curve --robust | " + CURVE + " | + --robust huber:0.01",
          "curve --header | " + CURVE + " | + --header no",
          "curve --delimiter | " + CURVE + " | + --delimiter ;",
          "curve --quote | " + CURVE + " | + --quote x",
          "curve --decimal | " + CURVE + " | + --decimal ,",
          "curve --encoding | " + CURVE + " | + --encoding UTF-16",
          "curve --out | " + CURVE + " | + --out {out}/c.json",
          "curve --force | " + CURVE + " --out {out}/mine.txt | + --force",
          "predict --out | predict {w}/m.json {w}/t.csv | + --out {out}/p.csv",
          "predict --force | predict {w}/m.json {w}/t.csv --out {out}/mine.txt | + --force",
          "predict --pass | predict {w}/m.json {w}/t.csv | + --pass x",
          "predict --threshold | predict {w}/m.json {w}/t.csv | + --threshold 0.99",
          "predict --class-weight | predict {w}/m.json {w}/t.csv | + --class-weight yes=99,no=1",
          "predict --unknown | predict {w}/m.json {w}/other.csv | + --unknown fill",
          "predict --header | predict {w}/m.json {w}/t.csv | + --header no",
          "predict --delimiter | predict {w}/m.json {w}/t.csv | + --delimiter ;",
          "predict --quote | predict {w}/m.json {w}/t.csv | + --quote b",
          "predict --decimal | predict {w}/m.json {w}/t.csv | + --decimal ,",
          "predict --encoding | predict {w}/m.json {w}/t.csv | + --encoding UTF-16",
          "predict --format | predict {w}/m.json {w}/t.csv | + --format libsvm",
          "evaluate --weight | evaluate {w}/m.json {w}/t.csv | + --weight w",
          "inspect --top | inspect {w}/m.json | + --top 1",
          "reproduce --list | reproduce quadratic --print-config | reproduce --list",
          "reproduce --config | reproduce quadratic --print-config | + --config {w}/q.toml",
          "reproduce --print-config | " + SMALL + "{out}/r | + --print-config",
          "reproduce --out | " + SMALL + "{out}/r | " + SMALL + "{out}/other",
          "reproduce --scale | reproduce quadratic --print-config | + --scale smoke",
          "reproduce --fresh | " + SMALL + "{w}/runs | + --fresh",
          "reproduce --data | reproduce mnist --out {out}/r --data {out}/a"
              + " | reproduce mnist --out {out}/r --data {out}/b",
          "reproduce --spark | " + SMALL + "{out}/r | + --spark local[1]",
          "reproduce --class-path | reproduce --chapter OwnChapter | reproduce --print-config"
              + OWN,
          "reproduce --chapter | reproduce --print-config | reproduce --print-config" + OWN,
          "compare --class-path | compare {w}/small.toml --out {out}/r"
              + " | + --class-path ../examples/chapter/OwnChapter.java",
          "compare --out | compare {w}/small.toml --out {out}/r"
              + " | compare {w}/small.toml --out {out}/other",
          "compare --spark | compare {w}/small.toml --out {out}/r | + --spark local[1]",
          "compare --scale | compare {w}/small.toml --out {out}/r | + --scale smoke",
          "compare --fresh | compare {w}/small.toml --out {w}/compared | + --fresh",
          "compare --data | compare {w}/images.toml --out {out}/r --data {out}/a"
              + " | compare {w}/images.toml --out {out}/r --data {out}/b",
          "report --page | report {w}/runs | + --page {w}/page.md",
          "report --class-path | report {w}/own | report {w}/own" + OWN,
          "report --chapter | report {w}/own | report {w}/own" + OWN,
          "verify --cells | verify {w}/runs | + --cells nothing",
          "verify --data | verify {w}/absent --data {out}/a | verify {w}/absent --data {out}/b",
          "verify --class-path | verify {w}/own | verify {w}/own" + OWN,
          "verify --chapter | verify {w}/own | verify {w}/own" + OWN,
          "data --list | data | + --list",
          "data --data | data mnist --data {out}/a | data mnist --data {out}/b",
          "data --force | data synthetic --data {w}/foreign | + --force",
          "bench --list | bench | + --list",
          "bench --scale | bench curves | + --scale smoke",
          "bench --data | bench curves | + --data d",
          "bench --objective | bench curves | + --objective auto",
          "bench --order | bench curves | + --order steps",
          "bench --seeds | bench curves | + --seeds 3",
          "bench --budgets | bench curves | + --budgets 1",
          "bench --recorded | bench curves | + --recorded",
          "bench --fresh | bench curves | + --fresh",
          "bench --out | bench curves | + --out {out}/r",
          "bench --device | bench curves | + --device cuda",
          "bench --precision | bench curves | + --precision float",
          "theory --eigenvalues | theory --alpha 1 --eigenvalues 1 | theory --alpha 1" + SPECTRUM,
          "theory --mu | theory --alpha 1" + SPECTRUM + " | + --mu 0.5",
          "theory --gamma | theory --alpha 1" + SPECTRUM + " | + --gamma 2",
          "theory --rho | theory --alpha 1" + SPECTRUM + " | + --rho 2",
          "theory --alpha | theory" + SPECTRUM + " --alpha 1 | theory" + SPECTRUM + " --alpha 2",
          "theory --method | theory --alpha 0.1" + SPECTRUM + " | + --method nag-gs",
          "theory --theta | theory --alpha 1" + SPECTRUM + " | + --theta 0.7",
          "theory --average | theory --alpha 1" + SPECTRUM + " | + --average 5",
          "theory --tails | theory --alpha 1" + SPECTRUM + " | + --tails 1.5",
          "theory --noise-model | theory --alpha 1" + SPECTRUM + " | + --noise-model gradient",
          "theory --objective | " + OWN_OBJECTIVE + " | + --objective Counts",
          "theory --class-path | theory --alpha 1 --chains 0 --objective Counts"
              + " | + --class-path ../examples/objective/Counts.java",
          "theory --start | " + OWN_OBJECTIVE + " --objective Counts | + --start 900,0",
          "theory --target-rmse | " + OWN_OBJECTIVE + " --objective Counts | + --target-rmse 0.5",
          "theory --chains | "
              + OWN_OBJECTIVE
              + " --objective Counts | "
              + OWN_OBJECTIVE.replace("chains 0", "chains 2")
              + " --objective Counts",
          "theory minibatch --batch | theory minibatch {w}/few.csv --target x --alpha 1 --batch 1"
              + " | theory minibatch {w}/few.csv --target x --alpha 1 --batch 2",
          "theory minibatch --alpha | theory minibatch {w}/few.csv --target x --batch 2 --alpha 1"
              + " | theory minibatch {w}/few.csv --target x --batch 2 --alpha 2",
          "theory minibatch --mu | theory minibatch {w}/few.csv --target x --batch 2 --alpha 1"
              + " | + --mu 0.5",
          "theory minibatch --gamma | theory minibatch {w}/few.csv --target x --batch 2 --alpha 1"
              + " | + --gamma 0.5",
          "theory minibatch --replacement | theory minibatch {w}/few.csv --target x --batch 2"
              + " --alpha 1 | + --replacement with",
          "theory minibatch --error-of | theory minibatch {w}/few.csv --target x --batch 2"
              + " --alpha 1 | + --error-of all",
          "plan --error-of | plan {w}/few.csv --target x --passes 2 | + --error-of all",
          "plan --eigenvalues | plan --target-rmse 0.1 --eigenvalues 1 | plan --target-rmse 0.1"
              + SPECTRUM,
          "plan --mu | plan --target-rmse 0.1" + SPECTRUM + " | + --mu 0.5",
          "plan --gamma | plan --target-rmse 0.1" + SPECTRUM + " | + --gamma 2",
          "plan --rho | plan --target-rmse 0.1" + SPECTRUM + " | + --rho 2",
          "plan --target-rmse | plan --target-rmse 0.1"
              + SPECTRUM
              + " | plan --target-rmse 0.2"
              + SPECTRUM,
          "plan --iterates | plan --target-rmse 0.1" + SPECTRUM + " | + --iterates 5",
          "plan --tails | plan --target-rmse 0.1" + SPECTRUM + " | + --tails 1.5",
          "plan --passes | plan {w}/few.csv --target x | + --passes 2",
          "doctor --gpu | doctor | + --gpu");

  /** A command without an option, and one with it. */
  record Case(String without, String with) {}

  private OptionCases() {}

  /** Returns the case of an option; commands share those of the options that they share. */
  static Optional<Case> of(String command, String option) {
    String standard = STANDARD.get(command);
    Optional<Case> common =
        switch (option) {
          case "--help" -> Optional.of(new Case(standard, command(command) + " --help"));
          case "--color" -> {
            String help = command(command) + " --help";
            yield Optional.of(new Case(help, help + " --color always"));
          }
          case "--trace" -> {
            String wrong = command(command) + " --nonsense";
            yield Optional.of(new Case(wrong, wrong + " --trace"));
          }
          case "--json", "--quiet" -> Optional.of(new Case(standard, standard + " " + option));
          case "--threads" -> Optional.of(new Case(standard, standard + " --threads 3"));
          default -> Optional.empty();
        };
    return common
        .or(() -> Optional.ofNullable(table().get(command + " " + option)))
        .or(
            () ->
                switch (command) {
                  case "evaluate" ->
                      of("predict", option).map(c -> renamed(c, "predict", "evaluate", ""));
                  case "theory minibatch" ->
                      of("fit", option)
                          .map(c -> renamed(c, "fit", command, " --batch 2 --alpha 1"));
                  case "path" ->
                      of("fit", option)
                          .map(c -> renamed(c, "fit", command, " --points 6 --folds 3"));
                  case "plan" ->
                      of("fit", option).map(c -> renamed(c, "fit", "plan", " --passes 2"));
                  default -> Optional.empty();
                });
  }

  private static String command(String name) {
    return name.equals("iron") ? "" : name;
  }

  private static Case renamed(Case c, String from, String to, String more) {
    return new Case(
        small(c.without.replaceFirst("^" + from, to)) + more,
        small(c.with.replaceFirst("^" + from, to)) + more);
  }

  private static String small(String command) {
    return command.replace("/t.csv", "/few.csv").replace("/holes.csv", "/gaps.csv");
  }

  /** Returns the written cases, so that those of options that are gone can be found. */
  static Map<String, Case> table() {
    Map<String, Case> cases = new LinkedHashMap<>();
    for (String line : TABLE) {
      String[] parts = line.split("\\s*\\|\\s*", -1);
      String with = parts[2].startsWith("+") ? parts[1] + parts[2].substring(1) : parts[2];
      cases.put(parts[0], new Case(parts[1], with));
    }
    return cases;
  }
}
