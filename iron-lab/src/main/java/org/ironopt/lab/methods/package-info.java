/**
 * The methods of the library by name, for commands and configs: {@link MethodKinds} lists them, a
 * {@link MethodKind} says which options one has and what it cannot do, and its {@link
 * MethodFactory} makes it for a step and a {@link CompositeProblem}. A {@link DeviceChoice} says
 * where its steps on a network are made.
 */
@Experimental
@NullMarked
package org.ironopt.lab.methods;

import org.ironopt.Experimental;
import org.jspecify.annotations.NullMarked;
