package org.ironopt.random;

/**
 * The root of all randomness of a run: a seed, from which named streams are derived. A stream is
 * known by 128 bits, two independent hashes of the seed and the characters of the name, so that
 * streams of neighbouring seeds and similar names have nothing in common.
 *
 * @param seed the root seed
 */
public record Streams(long seed) {
  /** Returns the stream of that name; equal seeds and names give equal streams. */
  public Stream stream(String name) {
    long a = Stream.mix(seed + Stream.WEYL_A);
    long b = Stream.mix(seed ^ Stream.WEYL_B);
    for (int i = 0; i < name.length(); i++) {
      long c = name.charAt(i) + 1L;
      a = Stream.mix(a ^ c);
      b = Stream.mix(b + c * Stream.WEYL_A);
    }
    return new Stream(a, b);
  }
}
