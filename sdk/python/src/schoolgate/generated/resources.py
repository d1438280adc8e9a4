# Made from openapi/openapi.json by `npm run sdk`. Nobody edits it.
"""The methods of `Schoolgate`."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, List, Literal, Mapping, Optional, Sequence, Union

from .._model import UNSET, Unset
from .._pages import Page
from .._request import Call, IfMatch
from .._resource import AwaitedCommands, FollowedEvents, SyncCalls, SyncResource
from . import models
from . import operations as ops


class CategoriesSourcesResource(SyncResource):
    """`client.categories.sources`"""

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        updated_since: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.CategorySource]:
        """List the sources of categories: the lists of names that the school has added.

        Needs the scope `policies:read`. An extension of the specification.

        page: Page number, from 1.
        limit: Rows a page; default 50.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: id, names, createdAt. Default `id`.
        updated_since: Only what was changed at this moment or later: its `updatedAt`. RFC 3339
            date-time, or a date: midnight in the organisation’s time zone.
        """
        call = Call(
            ops.CATEGORIES_SOURCES_LIST,
            query={
                "page": page,
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "updatedSince": updated_since,
            },
            timeout=timeout,
        )
        return self._list(call)

    def get(self, id: str, *, timeout: Optional[float] = None) -> models.CategorySource:
        """Get one source of categories, and how far an update is.

        Needs the scope `policies:read`. An extension of the specification.
        """
        call = Call(
            ops.CATEGORIES_SOURCES_GET,
            (id,),
            timeout=timeout,
        )
        result: models.CategorySource = self._client._call(call)
        return result

    def create(
        self,
        *,
        id: str,
        category: Union[Optional[str], Unset] = UNSET,
        format: Optional[models.CategorySourceFormat] = None,
        location: Optional[str] = None,
        mapping: Optional[Mapping[str, Optional[str]]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.CategorySource:
        """Add a source of categories.

        It is read by its next update: the one of the night, or one that you ask for. Needs the
        scope `policies:write`. An extension of the specification.

        location: An http or https address that the server reaches. Files of the server are for
            its command line.
        mapping: Of a `ut1` archive: its categories by ours where that differs from the usual;
            null leaves one out.
        """
        call = Call(
            ops.CATEGORIES_SOURCES_CREATE,
            body={
                "id": id,
                "category": category,
                "format": format,
                "location": location,
                "mapping": mapping,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.CategorySource = self._client._call(call)
        return result

    def update(
        self,
        id: str,
        *,
        category: Union[Optional[str], Unset] = UNSET,
        location: Union[str, Unset] = UNSET,
        mapping: Union[Mapping[str, Optional[str]], Unset] = UNSET,
        if_match: Optional[IfMatch] = None,
        timeout: Optional[float] = None,
    ) -> models.CategorySource:
        """Change the address, the category or the mapping of a source.

        What was read before stays in use until the next update, which reads all of it anew. Needs
        the scope `policies:write`. An extension of the specification.

        location: An http or https address that the server reaches. Files of the server are for
            its command line.
        mapping: Of a `ut1` archive: its categories by ours where that differs from the usual;
            null leaves one out.
        """
        call = Call(
            ops.CATEGORIES_SOURCES_UPDATE,
            (id,),
            body={"category": category, "location": location, "mapping": mapping},
            if_match=if_match,
            timeout=timeout,
        )
        result: models.CategorySource = self._client._call(call)
        return result

    def delete(
        self,
        id: str,
        *,
        if_match: Optional[IfMatch] = None,
        timeout: Optional[float] = None,
    ) -> None:
        """Remove a source of categories.

        Its names go out of the index as soon as no update runs. Needs the scope `policies:write`.
        An extension of the specification.
        """
        call = Call(
            ops.CATEGORIES_SOURCES_DELETE,
            (id,),
            if_match=if_match,
            timeout=timeout,
        )
        self._client._call(call)

    def start_update(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.CategorySource:
        """Read a source of categories now.

        In the background: `update` of the source tells how far it is, and `state` what came of it.
        One update runs at a time; while one does, this is 409. Needs the scope `policies:write`. An
        extension of the specification.
        """
        call = Call(
            ops.CATEGORIES_SOURCES_START_UPDATE,
            (id,),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.CategorySource = self._client._call(call)
        return result

    def release(
        self,
        id: str,
        *,
        accept: Optional[Sequence[str]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.CategorySource:
        """Use the list of a source that is held back, after somebody has looked at it.

        Names in `accept` may be put into its category, though no other source does; crisis help and
        public suffixes never. The new index is made in the background. 409 while an update runs,
        and where nothing is held and no name accepted. Needs the scope `policies:write`. An
        extension of the specification.
        """
        call = Call(
            ops.CATEGORIES_SOURCES_RELEASE,
            (id,),
            body={"accept": accept},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.CategorySource = self._client._call(call)
        return result


class CategoriesSuggestionsResource(SyncResource):
    """`client.categories.suggestions`"""

    def list(
        self,
        *,
        status: Optional[Union[models.CategorySuggestionStatus, Sequence[models.CategorySuggestionStatus]]] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        from_: Optional[Union[str, datetime, date]] = None,
        to: Optional[Union[str, datetime, date]] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.CategorySuggestion]:
        """List suggestions for categories, open and decided ones.

        Needs the scope `policies:read`. An extension of the specification.

        page: Page number, from 1.
        limit: Rows a page; default 50.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: createdAt. Default `-createdAt`.
        from_: Not before this moment. RFC 3339 date-time, or a date: midnight in the
            organisation’s time zone.
        to: Before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s
            time zone.
        """
        call = Call(
            ops.CATEGORIES_SUGGESTIONS_LIST,
            query={
                "status": status,
                "page": page,
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )
        return self._list(call)

    def get(self, id: str, *, timeout: Optional[float] = None) -> models.CategorySuggestion:
        """Get one suggestion for a category.

        Needs the scope `policies:read`. An extension of the specification.
        """
        call = Call(
            ops.CATEGORIES_SUGGESTIONS_GET,
            (id,),
            timeout=timeout,
        )
        result: models.CategorySuggestion = self._client._call(call)
        return result

    def create(
        self,
        *,
        category: str,
        domain: str,
        kind: models.CategorySuggestionKind,
        note: Union[Optional[str], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.CategorySuggestion:
        """Suggest that a domain is missing in a category, or in a wrong one.

        It changes nothing until somebody accepts it. At most 20 a day and person or key; 409 while
        the same is open. Needs the scope `policies:write`. An extension of the specification.

        domain: The very name that is missing or wrong.
        """
        call = Call(
            ops.CATEGORIES_SUGGESTIONS_CREATE,
            body={"category": category, "domain": domain, "kind": kind, "note": note},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.CategorySuggestion = self._client._call(call)
        return result

    def decide(
        self,
        id: str,
        *,
        status: models.CategorySuggestionDecision,
        if_match: Optional[IfMatch] = None,
        timeout: Optional[float] = None,
    ) -> models.CategorySuggestion:
        """Accept or decline a suggestion for a category.

        An accepted one counts from the next index on, which is made in the background, and beats
        all lists. One that is declined later has no effect any more. Needs the scope
        `policies:write`. An extension of the specification.
        """
        call = Call(
            ops.CATEGORIES_SUGGESTIONS_DECIDE,
            (id,),
            body={"status": status},
            if_match=if_match,
            timeout=timeout,
        )
        result: models.CategorySuggestion = self._client._call(call)
        return result


class ClassroomSessionsResource(SyncResource):
    """`client.classroom.sessions`"""

    def list(
        self,
        *,
        status: Optional[Union[models.ClassroomSessionStatus, Sequence[models.ClassroomSessionStatus]]] = None,
        mode: Optional[Union[models.ClassroomSessionMode, Sequence[models.ClassroomSessionMode]]] = None,
        teacher: Optional[Union[str, Sequence[str]]] = None,
        from_: Optional[Union[str, datetime, date]] = None,
        to: Optional[Union[str, datetime, date]] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.ClassroomSession]:
        """List classroom sessions.

        `from` and `to` bound the start. Needs the scope `classroom:write`. An extension of the
        specification.

        from_: Not before this moment. RFC 3339 date-time, or a date: midnight in the
            organisation’s time zone.
        to: Before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s
            time zone.
        page: Page number, from 1.
        limit: Rows a page; default 50.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: startsAt, createdAt, name. Default
            `-startsAt`.
        """
        call = Call(
            ops.CLASSROOM_SESSIONS_LIST,
            query={
                "status": status,
                "mode": mode,
                "teacher": teacher,
                "from": from_,
                "to": to,
                "page": page,
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
            },
            timeout=timeout,
        )
        return self._list(call)

    def get(self, id: str, *, timeout: Optional[float] = None) -> models.ClassroomSession:
        """Get one classroom session.

        Needs the scope `classroom:write`. An extension of the specification.
        """
        call = Call(
            ops.CLASSROOM_SESSIONS_GET,
            (id,),
            timeout=timeout,
        )
        result: models.ClassroomSession = self._client._call(call)
        return result

    def create(
        self,
        *,
        duration_minutes: int,
        name: str,
        teacher: str,
        allowed_urls: Optional[Sequence[str]] = None,
        device_ids: Union[Optional[Sequence[str]], Unset] = UNSET,
        mode: Optional[models.ClassroomSessionMode] = None,
        ou: Union[Optional[str], Unset] = UNSET,
        starts_at: Union[Optional[datetime], Unset] = UNSET,
        student_emails: Union[Optional[Sequence[str]], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.ClassroomSession:
        """Create a classroom session.

        Give exactly one of `studentEmails`, `ou` and `deviceIds`. Students are met where they are
        signed in, also later. The devices begin and end the session by themselves; of two that
        claim the same student or device, the one with the later start is obeyed, and the earlier
        one lists it under `conflicts`. Needs the scope `classroom:write`.

        teacher: E-mail address; compared without regard to case.
        allowed_urls: A host with all below it (`geogebra.org`), or a host and path prefix
            (`wiki.example/maths`).
        mode: `open`: the teacher watches. `focus`: only `allowedUrls` (a locked block of a
            policy still holds). `locked`: the screens are locked.
        ou: Path of a unit or its `ou_` id: its devices and its people, with all below it.
        """
        call = Call(
            ops.CLASSROOM_SESSIONS_CREATE,
            body={
                "durationMinutes": duration_minutes,
                "name": name,
                "teacher": teacher,
                "allowedUrls": allowed_urls,
                "deviceIds": device_ids,
                "mode": mode,
                "ou": ou,
                "startsAt": starts_at,
                "studentEmails": student_emails,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.ClassroomSession = self._client._call(call)
        return result

    def update(
        self,
        id: str,
        *,
        allowed_urls: Union[Sequence[str], Unset] = UNSET,
        duration_minutes: Union[int, Unset] = UNSET,
        mode: Union[models.ClassroomSessionMode, Unset] = UNSET,
        name: Union[str, Unset] = UNSET,
        if_match: Optional[IfMatch] = None,
        timeout: Optional[float] = None,
    ) -> models.ClassroomSession:
        """Extend or change a classroom session.

        Needs the scope `classroom:write`. An extension of the specification.

        allowed_urls: A host with all below it (`geogebra.org`), or a host and path prefix
            (`wiki.example/maths`).
        duration_minutes: Counted from the start; the end must lie ahead.
        mode: `open`: the teacher watches. `focus`: only `allowedUrls` (a locked block of a
            policy still holds). `locked`: the screens are locked.
        """
        call = Call(
            ops.CLASSROOM_SESSIONS_UPDATE,
            (id,),
            body={
                "allowedUrls": allowed_urls,
                "durationMinutes": duration_minutes,
                "mode": mode,
                "name": name,
            },
            if_match=if_match,
            timeout=timeout,
        )
        result: models.ClassroomSession = self._client._call(call)
        return result

    def end(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.ClassroomSession:
        """End a classroom session, or cancel one that has not begun.

        A session that is over stays as it is. Needs the scope `classroom:write`. An extension of
        the specification.
        """
        call = Call(
            ops.CLASSROOM_SESSIONS_END,
            (id,),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.ClassroomSession = self._client._call(call)
        return result


class WebhooksDeliveriesResource(SyncResource):
    """`client.webhooks.deliveries`"""

    def list(
        self,
        id: str,
        *,
        status: Optional[Union[models.DeliveryStatus, Sequence[models.DeliveryStatus]]] = None,
        event_type: Optional[Union[str, Sequence[str]]] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        from_: Optional[Union[str, datetime, date]] = None,
        to: Optional[Union[str, datetime, date]] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.Delivery]:
        """List the deliveries of a webhook with their last attempts, kept for 30 days.

        Needs the scope `webhooks:manage`. An extension of the specification.

        page: Page number, from 1.
        limit: Rows a page; default 50.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: createdAt. Default `-createdAt`.
        from_: Not before this moment. RFC 3339 date-time, or a date: midnight in the
            organisation’s time zone.
        to: Before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s
            time zone.
        """
        call = Call(
            ops.WEBHOOKS_DELIVERIES_LIST,
            (id,),
            query={
                "status": status,
                "eventType": event_type,
                "page": page,
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )
        return self._list(call)

    def get(self, id: str, delivery_id: str, *, timeout: Optional[float] = None) -> models.Delivery:
        """Get one delivery with its attempts.

        Needs the scope `webhooks:manage`. An extension of the specification.
        """
        call = Call(
            ops.WEBHOOKS_DELIVERIES_GET,
            (id, delivery_id,),
            timeout=timeout,
        )
        result: models.Delivery = self._client._call(call)
        return result

    def redeliver(
        self,
        id: str,
        delivery_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.Delivery:
        """Send the event of a delivery once more, under the same webhook-id; a failure is not
        retried.

        Needs the scope `webhooks:manage`. An extension of the specification.
        """
        call = Call(
            ops.WEBHOOKS_DELIVERIES_REDELIVER,
            (id, delivery_id,),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.Delivery = self._client._call(call)
        return result


class DevicesResource(SyncResource):
    """`client.devices`"""

    def list(
        self,
        *,
        status: Optional[Union[models.DeviceStatus, Sequence[models.DeviceStatus]]] = None,
        campus: Optional[Union[models.DeviceCampus, Sequence[models.DeviceCampus]]] = None,
        user: Optional[Union[str, Sequence[str]]] = None,
        ou: Optional[Union[str, Sequence[str]]] = None,
        platform: Optional[Union[models.DevicePlatform, Sequence[models.DevicePlatform]]] = None,
        protection: Optional[Union[models.DeviceProtectionState, Sequence[models.DeviceProtectionState]]] = None,
        lock: Optional[Union[models.DeviceLockState, Sequence[models.DeviceLockState]]] = None,
        tag: Optional[Union[str, Sequence[str]]] = None,
        q: Optional[str] = None,
        min_battery: Optional[int] = None,
        max_battery: Optional[int] = None,
        policy_version: Optional[Union[int, Sequence[int]]] = None,
        min_policy_version: Optional[int] = None,
        max_policy_version: Optional[int] = None,
        protection_reason: Optional[Union[str, Sequence[str]]] = None,
        agent_version: Optional[Union[str, Sequence[str]]] = None,
        os: Optional[Union[str, Sequence[str]]] = None,
        last_seen_before: Optional[str] = None,
        protection_since_before: Optional[str] = None,
        lock_since_before: Optional[str] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        updated_since: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.Device]:
        """List devices.

        Needs the scope `devices:read`.

        ou: Path or `ou_` id of a unit; with its subtree.
        q: Part of name, user, serial or asset tag, without regard to case.
        policy_version: Policy version that the device reports.
        min_policy_version: Reports this policy version or a newer one.
        max_policy_version: Reports this policy version or an older one; a device that has
            reported none does not match.
        protection_reason: The reason that the device told for its present protection, word for
            word.
        os: Beginning of `osVersion`, without regard to the case of A to Z.
        last_seen_before: Last seen before this RFC 3339 date-time.
        protection_since_before: Its protection has its present state since before this RFC 3339
            date-time.
        lock_since_before: Its lock has its present state since before this RFC 3339 date-time.
        page: Page number, from 1.
        limit: Rows a page; default 50.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: name, lastSeen, battery, status,
            protection, lock, user, ou. Default `name`.
        updated_since: Only what was changed at this moment or later: its `updatedAt`. RFC 3339
            date-time, or a date: midnight in the organisation’s time zone.
        """
        call = Call(
            ops.DEVICES_LIST,
            query={
                "status": status,
                "campus": campus,
                "user": user,
                "ou": ou,
                "platform": platform,
                "protection": protection,
                "lock": lock,
                "tag": tag,
                "q": q,
                "minBattery": min_battery,
                "maxBattery": max_battery,
                "policyVersion": policy_version,
                "minPolicyVersion": min_policy_version,
                "maxPolicyVersion": max_policy_version,
                "protectionReason": protection_reason,
                "agentVersion": agent_version,
                "os": os,
                "lastSeenBefore": last_seen_before,
                "protectionSinceBefore": protection_since_before,
                "lockSinceBefore": lock_since_before,
                "page": page,
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "updatedSince": updated_since,
            },
            timeout=timeout,
        )
        return self._list(call)

    def get(self, id: str, *, timeout: Optional[float] = None) -> models.Device:
        """Get one device.

        Needs the scope `devices:read`.
        """
        call = Call(
            ops.DEVICES_GET,
            (id,),
            timeout=timeout,
        )
        result: models.Device = self._client._call(call)
        return result

    def summary(
        self,
        *,
        status: Optional[Union[models.DeviceSummaryStatus, Sequence[models.DeviceSummaryStatus]]] = None,
        campus: Optional[Union[models.DeviceSummaryCampus, Sequence[models.DeviceSummaryCampus]]] = None,
        user: Optional[Union[str, Sequence[str]]] = None,
        ou: Optional[Union[str, Sequence[str]]] = None,
        platform: Optional[Union[models.DeviceSummaryPlatform, Sequence[models.DeviceSummaryPlatform]]] = None,
        protection: Optional[Union[models.DeviceSummaryProtection, Sequence[models.DeviceSummaryProtection]]] = None,
        lock: Optional[Union[models.DeviceSummaryLock, Sequence[models.DeviceSummaryLock]]] = None,
        tag: Optional[Union[str, Sequence[str]]] = None,
        q: Optional[str] = None,
        min_battery: Optional[int] = None,
        max_battery: Optional[int] = None,
        policy_version: Optional[Union[int, Sequence[int]]] = None,
        min_policy_version: Optional[int] = None,
        max_policy_version: Optional[int] = None,
        protection_reason: Optional[Union[str, Sequence[str]]] = None,
        agent_version: Optional[Union[str, Sequence[str]]] = None,
        os: Optional[Union[str, Sequence[str]]] = None,
        last_seen_before: Optional[str] = None,
        protection_since_before: Optional[str] = None,
        lock_since_before: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.DeviceSummary:
        """Count devices by connection, protection, lock and policy version.

        One number for each combination that there is, of the devices that a list with the same
        filters has. Needs the scope `devices:read`. An extension of the specification.

        ou: Path or `ou_` id of a unit; with its subtree.
        q: Part of name, user, serial or asset tag, without regard to case.
        policy_version: Policy version that the device reports.
        min_policy_version: Reports this policy version or a newer one.
        max_policy_version: Reports this policy version or an older one; a device that has
            reported none does not match.
        protection_reason: The reason that the device told for its present protection, word for
            word.
        os: Beginning of `osVersion`, without regard to the case of A to Z.
        last_seen_before: Last seen before this RFC 3339 date-time.
        protection_since_before: Its protection has its present state since before this RFC 3339
            date-time.
        lock_since_before: Its lock has its present state since before this RFC 3339 date-time.
        """
        call = Call(
            ops.DEVICES_SUMMARY,
            query={
                "status": status,
                "campus": campus,
                "user": user,
                "ou": ou,
                "platform": platform,
                "protection": protection,
                "lock": lock,
                "tag": tag,
                "q": q,
                "minBattery": min_battery,
                "maxBattery": max_battery,
                "policyVersion": policy_version,
                "minPolicyVersion": min_policy_version,
                "maxPolicyVersion": max_policy_version,
                "protectionReason": protection_reason,
                "agentVersion": agent_version,
                "os": os,
                "lastSeenBefore": last_seen_before,
                "protectionSinceBefore": protection_since_before,
                "lockSinceBefore": lock_since_before,
            },
            timeout=timeout,
        )
        result: models.DeviceSummary = self._client._call(call)
        return result

    def state(self, id: str, *, timeout: Optional[float] = None) -> models.DeviceState:
        """Get the state of a device with its reasons.

        Why it is offline or unprotected and since when, the policies that it should enforce beside
        those that it does, and what its last self-test by command found. Needs the scope
        `devices:read`. An extension of the specification.
        """
        call = Call(
            ops.DEVICES_STATE,
            (id,),
            timeout=timeout,
        )
        result: models.DeviceState = self._client._call(call)
        return result

    def list_history(
        self,
        id: str,
        *,
        type: Optional[Union[models.DeviceHistoryEntryType, Sequence[models.DeviceHistoryEntryType]]] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        from_: Optional[Union[str, datetime, date]] = None,
        to: Optional[Union[str, datetime, date]] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.DeviceHistoryEntry]:
        """List what happened to a device.

        Newest first, as far back as events are kept (30 days): its coming and going, its
        protection, its locks, a low battery, leaving its campus, its enrollments. What people did
        on it is not part of it. Needs the scope `devices:read`. An extension of the specification.

        page: Page number, from 1.
        limit: Rows a page; default 50.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: timestamp. Default `-timestamp`.
        from_: Not before this moment. RFC 3339 date-time, or a date: midnight in the
            organisation’s time zone.
        to: Before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s
            time zone.
        """
        call = Call(
            ops.DEVICES_LIST_HISTORY,
            (id,),
            query={
                "type": type,
                "page": page,
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )
        return self._list(call)

    def update(
        self,
        id: str,
        *,
        asset_tag: Union[Optional[str], Unset] = UNSET,
        name: Union[str, Unset] = UNSET,
        ou: Union[str, Unset] = UNSET,
        tags: Union[Sequence[str], Unset] = UNSET,
        if_match: Optional[IfMatch] = None,
        timeout: Optional[float] = None,
    ) -> models.Device:
        """Change name, unit, asset tag or tags of a device.

        Needs the scope `devices:write`. An extension of the specification.

        ou: Path of an organisational unit (`/Springfield/High`) or its `ou_` id.
        """
        call = Call(
            ops.DEVICES_UPDATE,
            (id,),
            body={"assetTag": asset_tag, "name": name, "ou": ou, "tags": tags},
            if_match=if_match,
            timeout=timeout,
        )
        result: models.Device = self._client._call(call)
        return result

    def delete(
        self,
        id: str,
        *,
        if_match: Optional[IfMatch] = None,
        timeout: Optional[float] = None,
    ) -> None:
        """Unenroll a device.

        The device is cut off at once and its open commands end. The same hardware gets its id back
        when it enrolls again. The laptop is not told: it goes on as its last policy says. To give
        it back whole send it the command `unenroll`, or read its removal code first. Needs the
        scope `devices:write`. An extension of the specification.
        """
        call = Call(
            ops.DEVICES_DELETE,
            (id,),
            if_match=if_match,
            timeout=timeout,
        )
        self._client._call(call)

    def command(
        self,
        id: str,
        *,
        type: Literal["collect_diagnostics", "locate", "lock", "message", "open_url", "restart", "self_test", "shutdown", "sign_out", "sync_policy", "unenroll", "unlock", "update_agent"],
        expires_in_seconds: Optional[int] = None,
        params: Optional[Union[Mapping[str, Any], models.LockParams, models.CommandRequestMessageParams, models.CommandRequestOpenUrlParams]] = None,
        wait: Optional[int] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.Command:
        """Send a command to a device.

        The command waits for a device that is offline until it expires. `Prefer: wait=10` (at most
        30) answers 200 with the ended command, if it ends in time. Needs the scope `devices:write`.
        """
        call = Call(
            ops.DEVICES_COMMAND,
            (id,),
            body={"type": type, "expiresInSeconds": expires_in_seconds, "params": params},
            wait=wait,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.Command = self._client._call(call)
        return result

    def lock(
        self,
        id: str,
        *,
        duration_minutes: Optional[int] = None,
        message: Optional[str] = None,
        pin: Optional[str] = None,
        wait: Optional[int] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.Command:
        """Lock a device.

        A second lock while one is open gives the open command, as it is. Unlock with a command of
        type `unlock`. Needs the scope `devices:write`.
        """
        call = Call(
            ops.DEVICES_LOCK,
            (id,),
            body={"durationMinutes": duration_minutes, "message": message, "pin": pin},
            wait=wait,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.Command = self._client._call(call)
        return result

    def list_commands(
        self,
        id: str,
        *,
        status: Optional[Union[models.CommandStatus, Sequence[models.CommandStatus]]] = None,
        type: Optional[Union[models.CommandType, Sequence[models.CommandType]]] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        from_: Optional[Union[str, datetime, date]] = None,
        to: Optional[Union[str, datetime, date]] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.Command]:
        """List the commands of a device.

        Needs the scope `devices:read`. An extension of the specification.

        page: Page number, from 1.
        limit: Rows a page; default 50.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: createdAt. Default `-createdAt`.
        from_: Not before this moment. RFC 3339 date-time, or a date: midnight in the
            organisation’s time zone.
        to: Before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s
            time zone.
        """
        call = Call(
            ops.DEVICES_LIST_COMMANDS,
            (id,),
            query={
                "status": status,
                "type": type,
                "page": page,
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )
        return self._list(call)

    def removal_code(self, id: str, *, timeout: Optional[float] = None) -> models.RemovalCode:
        """Get the removal code of a device.

        With it somebody with root takes Schoolgate off the laptop without the server. Each
        enrollment has another; once the device is unenrolled there is none. Needs the right to
        unenroll: `devices:write`. Needs the scope `devices:write`. An extension of the
        specification.
        """
        call = Call(
            ops.DEVICES_REMOVAL_CODE,
            (id,),
            timeout=timeout,
        )
        result: models.RemovalCode = self._client._call(call)
        return result


class CommandsResource(AwaitedCommands):
    """`client.commands`"""

    def list(
        self,
        *,
        device_id: Optional[str] = None,
        batch_id: Optional[str] = None,
        status: Optional[Union[models.CommandStatus, Sequence[models.CommandStatus]]] = None,
        type: Optional[Union[models.CommandType, Sequence[models.CommandType]]] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        from_: Optional[Union[str, datetime, date]] = None,
        to: Optional[Union[str, datetime, date]] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.Command]:
        """List commands.

        Newest first. `from` and `to` bound when a command was asked for. Needs the scope
        `devices:read`. An extension of the specification.

        batch_id: All commands that are in the batch.
        page: Page number, from 1.
        limit: Rows a page; default 50.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: createdAt. Default `-createdAt`.
        from_: Not before this moment. RFC 3339 date-time, or a date: midnight in the
            organisation’s time zone.
        to: Before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s
            time zone.
        """
        call = Call(
            ops.COMMANDS_LIST,
            query={
                "deviceId": device_id,
                "batchId": batch_id,
                "status": status,
                "type": type,
                "page": page,
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )
        return self._list(call)

    def get(self, id: str, *, timeout: Optional[float] = None) -> models.Command:
        """Get one command.

        Needs the scope `devices:read`. An extension of the specification.
        """
        call = Call(
            ops.COMMANDS_GET,
            (id,),
            timeout=timeout,
        )
        result: models.Command = self._client._call(call)
        return result

    def cancel(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.Command:
        """Take a queued command back.

        Needs the scope `devices:write`. An extension of the specification.
        """
        call = Call(
            ops.COMMANDS_CANCEL,
            (id,),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.Command = self._client._call(call)
        return result

    def send_batch(
        self,
        *,
        type: Literal["collect_diagnostics", "locate", "lock", "message", "open_url", "restart", "self_test", "shutdown", "sign_out", "sync_policy", "unenroll", "unlock", "update_agent"],
        device_ids: Optional[Sequence[str]] = None,
        expires_in_seconds: Optional[int] = None,
        filter: Optional[Union[models.CommandBatchInputFilter, Mapping[str, Any]]] = None,
        params: Optional[Union[Mapping[str, Any], models.LockParams, models.CommandBatchInputMessageParams, models.CommandBatchInputOpenUrlParams]] = None,
        token: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.CommandBatch:
        """Send one command to many devices.

        Names up to 500 devices, or a filter that matches up to 5,000. A device that cannot have the
        command is listed under `rejected` and hinders no other. With the `token` of a preview, and
        the same body else, it is sent only if the devices are still those that were shown; a token
        sent again gives the batch that it has made. Counts as one request for every 50 devices.
        Needs the scope `devices:write`. An extension of the specification.

        token: The `token` of a preview of this batch. Not for the preview itself.
        """
        call = Call(
            ops.COMMANDS_SEND_BATCH,
            body={
                "type": type,
                "deviceIds": device_ids,
                "expiresInSeconds": expires_in_seconds,
                "filter": filter,
                "params": params,
                "token": token,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.CommandBatch = self._client._call(call)
        return result

    def preview_batch(
        self,
        *,
        type: Literal["collect_diagnostics", "locate", "lock", "message", "open_url", "restart", "self_test", "shutdown", "sign_out", "sync_policy", "unenroll", "unlock", "update_agent"],
        device_ids: Optional[Sequence[str]] = None,
        expires_in_seconds: Optional[int] = None,
        filter: Optional[Union[models.CommandBatchInputFilter, Mapping[str, Any]]] = None,
        params: Optional[Union[Mapping[str, Any], models.LockParams, models.CommandBatchInputMessageParams, models.CommandBatchInputOpenUrlParams]] = None,
        token: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.CommandBatchPreview:
        """See what a batch of commands would do.

        Takes the body of the batch and sends nothing. The `token` of the answer is good for ten
        minutes and for this caller. Coming on-line or off-line changes nothing about it. Counts as
        one request for every 50 devices. Needs the scope `devices:write`. An extension of the
        specification.

        token: The `token` of a preview of this batch. Not for the preview itself.
        """
        call = Call(
            ops.COMMANDS_PREVIEW_BATCH,
            body={
                "type": type,
                "deviceIds": device_ids,
                "expiresInSeconds": expires_in_seconds,
                "filter": filter,
                "params": params,
                "token": token,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.CommandBatchPreview = self._client._call(call)
        return result

    def list_batches(
        self,
        *,
        type: Optional[Union[models.CommandType, Sequence[models.CommandType]]] = None,
        requested_by: Optional[Union[str, Sequence[str]]] = None,
        status: Optional[models.CommandBatchStatus] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        from_: Optional[Union[str, datetime, date]] = None,
        to: Optional[Union[str, datetime, date]] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.CommandBatchSummary]:
        """List batches of commands.

        Newest first. `from` and `to` bound when a batch was asked for. The commands of one, such as
        those that failed, are at `GET /v1/commands?batchId=…&status=failed`. Needs the scope
        `devices:read`. An extension of the specification.

        page: Page number, from 1.
        limit: Rows a page; default 50.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: createdAt. Default `-createdAt`.
        from_: Not before this moment. RFC 3339 date-time, or a date: midnight in the
            organisation’s time zone.
        to: Before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s
            time zone.
        """
        call = Call(
            ops.COMMANDS_LIST_BATCHES,
            query={
                "type": type,
                "requestedBy": requested_by,
                "status": status,
                "page": page,
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )
        return self._list(call)

    def get_batch(self, id: str, *, timeout: Optional[float] = None) -> models.CommandBatch:
        """See how far a batch of commands is.

        Needs the scope `devices:read`. An extension of the specification.
        """
        call = Call(
            ops.COMMANDS_GET_BATCH,
            (id,),
            timeout=timeout,
        )
        result: models.CommandBatch = self._client._call(call)
        return result

    def retry_batch(
        self,
        id: str,
        *,
        pin: Optional[str] = None,
        statuses: Optional[Sequence[models.CommandBatchRetryStatus]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.CommandBatch:
        """Send the command of a batch again where it failed.

        Makes a new batch, with `retryOf`, for the devices whose command failed or expired. A device
        that was retried is left out; retry the newer batch. A lock that had a PIN needs it again.
        Counts as one request for every 50 devices. Needs the scope `devices:write`. An extension of
        the specification.

        pin: The PIN again, for a lock that had one: it is kept nowhere.
        statuses: Which commands are repeated. Default: `failed` and `expired`.
        """
        call = Call(
            ops.COMMANDS_RETRY_BATCH,
            (id,),
            body={"pin": pin, "statuses": statuses},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.CommandBatch = self._client._call(call)
        return result

    def cancel_batch(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.CommandBatchCancellation:
        """Take back what a batch of commands has not sent.

        Cancels queued commands, and devices whose turn has not come get none. A lock or unlock that
        another order asked for as well stays. Needs the scope `devices:write`. An extension of the
        specification.
        """
        call = Call(
            ops.COMMANDS_CANCEL_BATCH,
            (id,),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.CommandBatchCancellation = self._client._call(call)
        return result


class EnrollmentTokensResource(SyncResource):
    """`client.enrollment_tokens`"""

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        from_: Optional[Union[str, datetime, date]] = None,
        to: Optional[Union[str, datetime, date]] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.EnrollmentToken]:
        """List enrollment tokens, without their texts.

        Needs the scope `devices:read`. An extension of the specification.

        page: Page number, from 1.
        limit: Rows a page; default 50.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: createdAt, name. Default `-createdAt`.
        from_: Not before this moment. RFC 3339 date-time, or a date: midnight in the
            organisation’s time zone.
        to: Before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s
            time zone.
        """
        call = Call(
            ops.ENROLLMENT_TOKENS_LIST,
            query={
                "page": page,
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )
        return self._list(call)

    def create(
        self,
        *,
        name: str,
        device_id: Union[Optional[str], Unset] = UNSET,
        expires_at: Union[Optional[datetime], Unset] = UNSET,
        max_uses: Union[Optional[int], Unset] = UNSET,
        ou: Optional[str] = None,
        re_enroll: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.CreatedEnrollmentToken:
        """Make an enrollment token; its text is shown this once.

        Needs the scope `devices:write`. An extension of the specification.

        device_id: For the enrolled device that is to be enrolled anew, and no other:
            `reEnroll`, one use, the unit of the device.
        ou: Path of an organisational unit (`/Springfield/High`) or its `ou_` id.
        re_enroll: Takes back devices that are enrolled in the unit, without their old keys and
            without asking. Needs `expiresAt`, at most 7 days ahead.
        """
        call = Call(
            ops.ENROLLMENT_TOKENS_CREATE,
            body={
                "name": name,
                "deviceId": device_id,
                "expiresAt": expires_at,
                "maxUses": max_uses,
                "ou": ou,
                "reEnroll": re_enroll,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.CreatedEnrollmentToken = self._client._call(call)
        return result

    def delete(self, id: str, *, timeout: Optional[float] = None) -> None:
        """Delete an enrollment token; devices that used it stay enrolled.

        Needs the scope `devices:write`. An extension of the specification.
        """
        call = Call(
            ops.ENROLLMENT_TOKENS_DELETE,
            (id,),
            timeout=timeout,
        )
        self._client._call(call)


class EnrollmentRequestsResource(SyncResource):
    """`client.enrollment_requests`"""

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        from_: Optional[Union[str, datetime, date]] = None,
        to: Optional[Union[str, datetime, date]] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.EnrollmentRequest]:
        """List computers that ask to be enrolled as a device that is enrolled.

        A computer whose machine id and serial are those of an enrolled device, without its old key
        and with an ordinary token, waits here for an administrator. The old key stays in force
        until it was approved and has come back. Needs the scope `devices:read`. An extension of the
        specification.

        page: Page number, from 1.
        limit: Rows a page; default 50.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: createdAt, deviceName. Default
            `-createdAt`.
        from_: Not before this moment. RFC 3339 date-time, or a date: midnight in the
            organisation’s time zone.
        to: Before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s
            time zone.
        """
        call = Call(
            ops.ENROLLMENT_REQUESTS_LIST,
            query={
                "page": page,
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )
        return self._list(call)

    def approve(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.EnrollmentRequest:
        """Let a computer take the place of the device that it says to be.

        The computer that shows the code takes the place of the device when it enrolls again with
        its token; only then the old key ends. Needs the scope `devices:write`. An extension of the
        specification.
        """
        call = Call(
            ops.ENROLLMENT_REQUESTS_APPROVE,
            (id,),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.EnrollmentRequest = self._client._call(call)
        return result

    def refuse(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.EnrollmentRequest:
        """Refuse that a computer takes the place of a device.

        The device stays as it is, and the computer is told so. Needs the scope `devices:write`. An
        extension of the specification.
        """
        call = Call(
            ops.ENROLLMENT_REQUESTS_REFUSE,
            (id,),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.EnrollmentRequest = self._client._call(call)
        return result


class CampusesResource(SyncResource):
    """`client.campuses`"""

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        updated_since: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.Campus]:
        """List campuses.

        Needs the scope `devices:read`. An extension of the specification.

        page: Page number, from 1.
        limit: Rows a page; default 50.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: name, createdAt. Default `name`.
        updated_since: Only what was changed at this moment or later: its `updatedAt`. RFC 3339
            date-time, or a date: midnight in the organisation’s time zone.
        """
        call = Call(
            ops.CAMPUSES_LIST,
            query={
                "page": page,
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "updatedSince": updated_since,
            },
            timeout=timeout,
        )
        return self._list(call)

    def get(self, id: str, *, timeout: Optional[float] = None) -> models.Campus:
        """Get one campus.

        Needs the scope `devices:read`. An extension of the specification.
        """
        call = Call(
            ops.CAMPUSES_GET,
            (id,),
            timeout=timeout,
        )
        result: models.Campus = self._client._call(call)
        return result

    def create(
        self,
        *,
        name: str,
        bssids: Optional[Sequence[str]] = None,
        cidrs: Optional[Sequence[str]] = None,
        gateway_macs: Optional[Sequence[str]] = None,
        geofence: Union[Optional[Union[models.CampusGeofence, Mapping[str, Any]]], Unset] = UNSET,
        ssids: Optional[Sequence[str]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.Campus:
        """Define a campus: by what devices know that they are on it.

        Needs the scope `devices:write`. An extension of the specification.
        """
        call = Call(
            ops.CAMPUSES_CREATE,
            body={
                "name": name,
                "bssids": bssids,
                "cidrs": cidrs,
                "gatewayMacs": gateway_macs,
                "geofence": geofence,
                "ssids": ssids,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.Campus = self._client._call(call)
        return result

    def update(
        self,
        id: str,
        *,
        bssids: Union[Sequence[str], Unset] = UNSET,
        cidrs: Union[Sequence[str], Unset] = UNSET,
        gateway_macs: Union[Sequence[str], Unset] = UNSET,
        geofence: Union[Optional[Union[models.CampusGeofence, Mapping[str, Any]]], Unset] = UNSET,
        name: Union[str, Unset] = UNSET,
        ssids: Union[Sequence[str], Unset] = UNSET,
        if_match: Optional[IfMatch] = None,
        timeout: Optional[float] = None,
    ) -> models.Campus:
        """Change a campus.

        Needs the scope `devices:write`. An extension of the specification.
        """
        call = Call(
            ops.CAMPUSES_UPDATE,
            (id,),
            body={
                "bssids": bssids,
                "cidrs": cidrs,
                "gatewayMacs": gateway_macs,
                "geofence": geofence,
                "name": name,
                "ssids": ssids,
            },
            if_match=if_match,
            timeout=timeout,
        )
        result: models.Campus = self._client._call(call)
        return result

    def delete(
        self,
        id: str,
        *,
        if_match: Optional[IfMatch] = None,
        timeout: Optional[float] = None,
    ) -> None:
        """Delete a campus.

        Needs the scope `devices:write`. An extension of the specification.
        """
        call = Call(
            ops.CAMPUSES_DELETE,
            (id,),
            if_match=if_match,
            timeout=timeout,
        )
        self._client._call(call)


class UsersResource(SyncResource):
    """`client.users`"""

    def list(
        self,
        *,
        email: Optional[Union[str, Sequence[str]]] = None,
        role: Optional[Union[models.UserRole, Sequence[models.UserRole]]] = None,
        status: Optional[Union[models.UserStatus, Sequence[models.UserStatus]]] = None,
        ou: Optional[Union[str, Sequence[str]]] = None,
        external_id: Optional[Union[str, Sequence[str]]] = None,
        grade: Optional[Union[str, Sequence[str]]] = None,
        q: Optional[str] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        updated_since: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.User]:
        """List users.

        Needs the scope `users:read`.

        ou: Path or `ou_` id of a unit; with its subtree.
        q: Part of name, e-mail or external id, without regard to case.
        page: Page number, from 1.
        limit: Rows a page; default 50.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: name, email, createdAt, updatedAt. Default
            `name`.
        updated_since: Only what was changed at this moment or later: its `updatedAt`. RFC 3339
            date-time, or a date: midnight in the organisation’s time zone.
        """
        call = Call(
            ops.USERS_LIST,
            query={
                "email": email,
                "role": role,
                "status": status,
                "ou": ou,
                "externalId": external_id,
                "grade": grade,
                "q": q,
                "page": page,
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "updatedSince": updated_since,
            },
            timeout=timeout,
        )
        return self._list(call)

    def get(self, id: str, *, timeout: Optional[float] = None) -> models.User:
        """Get one user.

        Needs the scope `users:read`. An extension of the specification.
        """
        call = Call(
            ops.USERS_GET,
            (id,),
            timeout=timeout,
        )
        result: models.User = self._client._call(call)
        return result

    def create(
        self,
        *,
        email: str,
        name: str,
        role: models.UserRole,
        upsert: Optional[bool] = None,
        external_id: Union[Optional[str], Unset] = UNSET,
        grade: Union[Optional[str], Unset] = UNSET,
        ou: Union[Optional[str], Unset] = UNSET,
        status: Optional[models.UserStatus] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.User:
        """Create a user, or with `upsert` bring one up to date.

        An upsert answers 201 for a new user, else 200; what is there already is not written again,
        so that `updatedAt` tells of real changes. Needs the scope `users:write`.

        email: E-mail address; unique in the organisation, without regard to case.
        upsert: A known `externalId` changes that user, in the members that are given, instead
            of 409.
        external_id: Id in the student information system; unique in the organisation, compared
            exactly.
        ou: Path of an organisational unit that exists (`/Springfield/High`), or its `ou_` id.
        """
        call = Call(
            ops.USERS_CREATE,
            query={"upsert": upsert},
            body={
                "email": email,
                "name": name,
                "role": role,
                "externalId": external_id,
                "grade": grade,
                "ou": ou,
                "status": status,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.User = self._client._call(call)
        return result

    def update(
        self,
        id: str,
        *,
        email: Union[str, Unset] = UNSET,
        external_id: Union[Optional[str], Unset] = UNSET,
        grade: Union[Optional[str], Unset] = UNSET,
        name: Union[str, Unset] = UNSET,
        ou: Union[str, Unset] = UNSET,
        role: Union[models.UserRole, Unset] = UNSET,
        status: Union[models.UserStatus, Unset] = UNSET,
        if_match: Optional[IfMatch] = None,
        timeout: Optional[float] = None,
    ) -> models.User:
        """Change a user.

        Needs the scope `users:write`. An extension of the specification.

        email: E-mail address; unique in the organisation, without regard to case.
        external_id: Id in the student information system; unique in the organisation, compared
            exactly.
        ou: Path of an organisational unit that exists (`/Springfield/High`), or its `ou_` id.
        """
        call = Call(
            ops.USERS_UPDATE,
            (id,),
            body={
                "email": email,
                "externalId": external_id,
                "grade": grade,
                "name": name,
                "ou": ou,
                "role": role,
                "status": status,
            },
            if_match=if_match,
            timeout=timeout,
        )
        result: models.User = self._client._call(call)
        return result

    def delete(
        self,
        id: str,
        *,
        if_match: Optional[IfMatch] = None,
        timeout: Optional[float] = None,
    ) -> None:
        """Delete a user.

        Removes the person from the roster. Logs and activity keep the address until their own
        retention ends. Needs the scope `users:write`. An extension of the specification.
        """
        call = Call(
            ops.USERS_DELETE,
            (id,),
            if_match=if_match,
            timeout=timeout,
        )
        self._client._call(call)

    def batch(
        self,
        *,
        users: Sequence[Union[models.UserInput, Mapping[str, Any]]],
        atomic: Optional[bool] = None,
        upsert: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.UserBatchResult:
        """Create or bring up to date up to 500 users.

        Rows are taken in their order, each by itself: 207 tells of each what it alone would have
        been answered with. With `atomic` it is all (200) or none (422). Counts as one request for
        each 50 rows begun. Needs the scope `users:write`. An extension of the specification.

        atomic: All rows or none: 200, or 422 and no effect.
        upsert: As `?upsert=true`: a row whose `externalId` is known changes that user.
        """
        call = Call(
            ops.USERS_BATCH,
            body={"users": users, "atomic": atomic, "upsert": upsert},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.UserBatchResult = self._client._call(call)
        return result


class OusResource(SyncResource):
    """`client.ous`"""

    def list(
        self,
        *,
        ou: Optional[Union[str, Sequence[str]]] = None,
        parent_id: Optional[Union[str, Sequence[str]]] = None,
        q: Optional[str] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        updated_since: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.Ou]:
        """List organisational units.

        Needs the scope `users:read`. An extension of the specification.

        ou: Path or `ou_` id of a unit; with its subtree.
        parent_id: `ou_` id or path of the unit above: only what lies directly in it.
        q: Part of the name, without regard to case.
        page: Page number, from 1.
        limit: Rows a page; default 50.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: path, name, createdAt. Default `path`.
        updated_since: Only what was changed at this moment or later: its `updatedAt`. RFC 3339
            date-time, or a date: midnight in the organisation’s time zone.
        """
        call = Call(
            ops.OUS_LIST,
            query={
                "ou": ou,
                "parentId": parent_id,
                "q": q,
                "page": page,
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "updatedSince": updated_since,
            },
            timeout=timeout,
        )
        return self._list(call)

    def get(self, id: str, *, timeout: Optional[float] = None) -> models.Ou:
        """Get one organisational unit.

        Needs the scope `users:read`. An extension of the specification.
        """
        call = Call(
            ops.OUS_GET,
            (id,),
            timeout=timeout,
        )
        result: models.Ou = self._client._call(call)
        return result

    def create(
        self,
        *,
        name: str,
        parent_id: Union[Optional[str], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.Ou:
        """Create an organisational unit.

        Needs the scope `users:write`. An extension of the specification.

        name: Case-sensitive, without `/`; unique among its siblings without regard to case. `.`
            and `..` are no names.
        parent_id: `ou_` id of the unit above, or its path.
        """
        call = Call(
            ops.OUS_CREATE,
            body={"name": name, "parentId": parent_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.Ou = self._client._call(call)
        return result

    def update(
        self,
        id: str,
        *,
        name: Union[str, Unset] = UNSET,
        parent_id: Union[str, Unset] = UNSET,
        if_match: Optional[IfMatch] = None,
        timeout: Optional[float] = None,
    ) -> models.Ou:
        """Rename or move an organisational unit.

        All below it changes its path with it, and keys that are limited to one of them follow. What
        is stored about the past keeps the path of its time. Needs the scope `users:write`. An
        extension of the specification.

        name: Case-sensitive, without `/`; unique among its siblings without regard to case. `.`
            and `..` are no names.
        parent_id: `ou_` id of the unit above, or its path.
        """
        call = Call(
            ops.OUS_UPDATE,
            (id,),
            body={"name": name, "parentId": parent_id},
            if_match=if_match,
            timeout=timeout,
        )
        result: models.Ou = self._client._call(call)
        return result

    def delete(
        self,
        id: str,
        *,
        if_match: Optional[IfMatch] = None,
        timeout: Optional[float] = None,
    ) -> None:
        """Delete an empty organisational unit.

        Users, devices and units in it, enrollment tokens that can still be used, and keys and
        accounts that are limited to it keep it (409). Needs the scope `users:write`. An extension
        of the specification.
        """
        call = Call(
            ops.OUS_DELETE,
            (id,),
            if_match=if_match,
            timeout=timeout,
        )
        self._client._call(call)


class PoliciesResource(SyncResource):
    """`client.policies`"""

    def list(
        self,
        *,
        enabled: Optional[bool] = None,
        ou: Optional[Union[str, Sequence[str]]] = None,
        q: Optional[str] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        updated_since: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.Policy]:
        """List policies.

        Needs the scope `policies:read`.

        ou: Path or `ou_` id of a unit: policies whose target names it, or one below.
        q: Part of name or description, without regard to case.
        page: Page number, from 1.
        limit: Rows a page; default 50.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: name, priority, updatedAt, version.
            Default `name`.
        updated_since: Only what was changed at this moment or later: its `updatedAt`. RFC 3339
            date-time, or a date: midnight in the organisation’s time zone.
        """
        call = Call(
            ops.POLICIES_LIST,
            query={
                "enabled": enabled,
                "ou": ou,
                "q": q,
                "page": page,
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "updatedSince": updated_since,
            },
            timeout=timeout,
        )
        return self._list(call)

    def adoption(
        self,
        *,
        ou: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.PolicyAdoption:
        """Get how many devices should and do enforce each policy version.

        One counter numbers the changes of all policies, and every device should enforce the present
        version. `enforcingThisOrNewer` of a policy’s `version` says on how many devices it is live.
        Needs the scope `policies:read`. An extension of the specification.

        ou: Path or `ou_` id of a unit; with its subtree. Default: all that the caller reaches.
        """
        call = Call(
            ops.POLICIES_ADOPTION,
            query={"ou": ou},
            timeout=timeout,
        )
        result: models.PolicyAdoption = self._client._call(call)
        return result

    def get(self, id: str, *, timeout: Optional[float] = None) -> models.Policy:
        """Get one policy.

        Needs the scope `policies:read`. An extension of the specification.
        """
        call = Call(
            ops.POLICIES_GET,
            (id,),
            timeout=timeout,
        )
        result: models.Policy = self._client._call(call)
        return result

    def create(
        self,
        *,
        name: str,
        default_action: Optional[models.PolicyDefaultAction] = None,
        description: Union[Optional[str], Unset] = UNSET,
        enabled: Optional[bool] = None,
        priority: Optional[int] = None,
        rules: Optional[Sequence[Union[models.PolicyInputRule, Mapping[str, Any]]]] = None,
        schedule: Union[Optional[Union[models.PolicyInputSchedule, Mapping[str, Any]]], Unset] = UNSET,
        settings: Optional[Union[models.PolicyInputSettings, Mapping[str, Any]]] = None,
        target: Optional[Union[models.PolicyInputTarget, Mapping[str, Any]]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.Policy:
        """Create a policy.

        Only `name` is required; a policy without a target is for nobody. A key that is limited to a
        unit must name somebody in it, and nobody else. Needs the scope `policies:write`.

        priority: The higher wins among rules of equal strength and equally near targets.
        schedule: Absent members: the time zone of the organisation, no windows, no dates,
            nothing of the times of the organisation. `during` takes the place of `windows`, and the
            other way round.
        settings: How devices filter while the policy is on. What a member leaves out, the next
            policy decides, else the default. Null takes a member out.
        """
        call = Call(
            ops.POLICIES_CREATE,
            body={
                "name": name,
                "defaultAction": default_action,
                "description": description,
                "enabled": enabled,
                "priority": priority,
                "rules": rules,
                "schedule": schedule,
                "settings": settings,
                "target": target,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.Policy = self._client._call(call)
        return result

    def update(
        self,
        id: str,
        *,
        default_action: Union[models.PolicyDefaultAction, Unset] = UNSET,
        description: Union[Optional[str], Unset] = UNSET,
        enabled: Union[bool, Unset] = UNSET,
        name: Union[str, Unset] = UNSET,
        priority: Union[int, Unset] = UNSET,
        rules: Union[Sequence[Union[models.PolicyInputRule, Mapping[str, Any]]], Unset] = UNSET,
        schedule: Union[Optional[Union[models.PolicyInputSchedule, Mapping[str, Any]]], Unset] = UNSET,
        settings: Union[Union[models.PolicyInputSettings, Mapping[str, Any]], Unset] = UNSET,
        target: Union[Union[models.PolicyInputTarget, Mapping[str, Any]], Unset] = UNSET,
        if_match: Optional[IfMatch] = None,
        timeout: Optional[float] = None,
    ) -> models.Policy:
        """Update a policy.

        A merge patch (RFC 7396): arrays are replaced whole, absent members of `target` and
        `schedule` stay. A rule that is sent with its id keeps it; one without gets a new one. Needs
        the scope `policies:write`.

        priority: The higher wins among rules of equal strength and equally near targets.
        schedule: Absent members: the time zone of the organisation, no windows, no dates,
            nothing of the times of the organisation. `during` takes the place of `windows`, and the
            other way round.
        settings: How devices filter while the policy is on. What a member leaves out, the next
            policy decides, else the default. Null takes a member out.
        """
        call = Call(
            ops.POLICIES_UPDATE,
            (id,),
            body={
                "defaultAction": default_action,
                "description": description,
                "enabled": enabled,
                "name": name,
                "priority": priority,
                "rules": rules,
                "schedule": schedule,
                "settings": settings,
                "target": target,
            },
            if_match=if_match,
            timeout=timeout,
        )
        result: models.Policy = self._client._call(call)
        return result

    def delete(
        self,
        id: str,
        *,
        if_match: Optional[IfMatch] = None,
        timeout: Optional[float] = None,
    ) -> None:
        """Delete a policy.

        The built-in default policy can be changed, not deleted. Needs the scope `policies:write`.
        """
        call = Call(
            ops.POLICIES_DELETE,
            (id,),
            if_match=if_match,
            timeout=timeout,
        )
        self._client._call(call)

    def explain(
        self,
        *,
        url: str,
        app: Optional[str] = None,
        at: Optional[datetime] = None,
        campus: Optional[models.DeviceCampus] = None,
        device_id: Optional[str] = None,
        user: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.Explanation:
        """Explain what becomes of a request, and why.

        Decides as the device does. A past `at` uses the policies, overrides and sessions in force
        then; who is on the device and who belongs to which unit are as today. A future one, at most
        a year ahead, uses what stands now. Needs the scope `policies:read`. An extension of the
        specification.

        url: A URL, or a host alone.
        app: Name of the program that asks, or `(unknown)` for one that the device looked for
            and did not find. Absent: rules for programs are left out.
        user: E-mail address of a person, or the `usr_` id.
        """
        call = Call(
            ops.POLICIES_EXPLAIN,
            body={
                "url": url,
                "app": app,
                "at": at,
                "campus": campus,
                "deviceId": device_id,
                "user": user,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.Explanation = self._client._call(call)
        return result

    def preview(
        self,
        *,
        policy: Union[models.PolicyInput, Mapping[str, Any]],
        days: Optional[int] = None,
        replaces: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.Preview:
        """Try a policy out on the requests of the last days.

        Saves nothing. Compares the verdicts of the present policies with those after the draft;
        `replaces` names the policy whose place it takes. It shows what groups of people visited,
        never fewer than five. At most 30 a minute. Needs the scopes `policies:read` and
        `logs:read`. An extension of the specification.
        """
        call = Call(
            ops.POLICIES_PREVIEW,
            body={"policy": policy, "days": days, "replaces": replaces},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.Preview = self._client._call(call)
        return result


class OverridesResource(SyncResource):
    """`client.overrides`"""

    def list(
        self,
        *,
        status: Optional[Union[models.OverrideStatus, Sequence[models.OverrideStatus]]] = None,
        scope_type: Optional[Union[models.OverrideScopeType, Sequence[models.OverrideScopeType]]] = None,
        scope_id: Optional[Union[str, Sequence[str]]] = None,
        site: Optional[Union[str, Sequence[str]]] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        from_: Optional[Union[str, datetime, date]] = None,
        to: Optional[Union[str, datetime, date]] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.Override]:
        """List overrides.

        Those in force, and those whose time is over. Those that were ended before their time are
        listed with `status=ended`. `from` and `to` bound `createdAt`. Needs the scope
        `policies:read`. An extension of the specification.

        site: The host itself.
        page: Page number, from 1.
        limit: Rows a page; default 50.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: createdAt, expiresAt, site. Default
            `-createdAt`.
        from_: Not before this moment. RFC 3339 date-time, or a date: midnight in the
            organisation’s time zone.
        to: Before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s
            time zone.
        """
        call = Call(
            ops.OVERRIDES_LIST,
            query={
                "status": status,
                "scopeType": scope_type,
                "scopeId": scope_id,
                "site": site,
                "page": page,
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )
        return self._list(call)

    def get(self, id: str, *, timeout: Optional[float] = None) -> models.Override:
        """Get one override.

        Needs the scope `policies:read`. An extension of the specification.
        """
        call = Call(
            ops.OVERRIDES_GET,
            (id,),
            timeout=timeout,
        )
        result: models.Override = self._client._call(call)
        return result

    def create(
        self,
        *,
        scope: Union[models.OverrideInputScope, Mapping[str, Any]],
        site: str,
        ttl_minutes: int,
        reason: Union[Optional[str], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.Override:
        """Allow a site for a time.

        For one student, device, unit or classroom session; the site and all below it. It ends by
        itself, on the devices too when they are off-line. A locked block of a policy still holds.
        Needs the scope `policies:write`. An extension of the specification.

        site: A host, or a URL whose host is taken; all hosts below it are meant too.
        """
        call = Call(
            ops.OVERRIDES_CREATE,
            body={"scope": scope, "site": site, "ttlMinutes": ttl_minutes, "reason": reason},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.Override = self._client._call(call)
        return result

    def delete(
        self,
        id: str,
        *,
        if_match: Optional[IfMatch] = None,
        timeout: Optional[float] = None,
    ) -> None:
        """End an override before its time.

        One that is over, by its time or ended before, cannot be ended any more: 404. Needs the
        scope `policies:write`. An extension of the specification.
        """
        call = Call(
            ops.OVERRIDES_DELETE,
            (id,),
            if_match=if_match,
            timeout=timeout,
        )
        self._client._call(call)


class AccessRequestsResource(SyncResource):
    """`client.access_requests`"""

    def list(
        self,
        *,
        status: Optional[Union[models.AccessRequestStatus, Sequence[models.AccessRequestStatus]]] = None,
        host: Optional[Union[str, Sequence[str]]] = None,
        device_id: Optional[Union[str, Sequence[str]]] = None,
        user: Optional[Union[str, Sequence[str]]] = None,
        ou: Optional[Union[str, Sequence[str]]] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        from_: Optional[Union[str, datetime, date]] = None,
        to: Optional[Union[str, datetime, date]] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.AccessRequest]:
        """List access requests.

        Students ask on the block page of their laptop. A request that nobody has decided ends by
        itself after a day. Newest first; `from` and `to` bound `createdAt`. Needs the scope
        `alerts:read`. An extension of the specification.

        host: The host itself.
        ou: Path or `ou_` id of a unit; with its subtree.
        page: Page number, from 1.
        limit: Rows a page; default 50.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: createdAt. Default `-createdAt`.
        from_: Not before this moment. RFC 3339 date-time, or a date: midnight in the
            organisation’s time zone.
        to: Before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s
            time zone.
        """
        call = Call(
            ops.ACCESS_REQUESTS_LIST,
            query={
                "status": status,
                "host": host,
                "deviceId": device_id,
                "user": user,
                "ou": ou,
                "page": page,
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )
        return self._list(call)

    def get(self, id: str, *, timeout: Optional[float] = None) -> models.AccessRequestDetail:
        """Get one access request with what a decision needs.

        The chain of the verdict at that time, the other hosts that were refused around it, and who
        else asks for the host. Needs the scope `alerts:read`. An extension of the specification.
        """
        call = Call(
            ops.ACCESS_REQUESTS_GET,
            (id,),
            timeout=timeout,
        )
        result: models.AccessRequestDetail = self._client._call(call)
        return result

    def decide(
        self,
        id: str,
        *,
        decision: Literal["allow", "refuse"],
        also_hosts: Optional[Sequence[str]] = None,
        for_: Optional[models.AccessRequestAllowedFor] = None,
        ttl_minutes: Optional[int] = None,
        words: Optional[str] = None,
        others: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.AccessRequestDecided:
        """Allow or refuse what was asked for.

        To allow it makes an override for the host, and one for each of `alsoHosts`; what
        `createOverride` refuses is refused here. Open requests of others for this host are answered
        with it where the override covers them. The alert of a request is resolved. The laptop shows
        the answer with its words. One that is decided or over cannot be decided: 409. Needs the
        scope `policies:write`. An extension of the specification.

        also_hosts: More hosts to allow with it, such as those of `alsoRefused`
        for_: `student`: the person who asked, on every device. `session`: the class of the
            lesson that the device is in now. `ou`: the unit of the person, else of the device, with
            all below it.
        others: Refuses the other open requests for this host in your reach too
        """
        call = Call(
            ops.ACCESS_REQUESTS_DECIDE,
            (id,),
            body={
                "decision": decision,
                "alsoHosts": also_hosts,
                "for": for_,
                "ttlMinutes": ttl_minutes,
                "words": words,
                "others": others,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.AccessRequestDecided = self._client._call(call)
        return result


class CategoriesResource(SyncResource):
    """`client.categories`"""

    def __init__(self, client: SyncCalls) -> None:
        super().__init__(client)
        self.sources = CategoriesSourcesResource(client)
        self.suggestions = CategoriesSuggestionsResource(client)

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.Category]:
        """List the categories of sites that rules may name.

        Needs the scope `policies:read`. An extension of the specification.

        page: Page number, from 1.
        limit: Rows a page; default 50.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: id, name, domainCount. Default `id`.
        """
        call = Call(
            ops.CATEGORIES_LIST,
            query={"page": page, "limit": limit, "cursor": cursor, "sort": sort},
            timeout=timeout,
        )
        return self._list(call)

    def get(self, id: str, *, timeout: Optional[float] = None) -> models.CategoryDetails:
        """Get one category: what belongs to it, and which sources give it names.

        Needs the scope `policies:read`. An extension of the specification.
        """
        call = Call(
            ops.CATEGORIES_GET,
            (id,),
            timeout=timeout,
        )
        result: models.CategoryDetails = self._client._call(call)
        return result

    def look_up(self, *, domain: str, timeout: Optional[float] = None) -> models.CategoryMatches:
        """Look up the categories of a domain, and which sources say so.

        The categories are those that devices see. A source whose list was replaced a moment ago may
        be missing from `matches`. Needs the scope `policies:read`. An extension of the
        specification.

        domain: A host name: `games.example`.
        """
        call = Call(
            ops.CATEGORIES_LOOK_UP,
            query={"domain": domain},
            timeout=timeout,
        )
        result: models.CategoryMatches = self._client._call(call)
        return result

    def catalogue(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.KnownCategorySource]:
        """List the public lists of sites that a school can add.

        Needs the scope `policies:read`. An extension of the specification.

        page: Page number, from 1.
        limit: Rows a page; default 50.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: id, names. Default `id`.
        """
        call = Call(
            ops.CATEGORIES_CATALOGUE,
            query={"page": page, "limit": limit, "cursor": cursor, "sort": sort},
            timeout=timeout,
        )
        return self._list(call)


class LogsResource(SyncResource):
    """`client.logs`"""

    def list(
        self,
        *,
        device_id: Optional[Union[str, Sequence[str]]] = None,
        user: Optional[Union[str, Sequence[str]]] = None,
        ou: Optional[Union[str, Sequence[str]]] = None,
        domain: Optional[Union[str, Sequence[str]]] = None,
        category: Optional[Union[str, Sequence[str]]] = None,
        action: Optional[Union[models.LogEntryAction, Sequence[models.LogEntryAction]]] = None,
        reason: Optional[Union[models.LogEntryReason, Sequence[models.LogEntryReason]]] = None,
        policy_id: Optional[Union[str, Sequence[str]]] = None,
        rule_id: Optional[Union[str, Sequence[str]]] = None,
        campus: Optional[Union[models.DeviceCampus, Sequence[models.DeviceCampus]]] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        from_: Optional[Union[str, datetime, date]] = None,
        to: Optional[Union[str, datetime, date]] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.LogEntry]:
        """Query logs.

        Decided requests, newest first; by default those of the last 24 hours. With filters that fit
        hardly any of millions of entries a page may hold fewer than `limit`, even none: go on with
        `nextCursor` while `hasMore` is true. Needs the scope `logs:read`.

        ou: Path or `ou_` id of a unit; with its subtree.
        domain: A domain, with all that is below it.
        page: Page number, from 1.
        limit: Rows a page; default 100.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: timestamp. Default `-timestamp`.
        from_: Not before this moment. Default: 24 hours before `to`. At most 90 days before
            `to`. RFC 3339 date-time, or a date: midnight in the organisation’s time zone.
        to: Before this moment. Default: now. RFC 3339 date-time, or a date: midnight in the
            organisation’s time zone.
        """
        call = Call(
            ops.LOGS_LIST,
            query={
                "deviceId": device_id,
                "user": user,
                "ou": ou,
                "domain": domain,
                "category": category,
                "action": action,
                "reason": reason,
                "policyId": policy_id,
                "ruleId": rule_id,
                "campus": campus,
                "page": page,
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )
        return self._list(call)


class AlertsResource(SyncResource):
    """`client.alerts`"""

    def list(
        self,
        *,
        type: Optional[Union[models.AlertType, Sequence[models.AlertType]]] = None,
        severity: Optional[Union[models.AlertSeverity, Sequence[models.AlertSeverity]]] = None,
        status: Optional[Union[models.AlertStatus, Sequence[models.AlertStatus]]] = None,
        device_id: Optional[Union[str, Sequence[str]]] = None,
        user: Optional[Union[str, Sequence[str]]] = None,
        ou: Optional[Union[str, Sequence[str]]] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        from_: Optional[Union[str, datetime, date]] = None,
        to: Optional[Union[str, datetime, date]] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.Alert]:
        """List alerts.

        Newest first. `from` and `to` bound when an alert was made. Needs the scope `alerts:read`.

        ou: Path or `ou_` id of a unit; with its subtree.
        page: Page number, from 1.
        limit: Rows a page; default 50.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: timestamp, severity. Default `-timestamp`.
        from_: Not before this moment. RFC 3339 date-time, or a date: midnight in the
            organisation’s time zone.
        to: Before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s
            time zone.
        """
        call = Call(
            ops.ALERTS_LIST,
            query={
                "type": type,
                "severity": severity,
                "status": status,
                "deviceId": device_id,
                "user": user,
                "ou": ou,
                "page": page,
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )
        return self._list(call)

    def get(self, id: str, *, timeout: Optional[float] = None) -> models.Alert:
        """Get one alert.

        Needs the scope `alerts:read`. An extension of the specification.
        """
        call = Call(
            ops.ALERTS_GET,
            (id,),
            timeout=timeout,
        )
        result: models.Alert = self._client._call(call)
        return result

    def update(
        self,
        id: str,
        *,
        note: Union[Optional[str], Unset] = UNSET,
        status: Union[models.AlertStatus, Unset] = UNSET,
        if_match: Optional[IfMatch] = None,
        timeout: Optional[float] = None,
    ) -> models.Alert:
        """Acknowledge or resolve an alert.

        For owners and administrators, and for keys with the scope `alerts:write`. An alert goes
        from open to acknowledged to resolved, or at once to resolved, and never back. Needs the
        scope `alerts:write`. An extension of the specification.
        """
        call = Call(
            ops.ALERTS_UPDATE,
            (id,),
            body={"note": note, "status": status},
            if_match=if_match,
            timeout=timeout,
        )
        result: models.Alert = self._client._call(call)
        return result


class AlertRulesResource(SyncResource):
    """`client.alert_rules`"""

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.AlertRule]:
        """List the rules that make alerts.

        One of each type of alert, also where the school has changed nothing: what is in force, the
        defaults, and what each member means. Needs the scope `alerts:read`. An extension of the
        specification.

        page: Page number, from 1.
        limit: Rows a page; default 50.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: type. Default `type`.
        """
        call = Call(
            ops.ALERT_RULES_LIST,
            query={"page": page, "limit": limit, "cursor": cursor, "sort": sort},
            timeout=timeout,
        )
        return self._list(call)

    def get(self, type: str, *, timeout: Optional[float] = None) -> models.AlertRule:
        """Get the rule of one type of alert.

        Needs the scope `alerts:read`. An extension of the specification.
        """
        call = Call(
            ops.ALERT_RULES_GET,
            (type,),
            timeout=timeout,
        )
        result: models.AlertRule = self._client._call(call)
        return result

    def update(
        self,
        type: str,
        *,
        after_minutes: Union[Optional[int], Unset] = UNSET,
        count: Union[Optional[int], Unset] = UNSET,
        enabled: Union[Optional[bool], Unset] = UNSET,
        intended_severity: Union[Optional[models.AlertRuleIntendedSeverity], Unset] = UNSET,
        low: Union[Optional[int], Unset] = UNSET,
        period_minutes: Union[Optional[int], Unset] = UNSET,
        recovered: Union[Optional[int], Unset] = UNSET,
        repeat_minutes: Union[Optional[int], Unset] = UNSET,
        severity: Union[Optional[models.AlertRuleSeverity], Unset] = UNSET,
        tamper_severity: Union[Optional[models.AlertRuleTamperSeverity], Unset] = UNSET,
        if_match: Optional[IfMatch] = None,
        timeout: Optional[float] = None,
    ) -> models.AlertRule:
        """Switch a type of alert on or off, or change its severity and thresholds.

        For owners and administrators, and for keys with the scope `alerts:write`, that reach the
        whole organisation. Null sets the default again. What devices report from then on follows
        the change at once, with several processes of the server within a minute; alerts that are
        there stay as they are. The rules `self_harm_search` and `violence_search` are about the
        safety of people: an owner alone, signed in to the dashboard, may switch them off, make them
        less severe or raise `repeatMinutes`, and `warnings` of the answer says what that means.
        Needs the scope `alerts:write`. An extension of the specification.

        after_minutes: How many minutes it lasts before there is an alert.
        count: How often it happens before there is an alert.
        low: At most so many percent make an alert.
        period_minutes: Within how many minutes it happens so often.
        recovered: At least so many percent end it; more than “low”.
        repeat_minutes: A repeat within so many minutes after the last one joins the alert
            instead of making another.
        """
        call = Call(
            ops.ALERT_RULES_UPDATE,
            (type,),
            body={
                "afterMinutes": after_minutes,
                "count": count,
                "enabled": enabled,
                "intendedSeverity": intended_severity,
                "low": low,
                "periodMinutes": period_minutes,
                "recovered": recovered,
                "repeatMinutes": repeat_minutes,
                "severity": severity,
                "tamperSeverity": tamper_severity,
            },
            if_match=if_match,
            timeout=timeout,
        )
        result: models.AlertRule = self._client._call(call)
        return result


class AlertNotificationsResource(SyncResource):
    """`client.alert_notifications`"""

    def get(self, *, timeout: Optional[float] = None) -> models.AlertNotifications:
        """Who is mailed about new alerts, and the quiet hours.

        Who is limited to a unit sees the recipients of that unit and those below it. `alerts:read`
        does not open it, since it shows addresses of people. Needs the scope `alerts:write`. An
        extension of the specification.
        """
        call = Call(
            ops.ALERT_NOTIFICATIONS_GET,
            timeout=timeout,
        )
        result: models.AlertNotifications = self._client._call(call)
        return result

    def update(
        self,
        *,
        quiet_hours: Union[Optional[Union[models.AlertNotificationsQuietHours, Mapping[str, Any]]], Unset] = UNSET,
        recipients: Union[Optional[Sequence[Union[models.AlertRecipientInput, Mapping[str, Any]]]], Unset] = UNSET,
        if_match: Optional[IfMatch] = None,
        timeout: Optional[float] = None,
    ) -> models.AlertNotifications:
        """Set who is mailed about new alerts, and the quiet hours.

        For owners and administrators, and for keys with the scope `alerts:write`, that reach the
        whole organisation. Each address gets one mail a round about all new alerts of its units
        that are at least as severe as `minSeverity`, with title, unit and time of each: at most one
        in two minutes when there is a critical alert among them, else one in ten; what comes in
        between is in the next. In quiet hours critical alerts alone are mailed; the others are sent
        together when the hours end. A new address is told of alerts that are made from then on. An
        alert older than three days is not mailed any more. `recipients` names all of them; null
        means nobody, and `quietHours: null` none. Needs the scope `alerts:write`. An extension of
        the specification.

        recipients: All of them: what is not named is removed.
        """
        call = Call(
            ops.ALERT_NOTIFICATIONS_UPDATE,
            body={"quietHours": quiet_hours, "recipients": recipients},
            if_match=if_match,
            timeout=timeout,
        )
        result: models.AlertNotifications = self._client._call(call)
        return result


class ActivityResource(SyncResource):
    """`client.activity`"""

    def list(
        self,
        *,
        user: Optional[Union[str, Sequence[str]]] = None,
        device_id: Optional[Union[str, Sequence[str]]] = None,
        ou: Optional[Union[str, Sequence[str]]] = None,
        kind: Optional[Union[models.ActivityKind, Sequence[models.ActivityKind]]] = None,
        flagged: Optional[bool] = None,
        domain: Optional[Union[str, Sequence[str]]] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        from_: Optional[Union[str, datetime, date]] = None,
        to: Optional[Union[str, datetime, date]] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.Activity]:
        """Query activity.

        What people did, newest first; by default in the last 24 hours. Needs the scope
        `activity:read`.

        ou: Path or `ou_` id of a unit; with its subtree.
        domain: A domain, with all that is below it.
        page: Page number, from 1.
        limit: Rows a page; default 100.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: timestamp. Default `-timestamp`.
        from_: Not before this moment. Default: 24 hours before `to`. At most 90 days before
            `to`. RFC 3339 date-time, or a date: midnight in the organisation’s time zone.
        to: Before this moment. Default: now. RFC 3339 date-time, or a date: midnight in the
            organisation’s time zone.
        """
        call = Call(
            ops.ACTIVITY_LIST,
            query={
                "user": user,
                "deviceId": device_id,
                "ou": ou,
                "kind": kind,
                "flagged": flagged,
                "domain": domain,
                "page": page,
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )
        return self._list(call)


class ReportsResource(SyncResource):
    """`client.reports`"""

    def weekly(
        self,
        *,
        week: Optional[str] = None,
        week_start: Optional[str] = None,
        ou: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.WeeklyReport:
        """Get the report of a week.

        `week`, `from`, `to` and `complete` of the answer say which week it is about. A unit is
        counted with what is below it; without `ou` a key that is limited to a unit gets the report
        of that unit. Also as CSV and as a page to print. Needs the scope `reports:read`.

        week: ISO 8601 week, `2026-W47`. Default: the last full week with requests, in the
            organisation’s time zone; before a first one is over, the present week.
        week_start: Its Monday, `2026-11-16`; instead of `week`.
        ou: Path or `ou_` id of a unit; with its subtree. Default: all that the caller reaches.
        """
        call = Call(
            ops.REPORTS_WEEKLY,
            query={"week": week, "weekStart": week_start, "ou": ou},
            timeout=timeout,
        )
        result: models.WeeklyReport = self._client._call(call)
        return result

    def weekly_csv(
        self,
        *,
        week: Optional[str] = None,
        week_start: Optional[str] = None,
        ou: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Get the report of a week.

        `week`, `from`, `to` and `complete` of the answer say which week it is about. A unit is
        counted with what is below it; without `ou` a key that is limited to a unit gets the report
        of that unit. Also as CSV and as a page to print. Needs the scope `reports:read`.

        week: ISO 8601 week, `2026-W47`. Default: the last full week with requests, in the
            organisation’s time zone; before a first one is over, the present week.
        week_start: Its Monday, `2026-11-16`; instead of `week`.
        ou: Path or `ou_` id of a unit; with its subtree. Default: all that the caller reaches.
        """
        call = Call(
            ops.REPORTS_WEEKLY_CSV,
            query={"week": week, "weekStart": week_start, "ou": ou},
            timeout=timeout,
        )
        result: str = self._client._call(call)
        return result

    def weekly_html(
        self,
        *,
        week: Optional[str] = None,
        week_start: Optional[str] = None,
        ou: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Get the report of a week.

        `week`, `from`, `to` and `complete` of the answer say which week it is about. A unit is
        counted with what is below it; without `ou` a key that is limited to a unit gets the report
        of that unit. Also as CSV and as a page to print. Needs the scope `reports:read`.

        week: ISO 8601 week, `2026-W47`. Default: the last full week with requests, in the
            organisation’s time zone; before a first one is over, the present week.
        week_start: Its Monday, `2026-11-16`; instead of `week`.
        ou: Path or `ou_` id of a unit; with its subtree. Default: all that the caller reaches.
        """
        call = Call(
            ops.REPORTS_WEEKLY_HTML,
            query={"week": week, "weekStart": week_start, "ou": ou},
            timeout=timeout,
        )
        result: str = self._client._call(call)
        return result

    def hourly(
        self,
        *,
        from_: Optional[Union[str, datetime, date]] = None,
        to: Optional[Union[str, datetime, date]] = None,
        ou: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.HourlyReport:
        """Get requests and blocks by hour, beside the usual.

        By default the last 24 hours, in the organisation’s time zone. A request counts for the unit
        of the device that made it. An hour that is not over yet is compared with a whole one:
        `complete` says which. Needs the scope `reports:read`. An extension of the specification.

        from_: Not before this moment. Default: 24 hours before `to`. At most 7 days before
            `to`. RFC 3339 date-time, or a date: midnight in the organisation’s time zone.
        to: Before this moment. Default: now. RFC 3339 date-time, or a date: midnight in the
            organisation’s time zone.
        ou: Path or `ou_` id of a unit; with its subtree. Default: all that the caller reaches.
        """
        call = Call(
            ops.REPORTS_HOURLY,
            query={"from": from_, "to": to, "ou": ou},
            timeout=timeout,
        )
        result: models.HourlyReport = self._client._call(call)
        return result


class EvidenceResource(SyncResource):
    """`client.evidence`"""

    def get(
        self,
        *,
        version: Optional[int] = None,
        ou: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.Evidence:
        """Get how many devices enforce a policy version.

        By the last report of each device: an offline device that enforced the version counts as
        enforcing it. As CSV with every device that does not, and why. Needs the scope
        `devices:read`. An extension of the specification.

        version: The `version` of a policy. Default: the present version.
        ou: Path or `ou_` id of a unit; with its subtree. Default: all that the caller reaches.
        """
        call = Call(
            ops.EVIDENCE_GET,
            query={"version": version, "ou": ou},
            timeout=timeout,
        )
        result: models.Evidence = self._client._call(call)
        return result

    def csv(
        self,
        *,
        version: Optional[int] = None,
        ou: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Get how many devices enforce a policy version.

        By the last report of each device: an offline device that enforced the version counts as
        enforcing it. As CSV with every device that does not, and why. Needs the scope
        `devices:read`. An extension of the specification.

        version: The `version` of a policy. Default: the present version.
        ou: Path or `ou_` id of a unit; with its subtree. Default: all that the caller reaches.
        """
        call = Call(
            ops.EVIDENCE_CSV,
            query={"version": version, "ou": ou},
            timeout=timeout,
        )
        result: str = self._client._call(call)
        return result

    def list_devices(
        self,
        *,
        version: Optional[int] = None,
        ou: Optional[str] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.EvidenceGap]:
        """List the devices that do not enforce a policy version, and why.

        `offline` since its connection ended, `unprotected` in the words of the device (`detail`),
        `stale` with an older version, or `no_report` since its enrollment. Name the version when
        you walk the list: without it a change of policy asks for another one. Needs the scope
        `devices:read`. An extension of the specification.

        version: The `version` of a policy. Default: the present version.
        ou: Path or `ou_` id of a unit; with its subtree. Default: all that the caller reaches.
        page: Page number, from 1.
        limit: Rows a page; default 50.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: name, ou, lastSeen, protection. Default
            `name`.
        """
        call = Call(
            ops.EVIDENCE_LIST_DEVICES,
            query={
                "version": version,
                "ou": ou,
                "page": page,
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
            },
            timeout=timeout,
        )
        return self._list(call)


class ClassroomResource(SyncResource):
    """`client.classroom`"""

    def __init__(self, client: SyncCalls) -> None:
        super().__init__(client)
        self.sessions = ClassroomSessionsResource(client)


class WebhooksResource(SyncResource):
    """`client.webhooks`"""

    def __init__(self, client: SyncCalls) -> None:
        super().__init__(client)
        self.deliveries = WebhooksDeliveriesResource(client)

    def list(
        self,
        *,
        enabled: Optional[bool] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        updated_since: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.Webhook]:
        """List webhooks, without their secrets.

        Needs the scope `webhooks:manage`. An extension of the specification.

        page: Page number, from 1.
        limit: Rows a page; default 50.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: createdAt. Default `createdAt`.
        updated_since: Only what was changed at this moment or later: its `updatedAt`. RFC 3339
            date-time, or a date: midnight in the organisation’s time zone.
        """
        call = Call(
            ops.WEBHOOKS_LIST,
            query={
                "enabled": enabled,
                "page": page,
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "updatedSince": updated_since,
            },
            timeout=timeout,
        )
        return self._list(call)

    def get(self, id: str, *, timeout: Optional[float] = None) -> models.Webhook:
        """Get one webhook, without its secret.

        Needs the scope `webhooks:manage`. An extension of the specification.
        """
        call = Call(
            ops.WEBHOOKS_GET,
            (id,),
            timeout=timeout,
        )
        result: models.Webhook = self._client._call(call)
        return result

    def create(
        self,
        *,
        url: str,
        description: Union[Optional[str], Unset] = UNSET,
        enabled: Optional[bool] = None,
        events: Optional[Sequence[str]] = None,
        headers: Optional[Mapping[str, str]] = None,
        kind: Optional[models.WebhookKind] = None,
        signature: Optional[models.WebhookSignature] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.CreatedWebhook:
        """Register a webhook; the answer has its secret.

        Needs the scope `webhooks:manage`.

        events: Event names, all events of one resource (`device.*`), a group (alerts.*,
            devices.*, policies.*) or `*`. Events: device.offline, device.online, device.enrolled,
            device.locked, device.unlocked, device.low_battery, device.protection_changed,
            policy.violation, game.detected, geofence.breached, command.succeeded, command.failed,
            command.expired, command.cancelled, override.created, override.ended,
            classroom.session_started, classroom.session_ended, classroom.session_conflict,
            command.superseded, alert.created, alert.acknowledged, alert.resolved, report.weekly,
            policy.created, policy.updated, policy.deleted, api_key.expiring, webhook.disabled.
        """
        call = Call(
            ops.WEBHOOKS_CREATE,
            body={
                "url": url,
                "description": description,
                "enabled": enabled,
                "events": events,
                "headers": headers,
                "kind": kind,
                "signature": signature,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.CreatedWebhook = self._client._call(call)
        return result

    def update(
        self,
        id: str,
        *,
        description: Union[Optional[str], Unset] = UNSET,
        enabled: Union[bool, Unset] = UNSET,
        events: Union[Sequence[str], Unset] = UNSET,
        headers: Union[Mapping[str, str], Unset] = UNSET,
        signature: Union[models.WebhookSignature, Unset] = UNSET,
        url: Union[str, Unset] = UNSET,
        if_match: Optional[IfMatch] = None,
        timeout: Optional[float] = None,
    ) -> models.Webhook:
        """Change a webhook, or enable it again.

        Needs the scope `webhooks:manage`. An extension of the specification.

        events: Event names, all events of one resource (`device.*`), a group (alerts.*,
            devices.*, policies.*) or `*`. Events: device.offline, device.online, device.enrolled,
            device.locked, device.unlocked, device.low_battery, device.protection_changed,
            policy.violation, game.detected, geofence.breached, command.succeeded, command.failed,
            command.expired, command.cancelled, override.created, override.ended,
            classroom.session_started, classroom.session_ended, classroom.session_conflict,
            command.superseded, alert.created, alert.acknowledged, alert.resolved, report.weekly,
            policy.created, policy.updated, policy.deleted, api_key.expiring, webhook.disabled.
        """
        call = Call(
            ops.WEBHOOKS_UPDATE,
            (id,),
            body={
                "description": description,
                "enabled": enabled,
                "events": events,
                "headers": headers,
                "signature": signature,
                "url": url,
            },
            if_match=if_match,
            timeout=timeout,
        )
        result: models.Webhook = self._client._call(call)
        return result

    def delete(
        self,
        id: str,
        *,
        if_match: Optional[IfMatch] = None,
        timeout: Optional[float] = None,
    ) -> None:
        """Delete a webhook with what is still to be delivered to it.

        Needs the scope `webhooks:manage`. An extension of the specification.
        """
        call = Call(
            ops.WEBHOOKS_DELETE,
            (id,),
            if_match=if_match,
            timeout=timeout,
        )
        self._client._call(call)

    def secret(self, id: str, *, timeout: Optional[float] = None) -> models.WebhookSecret:
        """Get the current secret of a webhook; the audit names who has read it.

        Needs the scope `webhooks:manage`. An extension of the specification.
        """
        call = Call(
            ops.WEBHOOKS_SECRET,
            (id,),
            timeout=timeout,
        )
        result: models.WebhookSecret = self._client._call(call)
        return result

    def rotate_secret(
        self,
        id: str,
        *,
        grace_seconds: Optional[int] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.WebhookSecret:
        """Give a webhook a new secret at once; former ones go on signing for a grace.

        Needs the scope `webhooks:manage`. An extension of the specification.

        grace_seconds: How long former secrets still sign, at most; default 86400. 0 ends them
            now.
        """
        call = Call(
            ops.WEBHOOKS_ROTATE_SECRET,
            (id,),
            body={"graceSeconds": grace_seconds},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.WebhookSecret = self._client._call(call)
        return result

    def public_key(self, id: str, *, timeout: Optional[float] = None) -> models.WebhookPublicKey:
        """Get the ed25519 public key of a webhook that signs with one.

        Needs the scope `webhooks:manage`. An extension of the specification.
        """
        call = Call(
            ops.WEBHOOKS_PUBLIC_KEY,
            (id,),
            timeout=timeout,
        )
        result: models.WebhookPublicKey = self._client._call(call)
        return result

    def test(
        self,
        id: str,
        *,
        event_type: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.WebhookTestResult:
        """Send a sample of an event to a webhook now, and see what it answers.

        The sample is made of the examples of this document; nothing in it exists. Its `sequence` is
        0. It is in no list of events or deliveries, and what comes of it counts neither for nor
        against the webhook. Needs the scope `webhooks:manage`. An extension of the specification.

        event_type: A sample of this event; default `webhook.test`.
        """
        call = Call(
            ops.WEBHOOKS_TEST,
            (id,),
            body={"eventType": event_type},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.WebhookTestResult = self._client._call(call)
        return result

    def recover(
        self,
        id: str,
        *,
        since: datetime,
        until: Optional[datetime] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> models.WebhookRecovery:
        """Send every event of a range that the webhook has not taken.

        Needs the scope `webhooks:manage`. An extension of the specification.

        until: Default: now.
        """
        call = Call(
            ops.WEBHOOKS_RECOVER,
            (id,),
            body={"since": since, "until": until},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        result: models.WebhookRecovery = self._client._call(call)
        return result

    def event_types(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.EventTypeInfo]:
        """List the events that there are, each with a schema and an example.

        Needs the scope `webhooks:manage`. An extension of the specification.

        page: Page number, from 1.
        limit: Rows a page; default 50.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: type. Default `type`.
        """
        call = Call(
            ops.WEBHOOKS_EVENT_TYPES,
            query={"page": page, "limit": limit, "cursor": cursor, "sort": sort},
            timeout=timeout,
        )
        return self._list(call)


class EventsResource(FollowedEvents):
    """`client.events`"""

    def list(
        self,
        *,
        after: Optional[int] = None,
        type: Optional[Union[str, Sequence[str]]] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.Event]:
        """Pull events, in the order in which they were committed.

        The same bodies as webhooks get, whether or not there is one, kept for 30 days. To miss
        none, ask with `after` = the last `sequence` that you have seen: what follows is complete.
        An `after` that is no longer kept is answered by 410 with `oldestSequence`. Needs the scope
        `webhooks:manage`. An extension of the specification.

        after: Only events behind this `sequence`; without it from the oldest that is kept.
        type: An event, all events of one resource (`device.*`), a group (`devices.*`,
            `alerts.*`, `policies.*`), or `*`.
        page: Page number, from 1.
        limit: Rows a page; default 100.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: sequence. Default `sequence`.
        """
        call = Call(
            ops.EVENTS_LIST,
            query={
                "after": after,
                "type": type,
                "page": page,
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
            },
            timeout=timeout,
        )
        return self._list(call)

    def get(self, id: str, *, timeout: Optional[float] = None) -> models.Event:
        """Get one event in full, also one whose body was too large to be pushed.

        Needs the scope `webhooks:manage`. An extension of the specification.
        """
        call = Call(
            ops.EVENTS_GET,
            (id,),
            timeout=timeout,
        )
        result: models.Event = self._client._call(call)
        return result


class SearchResource(SyncResource):
    """`client.search`"""

    def find(
        self,
        *,
        q: str,
        type: Optional[Union[models.SearchResultType, Sequence[models.SearchResultType]]] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> models.SearchResult:
        """Find devices, people, units and policies by a word.

        Names that begin with the text come first, then whatever has all of its words: in the name,
        serial or asset tag of a device, in the name, e-mail address or external id of a user, in
        the name of a unit, in the name or description of a policy. Shows the types that the caller
        may read (`devices:read`, `users:read`, `policies:read`), in the caller’s reach. Any valid
        key may call it. An extension of the specification.

        q: What to look for, without regard to case.
        limit: Of each type; default 5.
        """
        call = Call(
            ops.SEARCH_FIND,
            query={"q": q, "type": type, "limit": limit},
            timeout=timeout,
        )
        result: models.SearchResult = self._client._call(call)
        return result


class AttentionResource(SyncResource):
    """`client.attention`"""

    def get(self, *, timeout: Optional[float] = None) -> models.Attention:
        """What needs a person now, the most urgent first.

        Each kind with how many there are, since when, and the address that answers with exactly
        those: alerts about the safety of people; a full disk; on-line devices that are unprotected,
        behind for more than 10 minutes, or whose lock is unconfirmed for more than 5; requests for
        access that wait for more than 10 minutes; devices that ask to be enrolled anew; held
        updates of category lists; failing webhooks; addresses to which mails about alerts cannot be
        sent; API keys that expire within 14 days; a backup that is older than a week. A caller sees
        what the linked call would answer to it. Any valid key may call it. An extension of the
        specification.
        """
        call = Call(
            ops.ATTENTION_GET,
            timeout=timeout,
        )
        result: models.Attention = self._client._call(call)
        return result


class ScopesResource(SyncResource):
    """`client.scopes`"""

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Page[models.ScopeInfo]:
        """List the scopes, and which of them this key has.

        Any valid key may call it. An extension of the specification.

        page: Page number, from 1.
        limit: Rows a page; default 50.
        cursor: The `nextCursor` of the page before; instead of `page`.
        sort: Fields with commas, `-` for descending: name. Default `name`.
        """
        call = Call(
            ops.SCOPES_LIST,
            query={"page": page, "limit": limit, "cursor": cursor, "sort": sort},
            timeout=timeout,
        )
        return self._list(call)


class OrganizationResource(SyncResource):
    """`client.organization`"""

    def get(self, *, timeout: Optional[float] = None) -> models.Organization:
        """Get the settings of the organisation, and where each value comes from.

        Secrets are never shown: `passwordSet` and `clientSecretSet` say whether there is one. Chat
        rooms are webhooks of a chat kind (`POST /v1/webhooks`). Who is limited to a unit is
        refused. Needs the scope `organization:manage`. An extension of the specification.
        """
        call = Call(
            ops.ORGANIZATION_GET,
            timeout=timeout,
        )
        result: models.Organization = self._client._call(call)
        return result

    def update(
        self,
        *,
        account_domain: Union[Optional[str], Unset] = UNSET,
        help_line: Union[Optional[str], Unset] = UNSET,
        holidays: Union[Optional[Sequence[Union[models.OrganizationHoliday, Mapping[str, Any]]]], Unset] = UNSET,
        log_level: Union[Optional[models.OrganizationLogLevel], Unset] = UNSET,
        mail: Union[Optional[Union[models.OrganizationInputMail, Mapping[str, Any]]], Unset] = UNSET,
        name: Union[Optional[str], Unset] = UNSET,
        plan: Union[models.OrganizationPlan, Unset] = UNSET,
        resolvers: Union[Optional[Sequence[str]], Unset] = UNSET,
        retention: Union[Optional[Union[models.OrganizationInputRetention, Mapping[str, Any]]], Unset] = UNSET,
        school_hours: Union[Optional[Sequence[Union[models.OrganizationSchoolHour, Mapping[str, Any]]]], Unset] = UNSET,
        single_sign_on: Union[Optional[Union[models.OrganizationInputSingleSignOn, Mapping[str, Any]]], Unset] = UNSET,
        time_zone: Union[Optional[str], Unset] = UNSET,
        if_match: Optional[IfMatch] = None,
        timeout: Optional[float] = None,
    ) -> models.Organization:
        """Set settings of the organisation in the place of what the configuration file says.

        What is set here takes effect at once, also in every device’s policies, and wins over the
        file until null takes it back. `mail`, `singleSignOn`, `plan` and a lower
        `retention.auditDays` are set by an owner who is signed in. A secret belongs to the server
        and the name that it was set for: with others it is given anew. Needs the scope
        `organization:manage`. An extension of the specification.

        account_domain: Completes a bare account name to an e-mail address.
        help_line: Whom to call, shown on locked screens.
        holidays: Days without school; `from` and `to` belong to them. At most 400 days in all.
        resolvers: Resolvers that devices ask in the place of those of their network: addresses,
            or DNS over https such as `https://dns.school.example/dns-query`. Empty: those of the
            network.
        school_hours: When lessons are, in the time zone of the organisation; `to` before `from`
            ends on the next day. Empty: always.
        time_zone: IANA name, `Europe/Madrid`.
        """
        call = Call(
            ops.ORGANIZATION_UPDATE,
            body={
                "accountDomain": account_domain,
                "helpLine": help_line,
                "holidays": holidays,
                "logLevel": log_level,
                "mail": mail,
                "name": name,
                "plan": plan,
                "resolvers": resolvers,
                "retention": retention,
                "schoolHours": school_hours,
                "singleSignOn": single_sign_on,
                "timeZone": time_zone,
            },
            if_match=if_match,
            timeout=timeout,
        )
        result: models.Organization = self._client._call(call)
        return result


class Resources:
    """Every resource of the API."""

    def __init__(self, client: SyncCalls) -> None:
        self.devices = DevicesResource(client)
        self.commands = CommandsResource(client)
        self.enrollment_tokens = EnrollmentTokensResource(client)
        self.enrollment_requests = EnrollmentRequestsResource(client)
        self.campuses = CampusesResource(client)
        self.users = UsersResource(client)
        self.ous = OusResource(client)
        self.policies = PoliciesResource(client)
        self.overrides = OverridesResource(client)
        self.access_requests = AccessRequestsResource(client)
        self.categories = CategoriesResource(client)
        self.logs = LogsResource(client)
        self.alerts = AlertsResource(client)
        self.alert_rules = AlertRulesResource(client)
        self.alert_notifications = AlertNotificationsResource(client)
        self.activity = ActivityResource(client)
        self.reports = ReportsResource(client)
        self.evidence = EvidenceResource(client)
        self.classroom = ClassroomResource(client)
        self.webhooks = WebhooksResource(client)
        self.events = EventsResource(client)
        self.search = SearchResource(client)
        self.attention = AttentionResource(client)
        self.scopes = ScopesResource(client)
        self.organization = OrganizationResource(client)
