package org.ironopt;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.ironopt.run.Ending;
import org.ironopt.run.Run;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The packages of the core, what each may depend on, and the calls that none may make. */
class ArchitectureTest {
  private static final Architecture MODULE =
      new Architecture(
          Run.class,
          "org.ironopt",
          List.of(
              Set.of(""),
              Set.of("io", "linalg"),
              Set.of("random", "problem"),
              Set.of("theory", "resolvent"),
              Set.of("method"),
              Set.of("run")));

  private static final JavaClasses CORE = MODULE.classes();

  /** Packages that others do not see, and who does; the javadoc leaves them out. */
  private static final Map<String, List<String>> INTERNAL =
      Map.of(
          "linalg.kernel", List.of("linalg", "random"),
          "resolvent.newton", List.of("resolvent"),
          "resolvent.rows", List.of("resolvent"),
          "resolvent.chord", List.of("resolvent"));

  @Test
  void packagesDependOnLowerLayers() {
    MODULE.check();
  }

  @Test
  void librariesAreSeenByLinearAlgebraOnly() {
    noClasses()
        .that(resideOutsideOfPackage("org.ironopt.linalg.."))
        .should()
        .dependOnClassesThat(resideOutsideOfPackages("org.ironopt..", "java..", "org.jspecify.."))
        .check(CORE);
  }

  @TestFactory
  Stream<DynamicTest> internalPackagesAreSeenByTheirRoomOnly() {
    return INTERNAL.entrySet().stream()
        .map(
            entry ->
                DynamicTest.dynamicTest(
                    entry.getKey(),
                    () ->
                        classes()
                            .that(resideInAPackage("org.ironopt." + entry.getKey()))
                            .should()
                            .onlyHaveDependentClassesThat(
                                resideInAnyPackage(
                                    entry.getValue().stream()
                                        .map(name -> "org.ironopt." + name + "..")
                                        .toArray(String[]::new)))
                            .check(CORE)));
  }

  @Test
  void internalTypesAreInNoSignatureThatAUserSees() {
    MODULE.checkSignatures(Map.of());
  }

  @Test
  void ejmlIsInNoSignatureThatAUserSees() {
    Set<String> seen = new TreeSet<>();
    for (JavaClass type : CORE) {
      if (!type.getModifiers().contains(JavaModifier.PUBLIC)) {
        continue;
      }
      for (JavaCodeUnit unit : type.getCodeUnits()) {
        if (Architecture.visible(unit.getModifiers())) {
          Stream.concat(Stream.of(unit.getRawReturnType()), unit.getRawParameterTypes().stream())
              .filter(ArchitectureTest::fromEjml)
              .forEach(part -> seen.add(unit.getFullName()));
        }
      }
      for (JavaField field : type.getFields()) {
        if (Architecture.visible(field.getModifiers()) && fromEjml(field.getRawType())) {
          seen.add(field.getFullName());
        }
      }
      type.getAllRawSuperclasses().stream()
          .filter(ArchitectureTest::fromEjml)
          .forEach(parent -> seen.add(type.getFullName()));
    }
    assertEquals(Set.of(), seen);
  }

  private static boolean fromEjml(JavaClass type) {
    return type.getBaseComponentType().getPackageName().startsWith("org.ejml");
  }

  @Test
  void noCodeDecidesByASentence() {
    MODULE.checkSentences(
        Map.of("org.ironopt.run.ChainMean", "asks while the objective may still be called"));
  }

  /** Breaks the rule, by a call and by a reference. */
  static final class Planted {
    private Planted() {}

    static boolean late(Ending ending) {
      return ending.sentence().startsWith("used the");
    }

    static List<String> all(List<Ending> endings) {
      return endings.stream().map(Ending::sentence).toList();
    }
  }

  @Test
  void aPlantedCallOfASentenceIsFound() {
    JavaClasses planted = new ClassFileImporter().importClasses(Planted.class, Ending.class);
    Set<String> found = Architecture.sentences(planted, Map.of());
    assertEquals(2, found.size(), found.toString());
    String name = Planted.class.getName();
    assertTrue(found.stream().allMatch(call -> call.startsWith(name)), found.toString());
    String top = ArchitectureTest.class.getName();
    assertEquals(Set.of(), Architecture.sentences(planted, Map.of(top, "the renderer")));
  }

  @Test
  void numbersDependOnNothingElse() {
    MODULE.checkNumbers(resideInAPackage("org.ironopt.."));
  }
}
