"""Assertions on tensors."""

from torch import _call


def assert_close(actual, expected, *, msg=None, **options):
    """Raises AssertionError unless both are alike in shape, dtype and, within tolerances, values."""
    try:
        _compare(actual, expected, "", options)
    except AssertionError as error:
        if msg is None:
            raise
        raise AssertionError(msg(str(error)) if callable(msg) else msg) from None


def _compare(actual, expected, item, options):
    if isinstance(actual, dict) and isinstance(expected, dict):
        missing = [key for key in expected if key not in actual]
        more = [key for key in actual if key not in expected]
        if missing or more:
            text = "The keys of the mappings do not match:"
            text += f"\nMissing keys in the actual mapping: {sorted(missing)}" if missing else ""
            text += f"\nAdditional keys in the actual mapping: {sorted(more)}" if more else ""
            raise AssertionError(text)
        for key in actual:
            _compare(actual[key], expected[key], f"{item}[{key!r}]", options)
        return
    _call("_assert_close", (actual, expected), dict(options, item=item))
