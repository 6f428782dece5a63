package org.pyptoj.ir.dsl;

/**
 * A method of a list, tuple or dict that holds run-time values, which Java computes.
 *
 * @param owner the {@link Sequence} or {@link Mapping}
 * @param name the method
 */
record BoundMethod(Object owner, String name) {}
