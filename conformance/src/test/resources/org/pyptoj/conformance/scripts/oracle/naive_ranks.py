"""A naive `pld`: ranks are threads that take turns, and a rank goes on until it waits for a signal.

The programs that are drawn give the same results in whatever order ranks come to their turns.
"""

import _thread

from naive import Array, load


class Deadlock(Exception):
    """No rank can go on."""


class World:
    """The ranks of one run of a host function.

    One thread moves at a time: the one whose lock is released, or the one that lets them move, when `turn` is.
    """

    current = None

    def __init__(self, size):
        self.size = size
        self.tasks = []
        self.errors = []
        self.locks = {}
        self.turn = self._held()
        self.moved = False
        self.ended = False
        self.stopping = False

    @staticmethod
    def _held():
        lock = _thread.allocate_lock()
        lock.acquire()
        return lock

    def start(self, function, args, rank):
        """Takes a call that the host makes on a device."""
        self.tasks.append((function, [a.on(rank) if isinstance(a, Window) else a for a in args], rank))

    def finish(self):
        """Lets the ranks move until all are at their ends.

        Raises:
            Deadlock: when none of those that are left can move.
            Exception: the first that a rank raised.
        """
        for function, args, rank in self.tasks:
            self.locks[rank] = self._held()
            _thread.start_new_thread(self._run, (function, args, rank))
        running = [rank for _, _, rank in self.tasks]
        self.moved = True
        while running and self.moved and not self.errors:
            self.moved = False
            running = [rank for rank in running if not self._ends(rank)]
        self.stopping = True
        for rank in running:
            self._ends(rank)
        if self.errors:
            raise self.errors[0]
        if running:
            raise Deadlock("every rank waits")

    def _ends(self, rank):
        """Lets one rank move until it waits or has ended; whether it has ended."""
        self.ended = False
        self.locks[rank].release()
        self.turn.acquire()
        self.moved = self.moved or self.ended
        return self.ended

    def _run(self, function, args, rank):
        self.locks[rank].acquire()
        try:
            if not self.stopping:
                function(*args)
        except Deadlock:
            pass
        except Exception as error:
            self.errors.append(error)
        self.ended = True
        self.turn.release()

    def wait(self, rank, holds):
        """Lets the other ranks move until a condition holds."""
        while not holds():
            self.turn.release()
            self.locks[rank].acquire()
            if self.stopping:
                raise Deadlock
        self.moved = True


class Part(Array):
    """A rank's own part of a window, from which the others can be reached."""

    def __init__(self, window, rank):
        super().__init__(window.cells[rank], window.shape)
        self.window = window
        self.rank = rank

    def of(self, peer):
        if not 0 <= peer < World.current.size:
            raise IndexError(f"there is no rank {peer}")
        return Array(self.window.cells[peer], self.shape)


class Window:
    """Memory of every rank, as a host function passes it on."""

    def __init__(self, shape):
        count = 1
        for n in shape:
            count *= n
        self.shape = tuple(shape)
        self.cells = [[0] * count for _ in range(World.current.size)]

    def on(self, rank):
        return Part(self, rank)


def world_size():
    return World.current.size


def alloc_window_buffer(shape, dtype=None):
    return Window(shape)


def window(buffer, shape, dtype=None):
    return buffer


def get_comm_ctx(part):
    return part


def rank(context):
    return context.rank


def nranks(context):
    return World.current.size


class NotifyOp:
    AtomicAdd, Set = 0, 1


class WaitCmp:
    Eq, Ge = 0, 1


class AtomicType:
    none, Add = 0, 1


def remote_store(tile, target, peer, offsets, *, atomic=AtomicType.none):
    place = target.of(peer).part(offsets, tile.shape)
    if atomic == AtomicType.Add:
        place.fill(Array([a + b for a, b in zip(place.values(), tile.values())], tile.shape))
    else:
        place.fill(tile)


def remote_load(target, peer, offsets, shape):
    return load(target.of(peer), offsets, shape)


def put(dst, peer, src, dst_offsets=None, src_offsets=None, shape=None, atomic=AtomicType.none):
    remote_store(load(src, src_offsets, shape), dst, peer, dst_offsets, atomic=atomic)


def get(dst, peer, src, dst_offsets=None, src_offsets=None, shape=None):
    dst.part(dst_offsets, shape).fill(load(src.of(peer), src_offsets, shape))


def notify(target, peer, offsets, value, *, op):
    cells = target.of(peer)
    at = cells.place(offsets)
    cells.cells[at] = value if op == NotifyOp.Set else cells.cells[at] + value


def wait(signal, offsets, expected, *, cmp):
    at = signal.place(offsets)
    World.current.wait(
        signal.rank, lambda: signal.cells[at] >= expected if cmp == WaitCmp.Ge else signal.cells[at] == expected
    )


class DistributedTensor:
    def __class_getitem__(cls, item):
        return cls


class system:
    notify = notify
    wait = wait


class tile:
    remote_load = remote_load
    remote_store = remote_store


class tensor:
    put = put
    get = get
