/** Rules that no single call tells: who calls whom, where a call stands, what a whole body does. */
package org.pyptoj.verifier.program;
