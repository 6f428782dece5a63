package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.WaitCmp;

/**
 * Ranks that run one kernel on plain arrays, one act at a time; a seed chooses who acts next, so
 * that every seed is one reproducible interleaving.
 */
final class Ranks {

  private final int ranks;
  private final int blocks;
  private final Map<String, double[][]> tensors = new LinkedHashMap<>();
  private final Map<String, int[]> shapes = new HashMap<>();

  Ranks(int ranks) {
    this(ranks, 1);
  }

  Ranks(int ranks, int blocks) {
    this.ranks = ranks;
    this.blocks = blocks;
  }

  /** A tensor of zeros on every rank; what its 32-byte padding holds is undefined. */
  Ranks with(String name, int... shape) {
    int size = 1;
    for (int extent : shape) {
      size *= extent;
    }
    double[][] data = new double[ranks][size + 16];
    for (double[] one : data) {
      java.util.Arrays.fill(one, size, size + 16, Double.NaN);
    }
    tensors.put(name, data);
    shapes.put(name, shape);
    return this;
  }

  double[] of(String name, int rank) {
    return tensors.get(name)[rank];
  }

  /** Runs the kernel on all ranks and blocks. */
  void run(Function kernel, long seed) {
    Random choice = new Random(seed);
    List<Actor> actors = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      for (int block = 0; block < blocks; block++) {
        actors.add(new Actor(kernel, rank, block));
      }
    }
    actors.forEach(Actor::start);
    while (true) {
      List<Actor> alive = actors.stream().filter(a -> !a.done).toList();
      if (alive.isEmpty()) {
        break;
      }
      List<Actor> ready = alive.stream().filter(a -> a.mayGoOn.getAsBoolean()).toList();
      if (ready.isEmpty()) {
        actors.forEach(Actor::interrupt);
        throw new AssertionError("no rank can move");
      }
      ready.get(choice.nextInt(ready.size())).act();
    }
    for (Actor actor : actors) {
      if (actor.failure != null) {
        throw new AssertionError("rank " + actor.rank + " failed", actor.failure);
      }
    }
  }

  private final class Actor implements KernelModel.Memory {

    private final int rank;
    private final Semaphore turn = new Semaphore(0);
    private final Semaphore waiting = new Semaphore(0);
    private final Thread thread;
    private volatile BooleanSupplier mayGoOn = () -> true;
    private volatile boolean done;
    private volatile Throwable failure;

    Actor(Function kernel, int rank, int block) {
      this.rank = rank;
      this.thread =
          Thread.ofVirtual()
              .unstarted(
                  () -> {
                    try {
                      step();
                      new KernelModel(rank, ranks, block, blocks, this).run(kernel, shapes);
                    } catch (Throwable problem) {
                      failure = problem;
                    }
                    done = true;
                    waiting.release();
                  });
    }

    void start() {
      thread.start();
      waiting.acquireUninterruptibly();
    }

    void act() {
      turn.release();
      waiting.acquireUninterruptibly();
    }

    void interrupt() {
      thread.interrupt();
    }

    private void pause(BooleanSupplier until) {
      mayGoOn = until;
      waiting.release();
      try {
        turn.acquire();
      } catch (InterruptedException stopped) {
        throw new IllegalStateException("stopped", stopped);
      }
    }

    @Override
    public double[] of(String tensor, int owner) {
      return tensors.get(tensor)[owner];
    }

    @Override
    public void step() {
      pause(() -> true);
    }

    @Override
    public void notify(String tensor, int peer, int cell, long value, NotifyOp op) {
      step();
      double[] cells = of(tensor, peer);
      cells[cell] = op == NotifyOp.SET ? value : cells[cell] + value;
    }

    @Override
    public void await(String tensor, int cell, long expected, WaitCmp cmp) {
      double[] cells = of(tensor, rank);
      pause(() -> cmp == WaitCmp.GE ? cells[cell] >= expected : cells[cell] == expected);
    }
  }
}
