/**
 * Other discretizations of accelerated flows, to compare IRON with: on its own flow NAG-GS
 * (semi-implicit) and explicit Euler; the schemes of Luo and Chen; those of Wilson, Recht and
 * Jordan on theirs; and a proximal NAG-GS with clipped gradients. Start with {@link
 * org.ironopt.method.flow.NagGs}, the method that the paper compares with.
 *
 * <p>Each file holds a method and its stepper; {@link org.ironopt.method.FlowStepper} keeps x, v
 * and gamma. The two implicit schemes are IRON under other names: Luo and Chen's starts an {@code
 * Iron}, the other is tested to take the same steps. Uses {@link
 * org.ironopt.method.internal.BatchResolvent}.
 */
@NullMarked
package org.ironopt.method.flow;

import org.jspecify.annotations.NullMarked;
