"""Draws expressions of compile-time values, of every kind that Python's own objects have."""

INTS = ("0", "1", "-1", "2", "3", "7", "-8", "10", "63", "64", "2**31", "-2**63", "2**63", "9223372036854775807", "10**20", "N", "NEG", "BIG", "Small.TWO", "Small.FIVE", "True", "IDX", "SIZE[0]", "len(WORDS)")
FLOATS = ("0.0", "-0.0", "1.0", "0.5", "-2.5", "3.0", "1e16", "1e308", "0.1", "NAN", "INF", "-INF", "7.0", "-7.5", "2.5", "1e-320")
TEXTS = ("'ring'", "''", "NAME", "LABEL", "'a,b,,c'", "'Ünï'", "WORDS[1]", "'10'", "str(N)", "Mode.RING.name", "'RING'.lower()", "'x' * N", "' pad '", "f'{N}'")
OBJECTS = ("Mode.RING", "Mode.MESH", "MODE", "None", "NOTHING", "conf", "conf.mode", "SENTINEL", "Small.ONE", "FACTORS", "TABLE", "CONFIG", "weights((1, 2))", "table(3)", "SIZE", "NAME", "LABEL", "True", "False", "int", "len", "double", "SPAN", "IDX", "first", "()", "1", "'ring'", "NAN")
COMPARISONS = ("<", ">", "==", "!=", "<=", ">=")
ARITHMETIC = ("+", "-", "*", "//", "%", "/", "**", "&", "|", "^", "<<", ">>")


class Static:
    """Draws texts of expressions, typed well most of the time."""

    def __init__(self, random):
        self.random = random
        self.bound = []  # names that lambdas and comprehensions around bind to integers

    def one(self, *choices):
        return choices[self.random.randrange(len(choices))]

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def any(self, depth):
        draws = (self.int, self.int, self.float, self.text, self.test, self.tuple, self.list, self.dict, self.range, self.set, self.object, self.identity)
        return self.one(*draws)(depth)

    def object(self, depth):
        return self.one(*OBJECTS)

    # Numbers.

    def int(self, depth):
        if depth <= 0:
            return self.one(*self.bound) if self.bound and self.chance(50) else self.one(*INTS)
        d = depth - 1
        return self.one(
            lambda: self.arithmetic(self.int, d, ARITHMETIC),
            lambda: self.arithmetic(self.int, d, ("+", "-", "*", "//", "%")),
            lambda: f"({self.one('-', '+', '~')}{self.int(d)})",
            lambda: self.choice(self.int, d),
            lambda: f"({self.int(d)} {self.one('and', 'or')} {self.int(d)})",
            lambda: self.index(d),
            lambda: self.builtin_int(d),
            lambda: self.function(d),
            lambda: f"({self.test(d)} + {self.int(d)})",
        )()

    def arithmetic(self, draw, depth, operators):
        operator = self.one(*operators)
        right = draw(depth)
        if operator in ("<<", ">>", "**"):
            right = self.one("0", "1", "2", "3", "5", "62", "63", "64", "70", "-1") if operator != "**" else self.one("0", "1", "2", "3", "-1", "20", "0.5")
        return f"({draw(depth)} {operator} {right})"

    def builtin_int(self, d):
        i, f = self.int, self.float
        return self.one(
            lambda: f"abs({i(d)})",
            lambda: f"int({f(d)})",
            lambda: f"int({self.test(d)})",
            lambda: self.one("int('10', 16)", "int('-7')", "int('0x1f', 0)", "int(' 12 ')", "int('1_000')", "int('z', base=36)", "int('x')", "int()"),
            lambda: f"round({f(d)})",
            lambda: f"round({i(d)}, {self.one('-1', '0', '1')})",
            lambda: f"divmod({i(d)}, {i(0)})[{self.one('0', '1')}]",
            lambda: f"pow({i(0)}, {self.one('2', '3')}, 7)",
            lambda: f"len({self.sequence(d)})",
            lambda: f"{self.one('min', 'max')}({i(d)}, {i(d)}, {i(0)})",
            lambda: f"{self.one('min', 'max')}({self.ints(d)}, default={i(0)})",
            lambda: f"{self.one('min', 'max')}({self.ints(d)}, key=lambda q: {self.one('-q', 'abs(q)', 'q % 3', '(q % 2, -q)')})",
            lambda: f"sum({self.ints(d)})",
            lambda: f"sum({self.ints(d)}, {self.one('5', 'start=3', '0.5', 'True')})",
            lambda: f"sum({self.comprehension(d, ('', ''))})",
            lambda: f"{self.sequence(d)}.{self.one('count', 'index')}({i(0)})",
            lambda: f"next(iter({self.ints(d)}), {i(0)})",
            lambda: self.one("ord('a')", "hash(3)", "bool(N).real", "(5).bit_length()", "N.numerator", "Mode.RING.value", "Small(2)", "conf.width", "conf.scaled(by=3)", "SIZE.numel()"),
            lambda: f"sum(q for q, r in enumerate({self.ints(d)}, {self.one('1', '2', 'start=5')}) if r > 0)",
        )()

    def function(self, d):
        i = self.int
        return self.one(
            lambda: f"double({i(d)}, more={i(0)})",
            lambda: f"pick({self.one('MODE', 'Mode.RING', 'Mode.MESH')}, ring={i(d)})",
            lambda: f"table({self.one('3', '4', 'N')})[{self.one('0', '-1', '1', '7')}]",
            lambda: f"weights(({i(0)}, 2))['{self.one('a', 'b', 'c')}']",
            lambda: f"first(({i(d)}, {i(0)}))",
            lambda: f"first({self.one('FACTORS', 'TABLE', 'SIZE', 'table(3)')})",
            lambda: f"add_three({i(d)})",
            lambda: self.with_name("q", lambda: f"(lambda q, r=2: {i(d)} + r)({i(0)})"),
            lambda: self.with_name("q", lambda: f"(lambda *q, r: r)({i(0)}, r={i(0)})"),
            lambda: f"double(*({i(0)}, {i(0)}))",
            lambda: f"double(**{{'n': {i(0)}}})",
        )()

    def with_name(self, name, draw):
        self.bound.append(name)
        try:
            return draw()
        finally:
            self.bound.pop()

    def float(self, depth):
        if depth <= 0:
            return self.one(*FLOATS)
        d = depth - 1
        return self.one(
            lambda: self.arithmetic(self.float, d, ("+", "-", "*", "/", "//", "%")),
            lambda: f"({self.int(d)} / {self.int(d)})",
            lambda: f"({self.float(d)} {self.one('+', '*', '//', '%', '-', '**')} {self.int(0)})",
            lambda: f"(-{self.float(d)})",
            lambda: f"float({self.int(d)})",
            lambda: self.one("float('1e3')", "float('nan')", "float('-inf')", "float(' 2.5 ')", "float('1_0.5')", "float('x')", "float()"),
            lambda: f"round({self.float(d)}, {self.one('0', '1', '-1')})",
            lambda: f"abs({self.float(d)})",
            lambda: f"{self.one('min', 'max')}({self.float(d)}, {self.number(d)})",
            lambda: f"sum([{self.float(d)}, {self.float(0)}, {self.int(0)}])",
            lambda: self.choice(self.float, d),
            lambda: f"divmod({self.float(d)}, {self.float(0)})[{self.one('0', '1')}]",
        )()

    def number(self, depth):
        return self.one(self.int, self.float)(depth)

    # Truth.

    def test(self, depth):
        if depth <= 0:
            return self.one("True", "False", "FLAG", "MODE is Mode.RING", "N > 1", "NOTHING is None")
        d = depth - 1
        return self.one(
            lambda: f"({self.number(d)} {self.one(*COMPARISONS)} {self.number(d)})",
            lambda: f"({self.number(d)} {self.one(*COMPARISONS)} {self.number(0)} {self.one(*COMPARISONS)} {self.number(0)})",
            lambda: f"({self.any(d)} {self.one('==', '!=')} {self.any(d)})",
            lambda: f"({self.tuple(d)} {self.one('<', '<=', '==')} {self.tuple(d)})",
            lambda: f"({self.text(d)} {self.one(*COMPARISONS)} {self.text(d)})",
            lambda: f"({self.int(d)} {self.one('in', 'not in')} {self.sequence(d)})",
            lambda: f"({self.float(0)} {self.one('in', 'not in')} [{self.float(0)}, {self.number(0)}])",
            lambda: f"({self.text(0)} {self.one('in', 'not in')} {self.one(self.text, self.list, self.dict)(d)})",
            lambda: f"({self.object(0)} {self.one('is', 'is not', 'in', 'not in', '==')} {self.one(self.object, self.objects)(0)})",
            lambda: f"({self.object(0)} {self.one('in', 'not in')} {self.objects(0)})",
            lambda: f"(not {self.any(d)})",
            lambda: f"bool({self.any(d)})",
            lambda: f"{self.one('any', 'all')}({self.one(self.list, self.tuple)(d)})",
            lambda: f"{self.one('any', 'all')}({self.comprehension(d, ('', ''))})",
            lambda: f"isinstance({self.any(d)}, {self.one('int', 'bool', 'float', 'str', 'tuple', 'list', '(int, str)', 'dict', 'range', 'Mode', 'Small', 'Name')})",
            lambda: f"{self.text(0)}.{self.one('startswith', 'endswith')}({self.text(0)})",
            lambda: f"({self.set(d)} {self.one('<=', '==', '>')} {self.set(d)})",
            lambda: f"callable({self.object(0)})",
            lambda: f"hasattr(conf, '{self.one('width', 'height')}')",
        )()

    def identity(self, depth):
        """Whether objects are the very objects that they are in Python."""
        return self.one(
            "weights((N, 2)) is weights((N, 2))", "table(3) is table(3)", "[MODE][0] is MODE", "{'k': conf}['k'] is conf",
            "(lambda q: q)(TABLE) is TABLE", "CONFIG['mode'] is Mode.RING", "first((SENTINEL,)) is SENTINEL",
            "(TABLE, FACTORS)[0] is TABLE", "[q for q in (conf, TABLE)][0] is conf", "Mode['RING'] is Mode.RING",
            "Mode(2) is MODE", "type(N) is int", "type(FLAG) is bool", "type(FACTORS) is tuple", "type(TABLE) is list",
            "type(Small.TWO) is Small", "type(Small.TWO + 1) is int", "type(NAME) is Name", "type(NAME + '') is str",
            "type(range(3)) is range", "type(3.0) is float", "type(SIZE) is tuple", "(FACTORS + ()) is FACTORS",
            "tuple(FACTORS) is FACTORS", "list(TABLE) is TABLE", "TABLE[:] is TABLE", "TABLE is TABLE", "NAN is NAN",
            "NAN in [NAN]", "[NAN] == [NAN]", "CONFIG.get('mode') is conf.mode", "max(SENTINEL, SENTINEL, key=id) is SENTINEL",
            "(NOTHING or conf) is conf", "(conf if FLAG else TABLE) is conf", "str(NAME) is NAME", "LABEL is LABEL",
            "sorted([Small.TWO, Small.ONE])[0] is Small.ONE", "dict(CONFIG) is CONFIG", "{Mode.RING: conf}[MODE]",
            "conf.__class__ is Config", "double is double", "CONFIG is CONFIG and CONFIG.get(9) is None",
        )

    # Texts.

    def text(self, depth):
        if depth <= 0:
            return self.one(*TEXTS)
        d = depth - 1
        t = self.text
        return self.one(
            lambda: f"({t(d)} + {t(d)})",
            lambda: f"({t(d)} * {self.one('0', '2', '-1', 'N')})",
            lambda: f"{t(d)}{self.slice()}",
            lambda: f"{t(0)}[{self.one('0', '-1', '1')}]",
            lambda: f"{t(d)}.{self.one('upper()', 'lower()', 'title()', 'strip()', 'capitalize()', 'swapcase()')}",
            lambda: f"{t(d)}.replace({t(0)}, {t(0)})",
            lambda: f"{t(0)}.join(str(q) for q in {self.ints(d)})",
            lambda: f"','.join([{t(0)}, {t(0)}])",
            lambda: f"{t(0)}.{self.one('zfill', 'rjust', 'center')}({self.one('5', '8')})",
            lambda: f"str({self.any(d)})",
            lambda: f"repr({self.any(d)})",
            lambda: self.formatted(d),
            lambda: self.choice(t, d),
            lambda: f"'%s-%d' % ({self.any(0)}, {self.int(0)})",
            lambda: f"'{{}}:{{b}}'.format({self.any(0)}, b={self.int(0)})",
            lambda: f"{self.one('hex', 'bin', 'oct')}({self.int(d)})",
            lambda: f"type({self.any(d)}).__name__",
        )()

    def formatted(self, d):
        return self.one(
            lambda: f'f"{{{self.int(0)}:{self.one("05d", ">4", "+", "x", "_", "b", ",")}}}"',
            lambda: f'f"<{{{self.float(0)}:{self.one(".2f", "8.3e", "g", "+.1f", "08.2f", "%")}}}>"',
            lambda: f'f"{{{self.object(0)}!{self.one("r", "s", "a")}}} {{{self.int(0)}}}"',
            lambda: f'f"{{{self.int(0)} = }}"',
            lambda: f'f"{{LABEL:>{{N + 4}}}}|{{MODE}}"',
            lambda: f'f"{{{{}}}}{{FACTORS}}{{TABLE[0]}}"',
        )()

    # Containers.

    def elements(self, depth, draw=None):
        draw = draw or self.one(self.int, self.int, self.any)
        parts = [draw(depth) for _ in range(self.random.randrange(4))]
        if self.chance(15):
            parts.append(f"*{self.one('FACTORS', 'TABLE', 'range(2)', 'table(3)', 'SIZE', 'LABEL')}")
        return parts

    def tuple(self, depth):
        if depth <= 0:
            return self.one("FACTORS", "(1, 2)", "()", "table(3)", "SIZE", "(1,)", "(N, 'x')")
        d = depth - 1
        return self.one(
            lambda: "(" + "".join(e + ", " for e in self.elements(d)) + ")",
            lambda: f"({self.tuple(d)} + {self.tuple(d)})",
            lambda: f"({self.tuple(d)} * {self.one('0', '2', '3', '-1')})",
            lambda: f"{self.tuple(d)}{self.slice()}",
            lambda: f"tuple({self.sequence(d)})",
            lambda: f"pair({self.int(0)}, name={self.text(0)})",
            lambda: f"divmod({self.number(0)}, {self.number(0)})",
            lambda: self.choice(self.tuple, d),
        )()

    def list(self, depth):
        if depth <= 0:
            return self.one("TABLE", "[1, 2]", "[]", "[N]", "WORDS")
        d = depth - 1
        return self.one(
            lambda: "[" + ", ".join(self.elements(d)) + "]",
            lambda: f"({self.list(d)} + {self.list(d)})",
            lambda: f"({self.list(d)} * {self.one('0', '2', 'N', '-1')})",
            lambda: f"{self.list(d)}{self.slice()}",
            lambda: self.comprehension(d, ("[", "]")),
            lambda: f"list({self.one(self.sequence, self.dict, self.text)(d)})",
            lambda: f"sorted({self.ints(d)}{self.one('', ', reverse=True', ', key=lambda q: -q', ', key=abs, reverse=True')})",
            lambda: f"list(reversed({self.one(self.list, self.tuple, self.range)(d)}))",
            lambda: f"list(enumerate({self.sequence(d)}, {self.one('1', '-2', 'start=N', '0')}))",
            lambda: f"list(zip({self.sequence(d)}, {self.sequence(d)}{self.one('', '', ', strict=True')}))",
            lambda: f"list(map({self.one('double', 'str', 'lambda q: q + 1', 'abs')}, {self.ints(d)}))",
            lambda: f"list(filter({self.one('None', 'lambda q: q > 1')}, {self.ints(d)}))",
            lambda: f"{self.text(d)}.split({self.one('', repr(','))})",
            lambda: f"[{self.one('0', 'N', 'None')}] * {self.one('5000', '3')}",
            lambda: f"list({self.dict(d)}.{self.one('items()', 'keys()', 'values()')})",
        )()

    def dict(self, depth):
        if depth <= 0:
            return self.one("CONFIG", "{}", "{'a': 1}", "weights((N, 2))", "{1: 'x', True: 'y'}")
        d = depth - 1
        return self.one(
            lambda: "{" + ", ".join(f"{self.key()}: {self.any(d)}" for _ in range(self.random.randrange(3))) + "}",
            lambda: f"{{**{self.dict(d)}, {self.key()}: {self.int(0)}}}",
            lambda: self.with_name("q", lambda: f"{{q: {self.int(d)} for q in {self.ints(d)}}}"),
            lambda: f"dict(zip({self.sequence(d)}, {self.sequence(d)}))",
            lambda: f"dict(a={self.int(0)}, b={self.any(0)})",
            lambda: f"({self.dict(d)} | {self.dict(d)})",
        )()

    def key(self):
        return self.one("'a'", "1", "1.0", "True", "MODE", "Mode.MESH", "(1, 2)", "Small.TWO", "NAME", "None", "N", "2", "'ring'")

    def set(self, depth):
        if depth <= 0:
            return self.one("{1, 2}", "set()", "frozenset(FACTORS)", "{N, 'a'}")
        d = depth - 1
        return self.one(
            lambda: f"{{{self.int(d)}, {self.int(0)}}}",
            lambda: f"({self.set(d)} {self.one('|', '&', '-', '^')} {self.set(d)})",
            lambda: f"set({self.sequence(d)})",
            lambda: self.comprehension(d, ("{", "}")),
        )()

    def range(self, depth):
        return self.one(
            lambda: f"range({self.one('0', '3', 'N', 'Small.FIVE', '-2', 'IDX')})",
            lambda: f"range({self.one('1', 'NEG', '5')}, {self.one('9', 'N', '-4')}, {self.one('1', '2', '-1', '-3', '0')})",
            lambda: f"range(10){self.slice()}",
        )()

    def ints(self, depth):
        """A sequence of integers."""
        return self.one(
            lambda: "[" + ", ".join(self.elements(min(depth, 1), self.int)) + "]",
            lambda: self.one("FACTORS", "TABLE", "range(4)", "(3, 1, 2)", "SIZE", "list(range(5, 0, -2))", "table(4)", "{2, 1}", "[Small.TWO, Small.ONE]"),
            lambda: self.range(depth),
        )()

    def sequence(self, depth):
        return self.one(self.tuple, self.list, self.range, self.ints)(depth)

    def objects(self, depth):
        left, close = self.one(("[", "]"), ("(", ",)"))
        return left + ", ".join(self.object(0) for _ in range(1 + self.random.randrange(3))) + close

    def slice(self):
        bound = lambda: self.one("", "", "0", "1", "-1", "2", "-2", "9", "-9", "N", "None", "IDX")
        return f"[{bound()}:{bound()}{self.one('', '', ':', ':2', ':-1', ':-2', ':N', ':0' if self.chance(20) else '')}]"

    def index(self, d):
        return self.one(
            lambda: f"{self.one('FACTORS', 'TABLE', 'SIZE', 'range(2, 9, 3)')}[{self.one('0', '-1', '1', 'N % 3', '5', 'Small.ONE', 'True', 'IDX', self.int(d))}]",
            lambda: f"{self.dict(d)}[{self.key()}]",
            lambda: f"CONFIG.get({self.key()}, {self.int(0)})",
            lambda: f"{{(1, 2): 5, (2, 1): 6}}[{self.one('1, 2', '(2, 1)', '2, 2')}]",
            lambda: f"{self.list(d)}[{self.one('0', '-1', '1')}]",
        )()

    def comprehension(self, d, brackets):
        """A comprehension or generator, whose names are its own."""
        left, right = brackets
        source = self.ints(d)
        name = self.one("q", "N") if self.chance(15) else "q"

        def body():
            more = f" if {self.one(f'{name} > 0', f'{name} % 2', self.test(min(d, 1)))}" if self.chance(40) else ""
            inner = f" for r in range({name} % 3)" if self.chance(20) else ""
            element = self.one(f"{name} * 2", self.int(d), f"({name}, {self.any(0)})", name)
            if left != "[":
                element = self.one(f"{name} * 2", self.int(d), name)
            return f"{left}{element} for {name} in {source}{inner}{more}{right}"

        return self.with_name(name, body)

    def choice(self, draw, d):
        return f"({draw(d)} if {self.test(d)} else {draw(d)})"
