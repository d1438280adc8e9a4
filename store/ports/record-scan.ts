import type { CampusState } from '../../contracts/device/campus.ts';

/**
 * One decided request as a scan gives it, by position: millions of them pass, so that they are not made into objects. Texts are numbers of the
 * scan's `text`; equal numbers are equal texts.
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
  /** Itself, no number. Null unless the organisation keeps full URLs. */
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
 * All decided requests of a time, for evaluations over millions of them. A scan stands still with the thread that it runs on, which is one of its
 * own; it has a connection of its own too and holds up no other. It sees the store as it was when it was opened.
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
