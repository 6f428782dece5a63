"""Draws what ranks do together: they write into each other's windows, notify and wait.

An exchange is written so that its result is the same in whatever order the ranks go: who reads has waited for who writes,
and who writes again has waited for who reads.
"""

from tree import Compound, Line, Whole


def exchanges(statements, ranks):
    """The body of a kernel on several ranks: exchanges, which all ranks come to, between statements of each alone."""
    random = statements.random
    out = []
    for _ in range(2 + random.randrange(2)):
        out += statements.block(1, 1 + random.randrange(2), False)
        block = [Whole([Line("epoch = epoch + 1")] + one(statements, ranks))]
        if statements.chance(30):
            block = [Compound((f"for e in pl.range({1 + random.randrange(3)}):", block + statements.block(2, 1, False)))]
        out += block
    return out + statements.block(1, 1, False)


def one(statements, ranks):
    """One exchange in the ring of some distance, or among all, or from one rank to another."""
    distance = 1 + statements.random.randrange(ranks - 1)
    to, source = f"(me + {distance}) % n", f"(me + n - {distance}) % n"
    if statements.chance(50):
        to, source = f"(me + {distance}) % {ranks}", f"(me - {distance}) % {ranks}"
    draw = statements.one(_push, _push, _pull, _put, _get, _all, _one_way, _gathered, _told)
    return draw(statements, to, source, ranks)


def _notify(peer, cell):
    return Line(f"pld.system.notify(done, peer={peer}, offsets=[{cell}, 0], value=1, op=pld.NotifyOp.AtomicAdd)")


def _wait(cell, expected="epoch"):
    return Line(f"pld.system.wait(done, offsets=[{cell}, 0], expected={expected}, cmp=pld.WaitCmp.Ge)")


def _sync(statements, ranks):
    """Every rank waits for every other, once before something is read and once behind it."""
    peer = statements.fresh("peer")
    loop = f"for {peer} in {statements.one('pl.range(n)', f'range({ranks})', f'pl.range({ranks})')}:"

    def barrier(count):
        return [Compound((loop, [_notify(peer, "4 + me")])), Compound((loop, [_wait(f"4 + {peer}", count)]))]

    return barrier("2 * epoch - 1"), barrier("2 * epoch")


def _push(statements, to, source, ranks):
    ready, read = _sync(statements, ranks)
    tile, got = statements.tile(), statements.one("t", "u", "v")
    row = statements.one("0", "1")
    store = statements.one(f"pld.remote_store({tile}, box, peer={to}, offsets=[{row}, 0])", f"pld.tile.remote_store({tile}, target=box, peer={to}, offsets=[{row}, 0])")
    load = statements.one(f"{got} = pl.load(box, [{row}, 0], [1, 8])", f"{got} = pl.add(pl.load(box, [{row}, 0], [1, 8]), {got})")
    return [Line(store)] + ready + [Line(load)] + read


def _pull(statements, to, source, ranks):
    ready, read = _sync(statements, ranks)
    tile, got = statements.tile(), statements.one("t", "u", "v")
    load = statements.one(f"pld.tile.remote_load(box, {source}, [2, 0], [1, 8])", f"pld.tile.remote_load(box, peer={source}, offsets=[2, 0], shape=[1, 8])")
    return [Line(f"box = pl.store({tile}, [2, 0], box)")] + ready + [Line(f"{got} = {load}")] + read


def _put(statements, to, source, ranks):
    ready, read = _sync(statements, ranks)
    row, got = statements.row(), statements.one("t", "u", "v")
    put = f"pld.tensor.put(dst=box, peer={to}, src={statements.one('f', 'z')}, dst_offsets=[1, 0], src_offsets=[{row}, 0], shape=[1, 8])"
    return [Line(put)] + ready + [Line(f"{got} = pl.load(box, [1, 0], [1, 8])")] + read


def _get(statements, to, source, ranks):
    ready, read = _sync(statements, ranks)
    row = str(statements.random.randrange(4))
    get = f"pld.tensor.get(dst=z, peer={source}, src=box, dst_offsets=[{row}, 0], src_offsets=[3, 0], shape=[1, 8])"
    return [Line(f"box = pl.store({statements.tile()}, [3, 0], box)")] + ready + [Line(get)] + read


def _all(statements, to, source, ranks):
    """Every rank writes a row of its own into every window, and each adds them up."""
    ready, read = _sync(statements, ranks)
    peer, tile = statements.fresh("peer"), statements.of("tile")
    loop = statements.one(f"for {peer} in pl.range(n):", f"for {peer} in range({ranks}):")
    send = Compound((loop, [Line(f"pld.remote_store({tile}, box, peer={peer}, offsets=[me, 0])")]))
    add = Compound((loop, [Line(f"u = pl.add(u, pl.load(box, [{peer}, 0], [1, 8]))")]))
    return [send] + ready + [add] + read


def _one_way(statements, to, source, ranks):
    """One rank sends to another; the others have nothing to do with it."""
    ready, read = _sync(statements, ranks)
    sender = statements.random.randrange(ranks)
    taker = (sender + 1 + statements.random.randrange(ranks - 1)) % ranks
    send = [Line(f"pld.remote_store({statements.tile()}, box, peer={taker}, offsets=[0, 0])")]
    take = [Line("v = pl.load(box, [0, 0], [1, 8])")]
    tests = [f"me == {{}}", "me in ({},)", "not me != {}", "{} == me"]
    first = Compound((f"if {statements.one(*tests).format(sender)}:", send))
    second = Compound((f"if {statements.one(*tests).format(taker)}:", take))
    return [first] + ready + [second] + read


def _gathered(statements, to, source, ranks):
    """Tiles, or rows of memory, are added to what lies in a neighbour's window."""
    ready, read = _sync(statements, ranks)
    got, row = statements.one("t", "u", "v"), statements.row()
    send = statements.one(
        f"pld.remote_store({statements.tile()}, box, peer={to}, offsets=[0, 0], atomic=pld.AtomicType.Add)",
        f"pld.tensor.put(dst=box, peer={to}, src=f, dst_offsets=[0, 0], src_offsets=[{row}, 0], shape=[1, 8], atomic=pld.AtomicType.Add)",
    )
    return [Line(send)] + ready + [Line(f"{got} = pl.load(box, [0, 0], [1, 8])")] + read


def _told(statements, to, source, ranks):
    """A rank's neighbour is told by a number that is set, and that the one before has been read."""
    ready, read = _sync(statements, ranks)
    tile, got = statements.tile(), statements.one("t", "u", "v")
    window = statements.fresh("window")
    return [
        Line(f"{window} = box"),
        Line(f"pld.remote_store({tile}, {window}, peer={to}, offsets=[1, 0])"),
        Line(f"pld.system.notify(done, peer={to}, offsets=[0, 0], value=epoch, op=pld.NotifyOp.Set)"),
        Line(f"pld.system.wait(done, offsets=[0, 0], expected=epoch, cmp=pld.WaitCmp.{statements.one('Ge', 'Eq')})"),
        Line(f"{got} = pl.load({statements.one('box', window)}, [1, 0], [1, 8])"),
    ] + ready + read
