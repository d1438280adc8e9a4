import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Dispatcher, request } from 'undici';
import { messageOf } from '../../kit/fault.ts';
import { createSsrfGuard } from '../outbound/ssrf-guard.ts';
import { SourceFault } from './source-fault.ts';

/** The location of a list, and what is known from the last reading. */
export interface SourceAddress {
  readonly location: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** The most bytes that are read of a source, packed and unpacked. */
export interface SourceLimits {
  readonly maxBytes: number;
  readonly maxUnpackedBytes: number;
}

/** The largest public archive has 60 MB, 250 MB unpacked. */
export const SOURCE_LIMITS: SourceLimits = { maxBytes: 536_870_912, maxUnpackedBytes: 2_147_483_648 };

/** The result of opening a source: unchanged since the last reading, or text that is unpacked as it arrives. */
export type OpenedSource =
  | { readonly state: 'unchanged' }
  | {
      readonly state: 'changed';
      readonly etag: string | null;
      readonly lastModified: string | null;
      /** Throws a SourceFault when the transfer breaks off, or the data is damaged or too large. */
      readonly bytes: AsyncIterable<Uint8Array>;
    };

const GZIP_MAGIC = [0x1f, 0x8b] as const;
const MAX_ETAG = 256;
/** Mirrors redirect once or twice. */
const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** A server that is silent for a minute is given up. */
const ANSWER_TIMEOUT_MS = 60_000;

/** Networks of sources beside https on the public internet; see SsrfGuardOptions. */
export interface SourceNetworks {
  readonly allowCidrs: readonly string[];
  readonly allowHttpCidrs: readonly string[];
}

/** Https on the public internet, and nothing else. */
export const PUBLIC_NETWORKS: SourceNetworks = { allowCidrs: [], allowHttpCidrs: [] };

/** Whether a location is an address on the web. Any other location is a path. */
export function isWebLocation(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/** Prefix of the location of a source whose list came in another school's file. Such a source is never read from its location. */
const IMPORT_MARK = 'import:';

/** Whether the list of a source came in another school's file (exchange/import-lists.ts). */
export function isImported({ location }: { readonly location: string }): boolean {
  return location.startsWith(IMPORT_MARK);
}

/** The location of an imported source. @param place where the other school has it from, for people */
export function importedLocation(place: string): string {
  return `${IMPORT_MARK}${place}`;
}

/** The original location of a list. */
export function withoutImportMark(location: string): string {
  return isImported({ location }) ? location.slice(IMPORT_MARK.length) : location;
}

/**
 * Opens an address or a file. Addresses are https on the public internet, or those that `networks` allows. Redirects are followed only to
 * such addresses.
 * @param progress called with the bytes that were read so far
 * @throws SourceFault
 */
export async function openSource(
  address: SourceAddress,
  {
    limits,
    networks,
    progress,
    signal,
  }: {
    readonly limits: SourceLimits;
    readonly networks: SourceNetworks;
    readonly progress: (bytes: number) => void;
    readonly signal?: AbortSignal;
  },
): Promise<OpenedSource> {
  const opened = isWebLocation(address.location)
    ? await openWeb(address, { networks, ...(signal === undefined ? {} : { signal }) })
    : await openFile(address);
  if (opened.state === 'unchanged') return opened;
  const counted = limited(opened.bytes, limits.maxBytes, progress);
  return {
    ...opened,
    bytes: explained(limited(unpacked(counted), limits.maxUnpackedBytes), address.location),
  };
}

async function openWeb(
  { location, etag, lastModified }: SourceAddress,
  { networks, signal }: { readonly networks: SourceNetworks; readonly signal?: AbortSignal },
): Promise<OpenedSource> {
  const headers = {
    'user-agent': 'Schoolgate',
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  };
  const dispatcher = createSsrfGuard(networks).dispatcher();
  let response: Dispatcher.ResponseData;
  try {
    response = await follow(new URL(location), {
      dispatcher,
      headers,
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    await dispatcher.destroy();
    if (error instanceof SourceFault) throw error;
    throw new SourceFault(`${location} cannot be reached (${reasonOf(error)}).`, { cause: error });
  }
  const { statusCode, body } = response;
  if (statusCode !== 200) {
    await dispatcher.destroy();
    if (statusCode === 304) return { state: 'unchanged' };
    throw new SourceFault(`${location} answers ${statusCode}.`);
  }
  return {
    state: 'changed',
    etag: shortHeader(response, 'etag'),
    lastModified: shortHeader(response, 'last-modified'),
    bytes: closing(body, dispatcher),
  };
}

/** Follows redirects by hand. The dispatcher checks each address, and no redirect leads from https to http. */
async function follow(
  start: URL,
  options: {
    readonly dispatcher: Dispatcher;
    readonly headers: Record<string, string>;
    readonly signal?: AbortSignal;
  },
): Promise<Dispatcher.ResponseData> {
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await request(url, {
      ...options,
      headersTimeout: ANSWER_TIMEOUT_MS,
      bodyTimeout: ANSWER_TIMEOUT_MS,
    });
    const { location } = response.headers;
    if (!REDIRECTS.has(response.statusCode) || typeof location !== 'string') return response;
    await response.body.dump();
    if (!URL.canParse(location, url.href))
      throw new SourceFault(`${url.origin} leads to an address that is none.`);
    const next = new URL(location, url);
    const safe = next.protocol === 'https:' || (next.protocol === 'http:' && url.protocol === 'http:');
    if (!safe)
      throw new SourceFault(
        `${start.origin} leads on to ${next.protocol}//, where it cannot be reached without anybody changing the list.`,
      );
    url = next;
  }
  throw new SourceFault(`${start.origin} leads from one address to the next without end.`);
}

async function* closing(
  bytes: AsyncIterable<Uint8Array>,
  dispatcher: Dispatcher,
): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } finally {
    await dispatcher.destroy();
  }
}

function shortHeader({ headers }: Dispatcher.ResponseData, name: string): string | null {
  const value = headers[name];
  return typeof value !== 'string' || value.length > MAX_ETAG ? null : value;
}

/** A file's mark is its size and time. A file whose mark is unchanged is not read again. */
async function openFile({ location, etag }: SourceAddress): Promise<OpenedSource> {
  try {
    const facts = await stat(location);
    if (!facts.isFile()) throw new SourceFault(`${location} is no file.`);
    const mark = `${facts.size}-${facts.mtimeMs}`;
    if (mark === etag) return { state: 'unchanged' };
    const bytes = createReadStream(location, { highWaterMark: 262_144 });
    return { state: 'changed', etag: mark, lastModified: null, bytes };
  } catch (error) {
    if (error instanceof SourceFault) throw error;
    throw new SourceFault(`${location} cannot be read (${messageOf(error)}).`, { cause: error });
  }
}

/** Unpacks data that begins as gzip (RFC 1952), whatever its name or type says. */
async function* unpacked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let length = 0;
  while (length < GZIP_MAGIC.length) {
    const next = await iterator.next();
    if (next.done === true) break;
    first.push(next.value);
    length += next.value.byteLength;
  }
  const start = Buffer.concat(first);
  const whole = prefixed(start, iterator);
  if (!GZIP_MAGIC.every((byte, at) => start[at] === byte)) {
    yield* whole;
    return;
  }
  const source = Readable.from(whole, { objectMode: false });
  const gunzip = createGunzip({ chunkSize: 262_144 });
  source.once('error', (error) => gunzip.destroy(error));
  try {
    yield* source.pipe(gunzip) as AsyncIterable<Uint8Array>;
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

async function* prefixed(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function* limited(
  bytes: AsyncIterable<Uint8Array>,
  most: number,
  progress?: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.byteLength;
    if (length > most)
      throw new SourceFault(
        `It is larger than ${Math.floor(most / 1_048_576)} MB: that is no list of names.`,
      );
    progress?.(length);
    yield chunk;
  }
}

async function* explained(bytes: AsyncIterable<Uint8Array>, location: string): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    if (error instanceof SourceFault) throw error;
    throw new SourceFault(`${location} broke off or is damaged (${reasonOf(error)}).`, { cause: error });
  }
}

/** The error of fetch says only that it failed; its cause has the reason. */
function reasonOf(error: unknown): string {
  return error instanceof Error && error.cause instanceof Error ? messageOf(error.cause) : messageOf(error);
}
