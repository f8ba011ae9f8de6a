package org.ironopt.network;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.ironopt.method.Adaptation;
import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.method.Stepper;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.Preconditioner;

/**
 * The end of a run on a network as a line of text; a program of its own for {@code WithoutSimd}.
 */
public final class NetworkBits {
  private static final int STEPS = 30;

  private NetworkBits() {}

  /** Prints the line. */
  public static void main(String[] args) {
    System.out.println(straight());
  }

  /** The step to the minimum of the model from the iterate, and a part of it from the center. */
  private static final List<InnerMethod> STEPS_OF =
      List.of(
          InnerMethod.linearized(2, new Preconditioner.Averaged(3, 7, .1, .5, 11)),
          InnerMethod.relaxed(.3, new Preconditioner.Averaged(3, 7, .1, .5, 11)));

  private static Stepper start(InnerMethod inner) {
    Layers layers = Images.layers(Activation.SIGMOID);
    Network f = Network.autoencoder(layers, NetworkLoss.LOGISTIC, Images.of(330));
    // A short last batch has a preconditioner of its own.
    return Iron.step(1 / .9 - 1)
        .adapting(Adaptation.standard())
        .batches(Batches.epochs(100))
        .inner(inner)
        .start(f, layers.sparse(new RandomStreams(1)), new RandomStreams(2));
  }

  static String straight() {
    return STEPS_OF.stream().map(NetworkBits::straight).collect(Collectors.joining(", "));
  }

  private static String straight(InnerMethod inner) {
    Stepper stepper = start(inner);
    while (stepper.step() < STEPS) {
      stepper.advance();
    }
    return text(stepper);
  }

  /** Saves, and goes on in a fresh stepper and in one that has been elsewhere. */
  static String resumed(int at) {
    return STEPS_OF.stream().map(i -> resumed(i, at)).collect(Collectors.joining(", "));
  }

  private static String resumed(InnerMethod inner, int at) {
    try {
      Stepper stepper = start(inner);
      while (stepper.step() < at) {
        stepper.advance();
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      stepper.save(new DataOutputStream(bytes));
      Stepper next = at % 2 == 0 ? start(inner) : stepper;
      for (int k = 0; k < 4; k++) {
        next.advance();
      }
      next.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
      while (next.step() < STEPS) {
        next.advance();
      }
      return text(next);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Stepper stepper) {
    return stepper.step() + " " + Arrays.hashCode(stepper.x()) + " " + stepper.x()[1234];
  }
}
