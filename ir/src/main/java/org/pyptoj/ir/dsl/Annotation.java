package org.pyptoj.ir.dsl;

import org.pyptoj.ir.Direction;
import org.pyptoj.ir.type.Type;

/**
 * A parameter's annotation.
 *
 * @param type the type, or null for a bare {@code pl.Tensor} whose type the arguments give
 * @param direction what the function does with it
 */
public record Annotation(Type type, Direction direction) {}
