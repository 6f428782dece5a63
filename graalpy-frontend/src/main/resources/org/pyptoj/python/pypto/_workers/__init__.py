"""Workers, which hold devices over several dispatches, and what lies on their devices. ``pypto.runtime`` shows them."""
