# Made from openapi/openapi.json by `npm run sdk`. Nobody edits it.
"""The objects of the API."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, ClassVar, Dict, List, Literal, Mapping, Optional, Sequence, Tuple, Union

from .._model import UNSET, EventBase, Model, Unset

AccessRequestAllowedFor = Union[Literal["student", "device", "session", "ou", "everyone"], str]
AccessRequestDetailStatus = Union[Literal["open", "allowed", "refused", "expired"], str]
AccessRequestStatus = Union[Literal["open", "allowed", "refused", "expired"], str]
ActivityKind = Union[Literal["visit", "search", "video", "app", "signin"], str]
AlertNotificationsQuietHoursDay = Union[
    Literal[
        "mon",
        "tue",
        "wed",
        "thu",
        "fri",
        "sat",
        "sun",
    ],
    str,
]
AlertRecipientMinSeverity = Union[Literal["info", "low", "medium", "high", "critical"], str]
AlertRuleChanged = Union[
    Literal[
        "enabled",
        "severity",
        "tamperSeverity",
        "intendedSeverity",
        "repeatMinutes",
        "count",
        "periodMinutes",
        "afterMinutes",
        "low",
        "recovered",
    ],
    str,
]
AlertRuleDefaultsIntendedSeverity = Union[Literal["info", "low", "medium", "high", "critical"], str]
AlertRuleDefaultsSeverity = Union[Literal["info", "low", "medium", "high", "critical"], str]
AlertRuleDefaultsTamperSeverity = Union[Literal["info", "low", "medium", "high", "critical"], str]
AlertRuleIntendedSeverity = Union[Literal["info", "low", "medium", "high", "critical"], str]
AlertRuleMemberName = Union[
    Literal[
        "enabled",
        "severity",
        "tamperSeverity",
        "intendedSeverity",
        "repeatMinutes",
        "count",
        "periodMinutes",
        "afterMinutes",
        "low",
        "recovered",
    ],
    str,
]
AlertRuleSeverity = Union[Literal["info", "low", "medium", "high", "critical"], str]
AlertRuleTamperSeverity = Union[Literal["info", "low", "medium", "high", "critical"], str]
AlertRuleType = Union[
    Literal[
        "game_detected",
        "repeated_violations",
        "self_harm_search",
        "violence_search",
        "bypass_attempt",
        "access_request",
        "geofence_breach",
        "unprotected_device",
        "low_battery",
        "category_update_held",
        "alert_flood",
        "disk_reserve",
        "device_reenrollment",
    ],
    str,
]
AlertSeverity = Union[Literal["info", "low", "medium", "high", "critical"], str]
AlertStatus = Union[Literal["open", "acknowledged", "resolved"], str]
AlertType = Union[
    Literal[
        "game_detected",
        "repeated_violations",
        "self_harm_search",
        "violence_search",
        "bypass_attempt",
        "access_request",
        "geofence_breach",
        "unprotected_device",
        "low_battery",
        "category_update_held",
        "alert_flood",
        "disk_reserve",
        "device_reenrollment",
    ],
    str,
]
AttentionItemKind = Union[
    Literal[
        "safety_alert",
        "disk_full",
        "unprotected_devices",
        "access_requests",
        "enrollment_requests",
        "devices_behind",
        "locks_unconfirmed",
        "held_category_lists",
        "failing_webhook",
        "failing_alert_mail",
        "expiring_api_key",
        "old_backup",
    ],
    str,
]
AttentionItemSeverity = Union[Literal["info", "low", "medium", "high", "critical"], str]
CategorySourceFormat = Union[Literal["plain", "hosts", "adblock", "rpz", "ut1"], str]
CategorySourceState = Union[Literal["new", "current", "failed", "held"], str]
CategorySourceUpdateStep = Union[Literal["read", "compile"], str]
CategorySuggestionDecision = Union[Literal["accepted", "declined"], str]
CategorySuggestionKind = Union[Literal["missing", "wrong"], str]
CategorySuggestionStatus = Union[Literal["open", "accepted", "declined"], str]
ClassroomSessionEndedDataReason = Union[Literal["time", "ended"], str]
ClassroomSessionMode = Union[Literal["open", "focus", "locked"], str]
ClassroomSessionStatus = Union[Literal["scheduled", "active", "ended", "cancelled"], str]
CommandBatchPreviewDeviceOutcome = Union[Literal["now", "later", "already", "rejected"], str]
CommandBatchRejectedCode = Union[Literal["not_found", "command_not_supported"], str]
CommandBatchRetryStatus = Union[Literal["failed", "expired", "cancelled"], str]
CommandBatchStatus = Union[Literal["running", "done"], str]
CommandStatus = Union[
    Literal[
        "queued",
        "sent",
        "acknowledged",
        "succeeded",
        "failed",
        "expired",
        "cancelled",
        "superseded",
    ],
    str,
]
CommandType = Union[
    Literal[
        "lock",
        "unlock",
        "message",
        "open_url",
        "restart",
        "shutdown",
        "sign_out",
        "sync_policy",
        "locate",
        "self_test",
        "collect_diagnostics",
        "update_agent",
        "unenroll",
    ],
    str,
]
DeliveryAttemptTrigger = Union[Literal["scheduled", "manual"], str]
DeliveryStatus = Union[Literal["pending", "retrying", "succeeded", "failed"], str]
DeviceCampus = Union[Literal["on-campus", "off-campus", "unknown"], str]
DeviceHistoryEntryFrom = Union[Literal["enforcing", "stale", "unprotected", "unknown"], str]
DeviceHistoryEntryReason = Union[Literal["stopped", "connection_lost", "silence"], str]
DeviceHistoryEntryTo = Union[Literal["enforcing", "stale", "unprotected", "unknown"], str]
DeviceHistoryEntryType = Union[
    Literal[
        "device.enrolled",
        "device.online",
        "device.offline",
        "device.protection_changed",
        "device.locked",
        "device.unlocked",
        "device.low_battery",
        "geofence.breached",
    ],
    str,
]
DeviceLockState = Union[Literal["unlocked", "locking", "locked", "unlocking"], str]
DeviceOfflineDataReason = Union[Literal["stopped", "connection_lost", "silence"], str]
DevicePlatform = Union[Literal["windows", "macos", "linux"], str]
DeviceProtectionState = Union[Literal["enforcing", "stale", "unprotected", "unknown"], str]
DeviceStateConnectionReason = Union[Literal["stopped", "connection_lost", "silence"], str]
DeviceStateConnectionStatus = Union[Literal["online", "offline"], str]
DeviceStateProtectionState = Union[Literal["enforcing", "stale", "unprotected", "unknown"], str]
DeviceStatus = Union[Literal["online", "offline"], str]
DeviceSummaryCampus = Union[Literal["on-campus", "off-campus", "unknown"], str]
DeviceSummaryCellLock = Union[Literal["unlocked", "locking", "locked", "unlocking"], str]
DeviceSummaryCellProtection = Union[Literal["enforcing", "stale", "unprotected", "unknown"], str]
DeviceSummaryCellStatus = Union[Literal["online", "offline"], str]
DeviceSummaryLock = Union[Literal["unlocked", "locking", "locked", "unlocking"], str]
DeviceSummaryPlatform = Union[Literal["windows", "macos", "linux"], str]
DeviceSummaryProtection = Union[Literal["enforcing", "stale", "unprotected", "unknown"], str]
DeviceSummaryStatus = Union[Literal["online", "offline"], str]
EnrollmentRequestStatus = Union[Literal["waiting", "approved", "refused"], str]
EvidenceGapProtection = Union[Literal["enforcing", "stale", "unprotected", "unknown"], str]
EvidenceGapReason = Union[Literal["offline", "unprotected", "stale", "no_report"], str]
ExplanationAction = Union[Literal["allow", "block"], str]
ExplanationReason = Union[
    Literal[
        "crisis_allow",
        "locked_block",
        "locked_allow",
        "override",
        "classroom",
        "allow",
        "block",
        "default",
    ],
    str,
]
LogEntryAction = Union[Literal["allow", "block"], str]
LogEntryBypass = Union[
    Literal[
        "foreign_dns",
        "dot",
        "doq",
        "doh",
        "quic",
        "ech",
        "private_relay",
        "unnamed_host",
        "false_address",
        "vpn",
        "tor",
        "proxy_misuse",
        "guest",
    ],
    str,
]
LogEntryReason = Union[
    Literal[
        "crisis_allow",
        "locked_block",
        "locked_allow",
        "override",
        "classroom",
        "allow",
        "block",
        "default",
        "protection",
    ],
    str,
]
OrganizationInputSingleSignOnNewAccountRole = Union[
    Literal[
        "none",
        "admin",
        "helpdesk",
        "teacher",
        "viewer",
    ],
    str,
]
OrganizationLogLevel = Union[Literal["debug", "info", "warn", "error", "silent"], str]
OrganizationPlan = Union[Literal["enterprise", "professional", "standard", "development"], str]
OrganizationSchoolHourDay = Union[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"], str]
OrganizationSingleSignOnGroupRoleRole = Union[
    Literal[
        "admin",
        "helpdesk",
        "teacher",
        "viewer",
    ],
    str,
]
OrganizationSingleSignOnNewAccountRole = Union[
    Literal[
        "admin",
        "helpdesk",
        "teacher",
        "viewer",
    ],
    str,
]
OrganizationSourcesAccountDomain = Union[Literal["default", "file", "here"], str]
OrganizationSourcesHelpLine = Union[Literal["default", "file", "here"], str]
OrganizationSourcesHolidays = Union[Literal["default", "file", "here"], str]
OrganizationSourcesLogLevel = Union[Literal["default", "file", "here"], str]
OrganizationSourcesMailFrom = Union[Literal["default", "file", "here"], str]
OrganizationSourcesMailHost = Union[Literal["default", "file", "here"], str]
OrganizationSourcesMailPassword = Union[Literal["default", "file", "here"], str]
OrganizationSourcesMailPort = Union[Literal["default", "file", "here"], str]
OrganizationSourcesMailReportRecipients = Union[Literal["default", "file", "here"], str]
OrganizationSourcesMailUser = Union[Literal["default", "file", "here"], str]
OrganizationSourcesName = Union[Literal["default", "file", "here"], str]
OrganizationSourcesResolvers = Union[Literal["default", "file", "here"], str]
OrganizationSourcesRetentionActivityDays = Union[Literal["default", "file", "here"], str]
OrganizationSourcesRetentionAlertsDays = Union[Literal["default", "file", "here"], str]
OrganizationSourcesRetentionAuditDays = Union[Literal["default", "file", "here"], str]
OrganizationSourcesRetentionDeviceEventsDays = Union[Literal["default", "file", "here"], str]
OrganizationSourcesRetentionLogsDays = Union[Literal["default", "file", "here"], str]
OrganizationSourcesSchoolHours = Union[Literal["default", "file", "here"], str]
OrganizationSourcesSingleSignOnAllowedDomains = Union[Literal["default", "file", "here"], str]
OrganizationSourcesSingleSignOnClientId = Union[Literal["default", "file", "here"], str]
OrganizationSourcesSingleSignOnClientSecret = Union[Literal["default", "file", "here"], str]
OrganizationSourcesSingleSignOnGroupRoles = Union[Literal["default", "file", "here"], str]
OrganizationSourcesSingleSignOnIssuer = Union[Literal["default", "file", "here"], str]
OrganizationSourcesSingleSignOnNewAccountRole = Union[Literal["default", "file", "here"], str]
OrganizationSourcesSingleSignOnTrustEmail = Union[Literal["default", "file", "here"], str]
OrganizationSourcesTimeZone = Union[Literal["default", "file", "here"], str]
OverrideEndedDataReason = Union[Literal["expired", "ended"], str]
OverrideScopeType = Union[Literal["student", "device", "ou", "session"], str]
OverrideStatus = Union[Literal["active", "expired", "ended"], str]
PolicyDefaultAction = Union[Literal["allow", "block"], str]
PolicyRuleEffect = Union[Literal["allow", "block"], str]
PolicyScheduleWindowDay = Union[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"], str]
PolicySettingsActivityLevel = Union[Literal["counters", "blocked", "domain", "url"], str]
PolicySettingsFailMode = Union[Literal["closed", "open"], str]
PolicySettingsLocalNetwork = Union[Literal["never", "off-campus", "always"], str]
PolicySettingsUnknownProgram = Union[Literal["other-rules", "block"], str]
PolicySettingsYoutubeRestriction = Union[Literal["off", "moderate", "strict"], str]
ProblemErrorIn = Union[Literal["body", "query", "path", "header"], str]
Scope = Union[
    Literal[
        "devices:read",
        "devices:write",
        "users:read",
        "users:write",
        "policies:read",
        "policies:write",
        "logs:read",
        "alerts:read",
        "reports:read",
        "classroom:write",
        "activity:read",
        "webhooks:manage",
        "alerts:write",
        "organization:manage",
    ],
    str,
]
SearchHitType = Union[Literal["device", "user", "ou", "policy"], str]
SearchResultMore = Union[Literal["device", "user", "ou", "policy"], str]
SearchResultType = Union[Literal["device", "user", "ou", "policy"], str]
UserBatchRowOutcome = Union[Literal["created", "changed", "unchanged"], str]
UserRole = Union[Literal["student", "teacher", "staff", "admin"], str]
UserStatus = Union[Literal["active", "suspended"], str]
WebhookDisabledDataReason = Union[Literal["gone", "no_success_for_5_days", "requested"], str]
WebhookKind = Union[Literal["standard", "slack", "teams", "discord", "google_chat"], str]
WebhookSignature = Union[Literal["hmac", "hmac+ed25519"], str]

@dataclass(eq=False, repr=False)
class AccessRequest(Model):
    """Access request."""

    alert_id: Optional[str]
    count: int
    """How often it was asked while it was open"""
    created_at: datetime
    decided_at: Optional[datetime]
    decided_by: Optional[str]
    device_id: str
    expires_at: datetime
    """It ends by itself then, unless it was decided"""
    host: str
    id: str
    last_asked_at: datetime
    note: Optional[str]
    """What the student wrote"""
    ou: str
    """The unit of the device at that time"""
    override_ids: List[str]
    """The overrides that the decision made; that of the host first"""
    policy_id: Optional[str]
    rule_id: Optional[str]
    """The rule that blocked, as the device tells"""
    status: AccessRequestStatus
    updated_at: datetime
    url: Optional[str]
    """The whole address, where the filter saw it: of pages without encryption"""
    user: Optional[str]
    """Who was signed in on the device at that time; null = it cannot be told"""
    words: Optional[str]
    """The answer in words, which the student reads"""
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "alertId": ("alert_id", ""),
        "count": ("count", ""),
        "createdAt": ("created_at", "datetime"),
        "decidedAt": ("decided_at", "datetime"),
        "decidedBy": ("decided_by", ""),
        "deviceId": ("device_id", ""),
        "expiresAt": ("expires_at", "datetime"),
        "host": ("host", ""),
        "id": ("id", ""),
        "lastAskedAt": ("last_asked_at", "datetime"),
        "note": ("note", ""),
        "ou": ("ou", ""),
        "overrideIds": ("override_ids", ""),
        "policyId": ("policy_id", ""),
        "ruleId": ("rule_id", ""),
        "status": ("status", ""),
        "updatedAt": ("updated_at", "datetime"),
        "url": ("url", ""),
        "user": ("user", ""),
        "words": ("words", ""),
    }


@dataclass(eq=False, repr=False)
class AccessRequestDecided(Model):
    """Access request decided."""

    also_decided: List[str]
    """Other requests for this host that the same decision answered"""
    overrides: List[Override]
    request: AccessRequest
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "alsoDecided": ("also_decided", ""),
        "overrides": ("overrides", "[Override]"),
        "request": ("request", "AccessRequest"),
    }


@dataclass(eq=False, repr=False)
class AccessRequestDetail(Model):
    """`verdict`: how the request was decided at that time, with the chain, as `explainVerdict`
    tells; absent when the device is gone.
    """

    alert_id: Optional[str]
    also_asking: List[AccessRequest]
    """The other open requests for this host in the reach of the caller, the oldest first"""
    also_refused: Optional[List[AlsoRefusedHost]]
    """Other hosts that the filter refused this person on this device within two minutes before: a
    page needs more than its own host. Null = the caller may not read logs
    """
    count: int
    """How often it was asked while it was open"""
    created_at: datetime
    decided_at: Optional[datetime]
    decided_by: Optional[str]
    device_id: str
    expires_at: datetime
    """It ends by itself then, unless it was decided"""
    host: str
    id: str
    last_asked_at: datetime
    note: Optional[str]
    """What the student wrote"""
    ou: str
    """The unit of the device at that time"""
    override_ids: List[str]
    """The overrides that the decision made; that of the host first"""
    policy_id: Optional[str]
    rule_id: Optional[str]
    """The rule that blocked, as the device tells"""
    status: AccessRequestDetailStatus
    updated_at: datetime
    url: Optional[str]
    """The whole address, where the filter saw it: of pages without encryption"""
    user: Optional[str]
    """Who was signed in on the device at that time; null = it cannot be told"""
    words: Optional[str]
    """The answer in words, which the student reads"""
    verdict: Optional[Explanation] = None
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "alertId": ("alert_id", ""),
        "alsoAsking": ("also_asking", "[AccessRequest]"),
        "alsoRefused": ("also_refused", "[AlsoRefusedHost]"),
        "count": ("count", ""),
        "createdAt": ("created_at", "datetime"),
        "decidedAt": ("decided_at", "datetime"),
        "decidedBy": ("decided_by", ""),
        "deviceId": ("device_id", ""),
        "expiresAt": ("expires_at", "datetime"),
        "host": ("host", ""),
        "id": ("id", ""),
        "lastAskedAt": ("last_asked_at", "datetime"),
        "note": ("note", ""),
        "ou": ("ou", ""),
        "overrideIds": ("override_ids", ""),
        "policyId": ("policy_id", ""),
        "ruleId": ("rule_id", ""),
        "status": ("status", ""),
        "updatedAt": ("updated_at", "datetime"),
        "url": ("url", ""),
        "user": ("user", ""),
        "verdict": ("verdict", "Explanation"),
        "words": ("words", ""),
    }


@dataclass(eq=False, repr=False)
class Activity(Model):
    """Activity."""

    category: Optional[str]
    device_id: str
    domain: Optional[str]
    duration_seconds: Optional[int]
    flagged: bool
    id: str
    kind: ActivityKind
    ou: str
    timestamp: datetime
    title: Optional[str]
    unproven: bool
    """True when the device did not tell that `user` was signed in there at that time: the name is
    the word of this record alone. It is in no report, and no alert names that person for it.
    """
    url: Optional[str]
    user: Optional[str]
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "category": ("category", ""),
        "deviceId": ("device_id", ""),
        "domain": ("domain", ""),
        "durationSeconds": ("duration_seconds", ""),
        "flagged": ("flagged", ""),
        "id": ("id", ""),
        "kind": ("kind", ""),
        "ou": ("ou", ""),
        "timestamp": ("timestamp", "datetime"),
        "title": ("title", ""),
        "unproven": ("unproven", ""),
        "url": ("url", ""),
        "user": ("user", ""),
    }


@dataclass(eq=False, repr=False)
class Alert(Model):
    """Alert."""

    acknowledged_at: Optional[datetime]
    acknowledged_by: Optional[str]
    created_at: datetime
    details: AlertDetails
    device_id: Optional[str]
    id: str
    last_seen_at: datetime
    note: Optional[str]
    ou: str
    policy_id: Optional[str]
    resolved_at: Optional[datetime]
    resolved_by: Optional[str]
    """Null also when what it is about has ended by itself"""
    severity: AlertSeverity
    status: AlertStatus
    timestamp: datetime
    """When it was made; lists are ordered by it"""
    title: str
    type: AlertType
    updated_at: datetime
    user: Optional[str]
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "acknowledgedAt": ("acknowledged_at", "datetime"),
        "acknowledgedBy": ("acknowledged_by", ""),
        "createdAt": ("created_at", "datetime"),
        "details": ("details", "AlertDetails"),
        "deviceId": ("device_id", ""),
        "id": ("id", ""),
        "lastSeenAt": ("last_seen_at", "datetime"),
        "note": ("note", ""),
        "ou": ("ou", ""),
        "policyId": ("policy_id", ""),
        "resolvedAt": ("resolved_at", "datetime"),
        "resolvedBy": ("resolved_by", ""),
        "severity": ("severity", ""),
        "status": ("status", ""),
        "timestamp": ("timestamp", "datetime"),
        "title": ("title", ""),
        "type": ("type", ""),
        "updatedAt": ("updated_at", "datetime"),
        "user": ("user", ""),
    }


@dataclass(eq=False, repr=False)
class AlertAcknowledgedData(Model):
    """Alert acknowledged data."""

    alert: Alert
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "alert": ("alert", "Alert"),
    }


@dataclass(eq=False, repr=False)
class AlertCreatedData(Model):
    """Alert created data."""

    alert: Alert
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "alert": ("alert", "Alert"),
    }


@dataclass(eq=False, repr=False)
class AlertDetails(Model):
    """Alert details."""

    count: int
    """How often it was seen; repeats raise it instead of making more alerts"""
    battery: Optional[int] = None
    campus_id: Optional[str] = None
    category: Optional[str] = None
    domains: Optional[List[str]] = None
    """The first ones that were seen"""
    language: Optional[str] = None
    occurred_at: Optional[datetime] = None
    period_minutes: Optional[int] = None
    rule_id: Optional[str] = None
    """The rule that somebody asks about"""
    since: Optional[datetime] = None
    term: Optional[str] = None
    """The phrase of the list that fits"""
    unproven: Optional[bool] = None
    """True when the device named a person who, as far as it told, was not signed in there then: the
    alert is about the device, and `user` is null
    """
    violations: Optional[int] = None
    what: Optional[str] = None
    """As the device tells it"""
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "battery": ("battery", ""),
        "campusId": ("campus_id", ""),
        "category": ("category", ""),
        "count": ("count", ""),
        "domains": ("domains", ""),
        "language": ("language", ""),
        "occurredAt": ("occurred_at", "datetime"),
        "periodMinutes": ("period_minutes", ""),
        "ruleId": ("rule_id", ""),
        "since": ("since", "datetime"),
        "term": ("term", ""),
        "unproven": ("unproven", ""),
        "violations": ("violations", ""),
        "what": ("what", ""),
    }


@dataclass(eq=False, repr=False)
class AlertNotifications(Model):
    """Alert notifications."""

    failing: List[str]
    """Addresses to which the last mail could not be sent; it is tried again"""
    mail_server: bool
    """False: the server has no mail server (`[smtp]` of its configuration), so nothing is sent"""
    quiet_hours: Optional[AlertNotificationsQuietHours]
    recipients: List[AlertRecipient]
    timezone: str
    """The zone of `quietHours`: the organisation’s"""
    updated_at: Optional[datetime]
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "failing": ("failing", ""),
        "mailServer": ("mail_server", ""),
        "quietHours": ("quiet_hours", "AlertNotificationsQuietHours"),
        "recipients": ("recipients", "[AlertRecipient]"),
        "timezone": ("timezone", ""),
        "updatedAt": ("updated_at", "datetime"),
    }


@dataclass(eq=False, repr=False)
class AlertNotificationsQuietHours(Model):
    """Alert notifications quiet hours."""

    days: List[AlertNotificationsQuietHoursDay]
    """The days on which they begin. `to` before `from` ends on the next day."""
    from_: str
    """`HH:MM`, local time of the zone."""
    to: str
    """`HH:MM`, local time of the zone."""
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "days": ("days", ""),
        "from": ("from_", ""),
        "to": ("to", ""),
    }


@dataclass(eq=False, repr=False)
class AlertRecipient(Model):
    """Alert recipient."""

    emails: List[str]
    min_severity: AlertRecipientMinSeverity
    ou: str
    """Path of the unit; with its subtree"""
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "emails": ("emails", ""),
        "minSeverity": ("min_severity", ""),
        "ou": ("ou", ""),
    }


@dataclass(eq=False, repr=False)
class AlertRecipientInput(Model):
    """Alert recipient input."""

    emails: Sequence[str]
    ou: str
    """Path of a unit that exists (`/Springfield/High`), or its `ou_` id; with its subtree."""
    min_severity: Union[AlertRecipientMinSeverity, Unset] = UNSET
    """Alerts that are less severe are not mailed. Default: `high`."""
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "emails": ("emails", ""),
        "minSeverity": ("min_severity", ""),
        "ou": ("ou", ""),
    }


@dataclass(eq=False, repr=False)
class AlertResolvedData(Model):
    """Alert resolved data."""

    alert: Alert
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "alert": ("alert", "Alert"),
    }


@dataclass(eq=False, repr=False)
class AlertRule(Model):
    """Alert rule."""

    changed: List[AlertRuleChanged]
    """The members that the school has set; the others are the defaults"""
    defaults: AlertRuleDefaults
    enabled: bool
    meaning: str
    members: List[AlertRuleMember]
    """What can be set, what it means and within what bounds"""
    safety: bool
    """Whether it is about the safety of people"""
    severity: AlertRuleSeverity
    type: AlertRuleType
    updated_at: Optional[datetime]
    warnings: List[str]
    """What the school gives up by the rule as it is"""
    after_minutes: Optional[int] = None
    """How many minutes it lasts before there is an alert."""
    count: Optional[int] = None
    """How often it happens before there is an alert."""
    intended_severity: Optional[AlertRuleIntendedSeverity] = None
    low: Optional[int] = None
    """At most so many percent make an alert."""
    period_minutes: Optional[int] = None
    """Within how many minutes it happens so often."""
    recovered: Optional[int] = None
    """At least so many percent end it; more than “low”."""
    repeat_minutes: Optional[int] = None
    """A repeat within so many minutes after the last one joins the alert instead of making another.
    """
    tamper_severity: Optional[AlertRuleTamperSeverity] = None
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "afterMinutes": ("after_minutes", ""),
        "changed": ("changed", ""),
        "count": ("count", ""),
        "defaults": ("defaults", "AlertRuleDefaults"),
        "enabled": ("enabled", ""),
        "intendedSeverity": ("intended_severity", ""),
        "low": ("low", ""),
        "meaning": ("meaning", ""),
        "members": ("members", "[AlertRuleMember]"),
        "periodMinutes": ("period_minutes", ""),
        "recovered": ("recovered", ""),
        "repeatMinutes": ("repeat_minutes", ""),
        "safety": ("safety", ""),
        "severity": ("severity", ""),
        "tamperSeverity": ("tamper_severity", ""),
        "type": ("type", ""),
        "updatedAt": ("updated_at", "datetime"),
        "warnings": ("warnings", ""),
    }


@dataclass(eq=False, repr=False)
class AlertRuleDefaults(Model):
    """Alert rule defaults."""

    enabled: bool
    severity: AlertRuleDefaultsSeverity
    after_minutes: Optional[int] = None
    """How many minutes it lasts before there is an alert."""
    count: Optional[int] = None
    """How often it happens before there is an alert."""
    intended_severity: Optional[AlertRuleDefaultsIntendedSeverity] = None
    low: Optional[int] = None
    """At most so many percent make an alert."""
    period_minutes: Optional[int] = None
    """Within how many minutes it happens so often."""
    recovered: Optional[int] = None
    """At least so many percent end it; more than “low”."""
    repeat_minutes: Optional[int] = None
    """A repeat within so many minutes after the last one joins the alert instead of making another.
    """
    tamper_severity: Optional[AlertRuleDefaultsTamperSeverity] = None
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "afterMinutes": ("after_minutes", ""),
        "count": ("count", ""),
        "enabled": ("enabled", ""),
        "intendedSeverity": ("intended_severity", ""),
        "low": ("low", ""),
        "periodMinutes": ("period_minutes", ""),
        "recovered": ("recovered", ""),
        "repeatMinutes": ("repeat_minutes", ""),
        "severity": ("severity", ""),
        "tamperSeverity": ("tamper_severity", ""),
    }


@dataclass(eq=False, repr=False)
class AlertRuleMember(Model):
    """Alert rule member."""

    maximum: Optional[int]
    meaning: str
    minimum: Optional[int]
    name: AlertRuleMemberName
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "maximum": ("maximum", ""),
        "meaning": ("meaning", ""),
        "minimum": ("minimum", ""),
        "name": ("name", ""),
    }


@dataclass(eq=False, repr=False)
class AlsoRefusedHost(Model):
    """Also refused host."""

    category: Optional[str]
    count: int
    host: str
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "category": ("category", ""),
        "count": ("count", ""),
        "host": ("host", ""),
    }


@dataclass(eq=False, repr=False)
class ApiKeyExpiringData(Model):
    """Api key expiring data."""

    expires_at: datetime
    key_id: str
    name: str
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "expiresAt": ("expires_at", "datetime"),
        "keyId": ("key_id", ""),
        "name": ("name", ""),
    }


@dataclass(eq=False, repr=False)
class Attention(Model):
    """Attention."""

    data: List[AttentionItem]
    generated_at: datetime
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "data": ("data", "[AttentionItem]"),
        "generatedAt": ("generated_at", "datetime"),
    }


@dataclass(eq=False, repr=False)
class AttentionItem(Model):
    """Attention item."""

    count: int
    kind: AttentionItemKind
    link: Optional[str]
    """The address of the API that answers with exactly those; null = it is about nothing in the API
    """
    severity: AttentionItemSeverity
    since: Optional[datetime]
    """Of the longest waiting one; null = not told"""
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "count": ("count", ""),
        "kind": ("kind", ""),
        "link": ("link", ""),
        "severity": ("severity", ""),
        "since": ("since", "datetime"),
    }


@dataclass(eq=False, repr=False)
class Campus(Model):
    """Campus."""

    bssids: List[str]
    cidrs: List[str]
    created_at: datetime
    gateway_macs: List[str]
    geofence: Optional[CampusGeofence]
    id: str
    name: str
    ssids: List[str]
    updated_at: datetime
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "bssids": ("bssids", ""),
        "cidrs": ("cidrs", ""),
        "createdAt": ("created_at", "datetime"),
        "gatewayMacs": ("gateway_macs", ""),
        "geofence": ("geofence", "CampusGeofence"),
        "id": ("id", ""),
        "name": ("name", ""),
        "ssids": ("ssids", ""),
        "updatedAt": ("updated_at", "datetime"),
    }


@dataclass(eq=False, repr=False)
class CampusGeofence(Model):
    """Campus geofence."""

    lat: float
    lon: float
    radius_meters: float
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "lat": ("lat", ""),
        "lon": ("lon", ""),
        "radiusMeters": ("radius_meters", ""),
    }


@dataclass(eq=False, repr=False)
class Category(Model):
    """Category."""

    domain_count: int
    id: str
    name: str
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "domainCount": ("domain_count", ""),
        "id": ("id", ""),
        "name": ("name", ""),
    }


@dataclass(eq=False, repr=False)
class CategoryDetails(Model):
    """A category, how many names the index of `updatedAt` holds of it, and where they come from."""

    description: str
    domain_count: int
    id: str
    name: str
    sources: List[CategoryDetailsSource]
    """Which sources give it names, and how many: `schoolgate` is what ships."""
    updated_at: Optional[datetime]
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "description": ("description", ""),
        "domainCount": ("domain_count", ""),
        "id": ("id", ""),
        "name": ("name", ""),
        "sources": ("sources", "[CategoryDetailsSource]"),
        "updatedAt": ("updated_at", "datetime"),
    }


@dataclass(eq=False, repr=False)
class CategoryDetailsSource(Model):
    """Category details source."""

    id: str
    names: int
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "id": ("id", ""),
        "names": ("names", ""),
    }


@dataclass(eq=False, repr=False)
class CategoryMatches(Model):
    """The categories of a domain, as devices see them, and which sources say so."""

    categories: List[CategoryMatchesCategory]
    domain: str
    """As it is compared."""
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "categories": ("categories", "[CategoryMatchesCategory]"),
        "domain": ("domain", ""),
    }


@dataclass(eq=False, repr=False)
class CategoryMatchesCategory(Model):
    """Category matches category."""

    id: str
    matches: List[CategoryMatchesCategoryMatch]
    name: str
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "id": ("id", ""),
        "matches": ("matches", "[CategoryMatchesCategoryMatch]"),
        "name": ("name", ""),
    }


@dataclass(eq=False, repr=False)
class CategoryMatchesCategoryMatch(Model):
    """Category matches category match."""

    name: str
    """The domain itself, or one above it."""
    read_at: Optional[datetime]
    source: str
    """The id of a source; `schoolgate` for what ships; `suggestions` for what people here have
    accepted.
    """
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "name": ("name", ""),
        "readAt": ("read_at", "datetime"),
        "source": ("source", ""),
    }


@dataclass(eq=False, repr=False)
class CategorySource(Model):
    """A list that gives names to categories."""

    category: Optional[str]
    checked_at: Optional[datetime]
    created_at: datetime
    format: CategorySourceFormat
    id: str
    local: bool
    """Whether it is a file of the server."""
    location: Optional[str]
    """Where the server fetches it; null for a file of the server."""
    mapping: Dict[str, Optional[str]]
    names: int
    problem: Optional[str]
    refused: int
    """Names of the last reading that were left out."""
    state: CategorySourceState
    """`held`: what it says now is suspicious and waits for a person. What was read before stays in
    use, as it does when it `failed`.
    """
    update: Optional[CategorySourceUpdate]
    """How far the update is that somebody has asked for by the API, of whichever source: the source
    that is read now, which one of how many, and how much of it.
    """
    updated_at: datetime
    vouched: List[str]
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "category": ("category", ""),
        "checkedAt": ("checked_at", "datetime"),
        "createdAt": ("created_at", "datetime"),
        "format": ("format", ""),
        "id": ("id", ""),
        "local": ("local", ""),
        "location": ("location", ""),
        "mapping": ("mapping", ""),
        "names": ("names", ""),
        "problem": ("problem", ""),
        "refused": ("refused", ""),
        "state": ("state", ""),
        "update": ("update", "CategorySourceUpdate"),
        "updatedAt": ("updated_at", "datetime"),
        "vouched": ("vouched", ""),
    }


@dataclass(eq=False, repr=False)
class CategorySourceUpdate(Model):
    """How far the update is that somebody has asked for by the API, of whichever source: the source
    that is read now, which one of how many, and how much of it.
    """

    bytes: Optional[int]
    number: Optional[int]
    of: Optional[int]
    source: Optional[str]
    started_at: datetime
    step: CategorySourceUpdateStep
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "bytes": ("bytes", ""),
        "number": ("number", ""),
        "of": ("of", ""),
        "source": ("source", ""),
        "startedAt": ("started_at", "datetime"),
        "step": ("step", ""),
    }


@dataclass(eq=False, repr=False)
class CategorySuggestion(Model):
    """That a domain is `missing` in a category, or in a `wrong` one. An accepted one is in force.
    """

    category: str
    created_at: datetime
    created_by: str
    decided_at: Optional[datetime]
    decided_by: Optional[str]
    domain: str
    """As it is compared."""
    id: str
    kind: CategorySuggestionKind
    note: Optional[str]
    status: CategorySuggestionStatus
    updated_at: datetime
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "category": ("category", ""),
        "createdAt": ("created_at", "datetime"),
        "createdBy": ("created_by", ""),
        "decidedAt": ("decided_at", "datetime"),
        "decidedBy": ("decided_by", ""),
        "domain": ("domain", ""),
        "id": ("id", ""),
        "kind": ("kind", ""),
        "note": ("note", ""),
        "status": ("status", ""),
        "updatedAt": ("updated_at", "datetime"),
    }


@dataclass(eq=False, repr=False)
class ClassroomSession(Model):
    """Classroom session."""

    allowed_urls: List[str]
    conflicts: List[ClassroomSessionConflict]
    created_at: datetime
    created_by: str
    device_ids: List[str]
    duration_minutes: int
    ended_at: Optional[datetime]
    ends_at: datetime
    id: str
    mode: ClassroomSessionMode
    """`open`: the teacher watches. `focus`: only `allowedUrls` (a locked block of a policy still
    holds). `locked`: the screens are locked.
    """
    name: str
    ou: Optional[str]
    starts_at: datetime
    status: ClassroomSessionStatus
    student_emails: List[str]
    teacher: str
    updated_at: datetime
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "allowedUrls": ("allowed_urls", ""),
        "conflicts": ("conflicts", "[ClassroomSessionConflict]"),
        "createdAt": ("created_at", "datetime"),
        "createdBy": ("created_by", ""),
        "deviceIds": ("device_ids", ""),
        "durationMinutes": ("duration_minutes", ""),
        "endedAt": ("ended_at", "datetime"),
        "endsAt": ("ends_at", "datetime"),
        "id": ("id", ""),
        "mode": ("mode", ""),
        "name": ("name", ""),
        "ou": ("ou", ""),
        "startsAt": ("starts_at", "datetime"),
        "status": ("status", ""),
        "studentEmails": ("student_emails", ""),
        "teacher": ("teacher", ""),
        "updatedAt": ("updated_at", "datetime"),
    }


@dataclass(eq=False, repr=False)
class ClassroomSessionConflict(Model):
    """A later session that took over students or devices: there it is obeyed, until it ends."""

    device_ids: List[str]
    ended_at: Optional[datetime]
    session_id: str
    since: datetime
    student_emails: List[str]
    teacher: str
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "deviceIds": ("device_ids", ""),
        "endedAt": ("ended_at", "datetime"),
        "sessionId": ("session_id", ""),
        "since": ("since", "datetime"),
        "studentEmails": ("student_emails", ""),
        "teacher": ("teacher", ""),
    }


@dataclass(eq=False, repr=False)
class ClassroomSessionConflictData(Model):
    """Classroom session conflict data."""

    conflict: ClassroomSessionConflict
    """A later session that took over students or devices: there it is obeyed, until it ends."""
    session: ClassroomSession
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "conflict": ("conflict", "ClassroomSessionConflict"),
        "session": ("session", "ClassroomSession"),
    }


@dataclass(eq=False, repr=False)
class ClassroomSessionEndedData(Model):
    """Classroom session ended data."""

    reason: ClassroomSessionEndedDataReason
    session: ClassroomSession
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "reason": ("reason", ""),
        "session": ("session", "ClassroomSession"),
    }


@dataclass(eq=False, repr=False)
class ClassroomSessionStartedData(Model):
    """Classroom session started data."""

    session: ClassroomSession
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "session": ("session", "ClassroomSession"),
    }


@dataclass(eq=False, repr=False)
class Command(Model):
    """Command."""

    acknowledged_at: Optional[datetime]
    batch_id: Optional[str]
    """The batch that made it; null = it was sent to one device. A lock that was open already is
    also in every later batch that asked for it.
    """
    completed_at: Optional[datetime]
    created_at: datetime
    device_id: str
    error: Optional[CommandError]
    expires_at: datetime
    id: str
    params: Dict[str, Any]
    requested_by: Optional[str]
    result: Optional[Dict[str, Any]]
    sent_at: Optional[datetime]
    status: CommandStatus
    type: CommandType
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "acknowledgedAt": ("acknowledged_at", "datetime"),
        "batchId": ("batch_id", ""),
        "completedAt": ("completed_at", "datetime"),
        "createdAt": ("created_at", "datetime"),
        "deviceId": ("device_id", ""),
        "error": ("error", "CommandError"),
        "expiresAt": ("expires_at", "datetime"),
        "id": ("id", ""),
        "params": ("params", ""),
        "requestedBy": ("requested_by", ""),
        "result": ("result", ""),
        "sentAt": ("sent_at", "datetime"),
        "status": ("status", ""),
        "type": ("type", ""),
    }


@dataclass(eq=False, repr=False)
class CommandBatch(Model):
    """Command batch."""

    cancelled_at: Optional[datetime]
    counts: CommandBatchCounts
    created_at: datetime
    id: str
    rejected: List[CommandBatchRejected]
    rejected_count: int
    """Devices that could not have the command; one batch tells which, under `rejected`."""
    requested_by: Optional[str]
    retry_of: Optional[str]
    """The batch whose failed commands this one repeats."""
    skipped: int
    """Devices whose turn had not come when the batch was cancelled: they have no command of it."""
    status: CommandBatchStatus
    """`running` while a command is open or a device waits for its turn."""
    total: int
    type: CommandType
    waiting: int
    """Devices whose turn has not come, while a big batch is being carried out; 0 once every device
    has its command.
    """
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "cancelledAt": ("cancelled_at", "datetime"),
        "counts": ("counts", "CommandBatchCounts"),
        "createdAt": ("created_at", "datetime"),
        "id": ("id", ""),
        "rejected": ("rejected", "[CommandBatchRejected]"),
        "rejectedCount": ("rejected_count", ""),
        "requestedBy": ("requested_by", ""),
        "retryOf": ("retry_of", ""),
        "skipped": ("skipped", ""),
        "status": ("status", ""),
        "total": ("total", ""),
        "type": ("type", ""),
        "waiting": ("waiting", ""),
    }


@dataclass(eq=False, repr=False)
class CommandBatchCancellation(Model):
    """Command batch cancellation."""

    batch: CommandBatch
    cancelled: int
    """Commands that this call took back."""
    not_cancelled: int
    """Commands that stay: they had been sent or had ended, or another order asked for the same lock
    or unlock.
    """
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "batch": ("batch", "CommandBatch"),
        "cancelled": ("cancelled", ""),
        "notCancelled": ("not_cancelled", ""),
    }


@dataclass(eq=False, repr=False)
class CommandBatchCounts(Model):
    """Command batch counts."""

    acknowledged: Optional[int] = None
    cancelled: Optional[int] = None
    expired: Optional[int] = None
    failed: Optional[int] = None
    queued: Optional[int] = None
    sent: Optional[int] = None
    succeeded: Optional[int] = None
    superseded: Optional[int] = None
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "acknowledged": ("acknowledged", ""),
        "cancelled": ("cancelled", ""),
        "expired": ("expired", ""),
        "failed": ("failed", ""),
        "queued": ("queued", ""),
        "sent": ("sent", ""),
        "succeeded": ("succeeded", ""),
        "superseded": ("superseded", ""),
    }


@dataclass(eq=False, repr=False)
class CommandBatchInputFilter(Model):
    """Command batch input filter."""

    agent_version: Union[Sequence[str], Unset] = UNSET
    campus: Union[Sequence[DeviceCampus], Unset] = UNSET
    last_seen_before: Union[str, Unset] = UNSET
    """Last seen before this RFC 3339 date-time."""
    lock: Union[Sequence[DeviceLockState], Unset] = UNSET
    lock_since_before: Union[str, Unset] = UNSET
    """Its lock has its present state since before this RFC 3339 date-time."""
    max_battery: Union[int, Unset] = UNSET
    max_policy_version: Union[int, Unset] = UNSET
    """Reports this policy version or an older one; a device that has reported none does not match.
    """
    min_battery: Union[int, Unset] = UNSET
    min_policy_version: Union[int, Unset] = UNSET
    """Reports this policy version or a newer one."""
    os: Union[Sequence[str], Unset] = UNSET
    ou: Union[Sequence[str], Unset] = UNSET
    platform: Union[Sequence[DevicePlatform], Unset] = UNSET
    policy_version: Union[Sequence[int], Unset] = UNSET
    protection: Union[Sequence[DeviceProtectionState], Unset] = UNSET
    protection_reason: Union[Sequence[str], Unset] = UNSET
    protection_since_before: Union[str, Unset] = UNSET
    """Its protection has its present state since before this RFC 3339 date-time."""
    q: Union[str, Unset] = UNSET
    """Part of name, user, serial or asset tag, without regard to case."""
    status: Union[Sequence[DeviceStatus], Unset] = UNSET
    tag: Union[Sequence[str], Unset] = UNSET
    user: Union[Sequence[str], Unset] = UNSET
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "agentVersion": ("agent_version", ""),
        "campus": ("campus", ""),
        "lastSeenBefore": ("last_seen_before", ""),
        "lock": ("lock", ""),
        "lockSinceBefore": ("lock_since_before", ""),
        "maxBattery": ("max_battery", ""),
        "maxPolicyVersion": ("max_policy_version", ""),
        "minBattery": ("min_battery", ""),
        "minPolicyVersion": ("min_policy_version", ""),
        "os": ("os", ""),
        "ou": ("ou", ""),
        "platform": ("platform", ""),
        "policyVersion": ("policy_version", ""),
        "protection": ("protection", ""),
        "protectionReason": ("protection_reason", ""),
        "protectionSinceBefore": ("protection_since_before", ""),
        "q": ("q", ""),
        "status": ("status", ""),
        "tag": ("tag", ""),
        "user": ("user", ""),
    }


@dataclass(eq=False, repr=False)
class CommandBatchInputMessageParams(Model):
    """Command batch input message params."""

    text: str
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "text": ("text", ""),
    }


@dataclass(eq=False, repr=False)
class CommandBatchInputOpenUrlParams(Model):
    """Command batch input open url params."""

    url: str
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "url": ("url", ""),
    }


@dataclass(eq=False, repr=False)
class CommandBatchPreview(Model):
    """Command batch preview."""

    counts: CommandBatchPreviewCounts
    """Devices by outcome. `now`: on-line. `later`: off-line, the command waits until it expires.
    `already`: locked, or being locked, in the same way, or not locked where it is to be unlocked.
    `rejected`: cannot have the command.
    """
    devices: List[CommandBatchPreviewDevice]
    """At most 200 devices of each outcome. `name` is null where there is no such device; `code` and
    `detail` say why one is rejected.
    """
    expires_at: datetime
    """The token is good until then."""
    token: str
    """For the batch: it is sent to exactly these devices, or refused with `preview_outdated`."""
    total: int
    type: CommandType
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "counts": ("counts", "CommandBatchPreviewCounts"),
        "devices": ("devices", "[CommandBatchPreviewDevice]"),
        "expiresAt": ("expires_at", "datetime"),
        "token": ("token", ""),
        "total": ("total", ""),
        "type": ("type", ""),
    }


@dataclass(eq=False, repr=False)
class CommandBatchPreviewCounts(Model):
    """Devices by outcome. `now`: on-line. `later`: off-line, the command waits until it expires.
    `already`: locked, or being locked, in the same way, or not locked where it is to be unlocked.
    `rejected`: cannot have the command.
    """

    already: int
    later: int
    now: int
    rejected: int
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "already": ("already", ""),
        "later": ("later", ""),
        "now": ("now", ""),
        "rejected": ("rejected", ""),
    }


@dataclass(eq=False, repr=False)
class CommandBatchPreviewDevice(Model):
    """Command batch preview device."""

    code: Optional[CommandBatchRejectedCode]
    detail: Optional[str]
    device_id: str
    name: Optional[str]
    outcome: CommandBatchPreviewDeviceOutcome
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "code": ("code", ""),
        "detail": ("detail", ""),
        "deviceId": ("device_id", ""),
        "name": ("name", ""),
        "outcome": ("outcome", ""),
    }


@dataclass(eq=False, repr=False)
class CommandBatchRejected(Model):
    """Command batch rejected."""

    code: CommandBatchRejectedCode
    detail: str
    device_id: str
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "code": ("code", ""),
        "detail": ("detail", ""),
        "deviceId": ("device_id", ""),
    }


@dataclass(eq=False, repr=False)
class CommandBatchSummary(Model):
    """Command batch summary."""

    cancelled_at: Optional[datetime]
    counts: CommandBatchCounts
    created_at: datetime
    id: str
    rejected_count: int
    """Devices that could not have the command; one batch tells which, under `rejected`."""
    requested_by: Optional[str]
    retry_of: Optional[str]
    """The batch whose failed commands this one repeats."""
    skipped: int
    """Devices whose turn had not come when the batch was cancelled: they have no command of it."""
    status: CommandBatchStatus
    """`running` while a command is open or a device waits for its turn."""
    total: int
    type: CommandType
    waiting: int
    """Devices whose turn has not come, while a big batch is being carried out; 0 once every device
    has its command.
    """
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "cancelledAt": ("cancelled_at", "datetime"),
        "counts": ("counts", "CommandBatchCounts"),
        "createdAt": ("created_at", "datetime"),
        "id": ("id", ""),
        "rejectedCount": ("rejected_count", ""),
        "requestedBy": ("requested_by", ""),
        "retryOf": ("retry_of", ""),
        "skipped": ("skipped", ""),
        "status": ("status", ""),
        "total": ("total", ""),
        "type": ("type", ""),
        "waiting": ("waiting", ""),
    }


@dataclass(eq=False, repr=False)
class CommandCancelledData(Model):
    """Command cancelled data."""

    command: Command
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "command": ("command", "Command"),
    }


@dataclass(eq=False, repr=False)
class CommandError(Model):
    """Command error."""

    code: str
    detail: str
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "code": ("code", ""),
        "detail": ("detail", ""),
    }


@dataclass(eq=False, repr=False)
class CommandExpiredData(Model):
    """Command expired data."""

    command: Command
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "command": ("command", "Command"),
    }


@dataclass(eq=False, repr=False)
class CommandFailedData(Model):
    """Command failed data."""

    command: Command
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "command": ("command", "Command"),
    }


@dataclass(eq=False, repr=False)
class CommandRequestMessageParams(Model):
    """Command request message params."""

    text: str
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "text": ("text", ""),
    }


@dataclass(eq=False, repr=False)
class CommandRequestOpenUrlParams(Model):
    """Command request open url params."""

    url: str
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "url": ("url", ""),
    }


@dataclass(eq=False, repr=False)
class CommandSucceededData(Model):
    """Command succeeded data."""

    command: Command
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "command": ("command", "Command"),
    }


@dataclass(eq=False, repr=False)
class CommandSupersededData(Model):
    """Command superseded data."""

    command: Command
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "command": ("command", "Command"),
    }


@dataclass(eq=False, repr=False)
class CreatedEnrollmentToken(Model):
    """Created enrollment token."""

    command: str
    """What is typed on a computer to enroll it"""
    created_at: datetime
    device_id: Optional[str]
    expires_at: Optional[datetime]
    id: str
    max_uses: Optional[int]
    name: str
    ou: str
    re_enroll: bool
    """It takes back devices that are enrolled in its unit, without their old keys and without
    asking.
    """
    token: str
    uses: int
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "command": ("command", ""),
        "createdAt": ("created_at", "datetime"),
        "deviceId": ("device_id", ""),
        "expiresAt": ("expires_at", "datetime"),
        "id": ("id", ""),
        "maxUses": ("max_uses", ""),
        "name": ("name", ""),
        "ou": ("ou", ""),
        "reEnroll": ("re_enroll", ""),
        "token": ("token", ""),
        "uses": ("uses", ""),
    }


@dataclass(eq=False, repr=False)
class CreatedWebhook(Model):
    """Created webhook."""

    created_at: datetime
    description: Optional[str]
    disabled_reason: Optional[str]
    """Why Schoolgate has disabled it: `gone` (410), `no_success_for_5_days`, `restored` (a backup
    was restored: give it a new secret first).
    """
    enabled: bool
    events: List[str]
    failing: bool
    """The last four attempts or more have failed."""
    headers: Dict[str, str]
    id: str
    kind: WebhookKind
    last_success_at: Optional[datetime]
    secret: Optional[str]
    """`whsec_` and 32 bytes in base64; null for a chat."""
    signature: WebhookSignature
    updated_at: datetime
    url: str
    """Of a chat, masked: its address is its secret."""
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "createdAt": ("created_at", "datetime"),
        "description": ("description", ""),
        "disabledReason": ("disabled_reason", ""),
        "enabled": ("enabled", ""),
        "events": ("events", ""),
        "failing": ("failing", ""),
        "headers": ("headers", ""),
        "id": ("id", ""),
        "kind": ("kind", ""),
        "lastSuccessAt": ("last_success_at", "datetime"),
        "secret": ("secret", ""),
        "signature": ("signature", ""),
        "updatedAt": ("updated_at", "datetime"),
        "url": ("url", ""),
    }


@dataclass(eq=False, repr=False)
class Delivery(Model):
    """Delivery."""

    attempt_count: int
    """How many attempts were made, with those that are not shown."""
    attempts: List[DeliveryAttempt]
    """The newest 100; in a list the newest 3."""
    created_at: datetime
    event_id: str
    event_type: str
    id: str
    next_attempt_at: Optional[datetime]
    request_body: str
    """As it is signed and sent."""
    status: DeliveryStatus
    webhook_id: str
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "attemptCount": ("attempt_count", ""),
        "attempts": ("attempts", "[DeliveryAttempt]"),
        "createdAt": ("created_at", "datetime"),
        "eventId": ("event_id", ""),
        "eventType": ("event_type", ""),
        "id": ("id", ""),
        "nextAttemptAt": ("next_attempt_at", "datetime"),
        "requestBody": ("request_body", ""),
        "status": ("status", ""),
        "webhookId": ("webhook_id", ""),
    }


@dataclass(eq=False, repr=False)
class DeliveryAttempt(Model):
    """Delivery attempt."""

    duration_ms: int
    error: Optional[str]
    number: int
    request_headers: Dict[str, str]
    """Values of the endpoint’s own headers are masked."""
    response_body: Optional[str]
    """The first 16 kB; in a list of deliveries the first 1000 characters."""
    response_status: Optional[int]
    started_at: datetime
    trigger: DeliveryAttemptTrigger
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "durationMs": ("duration_ms", ""),
        "error": ("error", ""),
        "number": ("number", ""),
        "requestHeaders": ("request_headers", ""),
        "responseBody": ("response_body", ""),
        "responseStatus": ("response_status", ""),
        "startedAt": ("started_at", "datetime"),
        "trigger": ("trigger", ""),
    }


@dataclass(eq=False, repr=False)
class Device(Model):
    """Device."""

    agent_version: str
    asset_tag: Optional[str]
    battery: Optional[int]
    campus: DeviceCampus
    created_at: datetime
    enrolled_at: datetime
    id: str
    last_seen: datetime
    lock: DeviceLock
    name: str
    os_version: str
    ou: str
    platform: DevicePlatform
    protection: DeviceProtection
    serial: Optional[str]
    status: DeviceStatus
    tags: List[str]
    updated_at: datetime
    user: Optional[str]
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "agentVersion": ("agent_version", ""),
        "assetTag": ("asset_tag", ""),
        "battery": ("battery", ""),
        "campus": ("campus", ""),
        "createdAt": ("created_at", "datetime"),
        "enrolledAt": ("enrolled_at", "datetime"),
        "id": ("id", ""),
        "lastSeen": ("last_seen", "datetime"),
        "lock": ("lock", "DeviceLock"),
        "name": ("name", ""),
        "osVersion": ("os_version", ""),
        "ou": ("ou", ""),
        "platform": ("platform", ""),
        "protection": ("protection", "DeviceProtection"),
        "serial": ("serial", ""),
        "status": ("status", ""),
        "tags": ("tags", ""),
        "updatedAt": ("updated_at", "datetime"),
        "user": ("user", ""),
    }


@dataclass(eq=False, repr=False)
class DeviceEnrolledData(Model):
    """Device enrolled data."""

    device: Device
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "device": ("device", "Device"),
    }


@dataclass(eq=False, repr=False)
class DeviceHistoryEntry(Model):
    """Device history entry."""

    battery: Optional[int]
    campus_id: Optional[str]
    command_id: Optional[str]
    from_: Optional[DeviceHistoryEntryFrom]
    held_back: int
    """Comings and goings before this one that were not recorded one by one"""
    id: str
    reason: Optional[DeviceHistoryEntryReason]
    timestamp: datetime
    to: Optional[DeviceHistoryEntryTo]
    type: DeviceHistoryEntryType
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "battery": ("battery", ""),
        "campusId": ("campus_id", ""),
        "commandId": ("command_id", ""),
        "from": ("from_", ""),
        "heldBack": ("held_back", ""),
        "id": ("id", ""),
        "reason": ("reason", ""),
        "timestamp": ("timestamp", "datetime"),
        "to": ("to", ""),
        "type": ("type", ""),
    }


@dataclass(eq=False, repr=False)
class DeviceLock(Model):
    """Device lock."""

    message: Optional[str]
    requested_by: Optional[str]
    since: Optional[datetime]
    state: DeviceLockState
    until: Optional[datetime]
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "message": ("message", ""),
        "requestedBy": ("requested_by", ""),
        "since": ("since", "datetime"),
        "state": ("state", ""),
        "until": ("until", "datetime"),
    }


@dataclass(eq=False, repr=False)
class DeviceLockedData(Model):
    """Device locked data."""

    command_id: Optional[str]
    device: Device
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "commandId": ("command_id", ""),
        "device": ("device", "Device"),
    }


@dataclass(eq=False, repr=False)
class DeviceLowBatteryData(Model):
    """Device low battery data."""

    device: Device
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "device": ("device", "Device"),
    }


@dataclass(eq=False, repr=False)
class DeviceOfflineData(Model):
    """Device offline data."""

    device: Device
    reason: DeviceOfflineDataReason
    held_back: Optional[int] = None
    """How many events about its coming and going were not sent since the one before: the device
    comes and goes too often. Absent = none
    """
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "device": ("device", "Device"),
        "heldBack": ("held_back", ""),
        "reason": ("reason", ""),
    }


@dataclass(eq=False, repr=False)
class DeviceOnlineData(Model):
    """Device online data."""

    device: Device
    held_back: Optional[int] = None
    """How many events about its coming and going were not sent since the one before: the device
    comes and goes too often. Absent = none
    """
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "device": ("device", "Device"),
        "heldBack": ("held_back", ""),
    }


@dataclass(eq=False, repr=False)
class DeviceProtection(Model):
    """Device protection."""

    policy_version: Optional[int]
    since: Optional[datetime]
    state: DeviceProtectionState
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "policyVersion": ("policy_version", ""),
        "since": ("since", "datetime"),
        "state": ("state", ""),
    }


@dataclass(eq=False, repr=False)
class DeviceProtectionChangedData(Model):
    """Device protection changed data."""

    device: Device
    from_: DeviceProtectionState
    to: DeviceProtectionState
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "device": ("device", "Device"),
        "from": ("from_", ""),
        "to": ("to", ""),
    }


@dataclass(eq=False, repr=False)
class DeviceState(Model):
    """Device state."""

    connection: DeviceStateConnection
    """`reason`: why the device is offline; null while it is online"""
    device_id: str
    policy: DeviceStatePolicy
    protection: DeviceStateProtection
    """`reason`: in the words of the device; null when it told none"""
    self_test: Optional[DeviceStateSelfTest]
    """The last self-test by command that the device completed; null = none"""
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "connection": ("connection", "DeviceStateConnection"),
        "deviceId": ("device_id", ""),
        "policy": ("policy", "DeviceStatePolicy"),
        "protection": ("protection", "DeviceStateProtection"),
        "selfTest": ("self_test", "DeviceStateSelfTest"),
    }


@dataclass(eq=False, repr=False)
class DeviceStateConnection(Model):
    """`reason`: why the device is offline; null while it is online"""

    last_seen: datetime
    reason: Optional[DeviceStateConnectionReason]
    since: Optional[datetime]
    status: DeviceStateConnectionStatus
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "lastSeen": ("last_seen", "datetime"),
        "reason": ("reason", ""),
        "since": ("since", "datetime"),
        "status": ("status", ""),
    }


@dataclass(eq=False, repr=False)
class DeviceStatePolicy(Model):
    """Device state policy."""

    enforced: DeviceStatePolicyEnforced
    policies: List[DeviceStatePolicyPolicy]
    """The policies that can apply on this device, for one of the people who use it or at a time of
    the day
    """
    up_to_date: bool
    """Whether the device enforces what it should"""
    wanted: Optional[DeviceStatePolicyWanted]
    """Null = the policies are too large for a device"""
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "enforced": ("enforced", "DeviceStatePolicyEnforced"),
        "policies": ("policies", "[DeviceStatePolicyPolicy]"),
        "upToDate": ("up_to_date", ""),
        "wanted": ("wanted", "DeviceStatePolicyWanted"),
    }


@dataclass(eq=False, repr=False)
class DeviceStatePolicyEnforced(Model):
    """Device state policy enforced."""

    hash: Optional[str]
    version: Optional[int]
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "hash": ("hash", ""),
        "version": ("version", ""),
    }


@dataclass(eq=False, repr=False)
class DeviceStatePolicyPolicy(Model):
    """Device state policy policy."""

    id: str
    version: int
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "id": ("id", ""),
        "version": ("version", ""),
    }


@dataclass(eq=False, repr=False)
class DeviceStatePolicyWanted(Model):
    """Null = the policies are too large for a device"""

    hash: str
    version: int
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "hash": ("hash", ""),
        "version": ("version", ""),
    }


@dataclass(eq=False, repr=False)
class DeviceStateProtection(Model):
    """`reason`: in the words of the device; null when it told none"""

    reason: Optional[str]
    since: Optional[datetime]
    state: DeviceStateProtectionState
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "reason": ("reason", ""),
        "since": ("since", "datetime"),
        "state": ("state", ""),
    }


@dataclass(eq=False, repr=False)
class DeviceStateSelfTest(Model):
    """The last self-test by command that the device completed; null = none"""

    at: datetime
    checks: List[DeviceStateSelfTestCheck]
    command_id: str
    ok: bool
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "at": ("at", "datetime"),
        "checks": ("checks", "[DeviceStateSelfTestCheck]"),
        "commandId": ("command_id", ""),
        "ok": ("ok", ""),
    }


@dataclass(eq=False, repr=False)
class DeviceStateSelfTestCheck(Model):
    """Device state self test check."""

    detail: str
    name: str
    ok: bool
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "detail": ("detail", ""),
        "name": ("name", ""),
        "ok": ("ok", ""),
    }


@dataclass(eq=False, repr=False)
class DeviceSummary(Model):
    """Device summary."""

    cells: List[DeviceSummaryCell]
    """Each combination that there is, the most frequent first"""
    generated_at: datetime
    others: int
    """Devices of rarer combinations than those listed"""
    total: int
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "cells": ("cells", "[DeviceSummaryCell]"),
        "generatedAt": ("generated_at", "datetime"),
        "others": ("others", ""),
        "total": ("total", ""),
    }


@dataclass(eq=False, repr=False)
class DeviceSummaryCell(Model):
    """Device summary cell."""

    count: int
    lock: DeviceSummaryCellLock
    policy_version: Optional[int]
    protection: DeviceSummaryCellProtection
    status: DeviceSummaryCellStatus
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "count": ("count", ""),
        "lock": ("lock", ""),
        "policyVersion": ("policy_version", ""),
        "protection": ("protection", ""),
        "status": ("status", ""),
    }


@dataclass(eq=False, repr=False)
class DeviceUnlockedData(Model):
    """Device unlocked data."""

    command_id: Optional[str]
    device: Device
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "commandId": ("command_id", ""),
        "device": ("device", "Device"),
    }


@dataclass(eq=False, repr=False)
class EnrollmentRequest(Model):
    """Enrollment request."""

    address: str
    """From where it asks."""
    code: str
    """The computer that asks shows the same code: compare before you approve."""
    created_at: datetime
    decided_at: Optional[datetime]
    decided_by: Optional[str]
    device_id: str
    device_name: str
    expires_at: datetime
    hostname: str
    """As the computer that asks calls itself."""
    id: str
    ou: str
    status: EnrollmentRequestStatus
    token_id: str
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "address": ("address", ""),
        "code": ("code", ""),
        "createdAt": ("created_at", "datetime"),
        "decidedAt": ("decided_at", "datetime"),
        "decidedBy": ("decided_by", ""),
        "deviceId": ("device_id", ""),
        "deviceName": ("device_name", ""),
        "expiresAt": ("expires_at", "datetime"),
        "hostname": ("hostname", ""),
        "id": ("id", ""),
        "ou": ("ou", ""),
        "status": ("status", ""),
        "tokenId": ("token_id", ""),
    }


@dataclass(eq=False, repr=False)
class EnrollmentToken(Model):
    """Enrollment token."""

    created_at: datetime
    device_id: Optional[str]
    expires_at: Optional[datetime]
    id: str
    max_uses: Optional[int]
    name: str
    ou: str
    re_enroll: bool
    """It takes back devices that are enrolled in its unit, without their old keys and without
    asking.
    """
    uses: int
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "createdAt": ("created_at", "datetime"),
        "deviceId": ("device_id", ""),
        "expiresAt": ("expires_at", "datetime"),
        "id": ("id", ""),
        "maxUses": ("max_uses", ""),
        "name": ("name", ""),
        "ou": ("ou", ""),
        "reEnroll": ("re_enroll", ""),
        "uses": ("uses", ""),
    }


@dataclass(eq=False, repr=False)
class Event(EventBase):
    """Event."""

    data: EventData
    """REST objects unchanged"""
    event: str
    id: str
    sequence: int
    """Grows by 1 per organisation, from 1; 0 in the samples of the test call"""
    timestamp: datetime
    type: str
    """Always equal to `event`"""
    device_id: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "data": ("data", ""),
        "device_id": ("device_id", ""),
        "event": ("event", ""),
        "id": ("id", ""),
        "sequence": ("sequence", ""),
        "timestamp": ("timestamp", "datetime"),
        "type": ("type", ""),
    }
    _data_types: ClassVar[Mapping[str, str]] = {
        "alert.acknowledged": "AlertAcknowledgedData",
        "alert.created": "AlertCreatedData",
        "alert.resolved": "AlertResolvedData",
        "api_key.expiring": "ApiKeyExpiringData",
        "classroom.session_conflict": "ClassroomSessionConflictData",
        "classroom.session_ended": "ClassroomSessionEndedData",
        "classroom.session_started": "ClassroomSessionStartedData",
        "command.cancelled": "CommandCancelledData",
        "command.expired": "CommandExpiredData",
        "command.failed": "CommandFailedData",
        "command.succeeded": "CommandSucceededData",
        "command.superseded": "CommandSupersededData",
        "device.enrolled": "DeviceEnrolledData",
        "device.locked": "DeviceLockedData",
        "device.low_battery": "DeviceLowBatteryData",
        "device.offline": "DeviceOfflineData",
        "device.online": "DeviceOnlineData",
        "device.protection_changed": "DeviceProtectionChangedData",
        "device.unlocked": "DeviceUnlockedData",
        "game.detected": "GameDetectedData",
        "geofence.breached": "GeofenceBreachedData",
        "override.created": "OverrideCreatedData",
        "override.ended": "OverrideEndedData",
        "policy.created": "PolicyCreatedData",
        "policy.deleted": "PolicyDeletedData",
        "policy.updated": "PolicyUpdatedData",
        "policy.violation": "PolicyViolationData",
        "report.weekly": "ReportWeeklyData",
        "webhook.disabled": "WebhookDisabledData",
    }


@dataclass(eq=False, repr=False)
class EventTypeInfo(Model):
    """Event type info."""

    data_schema: Dict[str, Any]
    """JSON Schema (2020-12) of `data`"""
    description: str
    group: str
    sample: Event
    type: str
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "dataSchema": ("data_schema", ""),
        "description": ("description", ""),
        "group": ("group", ""),
        "sample": ("sample", "Event"),
        "type": ("type", ""),
    }


@dataclass(eq=False, repr=False)
class Evidence(Model):
    """Evidence."""

    devices: int
    enforcing: int
    """Devices that enforce this version or a newer one, by their last report"""
    generated_at: datetime
    not_enforcing: EvidenceNotEnforcing
    """The others, each under one reason"""
    ou: str
    """The unit whose subtree is counted"""
    version: int
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "devices": ("devices", ""),
        "enforcing": ("enforcing", ""),
        "generatedAt": ("generated_at", "datetime"),
        "notEnforcing": ("not_enforcing", "EvidenceNotEnforcing"),
        "ou": ("ou", ""),
        "version": ("version", ""),
    }


@dataclass(eq=False, repr=False)
class EvidenceGap(Model):
    """Evidence gap."""

    detail: Optional[str]
    device_id: str
    last_seen: datetime
    name: str
    ou: str
    policy_version: Optional[int]
    protection: EvidenceGapProtection
    reason: EvidenceGapReason
    since: Optional[datetime]
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "detail": ("detail", ""),
        "deviceId": ("device_id", ""),
        "lastSeen": ("last_seen", "datetime"),
        "name": ("name", ""),
        "ou": ("ou", ""),
        "policyVersion": ("policy_version", ""),
        "protection": ("protection", ""),
        "reason": ("reason", ""),
        "since": ("since", "datetime"),
    }


@dataclass(eq=False, repr=False)
class EvidenceNotEnforcing(Model):
    """The others, each under one reason"""

    no_report: int
    offline: int
    stale: int
    total: int
    unprotected: int
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "no_report": ("no_report", ""),
        "offline": ("offline", ""),
        "stale": ("stale", ""),
        "total": ("total", ""),
        "unprotected": ("unprotected", ""),
    }


@dataclass(eq=False, repr=False)
class Explanation(Model):
    """Explanation."""

    action: ExplanationAction
    chain: List[ExplanationStep]
    input: ExplanationInput
    policy_id: Optional[str]
    policy_version: Optional[int]
    reason: ExplanationReason
    rule_id: Optional[str]
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "action": ("action", ""),
        "chain": ("chain", "[ExplanationStep]"),
        "input": ("input", "ExplanationInput"),
        "policyId": ("policy_id", ""),
        "policyVersion": ("policy_version", ""),
        "reason": ("reason", ""),
        "ruleId": ("rule_id", ""),
    }


@dataclass(eq=False, repr=False)
class ExplanationInput(Model):
    """Explanation input."""

    app: Optional[str]
    at: datetime
    campus: DeviceCampus
    categories: List[str]
    device_id: Optional[str]
    host: str
    ou: str
    user: Optional[str]
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "app": ("app", ""),
        "at": ("at", "datetime"),
        "campus": ("campus", ""),
        "categories": ("categories", ""),
        "deviceId": ("device_id", ""),
        "host": ("host", ""),
        "ou": ("ou", ""),
        "user": ("user", ""),
    }


@dataclass(eq=False, repr=False)
class ExplanationStep(Model):
    """Explanation step."""

    action: ExplanationAction
    by: Optional[str]
    decided: bool
    policy_id: Optional[str]
    policy_version: Optional[int]
    reason: ExplanationReason
    rule_id: Optional[str]
    target: Optional[str]
    unknown_program: Optional[bool] = None
    """Present and true where a rule for programs matched because the program was not found
    (`unknownProgram` of the settings).
    """
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "action": ("action", ""),
        "by": ("by", ""),
        "decided": ("decided", ""),
        "policyId": ("policy_id", ""),
        "policyVersion": ("policy_version", ""),
        "reason": ("reason", ""),
        "ruleId": ("rule_id", ""),
        "target": ("target", ""),
        "unknownProgram": ("unknown_program", ""),
    }


@dataclass(eq=False, repr=False)
class GameDetectedData(Model):
    """Game detected data."""

    count: int
    """How many requests it covers"""
    log: Optional[LogEntry]
    """Null when a program was found, or a name whose request is not known yet"""
    what: Optional[str] = None
    """What the agent found, as it tells it; absent where the category of a request told"""
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "count": ("count", ""),
        "log": ("log", "LogEntry"),
        "what": ("what", ""),
    }


@dataclass(eq=False, repr=False)
class GeofenceBreachedData(Model):
    """Geofence breached data."""

    campus_id: str
    device: Device
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "campusId": ("campus_id", ""),
        "device": ("device", "Device"),
    }


@dataclass(eq=False, repr=False)
class HourlyReport(Model):
    """Hourly report."""

    from_: datetime
    generated_at: datetime
    hours: List[HourlyReportHour]
    """The hours that begin in the range and have begun"""
    ou: str
    """The unit whose subtree is counted"""
    timezone: str
    to: datetime
    totals: HourlyReportTotals
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "from": ("from_", "datetime"),
        "generatedAt": ("generated_at", "datetime"),
        "hours": ("hours", "[HourlyReportHour]"),
        "ou": ("ou", ""),
        "timezone": ("timezone", ""),
        "to": ("to", "datetime"),
        "totals": ("totals", "HourlyReportTotals"),
    }


@dataclass(eq=False, repr=False)
class HourlyReportHour(Model):
    """Hourly report hour."""

    at: datetime
    blocked: int
    complete: bool
    """Whether the hour is over"""
    requests: int
    usual: Optional[HourlyReportHourUsual]
    """Mean of this hour on the last four same weekdays, without those that had no request at all;
    `days`: how many are left. Null = none
    """
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "at": ("at", "datetime"),
        "blocked": ("blocked", ""),
        "complete": ("complete", ""),
        "requests": ("requests", ""),
        "usual": ("usual", "HourlyReportHourUsual"),
    }


@dataclass(eq=False, repr=False)
class HourlyReportHourUsual(Model):
    """Mean of this hour on the last four same weekdays, without those that had no request at all;
    `days`: how many are left. Null = none
    """

    blocked: float
    days: int
    requests: float
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "blocked": ("blocked", ""),
        "days": ("days", ""),
        "requests": ("requests", ""),
    }


@dataclass(eq=False, repr=False)
class HourlyReportTotals(Model):
    """Hourly report totals."""

    blocked: int
    requests: int
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "blocked": ("blocked", ""),
        "requests": ("requests", ""),
    }


@dataclass(eq=False, repr=False)
class KnownCategorySource(Model):
    """A public list of sites that a school can add by its id."""

    added: bool
    category: Optional[str]
    description: str
    format: CategorySourceFormat
    homepage: str
    """Where its makers tell about it."""
    id: str
    licence: str
    location: str
    """Where the server fetches it."""
    megabytes: int
    names: int
    published_every_hours: int
    publisher: str
    recommended: bool
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "added": ("added", ""),
        "category": ("category", ""),
        "description": ("description", ""),
        "format": ("format", ""),
        "homepage": ("homepage", ""),
        "id": ("id", ""),
        "licence": ("licence", ""),
        "location": ("location", ""),
        "megabytes": ("megabytes", ""),
        "names": ("names", ""),
        "publishedEveryHours": ("published_every_hours", ""),
        "publisher": ("publisher", ""),
        "recommended": ("recommended", ""),
    }


@dataclass(eq=False, repr=False)
class LockParams(Model):
    """Lock params."""

    duration_minutes: Union[int, Unset] = UNSET
    message: Union[str, Unset] = UNSET
    pin: Union[str, Unset] = UNSET
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "durationMinutes": ("duration_minutes", ""),
        "message": ("message", ""),
        "pin": ("pin", ""),
    }


@dataclass(eq=False, repr=False)
class LogEntry(Model):
    """Log entry."""

    action: LogEntryAction
    app: Optional[str]
    """Program that asked, where the device could tell; a name can be changed. `(unknown)`: a rule
    for programs made the device look, and it did not find the program. Null: it did not look, or
    cannot tell programs.
    """
    bypass: Optional[LogEntryBypass]
    """Where `reason` is `protection`: the way round the filter that was tried."""
    campus: DeviceCampus
    category: Optional[str]
    count: int
    device_id: str
    domain: Optional[str]
    id: str
    ou: str
    policy_id: Optional[str]
    policy_version: Optional[int]
    reason: LogEntryReason
    rule_id: Optional[str]
    timestamp: datetime
    unproven: bool
    """True when the device did not tell that `user` was signed in there at that time: the name is
    the word of this record alone. It is in no report, and no alert names that person for it.
    """
    url: Optional[str]
    user: Optional[str]
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "action": ("action", ""),
        "app": ("app", ""),
        "bypass": ("bypass", ""),
        "campus": ("campus", ""),
        "category": ("category", ""),
        "count": ("count", ""),
        "deviceId": ("device_id", ""),
        "domain": ("domain", ""),
        "id": ("id", ""),
        "ou": ("ou", ""),
        "policyId": ("policy_id", ""),
        "policyVersion": ("policy_version", ""),
        "reason": ("reason", ""),
        "ruleId": ("rule_id", ""),
        "timestamp": ("timestamp", "datetime"),
        "unproven": ("unproven", ""),
        "url": ("url", ""),
        "user": ("user", ""),
    }


@dataclass(eq=False, repr=False)
class Organization(Model):
    """The settings in force. `updatedAt`: when one was last set here; null = never."""

    account_domain: str
    """Completes a bare account name to an e-mail address."""
    help_line: Optional[str]
    """Whom to call, shown on locked screens."""
    holidays: List[OrganizationHoliday]
    """Days without school; `from` and `to` belong to them. At most 400 days in all."""
    log_level: OrganizationLogLevel
    mail: OrganizationMail
    name: str
    plan: OrganizationPlan
    resolvers: List[str]
    """Resolvers that devices ask in the place of those of their network: addresses, or DNS over
    https such as `https://dns.school.example/dns-query`. Empty: those of the network.
    """
    retention: OrganizationRetention
    school_hours: List[OrganizationSchoolHour]
    """When lessons are, in the time zone of the organisation; `to` before `from` ends on the next
    day. Empty: always.
    """
    single_sign_on: OrganizationSingleSignOn
    sources: OrganizationSources
    """Where each value comes from: `here` = it was set by this API, `file` = the configuration
    file, a variable of the environment or a flag, `default` = nobody has set it.
    """
    time_zone: str
    """IANA name, `Europe/Madrid`."""
    updated_at: Optional[datetime]
    version: int
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "accountDomain": ("account_domain", ""),
        "helpLine": ("help_line", ""),
        "holidays": ("holidays", "[OrganizationHoliday]"),
        "logLevel": ("log_level", ""),
        "mail": ("mail", "OrganizationMail"),
        "name": ("name", ""),
        "plan": ("plan", ""),
        "resolvers": ("resolvers", ""),
        "retention": ("retention", "OrganizationRetention"),
        "schoolHours": ("school_hours", "[OrganizationSchoolHour]"),
        "singleSignOn": ("single_sign_on", "OrganizationSingleSignOn"),
        "sources": ("sources", "OrganizationSources"),
        "timeZone": ("time_zone", ""),
        "updatedAt": ("updated_at", "datetime"),
        "version": ("version", ""),
    }


@dataclass(eq=False, repr=False)
class OrganizationHoliday(Model):
    """Organization holiday."""

    from_: date
    name: str
    to: date
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "from": ("from_", "date"),
        "name": ("name", ""),
        "to": ("to", "date"),
    }


@dataclass(eq=False, repr=False)
class OrganizationInputMail(Model):
    """Organization input mail."""

    from_: Union[Optional[str], Unset] = UNSET
    """`reports@school.example` or `Schoolgate <reports@school.example>`."""
    host: Union[Optional[str], Unset] = UNSET
    password: Union[Optional[str], Unset] = UNSET
    """It is stored encrypted and never shown."""
    port: Union[Optional[int], Unset] = UNSET
    """0: 587. With 465 the connection is encrypted from its start."""
    report_recipients: Union[Optional[Sequence[str]], Unset] = UNSET
    """Who gets the weekly report, and is told of a disabled webhook."""
    user: Union[Optional[str], Unset] = UNSET
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "from": ("from_", ""),
        "host": ("host", ""),
        "password": ("password", ""),
        "port": ("port", ""),
        "reportRecipients": ("report_recipients", ""),
        "user": ("user", ""),
    }


@dataclass(eq=False, repr=False)
class OrganizationInputRetention(Model):
    """Organization input retention."""

    activity_days: Union[Optional[int], Unset] = UNSET
    """What people did."""
    alerts_days: Union[Optional[int], Unset] = UNSET
    """Alerts."""
    audit_days: Union[Optional[int], Unset] = UNSET
    """Who changed or looked at what."""
    device_events_days: Union[Optional[int], Unset] = UNSET
    """That events of devices came in."""
    logs_days: Union[Optional[int], Unset] = UNSET
    """Decided requests, with the counts that name people."""
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "activityDays": ("activity_days", ""),
        "alertsDays": ("alerts_days", ""),
        "auditDays": ("audit_days", ""),
        "deviceEventsDays": ("device_events_days", ""),
        "logsDays": ("logs_days", ""),
    }


@dataclass(eq=False, repr=False)
class OrganizationInputSingleSignOn(Model):
    """Organization input single sign on."""

    allowed_domains: Union[Optional[Sequence[str]], Unset] = UNSET
    """Only people of these domains sign in; empty = of any."""
    client_id: Union[Optional[str], Unset] = UNSET
    client_secret: Union[Optional[str], Unset] = UNSET
    """It is stored encrypted and never shown."""
    group_roles: Union[Optional[Sequence[Union[OrganizationSingleSignOnGroupRole, Mapping[str, Any]]]], Unset] = UNSET
    """Roles by the provider’s claim `groups`. The highest counts, and follows at each sign-in."""
    issuer: Union[Optional[str], Unset] = UNSET
    """`https://accounts.google.com`."""
    new_account_role: Union[Optional[OrganizationInputSingleSignOnNewAccountRole], Unset] = UNSET
    """`none`: only people who have an account sign in."""
    trust_email: Union[Optional[bool], Unset] = UNSET
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "allowedDomains": ("allowed_domains", ""),
        "clientId": ("client_id", ""),
        "clientSecret": ("client_secret", ""),
        "groupRoles": ("group_roles", "[OrganizationSingleSignOnGroupRole]"),
        "issuer": ("issuer", ""),
        "newAccountRole": ("new_account_role", ""),
        "trustEmail": ("trust_email", ""),
    }


@dataclass(eq=False, repr=False)
class OrganizationMail(Model):
    """Organization mail."""

    from_: Optional[str]
    host: Optional[str]
    """Null = no e-mail is sent."""
    password_set: bool
    port: int
    """0: 587. With 465 the connection is encrypted from its start."""
    report_recipients: List[str]
    """Who gets the weekly report, and is told of a disabled webhook."""
    user: Optional[str]
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "from": ("from_", ""),
        "host": ("host", ""),
        "passwordSet": ("password_set", ""),
        "port": ("port", ""),
        "reportRecipients": ("report_recipients", ""),
        "user": ("user", ""),
    }


@dataclass(eq=False, repr=False)
class OrganizationRetention(Model):
    """Organization retention."""

    activity_days: int
    """What people did."""
    alerts_days: int
    """Alerts."""
    audit_days: int
    """Who changed or looked at what."""
    device_events_days: int
    """That events of devices came in."""
    logs_days: int
    """Decided requests, with the counts that name people."""
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "activityDays": ("activity_days", ""),
        "alertsDays": ("alerts_days", ""),
        "auditDays": ("audit_days", ""),
        "deviceEventsDays": ("device_events_days", ""),
        "logsDays": ("logs_days", ""),
    }


@dataclass(eq=False, repr=False)
class OrganizationSchoolHour(Model):
    """Organization school hour."""

    days: List[OrganizationSchoolHourDay]
    from_: str
    to: str
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "days": ("days", ""),
        "from": ("from_", ""),
        "to": ("to", ""),
    }


@dataclass(eq=False, repr=False)
class OrganizationSingleSignOn(Model):
    """Organization single sign on."""

    allowed_domains: List[str]
    """Only people of these domains sign in; empty = of any."""
    client_id: Optional[str]
    client_secret_set: bool
    group_roles: List[OrganizationSingleSignOnGroupRole]
    """Roles by the provider’s claim `groups`. The highest counts, and follows at each sign-in."""
    issuer: Optional[str]
    """Null = nobody signs in by a provider."""
    new_account_role: Optional[OrganizationSingleSignOnNewAccountRole]
    trust_email: bool
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "allowedDomains": ("allowed_domains", ""),
        "clientId": ("client_id", ""),
        "clientSecretSet": ("client_secret_set", ""),
        "groupRoles": ("group_roles", "[OrganizationSingleSignOnGroupRole]"),
        "issuer": ("issuer", ""),
        "newAccountRole": ("new_account_role", ""),
        "trustEmail": ("trust_email", ""),
    }


@dataclass(eq=False, repr=False)
class OrganizationSingleSignOnGroupRole(Model):
    """Organization single sign on group role."""

    group: str
    role: OrganizationSingleSignOnGroupRoleRole
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "group": ("group", ""),
        "role": ("role", ""),
    }


@dataclass(eq=False, repr=False)
class OrganizationSources(Model):
    """Where each value comes from: `here` = it was set by this API, `file` = the configuration
    file, a variable of the environment or a flag, `default` = nobody has set it.
    """

    account_domain: OrganizationSourcesAccountDomain
    help_line: OrganizationSourcesHelpLine
    holidays: OrganizationSourcesHolidays
    log_level: OrganizationSourcesLogLevel
    mail: OrganizationSourcesMail
    name: OrganizationSourcesName
    resolvers: OrganizationSourcesResolvers
    retention: OrganizationSourcesRetention
    school_hours: OrganizationSourcesSchoolHours
    single_sign_on: OrganizationSourcesSingleSignOn
    time_zone: OrganizationSourcesTimeZone
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "accountDomain": ("account_domain", ""),
        "helpLine": ("help_line", ""),
        "holidays": ("holidays", ""),
        "logLevel": ("log_level", ""),
        "mail": ("mail", "OrganizationSourcesMail"),
        "name": ("name", ""),
        "resolvers": ("resolvers", ""),
        "retention": ("retention", "OrganizationSourcesRetention"),
        "schoolHours": ("school_hours", ""),
        "singleSignOn": ("single_sign_on", "OrganizationSourcesSingleSignOn"),
        "timeZone": ("time_zone", ""),
    }


@dataclass(eq=False, repr=False)
class OrganizationSourcesMail(Model):
    """Organization sources mail."""

    from_: OrganizationSourcesMailFrom
    host: OrganizationSourcesMailHost
    password: OrganizationSourcesMailPassword
    port: OrganizationSourcesMailPort
    report_recipients: OrganizationSourcesMailReportRecipients
    user: OrganizationSourcesMailUser
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "from": ("from_", ""),
        "host": ("host", ""),
        "password": ("password", ""),
        "port": ("port", ""),
        "reportRecipients": ("report_recipients", ""),
        "user": ("user", ""),
    }


@dataclass(eq=False, repr=False)
class OrganizationSourcesRetention(Model):
    """Organization sources retention."""

    activity_days: OrganizationSourcesRetentionActivityDays
    alerts_days: OrganizationSourcesRetentionAlertsDays
    audit_days: OrganizationSourcesRetentionAuditDays
    device_events_days: OrganizationSourcesRetentionDeviceEventsDays
    logs_days: OrganizationSourcesRetentionLogsDays
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "activityDays": ("activity_days", ""),
        "alertsDays": ("alerts_days", ""),
        "auditDays": ("audit_days", ""),
        "deviceEventsDays": ("device_events_days", ""),
        "logsDays": ("logs_days", ""),
    }


@dataclass(eq=False, repr=False)
class OrganizationSourcesSingleSignOn(Model):
    """Organization sources single sign on."""

    allowed_domains: OrganizationSourcesSingleSignOnAllowedDomains
    client_id: OrganizationSourcesSingleSignOnClientId
    client_secret: OrganizationSourcesSingleSignOnClientSecret
    group_roles: OrganizationSourcesSingleSignOnGroupRoles
    issuer: OrganizationSourcesSingleSignOnIssuer
    new_account_role: OrganizationSourcesSingleSignOnNewAccountRole
    trust_email: OrganizationSourcesSingleSignOnTrustEmail
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "allowedDomains": ("allowed_domains", ""),
        "clientId": ("client_id", ""),
        "clientSecret": ("client_secret", ""),
        "groupRoles": ("group_roles", ""),
        "issuer": ("issuer", ""),
        "newAccountRole": ("new_account_role", ""),
        "trustEmail": ("trust_email", ""),
    }


@dataclass(eq=False, repr=False)
class Ou(Model):
    """Ou."""

    created_at: datetime
    device_count: int
    """Devices of the unit and of all below it: the `total` of `GET /v1/devices?ou=…`."""
    id: str
    name: str
    """The root is named `/`."""
    parent_id: Optional[str]
    path: str
    updated_at: datetime
    user_count: int
    """Users of the unit and of all below it: the `total` of `GET /v1/users?ou=…`."""
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "createdAt": ("created_at", "datetime"),
        "deviceCount": ("device_count", ""),
        "id": ("id", ""),
        "name": ("name", ""),
        "parentId": ("parent_id", ""),
        "path": ("path", ""),
        "updatedAt": ("updated_at", "datetime"),
        "userCount": ("user_count", ""),
    }


@dataclass(eq=False, repr=False)
class Override(Model):
    """Override."""

    created_at: datetime
    created_by: str
    ended_at: Optional[datetime]
    expires_at: datetime
    id: str
    reason: Optional[str]
    scope: OverrideScope
    site: str
    updated_at: datetime
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "createdAt": ("created_at", "datetime"),
        "createdBy": ("created_by", ""),
        "endedAt": ("ended_at", "datetime"),
        "expiresAt": ("expires_at", "datetime"),
        "id": ("id", ""),
        "reason": ("reason", ""),
        "scope": ("scope", "OverrideScope"),
        "site": ("site", ""),
        "updatedAt": ("updated_at", "datetime"),
    }


@dataclass(eq=False, repr=False)
class OverrideCreatedData(Model):
    """Override created data."""

    override: Override
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "override": ("override", "Override"),
    }


@dataclass(eq=False, repr=False)
class OverrideEndedData(Model):
    """Override ended data."""

    override: Override
    reason: OverrideEndedDataReason
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "override": ("override", "Override"),
        "reason": ("reason", ""),
    }


@dataclass(eq=False, repr=False)
class OverrideInputScopeDevice(Model):
    """Override input scope device."""

    id: str
    type: Literal["device"] = "device"
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "id": ("id", ""),
        "type": ("type", ""),
    }


@dataclass(eq=False, repr=False)
class OverrideInputScopeOu(Model):
    """Override input scope ou."""

    id: str
    """`ou_` id or path; with all below it."""
    type: Literal["ou"] = "ou"
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "id": ("id", ""),
        "type": ("type", ""),
    }


@dataclass(eq=False, repr=False)
class OverrideInputScopeSession(Model):
    """Override input scope session."""

    id: str
    type: Literal["session"] = "session"
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "id": ("id", ""),
        "type": ("type", ""),
    }


@dataclass(eq=False, repr=False)
class OverrideInputScopeStudent(Model):
    """Override input scope student."""

    id: str
    """`usr_` id or e-mail address."""
    type: Literal["student"] = "student"
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "id": ("id", ""),
        "type": ("type", ""),
    }


@dataclass(eq=False, repr=False)
class OverrideScope(Model):
    """Override scope."""

    id: str
    type: OverrideScopeType
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "id": ("id", ""),
        "type": ("type", ""),
    }


@dataclass(eq=False, repr=False)
class Policy(Model):
    """Policy."""

    created_at: datetime
    default_action: PolicyDefaultAction
    description: Optional[str]
    enabled: bool
    id: str
    name: str
    priority: int
    """The higher wins among rules of equal strength and equally near targets."""
    rules: List[PolicyRule]
    schedule: Optional[PolicySchedule]
    settings: PolicySettings
    """How devices filter while the policy is on. What a member leaves out, the next policy decides,
    else the default.
    """
    target: PolicyTarget
    updated_at: datetime
    version: int
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "createdAt": ("created_at", "datetime"),
        "defaultAction": ("default_action", ""),
        "description": ("description", ""),
        "enabled": ("enabled", ""),
        "id": ("id", ""),
        "name": ("name", ""),
        "priority": ("priority", ""),
        "rules": ("rules", "[PolicyRule]"),
        "schedule": ("schedule", "PolicySchedule"),
        "settings": ("settings", "PolicySettings"),
        "target": ("target", "PolicyTarget"),
        "updatedAt": ("updated_at", "datetime"),
        "version": ("version", ""),
    }


@dataclass(eq=False, repr=False)
class PolicyAdoption(Model):
    """Policy adoption."""

    devices: int
    enforcing: int
    """Devices that enforce it, by their last report"""
    generated_at: datetime
    ou: str
    """The unit whose subtree is counted"""
    version: int
    """The present version, which every device should enforce"""
    versions: List[PolicyAdoptionVersion]
    """The present version and each that a device reports, the newest first"""
    without_version: int
    """Devices that have reported none"""
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "devices": ("devices", ""),
        "enforcing": ("enforcing", ""),
        "generatedAt": ("generated_at", "datetime"),
        "ou": ("ou", ""),
        "version": ("version", ""),
        "versions": ("versions", "[PolicyAdoptionVersion]"),
        "withoutVersion": ("without_version", ""),
    }


@dataclass(eq=False, repr=False)
class PolicyAdoptionVersion(Model):
    """Policy adoption version."""

    enforcing: int
    enforcing_this_or_newer: int
    """A policy of this `version` is live on so many of the devices that it applies to"""
    reported: int
    version: int
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "enforcing": ("enforcing", ""),
        "enforcingThisOrNewer": ("enforcing_this_or_newer", ""),
        "reported": ("reported", ""),
        "version": ("version", ""),
    }


@dataclass(eq=False, repr=False)
class PolicyCreatedData(Model):
    """Policy created data."""

    policy: Policy
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "policy": ("policy", "Policy"),
    }


@dataclass(eq=False, repr=False)
class PolicyDeletedData(Model):
    """Policy deleted data."""

    policy: Policy
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "policy": ("policy", "Policy"),
    }


@dataclass(eq=False, repr=False)
class PolicyInput(Model):
    """Policy input."""

    name: str
    default_action: Union[PolicyDefaultAction, Unset] = UNSET
    description: Union[Optional[str], Unset] = UNSET
    enabled: Union[bool, Unset] = UNSET
    priority: Union[int, Unset] = UNSET
    """The higher wins among rules of equal strength and equally near targets."""
    rules: Union[Sequence[Union[PolicyInputRule, Mapping[str, Any]]], Unset] = UNSET
    schedule: Union[Optional[Union[PolicyInputSchedule, Mapping[str, Any]]], Unset] = UNSET
    """Absent members: the time zone of the organisation, no windows, no dates, nothing of the times
    of the organisation. `during` takes the place of `windows`, and the other way round.
    """
    settings: Union[Union[PolicyInputSettings, Mapping[str, Any]], Unset] = UNSET
    """How devices filter while the policy is on. What a member leaves out, the next policy decides,
    else the default. Null takes a member out.
    """
    target: Union[Union[PolicyInputTarget, Mapping[str, Any]], Unset] = UNSET
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "defaultAction": ("default_action", ""),
        "description": ("description", ""),
        "enabled": ("enabled", ""),
        "name": ("name", ""),
        "priority": ("priority", ""),
        "rules": ("rules", "[PolicyInputRule]"),
        "schedule": ("schedule", "PolicyInputSchedule"),
        "settings": ("settings", "PolicyInputSettings"),
        "target": ("target", "PolicyInputTarget"),
    }


@dataclass(eq=False, repr=False)
class PolicyInputRule(Model):
    """Policy input rule."""

    effect: PolicyRuleEffect
    match: Union[PolicyInputRuleMatch, Mapping[str, Any]]
    campus: Union[Sequence[DeviceCampus], Unset] = UNSET
    """Where the rule holds; empty = everywhere."""
    id: Union[str, Unset] = UNSET
    locked: Union[bool, Unset] = UNSET
    reason: Union[Optional[str], Unset] = UNSET
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "campus": ("campus", ""),
        "effect": ("effect", ""),
        "id": ("id", ""),
        "locked": ("locked", ""),
        "match": ("match", "PolicyInputRuleMatch"),
        "reason": ("reason", ""),
    }


@dataclass(eq=False, repr=False)
class PolicyInputRuleMatch(Model):
    """Policy input rule match."""

    apps: Union[Sequence[str], Unset] = UNSET
    categories: Union[Sequence[str], Unset] = UNSET
    domains: Union[Sequence[str], Unset] = UNSET
    urls: Union[Sequence[str], Unset] = UNSET
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "apps": ("apps", ""),
        "categories": ("categories", ""),
        "domains": ("domains", ""),
        "urls": ("urls", ""),
    }


@dataclass(eq=False, repr=False)
class PolicyInputSchedule(Model):
    """Absent members: the time zone of the organisation, no windows, no dates, nothing of the times
    of the organisation. `during` takes the place of `windows`, and the other way round.
    """

    during: Optional[Literal["school-hours"]] = "school-hours"
    """The windows are the school hours of the organisation, in its time zone, and follow them;
    `windows` is empty then.
    """
    except_dates: Union[Sequence[date], Unset] = UNSET
    """Local dates on which no window begins."""
    except_holidays: Union[bool, Unset] = UNSET
    """Nor does a window begin in the holidays of the organisation, which it follows. At most 400
    dates are excepted in all, the latest.
    """
    timezone: Union[str, Unset] = UNSET
    """IANA name, `Europe/Madrid`."""
    windows: Union[Sequence[Union[PolicyScheduleWindow, Mapping[str, Any]]], Unset] = UNSET
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "during": ("during", ""),
        "exceptDates": ("except_dates", "[date]"),
        "exceptHolidays": ("except_holidays", ""),
        "timezone": ("timezone", ""),
        "windows": ("windows", "[PolicyScheduleWindow]"),
    }


@dataclass(eq=False, repr=False)
class PolicyInputSettings(Model):
    """How devices filter while the policy is on. What a member leaves out, the next policy decides,
    else the default. Null takes a member out.
    """

    activity_level: Union[Optional[PolicySettingsActivityLevel], Unset] = UNSET
    """What devices tell, from least to most. Default `domain` in school hours and `counters`
    outside of them.
    """
    allow_guest_look_ups: Union[Optional[bool], Unset] = UNSET
    """Whether containers and virtual machines may ask the resolvers of the network, past the
    filter. Linux. Default false.
    """
    allow_unnamed_hosts: Union[Optional[bool], Unset] = UNSET
    """Whether addresses without a name may be opened. Default false."""
    fail_mode: Union[Optional[PolicySettingsFailMode], Unset] = UNSET
    """What a stopped agent means: `closed` no names and no https, `open` unfiltered. Default
    `closed`.
    """
    internal_names: Union[Optional[Sequence[Union[PolicySettingsInternalName, Mapping[str, Any]]]], Unset] = UNSET
    """Domains that only the school’s own resolvers know: devices ask these resolvers, wherever they
    are, and take private addresses for them. Default none.
    """
    local_network: Union[Optional[PolicySettingsLocalNetwork], Unset] = UNSET
    """Where browsers may open devices of the network beside the laptop (router, printer, disk) by
    private address. Default `off-campus`; an unknown place counts as a campus. Where no campus is
    defined, the school is where the laptop reaches the server at a private address.
    """
    lock_allow_crisis_help: Union[Optional[bool], Unset] = UNSET
    """Whether a locked device reaches crisis help. Default false."""
    lock_allow_portal: Union[Optional[bool], Unset] = UNSET
    """Whether a locked device may sign in to a captive portal. Default false."""
    pinned_egress: Union[Optional[bool], Unset] = UNSET
    """Only addresses that the device’s own resolver gave out are reachable, and its own network.
    Breaks calls. Linux; other devices report a fault. Default false.
    """
    portal_grace_minutes: Union[Optional[int], Unset] = UNSET
    """For how long on one day (UTC) captive portals may open their own hosts beside policy, over
    all networks together. Default 10.
    """
    safe_search: Union[Optional[bool], Unset] = UNSET
    """Strict search in search engines. Default true."""
    tls_ports: Union[Optional[Sequence[int]], Unset] = UNSET
    """Ports beside 443 that browsers may open with TLS. Those of resolvers stay shut. Default 4443,
    5001, 8443, 9443 and 10443.
    """
    unknown_program: Union[Optional[PolicySettingsUnknownProgram], Unset] = UNSET
    """What becomes of a program that rules for programs made the device look for, and that it did
    not find within a second: `other-rules` the rules for programs do not match it, `block` each of
    them that blocks matches it. Linux. Default `other-rules`.
    """
    vpn_servers: Union[Optional[Sequence[str]], Unset] = UNSET
    """The school’s own VPN: the ports of VPNs are open to these addresses. Default none."""
    youtube_restriction: Union[Optional[PolicySettingsYoutubeRestriction], Unset] = UNSET
    """Restricted mode of YouTube. Default `moderate`."""
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "activityLevel": ("activity_level", ""),
        "allowGuestLookUps": ("allow_guest_look_ups", ""),
        "allowUnnamedHosts": ("allow_unnamed_hosts", ""),
        "failMode": ("fail_mode", ""),
        "internalNames": ("internal_names", "[PolicySettingsInternalName]"),
        "localNetwork": ("local_network", ""),
        "lockAllowCrisisHelp": ("lock_allow_crisis_help", ""),
        "lockAllowPortal": ("lock_allow_portal", ""),
        "pinnedEgress": ("pinned_egress", ""),
        "portalGraceMinutes": ("portal_grace_minutes", ""),
        "safeSearch": ("safe_search", ""),
        "tlsPorts": ("tls_ports", ""),
        "unknownProgram": ("unknown_program", ""),
        "vpnServers": ("vpn_servers", ""),
        "youtubeRestriction": ("youtube_restriction", ""),
    }


@dataclass(eq=False, repr=False)
class PolicyInputTarget(Model):
    """Policy input target."""

    devices: Union[Sequence[str], Unset] = UNSET
    everyone: Union[bool, Unset] = UNSET
    ous: Union[Sequence[str], Unset] = UNSET
    users: Union[Sequence[str], Unset] = UNSET
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "devices": ("devices", ""),
        "everyone": ("everyone", ""),
        "ous": ("ous", ""),
        "users": ("users", ""),
    }


@dataclass(eq=False, repr=False)
class PolicyRule(Model):
    """Policy rule."""

    campus: List[DeviceCampus]
    """Where the rule holds; empty = everywhere."""
    effect: PolicyRuleEffect
    id: str
    locked: bool
    match: PolicyRuleMatch
    reason: Optional[str]
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "campus": ("campus", ""),
        "effect": ("effect", ""),
        "id": ("id", ""),
        "locked": ("locked", ""),
        "match": ("match", "PolicyRuleMatch"),
        "reason": ("reason", ""),
    }


@dataclass(eq=False, repr=False)
class PolicyRuleMatch(Model):
    """Policy rule match."""

    apps: List[str]
    categories: List[str]
    domains: List[str]
    urls: List[str]
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "apps": ("apps", ""),
        "categories": ("categories", ""),
        "domains": ("domains", ""),
        "urls": ("urls", ""),
    }


@dataclass(eq=False, repr=False)
class PolicySchedule(Model):
    """Policy schedule."""

    except_dates: List[date]
    """Local dates on which no window begins."""
    timezone: str
    """IANA name, `Europe/Madrid`."""
    windows: List[PolicyScheduleWindow]
    during: Literal["school-hours"] = "school-hours"
    """The windows are the school hours of the organisation, in its time zone, and follow them;
    `windows` is empty then.
    """
    except_holidays: Optional[bool] = None
    """Nor does a window begin in the holidays of the organisation, which it follows. At most 400
    dates are excepted in all, the latest.
    """
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "during": ("during", ""),
        "exceptDates": ("except_dates", "[date]"),
        "exceptHolidays": ("except_holidays", ""),
        "timezone": ("timezone", ""),
        "windows": ("windows", "[PolicyScheduleWindow]"),
    }


@dataclass(eq=False, repr=False)
class PolicyScheduleWindow(Model):
    """`to` before `from` ends on the next day."""

    days: List[PolicyScheduleWindowDay]
    from_: str
    """`HH:MM`, local time of the zone."""
    to: str
    """`HH:MM`, local time of the zone."""
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "days": ("days", ""),
        "from": ("from_", ""),
        "to": ("to", ""),
    }


@dataclass(eq=False, repr=False)
class PolicySettings(Model):
    """How devices filter while the policy is on. What a member leaves out, the next policy decides,
    else the default.
    """

    activity_level: Optional[PolicySettingsActivityLevel] = None
    """What devices tell, from least to most. Default `domain` in school hours and `counters`
    outside of them.
    """
    allow_guest_look_ups: Optional[bool] = None
    """Whether containers and virtual machines may ask the resolvers of the network, past the
    filter. Linux. Default false.
    """
    allow_unnamed_hosts: Optional[bool] = None
    """Whether addresses without a name may be opened. Default false."""
    fail_mode: Optional[PolicySettingsFailMode] = None
    """What a stopped agent means: `closed` no names and no https, `open` unfiltered. Default
    `closed`.
    """
    internal_names: Optional[List[PolicySettingsInternalName]] = None
    """Domains that only the school’s own resolvers know: devices ask these resolvers, wherever they
    are, and take private addresses for them. Default none.
    """
    local_network: Optional[PolicySettingsLocalNetwork] = None
    """Where browsers may open devices of the network beside the laptop (router, printer, disk) by
    private address. Default `off-campus`; an unknown place counts as a campus. Where no campus is
    defined, the school is where the laptop reaches the server at a private address.
    """
    lock_allow_crisis_help: Optional[bool] = None
    """Whether a locked device reaches crisis help. Default false."""
    lock_allow_portal: Optional[bool] = None
    """Whether a locked device may sign in to a captive portal. Default false."""
    pinned_egress: Optional[bool] = None
    """Only addresses that the device’s own resolver gave out are reachable, and its own network.
    Breaks calls. Linux; other devices report a fault. Default false.
    """
    portal_grace_minutes: Optional[int] = None
    """For how long on one day (UTC) captive portals may open their own hosts beside policy, over
    all networks together. Default 10.
    """
    safe_search: Optional[bool] = None
    """Strict search in search engines. Default true."""
    tls_ports: Optional[List[int]] = None
    """Ports beside 443 that browsers may open with TLS. Those of resolvers stay shut. Default 4443,
    5001, 8443, 9443 and 10443.
    """
    unknown_program: Optional[PolicySettingsUnknownProgram] = None
    """What becomes of a program that rules for programs made the device look for, and that it did
    not find within a second: `other-rules` the rules for programs do not match it, `block` each of
    them that blocks matches it. Linux. Default `other-rules`.
    """
    vpn_servers: Optional[List[str]] = None
    """The school’s own VPN: the ports of VPNs are open to these addresses. Default none."""
    youtube_restriction: Optional[PolicySettingsYoutubeRestriction] = None
    """Restricted mode of YouTube. Default `moderate`."""
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "activityLevel": ("activity_level", ""),
        "allowGuestLookUps": ("allow_guest_look_ups", ""),
        "allowUnnamedHosts": ("allow_unnamed_hosts", ""),
        "failMode": ("fail_mode", ""),
        "internalNames": ("internal_names", "[PolicySettingsInternalName]"),
        "localNetwork": ("local_network", ""),
        "lockAllowCrisisHelp": ("lock_allow_crisis_help", ""),
        "lockAllowPortal": ("lock_allow_portal", ""),
        "pinnedEgress": ("pinned_egress", ""),
        "portalGraceMinutes": ("portal_grace_minutes", ""),
        "safeSearch": ("safe_search", ""),
        "tlsPorts": ("tls_ports", ""),
        "unknownProgram": ("unknown_program", ""),
        "vpnServers": ("vpn_servers", ""),
        "youtubeRestriction": ("youtube_restriction", ""),
    }


@dataclass(eq=False, repr=False)
class PolicySettingsInternalName(Model):
    """Policy settings internal name."""

    domain: str
    """A host; all hosts below it are meant too."""
    resolvers: List[str]
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "domain": ("domain", ""),
        "resolvers": ("resolvers", ""),
    }


@dataclass(eq=False, repr=False)
class PolicyTarget(Model):
    """Policy target."""

    devices: List[str]
    everyone: bool
    ous: List[str]
    users: List[str]
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "devices": ("devices", ""),
        "everyone": ("everyone", ""),
        "ous": ("ous", ""),
        "users": ("users", ""),
    }


@dataclass(eq=False, repr=False)
class PolicyUpdatedData(Model):
    """Policy updated data."""

    policy: Policy
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "policy": ("policy", "Policy"),
    }


@dataclass(eq=False, repr=False)
class PolicyViolationData(Model):
    """Policy violation data."""

    count: int
    """How many requests it covers"""
    log: LogEntry
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "count": ("count", ""),
        "log": ("log", "LogEntry"),
    }


@dataclass(eq=False, repr=False)
class Preview(Model):
    """Preview."""

    evaluated: int
    from_: datetime
    newly_allowed: PreviewChange
    """Counts are rounded down to multiples of five. A domain that fewer than five people visited is
    left out. Who cannot be counted without being told apart from fewer than five people is not
    counted.
    """
    newly_blocked: PreviewChange
    """Counts are rounded down to multiples of five. A domain that fewer than five people visited is
    left out. Who cannot be counted without being told apart from fewer than five people is not
    counted.
    """
    to: datetime
    warnings: List[str]
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "evaluated": ("evaluated", ""),
        "from": ("from_", "datetime"),
        "newlyAllowed": ("newly_allowed", "PreviewChange"),
        "newlyBlocked": ("newly_blocked", "PreviewChange"),
        "to": ("to", "datetime"),
        "warnings": ("warnings", ""),
    }


@dataclass(eq=False, repr=False)
class PreviewChange(Model):
    """Counts are rounded down to multiples of five. A domain that fewer than five people visited is
    left out. Who cannot be counted without being told apart from fewer than five people is not
    counted.
    """

    below_minimum: bool
    """Fewer than five people or fewer than five visits, or none at all: which of these is not told,
    and the figures are 0.
    """
    top_domains: List[PreviewChangeTopDomain]
    users: int
    visits: int
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "belowMinimum": ("below_minimum", ""),
        "topDomains": ("top_domains", "[PreviewChangeTopDomain]"),
        "users": ("users", ""),
        "visits": ("visits", ""),
    }


@dataclass(eq=False, repr=False)
class PreviewChangeTopDomain(Model):
    """Preview change top domain."""

    count: int
    domain: str
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "count": ("count", ""),
        "domain": ("domain", ""),
    }


@dataclass(eq=False, repr=False)
class Problem(Model):
    """Problem."""

    code: str
    detail: str
    instance: str
    request_id: str
    status: int
    title: str
    type: str
    """Names the kind of problem: a constant relative reference (RFC 9457, 3.1.1), under which this
    server has a page about it.
    """
    errors: Optional[List[ProblemError]] = None
    existing_id: Optional[str] = None
    granted_scopes: Optional[List[str]] = None
    oldest_sequence: Optional[int] = None
    required_scopes: Optional[List[str]] = None
    violated_policies: Optional[List[str]] = None
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "code": ("code", ""),
        "detail": ("detail", ""),
        "errors": ("errors", "[ProblemError]"),
        "existingId": ("existing_id", ""),
        "grantedScopes": ("granted_scopes", ""),
        "instance": ("instance", ""),
        "oldestSequence": ("oldest_sequence", ""),
        "requestId": ("request_id", ""),
        "requiredScopes": ("required_scopes", ""),
        "status": ("status", ""),
        "title": ("title", ""),
        "type": ("type", ""),
        "violated-policies": ("violated_policies", ""),
    }


@dataclass(eq=False, repr=False)
class ProblemError(Model):
    """Problem error."""

    code: str
    detail: str
    in_: ProblemErrorIn
    parameter: Optional[str] = None
    pointer: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "code": ("code", ""),
        "detail": ("detail", ""),
        "in": ("in_", ""),
        "parameter": ("parameter", ""),
        "pointer": ("pointer", ""),
    }


@dataclass(eq=False, repr=False)
class RemovalCode(Model):
    """Removal code."""

    code: str
    device_id: str
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "code": ("code", ""),
        "deviceId": ("device_id", ""),
    }


@dataclass(eq=False, repr=False)
class ReportWeeklyData(Model):
    """Report weekly data."""

    report: WeeklyReport
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "report": ("report", "WeeklyReport"),
    }


@dataclass(eq=False, repr=False)
class ScopeInfo(Model):
    """Scope info."""

    description: str
    extension: bool
    """Ours, beside the twelve of the specification."""
    granted: bool
    name: Scope
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "description": ("description", ""),
        "extension": ("extension", ""),
        "granted": ("granted", ""),
        "name": ("name", ""),
    }


@dataclass(eq=False, repr=False)
class SearchHit(Model):
    """Search hit."""

    detail: Optional[str]
    """Of a device who uses it, else its serial; of a user the e-mail address; of a policy its
    description.
    """
    id: str
    name: str
    ou: Optional[str]
    """The unit it belongs to, or is; null for a policy."""
    type: SearchHitType
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "detail": ("detail", ""),
        "id": ("id", ""),
        "name": ("name", ""),
        "ou": ("ou", ""),
        "type": ("type", ""),
    }


@dataclass(eq=False, repr=False)
class SearchResult(Model):
    """Search result."""

    data: List[SearchHit]
    more: List[SearchResultMore]
    """Types of which there may be more than is shown."""
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "data": ("data", "[SearchHit]"),
        "more": ("more", ""),
    }


@dataclass(eq=False, repr=False)
class TruncatedEventData(Model):
    """Instead of data of 20 kB or more"""

    href: str
    """Where the whole event can be had"""
    truncated: bool
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "href": ("href", ""),
        "truncated": ("truncated", ""),
    }


@dataclass(eq=False, repr=False)
class User(Model):
    """User."""

    created_at: datetime
    email: str
    external_id: Optional[str]
    grade: Optional[str]
    id: str
    name: str
    ou: str
    role: UserRole
    status: UserStatus
    updated_at: datetime
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "createdAt": ("created_at", "datetime"),
        "email": ("email", ""),
        "externalId": ("external_id", ""),
        "grade": ("grade", ""),
        "id": ("id", ""),
        "name": ("name", ""),
        "ou": ("ou", ""),
        "role": ("role", ""),
        "status": ("status", ""),
        "updatedAt": ("updated_at", "datetime"),
    }


@dataclass(eq=False, repr=False)
class UserBatchResult(Model):
    """`outcome`: what a row did; absent when it was refused."""

    results: List[UserBatchRow]
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "results": ("results", "[UserBatchRow]"),
    }


@dataclass(eq=False, repr=False)
class UserBatchRow(Model):
    """User batch row."""

    index: int
    """Place of the row in the request."""
    status: int
    """What the row alone would have been answered with."""
    external_id: Optional[str] = None
    """As the row has it, also when it was refused; null when it has none."""
    id: Optional[str] = None
    outcome: Optional[UserBatchRowOutcome] = None
    problem: Optional[Problem] = None
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "externalId": ("external_id", ""),
        "id": ("id", ""),
        "index": ("index", ""),
        "outcome": ("outcome", ""),
        "problem": ("problem", "Problem"),
        "status": ("status", ""),
    }


@dataclass(eq=False, repr=False)
class UserInput(Model):
    """User input."""

    email: str
    """E-mail address; unique in the organisation, without regard to case."""
    name: str
    role: UserRole
    external_id: Union[Optional[str], Unset] = UNSET
    """Id in the student information system; unique in the organisation, compared exactly."""
    grade: Union[Optional[str], Unset] = UNSET
    ou: Union[Optional[str], Unset] = UNSET
    """Path of an organisational unit that exists (`/Springfield/High`), or its `ou_` id."""
    status: Union[UserStatus, Unset] = UNSET
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "email": ("email", ""),
        "externalId": ("external_id", ""),
        "grade": ("grade", ""),
        "name": ("name", ""),
        "ou": ("ou", ""),
        "role": ("role", ""),
        "status": ("status", ""),
    }


@dataclass(eq=False, repr=False)
class Webhook(Model):
    """Webhook."""

    created_at: datetime
    description: Optional[str]
    disabled_reason: Optional[str]
    """Why Schoolgate has disabled it: `gone` (410), `no_success_for_5_days`, `restored` (a backup
    was restored: give it a new secret first).
    """
    enabled: bool
    events: List[str]
    failing: bool
    """The last four attempts or more have failed."""
    headers: Dict[str, str]
    id: str
    kind: WebhookKind
    last_success_at: Optional[datetime]
    signature: WebhookSignature
    updated_at: datetime
    url: str
    """Of a chat, masked: its address is its secret."""
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "createdAt": ("created_at", "datetime"),
        "description": ("description", ""),
        "disabledReason": ("disabled_reason", ""),
        "enabled": ("enabled", ""),
        "events": ("events", ""),
        "failing": ("failing", ""),
        "headers": ("headers", ""),
        "id": ("id", ""),
        "kind": ("kind", ""),
        "lastSuccessAt": ("last_success_at", "datetime"),
        "signature": ("signature", ""),
        "updatedAt": ("updated_at", "datetime"),
        "url": ("url", ""),
    }


@dataclass(eq=False, repr=False)
class WebhookDisabledData(Model):
    """Webhook disabled data."""

    reason: WebhookDisabledDataReason
    webhook_id: str
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "reason": ("reason", ""),
        "webhookId": ("webhook_id", ""),
    }


@dataclass(eq=False, repr=False)
class WebhookPublicKey(Model):
    """Webhook public key."""

    created_at: datetime
    public_key: str
    """`whpk_` and the 32 bytes of the key in base64."""
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "createdAt": ("created_at", "datetime"),
        "publicKey": ("public_key", ""),
    }


@dataclass(eq=False, repr=False)
class WebhookRecovery(Model):
    """Webhook recovery."""

    since: datetime
    until: datetime
    webhook_id: str
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "since": ("since", "datetime"),
        "until": ("until", "datetime"),
        "webhookId": ("webhook_id", ""),
    }


@dataclass(eq=False, repr=False)
class WebhookSecret(Model):
    """Webhook secret."""

    created_at: datetime
    former: List[WebhookSecretFormer]
    """Former secrets that still sign, newest first."""
    secret: str
    """`whsec_` and 32 bytes in base64."""
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "createdAt": ("created_at", "datetime"),
        "former": ("former", "[WebhookSecretFormer]"),
        "secret": ("secret", ""),
    }


@dataclass(eq=False, repr=False)
class WebhookSecretFormer(Model):
    """Webhook secret former."""

    created_at: datetime
    expires_at: datetime
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "createdAt": ("created_at", "datetime"),
        "expiresAt": ("expires_at", "datetime"),
    }


@dataclass(eq=False, repr=False)
class WebhookTestResult(Model):
    """Webhook test result."""

    duration_ms: int
    error: Optional[str]
    event_id: str
    event_type: str
    number: int
    request_body: str
    """As it is signed and sent."""
    request_headers: Dict[str, str]
    """Values of the endpoint’s own headers are masked."""
    response_body: Optional[str]
    """The first 16 kB; in a list of deliveries the first 1000 characters."""
    response_status: Optional[int]
    started_at: datetime
    succeeded: bool
    trigger: DeliveryAttemptTrigger
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "durationMs": ("duration_ms", ""),
        "error": ("error", ""),
        "eventId": ("event_id", ""),
        "eventType": ("event_type", ""),
        "number": ("number", ""),
        "requestBody": ("request_body", ""),
        "requestHeaders": ("request_headers", ""),
        "responseBody": ("response_body", ""),
        "responseStatus": ("response_status", ""),
        "startedAt": ("started_at", "datetime"),
        "succeeded": ("succeeded", ""),
        "trigger": ("trigger", ""),
    }


@dataclass(eq=False, repr=False)
class WeeklyReport(Model):
    """Weekly report."""

    alerts: WeeklyReportAlerts
    """Alerts that were made in the week, by what they are now"""
    by_day: List[WeeklyReportByDay]
    """Monday to Sunday"""
    change: WeeklyReportChange
    complete: bool
    """Whether the week is over"""
    device_health: WeeklyReportDeviceHealth
    """Devices by their protection, when the report was made"""
    from_: datetime
    generated_at: datetime
    id: str
    ou: str
    """The unit whose subtree is counted"""
    previous: WeeklyReportPrevious
    timezone: str
    to: datetime
    top_blocked_domains: List[WeeklyReportTopDomain]
    """By blocked requests"""
    top_categories: List[WeeklyReportTopCategory]
    top_domains: List[WeeklyReportTopDomain]
    top_users: List[WeeklyReportTopUser]
    totals: WeeklyReportTotals
    week: str
    """ISO 8601 week"""
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "alerts": ("alerts", "WeeklyReportAlerts"),
        "byDay": ("by_day", "[WeeklyReportByDay]"),
        "change": ("change", "WeeklyReportChange"),
        "complete": ("complete", ""),
        "deviceHealth": ("device_health", "WeeklyReportDeviceHealth"),
        "from": ("from_", "datetime"),
        "generatedAt": ("generated_at", "datetime"),
        "id": ("id", ""),
        "ou": ("ou", ""),
        "previous": ("previous", "WeeklyReportPrevious"),
        "timezone": ("timezone", ""),
        "to": ("to", "datetime"),
        "topBlockedDomains": ("top_blocked_domains", "[WeeklyReportTopDomain]"),
        "topCategories": ("top_categories", "[WeeklyReportTopCategory]"),
        "topDomains": ("top_domains", "[WeeklyReportTopDomain]"),
        "topUsers": ("top_users", "[WeeklyReportTopUser]"),
        "totals": ("totals", "WeeklyReportTotals"),
        "week": ("week", ""),
    }


@dataclass(eq=False, repr=False)
class WeeklyReportAlerts(Model):
    """Alerts that were made in the week, by what they are now"""

    acknowledged: int
    by_severity: WeeklyReportAlertsBySeverity
    open: int
    resolved: int
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "acknowledged": ("acknowledged", ""),
        "bySeverity": ("by_severity", "WeeklyReportAlertsBySeverity"),
        "open": ("open", ""),
        "resolved": ("resolved", ""),
    }


@dataclass(eq=False, repr=False)
class WeeklyReportAlertsBySeverity(Model):
    """Weekly report alerts by severity."""

    critical: int
    high: int
    info: int
    low: int
    medium: int
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "critical": ("critical", ""),
        "high": ("high", ""),
        "info": ("info", ""),
        "low": ("low", ""),
        "medium": ("medium", ""),
    }


@dataclass(eq=False, repr=False)
class WeeklyReportByDay(Model):
    """Weekly report by day."""

    blocked: int
    date: date
    requests: int
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "blocked": ("blocked", ""),
        "date": ("date", "date"),
        "requests": ("requests", ""),
    }


@dataclass(eq=False, repr=False)
class WeeklyReportChange(Model):
    """Weekly report change."""

    alerts: Optional[float]
    """Percent against the week before; null when there was nothing to compare with"""
    blocked: Optional[float]
    """Percent against the week before; null when there was nothing to compare with"""
    requests: Optional[float]
    """Percent against the week before; null when there was nothing to compare with"""
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "alerts": ("alerts", ""),
        "blocked": ("blocked", ""),
        "requests": ("requests", ""),
    }


@dataclass(eq=False, repr=False)
class WeeklyReportDeviceHealth(Model):
    """Devices by their protection, when the report was made"""

    enforcing: int
    stale: int
    unknown: int
    unprotected: int
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "enforcing": ("enforcing", ""),
        "stale": ("stale", ""),
        "unknown": ("unknown", ""),
        "unprotected": ("unprotected", ""),
    }


@dataclass(eq=False, repr=False)
class WeeklyReportPrevious(Model):
    """Weekly report previous."""

    alerts: int
    totals: WeeklyReportPreviousTotals
    week: str
    """ISO 8601 week"""
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "alerts": ("alerts", ""),
        "totals": ("totals", "WeeklyReportPreviousTotals"),
        "week": ("week", ""),
    }


@dataclass(eq=False, repr=False)
class WeeklyReportPreviousTotals(Model):
    """Weekly report previous totals."""

    blocked: int
    requests: int
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "blocked": ("blocked", ""),
        "requests": ("requests", ""),
    }


@dataclass(eq=False, repr=False)
class WeeklyReportTopCategory(Model):
    """Weekly report top category."""

    category: str
    count: int
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "category": ("category", ""),
        "count": ("count", ""),
    }


@dataclass(eq=False, repr=False)
class WeeklyReportTopDomain(Model):
    """Weekly report top domain."""

    count: int
    domain: str
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "count": ("count", ""),
        "domain": ("domain", ""),
    }


@dataclass(eq=False, repr=False)
class WeeklyReportTopUser(Model):
    """Weekly report top user."""

    count: int
    user: str
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "count": ("count", ""),
        "user": ("user", ""),
    }


@dataclass(eq=False, repr=False)
class WeeklyReportTotals(Model):
    """Weekly report totals."""

    blocked: int
    requests: int
    extra: Dict[str, Any] = field(default_factory=dict)

    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = {
        "blocked": ("blocked", ""),
        "requests": ("requests", ""),
    }

OverrideInputScope = Union[
    OverrideInputScopeDevice,
    OverrideInputScopeOu,
    OverrideInputScopeSession,
    OverrideInputScopeStudent,
]

EventData = Union[
    AlertAcknowledgedData,
    AlertCreatedData,
    AlertResolvedData,
    ApiKeyExpiringData,
    ClassroomSessionConflictData,
    ClassroomSessionEndedData,
    ClassroomSessionStartedData,
    CommandCancelledData,
    CommandExpiredData,
    CommandFailedData,
    CommandSucceededData,
    CommandSupersededData,
    DeviceEnrolledData,
    DeviceLockedData,
    DeviceLowBatteryData,
    DeviceOfflineData,
    DeviceOnlineData,
    DeviceProtectionChangedData,
    DeviceUnlockedData,
    GameDetectedData,
    GeofenceBreachedData,
    OverrideCreatedData,
    OverrideEndedData,
    PolicyCreatedData,
    PolicyDeletedData,
    PolicyUpdatedData,
    PolicyViolationData,
    ReportWeeklyData,
    WebhookDisabledData,
    TruncatedEventData,
    Dict[str, Any],
]
"""What an event tells: an object for each type that this client knows, else the JSON as it is."""
