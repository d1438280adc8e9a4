"""Every case of sdk/cases, with the client for threads and with the one for asyncio."""

import asyncio
import inspect
import json
import os
import unittest
from itertools import islice
from pathlib import Path
from typing import Any, Dict, List

import schoolgate
from schoolgate import AsyncSchoolgate, Schoolgate
from schoolgate._core import Seams

from .compare import differences
from .generated.calls import CALLS
from .stub import KEY, Stub

CASES = Path(__file__).parents[2] / "cases"
START = 1795168800.0  # 2026-11-20T10:00:00Z

KINDS = {
    "bad_request": schoolgate.BadRequestError,
    "authentication": schoolgate.AuthenticationError,
    "plan_required": schoolgate.PlanRequiredError,
    "permission_denied": schoolgate.PermissionDeniedError,
    "not_found": schoolgate.NotFoundError,
    "conflict": schoolgate.ConflictError,
    "events_expired": schoolgate.EventsExpiredError,
    "precondition_failed": schoolgate.PreconditionFailedError,
    "unprocessable": schoolgate.UnprocessableError,
    "rate_limited": schoolgate.RateLimitedError,
    "server": schoolgate.ServerError,
    "api": schoolgate.ApiError,
    "unexpected_answer": schoolgate.UnexpectedAnswerError,
    "network": schoolgate.NetworkError,
    "timeout": schoolgate.CallTimeoutError,
}


class Clock:
    """Moves only by the waits that are asked for."""

    def __init__(self) -> None:
        self.now = START
        self.waits: List[float] = []
        self.seams = Seams(
            now=lambda: self.now, monotonic=lambda: self.now, random=lambda: 0.5, sleep=self.sleep
        )

    def sleep(self, seconds: float) -> None:
        self.waits.append(seconds * 1000)
        self.now += seconds


def options(case: Dict[str, Any], clock: Clock, stub: Stub) -> Dict[str, Any]:
    given = case.get("client", {})
    made: Dict[str, Any] = {"api_key": KEY, "base_url": stub.base_url, "_seams": clock.seams}
    if "maxRetries" in given:
        made["max_retries"] = given["maxRetries"]
    if "timeoutMs" in given:
        made["timeout"] = given["timeoutMs"] / 1000
    return made


def run(case: Dict[str, Any], clock: Clock, stub: Stub) -> Any:
    with Schoolgate(**options(case, clock, stub)) as client:
        made = CALLS[case["name"]](client)
        take = case["call"].get("take")
        if take == "all":
            return [one.to_dict() for one in made]
        if isinstance(take, int):
            return [one.to_dict() for one in islice(made, take)]
        return made.to_dict() if hasattr(made, "to_dict") else made


async def run_async(case: Dict[str, Any], clock: Clock, stub: Stub) -> Any:
    async with AsyncSchoolgate(**options(case, clock, stub)) as client:
        made = CALLS[case["name"]](client)
        take = case["call"].get("take")
        if take == "all" or isinstance(take, int):
            taken = []
            async for one in made:
                taken.append(one.to_dict())
                if len(taken) == take:
                    break
            return taken
        if inspect.isawaitable(made):
            made = await made
        return made.to_dict() if hasattr(made, "to_dict") else made


def expected(case: Dict[str, Any]) -> Any:
    if "result" in case:
        return case["result"]
    response = case["exchanges"][-1]["response"]
    return response.get("text", response.get("body"))


def faults_of_error(error: Exception, wanted: Dict[str, Any]) -> List[str]:
    kind = KINDS[wanted["kind"]]
    if type(error) is not kind:
        return [f"the error is {error!r}, not a {kind.__name__}"]
    made = {
        "status": getattr(error, "status", None),
        "code": getattr(error, "code", None),
        "requestId": getattr(error, "request_id", None),
        "detail": getattr(error, "detail", None),
    }
    told = {name: value for name, value in wanted.items() if name != "kind"}
    shown = [] if KEY not in repr(error) + str(error) else ["the error shows the key"]
    return differences(made, told, "error") + shown


def faults(case: Dict[str, Any], use_async: bool) -> List[str]:
    clock = Clock()
    with Stub(case["exchanges"]) as stub:
        wrong: List[str] = []
        try:
            got = asyncio.run(run_async(case, clock, stub)) if use_async else run(case, clock, stub)
            if "error" in case:
                wrong.append(f"no error, but {got!r}")
            else:
                wrong.extend(differences(got, expected(case)))
        except schoolgate.SchoolgateError as error:
            wrong.extend(
                faults_of_error(error, case["error"]) if "error" in case else [f"error {error!r}"]
            )
        wrong.extend(stub.faults)
        if stub.came != len(case["exchanges"]):
            wrong.append(f"{stub.came} requests, not {len(case['exchanges'])}")
    bounds = case.get("waits", [])
    if len(bounds) != len(clock.waits) or not all(
        low - 0.01 <= wait <= high + 0.01 for wait, (low, high) in zip(clock.waits, bounds)
    ):
        wrong.append(f"waits {clock.waits}, not {bounds}")
    return wrong


class SyncCases(unittest.TestCase):
    """Schoolgate"""


class AsyncCases(unittest.TestCase):
    """AsyncSchoolgate"""


def add(case: Dict[str, Any], suite: Any, use_async: bool) -> None:
    def test(self: unittest.TestCase) -> None:
        self.assertEqual([], faults(case, use_async))

    test.__doc__ = f"{suite.__doc__}: {case['name']}"
    setattr(suite, f"test_{case['name'].replace(' ', '_')}", test)


# A proxy of the machine has nothing to do with a stub on it.
for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
    os.environ.pop(name, None)

for file in sorted(CASES.rglob("*.json")):
    for each in json.loads(file.read_text("utf-8"))["cases"]:
        add(each, SyncCases, False)
        add(each, AsyncCases, True)
