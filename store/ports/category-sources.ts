/** How a list of names is written. */
export const CATEGORY_SOURCE_FORMATS = ['plain', 'hosts', 'adblock', 'rpz', 'ut1'] as const;
export type CategorySourceFormat = (typeof CATEGORY_SOURCE_FORMATS)[number];

/**
 * `new`: never read. `current`: the last reading is in use. `failed`: it could not be read; what was read before stays in use. `held`: what it says now is
 * suspicious and waits for a person; what was read before stays in use.
 */
export const CATEGORY_SOURCE_STATES = ['new', 'current', 'failed', 'held'] as const;
export type CategorySourceState = (typeof CATEGORY_SOURCE_STATES)[number];

/** What an administrator says of a source. */
export interface CategorySourceDefinition {
  readonly organisationId: number;
  /** Chosen by the administrator, unique: `ut1`, `our-games`. */
  readonly id: string;
  readonly format: CategorySourceFormat;
  /** An http or https address, or the absolute path of a file or, for `ut1`, an unpacked folder. */
  readonly location: string;
  /** The category of all its names; null for a source that names categories itself. */
  readonly category: string | null;
  /** For such a source, its names of categories by ours where that differs from the usual; null = leave it out. */
  readonly mapping: Readonly<Record<string, string | null>>;
}

/** What came of the last reading. */
export interface CategorySourceReading {
  readonly state: CategorySourceState;
  /** Why it failed or is held, as a sentence for people; null when it does neither. */
  readonly problem: string | null;
  /** Of the last answer that was read whole, for a conditional request (RFC 9110 section 13.1). */
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly checkedAt: number | null;
  /** SHA-256 of the cleaned list in use, base64url: its file in the data folder. Null = none. */
  readonly listHash: string | null;
  /** That of the list which waits for a person. */
  readonly heldHash: string | null;
  /** That which a person has released: it is not held again. */
  readonly releasedHash: string | null;
  /** Well-known names that a person lets this source put into a category, though no other does. */
  readonly vouched: readonly string[];
  /** Names in use. */
  readonly names: number;
  /** Names that hygiene left out of the last reading. */
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
  /** Notes what came of a reading, or a release. Null when it was removed meanwhile. */
  note(
    organisationId: number,
    id: string,
    reading: Partial<CategorySourceReading>,
    now: number,
  ): Promise<CategorySourceRecord | null>;
  /**
   * Changes what an administrator says of it. The list in use stays; what is known of the last reading begins anew, so that the next update reads all of it. Null
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
   * Takes the right to update for `leaseMs`, or prolongs one's own. False while another holder has it: one update at a time, whichever process it is in. A
   * holder that died loses it when the time is over.
   */
  holdUpdate(
    organisationId: number,
    holder: string,
    lease: { readonly now: number; readonly leaseMs: number },
  ): Promise<boolean>;
  /** Gives it back; harmless for another's. */
  endUpdate(organisationId: number, holder: string): Promise<void>;
}
