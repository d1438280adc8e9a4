import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** For a stand-in in Wine: writes down what happens, one JSON value a line, beside the program. */
export function note(what: string, value: unknown): void {
  appendFileSync(join(__dirname, 'notes.txt'), `${JSON.stringify({ what, value })}\n`);
}
