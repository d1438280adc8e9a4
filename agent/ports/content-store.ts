/** Files in one folder, each named by the SHA-256 (base64url) of its content. */
export interface ContentStore {
  /** The hashes of the files that are there, the latest written first; what the files hold is not looked at. */
  list(): Promise<readonly string[]>;
  /** The content, or null when there is no such file or it is another content by now (damage, tampering). */
  read(hash: string): Promise<Uint8Array | null>;
  /** On disk for good when it resolves (written, fsynced, renamed). A failed write (disk full) rejects and leaves what was there. */
  save(hash: string, content: Uint8Array): Promise<void>;
  /** Removes all other files. */
  keepOnly(hashes: readonly string[]): Promise<void>;
  /** Where the file of a hash is, or would be. */
  pathOf(hash: string): string;
}
