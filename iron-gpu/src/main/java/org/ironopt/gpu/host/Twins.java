package org.ironopt.gpu.host;

import org.ironopt.gpu.Kernel;

/** The kernels in Java: the same formulas as in the CUDA C sources, over all elements at once. */
final class Twins {
  private Twins() {}

  static void run(Kernel kernel, int blocks, Arguments a) {
    switch (kernel) {
      case DOT -> VectorTwins.dot(blocks, a);
      case TOTAL -> VectorTwins.total(blocks, a);
      case RESIDUAL -> VectorTwins.residual(a);
      case SHIFT -> VectorTwins.shift(blocks, a);
      case ADVANCE -> VectorTwins.advance(a);
      case FINISH -> VectorTwins.finish(a);
      case DIRECTION -> VectorTwins.direction(a);
      case TRIAL -> VectorTwins.trial(blocks, a);
      case CENTER -> VectorTwins.center(a);
      case MEASURE -> VectorTwins.measure(a);
      case RELAX -> VectorTwins.relax(a);
      case JUDGE -> VectorTwins.judge(a);
      case MOVE -> VectorTwins.move(a);
      case COUNT -> VectorTwins.count(a);
      case BLEND -> VectorTwins.blend(a);
      case NOTE -> VectorTwins.note(a);
      case TRACE -> VectorTwins.trace(a);
      case DAMP -> VectorTwins.damp(a);
      case IDENTITY -> VectorTwins.identity(a);
      case IDENTITY_DOUBLE -> VectorTwins.identityDouble(a);
      case ADAM_SCALARS -> VectorTwins.adamScalars(a);
      case ADAM -> VectorTwins.adam(a);
      case SGD -> VectorTwins.sgd(a);
      case GATHER -> NetworkTwins.gather(blocks, a);
      case ACTIVATE -> NetworkTwins.activate(blocks, a);
      case SLOPE -> NetworkTwins.slope(blocks, a);
      case LOSS -> NetworkTwins.loss(blocks, a);
      case COVARIANCE -> NetworkTwins.covariance(blocks, a);
      case FORM -> NetworkTwins.form(blocks, a);
      case DRAW -> NetworkTwins.draw(blocks, a);
      case ROW_SLOPES_1, ROW_SLOPES_2, ROW_SLOPES_4, ROW_SLOPES_8 -> RowTwins.slopes(blocks, a);
      case SUM_LINES -> RowTwins.sumLines(blocks, a);
      case SCALE_ROWS -> RowTwins.scaleRows(a);
      case GENERATE -> RowTwins.generate(a);
      case ROW_LINK -> LinkTwins.link(blocks, a);
      case ROW_CURVE -> LinkTwins.curve(a);
      case ROW_MOVED -> LinkTwins.moved(blocks, a);
      case START_CLOUD -> CloudTwins.start(a);
      case QUADRATIC_CLOUD -> CloudTwins.quadratic(a);
      case LOGCOSH_CLOUD -> CloudTwins.logcosh(a);
      case CLOUD_ERROR -> CloudTwins.error(blocks, a);
    }
  }
}
