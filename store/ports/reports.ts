import type { ProtectionState } from '../../contracts/mqtt/messages.ts';

/** The report of a finished week, stored because its records are deleted later. */
export interface StoredReport {
  readonly organisationId: number;
  /** `2026-W47`. */
  readonly week: string;
  /** The REST object. */
  readonly report: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds. */
  readonly madeAt: number;
  /** When it went out by e-mail; null = it did not. */
  readonly mailedAt: number | null;
}

export interface ReportStore {
  /** The organisations that get weekly reports. */
  organisationIds(): Promise<readonly number[]>;
  get(organisationId: number, week: string): Promise<StoredReport | null>;
  /** Stores the report of a week. False, and nothing changes, when there is one. */
  add(report: Omit<StoredReport, 'mailedAt'>): Promise<boolean>;
  mailed(organisationId: number, week: string, at: number): Promise<void>;
  /** Removes the names of people from reports made before a moment. @returns from how many */
  forgetPeople(madeBefore: number): Promise<number>;
  /** How many enrolled devices report each protection. @param ouPath a unit with its subtree; null = all */
  deviceHealth(
    organisationId: number,
    ouPath: string | null,
  ): Promise<Readonly<Record<ProtectionState, number>>>;
}
