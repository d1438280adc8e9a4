"""What resources are made of, and the few calls that are written by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, AsyncIterator, Iterator, Optional, Protocol, Sequence, Union

from ._core import Course
from ._pages import AsyncList, Page
from ._request import Call

if TYPE_CHECKING:
    from .generated.models import Command, Event

FOLLOW_LIMIT = 1000
"""The most that the server gives at once."""


class SyncCalls(Protocol):
    """What a resource needs of its client."""

    def _run(self, course: Course) -> Any: ...

    def _call(self, call: Call) -> Any: ...

    def _sleep(self, seconds: float) -> None: ...

    def _wait_for(self, call: Call, timeout: float, interval: float) -> Any: ...


class AsyncCalls(Protocol):
    """What a resource needs of its client."""

    async def _run(self, course: Course) -> Any: ...

    async def _call(self, call: Call) -> Any: ...

    async def _sleep(self, seconds: float) -> None: ...

    async def _wait_for(self, call: Call, timeout: float, interval: float) -> Any: ...


class SyncResource:
    """A part of the API."""

    def __init__(self, client: SyncCalls) -> None:
        self._client = client

    def _list(self, call: Call) -> Page[Any]:
        return Page(call, self._client._call(call), self._client._call)


class AsyncResource:
    """A part of the API."""

    def __init__(self, client: AsyncCalls) -> None:
        self._client = client

    def _list(self, call: Call) -> AsyncList[Any]:
        return AsyncList(call, self._client._call)


def _follow_call(after: Optional[int], type: Union[str, Sequence[str], None]) -> Call:
    from .generated.operations import EVENTS_LIST

    return Call(EVENTS_LIST, query={"after": after, "type": type, "limit": FOLLOW_LIMIT})


def _wait_call(id: str) -> Call:
    from .generated.operations import COMMANDS_GET

    return Call(COMMANDS_GET, (id,))


class FollowedEvents(SyncResource):
    """The events as they happen."""

    def follow(
        self,
        after: Optional[int] = None,
        *,
        type: Union[str, Sequence[str], None] = None,
        interval: float = 5.0,
    ) -> Iterator["Event"]:
        """Every event in its order, for ever: leave the loop to stop.

        after: the sequence of the last event that is known; without it, from the oldest that is kept.
        type: `device.*`, or several of such.
        interval: seconds between two questions when there is nothing new.

        Raises EventsExpiredError when events behind `after` are kept no longer.
        """
        while True:
            envelope = self._client._call(_follow_call(after, type))
            for event in envelope["data"]:
                after = event.sequence
                yield event
            if not envelope["data"] or envelope.get("hasMore") is not True:
                self._client._sleep(interval)


class AsyncFollowedEvents(AsyncResource):
    """The events as they happen."""

    async def follow(
        self,
        after: Optional[int] = None,
        *,
        type: Union[str, Sequence[str], None] = None,
        interval: float = 5.0,
    ) -> AsyncIterator["Event"]:
        """Every event in its order, for ever: leave the loop to stop.

        after: the sequence of the last event that is known; without it, from the oldest that is kept.
        type: `device.*`, or several of such.
        interval: seconds between two questions when there is nothing new.

        Raises EventsExpiredError when events behind `after` are kept no longer.
        """
        while True:
            envelope = await self._client._call(_follow_call(after, type))
            for event in envelope["data"]:
                after = event.sequence
                yield event
            if not envelope["data"] or envelope.get("hasMore") is not True:
                await self._client._sleep(interval)


class AwaitedCommands(SyncResource):
    """Commands that one waits for."""

    def wait_for(self, id: str, *, timeout: float = 60.0, interval: float = 1.0) -> "Command":
        """Asks every `interval` seconds until the command has ended: succeeded, failed or otherwise.

        Raises CallTimeoutError when it has not ended after `timeout` seconds.
        """
        command: "Command" = self._client._wait_for(_wait_call(id), timeout, interval)
        return command


class AsyncAwaitedCommands(AsyncResource):
    """Commands that one waits for."""

    async def wait_for(self, id: str, *, timeout: float = 60.0, interval: float = 1.0) -> "Command":
        """Asks every `interval` seconds until the command has ended: succeeded, failed or otherwise.

        Raises CallTimeoutError when it has not ended after `timeout` seconds.
        """
        command: "Command" = await self._client._wait_for(_wait_call(id), timeout, interval)
        return command
