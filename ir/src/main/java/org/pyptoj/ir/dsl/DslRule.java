package org.pyptoj.ir.dsl;

import org.pyptoj.ir.diagnostic.RuleCode;

/** What the kernel language asks of a function's text. */
public enum DslRule implements RuleCode {
  SYNTAX("PLY0001", "The file is valid Python."),
  UNSUPPORTED_STATEMENT("PLY0101", "A kernel holds only statements that can become IR."),
  UNSUPPORTED_EXPRESSION("PLY0102", "A kernel holds only expressions that can become IR."),
  UNDEFINED_NAME("PLY0103", "A name is defined before it is used."),
  UNKNOWN_MEMBER("PLY0104", "A name below pl or pld exists."),
  ARGUMENTS("PLY0105", "A call's arguments match the callee's parameters."),
  ARGUMENT_VALUE(
      "PLY0106", "An attribute's value is known when the kernel is compiled and of its kind."),
  ANNOTATION("PLY0107", "Every parameter has a type annotation that names a type of the DSL."),
  LOOP(
      "PLY0108",
      "A for loop runs over pl.range, pl.parallel, pl.unroll, pl.pipeline or a Python sequence."),
  CARRIED("PLY0109", "A loop with init_values ends in pl.yield_ of as many values."),
  TARGET("PLY0110", "An assignment's target is a name, a tuple of names or an element."),
  OPERAND_KIND("PLY0111", "An operator's operands are of kinds that it can combine."),
  CALLEE(
      "PLY0112",
      "Only ops, functions of the program and Python functions of compile-time values are called."),
  HOST("PLY0113", "A compile-time expression evaluates without a Python exception."),
  SUBSCRIPT(
      "PLY0114",
      "A subscript has at most one index per dimension, without step or negative numbers."),
  RETURN("PLY0115", "A function's returns agree with its declared results."),
  CONDITION("PLY0116", "A condition is a scalar."),
  STATIC_ASSERT("PLY0117", "A static assertion holds."),
  RECURSION("PLY0118", "Functions of a program do not call themselves."),
  PROGRAM("PLY0119", "A program's class holds functions of the DSL."),
  PATHS("PLY0120", "A compile-time value is the same on every path and in every round of a loop."),
  OUTDATED("PLY0121", "A run-time value is used while its name still has it."),
  ALIAS("PLY0122", "It is known which names stand for a tile whose elements are written.");

  private final String code;
  private final String title;

  DslRule(String code, String title) {
    this.code = code;
    this.title = title;
  }

  @Override
  public String code() {
    return code;
  }

  @Override
  public String title() {
    return title;
  }
}
