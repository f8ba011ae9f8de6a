package org.ironopt.method;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every public method has a row in docs/METHODS.md, and every row is a public method. */
class MethodsPageTest {
  private static final Pattern LAST_CELL = Pattern.compile("\\| `(\\w+)` \\|$");

  @Test
  void oneRowPerMethod() throws IOException {
    Set<String> classes =
        new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("org.ironopt")
                .stream()
                .filter(type -> type.isAssignableTo(Method.class) && !type.isInterface())
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .map(JavaClass::getSimpleName)
                .collect(Collectors.toCollection(TreeSet::new));
    Path page = Path.of(System.getProperty("basedir", "."), "..", "docs", "METHODS.md");
    Set<String> rows =
        Files.readAllLines(page).stream()
            .flatMap(line -> LAST_CELL.matcher(line).results())
            .map(match -> match.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(classes, rows);
  }
}
