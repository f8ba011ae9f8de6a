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
 * The JVM takes no older class into its cache of linked classes, but reads and verifies it at every
 * start; so does it with each class of ours that names one.
 */
final class Renew {
  private static final ClassTransform NEWER =
      ClassTransform.transformingMethodBodies((code, element) -> code.with(element))
          .andThen(
              (type, element) ->
                  type.with(
                      element instanceof ClassFileVersion
                          ? ClassFileVersion.of(ClassFile.latestMajorVersion(), 0)
                          : element));

  private Renew() {}

  /** Takes the jars to change in place. */
  public static void main(String[] jars) throws IOException {
    for (String jar : jars) {
      try (FileSystem files = FileSystems.newFileSystem(Path.of(jar))) {
        renew(files.getPath("/"));
      }
    }
  }

  private static void renew(Path root) throws IOException {
    Map<Path, ClassModel> classes = new HashMap<>();
    Map<ClassDesc, ClassHierarchyInfo> hierarchy = new HashMap<>();
    for (Path path : classFiles(root)) {
      ClassModel model = ClassFile.of().parse(path);
      if (model.majorVersion() < ClassFile.JAVA_6_VERSION) {
        classes.put(path, model);
      }
      hierarchy.put(model.thisClass().asSymbol(), above(model));
    }
    ClassFile writer =
        ClassFile.of(
            StackMapsOption.GENERATE_STACK_MAPS,
            ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.defaultResolver().orElse(hierarchy::get)));
    for (Map.Entry<Path, ClassModel> old : classes.entrySet()) {
      Files.write(old.getKey(), writer.transformClass(old.getValue(), NEWER));
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
