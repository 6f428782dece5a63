/**
 * Verdicts that hold for every order in which ranks may go on: accesses to windows that nothing
 * orders, and signals that another order would get stuck with.
 */
package org.pyptoj.sim.order;
