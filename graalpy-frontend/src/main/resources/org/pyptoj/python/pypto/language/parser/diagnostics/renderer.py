"""The report of a mistake as text."""

__tracebackhide__ = True


class ErrorRenderer:
    """Makes the report of a ``ParserError``: place, rule, source line with a caret, way out.

    Args:
        use_color: accepted; reports have no colours.
    """

    def __init__(self, use_color=None):
        self.use_color = use_color

    def render(self, error):
        """The report, lines separated by newlines."""
        failure = getattr(error, "_pyptoj_failure", None)
        if failure is not None:
            return failure.text()
        place = f"{error.span}: " if error.span is not None else ""
        lines = [f"{place}error: {error.message}"]
        if error.hint:
            lines.append(f"  help: {error.hint}")
        if error.note:
            lines.append(f"  note: {error.note}")
        return "\n".join(lines)
