package org.ironopt.curve;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The files of NIST's problems. */
final class Nist {
  private Nist() {}

  static NistProblem read(String name) {
    try (InputStream file = Nist.class.getResourceAsStream("/nist/" + name + ".dat")) {
      return NistProblem.read(name, file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
