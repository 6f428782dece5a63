"""What `pypto-j test` adds to pytest: devices, platform, and failures that point at the script."""

import pytest

__tracebackhide__ = True


def ids(text):
    """The device numbers of ``0-3,8``."""
    found = []
    for part in text.split(","):
        first, _, last = part.strip().partition("-")
        found.extend(range(int(first), int(last or first) + 1))
    return found


class Plugin:
    """Fixtures with the usual names; a suite's own ones come first, and get the same values through its options."""

    def __init__(self, devices, platform):
        self._devices = devices
        self._platform = platform

    @pytest.hookimpl(tryfirst=True)
    def pytest_configure(self, config):
        # A suite declares --device and --platform itself; there is no other way to set what is its own.
        if self._devices and hasattr(config.option, "device"):
            config.option.device = self._devices
        if self._platform and hasattr(config.option, "platform"):
            config.option.platform = self._platform

    @pytest.fixture(scope="session")
    def device_ids(self):
        return ids(self._devices or "0-3")

    @pytest.fixture(scope="session")
    def platform(self):
        return self._platform or "a2a3sim"

    @pytest.fixture(scope="session")
    def test_config(self, device_ids):
        from pypto.runtime import RunConfig

        return RunConfig(platform=self._platform or "a2a3sim", device_id=device_ids[0])

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item, call):
        report = (yield).get_result()
        error = call.excinfo.value if call.excinfo is not None else None
        failure = getattr(error, "_pyptoj_failure", None)
        if failure is not None and report.failed:
            report.sections.append(("pypto-j", failure.text()))
