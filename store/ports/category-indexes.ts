/** A category index that was built; its file lies in the data folder under its hash. */
export interface CategoryIndexRecord {
  readonly organisationId: number;
  /** Grows by one with each index. */
  readonly version: number;
  /** SHA-256 of the file, base64url without padding. */
  readonly hash: string;
  /** Length of the file. */
  readonly bytes: number;
  /** How many names it holds. */
  readonly names: number;
  /** Number of names by category id. A name that is covered by a name above it is not counted. */
  readonly counts: Readonly<Record<string, number>>;
  readonly createdAt: number;
}

/** The category indexes of an organisation, of which the latest is in use. */
export interface CategoryIndexStore {
  /** Null = none was built yet. */
  current(organisationId: number): Promise<CategoryIndexRecord | null>;
  /** The latest ones, newest first. */
  latest(organisationId: number, count: number): Promise<readonly CategoryIndexRecord[]>;
  /**
   * Makes an index the current one, with the next version, and bumps the organisation's settingsVersion, so that devices get it. The same hash as the current
   * one's changes nothing. The file must be in its place already.
   */
  add(index: Omit<CategoryIndexRecord, 'version'>): Promise<CategoryIndexRecord>;
  /** Forgets all but the latest `keep`. */
  prune(organisationId: number, keep: number): Promise<void>;
}
