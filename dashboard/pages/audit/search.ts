/** What the address of the audit log holds: the parameters of `GET /v1/audit`, and the entry that is open. */
export interface AuditSearch {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly target?: string | undefined;
  /** A moment, or a day or local time of the school. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly entry?: string | undefined;
}

const NAMES = ['actor', 'action', 'target', 'from', 'to', 'entry'] as const;
const MOMENTS: ReadonlySet<string> = new Set(['from', 'to']);
const MAX_LENGTH = 120;

/** Drops what it cannot read. */
export function auditSearch(raw: Readonly<Record<string, unknown>>): AuditSearch {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = raw[name];
      if (typeof value !== 'string' || value === '' || value.length > MAX_LENGTH) return [];
      return MOMENTS.has(name) && Number.isNaN(Date.parse(value)) ? [] : [[name, value]];
    }),
  );
}
