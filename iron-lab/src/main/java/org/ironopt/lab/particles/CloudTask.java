package org.ironopt.lab.particles;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Task;
import org.ironopt.linalg.Parallel;
import org.ironopt.method.FlowStepper;
import org.ironopt.problem.Ensemble;
import org.ironopt.random.Stream;
import org.ironopt.random.Streams;

/**
 * Simulates a cloud, a few groups at a time. What a particle sees depends on the seed, its group
 * and its number in the group, never on threads; the state between slices is what the finished
 * groups recorded.
 */
public final class CloudTask implements Task {
  private static final long SHORT_NANOS = 100_000_000L;
  private static final long LONG_NANOS = 500_000_000L;

  private final Cloud cloud;
  private final Measurement measurement;
  private final double[][] recorded = new double[Cloud.GROUPS][];
  private int done;
  private int batch = Parallel.threads();

  public CloudTask(Cloud cloud, Measurement measurement) {
    this.cloud = cloud;
    this.measurement = measurement;
  }

  @Override
  public long done() {
    return done;
  }

  @Override
  public long total() {
    return Cloud.GROUPS;
  }

  @Override
  public void advance() {
    int first = done;
    int count = Math.min(batch, Cloud.GROUPS - first);
    long began = System.nanoTime();
    Parallel.forEach(count, t -> recorded[first + t] = simulate(first + t));
    done = first + count;
    adapt(System.nanoTime() - began);
  }

  /** Slices are long enough to keep the threads busy and short enough to lose little in a kill. */
  private void adapt(long nanos) {
    if (nanos < SHORT_NANOS) {
      batch = Math.min(Cloud.GROUPS, 2 * batch);
    } else if (nanos > LONG_NANOS) {
      batch = Math.max(Parallel.threads(), batch / 2);
    }
  }

  private double[] simulate(int g) {
    int n = cloud.objective().dimension();
    int m = cloud.size(g);
    Streams streams = groupStreams(g);
    Stream start = streams.stream("start");
    double[] x0 = new double[n * m];
    for (int i = 0; i < n; i++) {
      start.normals(0, i, n, x0, i * m, m);
    }
    Ensemble ensemble = Ensemble.of(cloud.objective(), m);
    FlowStepper stepper = cloud.method().start(ensemble, x0, new double[n * m], streams);
    Measurement.Recorder recorder = measurement.recorder(cloud, g);
    recorder.record(0, stepper.x());
    for (int k = 1; k <= cloud.iterations(); k++) {
      recorder.work(stepper.advance());
      recorder.record(k, stepper.x());
    }
    return recorder.numbers();
  }

  private Streams groupStreams(int g) {
    return new Streams(new Streams(cloud.seed()).stream("group-" + g).word(0, 0));
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeInt(done);
    for (double[] numbers : Arrays.asList(recorded).subList(0, done)) {
      out.writeInt(numbers.length);
      for (double number : numbers) {
        out.writeDouble(number);
      }
    }
  }

  @Override
  public void restore(DataInput in) throws IOException {
    done = in.readInt();
    for (int g = 0; g < done; g++) {
      recorded[g] = new double[in.readInt()];
      for (int i = 0; i < recorded[g].length; i++) {
        recorded[g][i] = in.readDouble();
      }
    }
  }

  @Override
  public Outcome outcome() {
    return measurement.outcome(cloud, Arrays.asList(recorded));
  }
}
