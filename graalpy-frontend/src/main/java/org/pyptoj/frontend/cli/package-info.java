/** The command line {@code pypto-j}. */
package org.pyptoj.frontend.cli;
