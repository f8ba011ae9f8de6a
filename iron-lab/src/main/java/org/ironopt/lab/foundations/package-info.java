/**
 * The claims of the paper's sections 2 to 4 that need no figure: identities, lemmas, theorems and
 * remarks, each checked on random instances. Start at {@link
 * org.ironopt.lab.foundations.FoundationsExperiment}, which lists the studies. A {@code Study}
 * turns one random instance ({@code InstanceRandom}) into one row of numbers and is one cell; the
 * values of claims and tables ({@code FoundationsReport}) are its columns. The studies are {@code
 * StepStudies} (from the flow to one step), {@code FlowStudy} (IRON against the flow itself),
 * {@code BoundStudies} (lemmas and theorems), {@code StationaryStudies} (the stationary error on
 * quadratics) and {@code ResolventStudies} (the equation of one step and its solvers).
 */
package org.ironopt.lab.foundations;
