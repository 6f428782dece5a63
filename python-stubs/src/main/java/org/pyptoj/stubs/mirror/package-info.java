/**
 * The mirror parser: reads what the layers beside Java say about the ABI enums and the functions of
 * the surface (stub files, Python enum modules, C and C++ headers), and reports where they have
 * drifted from the Java truth. Also the lock that keeps released enum values as they are.
 */
package org.pyptoj.stubs.mirror;
