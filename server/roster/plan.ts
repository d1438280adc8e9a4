import { readUserInput } from '../../api/users/users-input.ts';
import { Fault } from '../../kit/fault.ts';
import { textKey } from '../../kit/text-key.ts';
import type { UserFields, UserRecord } from '../../store/ports/users.ts';
import { isWithinOu, ouPathExcess } from '../../store/rules/ou-path.ts';
import type { Roster, RosterPerson } from './oneroster.ts';
import type { Rejection } from './table.ts';

/** A user as the roster has it. The unit is a path, since it may have to be made first. */
export type WantedFields = Omit<UserFields, 'ouId'> & { readonly ouPath: string };

/** One change, with its line of `users.csv`; null for people who are no longer in the file. */
export type PlannedChange = { readonly line: number | null } & (
  | { readonly kind: 'create'; readonly user: WantedFields }
  | {
      readonly kind: 'update' | 'suspend';
      readonly known: UserRecord;
      readonly changes: Partial<WantedFields>;
    }
);

export interface Plan {
  readonly changes: readonly PlannedChange[];
  readonly unchanged: number;
  readonly rejected: readonly Rejection[];
  /** Units that are missing. */
  readonly newOuPaths: readonly string[];
}

/**
 * Decides what an import changes, without changing anything. People are identified by their external id, or without one by their e-mail address. Nobody is
 * deleted: people marked as deleted, and with `suspendMissing` those who are no longer in a bulk file, are suspended.
 * @param known every user of the organisation
 */
export function planImport(
  roster: Roster,
  {
    known,
    ouPaths,
    ouRoot,
    suspendMissing,
  }: {
    readonly known: readonly UserRecord[];
    readonly ouPaths: readonly string[];
    readonly ouRoot: string;
    readonly suspendMissing: boolean;
  },
): Plan {
  const matches = matchPeople(roster.people, known);
  const addresses = new Map<string, UserRecord | RosterPerson>();
  const matched = new Set([...matches.values()].map(({ id }) => id));
  for (const user of known) if (!matched.has(user.id)) addresses.set(textKey(user.email), user);

  const changes: PlannedChange[] = [];
  const rejected: Rejection[] = [];
  let unchanged = 0;
  for (const person of roster.people) {
    const match = matches.get(person) ?? null;
    const wanted = wantedOf(person, match);
    const flaw = typeof wanted === 'string' ? wanted : takenBy(addresses, wanted.email);
    if (flaw !== null || typeof wanted === 'string') {
      const reason = flaw ?? '';
      rejected.push({ file: 'users.csv', line: person.line, sourcedId: person.externalId, reason });
      continue;
    }
    addresses.set(textKey(wanted.email), person);
    const change = changeOf(match, wanted, person.line);
    if (change === null) unchanged += 1;
    else changes.push(change);
  }

  const leaves = (user: UserRecord): boolean => {
    const { externalId } = user;
    if (externalId === null || user.status === 'suspended') return false;
    if (roster.leaving.has(externalId)) return true;
    const missing = suspendMissing && roster.mode === 'bulk' && !roster.mentioned.has(externalId);
    return missing && isWithinOu(user.ouPath, ouRoot);
  };
  for (const user of known.filter(leaves))
    changes.push({ kind: 'suspend', line: null, known: user, changes: { status: 'suspended' } });

  return { changes, unchanged, rejected, newOuPaths: newPaths(roster, changes, new Set(ouPaths)) };
}

/** Finds the known user of each person; no user belongs to two. */
function matchPeople(
  people: readonly RosterPerson[],
  known: readonly UserRecord[],
): ReadonlyMap<RosterPerson, UserRecord> {
  const byExternalId = new Map(known.map((user) => [user.externalId, user]));
  const byEmail = new Map(
    known.filter(({ externalId }) => externalId === null).map((user) => [textKey(user.email), user]),
  );
  const matches = new Map<RosterPerson, UserRecord>();
  for (const person of people) {
    const key = textKey(person.email);
    const user = byExternalId.get(person.externalId) ?? byEmail.get(key);
    if (user === undefined) continue;
    byEmail.delete(key);
    matches.set(person, user);
  }
  return matches;
}

/** The user to make of the person, or why that is impossible. */
function wantedOf(person: RosterPerson, known: UserRecord | null): WantedFields | string {
  const role = person.role ?? known?.role;
  const ouPath = person.ouPath ?? known?.ouPath;
  if (role === undefined) return 'The user is new, and there is no role in the file.';
  if (ouPath === undefined) return 'The user is new, and its organisation is not in the file.';
  const { email, name, externalId, grade, status } = person;
  if (name === '') return 'The user has no name.';
  if (email === '') return 'The user has neither e-mail nor user name.';
  const excess = ouPathExcess(ouPath);
  if (excess !== null) return excess;
  try {
    readUserInput({ email, name, role, externalId, grade, status });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return error.detail;
  }
  return { email, name, role, externalId, grade, status, ouPath };
}

function takenBy(addresses: ReadonlyMap<string, UserRecord | RosterPerson>, email: string): string | null {
  const holder = addresses.get(textKey(email));
  if (holder === undefined) return null;
  return 'line' in holder
    ? `The e-mail ${email} is also that of line ${holder.line}.`
    : `The e-mail ${email} belongs to another user (${holder.id}).`;
}

function changeOf(known: UserRecord | null, wanted: WantedFields, line: number): PlannedChange | null {
  if (known === null) return { kind: 'create', line, user: wanted };
  const changed = Object.entries(wanted).filter(
    ([field, value]) => known[field as keyof WantedFields] !== value,
  );
  if (changed.length === 0) return null;
  return { kind: 'update', line, known, changes: Object.fromEntries(changed) };
}

function newPaths(
  roster: Roster,
  changes: readonly PlannedChange[],
  present: ReadonlySet<string>,
): readonly string[] {
  const used = changes.flatMap((change) => {
    const { ouPath } = change.kind === 'create' ? change.user : change.changes;
    return ouPath === undefined ? [] : [ouPath];
  });
  return [...new Set([...roster.ouPaths, ...used])].filter((path) => !present.has(path)).sort();
}
