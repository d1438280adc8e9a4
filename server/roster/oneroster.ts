import type { UserRole, UserStatus } from '../../contracts/rest/users.ts';
import { OperatorError } from '../../kit/operator-error.ts';
import { childPath } from '../../store/rules/ou-path.ts';
import { orgPaths, unitName } from './org-paths.ts';
import { type HeldRole, heldRoles, roleOf } from './roles.ts';
import type { RosterFile, RosterFiles } from './roster-file.ts';
import { type Rejection, readTable, type Table, type TableRow } from './table.ts';

/** A person of the roster, as a user of ours. */
export interface RosterPerson {
  readonly line: number;
  readonly externalId: string;
  readonly email: string;
  readonly name: string;
  /** Null: the file does not say; a known user keeps the present one. */
  readonly role: UserRole | null;
  /** Null: the file does not say; a known user stays in the present unit. */
  readonly ouPath: string | null;
  readonly grade: string | null;
  readonly status: UserStatus;
}

export interface Roster {
  readonly version: '1.1' | '1.2';
  /** `bulk`: the files hold everybody; `delta`: only what has changed. */
  readonly mode: 'bulk' | 'delta';
  readonly people: readonly RosterPerson[];
  /** Ids of people marked as deleted. */
  readonly leaving: ReadonlySet<string>;
  /** Every id in `users.csv`, also of rows that were rejected. */
  readonly mentioned: ReadonlySet<string>;
  /** Units of the organisations. */
  readonly ouPaths: readonly string[];
  /** Number of guardians, parents and relatives: they are not imported. */
  readonly outsiders: number;
  readonly rejected: readonly Rejection[];
}

export interface RosterOptions {
  /** The unit that the organisations come below. */
  readonly ouRoot: string;
  /** Completes a user name that is no e-mail address. */
  readonly accountDomain: string;
  /** `2026-11-20`. */
  readonly today: string;
}

/**
 * Reads a OneRoster set (1EdTech OneRoster CSV Binding 1.2.1, and the differences of 1.1 in these files).
 * @throws OperatorError when a file as a whole is wrong; a wrong row is rejected alone
 */
export function readOneRoster(files: RosterFiles, options: RosterOptions): Roster {
  const { version, modeOf } = readManifest(files);
  const mode = modeOf('users.csv');
  if (mode === 'absent')
    throw new OperatorError('manifest.csv says that there is no users.csv (file.users).');
  const orgs = tableOf(files, 'orgs.csv', modeOf, ['sourcedId', 'name', 'type']);
  const roles =
    version === '1.2'
      ? tableOf(files, 'roles.csv', modeOf, ['userSourcedId', 'roleType', 'role', 'orgSourcedId'])
      : null;
  const columns = version === '1.1' ? ['orgSourcedIds', 'role'] : [];
  const users = readTable('users.csv', bytesOf(files, 'users.csv'), [
    'sourcedId',
    'enabledUser',
    'username',
    'givenName',
    'familyName',
    ...columns,
  ]);
  const placed = orgs === null ? null : orgPaths(orgs.rows, options.ouRoot);
  const people = readPeople(users.rows, {
    ...options,
    delta: mode === 'delta',
    paths: placed?.paths ?? null,
    roles: roles === null ? null : heldRoles(roles.rows, options.today),
  });
  return {
    version,
    mode,
    ...people,
    ouPaths: [...(placed?.paths.values() ?? [])],
    rejected: [orgs, placed, roles, users, people].flatMap((part) => part?.rejected ?? []),
  };
}

type Mode = 'bulk' | 'delta' | 'absent';

function readManifest(files: RosterFiles): {
  readonly version: Roster['version'];
  readonly modeOf: (file: RosterFile) => Mode;
} {
  if (!files.has('manifest.csv'))
    throw new OperatorError(
      'There is no manifest.csv: every OneRoster set has one, beside users.csv. Export the whole set.',
    );
  const { rows } = readTable('manifest.csv', bytesOf(files, 'manifest.csv'), ['propertyName', 'value']);
  const properties = new Map(rows.map((row) => [row.get('propertyName').toLowerCase(), row.get('value')]));
  const given = properties.get('oneroster.version') ?? '';
  const version = (['1.1', '1.2'] as const).find((known) => given === known || given.startsWith(`${known}.`));
  if (version === undefined)
    throw new OperatorError(
      `manifest.csv has oneroster.version "${given.slice(0, 40)}"; 1.1 and 1.2 can be read.`,
    );
  return {
    version,
    modeOf(file) {
      const property = `file.${file.replace('.csv', '')}`;
      const mode = (properties.get(property) ?? 'absent').toLowerCase();
      if (mode === 'bulk' || mode === 'delta' || mode === 'absent') return mode;
      throw new OperatorError(
        `manifest.csv has ${property} "${mode.slice(0, 40)}"; it is bulk, delta or absent.`,
      );
    },
  };
}

function tableOf(
  files: RosterFiles,
  file: RosterFile,
  modeOf: (file: RosterFile) => Mode,
  required: readonly string[],
): Table | null {
  return modeOf(file) === 'absent' ? null : readTable(file, bytesOf(files, file), required);
}

function bytesOf(files: RosterFiles, file: RosterFile): Uint8Array {
  const bytes = files.get(file);
  if (bytes === undefined) throw new OperatorError(`${file} is missing, though manifest.csv names it.`);
  return bytes;
}

interface PeopleContext extends RosterOptions {
  readonly delta: boolean;
  /** Null: the set has no `orgs.csv`. */
  readonly paths: ReadonlyMap<string, string> | null;
  /** Null: the role stands in `users.csv` (1.1), or the set has no `roles.csv`. */
  readonly roles: ReadonlyMap<string, HeldRole> | null;
}

function readPeople(
  rows: readonly TableRow[],
  context: PeopleContext,
): Pick<Roster, 'people' | 'leaving' | 'mentioned' | 'outsiders' | 'rejected'> {
  const people: RosterPerson[] = [];
  const leaving = new Set<string>();
  const lines = new Map<string, number>();
  const rejected: Rejection[] = [];
  let outsiders = 0;
  for (const row of rows) {
    const sourcedId = row.get('sourcedId');
    const repeated = repetition(sourcedId, lines);
    if (repeated === null) lines.set(sourcedId, row.line);
    const person = repeated ?? readPerson(row, context);
    if (person === 'outsider') outsiders += 1;
    else if (person === 'leaving') leaving.add(sourcedId);
    else if (typeof person !== 'string') people.push(person);
    else rejected.push({ file: 'users.csv', line: row.line, sourcedId, reason: person });
  }
  return { people, leaving, mentioned: new Set(lines.keys()), outsiders, rejected };
}

function repetition(sourcedId: string, lines: ReadonlyMap<string, number>): string | null {
  if (sourcedId === '') return 'The row has no sourcedId.';
  const before = lines.get(sourcedId);
  return before === undefined ? null : `The row has the same sourcedId as line ${before}.`;
}

/** The person of a row; else `leaving`, `outsider`, or why there is none. */
function readPerson(row: TableRow, context: PeopleContext): RosterPerson | string {
  if (row.get('status').toLowerCase() === 'tobedeleted') return 'leaving';
  const externalId = row.get('sourcedId');
  const held = context.roles === null ? heldInRow(row) : (context.roles.get(externalId) ?? null);
  if (held === null && !context.delta) return 'There is no role of this user in roles.csv.';
  const role = held === null ? null : roleOf(held.word);
  if (role === 'unknown') return `"${held?.word.slice(0, 40)}" is no role of OneRoster.`;
  if (held !== null && role === null) return 'outsider';
  const grade = gradeOf(row.get('grades'));
  const place = placeOf(row, held, context);
  if (place !== null && 'flaw' in place) return place.flaw;
  return {
    line: row.line,
    externalId,
    email: emailOf(row, context.accountDomain),
    name: nameOf(row),
    role,
    ouPath: place === null ? null : gradePath(place.path, role, grade),
    grade,
    status: mayWork(row, held) ? 'active' : 'suspended',
  };
}

/** Whether the account is enabled, and the role has not ended. */
function mayWork(row: TableRow, held: HeldRole | null): boolean {
  return row.get('enabledUser').toLowerCase() !== 'false' && held?.current !== false;
}

function nameOf(row: TableRow): string {
  const given = row.get('preferredGivenName') || row.get('givenName');
  const family = row.get('preferredFamilyName') || row.get('familyName');
  return [given, family].filter((part) => part !== '').join(' ');
}

/** The role of 1.1, which stands beside the user. */
function heldInRow(row: TableRow): HeldRole | null {
  const word = row.get('role');
  return word === '' ? null : { word, orgId: firstOf(row.get('orgSourcedIds')), current: true };
}

/** The unit of somebody's first organisation; null when the set has no organisations, or in a delta names none. */
function placeOf(
  row: TableRow,
  held: HeldRole | null,
  { paths, delta }: PeopleContext,
): { readonly path: string } | { readonly flaw: string } | null {
  if (paths === null) return null;
  const orgId = row.get('primaryOrgSourcedId') || held?.orgId || firstOf(row.get('orgSourcedIds'));
  if (orgId === '') return delta ? null : { flaw: 'The user belongs to no organisation.' };
  const path = paths.get(orgId);
  if (path !== undefined) return { path };
  // A delta of organisations holds only those that have changed.
  return delta ? null : { flaw: `There is no organisation "${orgId.slice(0, 60)}" in orgs.csv.` };
}

/** Students are sorted by grade below their school. */
function gradePath(path: string, role: UserRole | null, grade: string | null): string {
  return role === 'student' && grade !== null ? childPath(path, `Grade-${unitName(grade)}`) : path;
}

/** The first grade of a list, without the leading zero of the CEDS codes: `09` → `9`. */
function gradeOf(list: string): string | null {
  const first = firstOf(list).replace(/^0+(?=\d)/, '');
  return first === '' ? null : first;
}

function firstOf(list: string): string {
  return list.split(',')[0]?.trim() ?? '';
}

/** The e-mail; without one the user name, completed as devices complete the name of an account. */
function emailOf(row: TableRow, accountDomain: string): string {
  const email = row.get('email');
  if (email !== '') return email;
  const username = row.get('username');
  return username === '' || username.includes('@') ? username : `${username}@${accountDomain}`;
}
