import type { ProtectionState } from '../../contracts/mqtt/messages.ts';

/** The report of a finished week as it was when it was made, for the time after its records are gone. */
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
  /** Those of whose weeks reports are made. */
  organisationIds(): Promise<readonly number[]>;
  get(organisationId: number, week: string): Promise<StoredReport | null>;
  /** Keeps the report of a week. False, and nothing is changed, when there is one. */
  add(report: Omit<StoredReport, 'mailedAt'>): Promise<boolean>;
  mailed(organisationId: number, week: string, at: number): Promise<void>;
  /** Takes the names of people out of the reports that were made before a moment. @returns of how many */
  forgetPeople(madeBefore: number): Promise<number>;
  /** How many enrolled devices report each protection. @param ouPath a unit with its subtree; null = all */
  deviceHealth(
    organisationId: number,
    ouPath: string | null,
  ): Promise<Readonly<Record<ProtectionState, number>>>;
}
