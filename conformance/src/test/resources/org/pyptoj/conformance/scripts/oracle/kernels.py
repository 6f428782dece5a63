"""Draws whole kernels: what the module defines, the parameters, a body, and what is told of every name at the end."""

from exchanges import exchanges
from statements import FLOATS, INTS, TILES, Statements
from tree import Compound, Line, print_block

SPICES = (
    "swap", "targets", "chain", "containers", "alias", "static names", "float", "elements", "tile write", "delete",
    "functions", "order", "static loop", "static", "choice", "fold", "element", "boolean", "inline", "member",
    "truth", "loop else", "loop index", "part", "rounds", "guard",
    "tensors", "pipelined",
)

INLINED = """\
@pl.jit.inline
def tick(m: pl.InOut[pl.Tensor[[8], pl.INT32]], by: pl.Scalar[pl.INDEX]):
    pl.write(m, [0], pl.cast((pl.cast(pl.read(m, [0]), pl.INDEX) * 2 + by + 1) % 97, pl.INT32))
    return pl.cast(pl.read(m, [0]), pl.INDEX)


@pl.jit.inline
def mixed(n: pl.Scalar[pl.INDEX], by: pl.Scalar[pl.INDEX]):
    n = n * 2 + by
    if n > 40:
        n = n - by
    return n % 97


@pl.jit.inline
def lifted(t: pl.Tile[[1, 8], pl.FP32], by: pl.Scalar[pl.FP32]):
    t = pl.add(t, by)
    return pl.maximum(t, 0.0)


@pl.jit.inline
def kept(t: pl.Tile[[1, 8], pl.FP32]):
    return t


"""

MARKING = """\
@pl.jit.inline
def marked(t: pl.InOut[pl.Tensor[[1, 8], pl.FP32]], by: pl.Scalar[pl.FP32]):
    t[0:1, 0:4] = pl.add(t[0:1, 4:8], by)
    return t


@pl.jit.inline
def mark(t: pl.InOut[pl.Tensor[[1, 8], pl.FP32]]):
    t[0:1, 4:8] = pl.maximum(t[0:1, 0:4], 1.5)


"""

PARAMETERS = """\
    x: pl.Tensor[[8], pl.INT32],
    f: pl.Tensor[[4, 8], pl.FP32],
    m: pl.InOut[pl.Tensor[[8], pl.INT32]],
    y: pl.InOut[pl.Tensor[[8], pl.INT32]],
    z: pl.InOut[pl.Tensor[[12, 8], pl.FP32]],
"""


ARGUMENTS = "x, f, m, y, z"

WINDOWS = """\
    box: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]],
    done: pl.InOut[pld.DistributedTensor[[8, 1], pl.INT32]],
"""

HOST = """\
@pl.jit.host
def kern(
    x: pl.Tensor[[RANKS, 8], pl.INT32],
    f: pl.Tensor[[RANKS, 4, 8], pl.FP32],
    m: pl.InOut[pl.Tensor[[RANKS, 8], pl.INT32]],
    y: pl.InOut[pl.Tensor[[RANKS, 8], pl.INT32]],
    z: pl.InOut[pl.Tensor[[RANKS, 12, 8], pl.FP32]],
):
    boxes = pld.alloc_window_buffer([4, 8], dtype=pl.FP32)
    signals = pld.alloc_window_buffer([8, 1], dtype=pl.INT32)
"""

WINDOWS_MADE = (
    "box = pld.window(boxes, [4, 8], dtype=pl.FP32)",
    "done = pld.window(signals, [8, 1], dtype=pl.INT32)",
)

SCOPE = "with pl.at(level=pl.Level.CORE_GROUP):"


def dispatches(random, ranks):
    """Each device gets its part of the work: its own or another's, and perhaps with outputs that trade places."""

    def chip(at, first="m", second="y"):
        return Line(f"chip(x[{at}], f[{at}], {first}[{at}], {second}[{at}], z[{at}], box, done, device=r)")

    made = [Line(line) for line in WINDOWS_MADE]
    static, moved = f"for r in range({ranks}):", f"(r + {random.randrange(1, ranks)})"
    loop = (static, "for r in pl.range(pld.world_size()):", f"for r in pl.range({ranks}):")[random.randrange(3)]
    kind = random.randrange(5)
    if kind == 0:
        order = random.sample(range(ranks), ranks)
        return [Line(f"order = {order}"), Compound((static, made + [chip("order[r]")]))]
    if kind == 1:
        size = (str(ranks), "pld.world_size()")[random.randrange(2)]
        return [Compound((loop, made + [Line(f"s = {moved} % {size}"), chip("s")]))]
    if kind == 2:
        test = (f"r == {random.randrange(ranks)}", "r % 2 == 0", f"r in (0, {ranks - 1})", f"not r > {ranks - 2}")[random.randrange(4)]
        return [Compound((loop, made + [Compound((f"if {test}:", [chip("r", "y", "m")]), ("else:", [chip("r")]))]))]
    return [Compound((loop, made + [chip("r")]))]


class Kernel:
    """A module's text in parts: all is fixed but the body, which can be made smaller.

    Args:
        form: what the body stands in, a name of FORMS.
        inlined: functions that the body may call.
        dispatch: what the host function does with its windows.
        ranks: how many devices there are; None for one chip without a host function.
    """

    def __init__(self, constants, form, ranks, body, inlined=INLINED, dispatch=()):
        self.constants = constants
        self.inlined = inlined
        self.dispatch = dispatch
        self.form = form
        self.ranks = ranks
        self.body = body

    def with_body(self, body):
        return Kernel(self.constants, self.form, self.ranks, body, self.inlined, self.dispatch)

    def source(self):
        signature = PARAMETERS + (WINDOWS if self.ranks else "") + "):"
        arguments = ARGUMENTS + (", box, done" if self.ranks else "")
        result = Line("return m, y, z")

        def function(name, statements):
            return Compound((f"def {name}(\n{signature}", statements + [result]))

        out = []
        print_block(FORMS[self.form](self.body, function, "chip" if self.ranks else "kern", arguments), "", out)
        if self.ranks:
            out += ["", "", HOST.replace("RANKS", str(self.ranks)).rstrip()]
            print_block(self.dispatch, "    ", out)
        return self.constants + "\n\n" + self.inlined + "\n".join(out) + "\n"


def _scope(body, function, top, arguments):
    return [Line("@pl.jit"), function(top, [Compound((SCOPE, body))])]


def _bare(body, function, top, arguments):
    """The body has scopes of its own."""
    return [Line("@pl.jit"), function(top, body)]


def _incore(body, function, top, arguments):
    call = Line(f"m, y, z = step({arguments})")
    return [Line("@pl.jit.incore"), function("step", body), Line("@pl.jit"), function(top, [call])]


def _closure(body, function, top, arguments):
    made = [Line("@pl.jit.incore"), function("step", body), Line("return step")]
    call = Line(f"m, y, z = step({arguments})")
    return [Compound(("def made(N, MODE):", made)), Line("step = made(N, MODE)"), Line("@pl.jit"), function(top, [call])]


def _inlined(body, function, top, arguments):
    call = Line(f"m, y, z = step({arguments})")
    return [Line("@pl.jit.inline"), function("step", body), Line("@pl.jit"), function(top, [Compound((SCOPE, [call]))])]


FORMS = {"scope": _scope, "bare": _bare, "incore": _incore, "closure": _closure, "inlined": _inlined}


def first_values(statements, ranks):
    """What every body begins with."""
    lines = ["me = pld.rank(pld.get_comm_ctx(box))", "n = pld.nranks(pld.get_comm_ctx(box))", "epoch = 0"] if ranks else []
    lines += [f"{n} = pl.cast(pl.read(x, [{i}]), pl.INDEX)" for i, n in enumerate(INTS)]
    lines += [f"{n} = pl.read(f, [1, {i}])" for i, n in enumerate(FLOATS)]
    lines += [f"{n} = {statements.loaded('f', i)}" for i, n in enumerate(TILES)]
    return [Line(line) for line in lines]


def last_values(statements, block):
    """What every body ends with: its variables become elements of the outputs."""
    row = f"{block} * 4 + 4" if block else "4"
    cell = f"{block} * 4 + " if block else ""
    lines = [f"pl.write(y, [{cell}{i}], pl.cast({n}, pl.INT32))" for i, n in enumerate(INTS)]
    stores = [statements.stored(n, f"{row} + {i}") for i, n in enumerate(TILES)]
    floats = [Line(f"pl.write(z, [{row} + 3, {i}], {n})") for i, n in enumerate(FLOATS)]
    return [Line(line) for line in lines] + stores + floats


def constants(random):
    return "\n".join(
        [
            "from support import Config, Mode, Name, Small, add_three, double, first, pair, pick, table, weights",
            "",
            f"N = {random.randrange(1, 4)}",
            f"NEG = -{random.randrange(1, 6)}",
            "FACTORS = (1, 2, 3)",
            f"TABLE = [{random.randrange(3)}, {random.randrange(9)}, 5]",
            f'CONFIG = {{"rows": {random.randrange(1, 4)}, "mode": Mode.RING, 3: "three"}}',
            f"MODE = Mode.{('MESH', 'RING')[random.randrange(2)]}",
            f"NAME = {('Name(%r)' if random.randrange(2) else '%r') % ('ring', 'mesh')[random.randrange(2)]}",
            f"FLAG = {random.randrange(2) == 0}",
            "NOTHING = None",
            "HALF = 0.5",
            "NAN = float('nan')",
            f"conf = Config({random.randrange(1, 5)})",
        ]
    )


def draw(random, spices=SPICES):
    """A kernel with a few of the special things that a kernel may have; one of four runs on several ranks."""
    chosen = {spices[random.randrange(len(spices))] for _ in range(1 + random.randrange(3))} if spices else set()
    form = ("scope", "incore", "closure", "inlined", "several scopes", "blocks")[random.randrange(6)]
    inlined = INLINED.replace("pl.Tile", "pl.Tensor") + MARKING if "tensors" in chosen else INLINED
    alone = form in ("several scopes", "blocks") or "tensors" in chosen
    ranks = random.randrange(2, 5) if random.randrange(4) == 0 and not alone else None

    def body(block=None):
        statements = Statements(random, chosen, block)
        for names, kind in ((INTS, "int"), (FLOATS, "float"), (TILES, "tile")):
            statements.kinds.update((name, kind) for name in names)
        if block:
            statements.kinds[block] = "int"
        if ranks:
            statements.kinds.update(me="int", n="int")
            drawn = exchanges(statements, ranks)
        else:
            drawn = statements.block(0, 3 + random.randrange(4), False)
        return first_values(statements, ranks) + drawn + last_values(statements, block)

    if form == "several scopes":
        second = Compound((SCOPE, body()))
        if random.randrange(2):
            second = Compound((f"for turn in pl.range({random.randrange(1, 4)}):", [second]))
        return Kernel(constants(random), "bare", None, [Compound((SCOPE, body())), second], inlined)
    if form == "blocks":
        blocks = body("blk")
        if random.randrange(3) == 0:
            blocks = [Compound((SCOPE, blocks))]
        grid = Compound(('for blk in pl.spmd(2, name_hint="blocks"):', blocks))
        return Kernel(constants(random), "bare", None, [grid], inlined)
    dispatch = dispatches(random, ranks) if ranks else ()
    return Kernel(constants(random), form, ranks, body(), inlined, dispatch)
