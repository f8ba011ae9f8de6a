package org.ironopt.lab.family;

import org.ironopt.lab.experiment.Setting;

/** The settings of the chapter on the family of implicit steps. */
record FamilySettings(
    @Setting(
            "Relaxations theta, from 1/2 to 1 = 0.5, 0.6, 0.7, 0.8, 0.9, 1; at least 0.5; at most 1")
        double[] theta,
    @Setting(
            "Steps of the curves, ascending = 1, 3.162, 10, 31.62, 100, 316.2, 1000, 3162, 10000;"
                + " smoke 1, 100, 1000, 10000; above 0; fewest 2")
        double[] alpha,
    @Setting("Particles of each of 64 groups = 313; smoke 101; at least 1") int particles,
    @Setting("Steps of a minibatch chain = 20000; smoke 2000; at least 2000") int iterations,
    @Setting("Root seed = 0") long seed) {}
