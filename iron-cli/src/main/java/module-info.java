/** The commands of IRON, and how they show their results. Benchmarks are found as services. */
@SuppressWarnings("module")
module org.ironopt.cli {
  requires transitive org.ironopt.lab;
  requires static org.jspecify;
  requires de.siegmar.fastcsv;
  requires info.picocli;
  requires java.desktop;
  requires java.management;
  requires jdk.management;
  requires tools.jackson.databind;

  exports org.ironopt.cli.bench;
  exports org.ironopt.cli.shared to
      org.ironopt.bench;

  opens org.ironopt.cli to
      info.picocli;
  opens org.ironopt.cli.fit to
      info.picocli;
  opens org.ironopt.cli.shared to
      info.picocli;
  opens org.ironopt.cli.tables to
      info.picocli;

  uses org.ironopt.cli.bench.Benchmark;
}
