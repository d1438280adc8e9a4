import type { CommandType } from '../../contracts/device/command.ts';
import type { DeviceEvent, ResultMessage } from '../../contracts/mqtt/messages.ts';
import type { LockRecord } from './lock/lock-record.ts';

/** What the core keeps on disk. Every write is durable when the call returns or resolves; a failed write throws and changed nothing. */
export interface CoreStore {
  readonly target: TargetStore;
  readonly commands: CommandJournal;
  readonly outbox: ReportSink;
  readonly lock: LockStore;
}

/** The last accepted target state, as signed. */
export interface TargetStore {
  load(): { readonly jws: string; readonly version: number } | null;
  save(target: { readonly jws: string; readonly version: number }): void;
}

/** Reports on their way to the server; a record with a known id is kept once. */
export interface ReportSink {
  addEvent(event: DeviceEvent): void;
  addResult(result: ResultMessage): void;
}

export interface JournalEntry {
  readonly commandId: string;
  readonly sequence: number;
  readonly type: CommandType;
  /** As signed, for a second try after a crash. */
  readonly jws: string;
  /** Null while it is being carried out. */
  readonly outcome: ResultMessage | null;
}

/** Which commands were seen, and what came of them. */
export interface CommandJournal {
  /** The highest sequence ever accepted; 0 = none. */
  highWater(): number;
  find(commandId: string): JournalEntry | null;
  /** Keeps the command, raises the high-water mark and queues the acknowledgement, all or nothing. */
  accept(entry: Omit<JournalEntry, 'outcome'>, acknowledgement: ResultMessage): void;
  /** Keeps what came of it and queues it as a report, all or nothing. */
  finish(outcome: ResultMessage): void;
  /** Accepted, but without an outcome, in order of sequence. */
  unfinished(): readonly JournalEntry[];
}

/** How the lock was found on disk. `lost`: there was one, and neither its file nor its copy can be read. */
export type LoadedLock =
  | { readonly found: 'record'; readonly record: LockRecord; readonly damage: string | null }
  | { readonly found: 'none' }
  | { readonly found: 'lost'; readonly damage: string };

export interface LockStore {
  load(): Promise<LoadedLock>;
  /** Written, fsynced and renamed when it resolves. */
  save(record: LockRecord): Promise<void>;
}
