package org.pyptoj.frontend;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A program that a session has verified, and what was written of it.
 *
 * @param name the program's name
 * @param kernels how many kernels it has after lowering
 * @param functions how many functions its author wrote
 * @param folder where its artifacts are; empty where none were written
 * @param files how many files are in that folder
 */
public record ProgramReport(
    String name, long kernels, long functions, Optional<Path> folder, long files) {}
