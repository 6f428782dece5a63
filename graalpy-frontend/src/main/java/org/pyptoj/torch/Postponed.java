package org.pyptoj.torch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Work on tensors that waits, in the order in which it came, until somebody reads or writes an
 * element of one of them. What nobody looks at is never done.
 */
public final class Postponed {

  /** So much work waits at once; it keeps its tensors alive. */
  private static final int MOST = 64;

  private final List<Runnable> work = new ArrayList<>();
  private final Set<Storage> storages = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * Postpones work, or does it at once where the memory of a tensor has been handed out, so that it
   * may be looked at without notice.
   *
   * @param body may read and write the tensors' memory; it asks for all of it first
   * @return whether the work waits or has been done: not where enough waits already
   */
  public boolean add(List<Tensor> tensors, Runnable body) {
    if (tensors.stream().anyMatch(t -> !t.storage().canWaitFor(this))) {
      doNow();
      body.run();
      return true;
    }
    synchronized (this) {
      if (work.size() == MOST) {
        return false;
      }
      work.add(body);
      for (Tensor tensor : tensors) {
        if (storages.add(tensor.storage())) {
          tensor.storage().waitFor(this);
        }
      }
      return true;
    }
  }

  /** How much work waits. */
  public synchronized int size() {
    return work.size();
  }

  /** Does what waits. */
  void doNow() {
    List<Runnable> now;
    synchronized (this) {
      now = List.copyOf(work);
      work.clear();
      storages.forEach(Storage::waitNoMore);
      storages.clear();
    }
    now.forEach(Runnable::run);
  }
}
