package org.pyptoj.verifier.program;

/**
 * What the verifier needs to know of the machine that a program is compiled for.
 *
 * @param ascend910B whether it is of the Ascend910B family, whose stores add BF16 atomically
 * @param aivCores number of vector cores of one device
 */
public record TargetFacts(boolean ascend910B, int aivCores) {}
