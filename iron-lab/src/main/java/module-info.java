/**
 * Experiments, comparisons, figures, reports and the ledger of claims. A chapter of your own is an
 * {@link org.ironopt.lab.experiment.Experiment}; its module opens its packages to this one, which
 * reads settings by their components and the files beside the class.
 */
@SuppressWarnings({"module", "requires-automatic"})
module org.ironopt.lab {
  requires transitive org.ironopt.fit;
  requires static org.jspecify;
  requires com.fasterxml.jackson.annotation;
  requires de.siegmar.fastcsv;
  requires java.compiler;
  requires java.desktop;
  requires java.net.http;
  requires jdk.httpserver;
  requires org.apache.commons.statistics.distribution;
  requires org.apache.fontbox;
  requires org.apache.pdfbox;
  requires org.apache.pdfbox.io;
  requires org.tomlj;
  requires tools.jackson.databind;

  exports org.ironopt.lab;
  exports org.ironopt.lab.experiment;
  exports org.ironopt.lab.figure;
  exports org.ironopt.lab.file;
  exports org.ironopt.lab.folder;
  exports org.ironopt.lab.ledger;
  exports org.ironopt.lab.methods;
  exports org.ironopt.lab.particles;
  exports org.ironopt.lab.progress;
  exports org.ironopt.lab.report;
  exports org.ironopt.lab.reproduce;
  exports org.ironopt.lab.statistics;
  exports org.ironopt.lab.compare to
      org.ironopt.cli;
  exports org.ironopt.lab.data to
      org.ironopt.bench,
      org.ironopt.cli;
  exports org.ironopt.lab.explore to
      org.ironopt.cli;

  uses org.ironopt.lab.reproduce.CellMachines;
}
