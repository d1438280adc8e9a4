import { ALERT_TYPES, type AlertType, alertRules, isSafety, SEVERITIES, type Severity } from './rules.ts';

/** The numbers of alert rules: what each means, and within what bounds a school may set it. */
export const RULE_NUMBERS = {
  repeatMinutes: {
    meaning: 'A repeat within so many minutes after the last one joins the alert instead of making another.',
    minimum: 5,
    maximum: 10_080,
  },
  // The occurrences of 20,000 people are counted in memory, up to twice as many as this.
  count: { meaning: 'How often it happens before there is an alert.', minimum: 2, maximum: 100 },
  periodMinutes: { meaning: 'Within how many minutes it happens so often.', minimum: 1, maximum: 1_440 },
  afterMinutes: {
    meaning: 'How many minutes it lasts before there is an alert.',
    minimum: 1,
    maximum: 1_440,
  },
  low: { meaning: 'At most so many percent make an alert.', minimum: 1, maximum: 95 },
  recovered: { meaning: 'At least so many percent end it; more than “low”.', minimum: 2, maximum: 100 },
} as const;
export type RuleNumber = keyof typeof RULE_NUMBERS;

/** The severities of alert rules. */
const RULE_SEVERITIES = {
  severity: 'How severe the alerts are.',
  tamperSeverity: 'How severe they are when the agent itself was tampered with.',
  intendedSeverity: 'How severe they are when a token that was made for the device did it.',
} as const;
type RuleSeverity = keyof typeof RULE_SEVERITIES;

/** All members that a rule can have. Each type has `enabled` and `severity`, and some of the others. */
export const RULE_MEMBERS = [
  'enabled',
  'severity',
  'tamperSeverity',
  'intendedSeverity',
  'repeatMinutes',
  'count',
  'periodMinutes',
  'afterMinutes',
  'low',
  'recovered',
] as const satisfies readonly ('enabled' | RuleSeverity | RuleNumber)[];
export type RuleMember = (typeof RULE_MEMBERS)[number];

/** Members of a rule of any type. */
export type RuleSettings = { readonly enabled?: boolean } & { readonly [Name in RuleSeverity]?: Severity } & {
  readonly [Name in RuleNumber]?: number;
};

/** What a member means, in a sentence, and its bounds; null = it is no number. */
export function memberHelp(name: RuleMember): {
  readonly meaning: string;
  readonly minimum: number | null;
  readonly maximum: number | null;
} {
  if (name === 'enabled') return { meaning: 'Whether there are such alerts.', minimum: null, maximum: null };
  if (name in RULE_NUMBERS) return RULE_NUMBERS[name as RuleNumber];
  return { meaning: RULE_SEVERITIES[name as RuleSeverity], minimum: null, maximum: null };
}

/** When alerts of each type are made, in a sentence. */
export const TYPE_MEANINGS: Readonly<Record<AlertType, string>> = {
  game_detected: 'Somebody opened a game, blocked or not.',
  repeated_violations: 'One person met many blocked pages in a short time.',
  self_harm_search: 'Somebody searched with a phrase of despair or of methods.',
  violence_search: 'Somebody searched with a phrase of violence against others.',
  bypass_attempt:
    'Somebody tried to get round the filter: a VPN or proxy, many other ways, or tampering with the agent.',
  access_request: 'Somebody asks for a blocked site from the block page.',
  geofence_breach: 'A device left the campus.',
  unprotected_device: 'A device runs without its filter.',
  low_battery: 'The battery of a device is low.',
  category_update_held: 'A source of categories says something suspicious, and its update is held.',
  alert_flood:
    'A device makes more alerts than it may. Searches about self-harm and violence beyond that have an alert of their own, even where this is off.',
  disk_reserve: 'The disk of the server is full but for its reserve.',
  device_reenrollment: 'A device that is enrolled is to be enrolled anew without its old key.',
};

/** The defaults of a type. Its members are all that a rule of this type has. */
export function defaultSettings(type: AlertType): RuleSettings {
  return alertRules({})[type];
}

/** Whether one rule of a type finds less than another, or tells of it later or less severely. */
export function isWeaker(after: RuleSettings, before: RuleSettings): boolean {
  if (before.enabled === true && after.enabled !== true) return true;
  return rankOf(after) < rankOf(before) || (after.repeatMinutes ?? 0) > (before.repeatMinutes ?? 0);
}

/** What the school gives up by a rule as it is, in sentences. */
export function warningsOf(type: AlertType, settings: RuleSettings): readonly string[] {
  if (!isSafety(type)) return [];
  const subject = type === 'self_harm_search' ? 'self-harm' : 'violence against others';
  if (settings.enabled !== true)
    return [`Nobody is told when somebody searches about ${subject}, as long as this is off.`];
  return rankOf(settings) < rankOf(defaultSettings(type))
    ? [`Searches about ${subject} are less severe than they come: those who ask for severe alerts miss them.`]
    : [];
}

function rankOf({ severity = 'info' }: RuleSettings): number {
  return SEVERITIES.indexOf(severity);
}

export function isAlertType(text: string): text is AlertType {
  return (ALERT_TYPES as readonly string[]).includes(text);
}
