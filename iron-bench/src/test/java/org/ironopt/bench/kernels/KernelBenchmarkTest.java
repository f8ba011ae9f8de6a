package org.ironopt.bench.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.InputStream;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

class KernelBenchmarkTest {
  /** JMH runs what its list names, and says nothing about what is missing there. */
  @Test
  void everyBenchmarkIsListed() throws Exception {
    try (InputStream in = KernelBenchmark.class.getResourceAsStream("/META-INF/BenchmarkList")) {
      String list = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (Class<?> type : classes()) {
        for (Method method : benchmarks(type)) {
          String generated = "." + type.getSimpleName() + "_" + method.getName() + "_jmhTest ";
          assertTrue(list.contains(generated), method.toString());
        }
      }
    }
  }

  /** A kernel and its plain loop do the same work. */
  @Test
  void plainLoopsComputeTheSame() throws Exception {
    int pairs = 0;
    for (Class<?> type : classes()) {
      for (Method plain : benchmarks(type)) {
        String name = plain.getName();
        if (name.startsWith("plain")) {
          String kernel = name.substring(5, 6).toLowerCase(Locale.ROOT) + name.substring(6);
          Object expected = plain.invoke(fresh(type));
          Object actual = type.getMethod(kernel).invoke(fresh(type));
          assertClose(plain.toString(), expected, actual);
          pairs++;
        }
      }
    }
    assertEquals(14, pairs);
  }

  private static void assertClose(String name, Object expected, Object actual) {
    if (!expected.getClass().isArray()) {
      // A sum of a thousand products of size one.
      assertEquals((double) expected, (double) actual, 1e-12 * 1000, name);
      return;
    }
    assertEquals(Array.getLength(expected), Array.getLength(actual), name);
    double tolerance = expected instanceof float[] ? 1e-5 : 1e-12;
    double largest = 0;
    double difference = 0;
    for (int i = 0; i < Array.getLength(expected); i++) {
      double value = Array.getDouble(expected, i);
      largest = Math.max(largest, Math.abs(value));
      difference = Math.max(difference, Math.abs(value - Array.getDouble(actual, i)));
    }
    assertTrue(largest > 0, name);
    assertTrue(difference <= tolerance * largest, name + ": " + difference + " of " + largest);
  }

  private static Object fresh(Class<?> type) throws Exception {
    Object state = type.getConstructor().newInstance();
    for (Method method : type.getMethods()) {
      if (method.isAnnotationPresent(Setup.class)) {
        method.invoke(state);
      }
    }
    return state;
  }

  private static List<Method> benchmarks(Class<?> type) {
    return Stream.of(type.getMethods())
        .filter(method -> method.isAnnotationPresent(Benchmark.class))
        .toList();
  }

  private static List<Class<?>> classes() throws Exception {
    File folder = new File(KernelBenchmark.class.getResource("KernelBenchmark.class").toURI());
    List<Class<?>> types = new ArrayList<>();
    for (String name : folder.getParentFile().list()) {
      if (name.endsWith("Benchmark.class") && !name.startsWith("KernelBenchmark")) {
        types.add(Class.forName("org.ironopt.bench.kernels." + name.replace(".class", "")));
      }
    }
    assertEquals(6, types.size(), Arrays.toString(folder.getParentFile().list()));
    return types;
  }
}
