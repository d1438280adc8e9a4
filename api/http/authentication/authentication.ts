import { BlockList, isIPv4, isIPv6, SocketAddress } from 'node:net';
import type { ErrorCode } from '../../../contracts/errors.ts';
import { ROLE_SCOPES } from '../../../contracts/roles.ts';
import type { Clock } from '../../../kit/clock.ts';
import { Fault } from '../../../kit/fault.ts';
import { sha256 } from '../../../kit/signing.ts';
import type { SessionRecord } from '../../../store/ports/accounts.ts';
import type { ApiKeyRecord, KeySecret } from '../../../store/ports/api-keys.ts';
import type { OrganisationRecord } from '../../../store/ports/organisations.ts';
import type { Store } from '../../../store/ports/store.ts';
import { hashApiKey, isApiKeyText } from './api-key-text.ts';
import type { Caller } from './caller.ts';
import { createCredentialCache } from './credential-cache.ts';
import { isValid, type Sessions } from './sessions.ts';

/** The caller of a request, or the reason why it is not known. */
export type Identification =
  | { readonly kind: 'known'; readonly caller: Caller }
  | { readonly kind: 'refused'; readonly fault: Fault };

/** The credentials that a request carries. */
export interface Presented {
  /** The header. A request with both is judged by the header alone. */
  readonly authorization: string | undefined;
  /** The session cookie. */
  readonly session: string | undefined;
  readonly address: string;
}

export interface Authentication {
  /** Reads `Authorization: Bearer <key>` (RFC 6750) or the dashboard's session cookie. Bad credentials do not throw. */
  identify(presented: Presented): Promise<Identification>;
  start(): void;
  stop(): void;
}

interface KnownKey {
  readonly key: ApiKeyRecord;
  readonly secret: KeySecret;
  readonly caller: Caller;
}

interface KnownSession {
  readonly session: SessionRecord;
  readonly caller: Caller;
}

const BEARER = /^Bearer +([^\s]+) *$/i;

export function createAuthentication({
  store,
  clock,
  sessions,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly sessions: Pick<Sessions, 'read'>;
}): Authentication {
  const keys = createCredentialCache<KnownKey>({
    bus: store.bus,
    clock,
    kind: 'api_keys',
    keyOf: hashApiKey,
    find: async (text) => {
      const match = await store.apiKeys.byHash(hashApiKey(text));
      const organisation = match === null ? null : await store.organisations.get(match.key.organisationId);
      return match === null || organisation === null
        ? null
        : { ...match, caller: callerOfKey(match.key, match.secret, organisation) };
    },
  });
  const people = createCredentialCache<KnownSession>({
    bus: store.bus,
    clock,
    kind: 'accounts',
    keyOf: sha256,
    find: async (secret) => {
      const session = await sessions.read(secret);
      const organisation =
        session === null ? null : await store.organisations.get(session.account.organisationId);
      return session === null || organisation === null
        ? null
        : { session, caller: callerOfSession(session, organisation) };
    },
  });

  const byKey = async (header: string, address: string): Promise<Identification> => {
    const text = BEARER.exec(header)?.[1];
    if (text === undefined || !isApiKeyText(text))
      return refused('invalid_api_key', 'This is not an API key of Schoolgate.');
    const found = await keys.get(text);
    if (found === null) return refused('invalid_api_key', 'There is no such API key.');
    const fault = stateFault(found.key, found.secret, clock.now()) ?? addressFault(found.key, address);
    return fault === null ? { kind: 'known', caller: found.caller } : { kind: 'refused', fault };
  };
  const bySession = async (secret: string): Promise<Identification> => {
    const found = await people.get(secret);
    return found === null || !isValid(found.session, clock.now())
      ? refused('session_ended', 'The dashboard session has ended; sign in again.')
      : { kind: 'known', caller: found.caller };
  };
  return {
    async identify({ authorization, session, address }) {
      if (authorization !== undefined && authorization.trim() !== '')
        return await byKey(authorization, address);
      if (session !== undefined) return await bySession(session);
      return refused('missing_api_key', 'Send the header "Authorization: Bearer <API key>".');
    },
    start() {
      keys.start();
      people.start();
    },
    stop() {
      keys.stop();
      people.stop();
    },
  };
}

/** The caller that the holder of a session is. */
export function callerOfSession({ account }: SessionRecord, organisation: OrganisationRecord): Caller {
  return {
    actor: account.id,
    credential: { kind: 'session', accountId: account.id, role: account.role },
    scopes: ROLE_SCOPES[account.role],
    ouPath: account.ouPath,
    organisationId: organisation.id,
    timezone: organisation.timezone,
    plan: organisation.plan,
  };
}

function callerOfKey(key: ApiKeyRecord, secret: KeySecret, organisation: OrganisationRecord): Caller {
  return {
    actor: key.id,
    credential: { kind: 'key', key, slot: secret.slot },
    scopes: key.scopes,
    ouPath: key.ouPath,
    organisationId: organisation.id,
    timezone: organisation.timezone,
    plan: organisation.plan,
  };
}

function refused(code: ErrorCode, detail: string): Identification {
  return { kind: 'refused', fault: new Fault(code, detail) };
}

function stateFault(key: ApiKeyRecord, secret: KeySecret, now: number): Fault | null {
  if (key.revokedAt !== null) return new Fault('revoked_api_key', 'This API key was revoked.');
  if (key.expiresAt !== null && key.expiresAt <= now)
    return new Fault('expired_api_key', 'This API key has expired.');
  if (secret.expiresAt !== null && secret.expiresAt <= now) {
    return new Fault('expired_api_key', 'This secret was rotated and its grace is over; use the new one.');
  }
  return null;
}

function addressFault(key: ApiKeyRecord, address: string): Fault | null {
  if (key.ipAllowList.length === 0) return null;
  const plain = plainAddress(address);
  if (plain !== null && isListed(plain, key.ipAllowList)) return null;
  return new Fault('ip_not_allowed', 'This API key may not be used from this address.');
}

/** Whether a listed network holds an address. Families are kept apart, because Node's list would find every IPv4 address in `::/0`. */
function isListed(address: string, networks: readonly string[]): boolean {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  const allowed = new BlockList();
  for (const network of networks) {
    const [base = '', bits] = network.split('/');
    if (isIPv6(base) !== isIPv6(address)) continue;
    if (bits === undefined) allowed.addAddress(base, family);
    else allowed.addSubnet(base, Number(bits), family);
  }
  return allowed.check(address, family);
}

const CARRIED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;

/** The address in its canonical spelling, without zone; an IPv4 address inside IPv6 becomes IPv4 (RFC 4291 section 2.5.5.2). Null = not an address. */
function plainAddress(address: string): string | null {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return isIPv4(bare) ? bare : null;
  const { address: written } = new SocketAddress({ address: bare, family: 'ipv6' });
  return CARRIED_IPV4.exec(written)?.[1] ?? written;
}
