/**
 * How collectives become plain loops: the credit barrier and one class per collective for kernels,
 * and the kernels that host and chip orchestrators dispatch.
 */
package org.pyptoj.passes.collective;
