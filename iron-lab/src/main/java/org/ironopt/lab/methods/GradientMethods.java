package org.ironopt.lab.methods;

import static org.ironopt.lab.methods.MethodKinds.batches;

import org.ironopt.lab.file.TomlSection;
import org.ironopt.method.Batches;
import org.ironopt.method.Schedule;
import org.ironopt.method.gradient.AdamW;
import org.ironopt.method.gradient.ForwardBackward;
import org.ironopt.method.gradient.ProxSvrg;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.method.model.ModelBased;
import org.ironopt.method.model.TruncatedModel;

/** Methods that take gradients at points they know, as a user asks for them. */
final class GradientMethods {
  private GradientMethods() {}

  static MethodFactory momentum(TomlSection o, int batch, boolean nesterov) {
    double beta = o.number("beta", false, .9);
    double passes = o.number("decay_passes", true, 0);
    return (step, p) -> {
      Sgd sgd = Sgd.steps(decayed(step, passes, batch, p)).batches(batches(batch, p));
      return nesterov ? sgd.nesterov(beta) : sgd.momentum(beta);
    };
  }

  static MethodFactory adamW(TomlSection o, int batch) {
    double decay = o.number("weight_decay", true, 0);
    double passes = o.number("decay_passes", true, 0);
    return (step, p) ->
        AdamW.steps(decayed(step, passes, batch, p)).weightDecay(decay).batches(batches(batch, p));
  }

  /** Returns steps that fall along a cosine over so many passes; constant ones for 0. */
  static Schedule decayed(double step, double passes, int batch, CompositeProblem p) {
    return passes == 0
        ? Schedule.constant(step)
        : Schedule.cosineDecay(step, (long) Math.ceil(passes * MethodKinds.epoch(batch, p)));
  }

  static MethodFactory truncated(TomlSection o, int batch, TruncatedModel.Batching batching) {
    double lower = -o.number("below_zero", true, 0);
    return (step, p) ->
        TruncatedModel.step(step).lower(lower).batching(batching).batches(batches(batch, p));
  }

  static MethodFactory truncatedAdaGrad(TomlSection o, int batch) {
    double lower = -o.number("below_zero", true, 0);
    return (step, p) ->
        TruncatedModel.step(step).lower(lower).withAdaGrad().batches(batches(batch, p));
  }

  static MethodFactory fobos(TomlSection o, int batch) {
    return (step, p) -> {
      Schedule eta = MethodKinds.decaying(step, p, batch);
      return ForwardBackward.steps(eta).regularizer(p.regularizer()).batches(batches(batch, p));
    };
  }

  /** A constant step, and only a part of the way. */
  static MethodFactory forwardBackward(TomlSection o, int batch) {
    double relaxation = o.number("relaxation", false, .5);
    return (step, p) ->
        ForwardBackward.step(step)
            .relaxation(Schedule.constant(relaxation))
            .regularizer(p.regularizer())
            .batches(batches(batch, p));
  }

  static MethodFactory proxSvrg(TomlSection o, int batch) {
    int every = o.whole("snapshot_every", 0, 0);
    return (step, p) -> {
      int epoch = Math.max(1, p.terms() / Math.max(1, batch));
      return ProxSvrg.step(step, every > 0 ? every : epoch)
          .regularizer(p.regularizer())
          .batches(batches(batch, p));
    };
  }

  static MethodFactory modelBased(ModelBased.Model model) {
    return (step, p) -> {
      Schedule eta = MethodKinds.decaying(step, p, 1);
      return ModelBased.steps(eta)
          .model(model)
          .regularizer(p.regularizer())
          .batches(Batches.epochs(1));
    };
  }
}
