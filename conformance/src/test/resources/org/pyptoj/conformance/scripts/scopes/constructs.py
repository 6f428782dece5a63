"""What may stand in kernel code, each as statements over a block `b` of `x`, and what `y` must hold afterwards."""

N, B, W = 2, 4, 16
AT = "with pl.at(level=pl.Level.CORE_GROUP):"


def block(head, lines):
    """A compound statement."""
    return [head, *("    " + line for line in lines)]


class Construct:
    """Statements for kernel code.

    Args:
        lines: the statements; they see the names of `scopes.PARAMETERS`, and `b`.
        want: the element of `y` on a rank, at a row and a column, from all ranks' `x`.
        before: tasks in front of the kernel, as the mailbox being filled.
        after: tasks behind it.
        once: whether it takes all blocks together, as a collective does.
    """

    def __init__(self, lines, want, before=(), after=(), once=False):
        self.lines, self.want, self.before, self.after, self.once = lines, want, list(before), list(after), once


def notify(target="sig", offsets="[me, 0]"):
    return f"pld.system.notify(target={target}, peer=1 - me, offsets={offsets}, value=1, op=pld.NotifyOp.AtomicAdd)"


def wait(expected, signal="sig", offsets="[1 - me, 0]"):
    return f"pld.system.wait(signal={signal}, offsets={offsets}, expected={expected}, cmp=pld.WaitCmp.Ge)"


FILL = block(AT, ["box[:, :] = x[:, :]", "rows[:, :] = z[:, :]"])
POST = block(AT, ["box[:, :] = x[:, :]", notify()])
ARRIVED = block(AT, [wait("B"), "y[:, :] = box[:, :]"])
SHOW = block(AT, ["y[:, :] = box[:, :]"])
ROWS = "y = pl.store(pl.load(rows, [0, 0], [N, W]), [0, 0], y)"


def own(x, r, b, w):
    return x[r][b][w]


def peers(x, r, b, w):
    return x[1 - r][b][w]


CONSTRUCTS = {
    "tiles": Construct(
        ["t = pl.load(x, [b, 0], [1, W])", "t = pl.add(pl.mul(t, 2.0), 1.0)", "pl.store(t, [b, 0], y)"],
        lambda x, r, b, w: 2 * x[r][b][w] + 1,
    ),
    "store with a result": Construct(
        ["t = pl.load(x, [b, 0], [1, W])", "y = pl.store(pl.add(t, t), [b, 0], y)"],
        lambda x, r, b, w: 2 * x[r][b][w],
    ),
    "tensors": Construct(
        ["y[b : b + 1, :] = pl.add(x[b : b + 1, :], 1.0)"],
        lambda x, r, b, w: x[r][b][w] + 1,
    ),
    "elements": Construct(
        ["pl.write(y, [b, 3], pl.read(x, [b, 3]) + 1.0)"],
        lambda x, r, b, w: x[r][b][w] + 1 if w == 3 else 0,
    ),
    "loop": Construct(
        ["t = pl.load(x, [b, 0], [1, W])", "for i in pl.range(3):", "    t = pl.add(t, 1.0)", "pl.store(t, [b, 0], y)"],
        lambda x, r, b, w: x[r][b][w] + 3,
    ),
    "choice": Construct(
        ["t = pl.load(x, [b, 0], [1, W])", "if b > 1:", "    t = pl.add(t, 1.0)", "pl.store(t, [b, 0], y)"],
        lambda x, r, b, w: x[r][b][w] + (b > 1),
    ),
    "scalars": Construct(
        ["k = b * 2 + me", "pl.store(pl.add(pl.load(x, [b, 0], [1, W]), pl.cast(k, pl.FP32)), [b, 0], y)"],
        lambda x, r, b, w: x[r][b][w] + 2 * b + r,
    ),
    "rank and nranks": Construct(
        [
            "ctx = pld.get_comm_ctx(box)",
            "k = pld.rank(ctx) * 10 + pld.nranks(ctx)",
            "pl.store(pl.add(pl.load(x, [b, 0], [1, W]), pl.cast(k, pl.FP32)), [b, 0], y)",
        ],
        lambda x, r, b, w: x[r][b][w] + 10 * r + N,
    ),
    "store into the own slice": Construct(
        ["box = pl.store(pl.load(x, [b, 0], [1, W]), [b, 0], box)"], own, after=SHOW
    ),
    "assignment to the own slice": Construct(["box[b : b + 1, :] = x[b : b + 1, :]"], own, after=SHOW),
    "put and notify": Construct(
        [
            "pld.tensor.put(dst=box, peer=1 - me, src=x, dst_offsets=[b, 0], src_offsets=[b, 0], shape=[1, W])",
            notify(),
        ],
        peers,
        after=ARRIVED,
    ),
    "put of a slice": Construct(
        [
            "part = x[b : b + 1, :]",
            "to = box[b : b + 1, :]",
            "pld.tensor.put(dst=to, peer=1 - me, src=part)",
            "mine = sig[me : me + 1, :]",
            notify("mine", "[0, 0]"),
        ],
        peers,
        after=ARRIVED,
    ),
    "tile remote_store": Construct(
        [
            "t = pl.load(x, [b, 0], [1, W])",
            "pld.tile.remote_store(t, target=box, peer=1 - me, offsets=[b, 0])",
            notify(),
        ],
        peers,
        after=ARRIVED,
    ),
    "tensor remote_store": Construct(
        [
            "t = pl.mul(x[b : b + 1, :], 1.0)",
            "pld.tensor.remote_store(t, target=box, peer=1 - me, offsets=[b, 0])",
            notify(),
        ],
        peers,
        after=ARRIVED,
    ),
    "wait and get": Construct(
        [
            wait(1),
            "pld.tensor.get(dst=y, peer=1 - me, src=box, dst_offsets=[b, 0], src_offsets=[b, 0], shape=[1, W])",
        ],
        peers,
        before=POST,
    ),
    "get of a slice": Construct(
        [
            "theirs = sig[1 - me, :]",
            wait(1, "theirs", "[0]"),
            "part = box[0:B, :]",
            "to = y[b : b + 1, :]",
            "pld.tensor.get(dst=to, peer=1 - me, src=part, dst_offsets=[0, 0], src_offsets=[b, 0], shape=[1, W])",
        ],
        peers,
        before=POST,
    ),
    "remote_load": Construct(
        [
            wait(1),
            "t = pld.tile.remote_load(box, peer=1 - me, offsets=[b, 0], shape=[1, W])",
            "pl.store(t, [b, 0], y)",
        ],
        peers,
        before=POST,
    ),
    "remote_load of a slice": Construct(
        [
            wait(1),
            "part = box[b : b + 1, :]",
            "here = pld.rank(pld.get_comm_ctx(part))",
            "t = pld.tile.remote_load(part, peer=1 - here, offsets=[0, 0], shape=[1, W])",
            "pl.store(t, [b, 0], y)",
        ],
        peers,
        before=POST,
    ),
    "barrier": Construct(
        [
            "sig = pld.tensor.barrier(sig)",
            "y = pl.store(pld.tile.remote_load(box, peer=1 - me, offsets=[0, 0], shape=[B, W]), [0, 0], y)",
        ],
        peers,
        before=FILL,
        once=True,
    ),
    "allreduce": Construct(
        [
            "box = pld.tensor.allreduce(box, sig, op=pld.ReduceOp.Sum)",
            "y = pl.store(pl.load(box, [0, 0], [B, W]), [0, 0], y)",
        ],
        lambda x, r, b, w: x[0][b][w] + x[1][b][w],
        before=FILL,
        once=True,
    ),
    "broadcast": Construct(
        ["rows = pld.tensor.broadcast(rows, sig, root=1)", ROWS],
        lambda x, r, b, w: x[1][b][w] if b < N else 0,
        before=FILL,
        once=True,
    ),
    "reduce_scatter": Construct(
        [
            "rows = pld.tensor.reduce_scatter(rows, sig, op=pld.ReduceOp.Sum)",
            "y = pl.store(pl.load(rows, [me, 0], [1, W]), [me, 0], y)",
        ],
        lambda x, r, b, w: x[0][b][w] + x[1][b][w] if b == r else 0,
        before=FILL,
        once=True,
    ),
    "allgather": Construct(
        ["rows = pld.tensor.allgather(v, rows, sig)", ROWS],
        lambda x, r, b, w: x[b][0][w] if b < N else 0,
        once=True,
    ),
    "all_to_all": Construct(
        ["rows = pld.tensor.all_to_all(z, rows, sig)", ROWS],
        lambda x, r, b, w: x[b][r][w] if b < N else 0,
        once=True,
    ),
    "all_to_all_v": Construct(
        [
            "box = pld.tensor.all_to_all_v(x, box, sig, counts, got)",
            "y = pl.store(pl.load(box, [0, 0], [B, W]), [0, 0], y)",
        ],
        lambda x, r, b, w: x[b // 2][2 * r + b % 2][w],
        once=True,
    ),
}
