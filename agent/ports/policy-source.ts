/** Fetches from the school's server what the signed target state names by its hash. */
export interface PolicySource {
  /**
   * The bytes, unpacked but not checked: the caller compares the hash. `categories` with `from` may bring a delta instead of the file. Rejects when
   * the server is not reached, does not have it, or sends more than `maxBytes`.
   */
  fetch(wanted: FetchWanted, signal: AbortSignal): Promise<Uint8Array>;
}

export interface FetchWanted {
  readonly kind: 'bundle' | 'categories';
  /** SHA-256, base64url. */
  readonly hash: string;
  /** Hash of the index that the device has; null = send the whole. */
  readonly from: string | null;
  readonly maxBytes: number;
}
