import { isDeepStrictEqual } from 'node:util';
import type { CategorySource } from '../../contracts/rest/categories.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import type { CategorySourceDefinition, CategorySourceRecord } from '../../store/ports/category-sources.ts';
import type { Store, Transaction } from '../../store/ports/store.ts';
import { timestamp } from '../../store/views/timestamp.ts';
import type { RunningUpdate } from './background-updates.ts';
import { cleanName } from './clean-name.ts';
import { endHeldAlert } from './held-alert.ts';
import { isWebLocation } from './source-bytes.ts';
import { definitionOf, type SourceRequest, sourceFault } from './source-definition.ts';

interface ManageTools {
  readonly store: Pick<Store, 'transaction'>;
  readonly clock: Clock;
  /** The actor in the audit. Default: somebody at the command line. */
  readonly actor?: string;
}

/** Most sources of a school; each is read every night. */
const MAX_SOURCES = 100;

/** Most well-known names of one source that people may confirm. */
const MAX_VOUCHED = 10_000;

/** A source before and after a change. */
export interface SourceChange {
  readonly before: CategorySourceRecord;
  readonly after: CategorySourceRecord;
}

type SourceName = Pick<SourceRequest, 'organisationId' | 'id'>;

/** Adds a source; the next update reads it. @throws Fault unprocessable in a sentence and with its pointer, already_exists */
export async function createSource(
  tx: Transaction,
  request: SourceRequest,
  at: number,
): Promise<CategorySourceRecord> {
  const definition = definitionOf(request);
  const sources = await tx.categorySources.list(definition.organisationId);
  if (sources.length >= MAX_SOURCES)
    throw sourceFault('/id', 'limit', `A school has at most ${MAX_SOURCES} sources.`);
  return await tx.categorySources.create(definition, at);
}

/** Changes where a source lies or what its names are. What was read stays in use until the next update. @throws Fault not_found, unprocessable */
export async function redefineSource(
  tx: Transaction,
  {
    organisationId,
    id,
    ...changes
  }: SourceName & Partial<Pick<SourceRequest, 'location' | 'category' | 'mapping'>>,
  at: number,
): Promise<SourceChange> {
  const before = await knownSource(tx, organisationId, id);
  const defined = definedBy(definitionOf({ ...before, ...changes }));
  // A change that changes nothing must not forget that a list is held back.
  if (isDeepStrictEqual(defined, definedBy(before))) return { before, after: before };
  // The time is the version that the API shows. It grows with every change.
  const now = Math.max(at, before.updatedAt + 1);
  const after = (await tx.categorySources.redefine(organisationId, id, defined, now)) ?? before;
  await endHeldAlert(tx, before, at);
  return { before, after };
}

function definedBy({ location, category, mapping }: CategorySourceDefinition) {
  return { location, category, mapping };
}

/** Removes a source. The next index is made without its names. @throws Fault not_found */
export async function deleteSource(
  tx: Transaction,
  { organisationId, id }: SourceName,
  at: number,
): Promise<CategorySourceRecord> {
  const source = await knownSource(tx, organisationId, id);
  await tx.categorySources.delete(organisationId, id);
  await endHeldAlert(tx, source, at);
  return source;
}

/**
 * Releases a source that is held back, because a person has looked at it. The next update uses its list. Well-known names in the list are
 * left out all the same, except those that the person confirms.
 * @throws Fault not_found, conflict when it is not held and no name is vouched for, unprocessable for a name that no list may hold
 */
export async function releaseHeldSource(
  tx: Transaction,
  { organisationId, id, accept }: SourceName & { readonly accept: readonly string[] },
  at: number,
): Promise<SourceChange> {
  const names = accept.map(acceptedName);
  const before = await knownSource(tx, organisationId, id);
  if (before.state !== 'held' && names.length === 0)
    throw new Fault('conflict', `The source “${id}” is not held back.`);
  const vouched = [...new Set([...before.vouched, ...names])].sort();
  if (vouched.length > MAX_VOUCHED)
    throw sourceFault('/accept', 'limit', `At most ${MAX_VOUCHED} names of a source are vouched for.`);
  const { heldHash } = before;
  const released =
    heldHash === null
      ? { vouched }
      : {
          vouched,
          state: 'current' as const,
          problem: null,
          listHash: heldHash,
          heldHash: null,
          releasedHash: heldHash,
        };
  const after = (await tx.categorySources.note(organisationId, id, released, at)) ?? before;
  await endHeldAlert(tx, before, at);
  return { before, after };
}

/** As `createSource`, in a transaction of its own, with an entry of the audit. */
export function addSource(
  { store, clock, actor }: ManageTools,
  request: SourceRequest,
): Promise<CategorySourceRecord> {
  return store.transaction(async (tx) => {
    const at = clock.now();
    const source = await createSource(tx, request, at);
    await audit(tx, at, { action: 'category_source.added', actor, source, after: shownSource(source) });
    return source;
  });
}

/** As `deleteSource`, in a transaction of its own, with an entry of the audit. */
export function removeSource(
  { store, clock, actor }: ManageTools,
  name: SourceName,
): Promise<CategorySourceRecord> {
  return store.transaction(async (tx) => {
    const at = clock.now();
    const source = await deleteSource(tx, name, at);
    await audit(tx, at, { action: 'category_source.removed', actor, source, before: shownSource(source) });
    return source;
  });
}

/** As `releaseHeldSource`, in a transaction of its own, with an entry of the audit. */
export function releaseSource(
  { store, clock, actor }: ManageTools,
  request: SourceName & { readonly accept: readonly string[] },
): Promise<CategorySourceRecord> {
  return store.transaction(async (tx) => {
    const at = clock.now();
    const { before, after } = await releaseHeldSource(tx, request, at);
    const changes = { before: shownSource(before), after: shownSource(after) };
    await audit(tx, at, { action: 'category_source.released', actor, source: after, ...changes });
    return after;
  });
}

/** A source as people see it. */
export function shownSource(source: CategorySourceRecord) {
  const { id, format, location, category, mapping, state, problem, names, refused, vouched, checkedAt } =
    source;
  const checked = checkedAt === null ? null : new Date(checkedAt).toISOString();
  return {
    id,
    format,
    location,
    category,
    mapping,
    state,
    problem,
    names,
    refused,
    vouched,
    checkedAt: checked,
  };
}

/** @throws Fault not_found */
export async function knownSource(
  { categorySources }: Pick<Transaction, 'categorySources'>,
  organisationId: number,
  id: string,
): Promise<CategorySourceRecord> {
  const source = await categorySources.get(organisationId, id);
  if (source === null) throw new Fault('not_found', `There is no source “${id}”.`);
  return source;
}

function audit(
  tx: Transaction,
  at: number,
  {
    action,
    actor = 'cli',
    source,
    ...changes
  }: {
    readonly action: string;
    readonly actor: string | undefined;
    readonly source: CategorySourceRecord;
    readonly before?: ReturnType<typeof shownSource>;
    readonly after?: ReturnType<typeof shownSource>;
  },
) {
  return tx.audit.append({
    organisationId: source.organisationId,
    at,
    actor,
    action,
    target: source.id,
    ...changes,
  });
}

function acceptedName(text: string, at: number): string {
  const cleaned = cleanName(text);
  if (cleaned.kind === 'refused')
    throw sourceFault(
      `/accept/${at}`,
      'name',
      `“${text}” can be in no category: ${NAME_REFUSALS[cleaned.why]}.`,
    );
  return cleaned.name;
}

/** Why a name cannot be in any category, as the end of a sentence. */
export const NAME_REFUSALS = {
  no_host: 'it is no host name',
  address: 'it is an address',
  public_suffix: 'it is a public suffix',
  crisis_help: 'it is crisis help',
} as const;

/** A source as the API shows it. The path of a file on the server is shown on the command line only. */
export function toCategorySource(
  source: CategorySourceRecord,
  running: RunningUpdate | null,
): CategorySource {
  const { id, format, location, category, mapping, state, problem, names, refused, vouched } = source;
  const local = !isWebLocation(location);
  return {
    id,
    format,
    location: local ? null : location,
    local,
    category,
    mapping: { ...mapping },
    state,
    problem: local ? (problem?.replaceAll(location, 'The file') ?? null) : problem,
    names,
    refused,
    vouched: [...vouched],
    checkedAt: source.checkedAt === null ? null : timestamp(source.checkedAt),
    createdAt: timestamp(source.createdAt),
    updatedAt: timestamp(source.updatedAt),
    update: running === null ? null : shownUpdate(running),
  };
}

function shownUpdate({ progress, startedAt }: RunningUpdate): NonNullable<CategorySource['update']> {
  const reading =
    progress.step === 'read' ? progress : { ...progress, source: null, number: null, of: null, bytes: null };
  return { ...reading, startedAt: timestamp(startedAt) };
}
