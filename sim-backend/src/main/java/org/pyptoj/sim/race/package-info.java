/** Who may be faster: finds accesses to windows that no signal and no end of a task orders. */
package org.pyptoj.sim.race;
