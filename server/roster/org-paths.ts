import { childPath, ouNameFlaw, ouPathExcess } from '../../store/rules/ou-path.ts';
import type { Rejection, TableRow } from './table.ts';

/** The units made of the organisations of `orgs.csv`. */
export interface OrgPaths {
  /** Path by `sourcedId`, without deleted ones. */
  readonly paths: ReadonlyMap<string, string>;
  readonly rejected: readonly Rejection[];
}

interface Org {
  readonly line: number;
  readonly sourcedId: string;
  readonly name: string;
  readonly parentId: string;
}

/** More parents than a tree may have levels. */
const MAX_PARENTS = 25;

/**
 * Makes a path of each organisation's chain of parents, below a root. A parent that is not in the file is ignored. Of two with the same name and parent, the
 * later gets its `sourcedId` after the name.
 */
export function orgPaths(rows: readonly TableRow[], root: string): OrgPaths {
  const rejected: Rejection[] = [];
  const reject = ({ line, sourcedId }: Pick<Org, 'line' | 'sourcedId'>, reason: string): void =>
    void rejected.push({ file: 'orgs.csv', line, sourcedId, reason });
  const orgs = new Map<string, Org>();
  for (const row of rows) {
    const org = {
      line: row.line,
      sourcedId: row.get('sourcedId'),
      name: unitName(row.get('name')),
      parentId: row.get('parentSourcedId'),
    };
    const flaw = ouNameFlaw(org.name);
    if (row.get('status').toLowerCase() === 'tobedeleted') continue;
    if (org.sourcedId === '') reject(org, 'The row has no sourcedId.');
    else if (orgs.has(org.sourcedId))
      reject(org, `The row has the same sourcedId as line ${orgs.get(org.sourcedId)?.line}.`);
    else if (flaw !== null) reject(org, `The name ${flaw}.`);
    else orgs.set(org.sourcedId, org);
  }

  const paths = new Map<string, string>();
  const owners = new Map<string, string>();
  const place = (org: Org, below: ReadonlySet<string>): string | null => {
    const known = paths.get(org.sourcedId);
    if (known !== undefined) return known;
    if (below.size > MAX_PARENTS || below.has(org.sourcedId)) return null;
    const parent = orgs.get(org.parentId);
    const above = parent === undefined ? root : place(parent, new Set([...below, org.sourcedId]));
    if (above === null) return null;
    const plain = childPath(above, org.name);
    const path = owners.has(plain) ? childPath(above, `${org.name} (${unitName(org.sourcedId)})`) : plain;
    owners.set(path, org.sourcedId);
    paths.set(org.sourcedId, path);
    return path;
  };
  for (const org of orgs.values()) {
    const path = place(org, new Set());
    const excess = path === null ? 'Its parents form a circle, or are too many.' : ouPathExcess(path);
    if (excess === null) continue;
    reject(org, excess);
    paths.delete(org.sourcedId);
  }
  return { paths, rejected };
}

/** A text as the name of a unit: `/` separates names, and control characters are no letters. */
export function unitName(text: string): string {
  return text
    .replaceAll('/', '-')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
}
