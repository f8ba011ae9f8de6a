package org.ironopt.lab.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.ironopt.Slow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;

/** Every problem with every method, noise and kind of law: frames come and the words make sense. */
@Execution(ExecutionMode.CONCURRENT)
@Slow
class EveryStatePageTest extends InBrowser {
  private static final List<String> PROBLEMS =
      List.of(
          "quadratic",
          "log-cosh",
          "sine",
          "double-well",
          "rosenbrock",
          "logistic",
          "least-squares");
  private static final List<String> METHODS =
      List.of("iron", "iron-corrected", "nag-gs", "euler", "sgd", "adamw");
  private static final List<String> LAWS = List.of("gaussian", "student:3", "stable:1.5");

  /** Waits for a frame of the state that was chosen and returns what is wrong with the page. */
  private static final String LOOK =
      "(async () => { for (let n = 0; n < 2000 && (ironPage.stale || !(ironPage.frame?.k >"
          + " ironPage.header.first)); n++) await new Promise(requestAnimationFrame); const wrong ="
          + " []; const words = id => document.getElementById(id).textContent; if (ironPage.stale)"
          + " wrong.push('no frame'); if (!document.getElementById('trouble').hidden)"
          + " wrong.push(words('trouble')); for (const id of ['sentence', 'numbers', 'pad-words',"
          + " 'hint']) if (/undefined|NaN|null|Infinity/.test(words(id))) wrong.push(words(id)); if"
          + " (words('sentence').length < 20) wrong.push('no sentence'); const s = ironPage.state;"
          + " return { state: [s.problem, s.left, s.noise, s.law].join(' '), wrong }; })()";

  @Test
  void allOfThemRun() {
    open("?particles=64&alpha=0.05");
    List<String> wrong = new ArrayList<>();
    int seen = 0;
    for (String problem : PROBLEMS) {
      choose("noise", "center");
      choose("problem", problem);
      for (String method : METHODS) {
        choose("left", method);
        for (String noise : List.of("center", "gradient")) {
          choose("noise", noise);
          for (String law : LAWS) {
            choose("law", law);
            look(String.join(" ", problem, method, noise, law), wrong);
            seen++;
          }
        }
      }
    }
    for (String problem : List.of("logistic", "least-squares")) {
      choose("problem", problem);
      for (String method : METHODS) {
        if (!method.equals("euler")) {
          choose("noise", "batch");
          choose("left", method);
          look(String.join(" ", problem, method, "batch", LAWS.getLast()), wrong);
          seen++;
        }
      }
    }
    assertEquals(List.of(), wrong);
    assertEquals(7 * 6 * 2 * 3 + 2 * 5, seen);
  }

  private static void look(String expected, List<String> wrong) {
    JsonNode found = browser.eval(LOOK);
    if (!found.path("state").asString().equals(expected)) {
      wrong.add("expected " + expected + ", got " + found.path("state").asString());
    }
    for (JsonNode one : found.path("wrong")) {
      wrong.add(expected + ": " + one.asString());
    }
  }
}
