"""Where kernel code may stand: each scope as the text of a whole module around a construct's statements."""

from constructs import AT, block

TENSORS = {
    "x": "pl.Tensor[[B, W], pl.FP32]",
    "z": "pl.Tensor[[N, W], pl.FP32]",
    "v": "pl.Tensor[[1, W], pl.FP32]",
    "counts": "pl.Tensor[[N, 1], pl.INT32]",
    "y": "pl.Tensor[[B, W], pl.FP32]",
}
WINDOWS = {
    "box": ("[B, W]", "FP32"),
    "rows": ("[N, W]", "FP32"),
    "sig": ("[N, 1]", "INT32"),
    "got": ("[N, 1]", "INT32"),
}
ARGUMENTS = ", ".join([*TENSORS, *WINDOWS, "me"])


def parameters(written):
    """The parameter list; `written` says whether it tells what is written, as an inline function's need not."""
    types = {**TENSORS, **{n: f"pld.DistributedTensor[{shape}, pl.{d}]" for n, (shape, d) in WINDOWS.items()}}
    return ", ".join(
        f"{name}: pl.InOut[{kind}]" if written and (name == "y" or name in WINDOWS) else f"{name}: {kind}"
        for name, kind in types.items()
    ) + ", me: pl.Scalar[pl.INT32]"


HEAD = """\
import pypto.language as pl
import pypto.language.distributed as pld

N, B, W = 2, 4, 16
"""
HOST = [
    "def host(SELFx: pl.Tensor[[N, B, W], pl.FP32], z: pl.Tensor[[N, N, W], pl.FP32],",
    "         v: pl.Tensor[[N, 1, W], pl.FP32], counts: pl.Tensor[[N, N, 1], pl.INT32],",
    "         y: pl.InOut[pl.Tensor[[N, B, W], pl.FP32]]):",
    *(f"    {n}_buffer = pld.alloc_window_buffer({shape}, dtype=pl.{d})" for n, (shape, d) in WINDOWS.items()),
    "    for r in pl.range(pld.world_size()):",
    *(f"        {n} = pld.window({n}_buffer, {shape}, dtype=pl.{d})" for n, (shape, d) in WINDOWS.items()),
    "        CHIP(x[r], z[r], v[r], counts[r], y[r], box, rows, sig, got, r, device=r)",
]


class Scope:
    """A scope around kernel code.

    Args:
        body: makes the chip's statements of a construct's statements and the number of blocks.
        helper: makes the statements of a function `step` that the chip calls; none without one.
        kind: what `step` is: a decorator's name, or a kind of `pl.FunctionType` in a class.
        takes_block: whether `step` has the block as a parameter.
        refused: the codes of constructs that are refused here.
    """

    def __init__(self, body, helper=None, kind="incore", takes_block=False, refused={}):
        self.body, self.helper, self.kind, self.takes_block = body, helper, kind, takes_block
        self.refused = refused

    def source(self, construct):
        """The module."""
        blocks = "1" if construct.once else "B"
        chip = [*construct.before, *self.body(construct, blocks), *construct.after, "return y"]
        steps = []
        if self.helper:
            block_number = ", b: pl.Scalar[pl.INDEX]" if self.takes_block else ""
            given = parameters(self.kind.lower() != "inline") + block_number
            steps = [(given, [*self.helper(construct, blocks), "return y"])]
        lines = self._class(steps, chip) if self.kind[0].isupper() else self._functions(steps, chip)
        return HEAD + "\n".join(lines) + "\n"

    def _functions(self, steps, chip):
        lines = []
        for given, body in steps:
            lines += [f"@pl.jit.{self.kind}", *block(f"def step({given}):", body)]
        lines += ["@pl.jit", *block(f"def chip({parameters(True)}):", chip), "@pl.jit.host"]
        return lines + [line.replace("SELF", "").replace("CHIP", "chip") for line in HOST]

    def _class(self, steps, chip):
        lines = []
        result = " -> pl.Tensor[[B, W], pl.FP32]:"
        for given, body in steps:
            lines += [f"@pl.function(type=pl.FunctionType.{self.kind})"]
            lines += block(f"def step(self, {given}){result}", body)
        lines += ["@pl.function(type=pl.FunctionType.Orchestration)"]
        lines += block(f"def chip(self, {parameters(True)}){result}", [l.replace("step(", "self.step(") for l in chip])
        lines += ["@pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)"]
        lines += [line.replace("SELF", "self, ").replace("CHIP", "self.chip") for line in HOST]
        return ["@pl.program", *block("class Cell:", lines)]


def over_blocks(c):
    """The statements for all blocks, in a scope that has one core."""
    return c.lines if c.once else block("for b in pl.range(B):", c.lines)


def numbered(c):
    """The statements in a grid that does not name its block."""
    return ["b = pl.tile.get_block_idx()", *c.lines]


TOUCH = "pl.write(y, [0, 0], pl.read(y, [0, 0]))"
BEHIND = block("with pl.at(level=pl.Level.CORE_GROUP, deps=[tid]):", [TOUCH])
CALL = f"y = step({ARGUMENTS})"
CALL_BLOCK = f"y = step({ARGUMENTS}, b)"


def grid(blocks, body, end=":"):
    return block(f"with pl.spmd({blocks}){end}", body)


def grid_loop(blocks, body):
    return block(f"for b in pl.spmd({blocks}):", body)


def cluster(body):
    return block("with pl.cluster():", body)


def whole(c, blocks):
    return over_blocks(c)


def one_block(c, blocks):
    return numbered(c)


def called(c, blocks):
    return [CALL]


SCOPES = {
    "pl.at": Scope(lambda c, n: block(AT, over_blocks(c))),
    "pl.at as tid": Scope(lambda c, n: [*block(AT[:-1] + " as tid:", over_blocks(c)), *BEHIND]),
    "pl.at in a loop": Scope(
        lambda c, n: block(AT, c.lines) if c.once else block("for b in pl.range(B):", block(AT, c.lines))
    ),
    "pl.at in a branch": Scope(lambda c, n: block("if me >= 0:", block(AT, over_blocks(c)))),
    "pl.at in pl.at": Scope(lambda c, n: block(AT, ["q = me + 0", *block(AT, over_blocks(c))])),
    "pl.at in pl.manual_scope": Scope(lambda c, n: block("with pl.manual_scope():", block(AT, over_blocks(c)))),
    "with pl.spmd": Scope(lambda c, n: grid(n, numbered(c))),
    "with pl.spmd as tid": Scope(lambda c, n: [*grid(n, numbered(c), " as tid:"), *BEHIND]),
    "for in pl.spmd": Scope(lambda c, n: grid_loop(n, c.lines)),
    "pl.at in pl.spmd": Scope(lambda c, n: grid(n, block(AT, numbered(c)))),
    "pl.at in pl.spmd as tid": Scope(lambda c, n: [*grid(n, block(AT, numbered(c)), " as tid:"), *BEHIND]),
    "pl.at behind others in pl.spmd": Scope(
        lambda c, n: grid(n, ["q = pl.tile.get_block_idx() + 0", *block(AT, ["b = q + 0", *c.lines])])
    ),
    "pl.at before others in pl.spmd": Scope(
        lambda c, n: grid(n, [*block(AT, numbered(c)), TOUCH.replace("[0, 0]", "[pl.tile.get_block_idx(), 0]")])
    ),
    "pl.at beside others in for": Scope(lambda c, n: grid_loop(n, ["q = b + 0", *block(AT, ["b = q + 0", *c.lines])])),
    "pl.cluster": Scope(lambda c, n: cluster(over_blocks(c))),
    "pl.at in pl.cluster": Scope(lambda c, n: cluster(block(AT, over_blocks(c)))),
    "two pl.at in pl.cluster": Scope(
        lambda c, n: cluster(["q = me + 0", *block(AT, over_blocks(c)), *block(AT, [TOUCH])])
    ),
    "pl.spmd in pl.cluster": Scope(lambda c, n: cluster(grid(n, numbered(c)))),
    "for in pl.cluster": Scope(lambda c, n: cluster(grid_loop(n, c.lines))),
    "pl.at in pl.spmd in pl.cluster": Scope(lambda c, n: cluster(grid(n, block(AT, numbered(c))))),
    "kernel": Scope(called, whole),
    "pl.at in a kernel": Scope(called, lambda c, n: block(AT, over_blocks(c))),
    "kernel in pl.at": Scope(lambda c, n: block(AT, ["q = me + 0", CALL]), whole),
    "kernel in pl.spmd": Scope(lambda c, n: grid(n, [CALL]), one_block),
    "kernel in pl.spmd as tid": Scope(lambda c, n: [*grid(n, [CALL], " as tid:"), *BEHIND], one_block),
    "kernel on a slice in pl.spmd": Scope(
        lambda c, n: grid(n, [CALL.replace("(x,", "(x[0:B, :],")]),
        one_block,
        refused={"all_to_all_v": "PLP2032"},  # A collective works on whole tensors.
    ),
    "kernel beside others in pl.spmd": Scope(
        lambda c, n: grid(n, ["b = pl.tile.get_block_idx()", CALL_BLOCK]), lambda c, n: c.lines, takes_block=True
    ),
    "kernel in for": Scope(lambda c, n: grid_loop(n, [CALL_BLOCK]), lambda c, n: c.lines, takes_block=True),
    "kernel in pl.cluster": Scope(lambda c, n: cluster([CALL]), whole),
    "kernel in pl.spmd in pl.cluster": Scope(lambda c, n: cluster(grid(n, [CALL])), one_block),
    "inline in pl.at": Scope(lambda c, n: block(AT, [CALL]), whole, "inline"),
    "inline in pl.spmd": Scope(lambda c, n: grid(n, [CALL]), one_block, "inline"),
    "inline in pl.cluster": Scope(lambda c, n: cluster([CALL]), whole, "inline"),
    "inline around pl.at": Scope(called, lambda c, n: block(AT, over_blocks(c)), "inline"),
    "inline around for": Scope(called, lambda c, n: grid_loop(n, c.lines), "inline"),
    "FunctionType.InCore": Scope(called, whole, "InCore"),
    "FunctionType.InCore in pl.spmd": Scope(lambda c, n: grid(n, [CALL]), one_block, "InCore"),
    "FunctionType.Inline in pl.at": Scope(lambda c, n: block(AT, [CALL]), whole, "Inline"),
    "FunctionType.Inline around pl.at": Scope(called, lambda c, n: block(AT, over_blocks(c)), "Inline"),
}

LOAD = "t = pl.load(x, [0, 0], [B, W])"

# Launches inside of kernel code. The reference refuses them too: it has one kernel in a grid, and no kernel in a kernel.
REFUSED = {
    "a grid in pl.at": (block(AT, [LOAD, *grid_loop("B", ["pl.store(t, [0, 0], y)"])]), "PLP0110"),
    "a grid in a grid": (grid("B", grid_loop("B", ["pl.store(pl.load(x, [b, 0], [1, W]), [b, 0], y)"])), "PLP0110"),
    "a grid beside others in a cluster": (
        cluster([*block(AT, [LOAD, "pl.store(t, [0, 0], y)"]), *grid_loop("B", ["pl.write(y, [b, 0], 1.0)"])]),
        "PLP0110",
    ),
    "a cluster in a cluster": (cluster(cluster([LOAD, "pl.store(t, [0, 0], y)"])), "PLP0110"),
    "a cluster in a grid": (grid("B", cluster(["b = pl.tile.get_block_idx()", "pl.write(y, [b, 0], 1.0)"])), "PLP0110"),
    "a task with an id in pl.at": (
        block(AT, [LOAD, *block(AT[:-1] + " as tid:", ["pl.store(t, [0, 0], y)"])]),
        "PLP0110",
    ),
    "an id of a cluster": (block("with pl.cluster() as tid:", [LOAD, "pl.store(t, [0, 0], y)"]), "PLY0110"),
    "an id in a cluster": (cluster(grid("B", [LOAD, "pl.store(t, [0, 0], y)"], " as tid:")), "PLY0110"),
    "a predicate": (
        block("with pl.at(level=pl.Level.CORE_GROUP, predicate=(x[0, 0] > 0)):", [LOAD, "pl.store(t, [0, 0], y)"]),
        "PLP0112",
    ),
}
