package org.ironopt.method;

/** What becomes of gamma from step to step: a rule of the flow, or one that adapts lambda. */
public sealed interface GammaRule permits Flow.Damping, Adaptation {}
