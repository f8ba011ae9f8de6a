package org.ironopt;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
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
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Set;
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

  /** A room and the packages it may touch besides itself and the JDK's own. */
  private record Room(String name, String... mayTouch) {}

  private static final List<Room> ROOMS =
      List.of(
          new Room("linalg.kernel", "jdk.incubator.vector.."),
          new Room("linalg", "org.ironopt.linalg.kernel", "org.ejml.."),
          new Room("random", "org.ironopt.linalg.."),
          new Room("problem", "org.ironopt.linalg"),
          new Room("data", "org.ironopt.linalg", "org.ironopt.random"),
          new Room("theory", "org.ironopt.linalg", "org.ironopt.problem"),
          new Room("resolvent", "org.ironopt.linalg", "org.ironopt.random", "org.ironopt.problem"),
          new Room(
              "method",
              "org.ironopt.linalg",
              "org.ironopt.problem",
              "org.ironopt.resolvent",
              "org.ironopt.random",
              "org.ironopt.theory"),
          new Room(
              "run",
              "org.ironopt.linalg",
              "org.ironopt.problem",
              "org.ironopt.resolvent",
              "org.ironopt.random",
              "org.ironopt.theory",
              "org.ironopt.method"),
          new Room(
              "learn",
              "org.ironopt.linalg..",
              "org.ironopt.problem",
              "org.ironopt.data",
              "org.ironopt.resolvent",
              "org.ironopt.random",
              "org.ironopt.theory",
              "org.ironopt.method",
              "org.ironopt.run"));

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
    String home = "org.ironopt." + room.name();
    DescribedPredicate<JavaClass> allowed =
        resideInAnyPackage(home, "java..")
            .or(resideInAnyPackage(room.mayTouch()))
            .or(
                DescribedPredicate.describe(
                    "primitive", c -> c.getBaseComponentType().isPrimitive()));
    classes().that(resideInAPackage(home)).should().onlyDependOnClassesThat(allowed).check(CORE);
  }

  @Test
  void everyPackageIsARoom() {
    Set<String> rooms = new TreeSet<>();
    ROOMS.forEach(room -> rooms.add("org.ironopt." + room.name()));
    Set<String> packages = new TreeSet<>();
    CORE.forEach(type -> packages.add(type.getPackageName()));
    assertEquals(rooms, packages);
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

  @Test
  void randomnessComesFromStreams() {
    noClasses()
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
