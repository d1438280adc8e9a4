"""RFC 3339 moments and days, on every Python since 3.9."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta, timezone

_MOMENT = re.compile(
    r"(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d):(\d\d)(?:\.(\d+))?(?:([Zz])|([+-])(\d\d):(\d\d))"
)


def parse_moment(text: str) -> datetime:
    """An RFC 3339 date-time as an aware datetime, to the microsecond.

    `datetime.fromisoformat` knows neither `Z` nor nine digits of a second before Python 3.11.

    Raises ValueError for another text.
    """
    found = _MOMENT.fullmatch(text)
    if found is None:
        raise ValueError(f"not an RFC 3339 date-time: {text!r}")
    day, minute, second, fraction, _, sign, hours, minutes = found.groups()
    zone = timezone.utc
    if sign is not None:
        offset = timedelta(hours=int(hours), minutes=int(minutes))
        zone = timezone(-offset if sign == "-" else offset)
    # A leap second is told as the last moment of the minute that Python can say.
    whole = datetime.strptime(f"{day} {minute}:{min(int(second), 59):02}", "%Y-%m-%d %H:%M:%S")
    return whole.replace(microsecond=int((fraction or "0")[:6].ljust(6, "0")), tzinfo=zone)


def format_moment(moment: datetime) -> str:
    """An aware datetime as RFC 3339 in UTC.

    Raises ValueError for a naive one: nobody can tell which zone it was meant in.
    """
    if moment.tzinfo is None or moment.utcoffset() is None:
        raise ValueError(
            "a datetime without a time zone: give one with a zone, "
            "such as datetime.now(timezone.utc)"
        )
    spec = "milliseconds" if moment.microsecond % 1000 == 0 else "microseconds"
    return moment.astimezone(timezone.utc).replace(tzinfo=None).isoformat(timespec=spec) + "Z"


def parse_day(text: str) -> date:
    """`2026-11-20` as a date. Raises ValueError for another text."""
    return date.fromisoformat(text)
