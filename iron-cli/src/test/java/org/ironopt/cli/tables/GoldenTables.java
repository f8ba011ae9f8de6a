package org.ironopt.cli.tables;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Small tables whose reading, and fit, can be told by looking at them. */
final class GoldenTables {
  private GoldenTables() {}

  /**
   * A table and what becomes of it.
   *
   * @param text the file
   * @param options of the fit, the target among them
   * @param rows used
   * @param withoutTarget rows left out since they have no target
   * @param features made of the columns
   * @param decisions kinds with their columns, as in {@code Filled age}; that of the header is not
   *     listed
   * @param coefficients of a fit without penalty, the intercept last; empty if there is none
   */
  record Golden(
      String name,
      String text,
      List<String> options,
      long rows,
      long withoutTarget,
      List<String> features,
      List<String> decisions,
      List<Double> coefficients) {
    Golden(String name, String text, String... options) {
      this(name, text, List.of(options), 0, 0, List.of(), List.of(), List.of());
    }

    Golden rows(long used, long unlabelled) {
      return new Golden(name, text, options, used, unlabelled, features, decisions, coefficients);
    }

    Golden features(String... made) {
      return new Golden(
          name, text, options, rows, withoutTarget, List.of(made), decisions, coefficients);
    }

    Golden decisions(String... made) {
      return new Golden(
          name, text, options, rows, withoutTarget, features, List.of(made), coefficients);
    }

    Golden fit(Double... values) {
      return new Golden(
          name, text, options, rows, withoutTarget, features, decisions, List.of(values));
    }
  }

  private static String lines(int from, int to, IntFunction<String> line) {
    return IntStream.range(from, to).mapToObj(line).collect(Collectors.joining("\n", "", "\n"));
  }

  /** Numbers x, a column with gaps, and y by a rule. */
  private static String gaps(String column, Map<Integer, String> values, int rows, double[] y) {
    return "x,"
        + column
        + ",y\n"
        + lines(0, rows, i -> i + "," + values.getOrDefault(i, "") + "," + y[i]);
  }

  static List<Golden> all() {
    return Stream.concat(readings().stream(), statistics().stream()).toList();
  }

  /** Numbers that look random, the same ones everywhere: -1, ..., 1 in steps of 0.02. */
  private static double noise(int i, int factor) {
    return (i * factor % 101 - 50) / 50.0;
  }

  /** A table of rows i = 0, 1, ... of numbers. */
  private static String numbers(String header, int rows, IntFunction<double[]> row) {
    IntFunction<String> line =
        i ->
            Arrays.stream(row.apply(i)).mapToObj(Double::toString).collect(Collectors.joining(","));
    return header + "\n" + lines(0, rows, line);
  }

  /** Tables whose coefficients have errors, aliases and a dispersion; models are named. */
  static List<Golden> statistics() {
    // y = 1 + 2 a + 3 c
    String alias =
        numbers(
            "a,b,c,y",
            40,
            i -> {
              double a = noise(i, 37);
              double c = noise(i, 11);
              return new double[] {a, 0.92 * a, c, 1 + 2 * a + 3 * c};
            });
    String near =
        numbers(
            "a,b,c,y",
            40,
            i -> {
              double a = noise(i, 37);
              double b = 0.92 * a + 0.01 * noise(i, 53);
              double c = noise(i, 11);
              return new double[] {a, b, c, 1 + 2 * a - b + 3 * c + noise(i, 71)};
            });
    String weighted =
        numbers(
            "a,c,n,y",
            30,
            i -> {
              double a = noise(i, 37);
              double c = noise(i, 11);
              return new double[] {a, c, 1 + i % 3, 1 + 2 * a + 3 * c + noise(i, 71)};
            });
    return List.of(
        statistic("alias with a penalty", alias, "ridge", "1e-4")
            .rows(40, 0)
            .features("a", "b", "c"),
        statistic("alias without a penalty", alias, "ridge", "0")
            .rows(40, 0)
            .features("a", "b", "c"),
        statistic("near alias", near, "ridge", "0").rows(40, 0).features("a", "b", "c"),
        // Counts of means from 1 to 20, a half or one and a half times as large.
        statistic(
                "overdispersed counts",
                numbers(
                    "a,y",
                    60,
                    i -> {
                      double a = noise(i, 37);
                      double mean = Math.exp(1.5 + 1.5 * a);
                      return new double[] {a, Math.floor(mean * (i % 2 == 0 ? 0.3 : 1.7))};
                    }),
                "poisson",
                "0")
            .rows(60, 0)
            .features("a"),
        statistic(
                "precisions", weighted, "ridge", "0", "--weight", "n", "--weights-are", "precision")
            .rows(30, 0)
            .features("a", "c"),
        statistic("frequencies", weighted, "ridge", "0", "--weight", "n")
            .rows(30, 0)
            .features("a", "c"),
        statistic(
                "signed labels in single quotes",
                "'a','y'\n" + lines(0, 24, i -> noise(i, 37) + (i % 3 == 0 ? ",'+1'" : ",'-1'")),
                "logistic",
                "1e-2")
            .rows(24, 0)
            .features("a")
            .decisions("Quotes "),
        statistic(
                "unequal variances",
                numbers(
                    "a,c,y",
                    40,
                    i -> {
                      double a = noise(i, 37);
                      double c = noise(i, 11);
                      return new double[] {a, c, 1 + 2 * a + 3 * c + 4 * a * noise(i, 71)};
                    }),
                "ridge",
                "0",
                "--robust")
            .rows(40, 0)
            .features("a", "c"));
  }

  private static Golden statistic(
      String name, String text, String model, String reg, String... more) {
    List<String> options = List.of("--target", "y", "--model", model, "--reg", reg);
    return new Golden(
        name, text, Stream.concat(options.stream(), Stream.of(more)).toArray(String[]::new));
  }

  private static List<Golden> readings() {
    // y = 1 + 2 x + 3 z, and 5 more where z is missing and its mean, 4, stands for it.
    Map<Integer, String> z = Map.of(0, "1", 2, "2", 3, "3", 5, "4", 6, "5", 9, "9");
    double[] marked =
        IntStream.range(0, 10)
            .mapToDouble(
                i -> 1 + 2 * i + (z.containsKey(i) ? 3 * Double.parseDouble(z.get(i)) : 12 + 5))
            .toArray();
    // Three of ten are missing: no more than 30 %. The mean, 4, stands for them.
    Map<Integer, String> full = Map.of(0, "1", 2, "2", 3, "3", 5, "4", 6, "5", 8, "4", 9, "9");
    double[] filled =
        IntStream.range(0, 10)
            .mapToDouble(
                i -> 1 + 2 * i + 3 * (full.containsKey(i) ? Double.parseDouble(full.get(i)) : 4))
            .toArray();
    // y = 1 + x, 10 more for b and 20 more where c is missing.
    Map<Integer, String> c = Map.of(0, "a", 1, "b", 3, "a", 4, "b", 6, "b", 8, "a", 10, "a");
    double[] categories =
        IntStream.range(0, 12)
            .mapToDouble(i -> 1 + i + (!c.containsKey(i) ? 20 : c.get(i).equals("b") ? 10 : 0))
            .toArray();
    return List.of(
        new Golden("missing targets", "x,y\n1,5\n2,\n3,9\n4,NA\n5,13\n6,15\n", "--target", "y")
            .rows(4, 2)
            .features("x")
            .decisions("NoTarget y")
            .fit(2.0, 3.0),
        new Golden(
                "missing targets and features",
                "x,z,y\n1,2,7\n2,,\n3,,11\n4,4,17\n5,3,16\n6,3,?\n7,3,20\n",
                "--target",
                "y")
            .rows(5, 2)
            .features("x", "z")
            .decisions("NoTarget y", "Filled z"),
        new Golden(
                "rows with gaps dropped",
                "x,z,c,y\n"
                    + "1,1,a,4\n"
                    + "2,,a,9\n"
                    + "3,2,b,17\n"
                    + "4,2,,9\n"
                    + "5,3,a,16\n"
                    + "6,2,b,23\n"
                    + "7,1,a,\n"
                    + "8,5,,1\n"
                    + "9,4,a,27\n",
                "--target",
                "y",
                "--missing",
                "drop")
            .rows(5, 1)
            .features("x", "z", "c=b")
            .decisions("NoTarget y", "Dropped c", "Categories c"),
        new Golden("mostly missing numbers", gaps("z", z, 10, marked), "--target", "y")
            .rows(10, 0)
            .features("x", "z", "z missing")
            .decisions("Indicator z")
            .fit(2.0, 3.0, 5.0, 1.0),
        new Golden(
                "mostly missing numbers, filled",
                gaps("z", z, 10, marked),
                "--target",
                "y",
                "--missing",
                "fill")
            .rows(10, 0)
            .features("x", "z")
            .decisions("Filled z"),
        new Golden("30 % missing", gaps("z", full, 10, filled), "--target", "y")
            .rows(10, 0)
            .features("x", "z")
            .decisions("Filled z")
            .fit(2.0, 3.0, 1.0),
        new Golden("mostly missing categories", gaps("c", c, 12, categories), "--target", "y")
            .rows(12, 0)
            .features("x", "c=b", "c=(missing)")
            .decisions("Categories c", "MissingCategory c")
            .fit(1.0, 10.0, 20.0, 1.0),
        new Golden(
                "a mark or nothing",
                "x,c,y\n1,,2\n2,yes,4\n3,,4\n4,yes,6\n5,,6\n6,yes,8\n",
                "--target",
                "y")
            .rows(6, 0)
            .features("x", "c=(missing)")
            .decisions("MissingCategory c")
            .fit(1.0, -1.0, 2.0),
        // A year of 366 days; the mean day, 10.5, stands for what is no date.
        new Golden(
                "odd dates",
                "d,y\n" + lines(0, 22, i -> day("2024-01-%02d", i) + "," + i) + "soon,10.5\n",
                "--target",
                "y",
                "--bad-dates",
                "missing")
            .rows(23, 0)
            .features("d year")
            .decisions("BadDates d", "Dates d", "Filled d")
            .fit(366.0, -366.0 * 2024),
        new Golden(
                "two forms of dates",
                "d,y\n"
                    + lines(0, 20, i -> day("1/%d/2024", i) + "," + i)
                    + lines(20, 22, i -> day("2024-01-%02dT00:00:00.000Z", i) + "," + i),
                "--target",
                "y")
            .rows(22, 0)
            .features("d year")
            .decisions("Dates d")
            .fit(366.0, -366.0 * 2024),
        new Golden(
                "two given forms of dates",
                "d,y\n2024-01-05,4\n06/01/2024,5\n2024-01-08,7\n09/01/2024,8\n",
                "--target",
                "y",
                "--date-format",
                "d=dd/MM/yyyy|yyyy-MM-dd")
            .rows(4, 0)
            .features("d year")
            .decisions("Dates d")
            .fit(366.0, -366.0 * 2024),
        new Golden(
                "labels in single quotes",
                "'x, y',y\n-1,'-1'\n1,'1'\n2,'2'\n-3,'-3'\n",
                "--target",
                "y")
            .rows(4, 0)
            .features("x, y")
            .decisions("Quotes ")
            .fit(1.0, 0.0),
        new Golden(
                "apostrophes", "x,c,y\n1,'90s,2\n2,'80s,3\n3,'90s,4\n4,'80s,5\n", "--target", "y")
            .rows(4, 0)
            .features("x", "c='90s")
            .decisions("Categories c"),
        new Golden(
                "6000 categories",
                "c,x,y\n" + lines(0, 120_000, i -> "c" + i % 6000 + "," + i * 37L % 1009 + "," + i),
                "--target",
                "y",
                "--max-categories",
                "3")
            .rows(120_000, 0)
            .features("c=c0", "c=c1", "c=c10", "x")
            .decisions("Infrequent c"),
        new Golden("separator of Excel", "sep=;\nx;y\n1,5;4\n2,5;6\n4;9\n", "--target", "y")
            .rows(3, 0)
            .features("x")
            .decisions("Separator ", "NumberForm x")
            .fit(2.0, 1.0),
        new Golden(
                "blanks in the header",
                " Life expectancy ,\u00a0GDP , w ,id \n3,1,1,7\n5,2,2,8\n9,4,3,9\n",
                "--target",
                "Life expectancy ",
                "--numeric",
                "GDP",
                "--weight",
                "w ",
                "--ignore",
                " id")
            .rows(3, 0)
            .features("\u00a0GDP")
            .fit(2.0, 1.0),
        new Golden(
                "indices of pandas",
                "Unnamed: 0,x,__index_level_0__,y\n0,1,5,2\n1,3,7,4\n2,4,6,5\n0,5,5,6\n1,8,8,9\n",
                "--target",
                "y")
            .rows(5, 0)
            .features("x")
            .decisions("RowNumbers Unnamed: 0", "RowNumbers __index_level_0__")
            .fit(1.0, 1.0));
  }

  private static String day(String form, int i) {
    return String.format(Locale.ROOT, form, 1 + i);
  }
}
