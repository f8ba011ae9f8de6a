package org.ironopt.cli.tables;

import static org.ironopt.io.internal.Numbers.filled;
import static org.ironopt.io.internal.Numbers.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.ironopt.cli.render.Coefficients;
import org.ironopt.cli.render.CurveFile;
import org.ironopt.cli.shared.ExitCode;
import org.ironopt.cli.shared.OptionChecks;
import org.ironopt.cli.shared.OutputOptions;
import org.ironopt.cli.shared.Sentences;
import org.ironopt.data.TableSchema;
import org.ironopt.io.InputError;
import org.ironopt.lab.JsonFields;
import org.ironopt.model.Model;
import org.ironopt.model.Model.HiddenLayer;
import org.ironopt.model.ModelFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code iron inspect}: what a model file holds. */
@Command(
    name = "inspect",
    customSynopsis = "iron inspect MODEL [OPTION...]",
    sortOptions = false,
    header = "Show a fitted model.",
    description = {
      "",
      "Shows kind, columns and training of a model, its measures, and its coefficients with their errors, as far as the file holds them. Of a curve it shows formula and parameters.",
      ""
    },
    footer = {"", "Example: iron inspect model.json --top 50"})
public final class InspectCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "MODEL", description = "Model file.")
  private String modelFile;

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "30",
      description =
          "Number of coefficients to show, largest standardized value first; default: 30.")
  private int top;

  @Mixin private OutputOptions output;

  @Override
  public Integer call() throws IOException {
    OptionChecks.number("--top", top, top >= 1, ">= 1");
    Path path = Path.of(modelFile);
    if (Files.isRegularFile(path) && CurveFile.isCurve(path)) {
      if (output.parsed().hasMatchedOption("--top")) {
        throw new InputError("--top does not apply to a curve; leave it out");
      }
      CurveFile curve = CurveFile.read(path);
      output.print(curve, curve.lines());
      return ExitCode.SUCCESS;
    }
    Model model = ModelFile.read(path);
    output.print(json(model), lines(model));
    return ExitCode.SUCCESS;
  }

  private static List<String> tableColumns(Model model) {
    return model
        .table()
        .map(t -> t.columns().stream().map(TableSchema.Column::name).toList())
        .orElse(List.of());
  }

  private static Map<String, Object> json(Model model) {
    return JsonFields.of(
        "model", model.kind().word(),
        "classes", model.classes(),
        "columns", model.columns(),
        "tableColumns", tableColumns(model),
        "training", model.training(),
        "coefficients", Coefficients.json(Coefficients.of(model)),
        "layers", model.hidden().stream().map(InspectCommand::json).toList());
  }

  private static Map<String, Object> json(HiddenLayer layer) {
    return JsonFields.of("units", layer.units(), "activation", layer.word());
  }

  private List<String> lines(Model model) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "model",
            model.linear()
                ? model.kind().word()
                : format(
                    "network, %s, %s outputs, %s parameters",
                    model.units(), model.kind().word(), model.parameters())));
    model.table().ifPresent(t -> rows.add(List.of("target", t.target().name())));
    if (!model.classes().isEmpty()) {
      rows.add(List.of("classes", String.join(", ", model.classes())));
    }
    List<String> names = model.table().isPresent() ? tableColumns(model) : model.columns();
    String encoded =
        model.table().isPresent() ? " (encoded as " + model.columns().size() + ")" : "";
    String shown = String.join(", ", names.subList(0, Math.min(top, names.size())));
    String more = names.size() > top ? ", ..." : "";
    rows.add(List.of("columns", names.size() + encoded + ": " + shown + more));
    for (Map.Entry<String, Object> entry : model.training().entrySet()) {
      Object value = entry.getValue();
      if (!(value instanceof Map) && !(value instanceof List) && value != null) {
        rows.add(List.of(entry.getKey(), filled("%s", value)));
      }
    }
    if (model.training().get("measures") instanceof Map<?, ?> measures) {
      measures.forEach((on, values) -> rows.add(List.of(on + " rows", measures(values))));
    }
    if (!output.quiet() && model.training().get("notes") instanceof List<?> notes) {
      notes.forEach(note -> rows.add(List.of("note", String.valueOf(note))));
    }
    List<String> lines = new ArrayList<>(Sentences.labelled(rows, 15, output.width()));
    if (model.linear()) {
      lines.add("");
      lines.addAll(Coefficients.lines(Coefficients.of(model), top, output.width()));
    }
    return lines;
  }

  private static String measures(Object values) {
    return values instanceof Map<?, ?> map
        ? map.entrySet().stream()
            .map(e -> filled("%s %s", e.getKey(), e.getValue()))
            .collect(Collectors.joining(", "))
        : String.valueOf(values);
  }
}
