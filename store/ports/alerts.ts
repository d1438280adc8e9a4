import type { RuleSettings } from '../../contracts/alerts/rule-settings.ts';
import type { AlertRules, AlertStatus, AlertType, Severity } from '../../contracts/alerts/rules.ts';
import type { AlertId, DeviceId, OuId } from '../../contracts/ids.ts';
import type { AlertDetails } from '../../contracts/rest/alerts.ts';
import type { ListPage, ListQuery } from './list.ts';

/** An alert as stored. Times are epoch milliseconds of the server. */
export interface AlertRecord {
  readonly id: AlertId;
  readonly organisationId: number;
  readonly type: AlertType;
  readonly severity: Severity;
  readonly status: AlertStatus;
  readonly title: string;
  readonly deviceId: DeviceId | null;
  readonly user: string | null;
  /** The unit of the device at that time. Its path is the present one. */
  readonly ouId: OuId;
  readonly ouPath: string;
  readonly policyId: string | null;
  readonly details: Omit<AlertDetails, 'count'>;
  /** How often it was seen. */
  readonly count: number;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly acknowledgedAt: number | null;
  readonly acknowledgedBy: string | null;
  readonly resolvedAt: number | null;
  /** Null: not resolved, or it ended by itself. */
  readonly resolvedBy: string | null;
  readonly note: string | null;
  readonly updatedAt: number;
  readonly version: number;
}

/** Something that a rule has found. */
export interface AlertFinding {
  readonly organisationId: number;
  readonly type: AlertType;
  readonly severity: Severity;
  readonly title: string;
  readonly deviceId: DeviceId | null;
  readonly user: string | null;
  readonly ouId: OuId;
  readonly policyId: string | null;
  readonly details: Omit<AlertDetails, 'count'>;
  /** How many occurrences it stands for. */
  readonly count: number;
  /** Findings with the same key, within an organisation, are about the same thing. */
  readonly sameAs: string;
  /**
   * How long after the last finding another one joins the alert (milliseconds), unless it was resolved (safety types: acknowledged). Null: the alert is about a
   * state that lasts until `endCondition`; all findings of that state join the one alert, whatever its status.
   */
  readonly joinsForMs: number | null;
  readonly at: number;
}

export interface AlertFilter {
  readonly type?: readonly AlertType[];
  readonly severity?: readonly Severity[];
  readonly status?: readonly AlertStatus[];
  readonly deviceId?: readonly string[];
  /** Without regard to case. */
  readonly user?: readonly string[];
  /** Paths of units, each with its subtree. */
  readonly ouPaths?: readonly string[];
  readonly withinOuPath?: string;
}
export type AlertSortField = 'timestamp' | 'severity';

/** A state about which there is an alert. */
export interface AlertCondition {
  readonly organisationId: number;
  readonly type: AlertType;
  readonly deviceId: DeviceId;
}

export interface AlertCount {
  readonly status: AlertStatus;
  readonly severity: Severity;
  readonly count: number;
}

/** What an organisation has set of one rule. */
export interface NewAlertRule {
  readonly organisationId: number;
  readonly type: AlertType;
  /** Only what differs from the default, or was set to it. */
  readonly settings: RuleSettings;
  readonly updatedAt: number;
}

export interface AlertRuleRecord extends NewAlertRule {
  readonly version: number;
}

export interface AlertStore {
  /** Makes an alert, or adds the finding to the one that it joins. `created`: it is new. */
  raise(finding: AlertFinding): Promise<{ readonly alert: AlertRecord; readonly created: boolean }>;
  /** Whether `raise` would add the finding to an existing alert. */
  wouldJoin(finding: Pick<AlertFinding, 'organisationId' | 'sameAs' | 'joinsForMs' | 'at'>): Promise<boolean>;
  /** The state has ended. @returns the alert, now resolved; null when there is none or it was resolved before */
  endCondition(organisationId: number, sameAs: string, at: number): Promise<AlertRecord | null>;
  /** All states that have not ended, of all organisations, for a gateway that starts. */
  conditions(): Promise<readonly AlertCondition[]>;
  get(organisationId: number, id: string): Promise<AlertRecord | null>;
  /** `range` bounds the moment at which the alert was made. */
  list(query: ListQuery<AlertFilter, AlertSortField>): Promise<ListPage<AlertRecord>>;
  /** Writes status and note; times and names go with the status. Null when there is none. */
  change(
    organisationId: number,
    id: string,
    change: {
      readonly status: AlertStatus;
      readonly note: string | null;
      /** Null: it ended by itself. */
      readonly by: string | null;
      readonly at: number;
    },
  ): Promise<AlertRecord | null>;
  /** How many alerts were made in a time, by their present status and severity. @param query.ouPath a unit with its subtree; null = all */
  counts(query: {
    readonly organisationId: number;
    readonly ouPath: string | null;
    readonly from: number;
    readonly to: number;
  }): Promise<readonly AlertCount[]>;
  /** Deletes at most `limit` alerts that were made before a moment, oldest first. @returns how many */
  purge(before: number, limit: number): Promise<number>;
  /** The rules in force. */
  rules(organisationId: number): Promise<AlertRules>;
  /** The rules that the organisation has changed at some time. */
  changedRules(organisationId: number): Promise<readonly AlertRuleRecord[]>;
  /** Sets where one rule deviates from its default; replaces what was set before. */
  setRule(rule: NewAlertRule): Promise<AlertRuleRecord>;
}
