"""What all objects of the API have in common: from JSON, to JSON."""

from __future__ import annotations

from datetime import date, datetime
from enum import Enum
from typing import (
    Any,
    Callable,
    ClassVar,
    Dict,
    List,
    Mapping,
    Optional,
    Tuple,
    Type,
    TypeVar,
)

from ._moments import format_moment, parse_day, parse_moment

M = TypeVar("M", bound="Model")


class Unset(Enum):
    """The type of `UNSET`."""

    UNSET = "UNSET"

    def __repr__(self) -> str:
        return "UNSET"

    def __bool__(self) -> bool:
        return False


UNSET = Unset.UNSET
"""Nothing was said of this member: it is not sent. (None is sent as null, which takes a value away.)"""

_TYPES: Dict[str, Type["Model"]] = {}
_HIDDEN = frozenset({"secret", "token"})
"""Attributes whose values do not show in a representation, which often ends in a log."""


class Model:
    """An object of the API.

    Members that this version of the client does not know are kept in `extra`, by their names in
    JSON. A member that the answer lacks is None.
    """

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {}
    """Name in JSON: name of the attribute, and how the value is read."""
    _etag: Optional[str] = None

    def __init_subclass__(cls) -> None:
        _TYPES[cls.__name__] = cls

    @classmethod
    def from_dict(cls: Type[M], data: Mapping[str, Any]) -> M:
        """Reads what the API sent. Never fails for a member too many, too few or of a new kind."""
        made = cls.__new__(cls)
        values = made.__dict__
        extra: Dict[str, Any] = {}
        for name, (attribute, _) in cls._wire.items():
            if name not in data:
                values[attribute] = cls.__dict__.get(attribute)
        for name, value in data.items():
            known = cls._wire.get(name)
            if known is None:
                extra[name] = value
            else:
                values[known[0]] = decode(known[1], value)
        values["extra"] = extra
        return made

    def to_dict(self) -> Dict[str, Any]:
        """The object as JSON has it: the API's names, moments as RFC 3339 texts."""
        made: Dict[str, Any] = {}
        for name, (attribute, _) in self._wire.items():
            value = getattr(self, attribute)
            if value is UNSET or (value is None and type(self).__dict__.get(attribute, UNSET) is None):
                continue
            made[name] = encode(value)
        made.update(encode(self.__dict__.get("extra", {})))
        return made

    def __repr__(self) -> str:
        told = []
        for attribute, _ in self._wire.values():
            value = getattr(self, attribute)
            if value is UNSET:
                continue
            told.append(f"{attribute}={'…' if attribute in _HIDDEN and value else repr(value)}")
        return f"{type(self).__name__}({', '.join(told)})"

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._members() == other._members()

    __hash__ = None  # type: ignore[assignment]

    def _members(self) -> Dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_etag"}


class EventBase(Model):
    """An event whose data is an object of its own for each type that this client knows."""

    _data_types: ClassVar[Mapping[str, str]] = {}

    @classmethod
    def from_dict(cls: Type[M], data: Mapping[str, Any]) -> M:
        made = super().from_dict(data)
        values = made.__dict__
        told = values.get("data")
        if isinstance(told, dict):
            known = cls._data_types.get(str(values.get("type")))  # type: ignore[attr-defined]
            if told.get("truncated") is True:
                known = "TruncatedEventData"
            if known is not None:
                values["data"] = _TYPES[known].from_dict(told)
        return made


def decode(spec: str, value: Any) -> Any:
    """Reads a value of JSON.

    `spec` is empty for what stays as it is, `datetime`, `date`, the name of a model, `[spec]` for
    a list and `{spec}` for a map. What does not fit stays as it is: a newer server may know better.
    """
    if spec == "" or value is None:
        return value
    if spec[0] == "[":
        inner = spec[1:-1]
        return [decode(inner, one) for one in value] if isinstance(value, list) else value
    if spec[0] == "{":
        inner = spec[1:-1]
        if not isinstance(value, dict):
            return value
        return {name: decode(inner, one) for name, one in value.items()}
    reader = _TEXTS.get(spec)
    if reader is not None:
        try:
            return reader(value)
        except (TypeError, ValueError):
            return value
    return _TYPES[spec].from_dict(value) if isinstance(value, dict) else value


_TEXTS: Mapping[str, Callable[[Any], Any]] = {"datetime": parse_moment, "date": parse_day}


def encode(value: Any) -> Any:
    """A value as JSON has it: models and moments inside it are written out, UNSET is left out.

    Raises ValueError for a datetime without a time zone.
    """
    if isinstance(value, Model):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {name: encode(one) for name, one in value.items() if one is not UNSET}
    if isinstance(value, (list, tuple, set, frozenset)):
        made: List[Any] = [encode(one) for one in value]
        return made
    if isinstance(value, datetime):
        return format_moment(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Enum):
        return value.value
    return value


def etag_of(thing: Model) -> Optional[str]:
    """The ETag under which the client got an object; None where the server sent none."""
    return thing._etag
