import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

/** The first entry of a backup: it describes the backup and lists all other entries. */
export const MANIFEST_FILE = 'manifest.json';
export const DATABASE_FILE = 'schoolgate.db';
export const BACKUP_VERSION = 1;

/** A backup contains nothing else, and a restore reads nothing else. */
const NAMES =
  '^(?:schoolgate\\.db|audit-anchor\\.json|(?:certificates|secrets)/[A-Za-z0-9][A-Za-z0-9._-]{0,60})$';

const Manifest = Type.Object({
  format: Type.Literal('schoolgate-backup'),
  version: Type.Integer({ minimum: 1 }),
  createdAt: Type.String({ maxLength: 40 }),
  /** Number of the last migration that the database has run. */
  migration: Type.Integer({ minimum: 0 }),
  files: Type.Array(
    Type.Object({
      name: Type.String({ pattern: NAMES }),
      size: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      /** Hexadecimal. */
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    }),
    { maxItems: 1_000 },
  ),
});
export type Manifest = Static<typeof Manifest>;

const NAME_PATTERN = new RegExp(NAMES);

/** Whether a backup includes a file of the data folder. */
export function isBackedUp(name: string): boolean {
  return NAME_PATTERN.test(name);
}

/** @throws TypeError, SyntaxError when it is no manifest */
export function parseManifest(text: string): Manifest {
  const value: unknown = JSON.parse(text);
  if (!Value.Check(Manifest, value)) throw new TypeError('it is no manifest of a backup');
  return value;
}
