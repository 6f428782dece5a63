package org.pyptoj.frontend;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What Ctrl-C does while a script runs.
 *
 * <p>The first one becomes Python's KeyboardInterrupt, and interrupts the script's thread so that a
 * simulation that it waits for ends too. The second one ends the process.
 *
 * <p>{@code sun.misc.Signal} of the module {@code jdk.unsupported} is the only way to a signal; it
 * is called by reflection because naming it is a compiler warning that nothing suppresses.
 */
final class InterruptSignal implements AutoCloseable {

  private final AtomicInteger count = new AtomicInteger();
  private final Class<?> handlerType;
  private final Method handle;
  private final Method install;
  private final Object signal;
  private final Object python;

  private InterruptSignal(Thread script) {
    try {
      Class<?> signalType = Class.forName("sun.misc.Signal");
      handlerType = Class.forName("sun.misc.SignalHandler");
      handle = handlerType.getMethod("handle", signalType);
      install = signalType.getMethod("handle", signalType, handlerType);
      signal = signalType.getConstructor(String.class).newInstance("INT");
      Object ours =
          Proxy.newProxyInstance(
              handlerType.getClassLoader(),
              new Class<?>[] {handlerType},
              (proxy, method, arguments) -> {
                received(script);
                return null;
              });
      python = install.invoke(null, signal, ours);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Takes over from the handler that Python has installed, and passes the first signal on to it.
   */
  static InterruptSignal passOnTo(Thread script) {
    return new InterruptSignal(script);
  }

  private void received(Thread script) throws ReflectiveOperationException {
    if (count.getAndIncrement() > 0) {
      System.exit(ExitCode.INTERRUPTED);
    }
    handle.invoke(python, signal);
    script.interrupt();
  }

  /** Whether there was one. */
  boolean received() {
    return count.get() > 0;
  }

  @Override
  public void close() {
    try {
      install.invoke(null, signal, handlerType.getField("SIG_DFL").get(null));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
