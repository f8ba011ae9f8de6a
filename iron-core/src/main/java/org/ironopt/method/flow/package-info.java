/**
 * Other discretisations of accelerated flows: NAG-GS and explicit Euler on IRON's own flow, the
 * schemes of Luo and Chen and of Wilson, Recht and Jordan, and a proximal NAG-GS. Each file holds a
 * method and its stepper; {@code FlowState} of the room above keeps x, v and gamma.
 */
package org.ironopt.method.flow;
