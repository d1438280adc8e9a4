import type { UserRole } from '../../contracts/rest/users.ts';
import type { TableRow } from './table.ts';

/** Our roles for those of OneRoster 1.1 and 1.2, in lower case. Null: not a person of the school, not imported. */
const ROLES: Readonly<Record<string, UserRole | null>> = {
  student: 'student',
  teacher: 'teacher',
  aide: 'staff',
  proctor: 'staff',
  counselor: 'staff',
  administrator: 'admin',
  principal: 'admin',
  siteadministrator: 'admin',
  districtadministrator: 'admin',
  systemadministrator: 'admin',
  guardian: null,
  parent: null,
  relative: null,
};

/** Our role for one of OneRoster; `unknown` for a word that the specification does not have. Extensions (`ext:…`) count as staff. */
export function roleOf(word: string): UserRole | null | 'unknown' {
  const key = word.toLowerCase();
  if (key.startsWith('ext:')) return 'staff';
  const role = ROLES[key];
  return role === undefined ? 'unknown' : role;
}

/** A role that somebody has at an organisation. */
export interface HeldRole {
  readonly word: string;
  readonly orgId: string;
  /** Whether it is valid on the day of the import. */
  readonly current: boolean;
}

/**
 * The relevant role of each user in `roles.csv` (1.2): one that is valid today before one that has ended, a primary before a secondary one, then in the order
 * of the file.
 * @param today `2026-11-20`
 */
export function heldRoles(rows: readonly TableRow[], today: string): ReadonlyMap<string, HeldRole> {
  const best = new Map<string, { readonly rank: number; readonly role: HeldRole }>();
  for (const row of rows) {
    if (row.get('status').toLowerCase() === 'tobedeleted') continue;
    const [begins, ends] = [row.get('beginDate').slice(0, 10), row.get('endDate').slice(0, 10)];
    const current = (begins === '' || begins <= today) && (ends === '' || ends >= today);
    const rank = (current ? 2 : 0) + (row.get('roleType').toLowerCase() === 'primary' ? 1 : 0);
    const user = row.get('userSourcedId');
    const known = best.get(user);
    if (known === undefined || rank > known.rank)
      best.set(user, { rank, role: { word: row.get('role'), orgId: row.get('orgSourcedId'), current } });
  }
  return new Map([...best].map(([user, { role }]) => [user, role]));
}
