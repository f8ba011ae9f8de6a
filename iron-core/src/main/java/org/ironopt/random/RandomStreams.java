package org.ironopt.random;

/**
 * The root of all randomness of a run: a seed, from which named streams are derived. A stream is
 * identified by 128 bits, two independent hashes of the seed and the characters of the name, so
 * that streams of neighbouring seeds and similar names are unrelated.
 *
 * @param seed the root seed
 */
public record RandomStreams(long seed) {
  /** Returns the stream of that name; equal seeds and names give equal streams. */
  public RandomStream stream(String name) {
    long a = RandomStream.mix(seed + RandomStream.WEYL_A);
    long b = RandomStream.mix(seed ^ RandomStream.WEYL_B);
    for (int i = 0; i < name.length(); i++) {
      long c = name.charAt(i) + 1L;
      a = RandomStream.mix(a ^ c);
      b = RandomStream.mix(b + c * RandomStream.WEYL_A);
    }
    return new RandomStream(a, b);
  }
}
