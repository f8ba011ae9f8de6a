/**
 * The page of {@code iron explore}: particles that the library moves, streamed to a browser on this
 * machine, beside what the theory says of them.
 *
 * <p>A {@link org.ironopt.lab.explore.PageState} is all that the page shows, and stands in its
 * address. {@code ExploreObjective} and {@code ExploreMethod} make of it what the library steps on,
 * {@code ParticleSwarm} moves the particles with the streams of {@link
 * org.ironopt.lab.particles.ParticleCloud}, {@code SceneTheory} says what the theory says, {@code
 * BrowserSession} is what one tab looks at, {@code FrameEncoder} writes it. {@link
 * org.ironopt.lab.explore.ExploreServer} answers, a {@code RequestGuard} decides to whom. The page
 * only draws.
 */
package org.ironopt.lab.explore;
