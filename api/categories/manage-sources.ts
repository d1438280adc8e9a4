import { isAbsolute } from 'node:path';
import { CATALOGUE } from '../../contracts/categories/catalogue/catalogue.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import {
  CATEGORY_SOURCE_FORMATS,
  type CategorySourceDefinition,
  type CategorySourceFormat,
  type CategorySourceRecord,
} from '../../store/ports/category-sources.ts';
import type { Store, Transaction } from '../../store/ports/store.ts';
import { endHeldAlert } from './held-alert.ts';
import { cleanName } from './hygiene.ts';
import { isWebLocation } from './source-bytes.ts';

interface ManageTools {
  readonly store: Pick<Store, 'transaction'>;
  readonly clock: Clock;
  /** Who does it, for the audit. Default: somebody at the command line. */
  readonly actor?: string;
}

/** What somebody at the command line says of a new source. */
export interface SourceRequest {
  readonly organisationId: number;
  readonly id: string;
  readonly format: string;
  readonly location: string;
  readonly category: string | null;
  /** Of a `ut1` source. */
  readonly mapping: Readonly<Record<string, string | null>>;
}

const ID = /^[a-z0-9][a-z0-9_-]{0,39}$/;
const MAX_LOCATION = 2_048;
const OURS: ReadonlySet<string> = new Set(CATALOGUE.map(({ id }) => id));

/** Adds a source, with an entry of the audit; the next update reads it. @throws Fault unprocessable in a sentence, already_exists */
export async function addSource(
  { store, clock, actor }: ManageTools,
  request: SourceRequest,
): Promise<CategorySourceRecord> {
  const definition = definitionOf(request);
  return store.transaction(async (tx) => {
    const at = clock.now();
    const source = await tx.categorySources.create(definition, at);
    await audit(tx, at, { action: 'category_source.added', actor, source, after: shownSource(source) });
    return source;
  });
}

/** Removes a source; its names go with the next update. @throws Fault not_found */
export function removeSource(
  { store, clock, actor }: ManageTools,
  { organisationId, id }: Pick<SourceRequest, 'organisationId' | 'id'>,
): Promise<CategorySourceRecord> {
  return store.transaction(async (tx) => {
    const at = clock.now();
    const source = await known(tx, organisationId, id);
    await tx.categorySources.delete(organisationId, id);
    await endHeldAlert(tx, source, at);
    await audit(tx, at, { action: 'category_source.removed', actor, source, before: shownSource(source) });
    return source;
  });
}

/**
 * Says that a person has looked at a source which is held back: the next update uses its list. Well-known names in it are left out all the same, but for those that
 * the person vouches for. @throws Fault not_found, conflict when it is not held and no name is vouched for, unprocessable for a name that no list may hold
 */
export async function releaseSource(
  { store, clock, actor }: ManageTools,
  {
    organisationId,
    id,
    accept,
  }: Pick<SourceRequest, 'organisationId' | 'id'> & { readonly accept: readonly string[] },
): Promise<CategorySourceRecord> {
  const names = accept.map(acceptedName);
  return store.transaction(async (tx) => {
    const at = clock.now();
    const source = await known(tx, organisationId, id);
    if (source.state !== 'held' && names.length === 0)
      throw new Fault('conflict', `The source “${id}” is not held back.`);
    const vouched = [...new Set([...source.vouched, ...names])].sort();
    const { heldHash } = source;
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
    const after = (await tx.categorySources.note(organisationId, id, released, at)) ?? source;
    await endHeldAlert(tx, source, at);
    await audit(tx, at, {
      action: 'category_source.released',
      actor,
      source,
      before: shownSource(source),
      after: shownSource(after),
    });
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

async function known(tx: Transaction, organisationId: number, id: string): Promise<CategorySourceRecord> {
  const source = await tx.categorySources.get(organisationId, id);
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

function definitionOf({
  organisationId,
  id,
  format,
  location,
  category,
  mapping,
}: SourceRequest): CategorySourceDefinition {
  if (!ID.test(id)) throw bad('The name of a source has small letters, digits, - and _, at most 40.');
  const known = CATEGORY_SOURCE_FORMATS.find((name) => name === format);
  if (known === undefined)
    throw bad(`“${format}” is no format. There are: ${CATEGORY_SOURCE_FORMATS.join(', ')}.`);
  checkLocation(location);
  checkCategory(known, category, mapping);
  return { organisationId, id, format: known, location, category, mapping };
}

function checkLocation(location: string): void {
  if (location.length > MAX_LOCATION) throw bad('The address is too long.');
  if (!isWebLocation(location)) {
    if (/^[a-z][a-z0-9+.-]+:\/\//i.test(location) || !isAbsolute(location))
      throw bad('A source is an http or https address, or the absolute path of a file.');
    return;
  }
  if (!URL.canParse(location)) throw bad('This is no address.');
  const { username, password } = new URL(location);
  if (username !== '' || password !== '') throw bad('The address carries no user name or password.');
}

function checkCategory(
  format: CategorySourceFormat,
  category: string | null,
  mapping: Readonly<Record<string, string | null>>,
): void {
  const named = [...Object.values(mapping), category].filter((name) => name !== null);
  const unknown = named.find((name) => !OURS.has(name));
  if (unknown !== undefined)
    throw bad(`There is no category “${unknown}”. There are: ${[...OURS].join(', ')}.`);
  if (format === 'ut1' && category !== null)
    throw bad('An archive names its categories itself: leave out --category, or use --map.');
  if (format !== 'ut1' && category === null) throw bad(`A source of the format ${format} needs a category.`);
  if (format !== 'ut1' && Object.keys(mapping).length > 0)
    throw bad('Only an archive (ut1) has categories to map.');
}

function acceptedName(text: string): string {
  const cleaned = cleanName(text);
  if (cleaned.kind === 'refused') throw bad(`“${text}” can be in no category: ${REFUSALS[cleaned.why]}.`);
  return cleaned.name;
}

const REFUSALS = {
  no_host: 'it is no host name',
  address: 'it is an address',
  public_suffix: 'it is a public suffix',
  crisis_help: 'it is crisis help',
} as const;

function bad(sentence: string): Fault {
  return new Fault('unprocessable', sentence);
}
