# Made from openapi/openapi.json by `npm run sdk`. Nobody edits it.
"""Each operation that an API key can call."""

from .._request import Operation

DEVICES_LIST = Operation(
    "GET",
    "/v1/devices",
    result="Device",
    is_list=True,
)
DEVICES_GET = Operation(
    "GET",
    "/v1/devices/{id}",
    result="Device",
)
DEVICES_SUMMARY = Operation(
    "GET",
    "/v1/devices/summary",
    result="DeviceSummary",
)
DEVICES_STATE = Operation(
    "GET",
    "/v1/devices/{id}/state",
    result="DeviceState",
)
DEVICES_LIST_HISTORY = Operation(
    "GET",
    "/v1/devices/{id}/history",
    result="DeviceHistoryEntry",
    is_list=True,
)
DEVICES_UPDATE = Operation(
    "PATCH",
    "/v1/devices/{id}",
    result="Device",
    has_body=True,
    body_required=True,
    is_patch=True,
)
DEVICES_DELETE = Operation(
    "DELETE",
    "/v1/devices/{id}",
)
DEVICES_COMMAND = Operation(
    "POST",
    "/v1/devices/{id}/command",
    result="Command",
    has_body=True,
    body_required=True,
    idempotency_key=True,
)
DEVICES_LOCK = Operation(
    "POST",
    "/v1/devices/{id}/lock",
    result="Command",
    has_body=True,
    idempotency_key=True,
)
DEVICES_LIST_COMMANDS = Operation(
    "GET",
    "/v1/devices/{id}/commands",
    result="Command",
    is_list=True,
)
DEVICES_REMOVAL_CODE = Operation(
    "GET",
    "/v1/devices/{id}/removal-code",
    result="RemovalCode",
)
COMMANDS_LIST = Operation(
    "GET",
    "/v1/commands",
    result="Command",
    is_list=True,
)
COMMANDS_GET = Operation(
    "GET",
    "/v1/commands/{id}",
    result="Command",
)
COMMANDS_CANCEL = Operation(
    "POST",
    "/v1/commands/{id}/cancel",
    result="Command",
    idempotency_key=True,
)
COMMANDS_SEND_BATCH = Operation(
    "POST",
    "/v1/commands/batch",
    result="CommandBatch",
    has_body=True,
    body_required=True,
    idempotency_key=True,
)
COMMANDS_PREVIEW_BATCH = Operation(
    "POST",
    "/v1/commands/batch/preview",
    result="CommandBatchPreview",
    has_body=True,
    body_required=True,
    idempotency_key=True,
)
COMMANDS_LIST_BATCHES = Operation(
    "GET",
    "/v1/commands/batches",
    result="CommandBatchSummary",
    is_list=True,
)
COMMANDS_GET_BATCH = Operation(
    "GET",
    "/v1/commands/batches/{id}",
    result="CommandBatch",
)
COMMANDS_RETRY_BATCH = Operation(
    "POST",
    "/v1/commands/batches/{id}/retry",
    result="CommandBatch",
    has_body=True,
    idempotency_key=True,
)
COMMANDS_CANCEL_BATCH = Operation(
    "POST",
    "/v1/commands/batches/{id}/cancel",
    result="CommandBatchCancellation",
    idempotency_key=True,
)
ENROLLMENT_TOKENS_LIST = Operation(
    "GET",
    "/v1/enrollment-tokens",
    result="EnrollmentToken",
    is_list=True,
)
ENROLLMENT_TOKENS_CREATE = Operation(
    "POST",
    "/v1/enrollment-tokens",
    result="CreatedEnrollmentToken",
    has_body=True,
    body_required=True,
    nullable=frozenset({"deviceId", "expiresAt", "maxUses"}),
    idempotency_key=True,
)
ENROLLMENT_TOKENS_DELETE = Operation(
    "DELETE",
    "/v1/enrollment-tokens/{id}",
)
ENROLLMENT_REQUESTS_LIST = Operation(
    "GET",
    "/v1/enrollment-requests",
    result="EnrollmentRequest",
    is_list=True,
)
ENROLLMENT_REQUESTS_APPROVE = Operation(
    "POST",
    "/v1/enrollment-requests/{id}/approve",
    result="EnrollmentRequest",
    idempotency_key=True,
)
ENROLLMENT_REQUESTS_REFUSE = Operation(
    "POST",
    "/v1/enrollment-requests/{id}/refuse",
    result="EnrollmentRequest",
    idempotency_key=True,
)
CAMPUSES_LIST = Operation(
    "GET",
    "/v1/campuses",
    result="Campus",
    is_list=True,
)
CAMPUSES_GET = Operation(
    "GET",
    "/v1/campuses/{id}",
    result="Campus",
)
CAMPUSES_CREATE = Operation(
    "POST",
    "/v1/campuses",
    result="Campus",
    has_body=True,
    body_required=True,
    nullable=frozenset({"geofence"}),
    idempotency_key=True,
)
CAMPUSES_UPDATE = Operation(
    "PATCH",
    "/v1/campuses/{id}",
    result="Campus",
    has_body=True,
    body_required=True,
    is_patch=True,
)
CAMPUSES_DELETE = Operation(
    "DELETE",
    "/v1/campuses/{id}",
)
USERS_LIST = Operation(
    "GET",
    "/v1/users",
    result="User",
    is_list=True,
)
USERS_GET = Operation(
    "GET",
    "/v1/users/{id}",
    result="User",
)
USERS_CREATE = Operation(
    "POST",
    "/v1/users",
    result="User",
    has_body=True,
    body_required=True,
    nullable=frozenset({"externalId", "grade", "ou"}),
    idempotency_key=True,
)
USERS_UPDATE = Operation(
    "PATCH",
    "/v1/users/{id}",
    result="User",
    has_body=True,
    body_required=True,
    is_patch=True,
)
USERS_DELETE = Operation(
    "DELETE",
    "/v1/users/{id}",
)
USERS_BATCH = Operation(
    "POST",
    "/v1/users/batch",
    result="UserBatchResult",
    has_body=True,
    body_required=True,
    idempotency_key=True,
)
OUS_LIST = Operation(
    "GET",
    "/v1/ous",
    result="Ou",
    is_list=True,
)
OUS_GET = Operation(
    "GET",
    "/v1/ous/{id}",
    result="Ou",
)
OUS_CREATE = Operation(
    "POST",
    "/v1/ous",
    result="Ou",
    has_body=True,
    body_required=True,
    nullable=frozenset({"parentId"}),
    idempotency_key=True,
)
OUS_UPDATE = Operation(
    "PATCH",
    "/v1/ous/{id}",
    result="Ou",
    has_body=True,
    body_required=True,
    is_patch=True,
)
OUS_DELETE = Operation(
    "DELETE",
    "/v1/ous/{id}",
)
POLICIES_LIST = Operation(
    "GET",
    "/v1/policies",
    result="Policy",
    is_list=True,
)
POLICIES_ADOPTION = Operation(
    "GET",
    "/v1/policies/adoption",
    result="PolicyAdoption",
)
POLICIES_GET = Operation(
    "GET",
    "/v1/policies/{id}",
    result="Policy",
)
POLICIES_CREATE = Operation(
    "POST",
    "/v1/policies",
    result="Policy",
    has_body=True,
    body_required=True,
    nullable=frozenset({"description", "schedule"}),
    idempotency_key=True,
)
POLICIES_UPDATE = Operation(
    "PATCH",
    "/v1/policies/{id}",
    result="Policy",
    has_body=True,
    body_required=True,
    is_patch=True,
)
POLICIES_DELETE = Operation(
    "DELETE",
    "/v1/policies/{id}",
)
POLICIES_EXPLAIN = Operation(
    "POST",
    "/v1/policies/explain",
    result="Explanation",
    has_body=True,
    body_required=True,
    idempotency_key=True,
)
POLICIES_PREVIEW = Operation(
    "POST",
    "/v1/policies/preview",
    result="Preview",
    has_body=True,
    body_required=True,
    idempotency_key=True,
)
OVERRIDES_LIST = Operation(
    "GET",
    "/v1/overrides",
    result="Override",
    is_list=True,
)
OVERRIDES_GET = Operation(
    "GET",
    "/v1/overrides/{id}",
    result="Override",
)
OVERRIDES_CREATE = Operation(
    "POST",
    "/v1/overrides",
    result="Override",
    has_body=True,
    body_required=True,
    nullable=frozenset({"reason"}),
    idempotency_key=True,
)
OVERRIDES_DELETE = Operation(
    "DELETE",
    "/v1/overrides/{id}",
)
ACCESS_REQUESTS_LIST = Operation(
    "GET",
    "/v1/access-requests",
    result="AccessRequest",
    is_list=True,
)
ACCESS_REQUESTS_GET = Operation(
    "GET",
    "/v1/access-requests/{id}",
    result="AccessRequestDetail",
)
ACCESS_REQUESTS_DECIDE = Operation(
    "POST",
    "/v1/access-requests/{id}/decision",
    result="AccessRequestDecided",
    has_body=True,
    body_required=True,
    idempotency_key=True,
)
CATEGORIES_LIST = Operation(
    "GET",
    "/v1/categories",
    result="Category",
    is_list=True,
)
CATEGORIES_GET = Operation(
    "GET",
    "/v1/categories/{id}",
    result="CategoryDetails",
)
CATEGORIES_LOOK_UP = Operation(
    "GET",
    "/v1/categories/lookup",
    result="CategoryMatches",
)
CATEGORIES_CATALOGUE = Operation(
    "GET",
    "/v1/categories/catalogue",
    result="KnownCategorySource",
    is_list=True,
)
CATEGORIES_SOURCES_LIST = Operation(
    "GET",
    "/v1/categories/sources",
    result="CategorySource",
    is_list=True,
)
CATEGORIES_SOURCES_GET = Operation(
    "GET",
    "/v1/categories/sources/{id}",
    result="CategorySource",
)
CATEGORIES_SOURCES_CREATE = Operation(
    "POST",
    "/v1/categories/sources",
    result="CategorySource",
    has_body=True,
    body_required=True,
    nullable=frozenset({"category"}),
    idempotency_key=True,
)
CATEGORIES_SOURCES_UPDATE = Operation(
    "PATCH",
    "/v1/categories/sources/{id}",
    result="CategorySource",
    has_body=True,
    body_required=True,
    is_patch=True,
)
CATEGORIES_SOURCES_DELETE = Operation(
    "DELETE",
    "/v1/categories/sources/{id}",
)
CATEGORIES_SOURCES_START_UPDATE = Operation(
    "POST",
    "/v1/categories/sources/{id}/update",
    result="CategorySource",
    idempotency_key=True,
)
CATEGORIES_SOURCES_RELEASE = Operation(
    "POST",
    "/v1/categories/sources/{id}/release",
    result="CategorySource",
    has_body=True,
    idempotency_key=True,
)
CATEGORIES_SUGGESTIONS_LIST = Operation(
    "GET",
    "/v1/categories/suggestions",
    result="CategorySuggestion",
    is_list=True,
)
CATEGORIES_SUGGESTIONS_GET = Operation(
    "GET",
    "/v1/categories/suggestions/{id}",
    result="CategorySuggestion",
)
CATEGORIES_SUGGESTIONS_CREATE = Operation(
    "POST",
    "/v1/categories/suggestions",
    result="CategorySuggestion",
    has_body=True,
    body_required=True,
    nullable=frozenset({"note"}),
    idempotency_key=True,
)
CATEGORIES_SUGGESTIONS_DECIDE = Operation(
    "PATCH",
    "/v1/categories/suggestions/{id}",
    result="CategorySuggestion",
    has_body=True,
    body_required=True,
    is_patch=True,
)
LOGS_LIST = Operation(
    "GET",
    "/v1/logs",
    result="LogEntry",
    is_list=True,
)
ALERTS_LIST = Operation(
    "GET",
    "/v1/alerts",
    result="Alert",
    is_list=True,
)
ALERTS_GET = Operation(
    "GET",
    "/v1/alerts/{id}",
    result="Alert",
)
ALERTS_UPDATE = Operation(
    "PATCH",
    "/v1/alerts/{id}",
    result="Alert",
    has_body=True,
    body_required=True,
    is_patch=True,
)
ALERT_RULES_LIST = Operation(
    "GET",
    "/v1/alert-rules",
    result="AlertRule",
    is_list=True,
)
ALERT_RULES_GET = Operation(
    "GET",
    "/v1/alert-rules/{type}",
    result="AlertRule",
)
ALERT_RULES_UPDATE = Operation(
    "PATCH",
    "/v1/alert-rules/{type}",
    result="AlertRule",
    has_body=True,
    body_required=True,
    is_patch=True,
)
ALERT_NOTIFICATIONS_GET = Operation(
    "GET",
    "/v1/alert-notifications",
    result="AlertNotifications",
)
ALERT_NOTIFICATIONS_UPDATE = Operation(
    "PATCH",
    "/v1/alert-notifications",
    result="AlertNotifications",
    has_body=True,
    body_required=True,
    is_patch=True,
)
ACTIVITY_LIST = Operation(
    "GET",
    "/v1/activity",
    result="Activity",
    is_list=True,
)
REPORTS_WEEKLY = Operation(
    "GET",
    "/v1/reports/weekly",
    result="WeeklyReport",
)
REPORTS_WEEKLY_CSV = Operation(
    "GET",
    "/v1/reports/weekly",
    text="text/csv",
    fixed_query={"format": "csv"},
)
REPORTS_WEEKLY_HTML = Operation(
    "GET",
    "/v1/reports/weekly",
    text="text/html",
    fixed_query={"format": "html"},
)
REPORTS_HOURLY = Operation(
    "GET",
    "/v1/reports/hourly",
    result="HourlyReport",
)
EVIDENCE_GET = Operation(
    "GET",
    "/v1/evidence",
    result="Evidence",
)
EVIDENCE_CSV = Operation(
    "GET",
    "/v1/evidence",
    text="text/csv",
    fixed_query={"format": "csv"},
)
EVIDENCE_LIST_DEVICES = Operation(
    "GET",
    "/v1/evidence/devices",
    result="EvidenceGap",
    is_list=True,
)
CLASSROOM_SESSIONS_LIST = Operation(
    "GET",
    "/v1/classroom/sessions",
    result="ClassroomSession",
    is_list=True,
)
CLASSROOM_SESSIONS_GET = Operation(
    "GET",
    "/v1/classroom/sessions/{id}",
    result="ClassroomSession",
)
CLASSROOM_SESSIONS_CREATE = Operation(
    "POST",
    "/v1/classroom/sessions",
    result="ClassroomSession",
    has_body=True,
    body_required=True,
    nullable=frozenset({"deviceIds", "ou", "startsAt", "studentEmails"}),
    idempotency_key=True,
)
CLASSROOM_SESSIONS_UPDATE = Operation(
    "PATCH",
    "/v1/classroom/sessions/{id}",
    result="ClassroomSession",
    has_body=True,
    body_required=True,
    is_patch=True,
)
CLASSROOM_SESSIONS_END = Operation(
    "POST",
    "/v1/classroom/sessions/{id}/end",
    result="ClassroomSession",
    idempotency_key=True,
)
WEBHOOKS_LIST = Operation(
    "GET",
    "/v1/webhooks",
    result="Webhook",
    is_list=True,
)
WEBHOOKS_GET = Operation(
    "GET",
    "/v1/webhooks/{id}",
    result="Webhook",
)
WEBHOOKS_CREATE = Operation(
    "POST",
    "/v1/webhooks",
    result="CreatedWebhook",
    has_body=True,
    body_required=True,
    nullable=frozenset({"description"}),
    idempotency_key=True,
)
WEBHOOKS_UPDATE = Operation(
    "PATCH",
    "/v1/webhooks/{id}",
    result="Webhook",
    has_body=True,
    body_required=True,
    is_patch=True,
)
WEBHOOKS_DELETE = Operation(
    "DELETE",
    "/v1/webhooks/{id}",
)
WEBHOOKS_SECRET = Operation(
    "GET",
    "/v1/webhooks/{id}/secret",
    result="WebhookSecret",
)
WEBHOOKS_ROTATE_SECRET = Operation(
    "POST",
    "/v1/webhooks/{id}/secret/rotate",
    result="WebhookSecret",
    has_body=True,
    idempotency_key=True,
)
WEBHOOKS_PUBLIC_KEY = Operation(
    "GET",
    "/v1/webhooks/{id}/public-key",
    result="WebhookPublicKey",
)
WEBHOOKS_TEST = Operation(
    "POST",
    "/v1/webhooks/{id}/test",
    result="WebhookTestResult",
    has_body=True,
    idempotency_key=True,
)
WEBHOOKS_RECOVER = Operation(
    "POST",
    "/v1/webhooks/{id}/recover",
    result="WebhookRecovery",
    has_body=True,
    body_required=True,
    idempotency_key=True,
)
WEBHOOKS_EVENT_TYPES = Operation(
    "GET",
    "/v1/webhooks/event-types",
    result="EventTypeInfo",
    is_list=True,
)
WEBHOOKS_DELIVERIES_LIST = Operation(
    "GET",
    "/v1/webhooks/{id}/deliveries",
    result="Delivery",
    is_list=True,
)
WEBHOOKS_DELIVERIES_GET = Operation(
    "GET",
    "/v1/webhooks/{id}/deliveries/{deliveryId}",
    result="Delivery",
)
WEBHOOKS_DELIVERIES_REDELIVER = Operation(
    "POST",
    "/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver",
    result="Delivery",
    idempotency_key=True,
)
EVENTS_LIST = Operation(
    "GET",
    "/v1/events",
    result="Event",
    is_list=True,
)
EVENTS_GET = Operation(
    "GET",
    "/v1/events/{id}",
    result="Event",
)
SEARCH_FIND = Operation(
    "GET",
    "/v1/search",
    result="SearchResult",
)
ATTENTION_GET = Operation(
    "GET",
    "/v1/attention",
    result="Attention",
)
SCOPES_LIST = Operation(
    "GET",
    "/v1/scopes",
    result="ScopeInfo",
    is_list=True,
)
ORGANIZATION_GET = Operation(
    "GET",
    "/v1/organization",
    result="Organization",
)
ORGANIZATION_UPDATE = Operation(
    "PATCH",
    "/v1/organization",
    result="Organization",
    has_body=True,
    body_required=True,
    is_patch=True,
)
