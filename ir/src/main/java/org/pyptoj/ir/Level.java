package org.pyptoj.ir;

/**
 * Where in the machine's hierarchy a function or scope runs; the names are those of {@code
 * pl.Level}.
 */
public enum Level {
  AIV,
  AIC,
  CORE_GROUP,
  CHIP_DIE,
  CHIP,
  HOST,
  CLUSTER_0,
  CLUSTER_1,
  CLUSTER_2,
  GLOBAL
}
