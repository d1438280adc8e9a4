import { Connection, type RateLimit } from './connection.ts';
import { SchoolgateError } from './errors.ts';
import { Resources } from './generated/resources.ts';
import { VERSION } from './generated/version.ts';
import type { ClientOptions, Ports } from './options.ts';
import { Calls } from './resource.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 2;

interface Runtime {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly versions?: { readonly node?: string };
}
/** Absent in a browser. */
const runtime: Runtime = (globalThis as { readonly process?: Runtime }).process ?? {};

/** The client of one Schoolgate server. Make one, and use it for all calls. */
export class Schoolgate extends Resources {
  /** @throws SchoolgateError when there is no address, or nothing that says who asks */
  constructor(options: ClientOptions = {}, ports: Partial<Ports> = {}) {
    super(new Calls(connect(options, ports)));
  }

  /** The rate limit of the key in the last answer; null before the first answer. */
  get rateLimit(): RateLimit | null {
    return this.calls.connection.rateLimit;
  }
}

function connect(options: ClientOptions, ports: Partial<Ports>): Connection {
  const { session, hooks = {}, timeoutMs = DEFAULT_TIMEOUT_MS, maxRetries = DEFAULT_RETRIES } = options;
  const apiKey = session === undefined ? (options.apiKey ?? runtime.env?.SCHOOLGATE_API_KEY) : undefined;
  if (session === undefined && !apiKey)
    throw new SchoolgateError('There is no API key: give `apiKey`, or set SCHOOLGATE_API_KEY.');
  const headers = {
    ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
    ...userAgentOf(options),
  };
  return new Connection({
    baseUrl: addressOf(options.baseUrl ?? runtime.env?.SCHOOLGATE_BASE_URL),
    headers: () => headers,
    csrfToken: () => session?.csrfToken(),
    timeoutMs,
    maxRetries,
    hooks,
    ports: {
      fetch: fetchFor(options),
      sleep: pause,
      now: Date.now,
      random: Math.random,
      ...ports,
    },
  });
}

function addressOf(text: string | undefined): string {
  if (!text)
    throw new SchoolgateError('There is no address of a server: give `baseUrl`, or set SCHOOLGATE_BASE_URL.');
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search + url.hash + url.username !== '')
    throw new SchoolgateError(
      `${JSON.stringify(text)} is no address of a server, as https://school.example:8080 is.`,
    );
  return url.href.replace(/\/+$/, '');
}

/** A browser sets its own user agent and permits no other. */
function userAgentOf({ userAgent }: ClientOptions): Readonly<Record<string, string>> {
  const node = runtime.versions?.node;
  if (node === undefined) return {};
  const own = `schoolgate-node/${VERSION} node/${node}`;
  return { 'user-agent': userAgent === undefined ? own : `${userAgent} ${own}` };
}

const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'];

/** The platform's fetch. A fetch that handles certificates and proxies is loaded only if an option needs it. */
function fetchFor({ fetch: given, ca, fingerprint, proxy, baseUrl }: ClientOptions): typeof fetch {
  if (given !== undefined) return given;
  if (ca !== undefined && fingerprint !== undefined)
    throw new SchoolgateError('`ca` and `fingerprint` exclude each other.');
  const isPlain = ca === undefined && fingerprint === undefined && proxy === undefined;
  if (isPlain && !PROXIES.some((name) => runtime.env?.[name])) return globalThis.fetch.bind(globalThis);
  const server = addressOf(baseUrl ?? runtime.env?.SCHOOLGATE_BASE_URL);
  if (fingerprint !== undefined && !server.startsWith('https:'))
    throw new SchoolgateError('`fingerprint` needs an address that begins with https:');
  let made: typeof fetch | undefined;
  return async (url, init) => {
    const { nodeFetch } = await import('./node-fetch.ts');
    made ??= await nodeFetch({ server, ca, fingerprint, proxy }, init?.signal);
    return made(url, init);
  };
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}
