package org.pyptoj.sim.memory;

/**
 * A communication context at run time.
 *
 * @param domain the devices
 * @param rank this rank in the domain
 */
public record CommCtx(Domain domain, int rank) {}
