import type { OuId, UserId } from '../../contracts/ids.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import { OperatorError } from '../../kit/operator-error.ts';
import type { IdSource } from '../../kit/random.ts';
import type { Store, Transaction } from '../../store/ports/store.ts';
import type { UserFields, UserRecord } from '../../store/ports/users.ts';
import { followClaimsOfUser } from '../../store/rules/follow-claims.ts';
import { type Roster, readOneRoster } from './oneroster.ts';
import { type Plan, type PlannedChange, planImport, type WantedFields } from './plan.ts';
import type { RosterFiles } from './roster-file.ts';
import type { Rejection } from './table.ts';

/** Rows of one transaction, so that a server beside the import can write in between. */
const ROWS_PER_TRANSACTION = 500;
const KNOWN_PER_PAGE = 1_000;

export interface ImportOptions {
  readonly organisationId: number;
  /** The unit that the organisations of the file come below. */
  readonly ouRoot: string;
  readonly suspendMissing: boolean;
}

export interface ImportTools {
  readonly store: Store;
  readonly ids: IdSource;
  readonly clock: Clock;
}

/** The plan of an import. */
export interface PreparedImport {
  readonly roster: Roster;
  readonly plan: Plan;
}

/** Reads the files and plans the import; changes nothing. @throws OperatorError when the files cannot be read, or are wrong as a whole */
export async function prepareImport(
  files: RosterFiles,
  { store, clock }: Pick<ImportTools, 'store' | 'clock'>,
  { organisationId, ouRoot, suspendMissing }: ImportOptions,
): Promise<PreparedImport> {
  const organisation = await store.organisations.get(organisationId);
  if (organisation === null) throw new OperatorError('There is no such organisation.');
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const roster = readOneRoster(files, { ouRoot, accountDomain: organisation.accountDomain, today });
  if (suspendMissing && roster.mode === 'delta')
    throw new OperatorError(
      '--suspend-missing needs a bulk file: a delta holds only those who have changed.',
    );
  if (suspendMissing && roster.people.length === 0)
    throw new OperatorError('No user of the file can be taken: --suspend-missing would suspend everybody.');
  const ouPaths = (await store.ous.list(organisationId)).map(({ path }) => path);
  const known = await allUsers(store, organisationId);
  return { roster, plan: planImport(roster, { known, ouPaths, ouRoot, suspendMissing }) };
}

/** The result of an import. */
export interface ImportResult {
  readonly created: number;
  readonly updated: number;
  readonly suspended: number;
  /** Rows that failed because of something that changed since the plan was made. */
  readonly rejected: readonly Rejection[];
}

/**
 * Carries out a plan, some hundred rows a transaction. After a crash the rows until there are imported, and the same import again does the rest.
 * @param progress called after each transaction with the number of changes done
 */
export async function applyImport(
  { plan }: PreparedImport,
  tools: ImportTools,
  {
    organisationId,
    progress,
  }: { readonly organisationId: number; readonly progress: (done: number) => void },
): Promise<ImportResult> {
  const units = await makeUnits(plan, tools, organisationId);
  const counts = { create: 0, update: 0, suspend: 0 };
  let waiting = plan.changes;
  let refusals = new Map<PlannedChange, Fault>();
  let done = 0;
  // A person may get an address that another gives up further down: refused rows are tried again as long as that helps.
  for (let before = -1; waiting.length > 0 && waiting.length !== before; ) {
    before = waiting.length;
    refusals = new Map();
    for (let at = 0; at < waiting.length; at += ROWS_PER_TRANSACTION) {
      const chunk = waiting.slice(at, at + ROWS_PER_TRANSACTION);
      const written = await writeChunk(chunk, tools, { organisationId, units });
      for (const [change, refusal] of written.refusals) refusals.set(change, refusal);
      for (const { kind } of written.changes) counts[kind] += 1;
      done += written.changes.length;
      progress(done);
    }
    waiting = [...refusals.keys()];
  }
  return {
    created: counts.create,
    updated: counts.update,
    suspended: counts.suspend,
    rejected: [...refusals].map(([change, refusal]) => rejectionOf(change, refusal)),
  };
}

/** The id of every unit by its path, after the missing ones were made. */
async function makeUnits(
  { newOuPaths }: Plan,
  { store, clock }: ImportTools,
  organisationId: number,
): Promise<ReadonlyMap<string, OuId>> {
  if (newOuPaths.length > 0)
    await store.transaction(async (tx) => {
      const now = clock.now();
      for (const path of newOuPaths) await tx.ous.ensurePath(organisationId, path, now);
      await audit(tx, { organisationId, at: now, action: 'ou.imported', after: { paths: newOuPaths } });
    });
  const units = await store.ous.list(organisationId);
  return new Map(units.map(({ path, id }) => [path, id]));
}

interface Written {
  readonly changes: readonly PlannedChange[];
  readonly refusals: readonly (readonly [PlannedChange, Fault])[];
}

interface Place {
  readonly organisationId: number;
  readonly units: ReadonlyMap<string, OuId>;
}

async function writeChunk(
  chunk: readonly PlannedChange[],
  tools: ImportTools,
  place: Place,
): Promise<Written> {
  const { organisationId } = place;
  return await tools.store.transaction(async (tx) => {
    const refusals: (readonly [PlannedChange, Fault])[] = [];
    const written: { readonly change: PlannedChange; readonly id: string }[] = [];
    for (const change of chunk) {
      try {
        written.push({ change, id: await writeChange(tx, tools, { change, place }) });
      } catch (error) {
        if (!(error instanceof Fault) || error.status >= 500) throw error;
        refusals.push([change, error]);
      }
    }
    const idsOf = (kind: PlannedChange['kind']) =>
      written.filter(({ change }) => change.kind === kind).map(({ id }) => id);
    const after = { created: idsOf('create'), updated: idsOf('update'), suspended: idsOf('suspend') };
    const at = tools.clock.now();
    if (written.length > 0) await audit(tx, { organisationId, at, action: 'user.imported', after });
    return { changes: written.map(({ change }) => change), refusals };
  });
}

/** @returns the user's id. @throws Fault */
async function writeChange(
  tx: Transaction,
  { ids, clock }: ImportTools,
  { change, place: { organisationId, units } }: { readonly change: PlannedChange; readonly place: Place },
): Promise<UserId> {
  const now = clock.now();
  if (change.kind === 'create') {
    const { ouPath, ...user } = change.user;
    const id = ids.next('usr');
    await tx.users.create({ ...user, ouId: unitOf(units, ouPath), id, organisationId, now });
    return id;
  }
  const { known, changes } = change;
  const user = await followClaimsOfUser(tx, { organisationId, email: known.email, now }, () =>
    tx.users.update(organisationId, known.id, fieldsOf(changes, units), now),
  );
  if (user === null) throw new Fault('not_found', 'The user was deleted meanwhile; import again.');
  return user.id;
}

async function audit(
  tx: Transaction,
  entry: {
    readonly organisationId: number;
    readonly at: number;
    readonly action: string;
    readonly after: object;
  },
): Promise<void> {
  await tx.audit.append({ ...entry, actor: 'cli', target: null });
}

function fieldsOf(
  { ouPath, ...changes }: Partial<WantedFields>,
  units: ReadonlyMap<string, OuId>,
): Partial<UserFields> {
  return { ...changes, ...(ouPath === undefined ? {} : { ouId: unitOf(units, ouPath) }) };
}

function unitOf(units: ReadonlyMap<string, OuId>, path: string): OuId {
  const id = units.get(path);
  if (id === undefined)
    throw new Fault('unprocessable', `The unit ${path} was renamed meanwhile; import again.`);
  return id;
}

function rejectionOf(change: PlannedChange, { detail }: Fault): Rejection {
  const sourcedId = change.kind === 'create' ? change.user.externalId : change.known.externalId;
  return { file: 'users.csv', line: change.line ?? 0, sourcedId: sourcedId ?? '', reason: detail };
}

async function allUsers(store: Store, organisationId: number): Promise<readonly UserRecord[]> {
  const users: UserRecord[] = [];
  const query = {
    organisationId,
    filter: {},
    sort: [{ field: 'createdAt', descending: false }],
    limit: KNOWN_PER_PAGE,
  } as const;
  let page = await store.users.list({ ...query, from: { kind: 'page', page: 1 } });
  users.push(...page.rows);
  while (page.hasMore && page.last !== null) {
    page = await store.users.list({ ...query, from: { kind: 'after', position: page.last } });
    users.push(...page.rows);
  }
  return users;
}
