import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ironopt.lab.file.TemporaryFolder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Hashes of results, for a change that must not change any: {@code build/net record} writes them to
 * {@code build/net.txt}, {@code build/net check} computes them again and names those that differ.
 * The numbers themselves are left in {@code target/net}, so that two trees can be compared by
 * {@code diff}. Only results count: no version, command, fingerprint, time or message. With {@code
 * --ledger} only the chapters and the verdicts of their claims are looked at.
 */
final class Net {
  private static final Set<String> NOT_RESULTS =
      Set.of("version", "command", "commit", "seconds", "data", "model", "page", "manifest");

  private static final Set<String> FIT =
      Set.of(".gap ", ".objective ", ".passes ", ".step ", ".steps ");
  private static final Set<String> MODEL =
      Set.of(".coefficients.", ".intercepts", ".table.", ".training.");
  private static final Set<String> NETWORK = Set.of(".layers", ".training.objective ");
  private static final Set<String> CURVE =
      Set.of(".parameters", ".rss ", ".dof ", ".evaluations ", ".covariance");
  private static final Set<String> PREDICTIONS =
      Set.of(".rows ", ".predictions", ".probabilities", ".low[", ".high[");
  private static final Set<String> MEASURES =
      Set.of(
          ".rows ",
          ".accuracy ",
          ".logLoss ",
          ".auc ",
          ".prAuc ",
          ".confusion",
          ".r2 ",
          ".rmse ",
          ".mae ",
          ".deviance ");
  private static final Set<String> ADDED = Set.of(".training.inference.", ".training.measures.");

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Path root;
  private final Path work;
  private final Map<String, String> numbers = new TreeMap<>();

  private Net(Path root) throws IOException {
    this.root = root;
    this.work = new TemporaryFolder("iron-net").path();
  }

  /** Arguments: {@code record|check}, the root of the project, {@code --ledger} or nothing. */
  public static void main(String[] args) throws Exception {
    Path root = Path.of(args[1]).toAbsolutePath();
    Net net = new Net(root);
    boolean ledger = args.length > 2 && args[2].equals("--ledger");
    net.chapters();
    if (!ledger) {
      net.theory();
      net.fits();
      net.networks();
      net.curves();
      net.comparison();
    }
    Path list = root.resolve("build/net.txt");
    Path detail = root.resolve("target/net");
    Files.createDirectories(detail);
    Map<String, String> hashes = new TreeMap<>();
    for (Map.Entry<String, String> result : net.numbers.entrySet()) {
      hashes.put(result.getKey(), sha(result.getValue()));
      Files.writeString(detail.resolve(result.getKey() + ".txt"), result.getValue());
    }
    if (args[0].equals("record")) {
      if (ledger) {
        throw new IllegalArgumentException("record takes all results; leave --ledger out");
      }
      List<String> lines = new ArrayList<>();
      hashes.forEach((name, hash) -> lines.add(hash + " " + name));
      Files.write(list, lines);
      System.out.println(hashes.size() + " results recorded");
      return;
    }
    int different = 0;
    List<String> recorded = new ArrayList<>(Files.readAllLines(list));
    recorded.removeIf(line -> ledger && !line.contains(" smoke-"));
    for (String line : recorded) {
      String name = line.substring(line.indexOf(' ') + 1);
      if (!line.equals(hashes.get(name) + " " + name)) {
        System.out.println("differs: " + name);
        different++;
      }
    }
    System.out.println(
        recorded.size() - different + " of " + recorded.size() + " results are equal");
    System.exit(different == 0 && recorded.size() == hashes.size() ? 0 : 1);
  }

  private void theory() throws Exception {
    String[] spectra = {"1,1,3", "0.01..1:50"};
    for (int s = 0; s < spectra.length; s++) {
      for (String method : List.of("iron", "nag-gs", "explicit-euler")) {
        for (String noise : List.of("center", "gradient")) {
          String name = "theory-" + s + "-" + method.replace("explicit-", "") + "-" + noise;
          String text =
              iron(
                  "theory --json --eigenvalues %s --alpha 0.01,1,10,500 --method %s --noise-model"
                      + " %s",
                  spectra[s], method, noise);
          numbers.put(name, flat(JSON.readTree(text)));
        }
      }
      for (String target : List.of("0.1", "0.01")) {
        String text = iron("plan --json --eigenvalues %s --target-rmse %s", spectra[s], target);
        numbers.put("plan-" + s + "-" + target, flat(JSON.readTree(text)));
      }
    }
  }

  private void fits() throws Exception {
    Path numbersCsv = Files.writeString(work.resolve("numbers.csv"), table(400, "number"));
    Path twoCsv = Files.writeString(work.resolve("two.csv"), table(400, "two"));
    Path threeCsv = Files.writeString(work.resolve("three.csv"), table(300, "three"));
    Files.writeString(work.resolve("counts.csv"), table(400, "count"));
    Path sparse = Files.writeString(work.resolve("sparse.libsvm"), libsvm(500, 300));
    String two = twoCsv + " --target y --weight w";
    String three = threeCsv + " --target y";
    String number = numbersCsv + " --target y";
    for (String method : List.of("iron", "cg", "cholesky", "lbfgs", "minibatch")) {
      fit("two-" + method, two + " --method " + method);
      if (!method.equals("minibatch")) {
        fit("number-" + method, number + " --method " + method);
        fit("sparse-" + method, sparse + " --method " + method);
      }
      if (!method.equals("cholesky") && !method.equals("minibatch")) {
        fit("three-" + method, three + " --method " + method);
      }
    }
    fit("two-l1", two + " --l1 0.01");
    fit("number-l1", number + " --l1 0.1");
    fit("three-l1", three + " --l1 0.01");
    fit("sparse-l1", sparse + " --l1 0.001");
    fit("two-auto", two + " --reg auto");
    fit("number-auto", number + " --reg auto");
    fit("two-unscaled", two + " --no-scale --no-intercept --reg 1");
    fit("two-balanced", two + " --class-weight balanced");
    fit("two-validation", two + " --validation 0.2");
    fit("two-tiny", two + " --reg 1e-8");
    for (String method : List.of("saga", "iron-table", "svrp", "adamw", "l-bfgs", "prox-svrg")) {
      fit("two-" + method, two + " --reg 0.01 --steps 60 --method " + method);
    }
    fit("three-saga", three + " --reg 0.01 --steps 60 --method saga");
    fit("number-point-saga", number + " --reg 0.01 --steps 60 --method point-saga");
    fit("count-poisson", number.replace("numbers", "counts") + " --model poisson");
    fit("two-spark", two + " --spark local[2]");
    for (String[] scored :
        new String[][] {
          {"two-iron", two},
          {"three-iron", three},
          {"number-iron", number},
          {"sparse-iron", "" + sparse}
        }) {
      score(scored[0], Path.of(scored[1].split(" ")[0]));
    }
  }

  /** Predicts and measures with a model that was fitted before. */
  private void score(String name, Path data) throws Exception {
    Path model = work.resolve(name + ".json");
    String predicted = iron("predict %s %s --json", model, data);
    numbers.put("predict-" + name, kept(JSON.readTree(predicted), PREDICTIONS));
    String measured = iron("evaluate %s %s --json", model, data);
    numbers.put("evaluate-" + name, kept(JSON.readTree(measured), MEASURES));
  }

  private void networks() throws Exception {
    for (String target : List.of("two", "three", "number")) {
      String file = target.equals("number") ? "numbers" : target;
      Path data = work.resolve(file + ".csv");
      Path model = work.resolve("network-" + target + ".json");
      Path onnx = work.resolve("network-" + target + ".onnx");
      iron(
          "fit %s --target y --model network --hidden 6,4 --epochs 12 --json --quiet --out %s"
              + " --onnx %s",
          data, model, onnx);
      numbers.put("network-" + target, kept(JSON.readTree(model.toFile()), NETWORK));
      bytes("onnx-network-" + target, onnx);
      score("network-" + target, data);
    }
    Path onnx = work.resolve("two.onnx");
    iron(
        "fit %s --target y --weight w --json --quiet --out %s --onnx %s",
        work.resolve("two.csv"), work.resolve("onnx.json"), onnx);
    bytes("onnx-two", onnx);
  }

  private void bytes(String name, Path file) throws IOException {
    numbers.put(name, HexFormat.of().formatHex(Files.readAllBytes(file)));
  }

  private void curves() throws Exception {
    StringBuilder text = new StringBuilder("x,y,w\n");
    SplittableRandom random = new SplittableRandom(9);
    for (int i = 0; i < 60; i++) {
      double x = i / 8.0;
      double y = 2.5 * StrictMath.exp(-0.6 * x) + 0.7 + 0.02 * random.nextGaussian();
      text.append(x).append(',').append(y).append(',').append(1 + i % 3).append('\n');
    }
    Path data = Files.writeString(work.resolve("curve.csv"), text);
    String formula = "y=a*exp(-b*x)+c --start a=1,b=0.1,c=0";
    for (String[] one :
        new String[][] {
          {"plain", ""},
          {"weighted", " --weight w"},
          {"robust", " --robust huber:0.05"},
          {"bounded", " --bound b=0:0.5"}
        }) {
      Path out = work.resolve("curve-" + one[0] + ".json");
      iron("curve %s --model %s%s --json --quiet --out %s", data, formula, one[1], out);
      numbers.put("curve-" + one[0], kept(JSON.readTree(out.toFile()), CURVE));
    }
    String predicted = iron("predict %s %s --json", work.resolve("curve-plain.json"), data);
    numbers.put("predict-curve", kept(JSON.readTree(predicted), PREDICTIONS));
  }

  private void fit(String name, String arguments) throws Exception {
    Path model = work.resolve(name + ".json");
    String text = iron("fit %s --json --quiet --out %s", arguments, model);
    String answer = kept(JSON.readTree(text), FIT) + kept(JSON.readTree(model.toFile()), MODEL);
    numbers.put("fit-" + name, answer);
  }

  /** Returns the members of these names: others may be added without a change of results. */
  private static String kept(JsonNode node, Set<String> names) {
    return flat(node)
        .lines()
        .filter(line -> names.stream().anyMatch(line::startsWith))
        .filter(line -> ADDED.stream().noneMatch(line::startsWith))
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  private void chapters() throws Exception {
    for (String seed : List.of("0", "1", "2")) {
      Path out = work.resolve("seed-" + seed);
      iron("reproduce --scale smoke --quiet --seed %s --out %s", seed, out);
      collect("smoke-" + seed + "-", out);
      StringBuilder verdicts = new StringBuilder();
      for (JsonNode claim : JSON.readTree(out.resolve("claims.json").toFile())) {
        verdicts.append(claim.get("id").asString() + " " + claim.get("verdict").asString() + "\n");
      }
      numbers.put("smoke-" + seed + "-verdicts", verdicts.toString());
    }
  }

  private void comparison() throws Exception {
    Path out = work.resolve("compare");
    iron("compare compare/neighbours.toml --scale smoke --quiet --out %s", out);
    collect("", out);
  }

  /** Takes in the result files of a run folder, one text for each experiment. */
  private void collect(String prefix, Path out) throws IOException {
    try (Stream<Path> walk = Files.walk(out)) {
      for (Path file : walk.filter(Files::isRegularFile).sorted().toList()) {
        Path inside = out.relativize(file);
        // Figures and tables are made from the cells, with words in them.
        boolean cell = inside.getNameCount() == 3;
        if (!cell || Set.of("figures", "tables").contains(inside.getName(1).toString())) {
          continue;
        }
        String kind = file.getFileName().toString();
        if (Set.of("timing.csv", "clock.csv", "config.toml", "manifest.json").contains(kind)) {
          continue;
        }
        String label = inside.getName(1).toString().replaceFirst("-[0-9a-f]{12}$", "");
        String content =
            kind.equals("result.json")
                ? flat(JSON.readTree(file.toFile()).get("values"))
                : Files.readString(file);
        String entry = label + "/" + kind + "\n" + content + "\n";
        numbers.merge(prefix + inside.getName(0), entry, String::concat);
      }
    }
  }

  private String iron(String command, Object... arguments) throws Exception {
    List<String> words = new ArrayList<>(List.of(root.resolve("iron").toString()));
    words.addAll(List.of(String.format(Locale.ROOT, command, arguments).split(" ")));
    Path text = work.resolve("stdout");
    Process process =
        new ProcessBuilder(words)
            .directory(root.toFile())
            .redirectOutput(text.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    int code = process.waitFor();
    if (code > 1) {
      throw new IllegalStateException(String.join(" ", words) + ": exit code " + code);
    }
    return Files.readString(text);
  }

  /** Returns the numbers and flags of a JSON value with their keys, one a line. */
  private static String flat(JsonNode node) {
    StringBuilder text = new StringBuilder();
    flat("", node, text);
    return text.toString();
  }

  private static void flat(String path, JsonNode node, StringBuilder text) {
    if (node.isObject()) {
      node.properties().stream()
          .filter(entry -> !NOT_RESULTS.contains(entry.getKey()))
          .sorted(Map.Entry.comparingByKey())
          .forEach(entry -> flat(path + "." + entry.getKey(), entry.getValue(), text));
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        flat(path + "[" + i + "]", node.get(i), text);
      }
    } else if (node.isNumber() || node.isBoolean()) {
      text.append(path).append(' ').append(node).append('\n');
    }
  }

  private static String table(int rows, String target) {
    SplittableRandom random = new SplittableRandom(7);
    StringBuilder text = new StringBuilder("age,size,town,rare,w,y\n");
    String[] towns = {"Aix", "Bonn", "Como", "Dax"};
    for (int i = 0; i < rows; i++) {
      double age = 18 + 60 * random.nextDouble();
      double size = 1e-3 * random.nextGaussian();
      int town = random.nextInt(towns.length);
      boolean rare = random.nextInt(50) == 0;
      double score = 0.05 * (age - 45) + 900 * size + 0.4 * town + random.nextGaussian();
      String y =
          switch (target) {
            case "two" -> score > 0 ? "yes" : "no";
            case "count" -> Integer.toString(Math.max(0, (int) (2 + score)));
            case "three" -> score > 1 ? "high" : score > -1 ? "middle" : "low";
            default -> Double.toString(score);
          };
      text.append(age).append(',').append(i % 37 == 0 ? "" : Double.toString(size)).append(',');
      text.append(towns[town]).append(',').append(rare ? 1 : 0).append(',');
      text.append(1 + i % 3).append(',').append(y).append('\n');
    }
    return text.toString();
  }

  private static String libsvm(int rows, int columns) {
    SplittableRandom random = new SplittableRandom(8);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rows; i++) {
      StringBuilder row = new StringBuilder();
      int sum = 0;
      for (int j = 1; j <= columns; j++) {
        if (random.nextInt(20) == 0) {
          row.append(' ').append(j).append(":1");
          sum += j % 7 - 3;
        }
      }
      boolean positive = sum + 2 * random.nextGaussian() > 0;
      text.append(positive ? "+1" : "-1").append(row).append('\n');
    }
    return text.toString();
  }

  private static String sha(String text) throws NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    byte[] bytes = digest.digest(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(bytes).substring(0, 16);
  }
}
