package org.ironopt.cli.render;

import java.util.List;
import java.util.Map;

/** What a fit or a path says at its end, as JSON, as text and as a page. */
public sealed interface Report permits FitReport, PathReport {
  /** Returns how it ended. */
  FitOutcome conclusion();

  /** Returns the members of the JSON object. */
  Map<String, Object> summary(List<String> files);

  /** Returns the lines for people; sentences are wrapped at a width. */
  List<String> lines(int width);

  /** Returns the page about a file. */
  String page(String file);

  /** Notes for the model file what {@code inspect} shows later. */
  void keep(Map<String, Object> manifest);
}
