"""Draws expressions of a kernel. Each is Python that means the same with run-time values and with numbers."""

COMPARISONS = ("<", ">", "==", "!=", "<=", ">=")

# Compile-time integers, some only by way of an object, a helper or an IntEnum.
STATIC_INTS = (
    "N", "NEG", "FACTORS[1]", "TABLE[0]", 'CONFIG["rows"]', "Small.TWO", "Small.FIVE", "len(TABLE)", "double(N)",
    "double(N, more=1)", "pick(MODE)", "pick(MODE, ring=4)", "table(4)[3]", "weights((N, 2))['a']", "conf.rows",
    "conf.width", "conf.scaled()", "conf.scaled(by=3)", "pair(N)[0]", "first((N, 7))", "first(FACTORS)", "add_three(N)",
    "max(FACTORS)", "min(TABLE)", "sum(FACTORS)", "sum(TABLE, 1)", "int(FLAG)", "FLAG + 1", "abs(NEG)", "NEG // 2",
    "NEG % 3", "int('11', 2)", "round(2.5)", "len(NAME)", "MODE.value", "TABLE[-1]", "(7, 8, 9)[N % 3]",
    "sorted(TABLE, reverse=True)[0]", "next(i for i in (3, 4, 5) if i > N)", "divmod(11, N + 4)[1]", "ord('a') % 7",
)

# Compile-time conditions.
STATIC_TESTS = (
    "MODE is Mode.RING", "MODE is not Mode.RING", "MODE == Mode.MESH", "MODE in (Mode.MESH, Mode.RING)", "N in FACTORS",
    "N not in TABLE", 'NAME == "ring"', '"in" in NAME', "NAME.startswith('r')", "FLAG", "not FLAG", "NOTHING is None",
    "NOTHING", "HALF > 0.25", "N > 2 and FLAG", "N == Small.TWO", "Small.TWO in FACTORS", "conf.mode is MODE",
    "isinstance(N, int)", "all(f > 0 for f in FACTORS)", "any(f == N for f in FACTORS)", "TABLE", "not CONFIG.get(9)",
    'CONFIG.get("rows", 0) > 1', "type(FACTORS) is tuple", "weights((N, 1)) is weights((N, 1))", "0 < N < 3",
    "1 < N != 3", 'pair(N)[1] == "ring"', "TABLE[0] is TABLE[0]", "(1, 2) < (1, N)", "NAN == NAN", "NAN != NAN",
    "0.0 == -0.0", "isinstance(NAME, str)", "len(range(0, 9, N + 3)) == 2", "frozenset(FACTORS) >= {1, 2}",
)


class Expressions:
    """Draws texts of expressions over the names that are bound where they stand."""

    def __init__(self, random, spices, block=None):
        self.random = random
        self.spices = spices if block is None else spices - {"order"}
        self.block_index = block  # blocks run side by side: each keeps to its own half of memory
        self.tensors = "tensors" in spices  # values are tensors, which the compiler turns into tiles
        self.kinds = {}  # the kind of each name that is bound here
        self.maybe = []  # names that only some paths to here bind

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def one(self, *choices):
        return choices[self.random.randrange(len(choices))]

    def mostly(self, usual, seldom):
        """Of two kinds of draws, the second now and then: the compiler may refuse it."""
        return self.one(*usual) if self.chance(94) else self.one(*seldom)

    def has(self, spice):
        return spice in self.spices

    def names(self, kind):
        return [name for name, k in self.kinds.items() if k == kind]

    def of(self, kind):
        """A bound name of a kind; there is always one."""
        found = self.names(kind)
        return found[self.random.randrange(len(found))]

    # Integers.

    def int(self, depth=2):
        """An integer, mostly one of run time."""
        weights = [self._int_name, self._int_name, self._int_literal, self._int_read]
        if depth > 0:
            weights += [self._int_sum, self._int_sum, self._int_quotient, self._int_bits, self._int_extreme]
            for spice, draw in (
                ("choice", self._int_choice),
                ("static", self._int_static),
                ("fold", self._int_fold),
                ("element", self._int_element),
                ("boolean", self._int_of_bool),
                ("inline", self._int_inline),
                ("order", self._int_inline),
            ):
                if self.has(spice):
                    weights += [draw, draw]
        return self.one(*weights)(depth - 1)

    def bounded(self, depth=2):
        """An integer from 0 to 96."""
        return f"({self.int(depth)}) % 97"

    def cell(self, depth=0):
        """An index of memory, or of a tile's column."""
        if self.block_index:
            return f"({self.block_index} * 4 + {self.random.randrange(4)})"
        return str(self.random.randrange(8)) if depth <= 0 or self.chance(60) else f"({self.of('int')} % 8)"

    def _int_name(self, depth):
        if self.maybe and self.chance(3):
            return self.one(*self.maybe)
        return self.of("int")

    def _int_literal(self, depth):
        return str(self.random.randrange(-3, 10))

    def _int_read(self, depth):
        cell = self.cell(1)
        return self.one(f"pl.cast(pl.read(m, [{cell}]), pl.INDEX)", f"pl.cast(m[{cell}], pl.INDEX)")

    def _int_sum(self, depth):
        return f"({self.int(depth)} {self.one('+', '-', '*')} {self.int(depth)})"

    def _int_quotient(self, depth):
        divisor = self.one("2", "3", "-3", "7", f"({self.of('int')} % 5 + 1)")
        return f"({self.int(depth)} {self.one('//', '%')} {divisor})"

    def _int_bits(self, depth):
        return self.one(
            f"({self.int(depth)} {self.one('&', '|', '^')} {self.int(depth)})",
            f"({self.int(depth)} {self.one('<<', '>>')} {self.random.randrange(3)})",
            f"-{self.int(0)}",
            f"(~{self.int(0)})",
        )

    def _int_extreme(self, depth):
        function = self.one("min", "max", "pl.min", "pl.max")
        if self.chance(15):
            return f"abs({self.int(depth)})"
        return f"{function}({self.int(depth)}, {self.int(depth)})"

    def _int_choice(self, depth):
        test = self.mostly([self.static_test], [lambda: self.test(depth)])()
        return f"({self.int(depth)} if {test} else {self.int(depth)})"

    def _int_static(self, depth):
        return self.static_int()

    def static_int(self):
        """An integer that is known when the kernel is compiled."""
        local = self.names("static int")
        if local and self.chance(40):
            return self.one(*local)
        return self.one(*STATIC_INTS)

    def _int_fold(self, depth):
        """Builtins over containers of run-time values, and comprehensions."""
        a, b, c = self.int(depth), self.int(depth), self.int(0)
        usual = [
            f"sum([{a}, {b}, {c}])",
            f"sum([{a}, {b}], {c})",
            f"min([{a}, {b}, {c}])",
            f"max({a}, {b}, {c})",
            f"sum(q * {self.of('int')} for q in FACTORS)",
            f"min(q + {self.of('int')} for q in TABLE if q > 0)",
            f"sum(p * q for p, q in zip(FACTORS, [{a}, {b}, {c}]))",
            f"[{a}, {b}, {c}][{self.random.randrange(-3, 3)}]",
            f"sum([q for q in ({a}, {b})])",
            f"len([{a}, {b}])",
            f"sum(i * q for i, q in enumerate([{a}, {b}], 1))",
            f"{{'p': {a}, 'q': {b}}}['{self.one('p', 'q')}']",
            f"[*[{a}], {b}][1]",
            f"list(reversed([{a}, {b}]))[0]",
        ]
        seldom = [
            f"max(({a}, {b}), default=1)",
            f"max([{a}, {b}], key=lambda q: -q)",
            f"sorted([{a}, {b}])[0]",
            f"(lambda q: q + {b})({a})",
        ]
        return self.mostly(usual, seldom)

    def _int_element(self, depth):
        lists = self.names("ints")
        if lists:
            name = self.one(*lists)
            return self.one(f"{name}[{self.random.randrange(-2, 2)}]", f"sum({name})", f"max({name})", f"{name}[0]")
        return self.of("int")

    def _int_of_bool(self, depth):
        usual = [f"(({self.comparison(depth)}) + {self.int(0)})", f"bool({self.int(0)}) * 3", f"(2 - ({self.comparison(0)}))"]
        seldom = [f"int({self.test(depth)})", f"({self.int(0)} or {self.int(0)})", f"({self.int(0)} and {self.int(0)})"]
        return self.mostly(usual, seldom)

    def _int_inline(self, depth):
        """Calls of functions that are spliced in; `tick` writes memory, so that the order of evaluation shows."""
        if self.has("order"):
            tick = f"tick(m, {self.int(0)})"
            return self.one(tick, tick, f"({tick} - {self._int_read(0)})", f"({self._int_read(0)} * 3 - {tick})")
        return f"mixed({self.int(0)}, {self.int(0)})"

    # Conditions.

    def test(self, depth=1):
        """A condition, mostly one of run time."""
        draws = [self.comparison] * 4
        if depth > 0:
            draws += [self._both, self._both, self._not]
        if self.has("member"):
            draws += [self._member] * 3
        if self.has("static"):
            draws += [lambda d: self.static_test()] * 2
        if self.has("guard") and not self.block_index:
            draws += [self._guarded] * 2
        if self.has("truth"):
            draws += [lambda d: self.int(0), self._chain, self._chain]
        return self.one(*draws)(depth - 1)

    def static_test(self):
        """A condition that is known when the kernel is compiled."""
        return self.one(*STATIC_TESTS)

    def comparison(self, depth):
        if self.has("float") and self.chance(25):
            return f"{self.float(0)} {self.one(*COMPARISONS)} {self.float(0)}"
        right = str(self.random.randrange(50)) if self.chance(50) else self.int(depth)
        return f"{self.int(depth)} {self.one(*COMPARISONS)} {right}"

    def _both(self, depth):
        return f"({self.test(depth)} {self.one('and', 'or')} {self.test(depth)})"

    def _guarded(self, depth):
        """A read that is out of range where what stands before it keeps Python from it."""
        i, limit = self.of("int"), self.random.randrange(50)
        return self.one(
            f"(0 <= {i} < 8 and pl.read(m, [{i}]) < {limit})",
            f"({i} < 0 or {i} >= 8 or m[{i}] > {limit})",
            f"({i} > 0 and {limit} // {i} > 2)",
            f"any(0 <= {i} + q < 8 and pl.read(m, [{i} + q]) > {limit} for q in FACTORS)",
        )

    def _not(self, depth):
        return f"(not {self.test(depth)})"

    def _chain(self, depth):
        return f"{self.int(0)} {self.one('<', '<=')} {self.int(0)} {self.one('<', '<=', '!=', '>')} {self.int(0)}"

    def _member(self, depth):
        a = self.int(0)
        return self.one(
            f"{a} in (0, 2, 7)",
            f"{a} not in FACTORS",
            f"{a} in ({self.int(0)}, {self.int(0)})",
            f"any({a} == q for q in FACTORS)",
            f"all({a} != q for q in TABLE)",
            f"any([{self.comparison(0)}, {self.comparison(0)}])",
            f"all([{self.comparison(0)}, N > 0, {self.comparison(0)}])",
            f"{a} in range(2, 60, 3)",
        )

    # Floats, multiples of a half.

    def float(self, depth=1):
        draws = [lambda d: self.of("float"), lambda d: self.of("float"), lambda d: self.one("0.5", "-1.0", "HALF", "2.5")]
        draws.append(lambda d: f"{self.of('tile')}[0, {self.random.randrange(8)}]")
        draws.append(lambda d: f"pl.read({self.of('tile')}, [0, {self.cell(0)}])")
        if depth > 0:
            draws += [
                lambda d: f"({self.float(d)} + {self.float(d)})",
                lambda d: f"({self.float(d)} - {self.float(d)})",
                lambda d: f"min({self.float(d)}, {self.float(d)})",
                lambda d: f"max({self.float(d)}, {self.float(d)})",
                lambda d: f"(-{self.float(d)})",
                lambda d: f"abs({self.float(d)})",
            ]
        return self.one(*draws)(depth - 1)

    # Tiles of one row.

    def tile(self, depth=1):
        name = self.of("tile")
        if depth <= 0:
            return name
        draws = [
            lambda: f"pl.add({self.tile(depth - 1)}, {self.addend()})",
            lambda: f"pl.sub({self.tile(depth - 1)}, {self.addend()})",
            lambda: f"pl.maximum({self.tile(depth - 1)}, {self.tile(depth - 1)})",
            lambda: f"pl.minimum({self.tile(depth - 1)}, {self.tile(depth - 1)})",
            lambda: f"({self.tile(depth - 1)} + {self.addend()})",
            lambda: f"({self.tile(depth - 1)} - {self.tile(depth - 1)})",
            lambda: f"pl.mul({self.tile(depth - 1)}, -1.0)",
            lambda: self.loaded(self.one("z", "f"), self.row()),
        ]
        if self.has("containers") and self.names("tiles"):
            draws += [lambda: f"{self.of('tiles')}[{self.one('0', '1', '-1')}]"] * 3
        if self.has("fold"):
            draws += [
                lambda: f"[pl.add({name}, float(q)) for q in FACTORS][{self.random.randrange(3)}]",
                lambda: f"{{q: {name} + float(q) for q in FACTORS}}[N]",
            ]
        if self.has("choice"):
            draws += [lambda: f"({self.tile(0)} if {self.static_test()} else {self.tile(0)})"]
        if self.has("inline"):
            draws += [lambda: f"lifted({self.tile(0)}, {self.one('0.5', '2.0')})"] * 2
        return self.one(*draws)()

    def loaded(self, memory, row):
        """A row of memory: a copy, or, where values are tensors, perhaps the row itself."""
        if not self.tensors:
            return f"pl.load({memory}, [{row}, 0], [1, 8])"
        part = f"{memory}[{row}:{row} + 1, {self.one(':', '0:8')}]"
        return part if self.chance(40) else f"pl.add({part}, 0.0)"

    def addend(self):
        if self.has("float") and self.chance(40):
            return self.float(0)
        return self.one("0.5", "1.0", "2.0", "HALF", self.tile(0))

    def row(self):
        if self.block_index:
            return f"({self.block_index} * 2 + {self.random.randrange(2)})"
        return str(self.random.randrange(4)) if self.chance(70) else f"({self.of('int')} % 4)"
