import { isIP, type LookupFunction } from 'node:net';
import { getCACertificates } from 'node:tls';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { Fault, type FieldError } from '../../kit/fault.ts';
import { type AddressRules, createAddressRules } from './address-rules.ts';
import { createNameResolver, type ResolveName } from './name-resolver.ts';

/** Stops requests that other people can cause from reaching addresses that only this server can reach. */
export interface SsrfGuard {
  /**
   * Checks whether a URL may be registered. The refusal is the same for a name that does not exist and a name of an internal address, so
   * that nobody can map the school's network.
   * @throws Fault validation_failed
   */
  checkUrl(url: string): Promise<void>;
  /**
   * A new undici dispatcher that connects to checked addresses alone: it checks the very addresses that it connects to. It reads no proxy
   * variable, verifies certificates and follows no redirect (use it with `undici.request`). The caller closes it.
   */
  dispatcher(): Dispatcher;
}

export interface SsrfGuardOptions {
  /** Networks that https may reach, beside the public internet, in CIDR notation. Set in the server's configuration only, never by the API. */
  readonly allowCidrs: readonly string[];
  /** Networks that plain http, on any port, and https may reach. Set in the server's configuration only. */
  readonly allowHttpCidrs: readonly string[];
  /** Certificate authorities (PEM) that are trusted, beside the machine's. */
  readonly extraCa?: readonly string[];
  readonly resolve?: ResolveName;
}

/** The guard refused a connection. The message names no address, because it goes into the delivery log. */
export class BlockedTarget extends Error {
  override readonly name = 'BlockedTarget';
  readonly code = 'ERR_BLOCKED_TARGET';
}

/** Less than the 15 s of a delivery, so that a dead host does not hold a socket longer than its delivery. */
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * Receivers close idle connections after 5 s (Node) to 75 s (nginx). This is shorter than most, so that few requests meet a connection that
 * is being closed.
 */
const KEEP_ALIVE_MS = 4_000;
/** Largest header of a receiver (bytes). It is far above what servers send and bounds hostile ones. */
const MAX_RESPONSE_HEADER_BYTES = 16_384;
const MAX_URL_LENGTH = 2_048;
/** Lower ports belong to system services (mail, SSH, old databases), except 443. */
const FIRST_FREE_PORT = 1_024;

/** @throws RangeError when a network is malformed */
export function createSsrfGuard(options: SsrfGuardOptions): SsrfGuard {
  const rules = createAddressRules(options);
  const resolve = options.resolve ?? createNameResolver();
  const ca =
    options.extraCa === undefined ? undefined : [...getCACertificates('default'), ...options.extraCa];
  return {
    async checkUrl(text) {
      const url = parseUrl(text);
      if (!(await mayReach(url, rules, resolve))) refuse('host_not_allowed', hostRefusal(url));
    },
    dispatcher: () =>
      new Agent({
        connect: guardedConnector({ rules, resolve, ca }),
        pipelining: 1,
        keepAliveTimeout: KEEP_ALIVE_MS,
        maxHeaderSize: MAX_RESPONSE_HEADER_BYTES,
        // No limit here: the caller has one deadline for the whole attempt.
        headersTimeout: 0,
        bodyTimeout: 0,
      }),
  };
}

function parseUrl(text: string): URL {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text))
    return refuse('invalid_url', 'This is not an absolute URL.');
  const url = new URL(text);
  if (!isWebProtocol(url.protocol)) return refuse('invalid_protocol', 'The URL starts with https://.');
  if (url.username !== '' || url.password !== '')
    return refuse('credentials', 'The URL carries no user name or password.');
  if (url.hash !== '') return refuse('fragment', 'The URL has no fragment (#…).');
  if (!isAllowedPort(url.protocol, url.port))
    return refuse('invalid_port', 'The port is 443, or 1024 and above.');
  return url;
}

async function mayReach(url: URL, rules: AddressRules, resolve: ResolveName): Promise<boolean> {
  const host = bareHost(url.hostname);
  const protocol = url.protocol;
  if (!isWebProtocol(protocol)) return false;
  if (isIP(host) !== 0) return rules.allows(host, protocol);
  try {
    return allAllowed(await resolve(host), protocol, rules);
  } catch {
    // Any failure means that there is no address to reach. The caller is not told why (see checkUrl).
    return false;
  }
}

function hostRefusal(url: URL): string {
  return url.protocol === 'http:'
    ? 'The URL starts with https://; plain http is for networks that the server’s configuration lists.'
    : 'The host is not one on the public internet. Networks of your own are allowed in the server’s configuration.';
}

function refuse(code: string, detail: string): never {
  const error: FieldError = { in: 'body', pointer: '#/url', code, detail };
  throw new Fault('validation_failed', `The webhook’s URL cannot be used. ${detail}`, {
    extras: { errors: [error] },
  });
}

interface ConnectorParts {
  readonly rules: AddressRules;
  readonly resolve: ResolveName;
  readonly ca: readonly string[] | undefined;
}

/** Checks IP literals itself, because Node calls no lookup for them. All other hosts are checked in the lookup. */
function guardedConnector({ rules, resolve, ca }: ConnectorParts): buildConnector.connector {
  const common = {
    timeout: CONNECT_TIMEOUT_MS,
    allowH2: false,
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca: [...ca] }),
  };
  const connectors = {
    'https:': buildConnector({ ...common, lookup: guardedLookup('https:', rules, resolve) }),
    'http:': buildConnector({ ...common, lookup: guardedLookup('http:', rules, resolve) }),
  };
  return (target, callback) => {
    const host = bareHost(target.hostname);
    const { protocol } = target;
    if (!isWebProtocol(protocol) || !isAllowedPort(protocol, target.port)) return callback(blocked(), null);
    if (isIP(host) !== 0 && !rules.allows(host, protocol)) return callback(blocked(), null);
    return connectors[protocol](target, callback);
  };
}

function guardedLookup(protocol: WebProtocol, rules: AddressRules, resolve: ResolveName): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined || !allAllowed(addresses, protocol, rules)) return callback(blocked(), '');
        if (options.all !== true) return callback(null, first, isIP(first));
        return callback(
          null,
          addresses.map((address) => ({ address, family: isIP(address) })),
        );
      },
      (cause: unknown) => callback(blocked(cause), ''),
    );
  };
}

/** One forbidden address makes a name forbidden, because we do not choose which address is used. */
function allAllowed(addresses: readonly string[], protocol: WebProtocol, rules: AddressRules): boolean {
  return (
    addresses.length > 0 &&
    addresses.every((address) => isIP(address) !== 0 && rules.allows(address, protocol))
  );
}

function blocked(cause?: unknown): BlockedTarget {
  return new BlockedTarget(
    'the host has no address that this server may reach',
    cause === undefined ? undefined : { cause },
  );
}

type WebProtocol = 'http:' | 'https:';

function isWebProtocol(protocol: string): protocol is WebProtocol {
  return protocol === 'https:' || protocol === 'http:';
}

/** An empty port is the protocol's default. Plain http reaches listed networks only, where any port is allowed. */
function isAllowedPort(protocol: WebProtocol, port: string): boolean {
  if (port === '') return true;
  const number = Number(port);
  return number === 443 || number >= FIRST_FREE_PORT || (protocol === 'http:' && number === 80);
}

/** The host without the brackets of an IPv6 literal, which belong to the URL. */
function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}
