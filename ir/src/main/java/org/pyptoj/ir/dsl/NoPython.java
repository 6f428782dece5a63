package org.pyptoj.ir.dsl;

import java.util.List;
import java.util.Map;

/** Stands where a text is read without a script around it. */
final class NoPython implements Python {

  private static HostException absent() {
    return new HostException("only a script that is run can compute this");
  }

  @Override
  public Object binary(String symbol, Object left, Object right) {
    throw absent();
  }

  @Override
  public Object inPlace(String symbol, Object left, Object right) {
    throw absent();
  }

  @Override
  public Object unary(String symbol, Object operand) {
    throw absent();
  }

  @Override
  public boolean truth(Object value) {
    throw absent();
  }

  @Override
  public Object attribute(Object owner, String name) {
    throw absent();
  }

  @Override
  public Object item(Object container, Object key) {
    throw absent();
  }

  @Override
  public void setItem(Object container, Object key, Object value) {
    throw absent();
  }

  @Override
  public void deleteItem(Object container, Object key) {
    throw absent();
  }

  @Override
  public Object slice(Object lower, Object upper, Object step) {
    throw absent();
  }

  @Override
  public Object call(Object callee, List<Object> args, Map<String, Object> keywords) {
    throw absent();
  }

  @Override
  public Object builtin(String name, List<Object> args, Map<String, Object> keywords) {
    throw absent();
  }

  @Override
  public List<Object> elements(Object iterable) {
    throw absent();
  }

  @Override
  public String text(Object value) {
    throw absent();
  }

  @Override
  public Object evaluate(String text, Map<String, Object> names, HostValue scope) {
    throw absent();
  }

  @Override
  public Object define(String text, String name, HostValue scope) {
    throw absent();
  }

  @Override
  public HostValue scope() {
    throw absent();
  }

  @Override
  public void bind(HostValue scope, String name, Object value) {
    throw absent();
  }

  @Override
  public Object plain(Object value) {
    return value;
  }
}
