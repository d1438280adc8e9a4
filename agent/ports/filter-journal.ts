/**
 * What undoes the steps of the filter, written before each step is done. It is the only memory of what the computer was like before us: a sweep by name removes what
 * is ours, but cannot bring back what we replaced.
 *
 * Written failure mode: what cannot be written down is not done (`record` rejects); a line that a power cut has cut off belongs to a step that was not done.
 */
export interface FilterJournal {
  /**
   * Writes an entry; it is on disk when this resolves. The first entry of a key stays: a repair must not take our own work for the original. Safe to repeat.
   * @throws when the disk refuses
   */
  record(entry: JournalEntry): Promise<void>;
  /** All that is still to be undone, the newest first, as undoing goes. @throws when the file is there and cannot be read */
  entries(): Promise<readonly JournalEntry[]>;
  /** The entry of this key has been undone; lasting when this resolves. Unknown keys are no error. */
  forget(key: string): Promise<void>;
}

export type JournalEntry = JournalCommands | JournalFile | JournalFolder;

/** Commands that undo a step, in their order. Each must be harmless when the step was never done, or has been undone. */
export interface JournalCommands {
  readonly kind: 'commands';
  /** Names what is changed, not the attempt: the same at each repair. The steps' `id` serves. */
  readonly key: string;
  readonly undo: readonly (readonly string[])[];
}

/** A file as it was before us. */
export interface JournalFile {
  readonly kind: 'file';
  /** `file:` and its path. */
  readonly key: string;
  readonly file: string;
  /** Null = there was none: undoing deletes it. */
  readonly before: FileBefore | null;
}

/** All that a file is put back from. */
export interface FileBefore {
  readonly bytes: Uint8Array;
  /** Permission bits. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** A folder that we made; undoing removes it when it is empty. */
export interface JournalFolder {
  readonly kind: 'folder';
  /** `folder:` and its path. */
  readonly key: string;
  readonly folder: string;
}
