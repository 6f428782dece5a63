/** Type rules of ops that reach peers: windows, transfers, signals, collectives. */
package org.pyptoj.verifier.distributed;
