package org.ironopt.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SuggestionTest {
  @Test
  void distanceCountsLetters() {
    assertEquals(0, Suggestion.distance("plan", "plan"));
    assertEquals(1, Suggestion.distance("paln", "plan"));
    assertEquals(2, Suggestion.distance("--alfa", "--alpha"));
    assertEquals(4, Suggestion.distance("", "plan"));
  }

  @Test
  void farWordsAreNotGuessed() {
    List<String> known = List.of("--alpha", "--gamma", "--mu");
    assertEquals(Optional.of("--alpha"), Suggestion.of("--alhpa", known));
    assertEquals(Optional.empty(), Suggestion.of("--learning-rate", known));
    assertEquals(Optional.empty(), Suggestion.of("-x", known));
  }
}
