package org.pyptoj.sim.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.pyptoj.ir.FunctionAttrs;
import org.pyptoj.ir.Span;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.memory.CommCtx;
import org.pyptoj.sim.memory.Domain;
import org.pyptoj.sim.memory.TensorValue;
import org.pyptoj.sim.memory.Window;
import org.pyptoj.sim.schedule.Fiber;
import org.pyptoj.sim.schedule.WaitQueue;

/**
 * The host's side of a run. Dispatches are put down first and run when the host waits, since only
 * then is it known which devices share a window. Dispatches to one device run in order, those to
 * different devices in parallel.
 */
final class HostStation {

  /** A kernel or orchestration that runs on a device. */
  interface Work {
    Object[] run(Task task, Object[] arguments);
  }

  /** Something to do on one device, or on all devices of a window's domain. */
  final class Item {
    private final String name;
    private final int device;
    private final boolean kernel;
    private final int blocks;
    private final Work work;
    private final Object[] arguments;
    private final Span span;
    private volatile Object[] results = Frame.NOTHING;

    Item(
        String name,
        int device,
        boolean kernel,
        int blocks,
        Work work,
        Object[] arguments,
        Span span) {
      this.name = name;
      this.device = device;
      this.kernel = kernel;
      this.blocks = blocks;
      this.work = work;
      this.arguments = arguments;
      this.span = span;
    }

    Object[] results() {
      return results;
    }
  }

  /** A collective takes place on every device of the domain of its windows. */
  private static final int DOMAIN = -2;

  private final Run run;
  private final Task host;
  private final WaitQueue queue = new WaitQueue();
  private final List<Item> items = new ArrayList<>();
  private final Map<Window, Domain> domains = new IdentityHashMap<>();
  private final Map<Object, Integer> occurrences = new IdentityHashMap<>();
  private volatile int outstanding;

  /** Dispatches that have ended since the host last waited; kept for the listener alone. */
  private final List<Long> ended = new ArrayList<>();

  HostStation(Run run, Task host) {
    this.run = run;
    this.host = host;
  }

  /**
   * The window that an allocation makes; its n-th execution finds the n-th window of earlier runs
   * again.
   */
  Window allocate(Object site, String name, long bytes, Span span) {
    int nth = occurrences.merge(site, 1, Integer::sum);
    return run.windows().window(new Allocation(site, nth), name, bytes, span);
  }

  /** Says which devices share a window; none means all. */
  void share(Window window, int[] devices) {
    domains.put(
        window,
        new Domain(
            devices.length == 0 ? IntStream.range(0, run.config().ranks()).toArray() : devices));
  }

  /** Two allocations that are written alike are still two. */
  private record Allocation(Object site, int nth) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Allocation that && site == that.site && nth == that.nth;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(site) * 31 + nth;
    }
  }

  private static int blocks(CompiledFunction callee) {
    Long own = callee.function.attrs().get(FunctionAttrs.CORE_NUM);
    return own == null ? 1 : own.intValue();
  }

  Item dispatch(int device, CompiledFunction callee, Object[] arguments, Span span) {
    Item item =
        new Item(
            callee.function.name(),
            device,
            callee.role == Role.KERNEL,
            blocks(callee),
            (task, args) -> callee.invoke(task, args, span),
            arguments,
            span);
    items.add(item);
    return item;
  }

  /** Work on every device of the arguments' domain. */
  void collective(String name, int blocks, Work work, Object[] arguments, Span span) {
    items.add(new Item(name, DOMAIN, true, blocks, work, arguments, span));
  }

  /** Runs what has been put down and waits for it. */
  void flush(Span span) {
    if (items.isEmpty()) {
      return;
    }
    inferDomains();
    Map<Integer, List<Item>> byDevice = new HashMap<>();
    for (Item item : items) {
      if (item.device != DOMAIN) {
        byDevice.computeIfAbsent(item.device, d -> new ArrayList<>()).add(item);
      } else {
        for (int device : domainOf(item).devices()) {
          byDevice.computeIfAbsent(device, d -> new ArrayList<>()).add(item);
        }
      }
    }
    items.clear();
    outstanding = byDevice.size();
    IntStream.range(0, run.config().ranks())
        .filter(byDevice::containsKey)
        .forEach(d -> run.scheduler().spawn(fiber -> device(fiber, d, byDevice.get(d))));
    run.scheduler()
        .await(
            host.fiber,
            queue,
            new Task.WorkWait(host, span, "its dispatches") {
              @Override
              public boolean holds() {
                return outstanding == 0;
              }
            });
    if (host.listener != null) {
      List<Long> others;
      synchronized (this) {
        others = List.copyOf(ended);
        ended.clear();
      }
      host.listener.joined(host.info, others);
    }
  }

  private void device(Fiber fiber, int device, List<Item> work) {
    long before = host.id;
    for (Item item : work) {
      Object[] arguments = new Object[item.arguments.length];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = bind(item.arguments[i], device, item.span);
      }
      Task task = new Task(run, device, item.name, item.span);
      task.fiber = fiber;
      Dispatch dispatch = new Dispatch(run, device, task);
      task.station = dispatch;
      if (task.listener != null) {
        task.listener.started(task.info, List.of(before));
        before = task.id;
      }
      if (item.kernel) {
        ChipTask only =
            dispatch.submit(
                item.name,
                item.span,
                item.blocks,
                List.of(),
                List.of(),
                new long[0],
                t -> item.work.run(t, arguments));
        dispatch.drain(item.span);
        item.results = only.results();
      } else {
        Object[] results = task.doing(() -> item.work.run(task, arguments));
        dispatch.drain(item.span);
        item.results = results;
      }
      if (task.listener != null) {
        task.listener.ended(task.info);
        synchronized (this) {
          ended.add(task.id);
        }
      }
      run.device(device).count(task, false);
    }
    synchronized (this) {
      outstanding--;
    }
    run.scheduler().changed(queue);
  }

  /** A host value as a device sees it. */
  private Object bind(Object value, int device, Span span) {
    return switch (value) {
      case TensorValue t when t.region().window() != null -> {
        Domain domain = domains.get(t.region().window());
        if (domain.rankOf(device) < 0) {
          throw new SimFailure(
              SimCode.DEVICE,
              "window "
                  + t.region().window().name()
                  + " is shared by devices "
                  + domain
                  + ", not by device "
                  + device,
              span);
        }
        yield t.bind(domain, device);
      }
      case HostCalls.UnboundCtx(TensorValue t) -> {
        Domain domain = domains.get(t.region().window());
        yield new CommCtx(domain, domain.rankOf(device));
      }
      case Object[] many -> {
        Object[] bound = new Object[many.length];
        for (int i = 0; i < bound.length; i++) {
          bound[i] = bind(many[i], device, span);
        }
        yield bound;
      }
      default -> value;
    };
  }

  private Domain domainOf(Item item) {
    for (Object argument : item.arguments) {
      if (argument instanceof TensorValue t && t.region().window() != null) {
        return domains.get(t.region().window());
      }
    }
    throw new SimFailure(
        SimCode.ARGUMENT, item.name + " has no window among its operands", item.span);
  }

  /**
   * The devices of each window: those that it is dispatched to. Windows of one collective share
   * their devices. A window that no dispatch takes is everybody's. What has been decided stays.
   */
  private void inferDomains() {
    Map<Window, TreeSet<Integer>> devices = new IdentityHashMap<>();
    for (Item item : items) {
      for (Object argument : item.arguments) {
        Window window = windowOf(argument);
        if (window != null) {
          TreeSet<Integer> of = devices.computeIfAbsent(window, w -> new TreeSet<>());
          if (item.device != DOMAIN) {
            of.add(item.device);
          }
        }
      }
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Item item : items) {
        if (item.device == DOMAIN) {
          TreeSet<Integer> all = new TreeSet<>();
          for (Object argument : item.arguments) {
            Window window = windowOf(argument);
            if (window != null) {
              Domain known = domains.get(window);
              if (known != null) {
                IntStream.of(known.devices()).forEach(all::add);
              }
              all.addAll(devices.get(window));
            }
          }
          for (Object argument : item.arguments) {
            Window window = windowOf(argument);
            if (window != null) {
              changed |= devices.get(window).addAll(all);
            }
          }
        }
      }
    }
    devices.forEach(
        (window, of) -> {
          if (!domains.containsKey(window)) {
            domains.put(
                window,
                new Domain(
                    of.isEmpty()
                        ? IntStream.range(0, run.config().ranks()).toArray()
                        : of.stream().mapToInt(Integer::intValue).toArray()));
          }
        });
  }

  private static Window windowOf(Object argument) {
    return switch (argument) {
      case TensorValue t -> t.region().window();
      case HostCalls.UnboundCtx(TensorValue t) -> t.region().window();
      default -> null;
    };
  }
}
