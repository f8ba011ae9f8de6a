import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.TypeVariable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The public interface of the modules: every public type of an exported package with what others
 * can call, override, read or match, with its generic types, nullness and exceptions. {@code
 * record} writes it to {@code build/api.txt}; {@code check} fails when a build has another one. Run
 * by {@code mvn verify} on the class path of iron-cli, which has all modules with a descriptor.
 */
final class Api {
  private Api() {}

  /** Arguments: {@code check|record}, the file. */
  public static void main(String[] args) throws Exception {
    List<String> lines = lines();
    Path file = Path.of(args[1]);
    if (args[0].equals("record")) {
      Files.write(file, lines);
      return;
    }
    Set<String> recorded = entries(Files.readAllLines(file));
    Set<String> found = entries(lines);
    Set<String> gone = without(recorded, found);
    Set<String> added = without(found, recorded);
    gone.forEach(line -> System.err.println("gone:  " + line));
    added.forEach(line -> System.err.println("added: " + line));
    if (!gone.isEmpty() || !added.isEmpty()) {
      System.err.printf(
          "The public interface is not that of build/api.txt: %d lines are gone, which breaks who"
              + " uses them (docs/reference/depending.md), %d are new. If that is meant: build/api record%n",
          gone.size(), added.size());
      System.exit(1);
    }
  }

  /** Lines with the name of the type that they belong to. */
  private static Set<String> entries(List<String> lines) {
    Set<String> entries = new LinkedHashSet<>();
    String type = "";
    for (String line : lines) {
      boolean member = line.startsWith("  ");
      type = member ? type : line.replaceFirst(".*?\\b(org\\.ironopt[\\w.$]*).*", "$1");
      entries.add(member ? type + ":" + line.substring(1) : line);
    }
    return entries;
  }

  private static Set<String> without(Set<String> all, Set<String> others) {
    Set<String> rest = new LinkedHashSet<>(all);
    rest.removeAll(others);
    return rest;
  }

  private static List<String> lines() throws Exception {
    List<String> lines = new ArrayList<>();
    for (String place : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
      if (place.matches(".*\\biron-\\w+\\b.*") && Files.exists(Path.of(place))) {
        for (ModuleReference module : ModuleFinder.of(Path.of(place)).findAll()) {
          if (!module.descriptor().isAutomatic()) {
            module(module, lines);
          }
        }
      }
    }
    return lines;
  }

  private static void module(ModuleReference module, List<String> lines) throws Exception {
    Set<String> packages =
        module.descriptor().exports().stream()
            .filter(exports -> !exports.isQualified())
            .map(ModuleDescriptor.Exports::source)
            .collect(Collectors.toCollection(TreeSet::new));
    lines.add("module " + module.descriptor().name());
    for (String name : packages) {
      String marks = marks(Class.forName(name + ".package-info"));
      if (!marks.contains("@NullMarked")) {
        throw new IllegalStateException(name + " is exported and not @NullMarked");
      }
      lines.add("package " + name + marks);
      for (Class<?> type : types(module, name)) {
        type(type, lines);
      }
    }
  }

  private static List<Class<?>> types(ModuleReference module, String name)
      throws IOException, ClassNotFoundException {
    String folder = name.replace('.', '/') + "/";
    List<String> files;
    try (ModuleReader reader = module.open();
        Stream<String> all = reader.list()) {
      files = all.filter(file -> file.matches(folder + "[^/]+\\.class")).sorted().toList();
    }
    List<Class<?>> types = new ArrayList<>();
    for (String file : files) {
      Class<?> type =
          Class.forName(
              file.replace(".class", "").replace('/', '.'), false, Api.class.getClassLoader());
      if (visible(type)) {
        types.add(type);
      }
    }
    return types;
  }

  private static boolean visible(Class<?> type) {
    if (type.isAnonymousClass() || type.isLocalClass() || !shown(type.getModifiers())) {
      return false;
    }
    return type.getDeclaringClass() == null || visible(type.getDeclaringClass());
  }

  private static boolean shown(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static void type(Class<?> type, List<String> lines) {
    StringBuilder head = new StringBuilder(type.isSealed() ? "sealed " : "");
    int modifiers = type.getModifiers();
    head.append(Modifier.isAbstract(modifiers) && !type.isInterface() ? "abstract " : "");
    head.append(Modifier.isFinal(modifiers) && !type.isRecord() && !type.isEnum() ? "final " : "");
    head.append(
        type.isAnnotation()
            ? "@interface "
            : type.isInterface()
                ? "interface "
                : type.isEnum() ? "enum " : type.isRecord() ? "record " : "class ");
    head.append(type.getName()).append(variables(type.getTypeParameters()));
    if (type.isRecord()) {
      head.append(
          Arrays.stream(type.getRecordComponents())
              .map(part -> text(part.getAnnotatedType()) + " " + part.getName())
              .collect(Collectors.joining(", ", "(", ")")));
    }
    AnnotatedType above = type.getAnnotatedSuperclass();
    boolean named = above != null && !Set.of("Object", "Record").contains(text(above));
    head.append(named && !type.isEnum() ? " extends " + text(above) : "");
    head.append(list(" implements ", type.getAnnotatedInterfaces()));
    if (type.isSealed()) {
      head.append(
          Arrays.stream(type.getPermittedSubclasses())
              .map(Class::getName)
              .collect(Collectors.joining(", ", " permits ", "")));
    }
    lines.add(head + marks(type));
    Set<String> members = new TreeSet<>();
    members(type, type, members);
    members.forEach(member -> lines.add("  " + member));
  }

  /** Members of the type, and those that it has from types that others do not see. */
  private static void members(Class<?> type, Class<?> from, Set<String> members) {
    for (Field field : from.getDeclaredFields()) {
      if (shown(field.getModifiers()) && !field.isSynthetic()) {
        members.add(
            (field.isEnumConstant() ? "" : modifiers(field) + text(field.getAnnotatedType()) + " ")
                + field.getName()
                + marks(field));
      }
    }
    for (Constructor<?> maker :
        from == type ? type.getDeclaredConstructors() : new Constructor<?>[0]) {
      if (shown(maker.getModifiers()) && !canonical(maker)) {
        members.add(modifiers(maker) + "new" + call(maker));
      }
    }
    for (Method method : from.getDeclaredMethods()) {
      if (shown(method.getModifiers()) && !method.isSynthetic() && !implied(method)) {
        members.add(
            modifiers(method)
                + (method.isDefault() ? "default " : "")
                + variables(method.getTypeParameters())
                + text(method.getAnnotatedReturnType())
                + " "
                + method.getName()
                + call(method));
      }
    }
    Stream.concat(Stream.ofNullable(from.getSuperclass()), Arrays.stream(from.getInterfaces()))
        .filter(above -> above.getName().startsWith("org.ironopt.") && !visible(above))
        .forEach(above -> members(type, above, members));
  }

  /** Whether the components say it. */
  private static boolean canonical(Constructor<?> maker) {
    Class<?> type = maker.getDeclaringClass();
    return type.isRecord()
        && Arrays.equals(
            maker.getParameterTypes(),
            Arrays.stream(type.getRecordComponents()).map(part -> part.getType()).toArray());
  }

  /** Whether every type has the method, or the kind of its type says it. */
  private static boolean implied(Method method) {
    Class<?> type = method.getDeclaringClass();
    boolean accessor =
        type.isRecord()
            && Arrays.stream(type.getRecordComponents())
                .anyMatch(part -> part.getAccessor().equals(method));
    String form = method.getName() + Arrays.toString(method.getParameterTypes());
    return accessor
        || Set.of("toString[]", "hashCode[]", "equals[class java.lang.Object]").contains(form)
        || type.isEnum() && Set.of("values[]", "valueOf[class java.lang.String]").contains(form);
  }

  private static String modifiers(Member member) {
    int counted = Modifier.PROTECTED | Modifier.STATIC | Modifier.ABSTRACT | Modifier.FINAL;
    String modifiers = Modifier.toString(member.getModifiers() & counted);
    return modifiers.isEmpty() ? "" : modifiers + " ";
  }

  private static String call(Executable code) {
    String parameters =
        Arrays.stream(code.getParameters())
            .map(Parameter::getAnnotatedType)
            .map(Api::text)
            .collect(Collectors.joining(", ", "(", ")"));
    return (code.isVarArgs() ? parameters.replaceFirst("\\[\\]\\)$", "...)") : parameters)
        + list(" throws ", code.getAnnotatedExceptionTypes())
        + marks(code);
  }

  private static String list(String before, AnnotatedType[] types) {
    return types.length == 0
        ? ""
        : Arrays.stream(types).map(Api::text).collect(Collectors.joining(", ", before, ""));
  }

  private static String variables(TypeVariable<?>[] variables) {
    return variables.length == 0
        ? ""
        : Arrays.stream(variables)
            .map(variable -> variable.getName() + bounds(variable))
            .collect(Collectors.joining(", ", "<", "> "));
  }

  private static String bounds(TypeVariable<?> variable) {
    String bounds =
        Arrays.stream(variable.getAnnotatedBounds())
            .map(Api::text)
            .collect(Collectors.joining(" & "));
    return bounds.equals("Object") ? "" : " extends " + bounds;
  }

  private static String text(AnnotatedType type) {
    return type.toString()
        .replace("@org.jspecify.annotations.", "@")
        .replace("@Nullable()", "@Nullable")
        .replaceAll("\\bjava\\.(lang|util|util\\.function|nio\\.file)\\.(?=[A-Z])", "");
  }

  private static String marks(AnnotatedElement element) {
    return Arrays.stream(element.getAnnotations())
        .map(mark -> mark.annotationType().getSimpleName())
        .filter(Set.of("Experimental", "Deprecated", "FunctionalInterface", "NullMarked")::contains)
        .sorted()
        .map(mark -> " @" + mark)
        .collect(Collectors.joining());
  }
}
