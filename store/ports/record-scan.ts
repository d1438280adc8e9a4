import type { CampusState } from '../../contracts/device/campus.ts';

/**
 * One decided request of a scan, as an array: a scan reads millions, too many for objects. Texts are numbers of the scan's `text`; equal numbers are equal
 * texts.
 */
export type ScannedRecord = readonly [
  /** When it was made, epoch milliseconds. */
  at: number,
  /** Null = nobody signed in. */
  user: number | null,
  device: number,
  /** The device's unit when the record came in. */
  ou: number,
  domain: number | null,
  /** The URL itself, not a number. Null unless the organisation keeps full URLs. */
  url: string | null,
  category: number | null,
  /** Place in the scan's `campuses`. */
  campus: number,
  /** How many equal requests it stands for, at least 1. */
  count: number,
];

export interface RecordScanQuery {
  readonly organisationId: number;
  /** Epoch milliseconds, half-open. */
  readonly from: number;
  readonly to: number;
  /** Only records of this unit and what is below it; null = all. */
  readonly withinOuPath: string | null;
}

/**
 * Reads all decided requests of a time, for evaluations of millions. It blocks the thread that it runs on, so it gets a thread of its own. It has a connection
 * of its own, which delays no other. It sees the store as it was when it was opened.
 */
export interface RecordScan {
  readonly campuses: readonly CampusState[];
  /** In portions: day by day, within a day in the order of time. */
  records(query: RecordScanQuery): Iterable<readonly ScannedRecord[]>;
  /** The text of a number; empty when it is no longer known. */
  text(number: number): string;
  /** The units of the people in the roster, by e-mail address in the form of `textKey`. */
  homes(organisationId: number): ReadonlyMap<string, string>;
  /** The units of the devices, also of those that were unenrolled, by id. */
  devices(organisationId: number): ReadonlyMap<string, string>;
  /** May be called twice. */
  close(): void;
}
