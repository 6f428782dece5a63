"""Programs and their functions as objects, and what is raised for them; whatever makes, compiles or runs programs
imports this, and it imports none of that."""

import _pyptoj

__tracebackhide__ = True


class KernelError(ValueError):
    """A kernel breaks a rule of the language or of an op."""


class SimulationError(RuntimeError):
    """A run on simulated ranks came to a halt: a deadlock, an index out of range."""


class Parameter:
    """A parameter of a function: its name, its type as DSL text, and ``In``, ``Out`` or ``InOut``."""

    def __init__(self, name, type, direction):
        self.name = self.name_hint = name
        self.type = type
        self.direction = direction

    def __repr__(self):
        return f"{self.name}: {self.type}"


class Function:
    """What a script can ask of a function of the kernel language."""

    @property
    def program(self):
        """The program that the function is in."""
        raise NotImplementedError

    @property
    def func_type(self):
        """What the function is, a ``pl.FunctionType``."""
        return self._fact(0)

    def _fact(self, i):
        from pypto._values import resolve

        path = self.program._handle.functionFacts(self.name)[i]
        if path is None:
            return None
        owner, _, member = path.rpartition(".")
        return resolve(owner).__members__[member]

    @property
    def params(self):
        """The parameters, in order."""
        return [Parameter(*p) for p in self.program._handle.functionParams(self.name)]

    @property
    def return_types(self):
        """The types of the results, as DSL text."""
        return list(self.program._handle.functionResults(self.name))

    def as_python(self, prefix="pl", concise=False, format=True):
        """The function as DSL text, every type written out.

        Args:
            prefix: ``pl``.
            concise: False; types are always written.
            format: accepted; text is not formatted further.
        """
        _printed_so(prefix, concise)
        return self.program._handle.functionText(self.name)


def _printed_so(prefix, concise):
    if prefix != "pl" or concise:
        raise NotImplementedError("pypto-j prints IR with the prefix 'pl' and with every type: as_python()")


class Program:
    """A program of kernel functions, as ``@pl.program`` and ``lower`` make them."""

    def __init__(self, handle):
        self._handle = handle
        self.__name__ = handle.name()

    @property
    def name(self):
        return self._handle.name()

    @property
    def function_names(self):
        return list(self._handle.functionNames())

    @property
    def functions(self):
        """The functions by name."""
        return {name: ProgramFunction(self, name) for name in self.function_names}

    def get_function(self, name):
        """A function of the program, or None."""
        return self.functions.get(name)

    def as_python(self, prefix="pl", concise=False, format=True):
        """The program as DSL text; parsing it gives the program again. The arguments are those of a function's."""
        _printed_so(prefix, concise)
        return self._handle.text()

    __str__ = as_python

    def __getitem__(self, name):
        """A function of the program, or None."""
        return self.get_function(name)

    def __repr__(self):
        return f"<program {self.name}>"

    def __call__(self, *args, **kwargs):
        return self


class ProgramFunction(Function):
    """A function of a program."""

    def __init__(self, program, name):
        self._program = program
        self.name = name

    @property
    def program(self):
        return self._program

    @property
    def level(self):
        """Where the function runs, a ``pl.Level``, or None."""
        return self._fact(1)

    @property
    def role(self):
        """What it does there, a ``pl.Role``, or None."""
        return self._fact(2)

    @property
    def requires_runtime_binding(self):
        """Whether the function is a sub-worker without a body, which a callback has to replace."""
        return self._program._handle.requiresRuntimeBinding(self.name)

    __str__ = Function.as_python

    def __repr__(self):
        return f"<function {self.name} of program {self._program.name}>"


def dumped_program(text):
    """The program of a pass dump."""
    return Program(_pyptoj.compiler.parseText(text))
