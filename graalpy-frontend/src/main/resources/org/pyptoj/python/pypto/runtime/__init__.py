"""Running compiled programs."""

__tracebackhide__ = True

_HOMES = {
    "_run_config": "RunConfig",
    "_workers.device_tensor": "DeviceTensor StackedDeviceTensor",
    "_workers.worker": "ChipWorker Worker RegistrationHandle",
    "_workers.distributed_worker": "DistributedWorker DistributedRunHandle",
    "runtime.distributed_runner": "execute_distributed_compiled",
    "runtime.log_config": "configure_log log_level",
    "runtime.runner": "RunResult run compile_program execute_compiled",
    "runtime.tensor_spec": "TensorSpec ScalarSpec",
}
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}

_ABSENT = {
    "benchmark": "time device runs; simulated ranks have no device time",
    "BenchmarkStats": "time device runs; simulated ranks have no device time",
    "TraceInvocation": "time device runs; simulated ranks have no device time",
    "TraceSpan": "time device runs; simulated ranks have no device time",
    "ensure_pto_isa_root": "find the device's instruction headers",
    "pto_isa_include_dir": "find the device's instruction headers",
}


def __getattr__(name):
    if name in _HOME:
        import sys

        home = "pypto." + _HOME[name]
        __import__(home)
        value = globals()[name] = getattr(sys.modules[home], name)
        return value
    if name in _ABSENT:
        from pypto._absent import absent

        return absent("pypto.runtime." + name, _ABSENT[name])
    raise AttributeError(f"module 'pypto.runtime' has no attribute '{name}'")
