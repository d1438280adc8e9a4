// Made from openapi/openapi.json by `npm run sdk`. Nobody edits it.

/** A text that this version of the client does not know: a newer server may send others. */
type Other = string & Record<never, never>;

export interface AccessRequest {
  readonly alertId: string | null;
  /** How often it was asked while it was open */
  readonly count: number;
  readonly createdAt: string;
  readonly decidedAt: string | null;
  readonly decidedBy: string | null;
  readonly deviceId: string;
  /** It ends by itself then, unless it was decided */
  readonly expiresAt: string;
  readonly host: string;
  readonly id: string;
  readonly lastAskedAt: string;
  /** What the student wrote */
  readonly note: string | null;
  /** The unit of the device at that time */
  readonly ou: string;
  /** The overrides that the decision made; that of the host first */
  readonly overrideIds: readonly string[];
  readonly policyId: string | null;
  /** The rule that blocked, as the device tells */
  readonly ruleId: string | null;
  readonly status: AccessRequestStatus;
  readonly updatedAt: string;
  /** The whole address, where the filter saw it: of pages without encryption */
  readonly url: string | null;
  /** Who was signed in on the device at that time; null = it cannot be told */
  readonly user: string | null;
  /** The answer in words, which the student reads */
  readonly words: string | null;
}

export interface AccessRequestAllowed {
  /** More hosts to allow with it, such as those of `alsoRefused` */
  readonly alsoHosts?: readonly string[] | undefined;
  readonly decision: 'allow';
  /**
   * `student`: the person who asked, on every device. `session`: the class of the lesson that the device is in now. `ou`: the unit of the person, else of the device, with all below it.
   */
  readonly for: AccessRequestAllowedFor;
  readonly ttlMinutes: number;
  readonly words?: string | undefined;
}

export type AccessRequestAllowedFor =
  | 'student'
  | 'device'
  | 'session'
  | 'ou'
  | 'everyone'
  | Other;

export interface AccessRequestDecided {
  /** Other requests for this host that the same decision answered */
  readonly alsoDecided: readonly string[];
  readonly overrides: readonly Override[];
  readonly request: AccessRequest;
}

export type AccessRequestDecision =
  | AccessRequestAllowed
  | AccessRequestRefused;

/** `verdict`: how the request was decided at that time, with the chain, as `explainVerdict` tells; absent when the device is gone. */
export interface AccessRequestDetail {
  readonly alertId: string | null;
  /** The other open requests for this host in the reach of the caller, the oldest first */
  readonly alsoAsking: readonly AccessRequest[];
  /**
   * Other hosts that the filter refused this person on this device within two minutes before: a page needs more than its own host. Null = the caller may not read logs
   */
  readonly alsoRefused: readonly AlsoRefusedHost[] | null;
  /** How often it was asked while it was open */
  readonly count: number;
  readonly createdAt: string;
  readonly decidedAt: string | null;
  readonly decidedBy: string | null;
  readonly deviceId: string;
  /** It ends by itself then, unless it was decided */
  readonly expiresAt: string;
  readonly host: string;
  readonly id: string;
  readonly lastAskedAt: string;
  /** What the student wrote */
  readonly note: string | null;
  /** The unit of the device at that time */
  readonly ou: string;
  /** The overrides that the decision made; that of the host first */
  readonly overrideIds: readonly string[];
  readonly policyId: string | null;
  /** The rule that blocked, as the device tells */
  readonly ruleId: string | null;
  readonly status: AccessRequestDetailStatus;
  readonly updatedAt: string;
  /** The whole address, where the filter saw it: of pages without encryption */
  readonly url: string | null;
  /** Who was signed in on the device at that time; null = it cannot be told */
  readonly user: string | null;
  readonly verdict?: Explanation;
  /** The answer in words, which the student reads */
  readonly words: string | null;
}

export type AccessRequestDetailStatus =
  | 'open'
  | 'allowed'
  | 'refused'
  | 'expired'
  | Other;

export interface AccessRequestRefused {
  readonly decision: 'refuse';
  /** Refuses the other open requests for this host in your reach too */
  readonly others?: boolean | undefined;
  readonly words: string;
}

export type AccessRequestStatus =
  | 'open'
  | 'allowed'
  | 'refused'
  | 'expired'
  | Other;

export interface Account {
  readonly createdAt: string;
  readonly email: string;
  readonly hasPassword: boolean;
  readonly id: string;
  readonly lastSignInAt: string | null;
  readonly linked: boolean;
  readonly name: string;
  readonly ou: string | null;
  readonly role: AccountRole;
  readonly secondFactor: boolean;
  readonly status: AccountStatus;
  readonly updatedAt: string;
}

export interface AccountInput {
  readonly email: string;
  readonly name: string;
  /** The one unit, with its subtree, that the person reaches: its path or `ou_` id; null = all. */
  readonly ou?: string | null | undefined;
  readonly role: AccountRole;
}

export interface AccountInvite {
  readonly accountId: string;
  readonly expiresAt: string;
  readonly token: string;
}

export interface AccountPatch {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  /** The one unit, with its subtree, that the person reaches: its path or `ou_` id; null = all. */
  readonly ou?: string | null | undefined;
  readonly role?: AccountRole | undefined;
  readonly status?: AccountStatus | undefined;
}

export interface AccountPreferences {
  /** Null = as the browser asks for. */
  readonly language: AccountPreferencesLanguage | null;
  readonly savedViews: readonly SavedView[];
  readonly theme: AccountPreferencesTheme;
  readonly updatedAt: string | null;
}

export type AccountPreferencesLanguage =
  | 'en'
  | 'es'
  | Other;

export interface AccountPreferencesPatch {
  readonly language?: AccountPreferencesLanguage | null | undefined;
  readonly savedViews?: readonly SavedView[] | null | undefined;
  readonly theme?: AccountPreferencesTheme | null | undefined;
}

export type AccountPreferencesTheme =
  | 'system'
  | 'light'
  | 'dark'
  | Other;

export type AccountRole =
  | 'owner'
  | 'admin'
  | 'helpdesk'
  | 'teacher'
  | 'viewer'
  | Other;

export type AccountStatus =
  | 'active'
  | 'disabled'
  | Other;

export interface Activity {
  readonly category: string | null;
  readonly deviceId: string;
  readonly domain: string | null;
  readonly durationSeconds: number | null;
  readonly flagged: boolean;
  readonly id: string;
  readonly kind: ActivityKind;
  readonly ou: string;
  readonly timestamp: string;
  readonly title: string | null;
  /**
   * True when the device did not tell that `user` was signed in there at that time: the name is the word of this record alone. It is in no report, and no alert names that person for it.
   */
  readonly unproven: boolean;
  readonly url: string | null;
  readonly user: string | null;
}

export type ActivityKind =
  | 'visit'
  | 'search'
  | 'video'
  | 'app'
  | 'signin'
  | Other;

export interface Alert {
  readonly acknowledgedAt: string | null;
  readonly acknowledgedBy: string | null;
  readonly createdAt: string;
  readonly details: AlertDetails;
  readonly deviceId: string | null;
  readonly id: string;
  readonly lastSeenAt: string;
  readonly note: string | null;
  readonly ou: string;
  readonly policyId: string | null;
  readonly resolvedAt: string | null;
  /** Null also when what it is about has ended by itself */
  readonly resolvedBy: string | null;
  readonly severity: AlertSeverity;
  readonly status: AlertStatus;
  /** When it was made; lists are ordered by it */
  readonly timestamp: string;
  readonly title: string;
  readonly type: AlertType;
  readonly updatedAt: string;
  readonly user: string | null;
}

export interface AlertAcknowledgedData {
  readonly alert: Alert;
}

export interface AlertCreatedData {
  readonly alert: Alert;
}

export interface AlertDetails {
  readonly battery?: number;
  readonly campusId?: string;
  readonly category?: string;
  /** How often it was seen; repeats raise it instead of making more alerts */
  readonly count: number;
  /** The first ones that were seen */
  readonly domains?: readonly string[];
  readonly language?: string;
  readonly occurredAt?: string;
  readonly periodMinutes?: number;
  /** The rule that somebody asks about */
  readonly ruleId?: string;
  readonly since?: string;
  /** The phrase of the list that fits */
  readonly term?: string;
  /** True when the device named a person who, as far as it told, was not signed in there then: the alert is about the device, and `user` is null */
  readonly unproven?: boolean;
  readonly violations?: number;
  /** As the device tells it */
  readonly what?: string;
}

export interface AlertNotifications {
  /** Addresses to which the last mail could not be sent; it is tried again */
  readonly failing: readonly string[];
  /** False: the server has no mail server (`[smtp]` of its configuration), so nothing is sent */
  readonly mailServer: boolean;
  readonly quietHours: AlertNotificationsQuietHours | null;
  readonly recipients: readonly AlertRecipient[];
  /** The zone of `quietHours`: the organisation’s */
  readonly timezone: string;
  readonly updatedAt: string | null;
}

export interface AlertNotificationsPatch {
  readonly quietHours?: AlertNotificationsQuietHours | null | undefined;
  /** All of them: what is not named is removed. */
  readonly recipients?: readonly AlertRecipientInput[] | null | undefined;
}

export interface AlertNotificationsQuietHours {
  /** The days on which they begin. `to` before `from` ends on the next day. */
  readonly days: readonly AlertNotificationsQuietHoursDay[];
  /** `HH:MM`, local time of the zone. */
  readonly from: string;
  /** `HH:MM`, local time of the zone. */
  readonly to: string;
}

export type AlertNotificationsQuietHoursDay =
  | 'mon'
  | 'tue'
  | 'wed'
  | 'thu'
  | 'fri'
  | 'sat'
  | 'sun'
  | Other;

export interface AlertPatch {
  readonly note?: string | null | undefined;
  readonly status?: AlertStatus | undefined;
}

export interface AlertRecipient {
  readonly emails: readonly string[];
  readonly minSeverity: AlertRecipientMinSeverity;
  /** Path of the unit; with its subtree */
  readonly ou: string;
}

export interface AlertRecipientInput {
  readonly emails: readonly string[];
  /** Alerts that are less severe are not mailed. Default: `high`. */
  readonly minSeverity?: AlertRecipientMinSeverity | undefined;
  /** Path of a unit that exists (`/Springfield/High`), or its `ou_` id; with its subtree. */
  readonly ou: string;
}

export type AlertRecipientMinSeverity =
  | 'info'
  | 'low'
  | 'medium'
  | 'high'
  | 'critical'
  | Other;

export interface AlertResolvedData {
  readonly alert: Alert;
}

export interface AlertRule {
  /** How many minutes it lasts before there is an alert. */
  readonly afterMinutes?: number;
  /** The members that the school has set; the others are the defaults */
  readonly changed: readonly AlertRuleChanged[];
  /** How often it happens before there is an alert. */
  readonly count?: number;
  readonly defaults: AlertRuleDefaults;
  readonly enabled: boolean;
  readonly intendedSeverity?: AlertRuleIntendedSeverity;
  /** At most so many percent make an alert. */
  readonly low?: number;
  readonly meaning: string;
  /** What can be set, what it means and within what bounds */
  readonly members: readonly AlertRuleMember[];
  /** Within how many minutes it happens so often. */
  readonly periodMinutes?: number;
  /** At least so many percent end it; more than “low”. */
  readonly recovered?: number;
  /** A repeat within so many minutes after the last one joins the alert instead of making another. */
  readonly repeatMinutes?: number;
  /** Whether it is about the safety of people */
  readonly safety: boolean;
  readonly severity: AlertRuleSeverity;
  readonly tamperSeverity?: AlertRuleTamperSeverity;
  readonly type: AlertRuleType;
  readonly updatedAt: string | null;
  /** What the school gives up by the rule as it is */
  readonly warnings: readonly string[];
}

export type AlertRuleChanged =
  | 'enabled'
  | 'severity'
  | 'tamperSeverity'
  | 'intendedSeverity'
  | 'repeatMinutes'
  | 'count'
  | 'periodMinutes'
  | 'afterMinutes'
  | 'low'
  | 'recovered'
  | Other;

export interface AlertRuleDefaults {
  /** How many minutes it lasts before there is an alert. */
  readonly afterMinutes?: number;
  /** How often it happens before there is an alert. */
  readonly count?: number;
  readonly enabled: boolean;
  readonly intendedSeverity?: AlertRuleDefaultsIntendedSeverity;
  /** At most so many percent make an alert. */
  readonly low?: number;
  /** Within how many minutes it happens so often. */
  readonly periodMinutes?: number;
  /** At least so many percent end it; more than “low”. */
  readonly recovered?: number;
  /** A repeat within so many minutes after the last one joins the alert instead of making another. */
  readonly repeatMinutes?: number;
  readonly severity: AlertRuleDefaultsSeverity;
  readonly tamperSeverity?: AlertRuleDefaultsTamperSeverity;
}

export type AlertRuleDefaultsIntendedSeverity =
  | 'info'
  | 'low'
  | 'medium'
  | 'high'
  | 'critical'
  | Other;

export type AlertRuleDefaultsSeverity =
  | 'info'
  | 'low'
  | 'medium'
  | 'high'
  | 'critical'
  | Other;

export type AlertRuleDefaultsTamperSeverity =
  | 'info'
  | 'low'
  | 'medium'
  | 'high'
  | 'critical'
  | Other;

export type AlertRuleIntendedSeverity =
  | 'info'
  | 'low'
  | 'medium'
  | 'high'
  | 'critical'
  | Other;

export interface AlertRuleMember {
  readonly maximum: number | null;
  readonly meaning: string;
  readonly minimum: number | null;
  readonly name: AlertRuleMemberName;
}

export type AlertRuleMemberName =
  | 'enabled'
  | 'severity'
  | 'tamperSeverity'
  | 'intendedSeverity'
  | 'repeatMinutes'
  | 'count'
  | 'periodMinutes'
  | 'afterMinutes'
  | 'low'
  | 'recovered'
  | Other;

export interface AlertRulePatch {
  /** How many minutes it lasts before there is an alert. */
  readonly afterMinutes?: number | null | undefined;
  /** How often it happens before there is an alert. */
  readonly count?: number | null | undefined;
  readonly enabled?: boolean | null | undefined;
  readonly intendedSeverity?: AlertRuleIntendedSeverity | null | undefined;
  /** At most so many percent make an alert. */
  readonly low?: number | null | undefined;
  /** Within how many minutes it happens so often. */
  readonly periodMinutes?: number | null | undefined;
  /** At least so many percent end it; more than “low”. */
  readonly recovered?: number | null | undefined;
  /** A repeat within so many minutes after the last one joins the alert instead of making another. */
  readonly repeatMinutes?: number | null | undefined;
  readonly severity?: AlertRuleSeverity | null | undefined;
  readonly tamperSeverity?: AlertRuleTamperSeverity | null | undefined;
}

export type AlertRuleSeverity =
  | 'info'
  | 'low'
  | 'medium'
  | 'high'
  | 'critical'
  | Other;

export type AlertRuleTamperSeverity =
  | 'info'
  | 'low'
  | 'medium'
  | 'high'
  | 'critical'
  | Other;

export type AlertRuleType =
  | 'game_detected'
  | 'repeated_violations'
  | 'self_harm_search'
  | 'violence_search'
  | 'bypass_attempt'
  | 'access_request'
  | 'geofence_breach'
  | 'unprotected_device'
  | 'low_battery'
  | 'category_update_held'
  | 'alert_flood'
  | 'disk_reserve'
  | 'device_reenrollment'
  | Other;

export type AlertSeverity =
  | 'info'
  | 'low'
  | 'medium'
  | 'high'
  | 'critical'
  | Other;

export type AlertStatus =
  | 'open'
  | 'acknowledged'
  | 'resolved'
  | Other;

export type AlertType =
  | 'game_detected'
  | 'repeated_violations'
  | 'self_harm_search'
  | 'violence_search'
  | 'bypass_attempt'
  | 'access_request'
  | 'geofence_breach'
  | 'unprotected_device'
  | 'low_battery'
  | 'category_update_held'
  | 'alert_flood'
  | 'disk_reserve'
  | 'device_reenrollment'
  | Other;

export interface AlsoRefusedHost {
  readonly category: string | null;
  readonly count: number;
  readonly host: string;
}

export interface ApiKey {
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly id: string;
  readonly ipAllowList: readonly string[];
  readonly name: string;
  readonly ou: string | null;
  readonly primary: ApiKeySlot;
  /** Requests a minute instead of the tier’s; null = the tier’s. */
  readonly rateLimitOverride: number | null;
  readonly revokedAt: string | null;
  readonly scopes: readonly Scope[];
  readonly secondary: ApiKeySlot | null;
  readonly tier: ApiKeyTier;
  readonly updatedAt: string;
}

export interface ApiKeyExpiringData {
  readonly expiresAt: string;
  readonly keyId: string;
  readonly name: string;
}

export interface ApiKeyInput {
  readonly expiresAt?: string | Date | null | undefined;
  readonly ipAllowList?: readonly string[] | undefined;
  readonly name: string;
  /** Path of an organisational unit (`/Springfield/High`) or its `ou_` id. */
  readonly ou?: string | null | undefined;
  readonly preset?: ApiKeyPreset | undefined;
  /** Requests a minute instead of the tier’s; null = the tier’s. */
  readonly rateLimitOverride?: number | null | undefined;
  readonly scopes?: readonly Scope[] | undefined;
  readonly tier?: ApiKeyTier | undefined;
}

export interface ApiKeyPatch {
  readonly expiresAt?: string | Date | null | undefined;
  readonly ipAllowList?: readonly string[] | undefined;
  readonly name?: string | undefined;
  /** Path of an organisational unit (`/Springfield/High`) or its `ou_` id. */
  readonly ou?: string | null | undefined;
  readonly preset?: ApiKeyPreset | undefined;
  /** Requests a minute instead of the tier’s; null = the tier’s. */
  readonly rateLimitOverride?: number | null | undefined;
  readonly scopes?: readonly Scope[] | undefined;
  readonly tier?: ApiKeyTier | undefined;
}

export type ApiKeyPreset =
  | 'read-only'
  | 'full'
  | Other;

export interface ApiKeyRotation {
  /** How long the former secret still works; default 86400. 0 ends every other secret now. */
  readonly graceSeconds?: number | undefined;
}

export interface ApiKeySlot {
  readonly createdAt: string;
  /** What may be shown of the secret: its ends. */
  readonly display: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
}

export type ApiKeyTier =
  | 'development'
  | 'standard'
  | 'professional'
  | 'enterprise'
  | Other;

export interface ApiKeyUsage {
  readonly days: readonly ApiKeyUsageDay[];
  readonly errors: number;
  readonly from: string;
  readonly keyId: string;
  readonly lastUse: ApiKeyUsageLastUse | null;
  readonly requests: number;
  readonly to: string;
}

export interface ApiKeyUsageDay {
  readonly date: string;
  readonly errors: number;
  readonly operation: string;
  readonly requests: number;
}

export interface ApiKeyUsageLastUse {
  readonly at: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

export interface Attention {
  readonly data: readonly AttentionItem[];
  readonly generatedAt: string;
}

export interface AttentionItem {
  readonly count: number;
  readonly kind: AttentionItemKind;
  /** The address of the API that answers with exactly those; null = it is about nothing in the API */
  readonly link: string | null;
  readonly severity: AttentionItemSeverity;
  /** Of the longest waiting one; null = not told */
  readonly since: string | null;
}

export type AttentionItemKind =
  | 'safety_alert'
  | 'disk_full'
  | 'unprotected_devices'
  | 'access_requests'
  | 'enrollment_requests'
  | 'devices_behind'
  | 'locks_unconfirmed'
  | 'held_category_lists'
  | 'failing_webhook'
  | 'failing_alert_mail'
  | 'expiring_api_key'
  | 'old_backup'
  | Other;

export type AttentionItemSeverity =
  | 'info'
  | 'low'
  | 'medium'
  | 'high'
  | 'critical'
  | Other;

export interface AuditEntry {
  readonly action: string;
  /** `key_…`, `acc_…`, `cli` (a command on the server) or `system`. */
  readonly actor: string;
  /** What differs; only `after` for what was made, only `before` for what is gone. */
  readonly changes: AuditEntryChanges;
  /** SHA-256 over this entry and the hash of the one before: `schoolgate audit verify` checks it. */
  readonly hash: string;
  readonly id: string;
  readonly ip: string | null;
  readonly requestId: string | null;
  /** Grows by 1 with every entry of the organisation. */
  readonly sequence: number;
  readonly target: string | null;
  readonly timestamp: string;
  readonly userAgent: string | null;
}

/** What differs; only `after` for what was made, only `before` for what is gone. */
export interface AuditEntryChanges {
  readonly after?: Readonly<Record<string, unknown>>;
  readonly before?: Readonly<Record<string, unknown>>;
}

export interface Campus {
  readonly bssids: readonly string[];
  readonly cidrs: readonly string[];
  readonly createdAt: string;
  readonly gatewayMacs: readonly string[];
  readonly geofence: CampusGeofence | null;
  readonly id: string;
  readonly name: string;
  readonly ssids: readonly string[];
  readonly updatedAt: string;
}

export interface CampusGeofence {
  readonly lat: number;
  readonly lon: number;
  readonly radiusMeters: number;
}

export interface CampusInput {
  readonly bssids?: readonly string[] | undefined;
  readonly cidrs?: readonly string[] | undefined;
  readonly gatewayMacs?: readonly string[] | undefined;
  readonly geofence?: CampusGeofence | null | undefined;
  readonly name: string;
  readonly ssids?: readonly string[] | undefined;
}

export interface CampusPatch {
  readonly bssids?: readonly string[] | undefined;
  readonly cidrs?: readonly string[] | undefined;
  readonly gatewayMacs?: readonly string[] | undefined;
  readonly geofence?: CampusGeofence | null | undefined;
  readonly name?: string | undefined;
  readonly ssids?: readonly string[] | undefined;
}

export interface Category {
  readonly domainCount: number;
  readonly id: string;
  readonly name: string;
}

/** A category, how many names the index of `updatedAt` holds of it, and where they come from. */
export interface CategoryDetails {
  readonly description: string;
  readonly domainCount: number;
  readonly id: string;
  readonly name: string;
  /** Which sources give it names, and how many: `schoolgate` is what ships. */
  readonly sources: readonly CategoryDetailsSource[];
  readonly updatedAt: string | null;
}

export interface CategoryDetailsSource {
  readonly id: string;
  readonly names: number;
}

/** The categories of a domain, as devices see them, and which sources say so. */
export interface CategoryMatches {
  readonly categories: readonly CategoryMatchesCategory[];
  /** As it is compared. */
  readonly domain: string;
}

export interface CategoryMatchesCategory {
  readonly id: string;
  readonly matches: readonly CategoryMatchesCategoryMatch[];
  readonly name: string;
}

export interface CategoryMatchesCategoryMatch {
  /** The domain itself, or one above it. */
  readonly name: string;
  readonly readAt: string | null;
  /** The id of a source; `schoolgate` for what ships; `suggestions` for what people here have accepted. */
  readonly source: string;
}

/** A list that gives names to categories. */
export interface CategorySource {
  readonly category: string | null;
  readonly checkedAt: string | null;
  readonly createdAt: string;
  readonly format: CategorySourceFormat;
  readonly id: string;
  /** Whether it is a file of the server. */
  readonly local: boolean;
  /** Where the server fetches it; null for a file of the server. */
  readonly location: string | null;
  readonly mapping: Readonly<Record<string, string | null>>;
  readonly names: number;
  readonly problem: string | null;
  /** Names of the last reading that were left out. */
  readonly refused: number;
  /** `held`: what it says now is suspicious and waits for a person. What was read before stays in use, as it does when it `failed`. */
  readonly state: CategorySourceState;
  /**
   * How far the update is that somebody has asked for by the API, of whichever source: the source that is read now, which one of how many, and how much of it.
   */
  readonly update: CategorySourceUpdate | null;
  readonly updatedAt: string;
  readonly vouched: readonly string[];
}

export type CategorySourceFormat =
  | 'plain'
  | 'hosts'
  | 'adblock'
  | 'rpz'
  | 'ut1'
  | Other;

/** One of the catalogue by its `id` alone; or a list of your own with `location`, `format` and `category`. */
export interface CategorySourceInput {
  readonly category?: string | null | undefined;
  readonly format?: CategorySourceFormat | undefined;
  readonly id: string;
  /** An http or https address that the server reaches. Files of the server are for its command line. */
  readonly location?: string | undefined;
  /** Of a `ut1` archive: its categories by ours where that differs from the usual; null leaves one out. */
  readonly mapping?: Readonly<Record<string, string | null>> | undefined;
}

/** What to change. `mapping` is replaced whole. */
export interface CategorySourcePatch {
  readonly category?: string | null | undefined;
  /** An http or https address that the server reaches. Files of the server are for its command line. */
  readonly location?: string | undefined;
  /** Of a `ut1` archive: its categories by ours where that differs from the usual; null leaves one out. */
  readonly mapping?: Readonly<Record<string, string | null>> | undefined;
}

export interface CategorySourceRelease {
  readonly accept?: readonly string[] | undefined;
}

export type CategorySourceState =
  | 'new'
  | 'current'
  | 'failed'
  | 'held'
  | Other;

/**
 * How far the update is that somebody has asked for by the API, of whichever source: the source that is read now, which one of how many, and how much of it.
 */
export interface CategorySourceUpdate {
  readonly bytes: number | null;
  readonly number: number | null;
  readonly of: number | null;
  readonly source: string | null;
  readonly startedAt: string;
  readonly step: CategorySourceUpdateStep;
}

export type CategorySourceUpdateStep =
  | 'read'
  | 'compile'
  | Other;

/** That a domain is `missing` in a category, or in a `wrong` one. An accepted one is in force. */
export interface CategorySuggestion {
  readonly category: string;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly decidedAt: string | null;
  readonly decidedBy: string | null;
  /** As it is compared. */
  readonly domain: string;
  readonly id: string;
  readonly kind: CategorySuggestionKind;
  readonly note: string | null;
  readonly status: CategorySuggestionStatus;
  readonly updatedAt: string;
}

export type CategorySuggestionDecision =
  | 'accepted'
  | 'declined'
  | Other;

export interface CategorySuggestionInput {
  readonly category: string;
  /** The very name that is missing or wrong. */
  readonly domain: string;
  readonly kind: CategorySuggestionKind;
  readonly note?: string | null | undefined;
}

export type CategorySuggestionKind =
  | 'missing'
  | 'wrong'
  | Other;

export interface CategorySuggestionPatch {
  readonly status: CategorySuggestionDecision;
}

export type CategorySuggestionStatus =
  | 'open'
  | 'accepted'
  | 'declined'
  | Other;

export interface ClassroomSession {
  readonly allowedUrls: readonly string[];
  readonly conflicts: readonly ClassroomSessionConflict[];
  readonly createdAt: string;
  readonly createdBy: string;
  readonly deviceIds: readonly string[];
  readonly durationMinutes: number;
  readonly endedAt: string | null;
  readonly endsAt: string;
  readonly id: string;
  /** `open`: the teacher watches. `focus`: only `allowedUrls` (a locked block of a policy still holds). `locked`: the screens are locked. */
  readonly mode: ClassroomSessionMode;
  readonly name: string;
  readonly ou: string | null;
  readonly startsAt: string;
  readonly status: ClassroomSessionStatus;
  readonly studentEmails: readonly string[];
  readonly teacher: string;
  readonly updatedAt: string;
}

/** A later session that took over students or devices: there it is obeyed, until it ends. */
export interface ClassroomSessionConflict {
  readonly deviceIds: readonly string[];
  readonly endedAt: string | null;
  readonly sessionId: string;
  readonly since: string;
  readonly studentEmails: readonly string[];
  readonly teacher: string;
}

export interface ClassroomSessionConflictData {
  /** A later session that took over students or devices: there it is obeyed, until it ends. */
  readonly conflict: ClassroomSessionConflict;
  readonly session: ClassroomSession;
}

export interface ClassroomSessionEndedData {
  readonly reason: ClassroomSessionEndedDataReason;
  readonly session: ClassroomSession;
}

export type ClassroomSessionEndedDataReason =
  | 'time'
  | 'ended'
  | Other;

/** Whom it is for: exactly one of `studentEmails`, `ou` and `deviceIds`. */
export interface ClassroomSessionInput {
  /** A host with all below it (`geogebra.org`), or a host and path prefix (`wiki.example/maths`). */
  readonly allowedUrls?: readonly string[] | undefined;
  readonly deviceIds?: readonly string[] | null | undefined;
  readonly durationMinutes: number;
  /** `open`: the teacher watches. `focus`: only `allowedUrls` (a locked block of a policy still holds). `locked`: the screens are locked. */
  readonly mode?: ClassroomSessionMode | undefined;
  readonly name: string;
  /** Path of a unit or its `ou_` id: its devices and its people, with all below it. */
  readonly ou?: string | null | undefined;
  readonly startsAt?: string | Date | null | undefined;
  readonly studentEmails?: readonly string[] | null | undefined;
  /** E-mail address; compared without regard to case. */
  readonly teacher: string;
}

export type ClassroomSessionMode =
  | 'open'
  | 'focus'
  | 'locked'
  | Other;

export interface ClassroomSessionPatch {
  /** A host with all below it (`geogebra.org`), or a host and path prefix (`wiki.example/maths`). */
  readonly allowedUrls?: readonly string[] | undefined;
  /** Counted from the start; the end must lie ahead. */
  readonly durationMinutes?: number | undefined;
  /** `open`: the teacher watches. `focus`: only `allowedUrls` (a locked block of a policy still holds). `locked`: the screens are locked. */
  readonly mode?: ClassroomSessionMode | undefined;
  readonly name?: string | undefined;
}

export interface ClassroomSessionStartedData {
  readonly session: ClassroomSession;
}

export type ClassroomSessionStatus =
  | 'scheduled'
  | 'active'
  | 'ended'
  | 'cancelled'
  | Other;

export interface Command {
  readonly acknowledgedAt: string | null;
  /** The batch that made it; null = it was sent to one device. A lock that was open already is also in every later batch that asked for it. */
  readonly batchId: string | null;
  readonly completedAt: string | null;
  readonly createdAt: string;
  readonly deviceId: string;
  readonly error: CommandError | null;
  readonly expiresAt: string;
  readonly id: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly requestedBy: string | null;
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly sentAt: string | null;
  readonly status: CommandStatus;
  readonly type: CommandType;
}

export interface CommandBatch {
  readonly cancelledAt: string | null;
  readonly counts: CommandBatchCounts;
  readonly createdAt: string;
  readonly id: string;
  readonly rejected: readonly CommandBatchRejected[];
  /** Devices that could not have the command; one batch tells which, under `rejected`. */
  readonly rejectedCount: number;
  readonly requestedBy: string | null;
  /** The batch whose failed commands this one repeats. */
  readonly retryOf: string | null;
  /** Devices whose turn had not come when the batch was cancelled: they have no command of it. */
  readonly skipped: number;
  /** `running` while a command is open or a device waits for its turn. */
  readonly status: CommandBatchStatus;
  readonly total: number;
  readonly type: CommandType;
  /** Devices whose turn has not come, while a big batch is being carried out; 0 once every device has its command. */
  readonly waiting: number;
}

export interface CommandBatchCancellation {
  readonly batch: CommandBatch;
  /** Commands that this call took back. */
  readonly cancelled: number;
  /** Commands that stay: they had been sent or had ended, or another order asked for the same lock or unlock. */
  readonly notCancelled: number;
}

export interface CommandBatchCounts {
  readonly acknowledged?: number;
  readonly cancelled?: number;
  readonly expired?: number;
  readonly failed?: number;
  readonly queued?: number;
  readonly sent?: number;
  readonly succeeded?: number;
  readonly superseded?: number;
}

export type CommandBatchInput =
  | CommandBatchInputCollectDiagnostics
  | CommandBatchInputLocate
  | CommandBatchInputLock
  | CommandBatchInputMessage
  | CommandBatchInputOpenUrl
  | CommandBatchInputRestart
  | CommandBatchInputSelfTest
  | CommandBatchInputShutdown
  | CommandBatchInputSignOut
  | CommandBatchInputSyncPolicy
  | CommandBatchInputUnenroll
  | CommandBatchInputUnlock
  | CommandBatchInputUpdateAgent;

export interface CommandBatchInputCollectDiagnostics {
  readonly deviceIds?: readonly string[] | undefined;
  readonly expiresInSeconds?: number | undefined;
  readonly filter?: CommandBatchInputFilter | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** The `token` of a preview of this batch. Not for the preview itself. */
  readonly token?: string | undefined;
  readonly type: 'collect_diagnostics';
}

export interface CommandBatchInputFilter {
  readonly agentVersion?: readonly string[] | undefined;
  readonly campus?: readonly DeviceCampus[] | undefined;
  /** Last seen before this RFC 3339 date-time. */
  readonly lastSeenBefore?: string | undefined;
  readonly lock?: readonly DeviceLockState[] | undefined;
  /** Its lock has its present state since before this RFC 3339 date-time. */
  readonly lockSinceBefore?: string | undefined;
  readonly maxBattery?: number | undefined;
  /** Reports this policy version or an older one; a device that has reported none does not match. */
  readonly maxPolicyVersion?: number | undefined;
  readonly minBattery?: number | undefined;
  /** Reports this policy version or a newer one. */
  readonly minPolicyVersion?: number | undefined;
  readonly os?: readonly string[] | undefined;
  readonly ou?: readonly string[] | undefined;
  readonly platform?: readonly DevicePlatform[] | undefined;
  readonly policyVersion?: readonly number[] | undefined;
  readonly protection?: readonly DeviceProtectionState[] | undefined;
  readonly protectionReason?: readonly string[] | undefined;
  /** Its protection has its present state since before this RFC 3339 date-time. */
  readonly protectionSinceBefore?: string | undefined;
  /** Part of name, user, serial or asset tag, without regard to case. */
  readonly q?: string | undefined;
  readonly status?: readonly DeviceStatus[] | undefined;
  readonly tag?: readonly string[] | undefined;
  readonly user?: readonly string[] | undefined;
}

export interface CommandBatchInputLocate {
  readonly deviceIds?: readonly string[] | undefined;
  readonly expiresInSeconds?: number | undefined;
  readonly filter?: CommandBatchInputFilter | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** The `token` of a preview of this batch. Not for the preview itself. */
  readonly token?: string | undefined;
  readonly type: 'locate';
}

export interface CommandBatchInputLock {
  readonly deviceIds?: readonly string[] | undefined;
  readonly expiresInSeconds?: number | undefined;
  readonly filter?: CommandBatchInputFilter | undefined;
  readonly params?: LockParams | undefined;
  /** The `token` of a preview of this batch. Not for the preview itself. */
  readonly token?: string | undefined;
  readonly type: 'lock';
}

export interface CommandBatchInputMessage {
  readonly deviceIds?: readonly string[] | undefined;
  readonly expiresInSeconds?: number | undefined;
  readonly filter?: CommandBatchInputFilter | undefined;
  readonly params: CommandBatchInputMessageParams;
  /** The `token` of a preview of this batch. Not for the preview itself. */
  readonly token?: string | undefined;
  readonly type: 'message';
}

export interface CommandBatchInputMessageParams {
  readonly text: string;
}

export interface CommandBatchInputOpenUrl {
  readonly deviceIds?: readonly string[] | undefined;
  readonly expiresInSeconds?: number | undefined;
  readonly filter?: CommandBatchInputFilter | undefined;
  readonly params: CommandBatchInputOpenUrlParams;
  /** The `token` of a preview of this batch. Not for the preview itself. */
  readonly token?: string | undefined;
  readonly type: 'open_url';
}

export interface CommandBatchInputOpenUrlParams {
  readonly url: string;
}

export interface CommandBatchInputRestart {
  readonly deviceIds?: readonly string[] | undefined;
  readonly expiresInSeconds?: number | undefined;
  readonly filter?: CommandBatchInputFilter | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** The `token` of a preview of this batch. Not for the preview itself. */
  readonly token?: string | undefined;
  readonly type: 'restart';
}

export interface CommandBatchInputSelfTest {
  readonly deviceIds?: readonly string[] | undefined;
  readonly expiresInSeconds?: number | undefined;
  readonly filter?: CommandBatchInputFilter | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** The `token` of a preview of this batch. Not for the preview itself. */
  readonly token?: string | undefined;
  readonly type: 'self_test';
}

export interface CommandBatchInputShutdown {
  readonly deviceIds?: readonly string[] | undefined;
  readonly expiresInSeconds?: number | undefined;
  readonly filter?: CommandBatchInputFilter | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** The `token` of a preview of this batch. Not for the preview itself. */
  readonly token?: string | undefined;
  readonly type: 'shutdown';
}

export interface CommandBatchInputSignOut {
  readonly deviceIds?: readonly string[] | undefined;
  readonly expiresInSeconds?: number | undefined;
  readonly filter?: CommandBatchInputFilter | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** The `token` of a preview of this batch. Not for the preview itself. */
  readonly token?: string | undefined;
  readonly type: 'sign_out';
}

export interface CommandBatchInputSyncPolicy {
  readonly deviceIds?: readonly string[] | undefined;
  readonly expiresInSeconds?: number | undefined;
  readonly filter?: CommandBatchInputFilter | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** The `token` of a preview of this batch. Not for the preview itself. */
  readonly token?: string | undefined;
  readonly type: 'sync_policy';
}

export interface CommandBatchInputUnenroll {
  readonly deviceIds?: readonly string[] | undefined;
  readonly expiresInSeconds?: number | undefined;
  readonly filter?: CommandBatchInputFilter | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** The `token` of a preview of this batch. Not for the preview itself. */
  readonly token?: string | undefined;
  readonly type: 'unenroll';
}

export interface CommandBatchInputUnlock {
  readonly deviceIds?: readonly string[] | undefined;
  readonly expiresInSeconds?: number | undefined;
  readonly filter?: CommandBatchInputFilter | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** The `token` of a preview of this batch. Not for the preview itself. */
  readonly token?: string | undefined;
  readonly type: 'unlock';
}

export interface CommandBatchInputUpdateAgent {
  readonly deviceIds?: readonly string[] | undefined;
  readonly expiresInSeconds?: number | undefined;
  readonly filter?: CommandBatchInputFilter | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** The `token` of a preview of this batch. Not for the preview itself. */
  readonly token?: string | undefined;
  readonly type: 'update_agent';
}

export interface CommandBatchPreview {
  /**
   * Devices by outcome. `now`: on-line. `later`: off-line, the command waits until it expires. `already`: locked, or being locked, in the same way, or not locked where it is to be unlocked. `rejected`: cannot have the command.
   */
  readonly counts: CommandBatchPreviewCounts;
  /** At most 200 devices of each outcome. `name` is null where there is no such device; `code` and `detail` say why one is rejected. */
  readonly devices: readonly CommandBatchPreviewDevice[];
  /** The token is good until then. */
  readonly expiresAt: string;
  /** For the batch: it is sent to exactly these devices, or refused with `preview_outdated`. */
  readonly token: string;
  readonly total: number;
  readonly type: CommandType;
}

/**
 * Devices by outcome. `now`: on-line. `later`: off-line, the command waits until it expires. `already`: locked, or being locked, in the same way, or not locked where it is to be unlocked. `rejected`: cannot have the command.
 */
export interface CommandBatchPreviewCounts {
  readonly already: number;
  readonly later: number;
  readonly now: number;
  readonly rejected: number;
}

export interface CommandBatchPreviewDevice {
  readonly code: CommandBatchRejectedCode | null;
  readonly detail: string | null;
  readonly deviceId: string;
  readonly name: string | null;
  readonly outcome: CommandBatchPreviewDeviceOutcome;
}

export type CommandBatchPreviewDeviceOutcome =
  | 'now'
  | 'later'
  | 'already'
  | 'rejected'
  | Other;

export interface CommandBatchRejected {
  readonly code: CommandBatchRejectedCode;
  readonly detail: string;
  readonly deviceId: string;
}

export type CommandBatchRejectedCode =
  | 'not_found'
  | 'command_not_supported'
  | Other;

export interface CommandBatchRetry {
  /** The PIN again, for a lock that had one: it is kept nowhere. */
  readonly pin?: string | undefined;
  /** Which commands are repeated. Default: `failed` and `expired`. */
  readonly statuses?: readonly CommandBatchRetryStatus[] | undefined;
}

export type CommandBatchRetryStatus =
  | 'failed'
  | 'expired'
  | 'cancelled'
  | Other;

export type CommandBatchStatus =
  | 'running'
  | 'done'
  | Other;

export interface CommandBatchSummary {
  readonly cancelledAt: string | null;
  readonly counts: CommandBatchCounts;
  readonly createdAt: string;
  readonly id: string;
  /** Devices that could not have the command; one batch tells which, under `rejected`. */
  readonly rejectedCount: number;
  readonly requestedBy: string | null;
  /** The batch whose failed commands this one repeats. */
  readonly retryOf: string | null;
  /** Devices whose turn had not come when the batch was cancelled: they have no command of it. */
  readonly skipped: number;
  /** `running` while a command is open or a device waits for its turn. */
  readonly status: CommandBatchStatus;
  readonly total: number;
  readonly type: CommandType;
  /** Devices whose turn has not come, while a big batch is being carried out; 0 once every device has its command. */
  readonly waiting: number;
}

export interface CommandCancelledData {
  readonly command: Command;
}

export interface CommandError {
  readonly code: string;
  readonly detail: string;
}

export interface CommandExpiredData {
  readonly command: Command;
}

export interface CommandFailedData {
  readonly command: Command;
}

export type CommandRequest =
  | CommandRequestCollectDiagnostics
  | CommandRequestLocate
  | CommandRequestLock
  | CommandRequestMessage
  | CommandRequestOpenUrl
  | CommandRequestRestart
  | CommandRequestSelfTest
  | CommandRequestShutdown
  | CommandRequestSignOut
  | CommandRequestSyncPolicy
  | CommandRequestUnenroll
  | CommandRequestUnlock
  | CommandRequestUpdateAgent;

export interface CommandRequestCollectDiagnostics {
  readonly expiresInSeconds?: number | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly type: 'collect_diagnostics';
}

export interface CommandRequestLocate {
  readonly expiresInSeconds?: number | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly type: 'locate';
}

export interface CommandRequestLock {
  readonly expiresInSeconds?: number | undefined;
  readonly params?: LockParams | undefined;
  readonly type: 'lock';
}

export interface CommandRequestMessage {
  readonly expiresInSeconds?: number | undefined;
  readonly params: CommandRequestMessageParams;
  readonly type: 'message';
}

export interface CommandRequestMessageParams {
  readonly text: string;
}

export interface CommandRequestOpenUrl {
  readonly expiresInSeconds?: number | undefined;
  readonly params: CommandRequestOpenUrlParams;
  readonly type: 'open_url';
}

export interface CommandRequestOpenUrlParams {
  readonly url: string;
}

export interface CommandRequestRestart {
  readonly expiresInSeconds?: number | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly type: 'restart';
}

export interface CommandRequestSelfTest {
  readonly expiresInSeconds?: number | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly type: 'self_test';
}

export interface CommandRequestShutdown {
  readonly expiresInSeconds?: number | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly type: 'shutdown';
}

export interface CommandRequestSignOut {
  readonly expiresInSeconds?: number | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly type: 'sign_out';
}

export interface CommandRequestSyncPolicy {
  readonly expiresInSeconds?: number | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly type: 'sync_policy';
}

export interface CommandRequestUnenroll {
  readonly expiresInSeconds?: number | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly type: 'unenroll';
}

export interface CommandRequestUnlock {
  readonly expiresInSeconds?: number | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly type: 'unlock';
}

export interface CommandRequestUpdateAgent {
  readonly expiresInSeconds?: number | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly type: 'update_agent';
}

export type CommandStatus =
  | 'queued'
  | 'sent'
  | 'acknowledged'
  | 'succeeded'
  | 'failed'
  | 'expired'
  | 'cancelled'
  | 'superseded'
  | Other;

export interface CommandSucceededData {
  readonly command: Command;
}

export interface CommandSupersededData {
  readonly command: Command;
}

export type CommandType =
  | 'lock'
  | 'unlock'
  | 'message'
  | 'open_url'
  | 'restart'
  | 'shutdown'
  | 'sign_out'
  | 'sync_policy'
  | 'locate'
  | 'self_test'
  | 'collect_diagnostics'
  | 'update_agent'
  | 'unenroll'
  | Other;

export interface CreatedApiKey {
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly id: string;
  readonly ipAllowList: readonly string[];
  readonly name: string;
  readonly ou: string | null;
  readonly primary: ApiKeySlot;
  /** Requests a minute instead of the tier’s; null = the tier’s. */
  readonly rateLimitOverride: number | null;
  readonly revokedAt: string | null;
  readonly scopes: readonly Scope[];
  readonly secondary: ApiKeySlot | null;
  readonly secret: string;
  readonly tier: ApiKeyTier;
  readonly updatedAt: string;
}

export interface CreatedEnrollmentToken {
  /** What is typed on a computer to enroll it */
  readonly command: string;
  readonly createdAt: string;
  readonly deviceId: string | null;
  readonly expiresAt: string | null;
  readonly id: string;
  readonly maxUses: number | null;
  readonly name: string;
  readonly ou: string;
  /** It takes back devices that are enrolled in its unit, without their old keys and without asking. */
  readonly reEnroll: boolean;
  readonly token: string;
  readonly uses: number;
}

export interface CreatedWebhook {
  readonly createdAt: string;
  readonly description: string | null;
  /** Why Schoolgate has disabled it: `gone` (410), `no_success_for_5_days`, `restored` (a backup was restored: give it a new secret first). */
  readonly disabledReason: string | null;
  readonly enabled: boolean;
  readonly events: readonly string[];
  /** The last four attempts or more have failed. */
  readonly failing: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly id: string;
  readonly kind: WebhookKind;
  readonly lastSuccessAt: string | null;
  /** `whsec_` and 32 bytes in base64; null for a chat. */
  readonly secret: string | null;
  readonly signature: WebhookSignature;
  readonly updatedAt: string;
  /** Of a chat, masked: its address is its secret. */
  readonly url: string;
}

export interface DashboardSession {
  /** The network address of the sign-in; null = not known. */
  readonly address: string | null;
  readonly createdAt: string;
  /** Whether it is the session that asks. */
  readonly current: boolean;
  readonly expiresAt: string;
  readonly id: string;
  readonly lastUsedAt: string;
  readonly method: DashboardSessionMethod;
  /** What the browser called itself at the sign-in. */
  readonly userAgent: string | null;
}

export type DashboardSessionMethod =
  | 'link'
  | 'password'
  | 'oidc'
  | Other;

export interface Delivery {
  /** How many attempts were made, with those that are not shown. */
  readonly attemptCount: number;
  /** The newest 100; in a list the newest 3. */
  readonly attempts: readonly DeliveryAttempt[];
  readonly createdAt: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly id: string;
  readonly nextAttemptAt: string | null;
  /** As it is signed and sent. */
  readonly requestBody: string;
  readonly status: DeliveryStatus;
  readonly webhookId: string;
}

export interface DeliveryAttempt {
  readonly durationMs: number;
  readonly error: string | null;
  readonly number: number;
  /** Values of the endpoint’s own headers are masked. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** The first 16 kB; in a list of deliveries the first 1000 characters. */
  readonly responseBody: string | null;
  readonly responseStatus: number | null;
  readonly startedAt: string;
  readonly trigger: DeliveryAttemptTrigger;
}

export type DeliveryAttemptTrigger =
  | 'scheduled'
  | 'manual'
  | Other;

export type DeliveryStatus =
  | 'pending'
  | 'retrying'
  | 'succeeded'
  | 'failed'
  | Other;

export interface Device {
  readonly agentVersion: string;
  readonly assetTag: string | null;
  readonly battery: number | null;
  readonly campus: DeviceCampus;
  readonly createdAt: string;
  readonly enrolledAt: string;
  readonly id: string;
  readonly lastSeen: string;
  readonly lock: DeviceLock;
  readonly name: string;
  readonly osVersion: string;
  readonly ou: string;
  readonly platform: DevicePlatform;
  readonly protection: DeviceProtection;
  readonly serial: string | null;
  readonly status: DeviceStatus;
  readonly tags: readonly string[];
  readonly updatedAt: string;
  readonly user: string | null;
}

export type DeviceCampus =
  | 'on-campus'
  | 'off-campus'
  | 'unknown'
  | Other;

export interface DeviceEnrolledData {
  readonly device: Device;
}

export interface DeviceHistoryEntry {
  readonly battery: number | null;
  readonly campusId: string | null;
  readonly commandId: string | null;
  readonly from: DeviceHistoryEntryFrom | null;
  /** Comings and goings before this one that were not recorded one by one */
  readonly heldBack: number;
  readonly id: string;
  readonly reason: DeviceHistoryEntryReason | null;
  readonly timestamp: string;
  readonly to: DeviceHistoryEntryTo | null;
  readonly type: DeviceHistoryEntryType;
}

export type DeviceHistoryEntryFrom =
  | 'enforcing'
  | 'stale'
  | 'unprotected'
  | 'unknown'
  | Other;

export type DeviceHistoryEntryReason =
  | 'stopped'
  | 'connection_lost'
  | 'silence'
  | Other;

export type DeviceHistoryEntryTo =
  | 'enforcing'
  | 'stale'
  | 'unprotected'
  | 'unknown'
  | Other;

export type DeviceHistoryEntryType =
  | 'device.enrolled'
  | 'device.online'
  | 'device.offline'
  | 'device.protection_changed'
  | 'device.locked'
  | 'device.unlocked'
  | 'device.low_battery'
  | 'geofence.breached'
  | Other;

export interface DeviceLock {
  readonly message: string | null;
  readonly requestedBy: string | null;
  readonly since: string | null;
  readonly state: DeviceLockState;
  readonly until: string | null;
}

export type DeviceLockState =
  | 'unlocked'
  | 'locking'
  | 'locked'
  | 'unlocking'
  | Other;

export interface DeviceLockedData {
  readonly commandId: string | null;
  readonly device: Device;
}

export interface DeviceLowBatteryData {
  readonly device: Device;
}

export interface DeviceOfflineData {
  readonly device: Device;
  /** How many events about its coming and going were not sent since the one before: the device comes and goes too often. Absent = none */
  readonly heldBack?: number;
  readonly reason: DeviceOfflineDataReason;
}

export type DeviceOfflineDataReason =
  | 'stopped'
  | 'connection_lost'
  | 'silence'
  | Other;

export interface DeviceOnlineData {
  readonly device: Device;
  /** How many events about its coming and going were not sent since the one before: the device comes and goes too often. Absent = none */
  readonly heldBack?: number;
}

export interface DevicePatch {
  readonly assetTag?: string | null | undefined;
  readonly name?: string | undefined;
  /** Path of an organisational unit (`/Springfield/High`) or its `ou_` id. */
  readonly ou?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

export type DevicePlatform =
  | 'windows'
  | 'macos'
  | 'linux'
  | Other;

export interface DeviceProtection {
  readonly policyVersion: number | null;
  readonly since: string | null;
  readonly state: DeviceProtectionState;
}

export interface DeviceProtectionChangedData {
  readonly device: Device;
  readonly from: DeviceProtectionState;
  readonly to: DeviceProtectionState;
}

export type DeviceProtectionState =
  | 'enforcing'
  | 'stale'
  | 'unprotected'
  | 'unknown'
  | Other;

export interface DeviceState {
  /** `reason`: why the device is offline; null while it is online */
  readonly connection: DeviceStateConnection;
  readonly deviceId: string;
  readonly policy: DeviceStatePolicy;
  /** `reason`: in the words of the device; null when it told none */
  readonly protection: DeviceStateProtection;
  /** The last self-test by command that the device completed; null = none */
  readonly selfTest: DeviceStateSelfTest | null;
}

/** `reason`: why the device is offline; null while it is online */
export interface DeviceStateConnection {
  readonly lastSeen: string;
  readonly reason: DeviceStateConnectionReason | null;
  readonly since: string | null;
  readonly status: DeviceStateConnectionStatus;
}

export type DeviceStateConnectionReason =
  | 'stopped'
  | 'connection_lost'
  | 'silence'
  | Other;

export type DeviceStateConnectionStatus =
  | 'online'
  | 'offline'
  | Other;

export interface DeviceStatePolicy {
  readonly enforced: DeviceStatePolicyEnforced;
  /** The policies that can apply on this device, for one of the people who use it or at a time of the day */
  readonly policies: readonly DeviceStatePolicyPolicy[];
  /** Whether the device enforces what it should */
  readonly upToDate: boolean;
  /** Null = the policies are too large for a device */
  readonly wanted: DeviceStatePolicyWanted | null;
}

export interface DeviceStatePolicyEnforced {
  readonly hash: string | null;
  readonly version: number | null;
}

export interface DeviceStatePolicyPolicy {
  readonly id: string;
  readonly version: number;
}

/** Null = the policies are too large for a device */
export interface DeviceStatePolicyWanted {
  readonly hash: string;
  readonly version: number;
}

/** `reason`: in the words of the device; null when it told none */
export interface DeviceStateProtection {
  readonly reason: string | null;
  readonly since: string | null;
  readonly state: DeviceStateProtectionState;
}

export type DeviceStateProtectionState =
  | 'enforcing'
  | 'stale'
  | 'unprotected'
  | 'unknown'
  | Other;

/** The last self-test by command that the device completed; null = none */
export interface DeviceStateSelfTest {
  readonly at: string;
  readonly checks: readonly DeviceStateSelfTestCheck[];
  readonly commandId: string;
  readonly ok: boolean;
}

export interface DeviceStateSelfTestCheck {
  readonly detail: string;
  readonly name: string;
  readonly ok: boolean;
}

export type DeviceStatus =
  | 'online'
  | 'offline'
  | Other;

export interface DeviceSummary {
  /** Each combination that there is, the most frequent first */
  readonly cells: readonly DeviceSummaryCell[];
  readonly generatedAt: string;
  /** Devices of rarer combinations than those listed */
  readonly others: number;
  readonly total: number;
}

export type DeviceSummaryCampus =
  | 'on-campus'
  | 'off-campus'
  | 'unknown'
  | Other;

export interface DeviceSummaryCell {
  readonly count: number;
  readonly lock: DeviceSummaryCellLock;
  readonly policyVersion: number | null;
  readonly protection: DeviceSummaryCellProtection;
  readonly status: DeviceSummaryCellStatus;
}

export type DeviceSummaryCellLock =
  | 'unlocked'
  | 'locking'
  | 'locked'
  | 'unlocking'
  | Other;

export type DeviceSummaryCellProtection =
  | 'enforcing'
  | 'stale'
  | 'unprotected'
  | 'unknown'
  | Other;

export type DeviceSummaryCellStatus =
  | 'online'
  | 'offline'
  | Other;

export type DeviceSummaryLock =
  | 'unlocked'
  | 'locking'
  | 'locked'
  | 'unlocking'
  | Other;

export type DeviceSummaryPlatform =
  | 'windows'
  | 'macos'
  | 'linux'
  | Other;

export type DeviceSummaryProtection =
  | 'enforcing'
  | 'stale'
  | 'unprotected'
  | 'unknown'
  | Other;

export type DeviceSummaryStatus =
  | 'online'
  | 'offline'
  | Other;

export interface DeviceUnlockedData {
  readonly commandId: string | null;
  readonly device: Device;
}

export interface EnrollmentRequest {
  /** From where it asks. */
  readonly address: string;
  /** The computer that asks shows the same code: compare before you approve. */
  readonly code: string;
  readonly createdAt: string;
  readonly decidedAt: string | null;
  readonly decidedBy: string | null;
  readonly deviceId: string;
  readonly deviceName: string;
  readonly expiresAt: string;
  /** As the computer that asks calls itself. */
  readonly hostname: string;
  readonly id: string;
  readonly ou: string;
  readonly status: EnrollmentRequestStatus;
  readonly tokenId: string;
}

export type EnrollmentRequestStatus =
  | 'waiting'
  | 'approved'
  | 'refused'
  | Other;

export interface EnrollmentToken {
  readonly createdAt: string;
  readonly deviceId: string | null;
  readonly expiresAt: string | null;
  readonly id: string;
  readonly maxUses: number | null;
  readonly name: string;
  readonly ou: string;
  /** It takes back devices that are enrolled in its unit, without their old keys and without asking. */
  readonly reEnroll: boolean;
  readonly uses: number;
}

export interface EnrollmentTokenInput {
  /** For the enrolled device that is to be enrolled anew, and no other: `reEnroll`, one use, the unit of the device. */
  readonly deviceId?: string | null | undefined;
  readonly expiresAt?: string | Date | null | undefined;
  readonly maxUses?: number | null | undefined;
  readonly name: string;
  /** Path of an organisational unit (`/Springfield/High`) or its `ou_` id. */
  readonly ou?: string | undefined;
  /** Takes back devices that are enrolled in the unit, without their old keys and without asking. Needs `expiresAt`, at most 7 days ahead. */
  readonly reEnroll?: boolean | undefined;
}

export interface EventOf<Type extends string, Data> {
  readonly data: Data | TruncatedEventData;
  readonly device_id?: string;
  readonly event: Type;
  readonly id: string;
  /** Grows by 1 per organisation, from 1; 0 in the samples of the test call */
  readonly sequence: number;
  readonly timestamp: string;
  /** Always equal to `event` */
  readonly type: Type;
}

export interface EventTypeInfo {
  /** JSON Schema (2020-12) of `data` */
  readonly dataSchema: Readonly<Record<string, unknown>>;
  readonly description: string;
  readonly group: string;
  readonly sample: Event;
  readonly type: string;
}

export interface Evidence {
  readonly devices: number;
  /** Devices that enforce this version or a newer one, by their last report */
  readonly enforcing: number;
  readonly generatedAt: string;
  /** The others, each under one reason */
  readonly notEnforcing: EvidenceNotEnforcing;
  /** The unit whose subtree is counted */
  readonly ou: string;
  readonly version: number;
}

export interface EvidenceGap {
  readonly detail: string | null;
  readonly deviceId: string;
  readonly lastSeen: string;
  readonly name: string;
  readonly ou: string;
  readonly policyVersion: number | null;
  readonly protection: EvidenceGapProtection;
  readonly reason: EvidenceGapReason;
  readonly since: string | null;
}

export type EvidenceGapProtection =
  | 'enforcing'
  | 'stale'
  | 'unprotected'
  | 'unknown'
  | Other;

export type EvidenceGapReason =
  | 'offline'
  | 'unprotected'
  | 'stale'
  | 'no_report'
  | Other;

/** The others, each under one reason */
export interface EvidenceNotEnforcing {
  readonly no_report: number;
  readonly offline: number;
  readonly stale: number;
  readonly total: number;
  readonly unprotected: number;
}

/** Give `deviceId`, `user` or both. Absent: the person on the device, now, and the campus where the device is. */
export interface ExplainRequest {
  /** Name of the program that asks, or `(unknown)` for one that the device looked for and did not find. Absent: rules for programs are left out. */
  readonly app?: string | undefined;
  readonly at?: string | Date | undefined;
  readonly campus?: DeviceCampus | undefined;
  readonly deviceId?: string | undefined;
  /** A URL, or a host alone. */
  readonly url: string;
  /** E-mail address of a person, or the `usr_` id. */
  readonly user?: string | undefined;
}

export interface Explanation {
  readonly action: ExplanationAction;
  readonly chain: readonly ExplanationStep[];
  readonly input: ExplanationInput;
  readonly policyId: string | null;
  readonly policyVersion: number | null;
  readonly reason: ExplanationReason;
  readonly ruleId: string | null;
}

export type ExplanationAction =
  | 'allow'
  | 'block'
  | Other;

export interface ExplanationInput {
  readonly app: string | null;
  readonly at: string;
  readonly campus: DeviceCampus;
  readonly categories: readonly string[];
  readonly deviceId: string | null;
  readonly host: string;
  readonly ou: string;
  readonly user: string | null;
}

export type ExplanationReason =
  | 'crisis_allow'
  | 'locked_block'
  | 'locked_allow'
  | 'override'
  | 'classroom'
  | 'allow'
  | 'block'
  | 'default'
  | Other;

export interface ExplanationStep {
  readonly action: ExplanationAction;
  readonly by: string | null;
  readonly decided: boolean;
  readonly policyId: string | null;
  readonly policyVersion: number | null;
  readonly reason: ExplanationReason;
  readonly ruleId: string | null;
  readonly target: string | null;
  /** Present and true where a rule for programs matched because the program was not found (`unknownProgram` of the settings). */
  readonly unknownProgram?: boolean;
}

export interface GameDetectedData {
  /** How many requests it covers */
  readonly count: number;
  /** Null when a program was found, or a name whose request is not known yet */
  readonly log: LogEntry | null;
  /** What the agent found, as it tells it; absent where the category of a request told */
  readonly what?: string | null;
}

export interface GeofenceBreachedData {
  readonly campusId: string;
  readonly device: Device;
}

export interface HourlyReport {
  readonly from: string;
  readonly generatedAt: string;
  /** The hours that begin in the range and have begun */
  readonly hours: readonly HourlyReportHour[];
  /** The unit whose subtree is counted */
  readonly ou: string;
  readonly timezone: string;
  readonly to: string;
  readonly totals: HourlyReportTotals;
}

export interface HourlyReportHour {
  readonly at: string;
  readonly blocked: number;
  /** Whether the hour is over */
  readonly complete: boolean;
  readonly requests: number;
  /** Mean of this hour on the last four same weekdays, without those that had no request at all; `days`: how many are left. Null = none */
  readonly usual: HourlyReportHourUsual | null;
}

/** Mean of this hour on the last four same weekdays, without those that had no request at all; `days`: how many are left. Null = none */
export interface HourlyReportHourUsual {
  readonly blocked: number;
  readonly days: number;
  readonly requests: number;
}

export interface HourlyReportTotals {
  readonly blocked: number;
  readonly requests: number;
}

export interface InviteAcceptance {
  readonly password: string;
  readonly token: string;
}

/** A public list of sites that a school can add by its id. */
export interface KnownCategorySource {
  readonly added: boolean;
  readonly category: string | null;
  readonly description: string;
  readonly format: CategorySourceFormat;
  /** Where its makers tell about it. */
  readonly homepage: string;
  readonly id: string;
  readonly licence: string;
  /** Where the server fetches it. */
  readonly location: string;
  readonly megabytes: number;
  readonly names: number;
  readonly publishedEveryHours: number;
  readonly publisher: string;
  readonly recommended: boolean;
}

export interface LockParams {
  readonly durationMinutes?: number | undefined;
  readonly message?: string | undefined;
  readonly pin?: string | undefined;
}

export interface LogEntry {
  readonly action: LogEntryAction;
  /**
   * Program that asked, where the device could tell; a name can be changed. `(unknown)`: a rule for programs made the device look, and it did not find the program. Null: it did not look, or cannot tell programs.
   */
  readonly app: string | null;
  /** Where `reason` is `protection`: the way round the filter that was tried. */
  readonly bypass: LogEntryBypass | null;
  readonly campus: DeviceCampus;
  readonly category: string | null;
  readonly count: number;
  readonly deviceId: string;
  readonly domain: string | null;
  readonly id: string;
  readonly ou: string;
  readonly policyId: string | null;
  readonly policyVersion: number | null;
  readonly reason: LogEntryReason;
  readonly ruleId: string | null;
  readonly timestamp: string;
  /**
   * True when the device did not tell that `user` was signed in there at that time: the name is the word of this record alone. It is in no report, and no alert names that person for it.
   */
  readonly unproven: boolean;
  readonly url: string | null;
  readonly user: string | null;
}

export type LogEntryAction =
  | 'allow'
  | 'block'
  | Other;

export type LogEntryBypass =
  | 'foreign_dns'
  | 'dot'
  | 'doq'
  | 'doh'
  | 'quic'
  | 'ech'
  | 'private_relay'
  | 'unnamed_host'
  | 'false_address'
  | 'vpn'
  | 'tor'
  | 'proxy_misuse'
  | 'guest'
  | Other;

export type LogEntryReason =
  | 'crisis_allow'
  | 'locked_block'
  | 'locked_allow'
  | 'override'
  | 'classroom'
  | 'allow'
  | 'block'
  | 'default'
  | 'protection'
  | Other;

/** The settings in force. `updatedAt`: when one was last set here; null = never. */
export interface Organization {
  /** Completes a bare account name to an e-mail address. */
  readonly accountDomain: string;
  /** Whom to call, shown on locked screens. */
  readonly helpLine: string | null;
  /** Days without school; `from` and `to` belong to them. At most 400 days in all. */
  readonly holidays: readonly OrganizationHoliday[];
  readonly logLevel: OrganizationLogLevel;
  readonly mail: OrganizationMail;
  readonly name: string;
  readonly plan: OrganizationPlan;
  /**
   * Resolvers that devices ask in the place of those of their network: addresses, or DNS over https such as `https://dns.school.example/dns-query`. Empty: those of the network.
   */
  readonly resolvers: readonly string[];
  readonly retention: OrganizationRetention;
  /** When lessons are, in the time zone of the organisation; `to` before `from` ends on the next day. Empty: always. */
  readonly schoolHours: readonly OrganizationSchoolHour[];
  readonly singleSignOn: OrganizationSingleSignOn;
  /**
   * Where each value comes from: `here` = it was set by this API, `file` = the configuration file, a variable of the environment or a flag, `default` = nobody has set it.
   */
  readonly sources: OrganizationSources;
  /** IANA name, `Europe/Madrid`. */
  readonly timeZone: string;
  readonly updatedAt: string | null;
  readonly version: number;
}

export interface OrganizationHoliday {
  readonly from: string;
  readonly name: string;
  readonly to: string;
}

export interface OrganizationInputMail {
  /** `reports@school.example` or `Schoolgate <reports@school.example>`. */
  readonly from?: string | null | undefined;
  readonly host?: string | null | undefined;
  /** It is stored encrypted and never shown. */
  readonly password?: string | null | undefined;
  /** 0: 587. With 465 the connection is encrypted from its start. */
  readonly port?: number | null | undefined;
  /** Who gets the weekly report, and is told of a disabled webhook. */
  readonly reportRecipients?: readonly string[] | null | undefined;
  readonly user?: string | null | undefined;
}

export interface OrganizationInputRetention {
  /** What people did. */
  readonly activityDays?: number | null | undefined;
  /** Alerts. */
  readonly alertsDays?: number | null | undefined;
  /** Who changed or looked at what. */
  readonly auditDays?: number | null | undefined;
  /** That events of devices came in. */
  readonly deviceEventsDays?: number | null | undefined;
  /** Decided requests, with the counts that name people. */
  readonly logsDays?: number | null | undefined;
}

export interface OrganizationInputSingleSignOn {
  /** Only people of these domains sign in; empty = of any. */
  readonly allowedDomains?: readonly string[] | null | undefined;
  readonly clientId?: string | null | undefined;
  /** It is stored encrypted and never shown. */
  readonly clientSecret?: string | null | undefined;
  /** Roles by the provider’s claim `groups`. The highest counts, and follows at each sign-in. */
  readonly groupRoles?: readonly OrganizationSingleSignOnGroupRole[] | null | undefined;
  /** `https://accounts.google.com`. */
  readonly issuer?: string | null | undefined;
  /** `none`: only people who have an account sign in. */
  readonly newAccountRole?: OrganizationInputSingleSignOnNewAccountRole | null | undefined;
  readonly trustEmail?: boolean | null | undefined;
}

export type OrganizationInputSingleSignOnNewAccountRole =
  | 'none'
  | 'admin'
  | 'helpdesk'
  | 'teacher'
  | 'viewer'
  | Other;

export type OrganizationLogLevel =
  | 'debug'
  | 'info'
  | 'warn'
  | 'error'
  | 'silent'
  | Other;

export interface OrganizationMail {
  readonly from: string | null;
  /** Null = no e-mail is sent. */
  readonly host: string | null;
  readonly passwordSet: boolean;
  /** 0: 587. With 465 the connection is encrypted from its start. */
  readonly port: number;
  /** Who gets the weekly report, and is told of a disabled webhook. */
  readonly reportRecipients: readonly string[];
  readonly user: string | null;
}

/**
 * A merge patch (RFC 7396): null takes a value, or a whole group of them, back to what the configuration file says. An empty text means none, as in the file. Arrays are replaced whole.
 */
export interface OrganizationPatch {
  /** Completes a bare account name to an e-mail address. */
  readonly accountDomain?: string | null | undefined;
  /** Whom to call, shown on locked screens. */
  readonly helpLine?: string | null | undefined;
  /** Days without school; `from` and `to` belong to them. At most 400 days in all. */
  readonly holidays?: readonly OrganizationHoliday[] | null | undefined;
  readonly logLevel?: OrganizationLogLevel | null | undefined;
  readonly mail?: OrganizationInputMail | null | undefined;
  readonly name?: string | null | undefined;
  readonly plan?: OrganizationPlan | undefined;
  /**
   * Resolvers that devices ask in the place of those of their network: addresses, or DNS over https such as `https://dns.school.example/dns-query`. Empty: those of the network.
   */
  readonly resolvers?: readonly string[] | null | undefined;
  readonly retention?: OrganizationInputRetention | null | undefined;
  /** When lessons are, in the time zone of the organisation; `to` before `from` ends on the next day. Empty: always. */
  readonly schoolHours?: readonly OrganizationSchoolHour[] | null | undefined;
  readonly singleSignOn?: OrganizationInputSingleSignOn | null | undefined;
  /** IANA name, `Europe/Madrid`. */
  readonly timeZone?: string | null | undefined;
}

export type OrganizationPlan =
  | 'enterprise'
  | 'professional'
  | 'standard'
  | 'development'
  | Other;

export interface OrganizationRetention {
  /** What people did. */
  readonly activityDays: number;
  /** Alerts. */
  readonly alertsDays: number;
  /** Who changed or looked at what. */
  readonly auditDays: number;
  /** That events of devices came in. */
  readonly deviceEventsDays: number;
  /** Decided requests, with the counts that name people. */
  readonly logsDays: number;
}

export interface OrganizationSchoolHour {
  readonly days: readonly OrganizationSchoolHourDay[];
  readonly from: string;
  readonly to: string;
}

export type OrganizationSchoolHourDay =
  | 'mon'
  | 'tue'
  | 'wed'
  | 'thu'
  | 'fri'
  | 'sat'
  | 'sun'
  | Other;

export interface OrganizationSingleSignOn {
  /** Only people of these domains sign in; empty = of any. */
  readonly allowedDomains: readonly string[];
  readonly clientId: string | null;
  readonly clientSecretSet: boolean;
  /** Roles by the provider’s claim `groups`. The highest counts, and follows at each sign-in. */
  readonly groupRoles: readonly OrganizationSingleSignOnGroupRole[];
  /** Null = nobody signs in by a provider. */
  readonly issuer: string | null;
  readonly newAccountRole: OrganizationSingleSignOnNewAccountRole | null;
  readonly trustEmail: boolean;
}

export interface OrganizationSingleSignOnGroupRole {
  readonly group: string;
  readonly role: OrganizationSingleSignOnGroupRoleRole;
}

export type OrganizationSingleSignOnGroupRoleRole =
  | 'admin'
  | 'helpdesk'
  | 'teacher'
  | 'viewer'
  | Other;

export type OrganizationSingleSignOnNewAccountRole =
  | 'admin'
  | 'helpdesk'
  | 'teacher'
  | 'viewer'
  | Other;

/**
 * Where each value comes from: `here` = it was set by this API, `file` = the configuration file, a variable of the environment or a flag, `default` = nobody has set it.
 */
export interface OrganizationSources {
  readonly accountDomain: OrganizationSourcesAccountDomain;
  readonly helpLine: OrganizationSourcesHelpLine;
  readonly holidays: OrganizationSourcesHolidays;
  readonly logLevel: OrganizationSourcesLogLevel;
  readonly mail: OrganizationSourcesMail;
  readonly name: OrganizationSourcesName;
  readonly resolvers: OrganizationSourcesResolvers;
  readonly retention: OrganizationSourcesRetention;
  readonly schoolHours: OrganizationSourcesSchoolHours;
  readonly singleSignOn: OrganizationSourcesSingleSignOn;
  readonly timeZone: OrganizationSourcesTimeZone;
}

export type OrganizationSourcesAccountDomain =
  | 'default'
  | 'file'
  | 'here'
  | Other;

export type OrganizationSourcesHelpLine =
  | 'default'
  | 'file'
  | 'here'
  | Other;

export type OrganizationSourcesHolidays =
  | 'default'
  | 'file'
  | 'here'
  | Other;

export type OrganizationSourcesLogLevel =
  | 'default'
  | 'file'
  | 'here'
  | Other;

export interface OrganizationSourcesMail {
  readonly from: OrganizationSourcesMailFrom;
  readonly host: OrganizationSourcesMailHost;
  readonly password: OrganizationSourcesMailPassword;
  readonly port: OrganizationSourcesMailPort;
  readonly reportRecipients: OrganizationSourcesMailReportRecipients;
  readonly user: OrganizationSourcesMailUser;
}

export type OrganizationSourcesMailFrom =
  | 'default'
  | 'file'
  | 'here'
  | Other;

export type OrganizationSourcesMailHost =
  | 'default'
  | 'file'
  | 'here'
  | Other;

export type OrganizationSourcesMailPassword =
  | 'default'
  | 'file'
  | 'here'
  | Other;

export type OrganizationSourcesMailPort =
  | 'default'
  | 'file'
  | 'here'
  | Other;

export type OrganizationSourcesMailReportRecipients =
  | 'default'
  | 'file'
  | 'here'
  | Other;

export type OrganizationSourcesMailUser =
  | 'default'
  | 'file'
  | 'here'
  | Other;

export type OrganizationSourcesName =
  | 'default'
  | 'file'
  | 'here'
  | Other;

export type OrganizationSourcesResolvers =
  | 'default'
  | 'file'
  | 'here'
  | Other;

export interface OrganizationSourcesRetention {
  readonly activityDays: OrganizationSourcesRetentionActivityDays;
  readonly alertsDays: OrganizationSourcesRetentionAlertsDays;
  readonly auditDays: OrganizationSourcesRetentionAuditDays;
  readonly deviceEventsDays: OrganizationSourcesRetentionDeviceEventsDays;
  readonly logsDays: OrganizationSourcesRetentionLogsDays;
}

export type OrganizationSourcesRetentionActivityDays =
  | 'default'
  | 'file'
  | 'here'
  | Other;

export type OrganizationSourcesRetentionAlertsDays =
  | 'default'
  | 'file'
  | 'here'
  | Other;

export type OrganizationSourcesRetentionAuditDays =
  | 'default'
  | 'file'
  | 'here'
  | Other;

export type OrganizationSourcesRetentionDeviceEventsDays =
  | 'default'
  | 'file'
  | 'here'
  | Other;

export type OrganizationSourcesRetentionLogsDays =
  | 'default'
  | 'file'
  | 'here'
  | Other;

export type OrganizationSourcesSchoolHours =
  | 'default'
  | 'file'
  | 'here'
  | Other;

export interface OrganizationSourcesSingleSignOn {
  readonly allowedDomains: OrganizationSourcesSingleSignOnAllowedDomains;
  readonly clientId: OrganizationSourcesSingleSignOnClientId;
  readonly clientSecret: OrganizationSourcesSingleSignOnClientSecret;
  readonly groupRoles: OrganizationSourcesSingleSignOnGroupRoles;
  readonly issuer: OrganizationSourcesSingleSignOnIssuer;
  readonly newAccountRole: OrganizationSourcesSingleSignOnNewAccountRole;
  readonly trustEmail: OrganizationSourcesSingleSignOnTrustEmail;
}

export type OrganizationSourcesSingleSignOnAllowedDomains =
  | 'default'
  | 'file'
  | 'here'
  | Other;

export type OrganizationSourcesSingleSignOnClientId =
  | 'default'
  | 'file'
  | 'here'
  | Other;

export type OrganizationSourcesSingleSignOnClientSecret =
  | 'default'
  | 'file'
  | 'here'
  | Other;

export type OrganizationSourcesSingleSignOnGroupRoles =
  | 'default'
  | 'file'
  | 'here'
  | Other;

export type OrganizationSourcesSingleSignOnIssuer =
  | 'default'
  | 'file'
  | 'here'
  | Other;

export type OrganizationSourcesSingleSignOnNewAccountRole =
  | 'default'
  | 'file'
  | 'here'
  | Other;

export type OrganizationSourcesSingleSignOnTrustEmail =
  | 'default'
  | 'file'
  | 'here'
  | Other;

export type OrganizationSourcesTimeZone =
  | 'default'
  | 'file'
  | 'here'
  | Other;

export interface Ou {
  readonly createdAt: string;
  /** Devices of the unit and of all below it: the `total` of `GET /v1/devices?ou=…`. */
  readonly deviceCount: number;
  readonly id: string;
  /** The root is named `/`. */
  readonly name: string;
  readonly parentId: string | null;
  readonly path: string;
  readonly updatedAt: string;
  /** Users of the unit and of all below it: the `total` of `GET /v1/users?ou=…`. */
  readonly userCount: number;
}

export interface OuInput {
  /** Case-sensitive, without `/`; unique among its siblings without regard to case. `.` and `..` are no names. */
  readonly name: string;
  /** `ou_` id of the unit above, or its path. */
  readonly parentId?: string | null | undefined;
}

export interface OuPatch {
  /** Case-sensitive, without `/`; unique among its siblings without regard to case. `.` and `..` are no names. */
  readonly name?: string | undefined;
  /** `ou_` id of the unit above, or its path. */
  readonly parentId?: string | undefined;
}

export interface Override {
  readonly createdAt: string;
  readonly createdBy: string;
  readonly endedAt: string | null;
  readonly expiresAt: string;
  readonly id: string;
  readonly reason: string | null;
  readonly scope: OverrideScope;
  readonly site: string;
  readonly updatedAt: string;
}

export interface OverrideCreatedData {
  readonly override: Override;
}

export interface OverrideEndedData {
  readonly override: Override;
  readonly reason: OverrideEndedDataReason;
}

export type OverrideEndedDataReason =
  | 'expired'
  | 'ended'
  | Other;

export interface OverrideInput {
  readonly reason?: string | null | undefined;
  readonly scope: OverrideInputScope;
  /** A host, or a URL whose host is taken; all hosts below it are meant too. */
  readonly site: string;
  readonly ttlMinutes: number;
}

export type OverrideInputScope =
  | OverrideInputScopeDevice
  | OverrideInputScopeOu
  | OverrideInputScopeSession
  | OverrideInputScopeStudent;

export interface OverrideInputScopeDevice {
  readonly id: string;
  readonly type: 'device';
}

export interface OverrideInputScopeOu {
  /** `ou_` id or path; with all below it. */
  readonly id: string;
  readonly type: 'ou';
}

export interface OverrideInputScopeSession {
  readonly id: string;
  readonly type: 'session';
}

export interface OverrideInputScopeStudent {
  /** `usr_` id or e-mail address. */
  readonly id: string;
  readonly type: 'student';
}

export interface OverrideScope {
  readonly id: string;
  readonly type: OverrideScopeType;
}

export type OverrideScopeType =
  | 'student'
  | 'device'
  | 'ou'
  | 'session'
  | Other;

export type OverrideStatus =
  | 'active'
  | 'expired'
  | 'ended'
  | Other;

export interface PasswordChange {
  readonly currentPassword?: string | undefined;
  readonly newPassword: string;
}

export interface PasswordResetAccepted {
  readonly validForMinutes: number;
}

export interface PasswordResetLink {
  readonly accountId: string;
  readonly expiresAt: string;
  /** The page on which the person chooses the new password. It holds the token. */
  readonly link: string;
  /** Whether the link was sent to the person by e-mail too. */
  readonly mailed: boolean;
  readonly token: string;
}

export interface PasswordResetRequest {
  readonly email: string;
}

export interface PasswordResetUse {
  readonly password: string;
  readonly token: string;
}

export interface Policy {
  readonly createdAt: string;
  readonly defaultAction: PolicyDefaultAction;
  readonly description: string | null;
  readonly enabled: boolean;
  readonly id: string;
  readonly name: string;
  /** The higher wins among rules of equal strength and equally near targets. */
  readonly priority: number;
  readonly rules: readonly PolicyRule[];
  readonly schedule: PolicySchedule | null;
  /** How devices filter while the policy is on. What a member leaves out, the next policy decides, else the default. */
  readonly settings: PolicySettings;
  readonly target: PolicyTarget;
  readonly updatedAt: string;
  readonly version: number;
}

export interface PolicyAdoption {
  readonly devices: number;
  /** Devices that enforce it, by their last report */
  readonly enforcing: number;
  readonly generatedAt: string;
  /** The unit whose subtree is counted */
  readonly ou: string;
  /** The present version, which every device should enforce */
  readonly version: number;
  /** The present version and each that a device reports, the newest first */
  readonly versions: readonly PolicyAdoptionVersion[];
  /** Devices that have reported none */
  readonly withoutVersion: number;
}

export interface PolicyAdoptionVersion {
  readonly enforcing: number;
  /** A policy of this `version` is live on so many of the devices that it applies to */
  readonly enforcingThisOrNewer: number;
  readonly reported: number;
  readonly version: number;
}

export interface PolicyCreatedData {
  readonly policy: Policy;
}

export type PolicyDefaultAction =
  | 'allow'
  | 'block'
  | Other;

export interface PolicyDeletedData {
  readonly policy: Policy;
}

export interface PolicyInput {
  readonly defaultAction?: PolicyDefaultAction | undefined;
  readonly description?: string | null | undefined;
  readonly enabled?: boolean | undefined;
  readonly name: string;
  /** The higher wins among rules of equal strength and equally near targets. */
  readonly priority?: number | undefined;
  readonly rules?: readonly PolicyInputRule[] | undefined;
  /**
   * Absent members: the time zone of the organisation, no windows, no dates, nothing of the times of the organisation. `during` takes the place of `windows`, and the other way round.
   */
  readonly schedule?: PolicyInputSchedule | null | undefined;
  /** How devices filter while the policy is on. What a member leaves out, the next policy decides, else the default. Null takes a member out. */
  readonly settings?: PolicyInputSettings | undefined;
  readonly target?: PolicyInputTarget | undefined;
}

export interface PolicyInputRule {
  /** Where the rule holds; empty = everywhere. */
  readonly campus?: readonly DeviceCampus[] | undefined;
  readonly effect: PolicyRuleEffect;
  readonly id?: string | undefined;
  readonly locked?: boolean | undefined;
  readonly match: PolicyInputRuleMatch;
  readonly reason?: string | null | undefined;
}

export interface PolicyInputRuleMatch {
  readonly apps?: readonly string[] | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly domains?: readonly string[] | undefined;
  readonly urls?: readonly string[] | undefined;
}

/**
 * Absent members: the time zone of the organisation, no windows, no dates, nothing of the times of the organisation. `during` takes the place of `windows`, and the other way round.
 */
export interface PolicyInputSchedule {
  /** The windows are the school hours of the organisation, in its time zone, and follow them; `windows` is empty then. */
  readonly during?: 'school-hours' | null | undefined;
  /** Local dates on which no window begins. */
  readonly exceptDates?: readonly string[] | undefined;
  /** Nor does a window begin in the holidays of the organisation, which it follows. At most 400 dates are excepted in all, the latest. */
  readonly exceptHolidays?: boolean | undefined;
  /** IANA name, `Europe/Madrid`. */
  readonly timezone?: string | undefined;
  readonly windows?: readonly PolicyScheduleWindow[] | undefined;
}

/** How devices filter while the policy is on. What a member leaves out, the next policy decides, else the default. Null takes a member out. */
export interface PolicyInputSettings {
  /** What devices tell, from least to most. Default `domain` in school hours and `counters` outside of them. */
  readonly activityLevel?: PolicySettingsActivityLevel | null | undefined;
  /** Whether containers and virtual machines may ask the resolvers of the network, past the filter. Linux. Default false. */
  readonly allowGuestLookUps?: boolean | null | undefined;
  /** Whether addresses without a name may be opened. Default false. */
  readonly allowUnnamedHosts?: boolean | null | undefined;
  /** What a stopped agent means: `closed` no names and no https, `open` unfiltered. Default `closed`. */
  readonly failMode?: PolicySettingsFailMode | null | undefined;
  /** Domains that only the school’s own resolvers know: devices ask these resolvers, wherever they are, and take private addresses for them. Default none. */
  readonly internalNames?: readonly PolicySettingsInternalName[] | null | undefined;
  /**
   * Where browsers may open devices of the network beside the laptop (router, printer, disk) by private address. Default `off-campus`; an unknown place counts as a campus. Where no campus is defined, the school is where the laptop reaches the server at a private address.
   */
  readonly localNetwork?: PolicySettingsLocalNetwork | null | undefined;
  /** Whether a locked device reaches crisis help. Default false. */
  readonly lockAllowCrisisHelp?: boolean | null | undefined;
  /** Whether a locked device may sign in to a captive portal. Default false. */
  readonly lockAllowPortal?: boolean | null | undefined;
  /**
   * Only addresses that the device’s own resolver gave out are reachable, and its own network. Breaks calls. Linux; other devices report a fault. Default false.
   */
  readonly pinnedEgress?: boolean | null | undefined;
  /** For how long on one day (UTC) captive portals may open their own hosts beside policy, over all networks together. Default 10. */
  readonly portalGraceMinutes?: number | null | undefined;
  /** Strict search in search engines. Default true. */
  readonly safeSearch?: boolean | null | undefined;
  /** Ports beside 443 that browsers may open with TLS. Those of resolvers stay shut. Default 4443, 5001, 8443, 9443 and 10443. */
  readonly tlsPorts?: readonly number[] | null | undefined;
  /**
   * What becomes of a program that rules for programs made the device look for, and that it did not find within a second: `other-rules` the rules for programs do not match it, `block` each of them that blocks matches it. Linux. Default `other-rules`.
   */
  readonly unknownProgram?: PolicySettingsUnknownProgram | null | undefined;
  /** The school’s own VPN: the ports of VPNs are open to these addresses. Default none. */
  readonly vpnServers?: readonly string[] | null | undefined;
  /** Restricted mode of YouTube. Default `moderate`. */
  readonly youtubeRestriction?: PolicySettingsYoutubeRestriction | null | undefined;
}

export interface PolicyInputTarget {
  readonly devices?: readonly string[] | undefined;
  readonly everyone?: boolean | undefined;
  readonly ous?: readonly string[] | undefined;
  readonly users?: readonly string[] | undefined;
}

export interface PolicyPatch {
  readonly defaultAction?: PolicyDefaultAction | undefined;
  readonly description?: string | null | undefined;
  readonly enabled?: boolean | undefined;
  readonly name?: string | undefined;
  /** The higher wins among rules of equal strength and equally near targets. */
  readonly priority?: number | undefined;
  readonly rules?: readonly PolicyInputRule[] | undefined;
  /**
   * Absent members: the time zone of the organisation, no windows, no dates, nothing of the times of the organisation. `during` takes the place of `windows`, and the other way round.
   */
  readonly schedule?: PolicyInputSchedule | null | undefined;
  /** How devices filter while the policy is on. What a member leaves out, the next policy decides, else the default. Null takes a member out. */
  readonly settings?: PolicyInputSettings | undefined;
  readonly target?: PolicyInputTarget | undefined;
}

export interface PolicyRule {
  /** Where the rule holds; empty = everywhere. */
  readonly campus: readonly DeviceCampus[];
  readonly effect: PolicyRuleEffect;
  readonly id: string;
  readonly locked: boolean;
  readonly match: PolicyRuleMatch;
  readonly reason: string | null;
}

export type PolicyRuleEffect =
  | 'allow'
  | 'block'
  | Other;

export interface PolicyRuleMatch {
  readonly apps: readonly string[];
  readonly categories: readonly string[];
  readonly domains: readonly string[];
  readonly urls: readonly string[];
}

export interface PolicySchedule {
  /** The windows are the school hours of the organisation, in its time zone, and follow them; `windows` is empty then. */
  readonly during?: 'school-hours';
  /** Local dates on which no window begins. */
  readonly exceptDates: readonly string[];
  /** Nor does a window begin in the holidays of the organisation, which it follows. At most 400 dates are excepted in all, the latest. */
  readonly exceptHolidays?: boolean;
  /** IANA name, `Europe/Madrid`. */
  readonly timezone: string;
  readonly windows: readonly PolicyScheduleWindow[];
}

/** `to` before `from` ends on the next day. */
export interface PolicyScheduleWindow {
  readonly days: readonly PolicyScheduleWindowDay[];
  /** `HH:MM`, local time of the zone. */
  readonly from: string;
  /** `HH:MM`, local time of the zone. */
  readonly to: string;
}

export type PolicyScheduleWindowDay =
  | 'mon'
  | 'tue'
  | 'wed'
  | 'thu'
  | 'fri'
  | 'sat'
  | 'sun'
  | Other;

/** How devices filter while the policy is on. What a member leaves out, the next policy decides, else the default. */
export interface PolicySettings {
  /** What devices tell, from least to most. Default `domain` in school hours and `counters` outside of them. */
  readonly activityLevel?: PolicySettingsActivityLevel;
  /** Whether containers and virtual machines may ask the resolvers of the network, past the filter. Linux. Default false. */
  readonly allowGuestLookUps?: boolean;
  /** Whether addresses without a name may be opened. Default false. */
  readonly allowUnnamedHosts?: boolean;
  /** What a stopped agent means: `closed` no names and no https, `open` unfiltered. Default `closed`. */
  readonly failMode?: PolicySettingsFailMode;
  /** Domains that only the school’s own resolvers know: devices ask these resolvers, wherever they are, and take private addresses for them. Default none. */
  readonly internalNames?: readonly PolicySettingsInternalName[];
  /**
   * Where browsers may open devices of the network beside the laptop (router, printer, disk) by private address. Default `off-campus`; an unknown place counts as a campus. Where no campus is defined, the school is where the laptop reaches the server at a private address.
   */
  readonly localNetwork?: PolicySettingsLocalNetwork;
  /** Whether a locked device reaches crisis help. Default false. */
  readonly lockAllowCrisisHelp?: boolean;
  /** Whether a locked device may sign in to a captive portal. Default false. */
  readonly lockAllowPortal?: boolean;
  /**
   * Only addresses that the device’s own resolver gave out are reachable, and its own network. Breaks calls. Linux; other devices report a fault. Default false.
   */
  readonly pinnedEgress?: boolean;
  /** For how long on one day (UTC) captive portals may open their own hosts beside policy, over all networks together. Default 10. */
  readonly portalGraceMinutes?: number;
  /** Strict search in search engines. Default true. */
  readonly safeSearch?: boolean;
  /** Ports beside 443 that browsers may open with TLS. Those of resolvers stay shut. Default 4443, 5001, 8443, 9443 and 10443. */
  readonly tlsPorts?: readonly number[];
  /**
   * What becomes of a program that rules for programs made the device look for, and that it did not find within a second: `other-rules` the rules for programs do not match it, `block` each of them that blocks matches it. Linux. Default `other-rules`.
   */
  readonly unknownProgram?: PolicySettingsUnknownProgram;
  /** The school’s own VPN: the ports of VPNs are open to these addresses. Default none. */
  readonly vpnServers?: readonly string[];
  /** Restricted mode of YouTube. Default `moderate`. */
  readonly youtubeRestriction?: PolicySettingsYoutubeRestriction;
}

export type PolicySettingsActivityLevel =
  | 'counters'
  | 'blocked'
  | 'domain'
  | 'url'
  | Other;

export type PolicySettingsFailMode =
  | 'closed'
  | 'open'
  | Other;

export interface PolicySettingsInternalName {
  /** A host; all hosts below it are meant too. */
  readonly domain: string;
  readonly resolvers: readonly string[];
}

export type PolicySettingsLocalNetwork =
  | 'never'
  | 'off-campus'
  | 'always'
  | Other;

export type PolicySettingsUnknownProgram =
  | 'other-rules'
  | 'block'
  | Other;

export type PolicySettingsYoutubeRestriction =
  | 'off'
  | 'moderate'
  | 'strict'
  | Other;

export interface PolicyTarget {
  readonly devices: readonly string[];
  readonly everyone: boolean;
  readonly ous: readonly string[];
  readonly users: readonly string[];
}

export interface PolicyUpdatedData {
  readonly policy: Policy;
}

export interface PolicyViolationData {
  /** How many requests it covers */
  readonly count: number;
  readonly log: LogEntry;
}

export interface Preview {
  readonly evaluated: number;
  readonly from: string;
  /**
   * Counts are rounded down to multiples of five. A domain that fewer than five people visited is left out. Who cannot be counted without being told apart from fewer than five people is not counted.
   */
  readonly newlyAllowed: PreviewChange;
  /**
   * Counts are rounded down to multiples of five. A domain that fewer than five people visited is left out. Who cannot be counted without being told apart from fewer than five people is not counted.
   */
  readonly newlyBlocked: PreviewChange;
  readonly to: string;
  readonly warnings: readonly string[];
}

/**
 * Counts are rounded down to multiples of five. A domain that fewer than five people visited is left out. Who cannot be counted without being told apart from fewer than five people is not counted.
 */
export interface PreviewChange {
  /** Fewer than five people or fewer than five visits, or none at all: which of these is not told, and the figures are 0. */
  readonly belowMinimum: boolean;
  readonly topDomains: readonly PreviewChangeTopDomain[];
  readonly users: number;
  readonly visits: number;
}

export interface PreviewChangeTopDomain {
  readonly count: number;
  readonly domain: string;
}

/** `replaces`: the policy whose place the draft takes. `days`: how many days of records; default 7. */
export interface PreviewRequest {
  readonly days?: number | undefined;
  readonly policy: PolicyInput;
  readonly replaces?: string | undefined;
}

export interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly ProblemError[];
  readonly existingId?: string;
  readonly grantedScopes?: readonly string[];
  readonly instance: string;
  readonly oldestSequence?: number;
  readonly requestId: string;
  readonly requiredScopes?: readonly string[];
  readonly status: number;
  readonly title: string;
  /** Names the kind of problem: a constant relative reference (RFC 9457, 3.1.1), under which this server has a page about it. */
  readonly type: string;
  readonly 'violated-policies'?: readonly string[];
}

export interface ProblemError {
  readonly code: string;
  readonly detail: string;
  readonly in: ProblemErrorIn;
  readonly parameter?: string;
  readonly pointer?: string;
}

export type ProblemErrorIn =
  | 'body'
  | 'query'
  | 'path'
  | 'header'
  | Other;

export interface RecoveryCodes {
  /** Each works once, in place of the six digits. They are shown this once. */
  readonly codes: readonly string[];
}

export interface RemovalCode {
  readonly code: string;
  readonly deviceId: string;
}

export interface ReportWeeklyData {
  readonly report: WeeklyReport;
}

export interface SavedView {
  readonly name: string;
  /** The page of the dashboard, such as `devices`. */
  readonly page: string;
  /** The query of its address, such as `status=online&sort=-lastSeen`. The server keeps it as it is. */
  readonly query: string;
}

export type Scope =
  | 'devices:read'
  | 'devices:write'
  | 'users:read'
  | 'users:write'
  | 'policies:read'
  | 'policies:write'
  | 'logs:read'
  | 'alerts:read'
  | 'reports:read'
  | 'classroom:write'
  | 'activity:read'
  | 'webhooks:manage'
  | 'alerts:write'
  | 'organization:manage'
  | Other;

export interface ScopeInfo {
  readonly description: string;
  /** Ours, beside the twelve of the specification. */
  readonly extension: boolean;
  readonly granted: boolean;
  readonly name: Scope;
}

export interface SearchHit {
  /** Of a device who uses it, else its serial; of a user the e-mail address; of a policy its description. */
  readonly detail: string | null;
  readonly id: string;
  readonly name: string;
  /** The unit it belongs to, or is; null for a policy. */
  readonly ou: string | null;
  readonly type: SearchHitType;
}

export type SearchHitType =
  | 'device'
  | 'user'
  | 'ou'
  | 'policy'
  | Other;

export interface SearchResult {
  readonly data: readonly SearchHit[];
  /** Types of which there may be more than is shown. */
  readonly more: readonly SearchResultMore[];
}

export type SearchResultMore =
  | 'device'
  | 'user'
  | 'ou'
  | 'policy'
  | Other;

export type SearchResultType =
  | 'device'
  | 'user'
  | 'ou'
  | 'policy'
  | Other;

export interface SecondFactor {
  readonly enabled: boolean;
  readonly enabledSince: string | null;
  readonly pending: boolean;
  readonly recoveryCodesLeft: number;
}

export interface SecondFactorConfirmation {
  /** Six digits of the authenticator program. */
  readonly code: string;
}

export interface SecondFactorProof {
  /** Six digits of the authenticator program, or a recovery code. */
  readonly code?: string | undefined;
  readonly password?: string | undefined;
}

export interface SecondFactorSetup {
  /** Base32, to be typed where a camera is missing. */
  readonly secret: string;
  /** To be shown as a QR code: `otpauth://totp/…`. */
  readonly uri: string;
}

export interface SecondFactorStart {
  readonly password: string;
}

export interface Session {
  readonly account: Account;
  readonly createdAt: string;
  readonly csrfToken: string;
  readonly expiresAt: string;
  readonly method: SessionMethod;
  /** The `operationId`s of the calls that the role opens. A person who is limited to a unit is still refused what lies beyond it. */
  readonly operations: readonly string[];
  readonly ou: string | null;
  readonly role: AccountRole;
  readonly scopes: readonly Scope[];
}

export type SessionMethod =
  | 'link'
  | 'password'
  | 'oidc'
  | Other;

export interface SignIn {
  /** Six digits of the authenticator program, or a recovery code. */
  readonly code?: string | undefined;
  readonly email: string;
  readonly password: string;
}

/** Instead of data of 20 kB or more */
export interface TruncatedEventData {
  /** Where the whole event can be had */
  readonly href: string;
  readonly truncated: boolean;
}

export interface User {
  readonly createdAt: string;
  readonly email: string;
  readonly externalId: string | null;
  readonly grade: string | null;
  readonly id: string;
  readonly name: string;
  readonly ou: string;
  readonly role: UserRole;
  readonly status: UserStatus;
  readonly updatedAt: string;
}

export interface UserBatchInput {
  /** All rows or none: 200, or 422 and no effect. */
  readonly atomic?: boolean | undefined;
  /** As `?upsert=true`: a row whose `externalId` is known changes that user. */
  readonly upsert?: boolean | undefined;
  readonly users: readonly UserInput[];
}

/** `outcome`: what a row did; absent when it was refused. */
export interface UserBatchResult {
  readonly results: readonly UserBatchRow[];
}

export interface UserBatchRow {
  /** As the row has it, also when it was refused; null when it has none. */
  readonly externalId?: string | null;
  readonly id?: string;
  /** Place of the row in the request. */
  readonly index: number;
  readonly outcome?: UserBatchRowOutcome;
  readonly problem?: Problem;
  /** What the row alone would have been answered with. */
  readonly status: number;
}

export type UserBatchRowOutcome =
  | 'created'
  | 'changed'
  | 'unchanged'
  | Other;

export interface UserInput {
  /** E-mail address; unique in the organisation, without regard to case. */
  readonly email: string;
  /** Id in the student information system; unique in the organisation, compared exactly. */
  readonly externalId?: string | null | undefined;
  readonly grade?: string | null | undefined;
  readonly name: string;
  /** Path of an organisational unit that exists (`/Springfield/High`), or its `ou_` id. */
  readonly ou?: string | null | undefined;
  readonly role: UserRole;
  readonly status?: UserStatus | undefined;
}

export interface UserPatch {
  /** E-mail address; unique in the organisation, without regard to case. */
  readonly email?: string | undefined;
  /** Id in the student information system; unique in the organisation, compared exactly. */
  readonly externalId?: string | null | undefined;
  readonly grade?: string | null | undefined;
  readonly name?: string | undefined;
  /** Path of an organisational unit that exists (`/Springfield/High`), or its `ou_` id. */
  readonly ou?: string | undefined;
  readonly role?: UserRole | undefined;
  readonly status?: UserStatus | undefined;
}

export type UserRole =
  | 'student'
  | 'teacher'
  | 'staff'
  | 'admin'
  | Other;

export type UserStatus =
  | 'active'
  | 'suspended'
  | Other;

export interface Webhook {
  readonly createdAt: string;
  readonly description: string | null;
  /** Why Schoolgate has disabled it: `gone` (410), `no_success_for_5_days`, `restored` (a backup was restored: give it a new secret first). */
  readonly disabledReason: string | null;
  readonly enabled: boolean;
  readonly events: readonly string[];
  /** The last four attempts or more have failed. */
  readonly failing: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly id: string;
  readonly kind: WebhookKind;
  readonly lastSuccessAt: string | null;
  readonly signature: WebhookSignature;
  readonly updatedAt: string;
  /** Of a chat, masked: its address is its secret. */
  readonly url: string;
}

export interface WebhookDisabledData {
  readonly reason: WebhookDisabledDataReason;
  readonly webhookId: string;
}

export type WebhookDisabledDataReason =
  | 'gone'
  | 'no_success_for_5_days'
  | 'requested'
  | Other;

export interface WebhookInput {
  readonly description?: string | null | undefined;
  readonly enabled?: boolean | undefined;
  /**
   * Event names, all events of one resource (`device.*`), a group (alerts.*, devices.*, policies.*) or `*`. Events: device.offline, device.online, device.enrolled, device.locked, device.unlocked, device.low_battery, device.protection_changed, policy.violation, game.detected, geofence.breached, command.succeeded, command.failed, command.expired, command.cancelled, override.created, override.ended, classroom.session_started, classroom.session_ended, classroom.session_conflict, command.superseded, alert.created, alert.acknowledged, alert.resolved, report.weekly, policy.created, policy.updated, policy.deleted, api_key.expiring, webhook.disabled.
   */
  readonly events?: readonly string[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly kind?: WebhookKind | undefined;
  readonly signature?: WebhookSignature | undefined;
  readonly url: string;
}

export type WebhookKind =
  | 'standard'
  | 'slack'
  | 'teams'
  | 'discord'
  | 'google_chat'
  | Other;

export interface WebhookPatch {
  readonly description?: string | null | undefined;
  readonly enabled?: boolean | undefined;
  /**
   * Event names, all events of one resource (`device.*`), a group (alerts.*, devices.*, policies.*) or `*`. Events: device.offline, device.online, device.enrolled, device.locked, device.unlocked, device.low_battery, device.protection_changed, policy.violation, game.detected, geofence.breached, command.succeeded, command.failed, command.expired, command.cancelled, override.created, override.ended, classroom.session_started, classroom.session_ended, classroom.session_conflict, command.superseded, alert.created, alert.acknowledged, alert.resolved, report.weekly, policy.created, policy.updated, policy.deleted, api_key.expiring, webhook.disabled.
   */
  readonly events?: readonly string[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signature?: WebhookSignature | undefined;
  readonly url?: string | undefined;
}

export interface WebhookPublicKey {
  readonly createdAt: string;
  /** `whpk_` and the 32 bytes of the key in base64. */
  readonly publicKey: string;
}

export interface WebhookRecovery {
  readonly since: string;
  readonly until: string;
  readonly webhookId: string;
}

export interface WebhookRecoveryInput {
  readonly since: string | Date;
  /** Default: now. */
  readonly until?: string | Date | undefined;
}

export interface WebhookRotation {
  /** How long former secrets still sign, at most; default 86400. 0 ends them now. */
  readonly graceSeconds?: number | undefined;
}

export interface WebhookSecret {
  readonly createdAt: string;
  /** Former secrets that still sign, newest first. */
  readonly former: readonly WebhookSecretFormer[];
  /** `whsec_` and 32 bytes in base64. */
  readonly secret: string;
}

export interface WebhookSecretFormer {
  readonly createdAt: string;
  readonly expiresAt: string;
}

export type WebhookSignature =
  | 'hmac'
  | 'hmac+ed25519'
  | Other;

export interface WebhookTestInput {
  /** A sample of this event; default `webhook.test`. */
  readonly eventType?: string | undefined;
}

export interface WebhookTestResult {
  readonly durationMs: number;
  readonly error: string | null;
  readonly eventId: string;
  readonly eventType: string;
  readonly number: number;
  /** As it is signed and sent. */
  readonly requestBody: string;
  /** Values of the endpoint’s own headers are masked. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** The first 16 kB; in a list of deliveries the first 1000 characters. */
  readonly responseBody: string | null;
  readonly responseStatus: number | null;
  readonly startedAt: string;
  readonly succeeded: boolean;
  readonly trigger: DeliveryAttemptTrigger;
}

export interface WeeklyReport {
  /** Alerts that were made in the week, by what they are now */
  readonly alerts: WeeklyReportAlerts;
  /** Monday to Sunday */
  readonly byDay: readonly WeeklyReportByDay[];
  readonly change: WeeklyReportChange;
  /** Whether the week is over */
  readonly complete: boolean;
  /** Devices by their protection, when the report was made */
  readonly deviceHealth: WeeklyReportDeviceHealth;
  readonly from: string;
  readonly generatedAt: string;
  readonly id: string;
  /** The unit whose subtree is counted */
  readonly ou: string;
  readonly previous: WeeklyReportPrevious;
  readonly timezone: string;
  readonly to: string;
  /** By blocked requests */
  readonly topBlockedDomains: readonly WeeklyReportTopDomain[];
  readonly topCategories: readonly WeeklyReportTopCategory[];
  readonly topDomains: readonly WeeklyReportTopDomain[];
  readonly topUsers: readonly WeeklyReportTopUser[];
  readonly totals: WeeklyReportTotals;
  /** ISO 8601 week */
  readonly week: string;
}

/** Alerts that were made in the week, by what they are now */
export interface WeeklyReportAlerts {
  readonly acknowledged: number;
  readonly bySeverity: WeeklyReportAlertsBySeverity;
  readonly open: number;
  readonly resolved: number;
}

export interface WeeklyReportAlertsBySeverity {
  readonly critical: number;
  readonly high: number;
  readonly info: number;
  readonly low: number;
  readonly medium: number;
}

export interface WeeklyReportByDay {
  readonly blocked: number;
  readonly date: string;
  readonly requests: number;
}

export interface WeeklyReportChange {
  /** Percent against the week before; null when there was nothing to compare with */
  readonly alerts: number | null;
  /** Percent against the week before; null when there was nothing to compare with */
  readonly blocked: number | null;
  /** Percent against the week before; null when there was nothing to compare with */
  readonly requests: number | null;
}

/** Devices by their protection, when the report was made */
export interface WeeklyReportDeviceHealth {
  readonly enforcing: number;
  readonly stale: number;
  readonly unknown: number;
  readonly unprotected: number;
}

export interface WeeklyReportPrevious {
  readonly alerts: number;
  readonly totals: WeeklyReportPreviousTotals;
  /** ISO 8601 week */
  readonly week: string;
}

export interface WeeklyReportPreviousTotals {
  readonly blocked: number;
  readonly requests: number;
}

export interface WeeklyReportTopCategory {
  readonly category: string;
  readonly count: number;
}

export interface WeeklyReportTopDomain {
  readonly count: number;
  readonly domain: string;
}

export interface WeeklyReportTopUser {
  readonly count: number;
  readonly user: string;
}

export interface WeeklyReportTotals {
  readonly blocked: number;
  readonly requests: number;
}

/** An event by what happened: look at `type`. A newer server has more of them. */
export type Event =
  | AlertAcknowledgedEvent
  | AlertCreatedEvent
  | AlertResolvedEvent
  | ApiKeyExpiringEvent
  | ClassroomSessionConflictEvent
  | ClassroomSessionEndedEvent
  | ClassroomSessionStartedEvent
  | CommandCancelledEvent
  | CommandExpiredEvent
  | CommandFailedEvent
  | CommandSucceededEvent
  | CommandSupersededEvent
  | DeviceEnrolledEvent
  | DeviceLockedEvent
  | DeviceLowBatteryEvent
  | DeviceOfflineEvent
  | DeviceOnlineEvent
  | DeviceProtectionChangedEvent
  | DeviceUnlockedEvent
  | GameDetectedEvent
  | GeofenceBreachedEvent
  | OverrideCreatedEvent
  | OverrideEndedEvent
  | PolicyCreatedEvent
  | PolicyDeletedEvent
  | PolicyUpdatedEvent
  | PolicyViolationEvent
  | ReportWeeklyEvent
  | WebhookDisabledEvent;

/** Somebody took an alert on */
export type AlertAcknowledgedEvent = EventOf<'alert.acknowledged', AlertAcknowledgedData>;

/** A rule found something; repeats join the alert and fire nothing */
export type AlertCreatedEvent = EventOf<'alert.created', AlertCreatedData>;

/** An alert was settled, or what it is about has ended */
export type AlertResolvedEvent = EventOf<'alert.resolved', AlertResolvedData>;

/** An API key expires in 14, 7 or 1 days */
export type ApiKeyExpiringEvent = EventOf<'api_key.expiring', ApiKeyExpiringData>;

/** A later session took students or devices over from one that runs; `session` is the earlier one */
export type ClassroomSessionConflictEvent = EventOf<'classroom.session_conflict', ClassroomSessionConflictData>;

/** A classroom session ended; `reason`: time, ended */
export type ClassroomSessionEndedEvent = EventOf<'classroom.session_ended', ClassroomSessionEndedData>;

/** A classroom session began */
export type ClassroomSessionStartedEvent = EventOf<'classroom.session_started', ClassroomSessionStartedData>;

/** A queued command was taken back */
export type CommandCancelledEvent = EventOf<'command.cancelled', CommandCancelledData>;

/** A command was not carried out in time */
export type CommandExpiredEvent = EventOf<'command.expired', CommandExpiredData>;

/** The device could not carry a command out */
export type CommandFailedEvent = EventOf<'command.failed', CommandFailedData>;

/** The device carried a command out */
export type CommandSucceededEvent = EventOf<'command.succeeded', CommandSucceededData>;

/** A later command took its place */
export type CommandSupersededEvent = EventOf<'command.superseded', CommandSupersededData>;

/** A device enrolled, for the first time or again */
export type DeviceEnrolledEvent = EventOf<'device.enrolled', DeviceEnrolledData>;

/** The agent confirmed the lock */
export type DeviceLockedEvent = EventOf<'device.locked', DeviceLockedData>;

/** The battery is at 15 % or less; again only after it was at 25 % */
export type DeviceLowBatteryEvent = EventOf<'device.low_battery', DeviceLowBatteryData>;

/** The device went offline; `reason`: stopped, connection_lost, silence */
export type DeviceOfflineEvent = EventOf<'device.offline', DeviceOfflineData>;

/** First message after an absence */
export type DeviceOnlineEvent = EventOf<'device.online', DeviceOnlineData>;

/** The state of the protection is another; `stale` only once it has lasted 5 minutes */
export type DeviceProtectionChangedEvent = EventOf<'device.protection_changed', DeviceProtectionChangedData>;

/** The agent confirmed that the lock is gone */
export type DeviceUnlockedEvent = EventOf<'device.unlocked', DeviceUnlockedData>;

/** A game, blocked or not: one event of a device, rule and domain in 5 minutes, as for violations */
export type GameDetectedEvent = EventOf<'game.detected', GameDetectedData>;

/** A device left the geofence of its campus, and was away for 5 minutes */
export type GeofenceBreachedEvent = EventOf<'geofence.breached', GeofenceBreachedData>;

/** A temporary allow began */
export type OverrideCreatedEvent = EventOf<'override.created', OverrideCreatedData>;

/** A temporary allow ended; `reason`: expired, ended */
export type OverrideEndedEvent = EventOf<'override.ended', OverrideEndedData>;

/** A policy was made */
export type PolicyCreatedEvent = EventOf<'policy.created', PolicyCreatedData>;

/** A policy was deleted */
export type PolicyDeletedEvent = EventOf<'policy.deleted', PolicyDeletedData>;

/** A policy was changed */
export type PolicyUpdatedEvent = EventOf<'policy.updated', PolicyUpdatedData>;

/** A rule stopped a request: one event of a device, rule and domain in 5 minutes, `count` tells of how many requests */
export type PolicyViolationEvent = EventOf<'policy.violation', PolicyViolationData>;

/** The report of the finished week, each Monday */
export type ReportWeeklyEvent = EventOf<'report.weekly', ReportWeeklyData>;

/** Another webhook was disabled; `reason`: gone, no_success_for_5_days, requested */
export type WebhookDisabledEvent = EventOf<'webhook.disabled', WebhookDisabledData>;
