"""The state of the default generator."""

from torch import get_rng_state, initial_seed, manual_seed, seed, set_rng_state


class fork_rng:
    """Restores the default generator when the block ends."""

    def __init__(self, devices=(), enabled=True, **ignored):
        self._enabled = enabled

    def __enter__(self):
        self._state = get_rng_state()

    def __exit__(self, *error):
        if self._enabled:
            set_rng_state(self._state)
        return False
