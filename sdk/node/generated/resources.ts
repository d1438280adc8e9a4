// Made from openapi/openapi.json by `npm run sdk`. Nobody edits it.
import { AwaitedCommands } from '../awaited-commands.ts';
import { FollowedEvents } from '../followed-events.ts';
import type { List } from '../list.ts';
import type { CallOptions } from '../options.ts';
import { Resource } from '../resource.ts';
import type {
  AccessRequest,
  AccessRequestDecided,
  AccessRequestDecision,
  AccessRequestDetail,
  AccessRequestStatus,
  Account,
  AccountInput,
  AccountInvite,
  AccountPatch,
  AccountPreferences,
  AccountPreferencesPatch,
  AccountRole,
  AccountStatus,
  Activity,
  ActivityKind,
  Alert,
  AlertNotifications,
  AlertNotificationsPatch,
  AlertPatch,
  AlertRule,
  AlertRulePatch,
  AlertSeverity,
  AlertStatus,
  AlertType,
  ApiKey,
  ApiKeyInput,
  ApiKeyPatch,
  ApiKeyRotation,
  ApiKeyUsage,
  Attention,
  AuditEntry,
  Campus,
  CampusInput,
  CampusPatch,
  Category,
  CategoryDetails,
  CategoryMatches,
  CategorySource,
  CategorySourceInput,
  CategorySourcePatch,
  CategorySourceRelease,
  CategorySuggestion,
  CategorySuggestionInput,
  CategorySuggestionPatch,
  CategorySuggestionStatus,
  ClassroomSession,
  ClassroomSessionInput,
  ClassroomSessionMode,
  ClassroomSessionPatch,
  ClassroomSessionStatus,
  Command,
  CommandBatch,
  CommandBatchCancellation,
  CommandBatchInput,
  CommandBatchPreview,
  CommandBatchRetry,
  CommandBatchStatus,
  CommandBatchSummary,
  CommandRequest,
  CommandStatus,
  CommandType,
  CreatedApiKey,
  CreatedEnrollmentToken,
  CreatedWebhook,
  DashboardSession,
  Delivery,
  DeliveryStatus,
  Device,
  DeviceCampus,
  DeviceHistoryEntry,
  DeviceHistoryEntryType,
  DeviceLockState,
  DevicePatch,
  DevicePlatform,
  DeviceProtectionState,
  DeviceState,
  DeviceStatus,
  DeviceSummary,
  DeviceSummaryCampus,
  DeviceSummaryLock,
  DeviceSummaryPlatform,
  DeviceSummaryProtection,
  DeviceSummaryStatus,
  EnrollmentRequest,
  EnrollmentToken,
  EnrollmentTokenInput,
  Event,
  EventTypeInfo,
  Evidence,
  EvidenceGap,
  ExplainRequest,
  Explanation,
  HourlyReport,
  InviteAcceptance,
  KnownCategorySource,
  LockParams,
  LogEntry,
  LogEntryAction,
  LogEntryReason,
  Organization,
  OrganizationPatch,
  Ou,
  OuInput,
  OuPatch,
  Override,
  OverrideInput,
  OverrideScopeType,
  OverrideStatus,
  PasswordChange,
  PasswordResetAccepted,
  PasswordResetLink,
  PasswordResetRequest,
  PasswordResetUse,
  Policy,
  PolicyAdoption,
  PolicyInput,
  PolicyPatch,
  Preview,
  PreviewRequest,
  RecoveryCodes,
  RemovalCode,
  ScopeInfo,
  SearchResult,
  SearchResultType,
  SecondFactor,
  SecondFactorConfirmation,
  SecondFactorProof,
  SecondFactorSetup,
  SecondFactorStart,
  Session,
  SignIn,
  User,
  UserBatchInput,
  UserBatchResult,
  UserInput,
  UserPatch,
  UserRole,
  UserStatus,
  Webhook,
  WebhookInput,
  WebhookPatch,
  WebhookPublicKey,
  WebhookRecovery,
  WebhookRecoveryInput,
  WebhookRotation,
  WebhookSecret,
  WebhookTestInput,
  WebhookTestResult,
  WeeklyReport,
} from './types.ts';

export interface DevicesListInput {
  readonly status?: DeviceStatus | readonly DeviceStatus[] | undefined;
  readonly campus?: DeviceCampus | readonly DeviceCampus[] | undefined;
  readonly user?: string | readonly string[] | undefined;
  /** Path or `ou_` id of a unit; with its subtree. */
  readonly ou?: string | readonly string[] | undefined;
  readonly platform?: DevicePlatform | readonly DevicePlatform[] | undefined;
  readonly protection?: DeviceProtectionState | readonly DeviceProtectionState[] | undefined;
  readonly lock?: DeviceLockState | readonly DeviceLockState[] | undefined;
  readonly tag?: string | readonly string[] | undefined;
  /** Part of name, user, serial or asset tag, without regard to case. */
  readonly q?: string | undefined;
  readonly minBattery?: number | undefined;
  readonly maxBattery?: number | undefined;
  /** Policy version that the device reports. */
  readonly policyVersion?: number | readonly number[] | undefined;
  /** Reports this policy version or a newer one. */
  readonly minPolicyVersion?: number | undefined;
  /** Reports this policy version or an older one; a device that has reported none does not match. */
  readonly maxPolicyVersion?: number | undefined;
  /** The reason that the device told for its present protection, word for word. */
  readonly protectionReason?: string | readonly string[] | undefined;
  readonly agentVersion?: string | readonly string[] | undefined;
  /** Beginning of `osVersion`, without regard to the case of A to Z. */
  readonly os?: string | readonly string[] | undefined;
  /** Last seen before this RFC 3339 date-time. */
  readonly lastSeenBefore?: string | undefined;
  /** Its protection has its present state since before this RFC 3339 date-time. */
  readonly protectionSinceBefore?: string | undefined;
  /** Its lock has its present state since before this RFC 3339 date-time. */
  readonly lockSinceBefore?: string | undefined;
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: name, lastSeen, battery, status, protection, lock, user, ou. Default `name`. */
  readonly sort?: string | undefined;
  /** Only what was changed at this moment or later: its `updatedAt`. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly updatedSince?: string | undefined;
}

export interface DevicesSummaryInput {
  readonly status?: DeviceSummaryStatus | readonly DeviceSummaryStatus[] | undefined;
  readonly campus?: DeviceSummaryCampus | readonly DeviceSummaryCampus[] | undefined;
  readonly user?: string | readonly string[] | undefined;
  /** Path or `ou_` id of a unit; with its subtree. */
  readonly ou?: string | readonly string[] | undefined;
  readonly platform?: DeviceSummaryPlatform | readonly DeviceSummaryPlatform[] | undefined;
  readonly protection?: DeviceSummaryProtection | readonly DeviceSummaryProtection[] | undefined;
  readonly lock?: DeviceSummaryLock | readonly DeviceSummaryLock[] | undefined;
  readonly tag?: string | readonly string[] | undefined;
  /** Part of name, user, serial or asset tag, without regard to case. */
  readonly q?: string | undefined;
  readonly minBattery?: number | undefined;
  readonly maxBattery?: number | undefined;
  /** Policy version that the device reports. */
  readonly policyVersion?: number | readonly number[] | undefined;
  /** Reports this policy version or a newer one. */
  readonly minPolicyVersion?: number | undefined;
  /** Reports this policy version or an older one; a device that has reported none does not match. */
  readonly maxPolicyVersion?: number | undefined;
  /** The reason that the device told for its present protection, word for word. */
  readonly protectionReason?: string | readonly string[] | undefined;
  readonly agentVersion?: string | readonly string[] | undefined;
  /** Beginning of `osVersion`, without regard to the case of A to Z. */
  readonly os?: string | readonly string[] | undefined;
  /** Last seen before this RFC 3339 date-time. */
  readonly lastSeenBefore?: string | undefined;
  /** Its protection has its present state since before this RFC 3339 date-time. */
  readonly protectionSinceBefore?: string | undefined;
  /** Its lock has its present state since before this RFC 3339 date-time. */
  readonly lockSinceBefore?: string | undefined;
}

export interface DevicesListHistoryInput {
  readonly type?: DeviceHistoryEntryType | readonly DeviceHistoryEntryType[] | undefined;
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: timestamp. Default `-timestamp`. */
  readonly sort?: string | undefined;
  /** Not before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly from?: string | undefined;
  /** Before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly to?: string | undefined;
}

export interface DevicesCommandInput {
  /** Seconds to wait for the command to end, at most 30. */
  readonly wait?: number | undefined;
}

export interface DevicesLockInput {
  /** Seconds to wait for the command to end, at most 30. */
  readonly wait?: number | undefined;
}

export interface DevicesListCommandsInput {
  readonly status?: CommandStatus | readonly CommandStatus[] | undefined;
  readonly type?: CommandType | readonly CommandType[] | undefined;
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: createdAt. Default `-createdAt`. */
  readonly sort?: string | undefined;
  /** Not before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly from?: string | undefined;
  /** Before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly to?: string | undefined;
}

export interface CommandsListInput {
  readonly deviceId?: string | undefined;
  /** All commands that are in the batch. */
  readonly batchId?: string | undefined;
  readonly status?: CommandStatus | readonly CommandStatus[] | undefined;
  readonly type?: CommandType | readonly CommandType[] | undefined;
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: createdAt. Default `-createdAt`. */
  readonly sort?: string | undefined;
  /** Not before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly from?: string | undefined;
  /** Before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly to?: string | undefined;
}

export interface CommandsListBatchesInput {
  readonly type?: CommandType | readonly CommandType[] | undefined;
  readonly requestedBy?: string | readonly string[] | undefined;
  readonly status?: CommandBatchStatus | undefined;
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: createdAt. Default `-createdAt`. */
  readonly sort?: string | undefined;
  /** Not before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly from?: string | undefined;
  /** Before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly to?: string | undefined;
}

export interface EnrollmentTokensListInput {
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: createdAt, name. Default `-createdAt`. */
  readonly sort?: string | undefined;
  /** Not before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly from?: string | undefined;
  /** Before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly to?: string | undefined;
}

export interface EnrollmentRequestsListInput {
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: createdAt, deviceName. Default `-createdAt`. */
  readonly sort?: string | undefined;
  /** Not before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly from?: string | undefined;
  /** Before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly to?: string | undefined;
}

export interface CampusesListInput {
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: name, createdAt. Default `name`. */
  readonly sort?: string | undefined;
  /** Only what was changed at this moment or later: its `updatedAt`. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly updatedSince?: string | undefined;
}

export interface UsersListInput {
  readonly email?: string | readonly string[] | undefined;
  readonly role?: UserRole | readonly UserRole[] | undefined;
  readonly status?: UserStatus | readonly UserStatus[] | undefined;
  /** Path or `ou_` id of a unit; with its subtree. */
  readonly ou?: string | readonly string[] | undefined;
  readonly externalId?: string | readonly string[] | undefined;
  readonly grade?: string | readonly string[] | undefined;
  /** Part of name, e-mail or external id, without regard to case. */
  readonly q?: string | undefined;
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: name, email, createdAt, updatedAt. Default `name`. */
  readonly sort?: string | undefined;
  /** Only what was changed at this moment or later: its `updatedAt`. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly updatedSince?: string | undefined;
}

export interface UsersCreateInput {
  /** A known `externalId` changes that user, in the members that are given, instead of 409. */
  readonly upsert?: boolean | undefined;
}

export interface OusListInput {
  /** Path or `ou_` id of a unit; with its subtree. */
  readonly ou?: string | readonly string[] | undefined;
  /** `ou_` id or path of the unit above: only what lies directly in it. */
  readonly parentId?: string | readonly string[] | undefined;
  /** Part of the name, without regard to case. */
  readonly q?: string | undefined;
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: path, name, createdAt. Default `path`. */
  readonly sort?: string | undefined;
  /** Only what was changed at this moment or later: its `updatedAt`. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly updatedSince?: string | undefined;
}

export interface PoliciesListInput {
  readonly enabled?: boolean | undefined;
  /** Path or `ou_` id of a unit: policies whose target names it, or one below. */
  readonly ou?: string | readonly string[] | undefined;
  /** Part of name or description, without regard to case. */
  readonly q?: string | undefined;
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: name, priority, updatedAt, version. Default `name`. */
  readonly sort?: string | undefined;
  /** Only what was changed at this moment or later: its `updatedAt`. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly updatedSince?: string | undefined;
}

export interface PoliciesAdoptionInput {
  /** Path or `ou_` id of a unit; with its subtree. Default: all that the caller reaches. */
  readonly ou?: string | undefined;
}

export interface OverridesListInput {
  readonly status?: OverrideStatus | readonly OverrideStatus[] | undefined;
  readonly scopeType?: OverrideScopeType | readonly OverrideScopeType[] | undefined;
  readonly scopeId?: string | readonly string[] | undefined;
  /** The host itself. */
  readonly site?: string | readonly string[] | undefined;
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: createdAt, expiresAt, site. Default `-createdAt`. */
  readonly sort?: string | undefined;
  /** Not before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly from?: string | undefined;
  /** Before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly to?: string | undefined;
}

export interface AccessRequestsListInput {
  readonly status?: AccessRequestStatus | readonly AccessRequestStatus[] | undefined;
  /** The host itself. */
  readonly host?: string | readonly string[] | undefined;
  readonly deviceId?: string | readonly string[] | undefined;
  readonly user?: string | readonly string[] | undefined;
  /** Path or `ou_` id of a unit; with its subtree. */
  readonly ou?: string | readonly string[] | undefined;
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: createdAt. Default `-createdAt`. */
  readonly sort?: string | undefined;
  /** Not before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly from?: string | undefined;
  /** Before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly to?: string | undefined;
}

export interface CategoriesListInput {
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: id, name, domainCount. Default `id`. */
  readonly sort?: string | undefined;
}

export interface CategoriesLookUpInput {
  /** A host name: `games.example`. */
  readonly domain: string;
}

export interface CategoriesCatalogueInput {
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: id, names. Default `id`. */
  readonly sort?: string | undefined;
}

export interface CategoriesSourcesListInput {
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: id, names, createdAt. Default `id`. */
  readonly sort?: string | undefined;
  /** Only what was changed at this moment or later: its `updatedAt`. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly updatedSince?: string | undefined;
}

export interface CategoriesSuggestionsListInput {
  readonly status?: CategorySuggestionStatus | readonly CategorySuggestionStatus[] | undefined;
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: createdAt. Default `-createdAt`. */
  readonly sort?: string | undefined;
  /** Not before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly from?: string | undefined;
  /** Before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly to?: string | undefined;
}

export interface LogsListInput {
  readonly deviceId?: string | readonly string[] | undefined;
  readonly user?: string | readonly string[] | undefined;
  /** Path or `ou_` id of a unit; with its subtree. */
  readonly ou?: string | readonly string[] | undefined;
  /** A domain, with all that is below it. */
  readonly domain?: string | readonly string[] | undefined;
  readonly category?: string | readonly string[] | undefined;
  readonly action?: LogEntryAction | readonly LogEntryAction[] | undefined;
  readonly reason?: LogEntryReason | readonly LogEntryReason[] | undefined;
  readonly policyId?: string | readonly string[] | undefined;
  readonly ruleId?: string | readonly string[] | undefined;
  readonly campus?: DeviceCampus | readonly DeviceCampus[] | undefined;
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 100. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: timestamp. Default `-timestamp`. */
  readonly sort?: string | undefined;
  /**
   * Not before this moment. Default: 24 hours before `to`. At most 90 days before `to`. RFC 3339 date-time, or a date: midnight in the organisation’s time zone.
   */
  readonly from?: string | undefined;
  /** Before this moment. Default: now. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly to?: string | undefined;
}

export interface AlertsListInput {
  readonly type?: AlertType | readonly AlertType[] | undefined;
  readonly severity?: AlertSeverity | readonly AlertSeverity[] | undefined;
  readonly status?: AlertStatus | readonly AlertStatus[] | undefined;
  readonly deviceId?: string | readonly string[] | undefined;
  readonly user?: string | readonly string[] | undefined;
  /** Path or `ou_` id of a unit; with its subtree. */
  readonly ou?: string | readonly string[] | undefined;
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: timestamp, severity. Default `-timestamp`. */
  readonly sort?: string | undefined;
  /** Not before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly from?: string | undefined;
  /** Before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly to?: string | undefined;
}

export interface AlertRulesListInput {
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: type. Default `type`. */
  readonly sort?: string | undefined;
}

export interface ActivityListInput {
  readonly user?: string | readonly string[] | undefined;
  readonly deviceId?: string | readonly string[] | undefined;
  /** Path or `ou_` id of a unit; with its subtree. */
  readonly ou?: string | readonly string[] | undefined;
  readonly kind?: ActivityKind | readonly ActivityKind[] | undefined;
  readonly flagged?: boolean | undefined;
  /** A domain, with all that is below it. */
  readonly domain?: string | readonly string[] | undefined;
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 100. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: timestamp. Default `-timestamp`. */
  readonly sort?: string | undefined;
  /**
   * Not before this moment. Default: 24 hours before `to`. At most 90 days before `to`. RFC 3339 date-time, or a date: midnight in the organisation’s time zone.
   */
  readonly from?: string | undefined;
  /** Before this moment. Default: now. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly to?: string | undefined;
}

export interface ReportsWeeklyInput {
  /** ISO 8601 week, `2026-W47`. Default: the last full week with requests, in the organisation’s time zone; before a first one is over, the present week. */
  readonly week?: string | undefined;
  /** Its Monday, `2026-11-16`; instead of `week`. */
  readonly weekStart?: string | undefined;
  /** Path or `ou_` id of a unit; with its subtree. Default: all that the caller reaches. */
  readonly ou?: string | undefined;
}

export interface ReportsWeeklyCsvInput {
  /** ISO 8601 week, `2026-W47`. Default: the last full week with requests, in the organisation’s time zone; before a first one is over, the present week. */
  readonly week?: string | undefined;
  /** Its Monday, `2026-11-16`; instead of `week`. */
  readonly weekStart?: string | undefined;
  /** Path or `ou_` id of a unit; with its subtree. Default: all that the caller reaches. */
  readonly ou?: string | undefined;
}

export interface ReportsWeeklyHtmlInput {
  /** ISO 8601 week, `2026-W47`. Default: the last full week with requests, in the organisation’s time zone; before a first one is over, the present week. */
  readonly week?: string | undefined;
  /** Its Monday, `2026-11-16`; instead of `week`. */
  readonly weekStart?: string | undefined;
  /** Path or `ou_` id of a unit; with its subtree. Default: all that the caller reaches. */
  readonly ou?: string | undefined;
}

export interface ReportsHourlyInput {
  /**
   * Not before this moment. Default: 24 hours before `to`. At most 7 days before `to`. RFC 3339 date-time, or a date: midnight in the organisation’s time zone.
   */
  readonly from?: string | undefined;
  /** Before this moment. Default: now. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly to?: string | undefined;
  /** Path or `ou_` id of a unit; with its subtree. Default: all that the caller reaches. */
  readonly ou?: string | undefined;
}

export interface EvidenceGetInput {
  /** The `version` of a policy. Default: the present version. */
  readonly version?: number | undefined;
  /** Path or `ou_` id of a unit; with its subtree. Default: all that the caller reaches. */
  readonly ou?: string | undefined;
}

export interface EvidenceCsvInput {
  /** The `version` of a policy. Default: the present version. */
  readonly version?: number | undefined;
  /** Path or `ou_` id of a unit; with its subtree. Default: all that the caller reaches. */
  readonly ou?: string | undefined;
}

export interface EvidenceListDevicesInput {
  /** The `version` of a policy. Default: the present version. */
  readonly version?: number | undefined;
  /** Path or `ou_` id of a unit; with its subtree. Default: all that the caller reaches. */
  readonly ou?: string | undefined;
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: name, ou, lastSeen, protection. Default `name`. */
  readonly sort?: string | undefined;
}

export interface ClassroomSessionsListInput {
  readonly status?: ClassroomSessionStatus | readonly ClassroomSessionStatus[] | undefined;
  readonly mode?: ClassroomSessionMode | readonly ClassroomSessionMode[] | undefined;
  readonly teacher?: string | readonly string[] | undefined;
  /** Not before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly from?: string | undefined;
  /** Before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly to?: string | undefined;
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: startsAt, createdAt, name. Default `-startsAt`. */
  readonly sort?: string | undefined;
}

export interface WebhooksListInput {
  readonly enabled?: boolean | undefined;
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: createdAt. Default `createdAt`. */
  readonly sort?: string | undefined;
  /** Only what was changed at this moment or later: its `updatedAt`. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly updatedSince?: string | undefined;
}

export interface WebhooksEventTypesInput {
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: type. Default `type`. */
  readonly sort?: string | undefined;
}

export interface WebhooksDeliveriesListInput {
  readonly status?: DeliveryStatus | readonly DeliveryStatus[] | undefined;
  readonly eventType?: string | readonly string[] | undefined;
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: createdAt. Default `-createdAt`. */
  readonly sort?: string | undefined;
  /** Not before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly from?: string | undefined;
  /** Before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly to?: string | undefined;
}

export interface EventsListInput {
  /** Only events behind this `sequence`; without it from the oldest that is kept. */
  readonly after?: number | undefined;
  /** An event, all events of one resource (`device.*`), a group (`devices.*`, `alerts.*`, `policies.*`), or `*`. */
  readonly type?: string | readonly string[] | undefined;
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 100. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: sequence. Default `sequence`. */
  readonly sort?: string | undefined;
}

export interface SearchFindInput {
  /** What to look for, without regard to case. */
  readonly q: string;
  readonly type?: SearchResultType | readonly SearchResultType[] | undefined;
  /** Of each type; default 5. */
  readonly limit?: number | undefined;
}

export interface ScopesListInput {
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: name. Default `name`. */
  readonly sort?: string | undefined;
}

export interface AuditListInput {
  readonly actor?: string | readonly string[] | undefined;
  readonly action?: string | readonly string[] | undefined;
  readonly target?: string | readonly string[] | undefined;
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: timestamp. Default `-timestamp`. */
  readonly sort?: string | undefined;
  /** Not before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly from?: string | undefined;
  /** Before this moment. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly to?: string | undefined;
}

export interface KeysListInput {
  readonly revoked?: boolean | undefined;
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: name, createdAt, expiresAt. Default `name`. */
  readonly sort?: string | undefined;
  /** Only what was changed at this moment or later: its `updatedAt`. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly updatedSince?: string | undefined;
}

export interface KeysUsageInput {
  /** A UTC day, `2026-11-20`. */
  readonly from?: string | undefined;
  /** A UTC day, `2026-11-20`. */
  readonly to?: string | undefined;
}

export interface AccountsListInput {
  readonly role?: AccountRole | readonly AccountRole[] | undefined;
  readonly status?: AccountStatus | readonly AccountStatus[] | undefined;
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: name, email, createdAt, lastSignInAt. Default `name`. */
  readonly sort?: string | undefined;
  /** Only what was changed at this moment or later: its `updatedAt`. RFC 3339 date-time, or a date: midnight in the organisation’s time zone. */
  readonly updatedSince?: string | undefined;
}

export interface DashboardSessionsListInput {
  /** Page number, from 1. */
  readonly page?: number | undefined;
  /** Rows a page; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; instead of `page`. */
  readonly cursor?: string | undefined;
  /** Fields with commas, `-` for descending: createdAt, lastUsedAt. Default `-lastUsedAt`. */
  readonly sort?: string | undefined;
}

export class DevicesResource extends Resource {
  /**
   * List devices.
   * Needs the scope `devices:read`.
   */
  list(input: DevicesListInput = {}, options?: CallOptions): List<Device> {
    return this.calls.list({ method: 'GET', path: '/v1/devices' }, { input, options });
  }

  /**
   * Get one device.
   * Needs the scope `devices:read`.
   */
  get(id: string, options?: CallOptions): Promise<Device> {
    return this.calls.one({ method: 'GET', path: '/v1/devices/{id}' }, { ids: [id], options });
  }

  /**
   * Count devices by connection, protection, lock and policy version.
   * One number for each combination that there is, of the devices that a list with the same filters has. Needs the scope `devices:read`. An extension of the specification.
   */
  summary(input: DevicesSummaryInput = {}, options?: CallOptions): Promise<DeviceSummary> {
    return this.calls.one({ method: 'GET', path: '/v1/devices/summary' }, { input, options });
  }

  /**
   * Get the state of a device with its reasons.
   * Why it is offline or unprotected and since when, the policies that it should enforce beside those that it does, and what its last self-test by command found. Needs the scope `devices:read`. An extension of the specification.
   */
  state(id: string, options?: CallOptions): Promise<DeviceState> {
    return this.calls.one({ method: 'GET', path: '/v1/devices/{id}/state' }, { ids: [id], options });
  }

  /**
   * List what happened to a device.
   * Newest first, as far back as events are kept (30 days): its coming and going, its protection, its locks, a low battery, leaving its campus, its enrollments. What people did on it is not part of it. Needs the scope `devices:read`. An extension of the specification.
   */
  listHistory(id: string, input: DevicesListHistoryInput = {}, options?: CallOptions): List<DeviceHistoryEntry> {
    return this.calls.list({ method: 'GET', path: '/v1/devices/{id}/history' }, { ids: [id], input, options });
  }

  /**
   * Change name, unit, asset tag or tags of a device.
   * Needs the scope `devices:write`. An extension of the specification.
   */
  update(id: string, input: DevicePatch, options?: CallOptions): Promise<Device> {
    return this.calls.one({ method: 'PATCH', path: '/v1/devices/{id}', body: 'required' }, { ids: [id], input, options });
  }

  /**
   * Unenroll a device.
   * The device is cut off at once and its open commands end. The same hardware gets its id back when it enrolls again. The laptop is not told: it goes on as its last policy says. To give it back whole send it the command `unenroll`, or read its removal code first. Needs the scope `devices:write`. An extension of the specification.
   */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.calls.nothing({ method: 'DELETE', path: '/v1/devices/{id}' }, { ids: [id], options });
  }

  /**
   * Send a command to a device.
   * The command waits for a device that is offline until it expires. `Prefer: wait=10` (at most 30) answers 200 with the ended command, if it ends in time. Needs the scope `devices:write`.
   */
  command(id: string, input: CommandRequest & DevicesCommandInput, options?: CallOptions): Promise<Command> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/devices/{id}/command',
      body: 'required',
      wait: true,
      idempotencyKey: true,
    }, { ids: [id], input, options });
  }

  /**
   * Lock a device.
   * A second lock while one is open gives the open command, as it is. Unlock with a command of type `unlock`. Needs the scope `devices:write`.
   */
  lock(id: string, input: LockParams & DevicesLockInput = {}, options?: CallOptions): Promise<Command> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/devices/{id}/lock',
      body: 'optional',
      wait: true,
      idempotencyKey: true,
    }, { ids: [id], input, options });
  }

  /**
   * List the commands of a device.
   * Needs the scope `devices:read`. An extension of the specification.
   */
  listCommands(id: string, input: DevicesListCommandsInput = {}, options?: CallOptions): List<Command> {
    return this.calls.list({ method: 'GET', path: '/v1/devices/{id}/commands' }, { ids: [id], input, options });
  }

  /**
   * Get the removal code of a device.
   * With it somebody with root takes Schoolgate off the laptop without the server. Each enrollment has another; once the device is unenrolled there is none. Needs the right to unenroll: `devices:write`. Needs the scope `devices:write`. An extension of the specification.
   */
  removalCode(id: string, options?: CallOptions): Promise<RemovalCode> {
    return this.calls.one({ method: 'GET', path: '/v1/devices/{id}/removal-code' }, { ids: [id], options });
  }
}

export class CommandsResource extends AwaitedCommands {
  /**
   * List commands.
   * Newest first. `from` and `to` bound when a command was asked for. Needs the scope `devices:read`. An extension of the specification.
   */
  list(input: CommandsListInput = {}, options?: CallOptions): List<Command> {
    return this.calls.list({ method: 'GET', path: '/v1/commands' }, { input, options });
  }

  /**
   * Get one command.
   * Needs the scope `devices:read`. An extension of the specification.
   */
  override get(id: string, options?: CallOptions): Promise<Command> {
    return this.calls.one({ method: 'GET', path: '/v1/commands/{id}' }, { ids: [id], options });
  }

  /**
   * Take a queued command back.
   * Needs the scope `devices:write`. An extension of the specification.
   */
  cancel(id: string, options?: CallOptions): Promise<Command> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/commands/{id}/cancel',
      idempotencyKey: true,
    }, { ids: [id], options });
  }

  /**
   * Send one command to many devices.
   * Names up to 500 devices, or a filter that matches up to 5,000. A device that cannot have the command is listed under `rejected` and hinders no other. With the `token` of a preview, and the same body else, it is sent only if the devices are still those that were shown; a token sent again gives the batch that it has made. Counts as one request for every 50 devices. Needs the scope `devices:write`. An extension of the specification.
   */
  sendBatch(input: CommandBatchInput, options?: CallOptions): Promise<CommandBatch> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/commands/batch',
      body: 'required',
      idempotencyKey: true,
    }, { input, options });
  }

  /**
   * See what a batch of commands would do.
   * Takes the body of the batch and sends nothing. The `token` of the answer is good for ten minutes and for this caller. Coming on-line or off-line changes nothing about it. Counts as one request for every 50 devices. Needs the scope `devices:write`. An extension of the specification.
   */
  previewBatch(input: CommandBatchInput, options?: CallOptions): Promise<CommandBatchPreview> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/commands/batch/preview',
      body: 'required',
      idempotencyKey: true,
    }, { input, options });
  }

  /**
   * List batches of commands.
   * Newest first. `from` and `to` bound when a batch was asked for. The commands of one, such as those that failed, are at `GET /v1/commands?batchId=…&status=failed`. Needs the scope `devices:read`. An extension of the specification.
   */
  listBatches(input: CommandsListBatchesInput = {}, options?: CallOptions): List<CommandBatchSummary> {
    return this.calls.list({ method: 'GET', path: '/v1/commands/batches' }, { input, options });
  }

  /**
   * See how far a batch of commands is.
   * Needs the scope `devices:read`. An extension of the specification.
   */
  getBatch(id: string, options?: CallOptions): Promise<CommandBatch> {
    return this.calls.one({ method: 'GET', path: '/v1/commands/batches/{id}' }, { ids: [id], options });
  }

  /**
   * Send the command of a batch again where it failed.
   * Makes a new batch, with `retryOf`, for the devices whose command failed or expired. A device that was retried is left out; retry the newer batch. A lock that had a PIN needs it again. Counts as one request for every 50 devices. Needs the scope `devices:write`. An extension of the specification.
   */
  retryBatch(id: string, input: CommandBatchRetry = {}, options?: CallOptions): Promise<CommandBatch> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/commands/batches/{id}/retry',
      body: 'optional',
      idempotencyKey: true,
    }, { ids: [id], input, options });
  }

  /**
   * Take back what a batch of commands has not sent.
   * Cancels queued commands, and devices whose turn has not come get none. A lock or unlock that another order asked for as well stays. Needs the scope `devices:write`. An extension of the specification.
   */
  cancelBatch(id: string, options?: CallOptions): Promise<CommandBatchCancellation> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/commands/batches/{id}/cancel',
      idempotencyKey: true,
    }, { ids: [id], options });
  }
}

export class EnrollmentTokensResource extends Resource {
  /**
   * List enrollment tokens, without their texts.
   * Needs the scope `devices:read`. An extension of the specification.
   */
  list(input: EnrollmentTokensListInput = {}, options?: CallOptions): List<EnrollmentToken> {
    return this.calls.list({ method: 'GET', path: '/v1/enrollment-tokens' }, { input, options });
  }

  /**
   * Make an enrollment token; its text is shown this once.
   * Needs the scope `devices:write`. An extension of the specification.
   */
  create(input: EnrollmentTokenInput, options?: CallOptions): Promise<CreatedEnrollmentToken> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/enrollment-tokens',
      body: 'required',
      idempotencyKey: true,
    }, { input, options });
  }

  /**
   * Delete an enrollment token; devices that used it stay enrolled.
   * Needs the scope `devices:write`. An extension of the specification.
   */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.calls.nothing({ method: 'DELETE', path: '/v1/enrollment-tokens/{id}' }, { ids: [id], options });
  }
}

export class EnrollmentRequestsResource extends Resource {
  /**
   * List computers that ask to be enrolled as a device that is enrolled.
   * A computer whose machine id and serial are those of an enrolled device, without its old key and with an ordinary token, waits here for an administrator. The old key stays in force until it was approved and has come back. Needs the scope `devices:read`. An extension of the specification.
   */
  list(input: EnrollmentRequestsListInput = {}, options?: CallOptions): List<EnrollmentRequest> {
    return this.calls.list({ method: 'GET', path: '/v1/enrollment-requests' }, { input, options });
  }

  /**
   * Let a computer take the place of the device that it says to be.
   * The computer that shows the code takes the place of the device when it enrolls again with its token; only then the old key ends. Needs the scope `devices:write`. An extension of the specification.
   */
  approve(id: string, options?: CallOptions): Promise<EnrollmentRequest> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/enrollment-requests/{id}/approve',
      idempotencyKey: true,
    }, { ids: [id], options });
  }

  /**
   * Refuse that a computer takes the place of a device.
   * The device stays as it is, and the computer is told so. Needs the scope `devices:write`. An extension of the specification.
   */
  refuse(id: string, options?: CallOptions): Promise<EnrollmentRequest> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/enrollment-requests/{id}/refuse',
      idempotencyKey: true,
    }, { ids: [id], options });
  }
}

export class CampusesResource extends Resource {
  /**
   * List campuses.
   * Needs the scope `devices:read`. An extension of the specification.
   */
  list(input: CampusesListInput = {}, options?: CallOptions): List<Campus> {
    return this.calls.list({ method: 'GET', path: '/v1/campuses' }, { input, options });
  }

  /**
   * Get one campus.
   * Needs the scope `devices:read`. An extension of the specification.
   */
  get(id: string, options?: CallOptions): Promise<Campus> {
    return this.calls.one({ method: 'GET', path: '/v1/campuses/{id}' }, { ids: [id], options });
  }

  /**
   * Define a campus: by what devices know that they are on it.
   * Needs the scope `devices:write`. An extension of the specification.
   */
  create(input: CampusInput, options?: CallOptions): Promise<Campus> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/campuses',
      body: 'required',
      idempotencyKey: true,
    }, { input, options });
  }

  /**
   * Change a campus.
   * Needs the scope `devices:write`. An extension of the specification.
   */
  update(id: string, input: CampusPatch, options?: CallOptions): Promise<Campus> {
    return this.calls.one({ method: 'PATCH', path: '/v1/campuses/{id}', body: 'required' }, { ids: [id], input, options });
  }

  /**
   * Delete a campus.
   * Needs the scope `devices:write`. An extension of the specification.
   */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.calls.nothing({ method: 'DELETE', path: '/v1/campuses/{id}' }, { ids: [id], options });
  }
}

export class UsersResource extends Resource {
  /**
   * List users.
   * Needs the scope `users:read`.
   */
  list(input: UsersListInput = {}, options?: CallOptions): List<User> {
    return this.calls.list({ method: 'GET', path: '/v1/users' }, { input, options });
  }

  /**
   * Get one user.
   * Needs the scope `users:read`. An extension of the specification.
   */
  get(id: string, options?: CallOptions): Promise<User> {
    return this.calls.one({ method: 'GET', path: '/v1/users/{id}' }, { ids: [id], options });
  }

  /**
   * Create a user, or with `upsert` bring one up to date.
   * An upsert answers 201 for a new user, else 200; what is there already is not written again, so that `updatedAt` tells of real changes. Needs the scope `users:write`.
   */
  create(input: UserInput & UsersCreateInput, options?: CallOptions): Promise<User> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/users',
      body: 'required',
      query: ['upsert'],
      idempotencyKey: true,
    }, { input, options });
  }

  /**
   * Change a user.
   * Needs the scope `users:write`. An extension of the specification.
   */
  update(id: string, input: UserPatch, options?: CallOptions): Promise<User> {
    return this.calls.one({ method: 'PATCH', path: '/v1/users/{id}', body: 'required' }, { ids: [id], input, options });
  }

  /**
   * Delete a user.
   * Removes the person from the roster. Logs and activity keep the address until their own retention ends. Needs the scope `users:write`. An extension of the specification.
   */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.calls.nothing({ method: 'DELETE', path: '/v1/users/{id}' }, { ids: [id], options });
  }

  /**
   * Create or bring up to date up to 500 users.
   * Rows are taken in their order, each by itself: 207 tells of each what it alone would have been answered with. With `atomic` it is all (200) or none (422). Counts as one request for each 50 rows begun. Needs the scope `users:write`. An extension of the specification.
   */
  batch(input: UserBatchInput, options?: CallOptions): Promise<UserBatchResult> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/users/batch',
      body: 'required',
      idempotencyKey: true,
    }, { input, options });
  }
}

export class OusResource extends Resource {
  /**
   * List organisational units.
   * Needs the scope `users:read`. An extension of the specification.
   */
  list(input: OusListInput = {}, options?: CallOptions): List<Ou> {
    return this.calls.list({ method: 'GET', path: '/v1/ous' }, { input, options });
  }

  /**
   * Get one organisational unit.
   * Needs the scope `users:read`. An extension of the specification.
   */
  get(id: string, options?: CallOptions): Promise<Ou> {
    return this.calls.one({ method: 'GET', path: '/v1/ous/{id}' }, { ids: [id], options });
  }

  /**
   * Create an organisational unit.
   * Needs the scope `users:write`. An extension of the specification.
   */
  create(input: OuInput, options?: CallOptions): Promise<Ou> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/ous',
      body: 'required',
      idempotencyKey: true,
    }, { input, options });
  }

  /**
   * Rename or move an organisational unit.
   * All below it changes its path with it, and keys that are limited to one of them follow. What is stored about the past keeps the path of its time. Needs the scope `users:write`. An extension of the specification.
   */
  update(id: string, input: OuPatch, options?: CallOptions): Promise<Ou> {
    return this.calls.one({ method: 'PATCH', path: '/v1/ous/{id}', body: 'required' }, { ids: [id], input, options });
  }

  /**
   * Delete an empty organisational unit.
   * Users, devices and units in it, enrollment tokens that can still be used, and keys and accounts that are limited to it keep it (409). Needs the scope `users:write`. An extension of the specification.
   */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.calls.nothing({ method: 'DELETE', path: '/v1/ous/{id}' }, { ids: [id], options });
  }
}

export class PoliciesResource extends Resource {
  /**
   * List policies.
   * Needs the scope `policies:read`.
   */
  list(input: PoliciesListInput = {}, options?: CallOptions): List<Policy> {
    return this.calls.list({ method: 'GET', path: '/v1/policies' }, { input, options });
  }

  /**
   * Get how many devices should and do enforce each policy version.
   * One counter numbers the changes of all policies, and every device should enforce the present version. `enforcingThisOrNewer` of a policy’s `version` says on how many devices it is live. Needs the scope `policies:read`. An extension of the specification.
   */
  adoption(input: PoliciesAdoptionInput = {}, options?: CallOptions): Promise<PolicyAdoption> {
    return this.calls.one({ method: 'GET', path: '/v1/policies/adoption' }, { input, options });
  }

  /**
   * Get one policy.
   * Needs the scope `policies:read`. An extension of the specification.
   */
  get(id: string, options?: CallOptions): Promise<Policy> {
    return this.calls.one({ method: 'GET', path: '/v1/policies/{id}' }, { ids: [id], options });
  }

  /**
   * Create a policy.
   * Only `name` is required; a policy without a target is for nobody. A key that is limited to a unit must name somebody in it, and nobody else. Needs the scope `policies:write`.
   */
  create(input: PolicyInput, options?: CallOptions): Promise<Policy> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/policies',
      body: 'required',
      idempotencyKey: true,
    }, { input, options });
  }

  /**
   * Update a policy.
   * A merge patch (RFC 7396): arrays are replaced whole, absent members of `target` and `schedule` stay. A rule that is sent with its id keeps it; one without gets a new one. Needs the scope `policies:write`.
   */
  update(id: string, input: PolicyPatch, options?: CallOptions): Promise<Policy> {
    return this.calls.one({ method: 'PATCH', path: '/v1/policies/{id}', body: 'required' }, { ids: [id], input, options });
  }

  /**
   * Delete a policy.
   * The built-in default policy can be changed, not deleted. Needs the scope `policies:write`.
   */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.calls.nothing({ method: 'DELETE', path: '/v1/policies/{id}' }, { ids: [id], options });
  }

  /**
   * Explain what becomes of a request, and why.
   * Decides as the device does. A past `at` uses the policies, overrides and sessions in force then; who is on the device and who belongs to which unit are as today. A future one, at most a year ahead, uses what stands now. Needs the scope `policies:read`. An extension of the specification.
   */
  explain(input: ExplainRequest, options?: CallOptions): Promise<Explanation> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/policies/explain',
      body: 'required',
      idempotencyKey: true,
    }, { input, options });
  }

  /**
   * Try a policy out on the requests of the last days.
   * Saves nothing. Compares the verdicts of the present policies with those after the draft; `replaces` names the policy whose place it takes. It shows what groups of people visited, never fewer than five. At most 30 a minute. Needs the scopes `policies:read` and `logs:read`. An extension of the specification.
   */
  preview(input: PreviewRequest, options?: CallOptions): Promise<Preview> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/policies/preview',
      body: 'required',
      idempotencyKey: true,
    }, { input, options });
  }
}

export class OverridesResource extends Resource {
  /**
   * List overrides.
   * Those in force, and those whose time is over. Those that were ended before their time are listed with `status=ended`. `from` and `to` bound `createdAt`. Needs the scope `policies:read`. An extension of the specification.
   */
  list(input: OverridesListInput = {}, options?: CallOptions): List<Override> {
    return this.calls.list({ method: 'GET', path: '/v1/overrides' }, { input, options });
  }

  /**
   * Get one override.
   * Needs the scope `policies:read`. An extension of the specification.
   */
  get(id: string, options?: CallOptions): Promise<Override> {
    return this.calls.one({ method: 'GET', path: '/v1/overrides/{id}' }, { ids: [id], options });
  }

  /**
   * Allow a site for a time.
   * For one student, device, unit or classroom session; the site and all below it. It ends by itself, on the devices too when they are off-line. A locked block of a policy still holds. Needs the scope `policies:write`. An extension of the specification.
   */
  create(input: OverrideInput, options?: CallOptions): Promise<Override> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/overrides',
      body: 'required',
      idempotencyKey: true,
    }, { input, options });
  }

  /**
   * End an override before its time.
   * One that is over, by its time or ended before, cannot be ended any more: 404. Needs the scope `policies:write`. An extension of the specification.
   */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.calls.nothing({ method: 'DELETE', path: '/v1/overrides/{id}' }, { ids: [id], options });
  }
}

export class AccessRequestsResource extends Resource {
  /**
   * List access requests.
   * Students ask on the block page of their laptop. A request that nobody has decided ends by itself after a day. Newest first; `from` and `to` bound `createdAt`. Needs the scope `alerts:read`. An extension of the specification.
   */
  list(input: AccessRequestsListInput = {}, options?: CallOptions): List<AccessRequest> {
    return this.calls.list({ method: 'GET', path: '/v1/access-requests' }, { input, options });
  }

  /**
   * Get one access request with what a decision needs.
   * The chain of the verdict at that time, the other hosts that were refused around it, and who else asks for the host. Needs the scope `alerts:read`. An extension of the specification.
   */
  get(id: string, options?: CallOptions): Promise<AccessRequestDetail> {
    return this.calls.one({ method: 'GET', path: '/v1/access-requests/{id}' }, { ids: [id], options });
  }

  /**
   * Allow or refuse what was asked for.
   * To allow it makes an override for the host, and one for each of `alsoHosts`; what `createOverride` refuses is refused here. Open requests of others for this host are answered with it where the override covers them. The alert of a request is resolved. The laptop shows the answer with its words. One that is decided or over cannot be decided: 409. Needs the scope `policies:write`. An extension of the specification.
   */
  decide(id: string, input: AccessRequestDecision, options?: CallOptions): Promise<AccessRequestDecided> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/access-requests/{id}/decision',
      body: 'required',
      idempotencyKey: true,
    }, { ids: [id], input, options });
  }
}

export class CategoriesResource extends Resource {
  readonly sources = new CategoriesSourcesResource(this.calls);

  readonly suggestions = new CategoriesSuggestionsResource(this.calls);

  /**
   * List the categories of sites that rules may name.
   * Needs the scope `policies:read`. An extension of the specification.
   */
  list(input: CategoriesListInput = {}, options?: CallOptions): List<Category> {
    return this.calls.list({ method: 'GET', path: '/v1/categories' }, { input, options });
  }

  /**
   * Get one category: what belongs to it, and which sources give it names.
   * Needs the scope `policies:read`. An extension of the specification.
   */
  get(id: string, options?: CallOptions): Promise<CategoryDetails> {
    return this.calls.one({ method: 'GET', path: '/v1/categories/{id}' }, { ids: [id], options });
  }

  /**
   * Look up the categories of a domain, and which sources say so.
   * The categories are those that devices see. A source whose list was replaced a moment ago may be missing from `matches`. Needs the scope `policies:read`. An extension of the specification.
   */
  lookUp(input: CategoriesLookUpInput, options?: CallOptions): Promise<CategoryMatches> {
    return this.calls.one({ method: 'GET', path: '/v1/categories/lookup' }, { input, options });
  }

  /**
   * List the public lists of sites that a school can add.
   * Needs the scope `policies:read`. An extension of the specification.
   */
  catalogue(input: CategoriesCatalogueInput = {}, options?: CallOptions): List<KnownCategorySource> {
    return this.calls.list({ method: 'GET', path: '/v1/categories/catalogue' }, { input, options });
  }
}

export class CategoriesSourcesResource extends Resource {
  /**
   * List the sources of categories: the lists of names that the school has added.
   * Needs the scope `policies:read`. An extension of the specification.
   */
  list(input: CategoriesSourcesListInput = {}, options?: CallOptions): List<CategorySource> {
    return this.calls.list({ method: 'GET', path: '/v1/categories/sources' }, { input, options });
  }

  /**
   * Get one source of categories, and how far an update is.
   * Needs the scope `policies:read`. An extension of the specification.
   */
  get(id: string, options?: CallOptions): Promise<CategorySource> {
    return this.calls.one({ method: 'GET', path: '/v1/categories/sources/{id}' }, { ids: [id], options });
  }

  /**
   * Add a source of categories.
   * It is read by its next update: the one of the night, or one that you ask for. Needs the scope `policies:write`. An extension of the specification.
   */
  create(input: CategorySourceInput, options?: CallOptions): Promise<CategorySource> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/categories/sources',
      body: 'required',
      idempotencyKey: true,
    }, { input, options });
  }

  /**
   * Change the address, the category or the mapping of a source.
   * What was read before stays in use until the next update, which reads all of it anew. Needs the scope `policies:write`. An extension of the specification.
   */
  update(id: string, input: CategorySourcePatch, options?: CallOptions): Promise<CategorySource> {
    return this.calls.one({
      method: 'PATCH',
      path: '/v1/categories/sources/{id}',
      body: 'required',
    }, { ids: [id], input, options });
  }

  /**
   * Remove a source of categories.
   * Its names go out of the index as soon as no update runs. Needs the scope `policies:write`. An extension of the specification.
   */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.calls.nothing({ method: 'DELETE', path: '/v1/categories/sources/{id}' }, { ids: [id], options });
  }

  /**
   * Read a source of categories now.
   * In the background: `update` of the source tells how far it is, and `state` what came of it. One update runs at a time; while one does, this is 409. Needs the scope `policies:write`. An extension of the specification.
   */
  startUpdate(id: string, options?: CallOptions): Promise<CategorySource> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/categories/sources/{id}/update',
      idempotencyKey: true,
    }, { ids: [id], options });
  }

  /**
   * Use the list of a source that is held back, after somebody has looked at it.
   * Names in `accept` may be put into its category, though no other source does; crisis help and public suffixes never. The new index is made in the background. 409 while an update runs, and where nothing is held and no name accepted. Needs the scope `policies:write`. An extension of the specification.
   */
  release(id: string, input: CategorySourceRelease = {}, options?: CallOptions): Promise<CategorySource> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/categories/sources/{id}/release',
      body: 'optional',
      idempotencyKey: true,
    }, { ids: [id], input, options });
  }
}

export class CategoriesSuggestionsResource extends Resource {
  /**
   * List suggestions for categories, open and decided ones.
   * Needs the scope `policies:read`. An extension of the specification.
   */
  list(input: CategoriesSuggestionsListInput = {}, options?: CallOptions): List<CategorySuggestion> {
    return this.calls.list({ method: 'GET', path: '/v1/categories/suggestions' }, { input, options });
  }

  /**
   * Get one suggestion for a category.
   * Needs the scope `policies:read`. An extension of the specification.
   */
  get(id: string, options?: CallOptions): Promise<CategorySuggestion> {
    return this.calls.one({ method: 'GET', path: '/v1/categories/suggestions/{id}' }, { ids: [id], options });
  }

  /**
   * Suggest that a domain is missing in a category, or in a wrong one.
   * It changes nothing until somebody accepts it. At most 20 a day and person or key; 409 while the same is open. Needs the scope `policies:write`. An extension of the specification.
   */
  create(input: CategorySuggestionInput, options?: CallOptions): Promise<CategorySuggestion> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/categories/suggestions',
      body: 'required',
      idempotencyKey: true,
    }, { input, options });
  }

  /**
   * Accept or decline a suggestion for a category.
   * An accepted one counts from the next index on, which is made in the background, and beats all lists. One that is declined later has no effect any more. Needs the scope `policies:write`. An extension of the specification.
   */
  decide(id: string, input: CategorySuggestionPatch, options?: CallOptions): Promise<CategorySuggestion> {
    return this.calls.one({
      method: 'PATCH',
      path: '/v1/categories/suggestions/{id}',
      body: 'required',
    }, { ids: [id], input, options });
  }
}

export class LogsResource extends Resource {
  /**
   * Query logs.
   * Decided requests, newest first; by default those of the last 24 hours. With filters that fit hardly any of millions of entries a page may hold fewer than `limit`, even none: go on with `nextCursor` while `hasMore` is true. Needs the scope `logs:read`.
   */
  list(input: LogsListInput = {}, options?: CallOptions): List<LogEntry> {
    return this.calls.list({ method: 'GET', path: '/v1/logs' }, { input, options });
  }
}

export class AlertsResource extends Resource {
  /**
   * List alerts.
   * Newest first. `from` and `to` bound when an alert was made. Needs the scope `alerts:read`.
   */
  list(input: AlertsListInput = {}, options?: CallOptions): List<Alert> {
    return this.calls.list({ method: 'GET', path: '/v1/alerts' }, { input, options });
  }

  /**
   * Get one alert.
   * Needs the scope `alerts:read`. An extension of the specification.
   */
  get(id: string, options?: CallOptions): Promise<Alert> {
    return this.calls.one({ method: 'GET', path: '/v1/alerts/{id}' }, { ids: [id], options });
  }

  /**
   * Acknowledge or resolve an alert.
   * For owners and administrators, and for keys with the scope `alerts:write`. An alert goes from open to acknowledged to resolved, or at once to resolved, and never back. Needs the scope `alerts:write`. An extension of the specification.
   */
  update(id: string, input: AlertPatch, options?: CallOptions): Promise<Alert> {
    return this.calls.one({ method: 'PATCH', path: '/v1/alerts/{id}', body: 'required' }, { ids: [id], input, options });
  }
}

export class AlertRulesResource extends Resource {
  /**
   * List the rules that make alerts.
   * One of each type of alert, also where the school has changed nothing: what is in force, the defaults, and what each member means. Needs the scope `alerts:read`. An extension of the specification.
   */
  list(input: AlertRulesListInput = {}, options?: CallOptions): List<AlertRule> {
    return this.calls.list({ method: 'GET', path: '/v1/alert-rules' }, { input, options });
  }

  /**
   * Get the rule of one type of alert.
   * Needs the scope `alerts:read`. An extension of the specification.
   */
  get(type: string, options?: CallOptions): Promise<AlertRule> {
    return this.calls.one({ method: 'GET', path: '/v1/alert-rules/{type}' }, { ids: [type], options });
  }

  /**
   * Switch a type of alert on or off, or change its severity and thresholds.
   * For owners and administrators, and for keys with the scope `alerts:write`, that reach the whole organisation. Null sets the default again. What devices report from then on follows the change at once, with several processes of the server within a minute; alerts that are there stay as they are. The rules `self_harm_search` and `violence_search` are about the safety of people: an owner alone, signed in to the dashboard, may switch them off, make them less severe or raise `repeatMinutes`, and `warnings` of the answer says what that means. Needs the scope `alerts:write`. An extension of the specification.
   */
  update(type: string, input: AlertRulePatch, options?: CallOptions): Promise<AlertRule> {
    return this.calls.one({
      method: 'PATCH',
      path: '/v1/alert-rules/{type}',
      body: 'required',
    }, { ids: [type], input, options });
  }
}

export class AlertNotificationsResource extends Resource {
  /**
   * Who is mailed about new alerts, and the quiet hours.
   * Who is limited to a unit sees the recipients of that unit and those below it. `alerts:read` does not open it, since it shows addresses of people. Needs the scope `alerts:write`. An extension of the specification.
   */
  get(options?: CallOptions): Promise<AlertNotifications> {
    return this.calls.one({ method: 'GET', path: '/v1/alert-notifications' }, { options });
  }

  /**
   * Set who is mailed about new alerts, and the quiet hours.
   * For owners and administrators, and for keys with the scope `alerts:write`, that reach the whole organisation. Each address gets one mail a round about all new alerts of its units that are at least as severe as `minSeverity`, with title, unit and time of each: at most one in two minutes when there is a critical alert among them, else one in ten; what comes in between is in the next. In quiet hours critical alerts alone are mailed; the others are sent together when the hours end. A new address is told of alerts that are made from then on. An alert older than three days is not mailed any more. `recipients` names all of them; null means nobody, and `quietHours: null` none. Needs the scope `alerts:write`. An extension of the specification.
   */
  update(input: AlertNotificationsPatch, options?: CallOptions): Promise<AlertNotifications> {
    return this.calls.one({
      method: 'PATCH',
      path: '/v1/alert-notifications',
      body: 'required',
    }, { input, options });
  }
}

export class ActivityResource extends Resource {
  /**
   * Query activity.
   * What people did, newest first; by default in the last 24 hours. Needs the scope `activity:read`.
   */
  list(input: ActivityListInput = {}, options?: CallOptions): List<Activity> {
    return this.calls.list({ method: 'GET', path: '/v1/activity' }, { input, options });
  }
}

export class ReportsResource extends Resource {
  /**
   * Get the report of a week.
   * `week`, `from`, `to` and `complete` of the answer say which week it is about. A unit is counted with what is below it; without `ou` a key that is limited to a unit gets the report of that unit. Also as CSV and as a page to print. Needs the scope `reports:read`.
   */
  weekly(input: ReportsWeeklyInput = {}, options?: CallOptions): Promise<WeeklyReport> {
    return this.calls.one({ method: 'GET', path: '/v1/reports/weekly' }, { input, options });
  }

  /**
   * Get the report of a week.
   * `week`, `from`, `to` and `complete` of the answer say which week it is about. A unit is counted with what is below it; without `ou` a key that is limited to a unit gets the report of that unit. Also as CSV and as a page to print. Needs the scope `reports:read`.
   */
  weeklyCsv(input: ReportsWeeklyCsvInput = {}, options?: CallOptions): Promise<string> {
    return this.calls.text({
      method: 'GET',
      path: '/v1/reports/weekly',
      fixedQuery: { format: 'csv' },
      accept: 'text/csv',
    }, { input, options });
  }

  /**
   * Get the report of a week.
   * `week`, `from`, `to` and `complete` of the answer say which week it is about. A unit is counted with what is below it; without `ou` a key that is limited to a unit gets the report of that unit. Also as CSV and as a page to print. Needs the scope `reports:read`.
   */
  weeklyHtml(input: ReportsWeeklyHtmlInput = {}, options?: CallOptions): Promise<string> {
    return this.calls.text({
      method: 'GET',
      path: '/v1/reports/weekly',
      fixedQuery: { format: 'html' },
      accept: 'text/html',
    }, { input, options });
  }

  /**
   * Get requests and blocks by hour, beside the usual.
   * By default the last 24 hours, in the organisation’s time zone. A request counts for the unit of the device that made it. An hour that is not over yet is compared with a whole one: `complete` says which. Needs the scope `reports:read`. An extension of the specification.
   */
  hourly(input: ReportsHourlyInput = {}, options?: CallOptions): Promise<HourlyReport> {
    return this.calls.one({ method: 'GET', path: '/v1/reports/hourly' }, { input, options });
  }
}

export class EvidenceResource extends Resource {
  /**
   * Get how many devices enforce a policy version.
   * By the last report of each device: an offline device that enforced the version counts as enforcing it. As CSV with every device that does not, and why. Needs the scope `devices:read`. An extension of the specification.
   */
  get(input: EvidenceGetInput = {}, options?: CallOptions): Promise<Evidence> {
    return this.calls.one({ method: 'GET', path: '/v1/evidence' }, { input, options });
  }

  /**
   * Get how many devices enforce a policy version.
   * By the last report of each device: an offline device that enforced the version counts as enforcing it. As CSV with every device that does not, and why. Needs the scope `devices:read`. An extension of the specification.
   */
  csv(input: EvidenceCsvInput = {}, options?: CallOptions): Promise<string> {
    return this.calls.text({
      method: 'GET',
      path: '/v1/evidence',
      fixedQuery: { format: 'csv' },
      accept: 'text/csv',
    }, { input, options });
  }

  /**
   * List the devices that do not enforce a policy version, and why.
   * `offline` since its connection ended, `unprotected` in the words of the device (`detail`), `stale` with an older version, or `no_report` since its enrollment. Name the version when you walk the list: without it a change of policy asks for another one. Needs the scope `devices:read`. An extension of the specification.
   */
  listDevices(input: EvidenceListDevicesInput = {}, options?: CallOptions): List<EvidenceGap> {
    return this.calls.list({ method: 'GET', path: '/v1/evidence/devices' }, { input, options });
  }
}

export class ClassroomResource extends Resource {
  readonly sessions = new ClassroomSessionsResource(this.calls);
}

export class ClassroomSessionsResource extends Resource {
  /**
   * List classroom sessions.
   * `from` and `to` bound the start. Needs the scope `classroom:write`. An extension of the specification.
   */
  list(input: ClassroomSessionsListInput = {}, options?: CallOptions): List<ClassroomSession> {
    return this.calls.list({ method: 'GET', path: '/v1/classroom/sessions' }, { input, options });
  }

  /**
   * Get one classroom session.
   * Needs the scope `classroom:write`. An extension of the specification.
   */
  get(id: string, options?: CallOptions): Promise<ClassroomSession> {
    return this.calls.one({ method: 'GET', path: '/v1/classroom/sessions/{id}' }, { ids: [id], options });
  }

  /**
   * Create a classroom session.
   * Give exactly one of `studentEmails`, `ou` and `deviceIds`. Students are met where they are signed in, also later. The devices begin and end the session by themselves; of two that claim the same student or device, the one with the later start is obeyed, and the earlier one lists it under `conflicts`. Needs the scope `classroom:write`.
   */
  create(input: ClassroomSessionInput, options?: CallOptions): Promise<ClassroomSession> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/classroom/sessions',
      body: 'required',
      idempotencyKey: true,
    }, { input, options });
  }

  /**
   * Extend or change a classroom session.
   * Needs the scope `classroom:write`. An extension of the specification.
   */
  update(id: string, input: ClassroomSessionPatch, options?: CallOptions): Promise<ClassroomSession> {
    return this.calls.one({
      method: 'PATCH',
      path: '/v1/classroom/sessions/{id}',
      body: 'required',
    }, { ids: [id], input, options });
  }

  /**
   * End a classroom session, or cancel one that has not begun.
   * A session that is over stays as it is. Needs the scope `classroom:write`. An extension of the specification.
   */
  end(id: string, options?: CallOptions): Promise<ClassroomSession> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/classroom/sessions/{id}/end',
      idempotencyKey: true,
    }, { ids: [id], options });
  }
}

export class WebhooksResource extends Resource {
  readonly deliveries = new WebhooksDeliveriesResource(this.calls);

  /**
   * List webhooks, without their secrets.
   * Needs the scope `webhooks:manage`. An extension of the specification.
   */
  list(input: WebhooksListInput = {}, options?: CallOptions): List<Webhook> {
    return this.calls.list({ method: 'GET', path: '/v1/webhooks' }, { input, options });
  }

  /**
   * Get one webhook, without its secret.
   * Needs the scope `webhooks:manage`. An extension of the specification.
   */
  get(id: string, options?: CallOptions): Promise<Webhook> {
    return this.calls.one({ method: 'GET', path: '/v1/webhooks/{id}' }, { ids: [id], options });
  }

  /**
   * Register a webhook; the answer has its secret.
   * Needs the scope `webhooks:manage`.
   */
  create(input: WebhookInput, options?: CallOptions): Promise<CreatedWebhook> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/webhooks',
      body: 'required',
      idempotencyKey: true,
    }, { input, options });
  }

  /**
   * Change a webhook, or enable it again.
   * Needs the scope `webhooks:manage`. An extension of the specification.
   */
  update(id: string, input: WebhookPatch, options?: CallOptions): Promise<Webhook> {
    return this.calls.one({ method: 'PATCH', path: '/v1/webhooks/{id}', body: 'required' }, { ids: [id], input, options });
  }

  /**
   * Delete a webhook with what is still to be delivered to it.
   * Needs the scope `webhooks:manage`. An extension of the specification.
   */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.calls.nothing({ method: 'DELETE', path: '/v1/webhooks/{id}' }, { ids: [id], options });
  }

  /**
   * Get the current secret of a webhook; the audit names who has read it.
   * Needs the scope `webhooks:manage`. An extension of the specification.
   */
  secret(id: string, options?: CallOptions): Promise<WebhookSecret> {
    return this.calls.one({ method: 'GET', path: '/v1/webhooks/{id}/secret' }, { ids: [id], options });
  }

  /**
   * Give a webhook a new secret at once; former ones go on signing for a grace.
   * Needs the scope `webhooks:manage`. An extension of the specification.
   */
  rotateSecret(id: string, input: WebhookRotation = {}, options?: CallOptions): Promise<WebhookSecret> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/webhooks/{id}/secret/rotate',
      body: 'optional',
      idempotencyKey: true,
    }, { ids: [id], input, options });
  }

  /**
   * Get the ed25519 public key of a webhook that signs with one.
   * Needs the scope `webhooks:manage`. An extension of the specification.
   */
  publicKey(id: string, options?: CallOptions): Promise<WebhookPublicKey> {
    return this.calls.one({ method: 'GET', path: '/v1/webhooks/{id}/public-key' }, { ids: [id], options });
  }

  /**
   * Send a sample of an event to a webhook now, and see what it answers.
   * The sample is made of the examples of this document; nothing in it exists. Its `sequence` is 0. It is in no list of events or deliveries, and what comes of it counts neither for nor against the webhook. Needs the scope `webhooks:manage`. An extension of the specification.
   */
  test(id: string, input: WebhookTestInput = {}, options?: CallOptions): Promise<WebhookTestResult> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/webhooks/{id}/test',
      body: 'optional',
      idempotencyKey: true,
    }, { ids: [id], input, options });
  }

  /**
   * Send every event of a range that the webhook has not taken.
   * Needs the scope `webhooks:manage`. An extension of the specification.
   */
  recover(id: string, input: WebhookRecoveryInput, options?: CallOptions): Promise<WebhookRecovery> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/webhooks/{id}/recover',
      body: 'required',
      idempotencyKey: true,
    }, { ids: [id], input, options });
  }

  /**
   * List the events that there are, each with a schema and an example.
   * Needs the scope `webhooks:manage`. An extension of the specification.
   */
  eventTypes(input: WebhooksEventTypesInput = {}, options?: CallOptions): List<EventTypeInfo> {
    return this.calls.list({ method: 'GET', path: '/v1/webhooks/event-types' }, { input, options });
  }
}

export class WebhooksDeliveriesResource extends Resource {
  /**
   * List the deliveries of a webhook with their last attempts, kept for 30 days.
   * Needs the scope `webhooks:manage`. An extension of the specification.
   */
  list(id: string, input: WebhooksDeliveriesListInput = {}, options?: CallOptions): List<Delivery> {
    return this.calls.list({ method: 'GET', path: '/v1/webhooks/{id}/deliveries' }, { ids: [id], input, options });
  }

  /**
   * Get one delivery with its attempts.
   * Needs the scope `webhooks:manage`. An extension of the specification.
   */
  get(id: string, deliveryId: string, options?: CallOptions): Promise<Delivery> {
    return this.calls.one({
      method: 'GET',
      path: '/v1/webhooks/{id}/deliveries/{deliveryId}',
    }, { ids: [id, deliveryId], options });
  }

  /**
   * Send the event of a delivery once more, under the same webhook-id; a failure is not retried.
   * Needs the scope `webhooks:manage`. An extension of the specification.
   */
  redeliver(id: string, deliveryId: string, options?: CallOptions): Promise<Delivery> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver',
      idempotencyKey: true,
    }, { ids: [id, deliveryId], options });
  }
}

export class EventsResource extends FollowedEvents {
  /**
   * Pull events, in the order in which they were committed.
   * The same bodies as webhooks get, whether or not there is one, kept for 30 days. To miss none, ask with `after` = the last `sequence` that you have seen: what follows is complete. An `after` that is no longer kept is answered by 410 with `oldestSequence`. Needs the scope `webhooks:manage`. An extension of the specification.
   */
  override list(input: EventsListInput = {}, options?: CallOptions): List<Event> {
    return this.calls.list({ method: 'GET', path: '/v1/events' }, { input, options });
  }

  /**
   * Get one event in full, also one whose body was too large to be pushed.
   * Needs the scope `webhooks:manage`. An extension of the specification.
   */
  get(id: string, options?: CallOptions): Promise<Event> {
    return this.calls.one({ method: 'GET', path: '/v1/events/{id}' }, { ids: [id], options });
  }
}

export class LiveResource extends Resource {
  /**
   * Follow what changes, as server-sent events.
   * A stream of `text/event-stream` (WHATWG HTML, section 9.2) that stays open. It shows what the caller may read by the `GET` of each thing, in the caller’s reach: messages `device`, `command`, `alert`, `access-request`, `classroom-session`, `override` and `policy` hold the whole thing as it is now, `removed` its type and id. `many` names a type of which too much has changed at once: read it again. `counters` has the summary of devices, the policy version that each should enforce, and the open alerts by severity: at the beginning, and at most every 10 seconds when something has changed. `ready` begins the stream, and a `heartbeat` comes every 15 seconds. A client that comes back sends `Last-Event-ID`, and hears what it has missed, or `reset`: read everything again. `session-ended` is the last message of a session that is over. An account has 12 streams at most: one more ends the oldest. Being read counts as no use of the session. Needs a dashboard session; no API key opens it. An extension of the specification.
   */
  follow(options?: CallOptions): Promise<void> {
    return this.calls.nothing({ method: 'GET', path: '/v1/live' }, { options });
  }
}

export class SearchResource extends Resource {
  /**
   * Find devices, people, units and policies by a word.
   * Names that begin with the text come first, then whatever has all of its words: in the name, serial or asset tag of a device, in the name, e-mail address or external id of a user, in the name of a unit, in the name or description of a policy. Shows the types that the caller may read (`devices:read`, `users:read`, `policies:read`), in the caller’s reach. Any valid key may call it. An extension of the specification.
   */
  find(input: SearchFindInput, options?: CallOptions): Promise<SearchResult> {
    return this.calls.one({ method: 'GET', path: '/v1/search' }, { input, options });
  }
}

export class AttentionResource extends Resource {
  /**
   * What needs a person now, the most urgent first.
   * Each kind with how many there are, since when, and the address that answers with exactly those: alerts about the safety of people; a full disk; on-line devices that are unprotected, behind for more than 10 minutes, or whose lock is unconfirmed for more than 5; requests for access that wait for more than 10 minutes; devices that ask to be enrolled anew; held updates of category lists; failing webhooks; addresses to which mails about alerts cannot be sent; API keys that expire within 14 days; a backup that is older than a week. A caller sees what the linked call would answer to it. Any valid key may call it. An extension of the specification.
   */
  get(options?: CallOptions): Promise<Attention> {
    return this.calls.one({ method: 'GET', path: '/v1/attention' }, { options });
  }
}

export class ScopesResource extends Resource {
  /**
   * List the scopes, and which of them this key has.
   * Any valid key may call it. An extension of the specification.
   */
  list(input: ScopesListInput = {}, options?: CallOptions): List<ScopeInfo> {
    return this.calls.list({ method: 'GET', path: '/v1/scopes' }, { input, options });
  }
}

export class AuditResource extends Resource {
  /**
   * List who changed or looked at what, newest first.
   * Who is limited to a unit gets the entries whose actor or target is of that unit or of one below it. Looks at what people did are entries too (`logs.viewed`): the first of a caller with a filter at once, those that follow within ten minutes together. An `action` is `campus.updated`, `device.unenrolled`, …. Needs a dashboard session with the role `owner` or `admin`; no API key opens it. An extension of the specification.
   */
  list(input: AuditListInput = {}, options?: CallOptions): List<AuditEntry> {
    return this.calls.list({ method: 'GET', path: '/v1/audit' }, { input, options });
  }
}

export class KeysResource extends Resource {
  /**
   * List API keys, revoked ones too.
   * Needs a dashboard session with the role `owner`; no API key opens it. An extension of the specification.
   */
  list(input: KeysListInput = {}, options?: CallOptions): List<ApiKey> {
    return this.calls.list({ method: 'GET', path: '/v1/keys' }, { input, options });
  }

  /**
   * Get one API key; never its secrets.
   * Needs a dashboard session with the role `owner`; no API key opens it. An extension of the specification.
   */
  get(id: string, options?: CallOptions): Promise<ApiKey> {
    return this.calls.one({ method: 'GET', path: '/v1/keys/{id}' }, { ids: [id], options });
  }

  /**
   * Make an API key; its secret is shown this once.
   * Needs a dashboard session with the role `owner`; no API key opens it. An extension of the specification.
   */
  create(input: ApiKeyInput, options?: CallOptions): Promise<CreatedApiKey> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/keys',
      body: 'required',
      idempotencyKey: true,
    }, { input, options });
  }

  /**
   * Change what an API key may do, and until when.
   * Needs a dashboard session with the role `owner`; no API key opens it. An extension of the specification.
   */
  update(id: string, input: ApiKeyPatch, options?: CallOptions): Promise<ApiKey> {
    return this.calls.one({ method: 'PATCH', path: '/v1/keys/{id}', body: 'required' }, { ids: [id], input, options });
  }

  /**
   * Revoke an API key at once and for good.
   * The record stays and can still be read, for its usage. A second time is 404. Needs a dashboard session with the role `owner`; no API key opens it. An extension of the specification.
   */
  revoke(id: string, options?: CallOptions): Promise<void> {
    return this.calls.nothing({ method: 'DELETE', path: '/v1/keys/{id}' }, { ids: [id], options });
  }

  /**
   * Give an API key a new secret, shown this once; the former one ends after a grace.
   * Needs a dashboard session with the role `owner`; no API key opens it. An extension of the specification.
   */
  rotate(id: string, input: ApiKeyRotation = {}, options?: CallOptions): Promise<CreatedApiKey> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/keys/{id}/rotate',
      body: 'optional',
      idempotencyKey: true,
    }, { ids: [id], input, options });
  }

  /**
   * What an API key was used for: requests and errors by UTC day and operation.
   * `from` and `to` are days, both included; the default is the last 30, at most 90. Needs a dashboard session with the role `owner`; no API key opens it. An extension of the specification.
   */
  usage(id: string, input: KeysUsageInput = {}, options?: CallOptions): Promise<ApiKeyUsage> {
    return this.calls.one({ method: 'GET', path: '/v1/keys/{id}/usage' }, { ids: [id], input, options });
  }
}

export class AccountsResource extends Resource {
  /**
   * List the dashboard accounts that the caller manages.
   * Needs a dashboard session with the role `owner` or `admin`; no API key opens it. An extension of the specification.
   */
  list(input: AccountsListInput = {}, options?: CallOptions): List<Account> {
    return this.calls.list({ method: 'GET', path: '/v1/accounts' }, { input, options });
  }

  /**
   * Get one dashboard account.
   * Needs a dashboard session with the role `owner` or `admin`; no API key opens it. An extension of the specification.
   */
  get(id: string, options?: CallOptions): Promise<Account> {
    return this.calls.one({ method: 'GET', path: '/v1/accounts/{id}' }, { ids: [id], options });
  }

  /**
   * Make a dashboard account; it has no password until its invitation is used.
   * Needs a dashboard session with the role `owner` or `admin`; no API key opens it. An extension of the specification.
   */
  create(input: AccountInput, options?: CallOptions): Promise<Account> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/accounts',
      body: 'required',
      idempotencyKey: true,
    }, { input, options });
  }

  /**
   * Change a dashboard account.
   * A change of role, unit, status or address ends its sessions at once. Needs a dashboard session with the role `owner` or `admin`; no API key opens it. An extension of the specification.
   */
  update(id: string, input: AccountPatch, options?: CallOptions): Promise<Account> {
    return this.calls.one({ method: 'PATCH', path: '/v1/accounts/{id}', body: 'required' }, { ids: [id], input, options });
  }

  /**
   * Delete a dashboard account and end its sessions.
   * Needs a dashboard session with the role `owner` or `admin`; no API key opens it. An extension of the specification.
   */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.calls.nothing({ method: 'DELETE', path: '/v1/accounts/{id}' }, { ids: [id], options });
  }

  /**
   * Make a one-time token with which the person sets a first or new password, within seven days.
   * The token is shown this once; an older one of the account ends. It is used at `POST /v1/session/invite`. Needs a dashboard session with the role `owner` or `admin`; no API key opens it. An extension of the specification.
   */
  invite(id: string, options?: CallOptions): Promise<AccountInvite> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/accounts/{id}/invite',
      idempotencyKey: true,
    }, { ids: [id], options });
  }

  /**
   * Make a link with which a person sets a new password, within the hour.
   * The link is shown this once, and sent to the person where the server sends e-mail. The present password works until the link is used. An account without a password is invited instead. Needs a dashboard session with the role `owner` or `admin`; no API key opens it. An extension of the specification.
   */
  resetPassword(id: string, options?: CallOptions): Promise<PasswordResetLink> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/accounts/{id}/password-reset',
      idempotencyKey: true,
    }, { ids: [id], options });
  }

  /**
   * Take away the second factor of a person who has lost it, and end the account’s sessions.
   * The person is told by e-mail where the server sends any. Needs a dashboard session with the role `owner` or `admin`; no API key opens it. An extension of the specification.
   */
  removeSecondFactor(id: string, options?: CallOptions): Promise<void> {
    return this.calls.nothing({ method: 'DELETE', path: '/v1/accounts/{id}/second-factor' }, { ids: [id], options });
  }
}

export class SessionResource extends Resource {
  /**
   * Who is signed in, and what they may do.
   * Needs a dashboard session; no API key opens it. An extension of the specification.
   */
  get(options?: CallOptions): Promise<Session> {
    return this.calls.one({ method: 'GET', path: '/v1/session' }, { options });
  }

  /**
   * Sign in to the dashboard with an e-mail address and a password.
   * The answer sets the session cookie. An account with a second factor also needs `code`: without it the answer is 401 `second_factor_required`. After some failures the next attempt has to wait: 429. Needs no key. An extension of the specification.
   */
  signIn(input: SignIn, options?: CallOptions): Promise<Session> {
    return this.calls.one({ method: 'POST', path: '/v1/session', body: 'required' }, { input, options });
  }

  /**
   * Sign out: end this session at once.
   * Needs a dashboard session; no API key opens it. An extension of the specification.
   */
  signOut(options?: CallOptions): Promise<void> {
    return this.calls.nothing({ method: 'DELETE', path: '/v1/session' }, { options });
  }

  /**
   * Set a password with the token of an invitation, and sign in.
   * Needs no key. An extension of the specification.
   */
  acceptInvite(input: InviteAcceptance, options?: CallOptions): Promise<Session> {
    return this.calls.one({ method: 'POST', path: '/v1/session/invite', body: 'required' }, { input, options });
  }

  /**
   * Set your own password; every session of the account ends, and a new one is opened here.
   * Needs a dashboard session; no API key opens it. An extension of the specification.
   */
  changePassword(input: PasswordChange, options?: CallOptions): Promise<Session> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/session/password',
      body: 'required',
      idempotencyKey: true,
    }, { input, options });
  }
}

export class DashboardSessionsResource extends Resource {
  /**
   * List your own open sessions: since when, last used, and from where they were opened.
   * `lastUsedAt` is exact to a minute. The newest 500 at most. Needs a dashboard session; no API key opens it. An extension of the specification.
   */
  list(input: DashboardSessionsListInput = {}, options?: CallOptions): List<DashboardSession> {
    return this.calls.list({ method: 'GET', path: '/v1/dashboard-sessions' }, { input, options });
  }

  /**
   * End one of your own sessions at once.
   * Needs a dashboard session; no API key opens it. An extension of the specification.
   */
  end(id: string, options?: CallOptions): Promise<void> {
    return this.calls.nothing({ method: 'DELETE', path: '/v1/dashboard-sessions/{id}' }, { ids: [id], options });
  }

  /**
   * End all of your sessions but this one at once.
   * Needs a dashboard session; no API key opens it. An extension of the specification.
   */
  endOthers(options?: CallOptions): Promise<void> {
    return this.calls.nothing({
      method: 'POST',
      path: '/v1/dashboard-sessions/end-others',
      idempotencyKey: true,
    }, { options });
  }
}

export class AccountResource extends Resource {
  /**
   * How you want the dashboard: language, theme and saved views.
   * Needs a dashboard session; no API key opens it. An extension of the specification.
   */
  getPreferences(options?: CallOptions): Promise<AccountPreferences> {
    return this.calls.one({ method: 'GET', path: '/v1/account/preferences' }, { options });
  }

  /**
   * Change how you want the dashboard.
   * At most 40 saved views. Two views of one page have different names. Needs a dashboard session; no API key opens it. An extension of the specification.
   */
  updatePreferences(input: AccountPreferencesPatch, options?: CallOptions): Promise<AccountPreferences> {
    return this.calls.one({
      method: 'PATCH',
      path: '/v1/account/preferences',
      body: 'required',
    }, { input, options });
  }

  /**
   * Whether signing in with your password asks for a code too, and how many recovery codes are left.
   * Needs a dashboard session; no API key opens it. An extension of the specification.
   */
  getSecondFactor(options?: CallOptions): Promise<SecondFactor> {
    return this.calls.one({ method: 'GET', path: '/v1/account/second-factor' }, { options });
  }

  /**
   * Begin a second factor: codes of an authenticator program (TOTP, RFC 6238).
   * The secret is shown this once. Nothing changes until a code confirms it, within the hour. Who signs in through the school’s OpenID provider is not asked for a code here: the provider does that. Needs a dashboard session; no API key opens it. An extension of the specification.
   */
  beginSecondFactor(input: SecondFactorStart, options?: CallOptions): Promise<SecondFactorSetup> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/account/second-factor',
      body: 'required',
      idempotencyKey: true,
    }, { input, options });
  }

  /**
   * Confirm the second factor with a first code; signing in asks for one from now on.
   * The answer has 10 recovery codes, shown this once. Each signs in once in place of a code. Needs a dashboard session; no API key opens it. An extension of the specification.
   */
  confirmSecondFactor(input: SecondFactorConfirmation, options?: CallOptions): Promise<RecoveryCodes> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/account/second-factor/confirm',
      body: 'required',
      idempotencyKey: true,
    }, { input, options });
  }

  /**
   * Get new recovery codes, with your password or a code; the old ones end.
   * Needs a dashboard session; no API key opens it. An extension of the specification.
   */
  renewRecoveryCodes(input: SecondFactorProof = {}, options?: CallOptions): Promise<RecoveryCodes> {
    return this.calls.one({
      method: 'POST',
      path: '/v1/account/second-factor/recovery-codes',
      body: 'required',
      idempotencyKey: true,
    }, { input, options });
  }

  /**
   * Take your second factor away, with your password or a code.
   * Needs a dashboard session; no API key opens it. An extension of the specification.
   */
  removeSecondFactor(input: SecondFactorProof = {}, options?: CallOptions): Promise<void> {
    return this.calls.nothing({
      method: 'DELETE',
      path: '/v1/account/second-factor',
      body: 'required',
    }, { input, options });
  }
}

export class PasswordResetsResource extends Resource {
  /**
   * Have a link to a new password sent to your e-mail address.
   * The answer is the same whether or not somebody has this address. The mail comes to people who have a password; its link works once, within 60 minutes. At most three mails in half an hour: their links stay good. A server without mail settings sends none: then an administrator makes the link (`POST /v1/accounts/{id}/password-reset`), and `schoolgate sign-in-link` on the server is the last resort. Needs no key. An extension of the specification.
   */
  request(input: PasswordResetRequest, options?: CallOptions): Promise<PasswordResetAccepted> {
    return this.calls.one({ method: 'POST', path: '/v1/password-resets', body: 'required' }, { input, options });
  }

  /**
   * Set a new password with the token of a link.
   * Every session, link and invitation of the account ends. It signs nobody in, and a second factor stays. The person is told by e-mail. Needs no key. An extension of the specification.
   */
  use(input: PasswordResetUse, options?: CallOptions): Promise<void> {
    return this.calls.nothing({
      method: 'POST',
      path: '/v1/password-resets/use',
      body: 'required',
    }, { input, options });
  }
}

export class OrganizationResource extends Resource {
  /**
   * Get the settings of the organisation, and where each value comes from.
   * Secrets are never shown: `passwordSet` and `clientSecretSet` say whether there is one. Chat rooms are webhooks of a chat kind (`POST /v1/webhooks`). Who is limited to a unit is refused. Needs the scope `organization:manage`. An extension of the specification.
   */
  get(options?: CallOptions): Promise<Organization> {
    return this.calls.one({ method: 'GET', path: '/v1/organization' }, { options });
  }

  /**
   * Set settings of the organisation in the place of what the configuration file says.
   * What is set here takes effect at once, also in every device’s policies, and wins over the file until null takes it back. `mail`, `singleSignOn`, `plan` and a lower `retention.auditDays` are set by an owner who is signed in. A secret belongs to the server and the name that it was set for: with others it is given anew. Needs the scope `organization:manage`. An extension of the specification.
   */
  update(input: OrganizationPatch, options?: CallOptions): Promise<Organization> {
    return this.calls.one({ method: 'PATCH', path: '/v1/organization', body: 'required' }, { input, options });
  }
}

/** Every resource of the API. */
export abstract class Resources extends Resource {
  readonly devices = new DevicesResource(this.calls);
  readonly commands = new CommandsResource(this.calls);
  readonly enrollmentTokens = new EnrollmentTokensResource(this.calls);
  readonly enrollmentRequests = new EnrollmentRequestsResource(this.calls);
  readonly campuses = new CampusesResource(this.calls);
  readonly users = new UsersResource(this.calls);
  readonly ous = new OusResource(this.calls);
  readonly policies = new PoliciesResource(this.calls);
  readonly overrides = new OverridesResource(this.calls);
  readonly accessRequests = new AccessRequestsResource(this.calls);
  readonly categories = new CategoriesResource(this.calls);
  readonly logs = new LogsResource(this.calls);
  readonly alerts = new AlertsResource(this.calls);
  readonly alertRules = new AlertRulesResource(this.calls);
  readonly alertNotifications = new AlertNotificationsResource(this.calls);
  readonly activity = new ActivityResource(this.calls);
  readonly reports = new ReportsResource(this.calls);
  readonly evidence = new EvidenceResource(this.calls);
  readonly classroom = new ClassroomResource(this.calls);
  readonly webhooks = new WebhooksResource(this.calls);
  readonly events = new EventsResource(this.calls);
  readonly live = new LiveResource(this.calls);
  readonly search = new SearchResource(this.calls);
  readonly attention = new AttentionResource(this.calls);
  readonly scopes = new ScopesResource(this.calls);
  readonly audit = new AuditResource(this.calls);
  readonly keys = new KeysResource(this.calls);
  readonly accounts = new AccountsResource(this.calls);
  readonly session = new SessionResource(this.calls);
  readonly dashboardSessions = new DashboardSessionsResource(this.calls);
  readonly account = new AccountResource(this.calls);
  readonly passwordResets = new PasswordResetsResource(this.calls);
  readonly organization = new OrganizationResource(this.calls);
}
