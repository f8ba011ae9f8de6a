package org.ironopt.lab.words;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.ironopt.lab.InputError;
import org.ironopt.random.Stream;
import org.ironopt.random.Streams;

/**
 * Orders in which a battery of tests is given the words of the streams. Words that are far apart in
 * use must look independent when they are read one after the other.
 */
public enum WordOrder {
  /** Indices 0, 1, 2, … of one step of one stream: one long draw. */
  SINGLE("one stream, index after index") {
    @Override
    Source source(long seed) {
      Stream stream = new Streams(seed).stream(NAME);
      return n -> stream.word(0, n);
    }
  },

  /** The same element of 64 streams of one seed, then the next element. */
  INTERLEAVED("64 streams of one seed by turns") {
    @Override
    Source source(long seed) {
      Stream[] streams = new Stream[64];
      for (int s = 0; s < streams.length; s++) {
        streams[s] = new Streams(seed).stream(NAME + s);
      }
      return n -> streams[(int) (n & 63)].word(0, n >>> 6);
    }
  },

  /** Eight words of a step, then eight of the next: how a run draws its noise. */
  STEPS("neighbouring steps of one stream, eight words of each") {
    @Override
    Source source(long seed) {
      Stream stream = new Streams(seed).stream(NAME);
      return n -> stream.word(n >>> 3, n & 7);
    }
  },

  /** Eight words of a seed, then eight of the next seed. */
  NEIGHBOURS("neighbouring seeds, eight words of each") {
    @Override
    Source source(long seed) {
      return n -> new Streams(seed + (n >>> 3)).stream(NAME).word(0, n & 7);
    }
  };

  private static final String NAME = "noise";

  private final String text;

  WordOrder(String text) {
    this.text = text;
  }

  /** The words of an order,. */
  @FunctionalInterface
  interface Source {
    long word(long n);
  }

  abstract Source source(long seed);

  /** Returns the name on the command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns what follows what. */
  public String text() {
    return text;
  }

  /** Returns the order of that name. */
  public static WordOrder named(String word) {
    for (WordOrder order : values()) {
      if (order.word().equals(word)) {
        return order;
      }
    }
    String known = Arrays.stream(values()).map(WordOrder::word).collect(Collectors.joining(", "));
    throw new InputError("'" + word + "' is no order of words, expected one of " + known);
  }
}
