/** Runs a kernel script: the Python context, what it may do, and how its failures are told. */
package org.pyptoj.frontend;
