/**
 * The methods of the library by name, for commands and configs: {@link MethodKinds} lists them, a
 * {@link MethodKind} says which options one has and what it cannot do, and its {@link MethodMaker}
 * makes it for a step and a {@link Target}. A {@link DeviceChoice} makes the steps of some of them
 * elsewhere.
 */
package org.ironopt.lab.methods;
