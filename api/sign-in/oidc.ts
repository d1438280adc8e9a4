import type { Configuration } from 'openid-client';
import * as openid from 'openid-client';
import { type RequestInit as GuardedRequestInit, fetch as guardedFetch } from 'undici';
import type { Clock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import { base62, type IdSource, type Random } from '../../kit/random.ts';
import type { Sealer } from '../../kit/sealing.ts';
import type { Store } from '../../store/ports/store.ts';
import { type ClientFacts, type OpenedSession, openSession } from '../http/authentication/sessions.ts';
import type { SsrfGuard } from '../outbound/ssrf-guard.ts';
import { noteFailure } from './noted-failures.ts';
import { accountOfIdentity, identityOf, type OidcRefusal } from './oidc-account.ts';
import type { OidcSettings } from './oidc-settings.ts';

/** Signing in at the school's OpenID provider (OpenID Connect Core 1.0): authorization code with PKCE (RFC 7636), state and nonce. */
export interface OidcSignIn {
  /** The address to send the browser to, and the cookie that it keeps meanwhile. @throws any error that prevents finding the provider */
  start(redirectUri: string): Promise<{ readonly url: string; readonly cookie: string }>;
  /** The result: a session, or why there is none. Invalid input from outside does not throw. */
  finish(
    back: { readonly query: string; readonly cookie: string | undefined },
    from: ClientFacts,
  ): Promise<OidcOutcome>;
}

export type OidcOutcome =
  | { readonly kind: 'opened'; readonly opened: OpenedSession }
  | { readonly kind: 'refused'; readonly reason: OidcRefusal };

export interface OidcTools {
  readonly store: Pick<Store, 'transaction'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: IdSource;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly guard: Pick<SsrfGuard, 'dispatcher'>;
}

/** Time for a person to sign in at the provider, including a second factor. */
export const OIDC_MINUTES = 10;
/** The provider's metadata is read again after this time (milliseconds). */
const DISCOVERY_MS = 3_600_000;
const PROVIDER_TIMEOUT_SECONDS = 10;
/** 43 characters of base62 are a valid verifier of RFC 7636 section 4.1. */
const SECRET_LENGTH = 43;
const CONTEXT = 'oidc sign-in';

/** The sealed content of the browser's cookie: nobody can read or replace it. */
interface Pending {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
  /** Where the browser was sent: an answer is never taken to another provider. */
  readonly issuer: string;
  readonly at: number;
}

export function createOidcSignIn(settings: OidcSettings, tools: OidcTools): OidcSignIn {
  const { clock, random, log, sealer, store } = tools;
  const provider = createProvider(settings, tools);

  const refuse = async (reason: OidcRefusal, from: ClientFacts): Promise<OidcOutcome> => {
    await store.transaction((tx) =>
      noteFailure(tx, clock.now(), { account: null, from, method: `oidc: ${reason}` }),
    );
    return { kind: 'refused', reason };
  };
  const read = (cookie: string | undefined): Pending | null => {
    if (cookie === undefined) return null;
    try {
      const pending = JSON.parse(sealer.open(cookie, CONTEXT)) as Pending;
      const age = clock.now() - pending.at;
      if (pending.issuer !== settings.issuer) return null;
      return age >= 0 && age <= OIDC_MINUTES * 60_000 ? pending : null;
    } catch (error) {
      log.debug({ error: messageOf(error) }, 'a sign-in came back with a cookie that is none');
      return null;
    }
  };
  const claimsOf = async (pending: Pending, query: string): Promise<openid.IDToken | undefined> => {
    const tokens = await openid.authorizationCodeGrant(
      await provider(),
      new URL(`${pending.redirectUri}?${query}`),
      {
        pkceCodeVerifier: pending.verifier,
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        idTokenExpected: true,
      },
    );
    return tokens.claims();
  };

  return {
    async start(redirectUri) {
      const [state, nonce, verifier] = [1, 2, 3].map(() => base62(random, SECRET_LENGTH)) as [
        string,
        string,
        string,
      ];
      const only = settings.allowedDomains.length === 1 ? settings.allowedDomains[0] : undefined;
      const url = openid.buildAuthorizationUrl(await provider(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        // Google then offers only accounts of the school; other providers ignore it. The answer is checked in any case.
        ...(only === undefined ? {} : { hd: only }),
      });
      const { issuer } = settings;
      const pending: Pending = { state, nonce, verifier, redirectUri, issuer, at: clock.now() };
      return { url: url.href, cookie: sealer.seal(JSON.stringify(pending), CONTEXT) };
    },
    async finish({ query, cookie }, from) {
      const pending = read(cookie);
      const parameters = new URLSearchParams(query);
      if (pending === null || parameters.get('state') !== pending.state) return await refuse('expired', from);
      if (parameters.has('error')) return await refuse('cancelled', from);
      let claims: openid.IDToken | undefined;
      try {
        claims = await claimsOf(pending, query);
      } catch (error) {
        log.warn({ error: messageOf(error) }, 'the OpenID provider’s answer could not be used');
        return await refuse('provider', from);
      }
      const identity = claims === undefined ? 'provider' : identityOf(claims, settings);
      if (typeof identity === 'string') return await refuse(identity, from);
      const outcome = await store.transaction(async (tx): Promise<OidcOutcome> => {
        const account = await accountOfIdentity(tx, tools, { identity, settings });
        if (typeof account === 'string') return { kind: 'refused', reason: account };
        return { kind: 'opened', opened: await openSession(tx, tools, { account, method: 'oidc', from }) };
      });
      return outcome.kind === 'opened' ? outcome : await refuse(outcome.reason, from);
    },
  };
}

/** The provider's metadata, read on first use and again from time to time, over connections that the guard has checked. */
function createProvider(settings: OidcSettings, { clock, guard }: OidcTools): () => Promise<Configuration> {
  const dispatcher = guard.dispatcher();
  const fetchGuarded: openid.CustomFetch = (url, options) =>
    guardedFetch(url, {
      ...options,
      dispatcher,
    } as unknown as GuardedRequestInit) as unknown as Promise<Response>;
  const isPlain = settings.issuer.startsWith('http:');
  let known: { readonly config: Configuration; readonly at: number } | null = null;
  return async () => {
    if (known !== null && clock.monotonic() - known.at < DISCOVERY_MS) return known.config;
    const config = await openid.discovery(
      new URL(settings.issuer),
      settings.clientId,
      settings.clientSecret,
      undefined,
      {
        [openid.customFetch]: fetchGuarded,
        timeout: PROVIDER_TIMEOUT_SECONDS,
        // The guard decides where plain http is allowed; the library would refuse it everywhere.
        ...(isPlain ? { execute: [openid.allowInsecureRequests] } : {}),
      },
    );
    known = { config, at: clock.monotonic() };
    return config;
  };
}
