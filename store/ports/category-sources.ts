/** How a list of names is written. */
export const CATEGORY_SOURCE_FORMATS = ['plain', 'hosts', 'adblock', 'rpz', 'ut1'] as const;
export type CategorySourceFormat = (typeof CATEGORY_SOURCE_FORMATS)[number];

/**
 * `new`: never read. `current`: the last reading is in use. `failed`: the last reading failed; the one before stays in use. `held`: the last reading is
 * suspicious and waits for a person; the one before stays in use.
 */
export const CATEGORY_SOURCE_STATES = ['new', 'current', 'failed', 'held'] as const;
export type CategorySourceState = (typeof CATEGORY_SOURCE_STATES)[number];

/** What an administrator sets of a source. */
export interface CategorySourceDefinition {
  readonly organisationId: number;
  /** Chosen by the administrator, unique: `ut1`, `our-games`. */
  readonly id: string;
  readonly format: CategorySourceFormat;
  /** An http or https address, or the absolute path of a file or, for `ut1`, an unpacked folder. */
  readonly location: string;
  /** The category of all its names; null for a source that names categories itself. */
  readonly category: string | null;
  /** For such a source: our categories by its own names for them, where they differ from the usual; null = leave it out. */
  readonly mapping: Readonly<Record<string, string | null>>;
}

/** The result of the last reading. */
export interface CategorySourceReading {
  readonly state: CategorySourceState;
  /** Why it failed or is held, as a sentence for people; else null. */
  readonly problem: string | null;
  /** Of the last answer that was read completely, for a conditional request (RFC 9110 section 13.1). */
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly checkedAt: number | null;
  /** SHA-256 of the cleaned list in use, base64url: its file in the data folder. Null = none. */
  readonly listHash: string | null;
  /** SHA-256 of the list that waits for a person. */
  readonly heldHash: string | null;
  /** SHA-256 of the list that a person has released: it is not held again. */
  readonly releasedHash: string | null;
  /** Well-known names for which a person trusts this source alone. */
  readonly vouched: readonly string[];
  /** Names in use. */
  readonly names: number;
  /** Names of the last reading that the checks left out. */
  readonly refused: number;
}

/** The reading of a source that was never read. */
export const UNREAD: CategorySourceReading = {
  state: 'new',
  problem: null,
  etag: null,
  lastModified: null,
  checkedAt: null,
  listHash: null,
  heldHash: null,
  releasedHash: null,
  vouched: [],
  names: 0,
  refused: 0,
};

export interface CategorySourceRecord extends CategorySourceDefinition, CategorySourceReading {
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Where names of categories come from, beside those that ship. */
export interface CategorySourceStore {
  /** By id. */
  list(organisationId: number): Promise<readonly CategorySourceRecord[]>;
  get(organisationId: number, id: string): Promise<CategorySourceRecord | null>;
  /** @throws Fault already_exists when the id is taken */
  create(source: CategorySourceDefinition, now: number): Promise<CategorySourceRecord>;
  /** Stores the result of a reading, or a release. Null when the source was removed meanwhile. */
  note(
    organisationId: number,
    id: string,
    reading: Partial<CategorySourceReading>,
    now: number,
  ): Promise<CategorySourceRecord | null>;
  /**
   * Changes what an administrator sets of it. The list in use stays. The result of the last reading is reset, so that the next update reads everything. Null
   * when there is none.
   */
  redefine(
    organisationId: number,
    id: string,
    changes: Partial<Pick<CategorySourceDefinition, 'location' | 'category' | 'mapping'>>,
    now: number,
  ): Promise<CategorySourceRecord | null>;
  delete(organisationId: number, id: string): Promise<boolean>;
  /**
   * Takes, or prolongs, the right to update for `leaseMs`. False while another holder has it: only one process updates at a time. A holder that died loses the
   * right when the time is over.
   */
  holdUpdate(
    organisationId: number,
    holder: string,
    lease: { readonly now: number; readonly leaseMs: number },
  ): Promise<boolean>;
  /** Gives it back. Does nothing for another's. */
  endUpdate(organisationId: number, holder: string): Promise<void>;
}
