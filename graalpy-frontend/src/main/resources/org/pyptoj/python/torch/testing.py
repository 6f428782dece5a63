"""Assertions on tensors."""

from torch import _call


def assert_close(actual, expected, *, msg=None, **options):
    """Raises AssertionError unless both are alike in shape, dtype and, within tolerances, values."""
    if isinstance(actual, dict) and isinstance(expected, dict):
        if actual.keys() != expected.keys():
            raise AssertionError(f"Keys differ: {list(actual)} and {list(expected)}.")
        for key in actual:
            assert_close(actual[key], expected[key], msg=msg, **options)
        return
    if callable(msg):
        try:
            _call("_assert_close", (actual, expected), options or None)
        except AssertionError as error:
            raise AssertionError(msg(str(error))) from None
        return
    _call("_assert_close", (actual, expected), dict(options, msg=msg))
