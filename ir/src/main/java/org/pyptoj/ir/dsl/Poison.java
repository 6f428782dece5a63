package org.pyptoj.ir.dsl;

/** The value of a name whose definition was wrong; using it is not reported a second time. */
enum Poison {
  VALUE
}
