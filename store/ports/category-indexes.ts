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
  /** Names by category id, those that only a name above them covers left out. */
  readonly counts: Readonly<Record<string, number>>;
  readonly createdAt: number;
}

/** The category indexes of an organisation, of which the latest is in use. */
export interface CategoryIndexStore {
  /** Null = none was built yet. */
  current(organisationId: number): Promise<CategoryIndexRecord | null>;
  /** The latest ones, newest first. */
  latest(organisationId: number, count: number): Promise<readonly CategoryIndexRecord[]>;
  /** Makes an index the current one, under the next version, and bumps the organisation's settingsVersion: devices learn of it. The same hash as the current one's changes nothing. The file must lie in its place already. */
  add(index: Omit<CategoryIndexRecord, 'version'>): Promise<CategoryIndexRecord>;
  /** Forgets all but the latest `keep`. */
  prune(organisationId: number, keep: number): Promise<void>;
}
