import { X509Certificate } from 'node:crypto';
import { Agent, type Dispatcher, EnvHttpProxyAgent, ProxyAgent, fetch as undiciFetch } from 'undici';
import { SchoolgateError } from './errors.ts';

/** How to reach a server that the system does not trust, or not directly. */
export interface NodeFetchOptions {
  readonly server: string;
  readonly ca: string | undefined;
  readonly fingerprint: string | undefined;
  readonly proxy: string | undefined;
}

/** A `fetch` that trusts a school's own certificate authority and goes through a proxy. In browsers `no-node-fetch.ts` stands in its place. */
export async function nodeFetch({ server, ca, fingerprint, proxy }: NodeFetchOptions): Promise<typeof fetch> {
  const trusted = fingerprint === undefined ? ca : await authorityOf(server, fingerprint, proxy);
  const dispatcher = dispatcherFor({ proxy, tls: trusted === undefined ? {} : { ca: trusted } });
  return ((url: string, init: object) =>
    undiciFetch(url, { ...init, dispatcher })) as unknown as typeof fetch;
}

interface Tls {
  readonly ca?: string;
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

/** Reads the authority without trust and compares it: what a stranger sends in its place has another fingerprint. No key goes with it. */
async function authorityOf(server: string, fingerprint: string, proxy: string | undefined): Promise<string> {
  const dispatcher = dispatcherFor({ proxy, tls: { rejectUnauthorized: false } });
  try {
    const answer = await undiciFetch(`${server}/agent/v1/ca`, { dispatcher, redirect: 'error' });
    const { certificateAuthority } = (await answer.json()) as { readonly certificateAuthority?: unknown };
    const read = new X509Certificate(String(certificateAuthority));
    const found = Buffer.from(read.fingerprint256.replaceAll(':', ''), 'hex');
    if (!found.equals(fingerprintBytes(fingerprint)))
      throw new SchoolgateError(
        'The certificate authority of the server has another fingerprint: this may be another server.',
      );
    return read.toString();
  } finally {
    await dispatcher.destroy();
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
