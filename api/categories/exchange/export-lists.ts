import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { syncFolder } from '../../../kit/durable-file.ts';
import { Fault } from '../../../kit/fault.ts';
import type { CategorySourceRecord } from '../../../store/ports/category-sources.ts';
import type { CategoryFolders } from '../index-files.ts';
import { listFile, readListFacts } from '../list-file.ts';
import { isWebLocation, withoutImportMark } from '../source-bytes.ts';
import type { UpdateRightTools } from '../update.ts';
import { withUpdateRight } from '../update-right.ts';
import {
  CATEGORY_MARK,
  END_MARK,
  EXCEPTION_MARK,
  EXCHANGE_VERSION,
  type ExchangedSource,
  type ExchangeHead,
  MAX_PLACE,
  SOURCE_MARK,
} from './exchange-file.ts';

/** The result of an export. */
export interface ExportedLists {
  readonly file: string;
  /** SHA-256 of the file, hexadecimal. The importer compares it. */
  readonly hash: string;
  /** Bytes. */
  readonly size: number;
  readonly createdAt: string;
  readonly sources: readonly { readonly id: string; readonly names: number }[];
}

/**
 * Writes the lists in use into a file for a school without internet, and an entry of the audit. No update runs meanwhile. The file appears
 * whole and durably, or not at all.
 * @param request.product the version of Schoolgate
 * @throws Fault conflict while an update runs or where a list is gone, unprocessable where no list is in use; the system's error when the
 * file cannot be written
 */
export function exportLists(
  tools: UpdateRightTools & { readonly folders: CategoryFolders },
  request: {
    readonly organisationId: number;
    readonly file: string;
    readonly product: string;
    readonly signal: AbortSignal;
  },
): Promise<ExportedLists> {
  const { store, clock, folders } = tools;
  const { organisationId, file, product } = request;
  return withUpdateRight(tools, request, async (signal) => {
    const sources = await sourcesInUse(store, organisationId, folders);
    const index = await store.categoryIndexes.current(organisationId);
    const head: ExchangeHead = {
      format: 'schoolgate-categories',
      version: EXCHANGE_VERSION,
      createdAt: new Date(clock.now()).toISOString(),
      product,
      index: index?.version ?? 0,
    };
    const beside = `${file}.${randomBytes(6).toString('hex')}.new`;
    const digest = createHash('sha256');
    try {
      await pipeline(
        textOf(head, sources, folders.lists),
        createGzip(),
        async function* (packed: AsyncIterable<Uint8Array>) {
          for await (const chunk of packed) {
            digest.update(chunk);
            yield chunk;
          }
        },
        createWriteStream(beside, { flags: 'wx', mode: 0o600, flush: true }),
        { signal },
      );
      const { size } = await stat(beside);
      const exported = {
        file,
        hash: digest.digest('hex'),
        size,
        createdAt: head.createdAt,
        sources: sources.map(({ id, names }) => ({ id, names })),
      };
      const entry = { organisationId, at: clock.now(), actor: 'cli', action: 'category_lists.exported' };
      await store.transaction((tx) => tx.audit.append({ ...entry, target: null, after: exported }));
      await rename(beside, file);
      await syncFolder(dirname(file));
      return exported;
    } finally {
      await rm(beside, { force: true });
    }
  });
}

async function sourcesInUse(
  store: UpdateRightTools['store'],
  organisationId: number,
  { lists }: CategoryFolders,
): Promise<readonly (CategorySourceRecord & { readonly listHash: string })[]> {
  const sources = await store.categorySources.list(organisationId);
  const used = sources.flatMap((source) =>
    source.listHash === null ? [] : [{ ...source, listHash: source.listHash }],
  );
  const gone = used.find(({ listHash }) => !existsSync(listFile(lists, listHash)));
  if (gone !== undefined)
    throw new Fault('conflict', `The list of “${gone.id}” is gone. First: schoolgate categories update`);
  if (used.length === 0)
    throw new Fault(
      'unprocessable',
      'No list is in use beside the names that ship, which every school has: there is nothing to export.',
    );
  return used;
}

async function* textOf(
  head: ExchangeHead,
  sources: readonly (CategorySourceRecord & { readonly listHash: string })[],
  folder: string,
): AsyncGenerator<Uint8Array | string> {
  yield `${JSON.stringify(head)}\n`;
  for (const { id, format, category, location, listHash } of sources) {
    const source: ExchangedSource = { id, format, category, place: placeOf(location) };
    yield `${SOURCE_MARK}${JSON.stringify(source)}\n`;
    yield* createReadStream(listFile(folder, listHash)) as AsyncIterable<Uint8Array>;
    const { claims, exceptions } = readListFacts(folder, listHash);
    for (const [name, category] of claims) yield `${CATEGORY_MARK}${category}\n${name}\n`;
    for (const name of exceptions) yield `${EXCEPTION_MARK}${name}\n`;
  }
  yield `${END_MARK}\n`;
}

/** The location without folders of this machine and without a key in an address, which are not for the receiver. */
function placeOf(location: string): string {
  const place = withoutImportMark(location);
  if (!isWebLocation(place)) return basename(place).slice(0, MAX_PLACE);
  const { origin, pathname } = new URL(place);
  return `${origin}${pathname}`.slice(0, MAX_PLACE);
}
