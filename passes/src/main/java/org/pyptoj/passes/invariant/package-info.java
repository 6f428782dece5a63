/** What must hold between passes, and the verifier that checks it. */
package org.pyptoj.passes.invariant;
