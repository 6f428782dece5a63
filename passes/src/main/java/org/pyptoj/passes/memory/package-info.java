/** Where the tiles of a kernel live: buffers, lifetimes, sharing and addresses. */
package org.pyptoj.passes.memory;
