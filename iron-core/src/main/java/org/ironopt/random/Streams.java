package org.ironopt.random;

/**
 * The root of all randomness of a run: a seed, from which named streams are derived.
 *
 * @param seed the root seed
 */
public record Streams(long seed) {
  /** Returns the stream of that name; equal seeds and names give equal streams. */
  public Stream stream(String name) {
    long key = seed;
    for (int i = 0; i < name.length(); i++) {
      key = Stream.mix(key ^ name.charAt(i));
    }
    return new Stream(Stream.mix(key));
  }
}
