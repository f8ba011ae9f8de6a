package org.ironopt.lab.family;

import org.ironopt.lab.experiment.Setting;

/** The settings of the chapter on the family of implicit steps. */
record FamilySettings(
    @Setting(value = "Relaxations.", paper = "0.5, 0.6, 0.7, 0.8, 0.9, 1", least = 0.5, most = 1)
        double[] theta,
    @Setting(
            value = "Step lengths, in ascending order.",
            paper = "1, 3.162, 10, 31.62, 100, 316.2, 1000, 3162, 10000",
            smoke = "1, 100, 1000, 10000",
            above = 0,
            fewest = 2)
        double[] alpha,
    @Setting(value = "Particles of each of 64 groups.", paper = "313", smoke = "101", least = 1)
        int particles,
    @Setting(value = "Steps of a minibatch chain.", paper = "20000", smoke = "2000", least = 2000)
        int iterations,
    @Setting(value = "Root seed.", paper = "0") long seed) {}
