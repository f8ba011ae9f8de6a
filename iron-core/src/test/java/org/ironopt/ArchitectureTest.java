package org.ironopt;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.Source;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The rooms of the library, what each may touch, and the calls that no room may make. */
class ArchitectureTest {
  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.ironopt");

  /** A room and the rooms it may touch besides itself and the JDK's own. */
  private record Room(String name, String... mayTouch) {}

  /** Lowest first: a room may touch rooms above it in this list only. */
  private static final List<Room> ROOMS =
      List.of(
          new Room("io"),
          new Room("linalg"),
          new Room("random", "linalg"),
          new Room("problem", "linalg"),
          new Room("data", "io", "linalg", "random"),
          new Room("theory", "linalg", "random", "problem"),
          new Room("resolvent", "linalg", "random", "problem"),
          new Room("method", "linalg", "problem", "resolvent", "random", "theory"),
          new Room("run", "io", "linalg", "problem", "resolvent", "random", "theory", "method"),
          new Room("curve", "linalg", "problem", "resolvent", "random", "theory", "method", "run"),
          new Room("regression", "linalg", "random", "problem", "data", "resolvent"),
          new Room("network", "linalg", "random", "problem", "data", "resolvent"),
          new Room("model", "io", "linalg", "random", "data", "regression", "network"),
          new Room(
              "fit",
              "linalg",
              "random",
              "problem",
              "data",
              "theory",
              "resolvent",
              "method",
              "run",
              "regression",
              "network",
              "model"));

  /** Packages of a room that others do not see, and who does; the javadoc leaves them out. */
  private static final Map<String, List<String>> INTERNAL =
      Map.of(
          "linalg.kernel", List.of("linalg", "random", "regression", "network", "fit"),
          "resolvent.newton", List.of("resolvent"),
          "resolvent.rows", List.of("resolvent"),
          "resolvent.chord", List.of("resolvent"),
          "regression.rows", List.of("regression"));

  /** Files of a package at most; a stranger reads a list of names before any file. */
  private static final int MOST_FILES = 35;

  /** Functions whose last bits may differ between the interpreter, the compilers and machines. */
  private static final Set<String> UNSTEADY =
      Set.of(
          "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp",
          "expm1", "log", "log10", "log1p", "pow", "cbrt", "hypot", "random");

  @TestFactory
  Stream<DynamicTest> arrowsPointUpTheListOfRooms() {
    return ROOMS.stream()
        .map(room -> DynamicTest.dynamicTest(room.name(), () -> touchesOnlyItsOwn(room)));
  }

  private static void touchesOnlyItsOwn(Room room) {
    String home = "org.ironopt." + room.name() + "..";
    String[] others =
        Arrays.stream(room.mayTouch())
            .map(name -> "org.ironopt." + name + "..")
            .toArray(String[]::new);
    String[] libraries =
        room.name().equals("linalg")
            ? new String[] {"java..", "org.ejml..", "jdk.incubator.vector.."}
            : new String[] {"java.."};
    DescribedPredicate<JavaClass> allowed =
        resideInAPackage(home)
            .or(resideInAnyPackage(libraries))
            .or(resideInAnyPackage(others))
            .or(
                DescribedPredicate.describe(
                    "primitive", c -> c.getBaseComponentType().isPrimitive()));
    classes().that(resideInAPackage(home)).should().onlyDependOnClassesThat(allowed).check(CORE);
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
  void everyPackageIsOfARoomAndNotTooLarge() {
    Set<String> strangers = new TreeSet<>();
    Map<String, Set<String>> files = new TreeMap<>();
    for (JavaClass type : CORE) {
      String name = type.getPackageName().replace("org.ironopt.", "");
      if (ROOMS.stream().noneMatch(r -> name.equals(r.name()) || name.startsWith(r.name() + "."))) {
        strangers.add(name);
      }
      type.getSource()
          .flatMap(Source::getFileName)
          .ifPresent(file -> files.computeIfAbsent(name, _ -> new TreeSet<>()).add(file));
    }
    assertEquals(Set.of(), strangers);
    files.values().removeIf(names -> names.size() <= MOST_FILES);
    assertEquals(Map.of(), files, "packages of more than " + MOST_FILES + " files");
  }

  @Test
  void ejmlIsInNoSignatureThatAUserSees() {
    Set<String> seen = new TreeSet<>();
    for (JavaClass type : CORE) {
      if (!type.getModifiers().contains(JavaModifier.PUBLIC)) {
        continue;
      }
      for (JavaCodeUnit unit : type.getCodeUnits()) {
        if (visible(unit.getModifiers())) {
          Stream.concat(Stream.of(unit.getRawReturnType()), unit.getRawParameterTypes().stream())
              .filter(ArchitectureTest::fromEjml)
              .forEach(part -> seen.add(unit.getFullName()));
        }
      }
      for (JavaField field : type.getFields()) {
        if (visible(field.getModifiers()) && fromEjml(field.getRawType())) {
          seen.add(field.getFullName());
        }
      }
      type.getAllRawSuperclasses().stream()
          .filter(ArchitectureTest::fromEjml)
          .forEach(parent -> seen.add(type.getFullName()));
    }
    assertEquals(Set.of(), seen);
  }

  private static boolean visible(Set<JavaModifier> modifiers) {
    return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
  }

  private static boolean fromEjml(JavaClass type) {
    return type.getBaseComponentType().getPackageName().startsWith("org.ejml");
  }

  @Test
  void theLibraryPrintsNothing() {
    noClasses()
        .should()
        .accessTargetWhere(target("System.out or System.err", System.class, Set.of("out", "err")))
        .check(CORE);
  }

  /** Names of files that are there for a moment decide no number. */
  @Test
  void randomnessComesFromStreams() {
    noClasses()
        .that(resideOutsideOfPackage("org.ironopt.io"))
        .should()
        .dependOnClassesThat()
        .haveNameMatching(
            "java\\.util\\.(Random|SplittableRandom|concurrent\\.ThreadLocalRandom|random\\..*)"
                + "|java\\.security\\.SecureRandom")
        .check(CORE);
  }

  @Test
  void resultsDoNotDependOnIntrinsicsOfTheMachine() {
    noClasses()
        .should()
        .accessTargetWhere(target("an unsteady function of Math", Math.class, UNSTEADY))
        .check(CORE);
  }

  private static DescribedPredicate<JavaAccess<?>> target(
      String what, Class<?> owner, Set<String> names) {
    return DescribedPredicate.describe(
        what,
        access -> {
          AccessTarget target = access.getTarget();
          return target.getOwner().isEquivalentTo(owner) && names.contains(target.getName());
        });
  }
}
