package org.ironopt.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Objective;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;

/**
 * The layers of a network, from the inputs to the outputs, and the positions of their parameters in
 * one flat vector. A dense layer with d inputs and m units is a block of m rows of d + 1 numbers:
 * the weights of a unit and then its bias. The last layer is linear. Start with {@link
 * #inputs(int)} and add layers:
 *
 * <pre>{@code
 * Layers.inputs(784).dense(128, Activation.RELU).dense(64, Activation.RELU).outputs(10)
 * }</pre>
 *
 * @param widths inputs, units of each layer
 * @param activations of the layers
 */
public record Layers(List<Integer> widths, List<Activation> activations) {
  /** The weights of {@link #sparse} that are not zero, for each unit. */
  private static final int CONNECTIONS = 15;

  public Layers {
    widths = List.copyOf(widths);
    activations = List.copyOf(activations);
    Require.sameLength(
        "widths", widths.size(), "activations and the inputs", activations.size() + 1);
    for (int l = 0; l < widths.size(); l++) {
      Require.atLeast(l == 0 ? "inputs" : "units of layer " + l, 1, widths.get(l));
    }
  }

  /**
   * The parameters of a layer: element (i, j) stands at {@code from + i columns + j}, the bias of
   * unit i in the last column.
   *
   * @param name such as {@code layer 2}
   */
  public record Block(String name, int from, int rows, int columns) {
    /** Returns how many numbers it has. */
    public int length() {
      return rows * columns;
    }
  }

  /** Returns no layers yet. */
  public static Layers inputs(int count) {
    return new Layers(List.of(count), List.of());
  }

  /** Adds a layer of units that see all units of the layer before, and a bias each. */
  public Layers dense(int units, Activation activation) {
    List<Integer> wider = new ArrayList<>(widths);
    List<Activation> more = new ArrayList<>(activations);
    wider.add(units);
    more.add(activation);
    return new Layers(wider, more);
  }

  /** Adds the last layer. */
  public Layers outputs(int count) {
    return dense(count, Activation.LINEAR);
  }

  /** Returns how many layers have parameters. */
  public int count() {
    return activations.size();
  }

  /** Returns the units of layer l, from 1; the inputs for 0. */
  public int width(int l) {
    return widths.get(l);
  }

  /** Returns the block of each layer, in order. */
  public List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    int from = 0;
    for (int l = 1; l <= count(); l++) {
      Block block = new Block("layer " + l, from, width(l), width(l - 1) + 1);
      blocks.add(block);
      from = Math.addExact(from, Math.multiplyExact(block.rows(), block.columns()));
    }
    return blocks;
  }

  /** Returns how many parameters there are. */
  public int parameters() {
    return blocks().stream().mapToInt(Block::length).sum();
  }

  /**
   * Returns a start with 15 weights N(0, 1) for each unit, at inputs drawn without replacement, and
   * zeros elsewhere, from the stream "weights" (Martens, "Deep learning via Hessian-free
   * optimization", ICML 2010): sums stay of order one however wide the layer, and units differ.
   */
  public double[] sparse(RandomStreams streams) {
    return start(
        streams,
        (stream, unit, row) -> {
          int[] inputs = stream.permutation(unit, row.length);
          double[] normals = new double[Math.min(CONNECTIONS, row.length)];
          stream.normals(~unit, 0, 1, normals, 0, normals.length);
          for (int k = 0; k < normals.length; k++) {
            row[inputs[k]] = normals[k];
          }
        });
  }

  /**
   * Returns a start with weights N(0, 1/inputs of the layer), twice that variance before rectified
   * units (He et al. 2015, arXiv:1502.01852), and no bias, from the stream "weights".
   */
  public double[] fanIn(RandomStreams streams) {
    double[] x =
        start(
            streams,
            (stream, unit, row) -> {
              stream.normals(unit, 0, 1, row, 0, row.length);
              double scale = 1 / Math.sqrt(row.length);
              Arrays.setAll(row, j -> scale * row[j]);
            });
    for (int l = 0; l < count(); l++) {
      if (activations.get(l) == Activation.RELU) {
        Block block = blocks().get(l);
        for (int i = block.from(); i < block.from() + block.length(); i++) {
          x[i] *= Math.sqrt(2);
        }
      }
    }
    return x;
  }

  /** Writes the weights of one unit, which is known by a number of its own. */
  private interface Unit {
    void write(RandomStream stream, long unit, double[] row);
  }

  private double[] start(RandomStreams streams, Unit weights) {
    double[] x = new double[parameters()];
    RandomStream stream = streams.stream("weights");
    long unit = 0;
    for (Block block : blocks()) {
      for (int i = 0; i < block.rows(); i++, unit++) {
        double[] row = new double[block.columns() - 1];
        weights.write(stream, unit, row);
        System.arraycopy(row, 0, x, block.from() + i * block.columns(), row.length);
      }
    }
    return x;
  }

  /**
   * An objective whose variables are the parameters of {@link Layers}, for methods that treat the
   * weights of a layer as a matrix.
   */
  public interface LayeredObjective extends Objective {
    /** Returns the layers, in whose order the variables stand. */
    Layers layers();
  }
}
