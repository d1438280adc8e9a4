"""How a result is compared with what a case expects (sdk/cases/README.md)."""

from typing import Any, List, Optional

from schoolgate._moments import parse_moment


def differences(got: Any, wanted: Any, where: str = "result") -> List[str]:
    """What of `wanted` is not in `got`; objects may have more members."""
    if isinstance(wanted, dict):
        if not isinstance(got, dict):
            return [f"{where} is {got!r}, not an object"]
        return [
            line
            for name, value in wanted.items()
            for line in differences(got.get(name), value, f"{where}.{name}")
        ]
    if isinstance(wanted, list):
        if not isinstance(got, list) or len(got) != len(wanted):
            return [f"{where} is {got!r}, not {wanted!r}"]
        return [
            line
            for index, value in enumerate(wanted)
            for line in differences(got[index], value, f"{where}[{index}]")
        ]
    if isinstance(got, str) and isinstance(wanted, str):
        return [] if same_text(got, wanted) else [f"{where} is {got!r}, not {wanted!r}"]
    fits = got == wanted and isinstance(got, bool) == isinstance(wanted, bool)
    return [] if fits else [f"{where} is {got!r}, not {wanted!r}"]


def same_text(one: str, other: str) -> bool:
    """Two date-times are the same when they are the same moment."""
    if one == other:
        return True
    first, second = _moment(one), _moment(other)
    return first is not None and first == second


def _moment(text: str) -> Optional[Any]:
    try:
        return parse_moment(text)
    except ValueError:
        return None
