package org.ironopt.lab;

import java.util.LinkedHashMap;
import java.util.Map;

/** The members of an object of JSON in their order, given as names and values by turns. */
public final class JsonFields {
  private JsonFields() {}

  /** Returns all of them. */
  public static Map<String, Object> of(Object... namesAndValues) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      members.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return members;
  }

  /** Returns those that exist: a number that is not finite is left out. */
  public static Map<String, Object> known(Object... namesAndValues) {
    Map<String, Object> members = of(namesAndValues);
    members.values().removeIf(value -> value instanceof Double d && !Double.isFinite(d));
    return members;
  }
}
