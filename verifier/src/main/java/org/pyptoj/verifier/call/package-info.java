/** What the rules of single calls share: a call under check, extents, boxes, layouts. */
package org.pyptoj.verifier.call;
