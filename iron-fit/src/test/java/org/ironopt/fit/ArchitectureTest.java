package org.ironopt.fit;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ironopt.Architecture;
import org.junit.jupiter.api.Test;

/** The packages of iron-fit and what each may depend on. */
class ArchitectureTest {
  private static final Architecture MODULE =
      new Architecture(
          Fit.class,
          "org.ironopt",
          List.of(
              Set.of("data", "curve"),
              Set.of("table", "regression", "network"),
              Set.of("model"),
              Set.of("table.source", "fit.partition"),
              Set.of("fit.path"),
              Set.of("fit")));

  private static final String PARTS = "Spark and the GPU hand parts of the rows to a fit";

  /** Types with internal ones in their signatures, and why. */
  private static final Map<String, String> INTERNAL_TYPES_SEEN =
      Map.of("fit.Fit", PARTS, "fit.remote.FitPlugin", PARTS);

  @Test
  void packagesDependOnLowerLayers() {
    MODULE.check();
  }

  /** Tables are read, not computed. */
  @Test
  void numbersDependOnNothingElse() {
    MODULE.checkNumbers(resideOutsideOfPackages("org.ironopt.table.."));
  }

  @Test
  void noCodeDecidesByASentence() {
    String file = "a model file and a message repeat decisions for people";
    MODULE.checkSentences(Map.of("org.ironopt.table.internal.TableProfile", file));
  }

  @Test
  void passesOverRowsAreInternal() {
    classes()
        .that()
        .resideInAPackage("org.ironopt.regression.rows")
        .should()
        .onlyHaveDependentClassesThat()
        .resideInAPackage("org.ironopt.regression..")
        .check(MODULE.classes());
  }

  @Test
  void internalTypesAreInNoSignatureThatAUserSees() {
    MODULE.checkSignatures(INTERNAL_TYPES_SEEN);
  }

  @Test
  void tablesAloneSeeALibrary() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.ironopt.table..")
        .should()
        .dependOnClassesThat(resideOutsideOfPackages("org.ironopt..", "java..", "org.jspecify.."))
        .check(MODULE.classes());
  }
}
