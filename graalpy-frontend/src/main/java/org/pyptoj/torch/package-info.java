/**
 * Tensors for kernel scripts: a dense, strided, CPU-only counterpart of the part of PyTorch that
 * scripts use to prepare inputs and to check results.
 *
 * <p>{@link org.pyptoj.torch.Tensor} is a view of a shared memory segment. {@link
 * org.pyptoj.torch.TorchModule} is what Python sees; every call enters through its one dispatch
 * method. Kernels read their operands in blocks through {@link org.pyptoj.torch.StridedReader},
 * compute on primitive arrays in one of three compute types (long, float, double), and write
 * through {@link org.pyptoj.torch.StridedWriter}, which narrows and rounds. So an operation is
 * written at most three times, whatever the number of element types and memory layouts.
 */
package org.pyptoj.torch;
