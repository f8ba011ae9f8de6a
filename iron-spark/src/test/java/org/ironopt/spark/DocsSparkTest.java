package org.ironopt.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The {@code ```java spark} blocks of the documentation compile as bodies of a method that is given
 * what they do not declare.
 */
class DocsSparkTest {
  private static final Path DOCS = Path.of("../docs");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```java spark\n(.*?)^```");
  private static final String IMPORTS =
      Stream.of(
              "java.nio.file",
              "java.util",
              "org.apache.spark.sql",
              "org.ironopt.fit",
              "org.ironopt.fit.remote",
              "org.ironopt.model",
              "org.ironopt.spark",
              "org.ironopt.table")
          .map(name -> "import " + name + ".*;")
          .collect(Collectors.joining());

  @Test
  void blocksCompile(@TempDir Path classes) throws IOException {
    List<Path> pages;
    try (Stream<Path> files = Files.walk(DOCS)) {
      pages = files.filter(path -> path.toString().endsWith(".md")).sorted().toList();
    }
    int blocks = 0;
    for (Path page : pages) {
      for (String block :
          BLOCK
              .matcher(Files.readString(page))
              .results()
              .map((MatchResult m) -> m.group(1))
              .toList()) {
        assertEquals(List.of(), errors(block, classes), page.toString());
        blocks++;
      }
    }
    assertFalse(blocks == 0, "no page has a block");
    assertFalse(errors("Unknown x = null;", classes).isEmpty());
  }

  private static List<String> errors(String block, Path classes) {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    String source =
        IMPORTS + "class Block { void run(Dataset<Row> frame) throws Exception {\n" + block + "}}";
    JavaFileObject file =
        new SimpleJavaFileObject(URI.create("mem:///Block.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public String getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    List<String> options =
        List.of(
            "-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
    boolean compiled = javac.getTask(null, null, found, options, null, List.of(file)).call();
    return compiled ? List.of() : found.getDiagnostics().stream().map(Object::toString).toList();
  }
}
