package org.pyptoj.codegen.artifact;

import java.util.Collections;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.pyptoj.ir.Program;

/**
 * A compiled program.
 *
 * @param program the program after the last pass
 * @param files the texts of its folder, by path with {@code /}
 */
public record Artifact(Program program, SequencedMap<String, String> files) {

  public Artifact {
    files = Collections.unmodifiableSequencedMap(new TreeMap<>(files));
  }
}
