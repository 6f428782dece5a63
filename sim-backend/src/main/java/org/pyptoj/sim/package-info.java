/**
 * The simulator: a program runs on a number of ranks inside one process. {@link
 * org.pyptoj.sim.World} is the way in, {@link org.pyptoj.sim.SimReport} and {@link
 * org.pyptoj.sim.SimFailure} are the ways out; the packages below this one are its inside.
 */
package org.pyptoj.sim;
