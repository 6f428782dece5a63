"""Draws statements of a kernel: assignments of every form, control flow, reads and writes."""

from expressions import Expressions
from tree import Compound, Line

INTS = ("a", "b", "c", "d")
FLOATS = ("p", "q0")
TILES = ("t", "u", "v")
DEPTH = 3


class Statements(Expressions):
    """Draws blocks; what a block binds is known behind it where every path binds it."""

    def __init__(self, random, spices, block=None):
        super().__init__(random, spices, block)
        self.counter = 0
        self.loops = 0

    def fresh(self, stem):
        self.counter += 1
        return f"{stem}{self.counter}"

    def block(self, depth, count, in_loop):
        """Statements, the last of which may leave a loop."""
        out = []
        for _ in range(count):
            out += self.statement(depth, in_loop)
        return out

    def statement(self, depth, in_loop):
        draws = [self.assign_int] * 3 + [self.assign_tile] * 2 + [self.write_memory, self.store, self.augment_int]
        if depth < DEPTH:
            draws += [self.branch] * 4 + [self.counted, self.counted, self.conditional]
            for spice, draw in (("static loop", self.static_loop), ("static", self.static_branch)):
                draws += [draw] * (3 * self.has(spice))
        for spice, draw in (
            ("swap", self.swap),
            ("targets", self.targets),
            ("chain", self.chained),
            ("containers", self.containers),
            ("alias", self.alias if depth == 0 or self.chance(3) else self.write_tile),
            ("static names", self.static_names),
            ("float", self.assign_float),
            ("elements", self.augment_element),
            ("tile write", self.write_tile),
            ("part", self.part),
            ("rounds", self.rounds),
            ("tensors", self.one_row_or_another),
            ("tensors", self.written_by_function),
            ("delete", self.delete),
            ("functions", self.local_function),
            ("order", self.ordered),
        ):
            draws += [draw] * (3 * self.has(spice))
        drawn = self.one(*draws)
        if drawn in (self.branch, self.counted, self.conditional, self.static_loop, self.static_branch):
            return drawn(depth, in_loop)
        return drawn()

    # Assignments.

    def assign_int(self):
        return [Line(f"{self.one(*INTS)} = {self.bounded()}")]

    def augment_int(self):
        operator = self.one("+=", "-=", "//=", "%=", "^=", "&=")
        operand = self.one("1", "2", "3") if operator in ("//=", "%=") else self.one("1", "2", "3", self.of("int"))
        name = self.one(*INTS)
        return [Line(f"{name} {operator} {operand}"), Line(f"{name} %= 97")]

    def assign_float(self):
        return [Line(f"{self.one(*FLOATS)} = {self.float()}")]

    def assign_tile(self):
        name = self.one(*TILES)
        if self.chance(10):
            return [Line(f"{name} {self.one('+=', '-=')} {self.addend()}")]
        return [Line(f"{name} = {self.tile()}")]

    def swap(self):
        """Several names at once from each other: the right side is read before."""
        family = self.one(INTS, TILES, FLOATS) if self.has("float") else self.one(INTS, TILES)
        order = list(family)
        for i in range(len(order) - 1, 0, -1):
            j = self.random.randrange(i + 1)
            order[i], order[j] = order[j], order[i]
        n = 2 + self.random.randrange(len(order) - 1) if len(order) > 2 else 2
        names = order[:n]
        turned = names[1:] + names[:1]
        if self.chance(40):
            draw = {INTS: self.bounded, TILES: self.tile, FLOATS: self.float}[family]
            turned[self.random.randrange(n)] = draw()
        left, right = ", ".join(names), ", ".join(turned)
        return [Line(self.one(f"{left} = {right}", f"({left}) = ({right})", f"[{left}] = [{right}]"))]

    def targets(self):
        """Starred and nested targets."""
        x, y, z = self.bounded(1), self.bounded(0), self.one("3", self.of("int"))
        rest = self.fresh("rest")
        kind = self.random.randrange(4)
        if kind == 0:
            out = [Line(f"a, *{rest} = {x}, {y}, {z}"), Line(f"b = ({rest}[0] + {rest}[-1] + len({rest})) % 97")]
        elif kind == 1:
            out = [Line(f"*{rest}, d = [{x}, {y}, {z}]"), Line(f"c = sum({rest}) % 97")]
        elif kind == 2:
            out = [Line(f"a, (b, (t, c)) = {x}, ({y}, ({self.tile()}, a))")]
        else:
            out = [Line(f"(a, b), [c, *{rest}] = (b, a), [{x}, {self.tile()}, {y}]"), Line(f"u = {rest}[0]")]
        return out

    def chained(self):
        """One value for several names; a tile then has two."""
        if self.chance(40):
            return [Line(f"{self.one('a = b', 'c = d = a', 'b = c')} = {self.bounded()}")]
        if self.chance(40):
            return [Line(f"a, b = c, d = {self.bounded(1)}, {self.one('b', '3')}")]
        return [Line(f"{self.one('t = u', 'u = v', 'v = t = u')} = {self.tile()}")]

    def alias(self):
        """A tile gets a second name and is written through one of them."""
        x, y = self.one(("t", "u"), ("u", "v"), ("v", "t"))
        writer = self.one(x, y)
        lines = [Line(f"{x} = {y}")]
        if self.chance(30):
            lines += self.assign_int()
        lines += self.write_tile(writer)
        if self.chance(6):
            lines = [Compound((f"if {self.test()}:", lines))]
        return lines

    def part(self):
        """A part of a tile has a name, and is read a while later; seldom, the tile is written between."""
        name, tile, other = self.fresh("part"), *self.one(("t", "u"), ("u", "v"), ("v", "t"))
        between = self.one(self.assign_int, self.write_memory, self.store, lambda: self.write_tile(other), lambda: [Line(f"{other} = {self.tile()}")])()
        if self.chance(10):
            between = self.write_tile(tile)
        half = self.one("[0:1, 0:4]", "[:, 4:8]")
        use = self.one(f"{other}{half} = {name}", f"{tile}{half} = {name}", f"{other}{half} = pl.add({name}, 1.0)")
        lines = [Line(f"{name} = {tile}{self.one('[0:1, 4:8]', '[:, 0:4]')}")] + between + [Line(use)]
        if self.chance(20):
            lines = [Compound((f"for again in pl.range({self.of('int')} % 3):", lines))]
        return lines

    def rounds(self):
        """A loop that gives tiles other names and writes parts of a tile in place."""
        x, y, written = self.random.sample(TILES, 3)
        if self.chance(8):
            written = self.one(x, y)
        moved = self.one(
            lambda: [Line(f"{x} = {y}")],
            lambda: [Line(f"{x}, {y} = {y}, {x}")],
            lambda: [Line(f"{x} += {self.one('1.0', y)}")],
            lambda: [Line(f"{x} = pl.add({y}, 1.0)")],
            lambda: [Line(f"{x} = {self.one(written, y)} = pl.add({y}, 1.0)")],
            lambda: [Line(f"{x} = [{y}, {x}][{self.one('0', '1')}]")] if self.chance(20) else [Line(f"{x} = kept({y})")],
            lambda: [Line(f"{x} = {self.one(x, y)} if {self.static_test()} else {y}")],
            lambda: [Compound((f"if {self.test()}:", [Line(f"{x} = {y}")]))],
        )()
        lines = [moved, self.write_tile(written), self.store()]
        self.random.shuffle(lines)
        before = [Line(f"{x} = {self.one(written, y)}")] if self.chance(8) else []
        body = [line for part in lines for line in part]
        return before + [Compound((f"for again in pl.range({self.of('int')} % 4):", body))]

    def one_row_or_another(self):
        """A name is one row of memory or another; seldom, memory is written before it is read."""
        name = self.fresh("row")
        first, second = (self.loaded(self.one("f", "z"), self.row()) for _ in range(2))
        if self.chance(30):
            second = self.tile(0)
        elif self.chance(15):
            second = self.one(*TILES)
        between = self.one(self.assign_int, self.assign_tile, self.write_memory)()
        if self.chance(15):
            between = self.store()
        chosen = [
            Line(f"{name} = {first}"),
            self.one(
                lambda: Compound((f"if {self.test()}:", [Line(f"{name} = {second}")])),
                lambda: Compound((f"for again in pl.range({self.of('int')} % 3):", [Line(f"{name} = {second}")])),
            )(),
        ]
        return chosen + between + [Line(f"{self.one(*TILES)} = pl.add({name}, 0.5)")]

    def written_by_function(self):
        """A function writes the value that it is given, which may have other names."""
        x, y = self.random.sample(TILES, 2)
        row = self.row()
        return self.mostly(
            [
                [Line(f"{x} = pl.add({self.tile(0)}, 1.0)"), Line(f"{x} = marked({x}, {self.one('0.5', '2.0')})")],
                [Line(f"mark(z[{row}:{row} + 1, :])")],
            ],
            [
                [Line(f"{x} = marked({y}, 0.5)")],
                [Line(f"mark({x})")],
                [Line(f"{x} = {y}"), Line(f"{x} = marked({x}, 1.0)")],
            ],
        )

    def write_tile(self, name=None):
        """Part of a tile gets another value in place."""
        name = name or self.one(*TILES)
        lower = self.one(0, 2, 4)
        value = self.one("1.0", "-2.5") if not self.has("float") else self.float()
        return [
            Line(
                self.one(
                    f"{name}[0:1, :] = {self.tile()}",
                    f"{name}[0:1, 0:4] = {self.tile(0)}[0:1, 4:8]",
                    f"{name}[:, {lower}:{lower + 4}] = pl.add({self.tile(0)}[:, 0:4], 1.0)",
                    f"{name}[0, {self.cell()}] = {value}",
                    f"pl.write({name}, [0, {self.cell()}], {value})",
                )
            )
        ]

    def augment_element(self):
        """An element of a tensor, a tile or a container gets a value that depends on its own."""
        cell = self.cell(1)
        kind = self.random.randrange(4)
        if kind == 0:
            value = self.one("1", "2", self.one("-1", "3"))
            return [Line(f"m[{cell}] = pl.cast(({self._int_read(0)} + {value}) % 97, pl.INT32)")]
        if kind == 1:
            return [Line(f"{self.one(*TILES)}[0, {self.cell()}] {self.one('+=', '-=')} 1.5")]
        if kind == 2:
            return [Line(f"m[{self.cell()}] {self.one('+=', '-=')} {self.one('1', '2')}")]
        if not self.names("ints"):
            return self.new_list("ints")
        name = self.of("ints")
        return [Line(f"{name}[{self.one('0', '1', '-1')}] {self.one('+=', '-=', '*=')} {self.of('int')} % 5")]

    # Containers.

    def new_list(self, kind):
        name = self.fresh("xs" if kind == "ints" else "ts")
        values = (self.bounded(0), self.bounded(0)) if kind == "ints" else (self.tile(), self.tile(0))
        self.kinds[name] = kind
        return [Line(f"{name} = [{values[0]}, {values[1]}]")]

    def containers(self):
        """Lists of run-time values, read and changed in place."""
        kind = self.one("ints", "tiles")
        if not self.names(kind):
            return self.new_list(kind)
        name = self.of(kind)
        value = self.bounded(0) if kind == "ints" else self.tile()
        scalar = "a" if kind == "ints" else "t"
        other = self.fresh("ys")
        return self.one(
            lambda: [Line(f"{name}[{self.one('0', '1', '-1')}] = {value}")],
            lambda: [Line(f"{name}[0], {name}[1] = {name}[1], {name}[0]")],
            lambda: [Line(f"{name}.append({value})"), Line(f"{scalar} = {name}.pop()")],
            lambda: [Line(f"{scalar}, {self.one('b', 'c') if kind == 'ints' else 'u'} = {name}")],
            lambda: [Line(f"{other} = {name}"), Line(f"{other}[1] = {value}"), Line(f"{scalar} = {name}[1]")],
            lambda: [Line(f"{other} = {{'x': {name}[0], 'y': {value}}}"), Line(f"{other}['x'] = {value}")]
            + [Line(f"{scalar} = {other}['{self.one('x', 'y')}']")],
            lambda: [Line(f"{name} = {name}[::-1]")],
            lambda: [Compound((f"for {other} in {name}:", [Line(f"{scalar} = " + self._fold_with(kind, other))]))],
        )()

    def _fold_with(self, kind, name):
        return f"(a + {name}) % 97" if kind == "ints" else f"pl.maximum(t, {name})"

    def static_names(self):
        """Local names of compile-time values, perhaps assigned on one path only."""
        known = self.names("static int")
        if known and self.chance(50):
            name = self.one(*known)
            return [
                Line(
                    self.one(f"{name} = {self.static_int()}", f"{name} = {name} + 1", f"{name} *= 2", f"{name} -= {self.static_int()}")
                )
            ]
        if self.chance(12):
            name = self.fresh("label")
            return [
                Line(f"{name} = {self.one('NAME', 'MODE.name', chr(34) + 'ring' + chr(34))}"),
                Compound((f"if {self.test()}:", [Line(f"{name} = 'mesh'")])),
                Compound((f"if {name} == 'mesh':", self.assign_int()), ("else:", self.assign_tile())),
            ]
        name = self.fresh("k")
        lines = [Line(f"{name} = {self.static_int()}")]
        self.kinds[name] = "static int"
        return lines

    def delete(self):
        name = self.fresh("gone")
        lines = [Line(f"{name} = {self.bounded(1)}"), Line(f"a = ({name} + a) % 97"), Line(f"del {name}")]
        if self.chance(2):
            lines.append(Line(f"b = {name}"))
        return lines

    def local_function(self):
        name = self.fresh("f")
        if self.chance(50):
            more = self.mostly(["1", "N"], [self.of("int")])
            line = Line(f"{name} = lambda n, by=2: n * by + {more}")
        else:
            line = Compound((f"def {name}(n, by=1):", [Line(f"return (n + by) * {self.one('2', 'N')}")]))
        return [line, Line(f"{self.one(*INTS)} = {name}({self.mostly(['3', 'double(N)'], [self.of('int')])}, by={self.one('2', 'N')}) % 97")]

    # Memory.

    def write_memory(self):
        cell, value = self.cell(1), self.bounded(1)
        return [Line(self.one(f"pl.write(m, [{cell}], pl.cast({value}, pl.INT32))", f"m[{cell}] = pl.cast({value}, pl.INT32)"))]

    def store(self):
        return [self.stored(self.tile(), self.row())]

    def stored(self, tile, row):
        """A row of the output gets a value."""
        if self.tensors:
            return Line(f"z[{row}:{row} + 1, :] = {tile}")
        return Line(self.one("z = ", "z = ", "") + f"pl.store({tile}, [{row}, 0], z)")

    def ordered(self):
        """Several expressions with effects in one statement."""
        x, y = f"tick(m, {self.int(0)})", self._int_read(0)
        usual = [
            f"a, b = {x}, {y}",
            f"b, c = {y}, {x}",
            f"d = ({x} * 2 + {y} - {x}) % 97",
            f"a = max({y}, {x}) % 97",
            f"c = mixed({y}, {x}) % 97",
            f"pl.write(m, [{self.cell()}], pl.cast(({x} + {y}) % 97, pl.INT32))",
            f"m[{x} % 8] = pl.cast({y}, pl.INT32)",
            f"m[0] = m[1] = pl.cast({x}, pl.INT32)",
            f"m[{x} % 8] += 1",
        ]
        seldom = [
            f"d = ({x} if {self.test()} else {y}) % 97",
            f"b = ({self.comparison(0)} and {x} > 3) + {y}",
        ]
        return [Line(self.mostly(usual, seldom))]

    # Control flow.

    def bound_on_all_paths(self, arms):
        """Draws arms from the same state; behind them a name is bound where every arm binds it."""
        before = dict(self.kinds)
        blocks, ends = [], []
        for draw in arms:
            self.kinds = dict(before)
            blocks.append(draw())
            ends.append(self.kinds)
        new = {name for end in ends for name in end if name not in before}
        self.kinds = before
        self.maybe += [n for n in new if n.startswith("k") and n not in self.maybe]
        return blocks

    def arm(self, depth, in_loop):
        out = self.block(depth, 1 + self.random.randrange(2), in_loop)
        if in_loop and self.chance(25):
            out.append(Line(self.one("break", "continue")))
        return out

    def branch(self, depth, in_loop, test=None):
        headers = [f"if {(test or self.test)()}:"]
        while self.chance(25):
            headers.append(f"elif {(test or self.test)()}:")
        if self.chance(50):
            headers.append("else:")
        blocks = self.bound_on_all_paths([lambda: self.arm(depth + 1, in_loop)] * len(headers))
        return [Compound(*zip(headers, blocks))]

    def static_branch(self, depth, in_loop):
        return self.branch(depth, in_loop, self.static_test)

    def counted(self, depth, in_loop):
        index = f"i{self.loops}"
        self.loops += 1
        bound = f"{self.of('int')} % 4"
        bounds = self.one(str(self.random.randrange(4)), f"1, {1 + self.random.randrange(5)}, 2", bound, f"1, {bound}", f"3, -1, -2")
        if self.has("static") and self.chance(30):
            bounds = f"{self.static_int()} % 4"
        form = "pl.unroll" if self.chance(10) and bounds.isdigit() else "pl.range"
        if self.has("pipelined") and self.chance(70):
            form, bounds = "pl.pipeline", f"{bounds}, stage={1 + self.random.randrange(4)}"

        def body():
            self.kinds[index] = "int"
            out = [Line(f"{self.one(*INTS)} = ({self.of('int')} + {index}) % 97")] if self.chance(50) else []
            if self.chance(15):
                out.append(Line(f"{index} = {index} + {self.of('int')} % 3"))
            return out + self.block(depth + 1, 1 + self.random.randrange(2), form != "pl.unroll")

        (block,) = self.bound_on_all_paths([body])
        if self.chance(4):
            self.maybe.append(index)
        parts = [(f"for {index} in {form}({bounds}):", block)]
        if self.has("loop else") and self.chance(50):
            parts.append(("else:", self.bound_on_all_paths([lambda: self.arm(depth + 1, in_loop)])[0]))
        after = [Line(f"b = (b + {index}) % 97")] if self.has("loop index") and self.chance(60) else []
        return [Compound(*parts)] + after

    def conditional(self, depth, in_loop):
        """A while loop that a counter of its own brings to an end."""
        left = f"n{self.loops}"
        self.loops += 1
        more = "" if self.chance(50) else f" and {self.test()}"
        (block,) = self.bound_on_all_paths([lambda: self.block(depth + 1, 1 + self.random.randrange(2), True)])
        parts = [(f"while {left} > 0{more}:", [Line(f"{left} = {left} - 1")] + block)]
        if self.has("loop else") and self.chance(60):
            parts.append(("else:", self.bound_on_all_paths([lambda: self.arm(depth + 1, in_loop)])[0]))
        return [Line(f"{left} = {self.of('int')} % 5"), Compound(*parts)]

    def static_loop(self, depth, in_loop):
        """A loop over compile-time values, which is unrolled."""
        name = f"s{self.loops}"
        self.loops += 1
        over, target, use = self.one(
            ("range(3)", name, name),
            ("range(3, 0, -1)", name, name),
            ("FACTORS", name, name),
            ("TABLE[::-1]", name, name),
            ("(Small.ONE, Small.FIVE)", name, name),
            ("enumerate(TABLE)", f"{name}, {name}v", f"({name} + {name}v)"),
            ("enumerate(FACTORS, 2)", f"{name}, {name}v", f"({name} * {name}v)"),
            ("zip(FACTORS, TABLE)", f"{name}, {name}v", f"({name} - {name}v)"),
            ("CONFIG.items()", f"{name}, {name}v", f"len(str({name}))"),
            ("Mode", name, f"{name}.value"),
            ("[(1, (2, 3)), (4, (5, 6))]", f"{name}, ({name}v, {name}w)", f"({name} + {name}w)"),
            ("reversed(FACTORS)", name, name),
            ("NAME", name, f"ord({name})"),
            ("table(3)", name, name),
            ("sorted({3, 1, 2})", name, name),
        )

        def body():
            out = [Line(f"{self.one(*INTS)} = ({self.of('int')} + {use}) % 97")] if self.chance(80) else []
            out += self.block(depth + 1, 1 + self.random.randrange(2), False)
            if self.chance(40):
                leave = [Line(self.one("break", "continue"))]
                test = self.one(f"{use} > {self.random.randrange(5)}", f"{use} == 2", self.test() if self.chance(6) else f"{use} != 3")
                out.append(Compound((f"if {test}:", leave)))
                out += self.assign_int()
            return out

        (block,) = self.bound_on_all_paths([body])
        parts = [(f"for {target} in {over}:", block)]
        if self.chance(30):
            parts.append(("else:", self.assign_int()))
        after = [Line(f"c = (c + {use}) % 97")] if self.chance(25) else []
        return [Compound(*parts)] + after
