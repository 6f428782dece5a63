"""A function's body as a tree that can be printed and made smaller."""


class Line:
    """A statement of one line."""

    def __init__(self, text):
        self.text = text

    def print(self, indent, out):
        out.append(indent + self.text)

    def smaller(self):
        return iter(())


class Compound:
    """A statement with blocks: headers such as `if a > 0:`, each with the statements below it."""

    def __init__(self, *parts):
        self.parts = [(header, list(block)) for header, block in parts]

    def print(self, indent, out):
        for header, block in self.parts:
            out.append(indent + header)
            print_block(block, indent + "    ", out)

    def smaller(self):
        """The statement with one thing less in it."""
        for i, (header, block) in enumerate(self.parts):
            if i > 0:
                yield Compound(*self.parts[:i], *self.parts[i + 1 :])
            for less in smaller_block(block):
                yield Compound(*self.parts[:i], (header, less), *self.parts[i + 1 :])


class Whole:
    """Statements that mean something only together."""

    def __init__(self, statements):
        self.statements = statements

    def print(self, indent, out):
        for statement in self.statements:
            statement.print(indent, out)

    def smaller(self):
        return iter(())


def print_block(block, indent, out):
    for statement in block:
        statement.print(indent, out)
    if not block:
        out.append(indent + "pass")


def smaller_block(block):
    """The block with one thing less in it, big things first."""
    if len(block) > 3:
        half = len(block) // 2
        yield block[half:]
        yield block[:half]
    for i in range(len(block)):
        yield block[:i] + block[i + 1 :]
    for i, statement in enumerate(block):
        if isinstance(statement, Compound):
            for _, inner in statement.parts:
                yield block[:i] + inner + block[i + 1 :]
        for less in statement.smaller():
            yield block[:i] + [less] + block[i + 1 :]


def shrunk(block, still_wrong, tries=200):
    """The smallest block that was found to be wrong too."""
    progress = True
    while progress and tries > 0:
        progress = False
        for less in smaller_block(block):
            tries -= 1
            if still_wrong(less):
                block = less
                progress = True
            if progress or tries <= 0:
                break
    return block
