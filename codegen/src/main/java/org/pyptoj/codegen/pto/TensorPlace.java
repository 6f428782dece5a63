package org.pyptoj.codegen.pto;

/**
 * Where a tensor of a kernel is: all names that alias it share one.
 *
 * @param view the value of its {@code pto.make_tensor_view}
 * @param pointer its base pointer
 * @param parameter whether it is the parameter itself and not another view of the same memory
 */
record TensorPlace(String view, String pointer, boolean parameter) {}
