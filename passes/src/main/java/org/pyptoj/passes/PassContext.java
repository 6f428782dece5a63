package org.pyptoj.passes;

/**
 * What the passes know of the target.
 *
 * @param platform the chip family and its limits
 */
public record PassContext(Platform platform) {}
