"""What the compiler may refuse although Python has a meaning for it, each with the reason why."""

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
