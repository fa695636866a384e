"""The list of cases, and the words by which a case says what it found."""

import dataclasses
import typing


class Skipped(Exception):
    """This machine can't try the case."""


@dataclasses.dataclass
class Case:
    area: str
    name: str
    attack: typing.Callable
    finding: typing.Optional[str]
    short: bool
    arguments: tuple = ()


CASES = []
# Areas whose cases measure time or memory: nothing else runs beside them.
ALONE = set()


def case(area, name, finding=None, short=True):
    """Registers `attack(t)`. `finding` names the review's finding of which it is the own case."""
    def add(attack):
        CASES.append(Case(area, name, attack, finding, short))
        return attack
    return add


def family(area, name, arguments, finding=None, short=True):
    """Registers `attack(t, *arguments)` once for each tuple of `arguments`; `name` is formatted with them."""
    def add(attack):
        for each in arguments:
            each = each if isinstance(each, tuple) else (each,)
            label = name.format(*(printable(value) for value in each))
            CASES.append(Case(area, label, attack, finding, short, each))
        return attack
    return add


def printable(value):
    text = value if isinstance(value, str) else repr(value)
    text = text.encode("unicode_escape").decode()
    return text if len(text) <= 48 else text[:45] + "..."


def expect(condition, message):
    if not condition:
        raise AssertionError(message)


def skip(reason):
    raise Skipped(reason)
