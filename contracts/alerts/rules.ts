/**
 * The rules that make alerts, with what holds where an organisation has set nothing else:
 *
 * | type | made when | severity | a repeat joins it |
 * |---|---|---|---|
 * | `game_detected` | a game, blocked or not | low | for 12 h after the last, same device and person |
 * | `repeated_violations` | 20 blocked pages of one person in 10 min | medium | for 2 h |
 * | `self_harm_search` | a search phrase of despair or of methods | critical | for 1 h, until somebody has acknowledged it |
 * | `violence_search` | a search phrase of violence against others | high | for 1 h, until somebody has acknowledged it |
 * | `bypass_attempt` | a blocked VPN, proxy or DoH name; 10 other ways round the filter of one person in 10 min (what browsers try by themselves does not count); a setting of the filter that had to be put back; tampering with the agent, or another program that fights it (then high) | medium | for 12 h |
 * | `access_request` | somebody asks for a blocked site from the block page | info | for 12 h, same device, person and site |
 * | `alert_flood` | alerts of one device beyond 12 new ones of a type in an hour or 40 in a day: they are counted here instead, searches about self-harm and violence apart (then as severe as they, for 1 h) | high | for 12 h, same device |
 * | `geofence_breach` | off the campus with a geofence for 5 min, after having been on it | medium | until it is back |
 * | `unprotected_device` | protection `unprotected` for 5 min | high | until it is protected |
 * | `low_battery` | at most 15 %; again only after at least 25 % | info | until it is charged |
 * | `category_update_held` | a source of categories says something suspicious, such as that google.com is adult | high | until it is released or right again |
 * | `disk_reserve` | the server's disk has nothing left but what is kept for locks, commands and audit: records wait on the devices | critical | until there is room again |
 * | `device_reenrollment` | a device that is enrolled is to be enrolled anew without its old key: it waits for a yes (until that is decided), or its token does not reach the device's unit; a token made for it did it (then info) | high | for 12 h |
 *
 * Those about a state are resolved by themselves when it ends.
 */
export const ALERT_TYPES = [
  'game_detected',
  'repeated_violations',
  'self_harm_search',
  'violence_search',
  'bypass_attempt',
  'access_request',
  'geofence_breach',
  'unprotected_device',
  'low_battery',
  'category_update_held',
  'alert_flood',
  'disk_reserve',
  'device_reenrollment',
] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

/** Types about the safety of people. No other alerts of a device use up their limits. An acknowledged alert takes in no further repeats. */
export const SAFETY_TYPES = ['self_harm_search', 'violence_search'] as const satisfies readonly AlertType[];
export type SafetyType = (typeof SAFETY_TYPES)[number];

/** Whether alerts of this type are about the safety of people. */
export function isSafety(type: AlertType): type is SafetyType {
  return SAFETY_TYPES.some((safety) => safety === type);
}

/** From least to most. */
export const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const ALERT_STATUSES = ['open', 'acknowledged', 'resolved'] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];

/** Whether an alert may change its status. A status never goes back: a repeat after the alert was resolved makes another alert. */
export function mayTurn(from: AlertStatus, to: AlertStatus): boolean {
  return ALERT_STATUSES.indexOf(to) > ALERT_STATUSES.indexOf(from);
}

interface Rule {
  readonly enabled: boolean;
  readonly severity: Severity;
}

/** A rule about an incident. A repeat within this time after the last one joins the alert. */
interface IncidentRule extends Rule {
  readonly repeatMinutes: number;
}

export interface AlertRules {
  readonly game_detected: IncidentRule;
  readonly repeated_violations: IncidentRule & { readonly count: number; readonly periodMinutes: number };
  readonly self_harm_search: IncidentRule;
  readonly violence_search: IncidentRule;
  readonly bypass_attempt: IncidentRule & {
    /** Number of other bypass attempts (DoT, an address without a name, …) within this many minutes. */
    readonly count: number;
    readonly periodMinutes: number;
    /** Severity when the agent itself was tampered with. */
    readonly tamperSeverity: Severity;
  };
  readonly access_request: IncidentRule;
  readonly geofence_breach: Rule & { readonly afterMinutes: number };
  readonly unprotected_device: Rule & { readonly afterMinutes: number };
  /** Percent. */
  readonly low_battery: Rule & { readonly low: number; readonly recovered: number };
  readonly category_update_held: Rule;
  readonly alert_flood: IncidentRule;
  readonly disk_reserve: Rule;
  readonly device_reenrollment: IncidentRule & {
    /** Severity when a token that was made for the device re-enrolled it. */
    readonly intendedSeverity: Severity;
  };
}

/** Twelve hours join the incidents of one school day and separate them from the next day's. */
const ONE_SCHOOL_DAY = 720;

const DEFAULT_ALERT_RULES: AlertRules = {
  game_detected: { enabled: true, severity: 'low', repeatMinutes: ONE_SCHOOL_DAY },
  repeated_violations: {
    enabled: true,
    severity: 'medium',
    repeatMinutes: 120,
    count: 20,
    periodMinutes: 10,
  },
  // A search that is repeated an hour later should be noticed again, even if the first alert was read.
  self_harm_search: { enabled: true, severity: 'critical', repeatMinutes: 60 },
  violence_search: { enabled: true, severity: 'high', repeatMinutes: 60 },
  bypass_attempt: {
    enabled: true,
    severity: 'medium',
    repeatMinutes: ONE_SCHOOL_DAY,
    count: 10,
    periodMinutes: 10,
    tamperSeverity: 'high',
  },
  access_request: { enabled: true, severity: 'info', repeatMinutes: ONE_SCHOOL_DAY },
  geofence_breach: { enabled: true, severity: 'medium', afterMinutes: 5 },
  unprotected_device: { enabled: true, severity: 'high', afterMinutes: 5 },
  low_battery: { enabled: true, severity: 'info', low: 15, recovered: 25 },
  category_update_held: { enabled: true, severity: 'high' },
  alert_flood: { enabled: true, severity: 'high', repeatMinutes: ONE_SCHOOL_DAY },
  disk_reserve: { enabled: true, severity: 'critical' },
  device_reenrollment: {
    enabled: true,
    severity: 'high',
    repeatMinutes: ONE_SCHOOL_DAY,
    intendedSeverity: 'info',
  },
};

/** The settings that an organisation has changed, by type. */
export type AlertRuleChanges = { readonly [Type in AlertType]?: Partial<AlertRules[Type]> };

/** The rules of an organisation: the defaults with its changes. */
export function alertRules(changes: AlertRuleChanges): AlertRules {
  const rules = ALERT_TYPES.map((type) => [type, { ...DEFAULT_ALERT_RULES[type], ...changes[type] }]);
  return Object.fromEntries(rules) as unknown as AlertRules;
}
