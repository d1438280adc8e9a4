"""Lists: a page, and all pages behind it."""

from __future__ import annotations

from typing import (
    Any,
    AsyncIterator,
    Awaitable,
    Callable,
    Dict,
    FrozenSet,
    Generator,
    Generic,
    Iterator,
    List,
    Optional,
    TypeVar,
)

from ._errors import UnexpectedAnswerError
from ._model import encode
from ._request import Call, without_page

T = TypeVar("T")


class _PageFields(Generic[T]):
    """What a page of a list says."""

    data: List[T]
    """The items of this page."""
    total: Optional[int]
    """How many items all pages have."""
    total_is_estimate: bool
    page: Optional[int]
    limit: Optional[int]
    has_more: bool
    next_cursor: Optional[str]

    def __init__(self, call: Call, envelope: Dict[str, Any], seen: FrozenSet[str]) -> None:
        self.data = envelope["data"]
        self.total = envelope.get("total")
        self.total_is_estimate = envelope.get("totalIsEstimate") is True
        self.page = envelope.get("page")
        self.limit = envelope.get("limit")
        self.has_more = envelope.get("hasMore") is True
        self.next_cursor = envelope.get("nextCursor")
        self._call = call
        self._envelope = envelope
        given = call.query.get("cursor")
        self._seen = seen | {given} if isinstance(given, str) else seen

    def _next_call(self) -> Optional[Call]:
        """None behind the last page. Raises UnexpectedAnswerError where pages go in a circle."""
        if self.next_cursor is None:
            return None
        if self.next_cursor in self._seen:
            raise UnexpectedAnswerError("the server leads to a page of the list that was there before")
        return without_page(self._call, self.next_cursor)

    def to_dict(self) -> Dict[str, Any]:
        """The page as JSON has it."""
        made: Dict[str, Any] = encode(self._envelope)
        return made

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self.data)} items, total {self.total}>"


class Page(_PageFields[T]):
    """A page of a list. A loop over it goes through the items of all pages, and asks for each in turn."""

    def __init__(
        self,
        call: Call,
        envelope: Dict[str, Any],
        ask: Callable[[Call], Dict[str, Any]],
        seen: FrozenSet[str] = frozenset(),
    ) -> None:
        super().__init__(call, envelope, seen)
        self._ask = ask

    def next_page(self) -> Optional["Page[T]"]:
        """Asks for the page behind this one; None behind the last."""
        call = self._next_call()
        return None if call is None else Page(call, self._ask(call), self._ask, self._seen)

    def pages(self) -> Iterator["Page[T]"]:
        """This page and all behind it."""
        page: Optional[Page[T]] = self
        while page is not None:
            yield page
            page = page.next_page()

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page.data


class AsyncPage(_PageFields[T]):
    """A page of a list. `async for` over it goes through the items of all pages."""

    def __init__(
        self,
        call: Call,
        envelope: Dict[str, Any],
        ask: Callable[[Call], Awaitable[Dict[str, Any]]],
        seen: FrozenSet[str] = frozenset(),
    ) -> None:
        super().__init__(call, envelope, seen)
        self._ask = ask

    async def next_page(self) -> Optional["AsyncPage[T]"]:
        """Asks for the page behind this one; None behind the last."""
        call = self._next_call()
        return None if call is None else AsyncPage(call, await self._ask(call), self._ask, self._seen)

    async def pages(self) -> AsyncIterator["AsyncPage[T]"]:
        """This page and all behind it."""
        page: Optional[AsyncPage[T]] = self
        while page is not None:
            yield page
            page = await page.next_page()

    async def __aiter__(self) -> AsyncIterator[T]:
        async for page in self.pages():
            for item in page.data:
                yield item


class AsyncList(Generic[T]):
    """A list that nobody has asked for yet: `await` gives its first page, `async for` all its items."""

    def __init__(self, call: Call, ask: Callable[[Call], Awaitable[Dict[str, Any]]]) -> None:
        self._call = call
        self._ask = ask

    async def _first(self) -> AsyncPage[T]:
        return AsyncPage(self._call, await self._ask(self._call), self._ask)

    def __await__(self) -> Generator[Any, None, AsyncPage[T]]:
        return self._first().__await__()

    async def pages(self) -> AsyncIterator[AsyncPage[T]]:
        """All pages, in their order."""
        async for page in (await self._first()).pages():
            yield page

    async def __aiter__(self) -> AsyncIterator[T]:
        async for item in await self._first():
            yield item
