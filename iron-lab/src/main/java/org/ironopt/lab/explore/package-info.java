/**
 * The page of {@code iron explore}: particles that the library moves, streamed to a browser on this
 * machine, beside what the theory says of them.
 *
 * <p>A {@link org.ironopt.lab.explore.Scene} is all that the page shows, and stands in its address.
 * {@code Landscape} and {@code Mover} make of it what the library steps on, {@code Swarm} moves the
 * particles with the streams of {@link org.ironopt.lab.particles.Cloud}, {@code SceneTheory} says
 * what the theory says, {@code Show} is what one tab looks at, {@code Frames} writes it. {@link
 * org.ironopt.lab.explore.ExploreServer} answers, a {@code Guard} decides to whom. The page only
 * draws.
 */
package org.ironopt.lab.explore;
