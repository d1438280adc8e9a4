"""A program with types, as a caller writes it. `mypy --strict` has nothing to say of it; nobody runs it."""

from datetime import datetime
from typing import List, Optional

from schoolgate import AsyncSchoolgate, NotFoundError, Schoolgate, models, verify_webhook


def names(client: Schoolgate) -> List[str]:
    return [device.name for device in client.devices.list(status="online", tag=["library"])]


def lock(client: Schoolgate, id: str) -> Optional[datetime]:
    try:
        command = client.devices.lock(id, message="See the office", wait=10)
    except NotFoundError:
        return None
    return client.commands.wait_for(command.id).completed_at


def follow(client: Schoolgate, after: int) -> None:
    for event in client.events.follow(after, type="device.*"):
        if isinstance(event.data, models.DeviceOfflineData):
            print(event.data.device.name, event.data.reason)


def rename(client: Schoolgate, id: str, name: str) -> models.User:
    user = client.users.get(id)
    return client.users.update(id, name=name, grade=None, if_match=user)


def receive(body: bytes) -> str:
    return verify_webhook(body, {"webhook-id": "x"}, ["whsec_x"], tolerance=60).type


async def count(client: AsyncSchoolgate) -> int:
    page = await client.logs.list(from_="2026-11-20", limit=200)
    found = len(page.data)
    async for entry in client.logs.list():
        found += entry.count
    return found
