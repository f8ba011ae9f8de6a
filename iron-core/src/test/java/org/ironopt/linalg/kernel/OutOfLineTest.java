package org.ironopt.linalg.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A vector loop must be too long to be inlined into its callers (C2's FreqInlineSize is 325 bytes
 * of code) and short enough to be compiled at all (8000); otherwise its speed depends on who calls
 * it.
 */
class OutOfLineTest {
  @Test
  void loopsStayOutOfLine() throws IOException {
    assertEquals(3, count(VectorSums.class, Set.of("dot", "sum", "squaredDistance")));
    Set<String> functions = Set.of("exp", "log", "log1p", "sigmoid", "tanh", "logcosh");
    assertEquals(6, count(VectorFunctions.class, functions));
    assertEquals(1, count(VectorLogistic.class, Set.of("losses")));
  }

  private static int count(Class<?> type, Set<String> names) throws IOException {
    int count = 0;
    try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
      for (MethodModel method : ClassFile.of().parse(in.readAllBytes()).methods()) {
        String name = method.methodName().stringValue();
        if (names.contains(name)) {
          int length = ((CodeAttribute) method.code().orElseThrow()).codeLength();
          assertTrue(length > 325 && length < 8000, name + " has " + length + " bytes");
          count++;
        }
      }
    }
    return count;
  }
}
