package org.ironopt.lab.cli;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassHierarchyResolver.ClassHierarchyInfo;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.reflect.AccessFlag;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Gives classes from before Java 6 the version of this JDK, with the stack maps that it asks for.
 * The JVM takes none of them into its cache of linked classes otherwise, but reads and verifies
 * them at every start, and with them each class of ours that extends one. The launcher calls it
 * after a build.
 */
final class Renewal {
  private static final ClassTransform NEWER =
      ClassTransform.transformingMethodBodies((code, element) -> code.with(element))
          .andThen(
              (type, element) ->
                  type.with(
                      element instanceof ClassFileVersion
                          ? ClassFileVersion.of(ClassFile.latestMajorVersion(), 0)
                          : element));

  private Renewal() {}

  /** Takes the jars to change in place. */
  public static void main(String[] jars) throws IOException {
    for (String jar : jars) {
      try (FileSystem files = FileSystems.newFileSystem(Path.of(jar))) {
        renew(files.getPath("/"));
      }
    }
  }

  private static void renew(Path root) throws IOException {
    Map<Path, ClassModel> old = new HashMap<>();
    Map<ClassDesc, ClassHierarchyInfo> hierarchy = new HashMap<>();
    for (Path path : classFiles(root)) {
      ClassModel model = ClassFile.of().parse(path);
      if (model.majorVersion() < ClassFile.JAVA_6_VERSION) {
        old.put(path, model);
      }
      hierarchy.put(model.thisClass().asSymbol(), above(model));
    }
    ClassHierarchyResolver resolver = ClassHierarchyResolver.defaultResolver();
    ClassFile writer =
        ClassFile.of(
            StackMapsOption.GENERATE_STACK_MAPS,
            ClassHierarchyResolverOption.of(resolver.orElse(hierarchy::get)));
    for (Map.Entry<Path, ClassModel> entry : old.entrySet()) {
      Files.write(entry.getKey(), writer.transformClass(entry.getValue(), NEWER));
    }
  }

  private static List<Path> classFiles(Path root) throws IOException {
    try (Stream<Path> paths = Files.walk(root)) {
      return paths
          .filter(path -> path.toString().endsWith(".class") && !path.startsWith("/META-INF"))
          .toList();
    }
  }

  private static ClassHierarchyInfo above(ClassModel model) {
    return model.flags().has(AccessFlag.INTERFACE)
        ? ClassHierarchyInfo.ofInterface()
        : ClassHierarchyInfo.ofClass(
            model.superclass().map(ClassEntry::asSymbol).orElse(ConstantDescs.CD_Object));
  }
}
