/** Reads what the system shows as files (/sys, /proc, /etc). A tree of fixtures can stand in for it. */
export interface FileReader {
  /** The text, or null when there is no such file or it may not be read. Never rejects. */
  readText(path: string): Promise<string | null>;
  /** The names in a folder, sorted; empty when there is no such folder or it may not be read. Never rejects. */
  list(path: string): Promise<readonly string[]>;
}
