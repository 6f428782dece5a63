/** Type rules of ops on tiles, tensors and arrays of one device. */
package org.pyptoj.verifier.local;
