package org.ironopt.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The tests run in the locale that {@code -Djvm.locale} of the build asked for, which a JVM takes
 * from its own arguments only. Otherwise a build in another locale would prove nothing.
 */
class LocaleTest {
  private static String asked(String property, String otherwise) {
    String arguments = System.getProperty("jvm.locale", "");
    Matcher found = Pattern.compile("-Duser\\." + property + "=(\\S+)").matcher(arguments);
    return found.find() ? found.group(1) : otherwise;
  }

  @Test
  void theLocaleAskedForIsInForce() {
    Locale locale = Locale.getDefault(Locale.Category.FORMAT);
    assertEquals(asked("language", locale.getLanguage()), locale.getLanguage());
    assertEquals(asked("country", locale.getCountry()), locale.getCountry());
    if (locale.equals(Locale.of("ar", "EG"))) {
      assertEquals("\u0661\u066B\u0665", String.format(Locale.getDefault(), "%.1f", 1.5));
    }
    if (locale.getLanguage().equals("tr")) {
      assertEquals("\u0131", "I".toLowerCase(Locale.getDefault()));
    }
  }
}
