/** The Java side of the Python package {@code pypto}: names, kernels, programs, runs. */
package org.pyptoj.frontend.language;
