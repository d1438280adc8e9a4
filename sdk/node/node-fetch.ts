import { X509Certificate } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { TLSSocket } from 'node:tls';
import { Agent, type Dispatcher, EnvHttpProxyAgent, ProxyAgent, fetch as undiciFetch } from 'undici';
import { SchoolgateError } from './errors.ts';

/** The largest answer that is read from a server before it is trusted (bytes). A certificate is far smaller. */
const MOST_BYTES = 100_000;

/** How to reach a server that the system does not trust, or that needs a proxy. */
export interface NodeFetchOptions {
  readonly server: string;
  readonly ca: string | undefined;
  readonly fingerprint: string | undefined;
  readonly proxy: string | undefined;
}

/** A `fetch` that trusts a school's own certificate authority and goes through a proxy. In browsers `no-node-fetch.ts` replaces it. */
export async function nodeFetch(
  { server, ca, fingerprint, proxy }: NodeFetchOptions,
  signal: AbortSignal | null | undefined,
): Promise<typeof fetch> {
  const tls =
    fingerprint === undefined ? { ca } : trustIn(await offeredBy(server, proxy, signal), fingerprint);
  const dispatcher = dispatcherFor({ proxy, tls });
  return ((url: string, init: object) =>
    undiciFetch(url, { ...init, dispatcher })) as unknown as typeof fetch;
}

/** Options of `tls.connect`. */
interface Tls {
  readonly ca?: string | undefined;
  readonly allowPartialTrustChain?: boolean;
  readonly checkServerIdentity?: () => undefined;
  readonly rejectUnauthorized?: boolean;
}

function dispatcherFor({
  proxy,
  tls,
}: {
  readonly proxy: string | undefined;
  readonly tls: Tls;
}): Dispatcher {
  if (proxy !== undefined) return new ProxyAgent({ uri: proxy, requestTls: tls });
  if (['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].some((name) => process.env[name]))
    return new EnvHttpProxyAgent({ requestTls: tls, connect: tls });
  return new Agent({ connect: tls });
}

/**
 * Trusts only the certificate with this fingerprint. If it is an authority's, host names are checked. If it is the server's own, the server
 * is identified by any name.
 */
function trustIn({ own, authorities }: Offered, fingerprint: string): Tls {
  const wanted = fingerprintBytes(fingerprint);
  const fits = (one: X509Certificate) =>
    Buffer.from(one.fingerprint256.replaceAll(':', ''), 'hex').equals(wanted);
  const itself = own.find(fits);
  if (itself !== undefined)
    return { ca: itself.toString(), allowPartialTrustChain: true, checkServerIdentity: () => undefined };
  const authority = authorities.find(fits);
  if (authority !== undefined) return { ca: authority.toString() };
  throw new SchoolgateError(
    'No certificate of the server has this fingerprint: this may be another server, or somebody stands between.',
  );
}

interface Offered {
  /** The certificates that the server itself presented. */
  readonly own: readonly X509Certificate[];
  /** The authority that the server tells laptops to trust. */
  readonly authorities: readonly X509Certificate[];
}

/** Asks the server for its certificates, without trust and without the key. None is used before its fingerprint matches. */
async function offeredBy(
  server: string,
  proxy: string | undefined,
  signal: AbortSignal | null | undefined,
): Promise<Offered> {
  const dispatcher = dispatcherFor({ proxy, tls: { rejectUnauthorized: false } });
  const own: X509Certificate[] = [];
  const note = (message: unknown) => {
    const shown = (message as { readonly socket: Partial<TLSSocket> }).socket.getPeerX509Certificate?.();
    if (shown !== undefined) own.push(shown);
  };
  subscribe('undici:client:connected', note);
  try {
    const asked = { dispatcher, redirect: 'error', signal: signal ?? null } as const;
    const { body } = await undiciFetch(`${server}/agent/v1/ca`, asked);
    let text = '';
    for await (const part of body ?? []) {
      text += Buffer.from(part).toString('latin1');
      if (text.length > MOST_BYTES) break;
    }
    return { own, authorities: readAuthorities(text) };
  } finally {
    unsubscribe('undici:client:connected', note);
    await dispatcher.destroy();
  }
}

function readAuthorities(text: string): readonly X509Certificate[] {
  try {
    const { certificateAuthority } = JSON.parse(text) as { readonly certificateAuthority?: unknown };
    return [new X509Certificate(String(certificateAuthority))];
  } catch {
    return [];
  }
}

function fingerprintBytes(text: string): Buffer {
  const digits = text.replaceAll(':', '');
  const bytes = /^[0-9a-fA-F]{64}$/.test(digits)
    ? Buffer.from(digits, 'hex')
    : Buffer.from(text, 'base64url');
  if (bytes.length !== 32)
    throw new SchoolgateError('`fingerprint` is a SHA-256 in hexadecimal digits or base64url.');
  return bytes;
}
