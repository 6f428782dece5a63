"""What the compiler may refuse although Python has a meaning for it, each with the reason why."""

KERNELS = {
    "PLP0101": "a name is read where a path that the compiler cannot rule out leaves it unbound",
    "PLP0102": "a name has one type on one path and another on another, and a variable has one",
    "PLP0108": "a number that a scope computes stays in the kernel that the scope becomes",
    "PLP0113": "a function that writes a value returns it, and the names that are to see it are assigned",
    "PLP2033": "a part of memory that a path hands on as a value is written",
    "PLT0907": "a part of a parameter that is only read is written",
    "PLY0102": "a choice of a value at run time is an if statement: `x if c else y`, `a or b`, calls with effects behind `and`",
    "PLY0103": "a name that is deleted or not bound is read in code that no run comes to",
    "PLY0108": "whether an unrolled loop ends, or a loop's else is reached, has to be known when the kernel is compiled",
    "PLY0112": "a Python function is called when the kernel is compiled, and so takes no run-time values",
    "PLY0120": "an object of the compiler's own time cannot differ from path to path, or from round to round",
    "PLY0121": "a part of a tile is read behind a write to the tile",
    "PLY0122": "which names see a write must not depend on the path that a run takes",
}

STATIC = {
    "PLY0105": "`**` arguments: a call's arguments are written out",
    "PLY0106": "a bound of a tuple that the kernel writes out is an integer or left out",
}


def told(done, wrong, raised, refused, listed, seconds):
    """Prints what was found and gives the exit code: 0 when all agree and four of five are not refused."""
    turned_down = sum(map(len, refused.values()))
    print(f"{done} drawn, {wrong} differ, {raised} raise in Python, {turned_down} refused, {seconds:.0f} s")
    for code, reasons in sorted(refused.items(), key=lambda e: -len(e[1])):
        print(f"{code} refuses {len(reasons)} ({listed.get(code, 'NOT LISTED')}), for example {reasons[0]}")
    unlisted = [code for code in refused if code not in listed]
    too_many = turned_down > (done - raised) * 0.2
    if too_many:
        print(f"more than a fifth of {done - raised} is refused")
    return 1 if wrong or unlisted or too_many else 0
