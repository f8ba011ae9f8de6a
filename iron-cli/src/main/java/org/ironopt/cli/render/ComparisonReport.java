package org.ironopt.cli.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ironopt.cli.shared.Json;
import org.ironopt.lab.JsonFields;
import org.ironopt.lab.compare.CompareOutcome;
import org.ironopt.lab.compare.CompareRemark;
import org.ironopt.lab.compare.Unjudged;

/**
 * A comparison for people and for programs.
 *
 * @param finished whether every cell is
 * @param page where its page is
 */
public record ComparisonReport(CompareOutcome outcome, boolean finished, String page) {
  /** Returns the table, what is to be known of it, and where the page is. */
  public List<String> lines(boolean quiet) {
    List<String> lines = new ArrayList<>();
    if (!quiet) {
      lines.addAll(outcome.lines());
      lines.addAll(List.of("", outcome.advice().sentence()));
      lines.addAll(remarks());
      lines.add("");
    }
    lines.add(page);
    return lines;
  }

  private List<String> remarks() {
    return outcome.remarks().stream().map(CompareRemark::sentence).toList();
  }

  /** Returns the members of the JSON object. */
  public Map<String, Object> json() {
    return JsonFields.of(
        "finished", finished,
        "advice", outcome.advice().sentence(),
        "remarks", remarks(),
        "findings",
            Stream.concat(Stream.of(outcome.advice()), outcome.remarks().stream())
                .map(ComparisonReport::finding)
                .toList(),
        "problems", outcome.problems().stream().map(ComparisonReport::problem).toList(),
        "report", page);
  }

  private static Map<String, Object> finding(CompareRemark remark) {
    Map<String, Object> members = Json.typed("kind", remark);
    if (remark instanceof CompareRemark.Beaten beaten) {
      members.put(
          "defeats", beaten.defeats().stream().map(defeat -> Json.typed("kind", defeat)).toList());
    }
    return members;
  }

  private static Map<String, Object> problem(CompareOutcome.OfProblem problem) {
    return JsonFields.of(
        "name", problem.name(),
        "methods", problem.methods().stream().map(ComparisonReport::method).toList(),
        "obstacles", problem.obstacles());
  }

  private static Map<String, Object> method(CompareOutcome.OfMethod method) {
    Map<String, Object> members = Json.members(method);
    members.put("unjudged", method.unjudged().map(Unjudged::sentence));
    return members;
  }
}
