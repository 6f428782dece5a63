package org.pyptoj.ir.dsl;

/**
 * A name below {@code pl} or {@code pld} that is no value by itself: a module, an op, a type
 * constructor.
 *
 * @param path dotted path, {@code pl.tile.load}
 */
public record Namespace(String path) {

  public static final Namespace PL = new Namespace("pl");
  public static final Namespace PLD = new Namespace("pld");

  Namespace child(String name) {
    return new Namespace(path + "." + name);
  }

  boolean is(String dotted) {
    return path.equals(dotted);
  }
}
