package org.pyptoj.conformance.pto;

/**
 * A type that an operation spells out.
 *
 * @param role {@code :} or {@code ->}, after the name of the group that it stands in
 * @param type in canonical spacing
 */
public record PtoTypeUse(String role, String type) {}
