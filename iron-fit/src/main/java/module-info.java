/**
 * Tables, certified fits of linear models, networks, curves, and the models they leave. A first
 * program is {@link org.ironopt.table.Table#read Table.read}, {@link org.ironopt.fit.Fit Fit} and
 * the model of its {@link org.ironopt.fit.FitResult result}; nonlinear least squares are {@link
 * org.ironopt.curve.Curve Curve}.
 */
@SuppressWarnings("module")
module org.ironopt.fit {
  requires transitive org.ironopt.core;
  requires static org.jspecify;
  requires de.siegmar.fastcsv;

  exports org.ironopt.curve;
  exports org.ironopt.data;
  exports org.ironopt.fit;
  exports org.ironopt.fit.network;
  exports org.ironopt.fit.remote;
  exports org.ironopt.model;
  exports org.ironopt.network;
  exports org.ironopt.regression;
  exports org.ironopt.table;
  exports org.ironopt.data.internal to
      org.ironopt.bench;
  exports org.ironopt.fit.partition to
      org.ironopt.bench,
      org.ironopt.cli,
      org.ironopt.gpu,
      org.ironopt.spark;
  exports org.ironopt.model.internal to
      org.ironopt.cli;
  exports org.ironopt.network.internal to
      org.ironopt.bench,
      org.ironopt.gpu,
      org.ironopt.lab;
  exports org.ironopt.regression.internal to
      org.ironopt.bench,
      org.ironopt.gpu;
  exports org.ironopt.table.internal to
      org.ironopt.bench,
      org.ironopt.cli,
      org.ironopt.spark;
  exports org.ironopt.table.source to
      org.ironopt.cli,
      org.ironopt.spark;

  uses org.ironopt.fit.remote.FitPlugin;
  uses org.ironopt.table.Converter;
}
