// particles
