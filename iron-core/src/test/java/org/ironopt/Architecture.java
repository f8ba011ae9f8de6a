package org.ironopt;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.Source;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The packages of a module in layers, lowest first. A package may depend on packages of lower
 * layers and on lower modules, never on its own layer or a higher one; so there are no cycles. The
 * name of a layer's package counts for the packages below it, unless they are listed themselves.
 */
public final class Architecture {
  /** Files of a package at most; a stranger reads a list of names before any file. */
  private static final int MOST_FILES = 35;

  /** Functions whose last bits may differ between the interpreter, the compilers and machines. */
  private static final Set<String> UNSTEADY =
      Set.of(
          "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp",
          "expm1", "log", "log10", "log1p", "pow", "cbrt", "hypot", "random");

  /** How a result says itself to people; notes that are a field are texts of a file. */
  private static final Set<String> SAYING = Set.of("sentence", "notes", "toString");

  /** Packages that users do not see, beside those named internal; build/Count.java has them too. */
  private static final Set<String> INTERNAL =
      Set.of(
          "org.ironopt.linalg.kernel",
          "org.ironopt.resolvent.newton",
          "org.ironopt.resolvent.rows",
          "org.ironopt.resolvent.chord",
          "org.ironopt.regression.rows",
          "org.ironopt.table.source",
          "org.ironopt.fit.partition",
          "org.ironopt.fit.path");

  private final String root;
  private final List<Set<String>> layers;
  private final JavaClasses classes;

  /**
   * Reads the class files of a module.
   *
   * @param anchor any class of the module
   * @param root the package that all others are below
   * @param layers of names of packages below the root; the empty name is the root itself
   */
  public Architecture(Class<?> anchor, String root, List<Set<String>> layers) {
    this.root = root;
    this.layers = layers;
    try {
      Path place = Path.of(anchor.getProtectionDomain().getCodeSource().getLocation().toURI());
      classes = new ClassFileImporter().importPath(place);
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the place of " + anchor + " is no path", e);
    }
  }

  /** Returns the classes of the module. */
  public JavaClasses classes() {
    return classes;
  }

  /** Checks all that holds of every module. */
  public void check() {
    assertEquals(Set.of(), strangers(), "packages in no layer");
    assertEquals(Set.of(), arrowsUp(), "dependencies on the same or a higher layer");
    assertEquals(Map.of(), large(), "packages of more than " + MOST_FILES + " files");
  }

  /**
   * Checks that users meet no internal type: none is in the signature of a public or protected
   * member of a public type outside internal packages.
   *
   * @param exceptions top-level types that may, by their names below the root, and why
   */
  public void checkSignatures(Map<String, String> exceptions) {
    Set<String> seen = new TreeSet<>();
    for (JavaClass type : classes) {
      String name = type.getFullName().substring(root.length() + 1).replaceAll("\\$.*", "");
      if (!internal(type) && visible(type) && !exceptions.containsKey(name)) {
        type.getMembers().stream()
            .filter(member -> visible(member.getModifiers()))
            .forEach(
                member ->
                    member.getAllInvolvedRawTypes().stream()
                        .filter(Architecture::internal)
                        .forEach(
                            part -> seen.add(member.getFullName() + " has " + part.getName())));
      }
    }
    assertEquals(Set.of(), seen, "internal types in signatures that users see");
  }

  private static boolean internal(JavaClass type) {
    String name = type.getBaseComponentType().getPackageName();
    return name.startsWith("org.ironopt.")
        && (name.endsWith(".internal") || INTERNAL.contains(name));
  }

  private static boolean visible(JavaClass type) {
    return visible(type.getModifiers())
        && type.getEnclosingClass().map(Architecture::visible).orElse(true);
  }

  /** Returns whether code of other packages can name what has these modifiers. */
  static boolean visible(Set<JavaModifier> modifiers) {
    return !modifiers.contains(JavaModifier.SYNTHETIC)
        && (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED));
  }

  /**
   * Checks what keeps results the same on every machine: nothing is printed, randomness comes from
   * streams, and no function is used whose last bits are the machine's.
   */
  public void checkNumbers(DescribedPredicate<JavaClass> where) {
    noClasses()
        .should()
        .accessTargetWhere(target("System.out or System.err", System.class, Set.of("out", "err")))
        .check(classes);
    // Partial files have random names.
    noClasses()
        .that()
        .resideOutsideOfPackage("org.ironopt.io..")
        .should()
        .dependOnClassesThat()
        .haveNameMatching(
            "java\\.util\\.(Random|SplittableRandom|concurrent\\.ThreadLocalRandom|random\\..*)"
                + "|java\\.security\\.SecureRandom")
        .check(classes);
    noClasses()
        .that(where)
        .should()
        .accessTargetWhere(target("an unsteady function of Math", Math.class, UNSTEADY))
        .check(classes);
  }

  /**
   * Checks that no code decides by a sentence: only the renderer asks a result for the one that it
   * says of itself.
   *
   * @param exceptions types and packages that may too, by their full names, and why
   */
  public void checkSentences(Map<String, String> exceptions) {
    assertEquals(Set.of(), sentences(classes, exceptions), "calls of sentences");
  }

  /**
   * Returns the calls of sentences, but for those by results that say themselves: in other
   * sentences, in their {@code toString} and in the messages of exceptions.
   */
  static Set<String> sentences(JavaClasses classes, Map<String, String> exceptions) {
    return classes.stream()
        .filter(type -> !type.isAssignableTo(Throwable.class))
        .filter(type -> exceptions.keySet().stream().noneMatch(e -> within(type, e)))
        .flatMap(type -> type.getCodeUnitAccessesFromSelf().stream())
        .filter(access -> !SAYING.contains(access.getOrigin().getName()))
        .filter(access -> SAYING.contains(access.getTarget().getName()))
        .filter(access -> access.getTargetOwner().getPackageName().startsWith("org.ironopt"))
        .filter(access -> !access.getTarget().getName().equals("toString"))
        .filter(access -> access.getTarget().getRawParameterTypes().isEmpty())
        .filter(access -> access.getTargetOwner().tryGetField("notes").isEmpty())
        .map(access -> access.getOrigin().getFullName() + " → " + access.getTarget().getName())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean within(JavaClass type, String name) {
    return (type.getFullName() + ".").replace('$', '.').startsWith(name + ".");
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

  private Set<String> strangers() {
    return classes.stream()
        .map(JavaClass::getPackageName)
        .filter(name -> layer(name) < 0)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Set<String> arrowsUp() {
    Set<String> wrong = new TreeSet<>();
    arrows()
        .forEach(
            (from, touched) ->
                touched.stream()
                    .filter(to -> line(to) >= line(from))
                    .forEach(to -> wrong.add(from + " → " + to)));
    return wrong;
  }

  /** Returns which of the listed packages each of them depends on. */
  public Map<String, Set<String>> arrows() {
    Map<String, Set<String>> arrows = new TreeMap<>();
    for (JavaClass type : classes) {
      String from = room(type.getPackageName());
      Set<String> touched = arrows.computeIfAbsent(from, _ -> new TreeSet<>());
      type.getDirectDependenciesFromSelf().stream()
          .map(arrow -> arrow.getTargetClass().getBaseComponentType().getPackageName())
          .filter(name -> layer(name) >= 0)
          .map(this::room)
          .filter(to -> !to.equals(from))
          .forEach(touched::add);
    }
    return arrows;
  }

  private Map<String, Set<String>> large() {
    Map<String, Set<String>> files = new TreeMap<>();
    for (JavaClass type : classes) {
      type.getSource()
          .flatMap(Source::getFileName)
          .ifPresent(
              file -> files.computeIfAbsent(type.getPackageName(), _ -> new TreeSet<>()).add(file));
    }
    files.values().removeIf(names -> names.size() <= MOST_FILES);
    return files;
  }

  private int layer(String packageName) {
    return line(room(packageName));
  }

  private int line(String room) {
    for (int line = 0; line < layers.size(); line++) {
      if (layers.get(line).contains(room)) {
        return line;
      }
    }
    return -1;
  }

  /** Returns the listed package that a package is, or is below; else its own name. */
  private String room(String packageName) {
    if (!packageName.equals(root) && !packageName.startsWith(root + ".")) {
      return "another module: " + packageName;
    }
    String name = packageName.equals(root) ? "" : packageName.substring(root.length() + 1);
    for (String above = name; !above.isEmpty(); ) {
      if (line(above) >= 0) {
        return above;
      }
      int dot = above.lastIndexOf('.');
      above = dot < 0 ? "" : above.substring(0, dot);
    }
    return name;
  }
}
