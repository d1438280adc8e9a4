import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CategorySourceDefinition } from '../../store/ports/category-sources.ts';
import { type ArchiveSink, readArchive } from './archive.ts';
import { cleanName, type NameRefusal } from './clean-name.ts';
import { createLineSplitter, type LineSplitter } from './lines.ts';
import {
  createListWriter,
  type ListFacts,
  type ListWriter,
  MAX_CLAIMS,
  MAX_EXCEPTIONS,
  MAX_SUFFIXES,
} from './list-file.ts';
import type { LineProblem, ListReader, NameSink } from './list-formats.ts';
import { createListReader, createPlainReader } from './list-formats.ts';
import {
  openSource,
  PUBLIC_NETWORKS,
  SOURCE_LIMITS,
  type SourceAddress,
  type SourceLimits,
  type SourceNetworks,
} from './source-bytes.ts';
import { SourceFault } from './source-fault.ts';
import { mappedCategory } from './ut1-mapping.ts';

/** The source to read. */
export interface ReadOrder extends SourceAddress {
  readonly format: CategorySourceDefinition['format'];
  readonly category: string | null;
  readonly mapping: CategorySourceDefinition['mapping'];
  /** The folder of the cleaned lists. */
  readonly folder: string;
  readonly limits?: SourceLimits;
  readonly networks?: SourceNetworks;
}

/** The result of a reading. The cleaned list lies in the folder under its hash. */
export type ReadResult =
  | { readonly state: 'unchanged' }
  | {
      readonly state: 'read';
      readonly hash: string;
      readonly facts: ListFacts;
      readonly etag: string | null;
      readonly lastModified: string | null;
    };

/** As many names as an index can have. */
const MAX_NAMES = 25_000_000;

/**
 * Reads a source and writes its cleaned names as a list file. It works while the bytes arrive and keeps none of the names in memory.
 * @throws SourceFault when it cannot be reached or read, or names nothing: then nothing was written
 */
export async function readSource(
  order: ReadOrder,
  { progress, signal }: { readonly progress: (bytes: number) => void; readonly signal?: AbortSignal },
): Promise<ReadResult> {
  const { format, folder, limits = SOURCE_LIMITS, networks = PUBLIC_NETWORKS } = order;
  const opened =
    format === 'ut1' && (await isFolder(order.location))
      ? await openFolder(order)
      : await openSource(order, { limits, networks, progress, ...(signal === undefined ? {} : { signal }) });
  if (opened.state === 'unchanged') return opened;
  const writer = createListWriter(folder);
  try {
    const collector = createCollector(writer);
    if ('lists' in opened) await readFolder(opened.lists, order, collector);
    else if (format === 'ut1') await readArchive(opened.bytes, archiveSink(order, collector));
    else
      await readList(opened.bytes, createListReader(format, collector.sinkOf(categoryOf(order))), collector);
    const facts = collector.facts();
    if (facts.names + facts.claims.length === 0)
      throw new SourceFault(`It names no host that can be used (is its format “${format}”?).`);
    const hash = writer.finish(facts);
    return { state: 'read', hash, facts, etag: opened.etag, lastModified: opened.lastModified };
  } finally {
    writer.abandon();
  }
}

function categoryOf({ category }: ReadOrder): string {
  if (category === null) throw new SourceFault('The source has no category for its names.');
  return category;
}

/** Builds a cleaned list from names as they arrive. */
export interface Collector {
  sinkOf(category: string): NameSink;
  exception(text: string): void;
  problem(problem: LineProblem): void;
  facts(): ListFacts;
}

/** Cleans and writes names, and counts the names that are left out. */
export function createCollector(writer: ListWriter): Collector {
  const counts: Record<string, number> = {};
  const refused: Partial<Record<LineProblem | NameRefusal, number>> = {};
  const suffixes = new Set<string>();
  const claims = new Map<string, readonly [string, string]>();
  const exceptions = new Set<string>();
  let names = 0;
  const refuse = (why: LineProblem | NameRefusal): void => {
    refused[why] = (refused[why] ?? 0) + 1;
  };

  function refuseName(name: string, why: NameRefusal): void {
    refuse(why);
    if (why === 'public_suffix' && suffixes.size < MAX_SUFFIXES) suffixes.add(name);
  }

  function claim(name: string, category: string): void {
    if (claims.size < MAX_CLAIMS) claims.set(`${category} ${name}`, [name, category]);
  }

  function take(text: string, category: string): void {
    const cleaned = cleanName(text);
    if (cleaned.kind === 'refused') refuseName(cleaned.name, cleaned.why);
    else if (cleaned.kind === 'protected') claim(cleaned.name, category);
    else keep(cleaned.name, category);
  }

  function keep(name: string, category: string): void {
    names += 1;
    if (names > MAX_NAMES) throw new SourceFault(`It has more than ${MAX_NAMES} names.`);
    counts[category] = (counts[category] ?? 0) + 1;
    writer.add(name, category);
  }

  function exception(text: string): void {
    const cleaned = cleanName(text);
    if (cleaned.kind !== 'refused' && exceptions.size < MAX_EXCEPTIONS) exceptions.add(cleaned.name);
  }

  return {
    sinkOf: (category) => ({
      name: (text) => take(text, category),
      exception,
      problem: refuse,
    }),
    exception,
    problem: refuse,
    facts: () => ({
      names,
      counts,
      refused,
      suffixes: [...suffixes].sort(),
      claims: [...claims.keys()].sort().map((key) => claims.get(key) ?? ['', '']),
      exceptions: [...exceptions].sort(),
    }),
  };
}

async function readList(
  bytes: AsyncIterable<Uint8Array>,
  read: ListReader,
  collector: Collector,
): Promise<void> {
  const splitter = createLineSplitter(read, () => collector.problem('too_long'));
  for await (const chunk of bytes) splitter.push(chunk);
  splitter.end();
}

function archiveSink({ mapping }: ReadOrder, collector: Collector): ArchiveSink {
  let splitter: LineSplitter | null = null;
  return {
    begin(theirs) {
      const category = mappedCategory(theirs, mapping);
      if (category === null) return false;
      const read = createPlainReader(collector.sinkOf(category));
      splitter = createLineSplitter(read, () => collector.problem('too_long'));
      return true;
    },
    text: (chunk) => splitter?.push(chunk),
    end: () => splitter?.end(),
  };
}

async function isFolder(location: string): Promise<boolean> {
  try {
    return (await stat(location)).isDirectory();
  } catch {
    return false; // an address, or a missing file; opening it reports the error
  }
}

/** An archive that somebody has unpacked: its lists as files. It is read anew each time, because a folder has no mark of its content. */
async function openFolder({ location }: ReadOrder) {
  const entries = await readdir(location, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const lists = names
    .sort()
    .map((name) => ({ theirs: name.toLowerCase(), path: join(location, name, 'domains') }));
  return { state: 'changed' as const, etag: null, lastModified: null, lists };
}

async function readFolder(
  lists: readonly { readonly theirs: string; readonly path: string }[],
  { mapping }: ReadOrder,
  collector: Collector,
): Promise<void> {
  for (const { theirs, path } of lists) {
    const category = mappedCategory(theirs, mapping);
    if (category === null || !(await isFile(path))) continue;
    await readList(createReadStream(path), createPlainReader(collector.sinkOf(category)), collector);
  }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false; // a category without a list of whole hosts
  }
}
