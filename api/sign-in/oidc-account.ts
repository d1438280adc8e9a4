import type { IDToken } from 'openid-client';
import { ROLES, type Role } from '../../contracts/roles.ts';
import type { Clock } from '../../kit/clock.ts';
import type { IdSource } from '../../kit/random.ts';
import type { AccountRecord } from '../../store/ports/accounts.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { toAccount } from '../../store/views/account.ts';
import { endSessionsOf } from '../http/authentication/sessions.ts';
import type { OidcSettings } from './oidc-settings.ts';

/** Why a person who returned from the provider is not signed in. */
export type OidcRefusal =
  /** It took too long, or began in another browser. */
  | 'expired'
  /** The person or the provider said no. */
  | 'cancelled'
  /** The provider's answer was invalid. */
  | 'provider'
  /** The address is not of a domain of the school. */
  | 'domain'
  /** The provider has not verified the address. */
  | 'unverified'
  | 'no_account'
  /** The address belongs to an account that another identity uses. */
  | 'other_identity'
  | 'disabled';

/** The person according to the provider. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** Null = the provider has not verified an address. */
  readonly email: string | null;
  readonly name: string;
  readonly groups: readonly string[];
}

const GOOGLE = 'https://accounts.google.com';
const MAX_EMAIL = 254;
const MAX_NAME = 120;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/**
 * Reads checked claims. A Google account belongs to the school by its `hd`, because the address alone may be a private account's. Other
 * accounts belong to it by a verified address.
 */
export function identityOf(claims: IDToken, settings: OidcSettings): Identity | OidcRefusal {
  const email = verifiedEmail(claims, settings);
  if (settings.allowedDomains.length > 0) {
    const domain = claims.iss === GOOGLE ? textOf(claims.hd) : email?.slice(email.lastIndexOf('@') + 1);
    if (domain === undefined || domain === null) return email === null ? 'unverified' : 'domain';
    if (!settings.allowedDomains.includes(domain.toLowerCase())) return 'domain';
  }
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    name: (textOf(claims.name) ?? email ?? claims.sub).trim().slice(0, MAX_NAME) || claims.sub,
    groups: Array.isArray(claims.groups) ? claims.groups.filter((group) => typeof group === 'string') : [],
  };
}

/**
 * The account of an identity, found by issuer and subject, the first time by verified address. If there is none, a new account is made when
 * the settings give it a role. The role of such an account follows the provider's groups.
 */
export async function accountOfIdentity(
  tx: Transaction,
  tools: { readonly clock: Clock; readonly ids: IdSource },
  { identity, settings }: { readonly identity: Identity; readonly settings: OidcSettings },
): Promise<AccountRecord | OidcRefusal> {
  const { issuer, subject, email } = identity;
  const linked = await tx.accounts.byOidc(DEFAULT_ORGANISATION_ID, issuer, subject);
  if (linked !== null) return await followGroups(tx, tools, { account: linked, identity, settings });
  if (email === null) return 'unverified';
  const known = await tx.accounts.byEmail(DEFAULT_ORGANISATION_ID, email);
  if (known === null) return await provision(tx, tools, { identity: { ...identity, email }, settings });
  if (known.status !== 'active') return 'disabled';
  if (known.oidc !== null) return 'other_identity';
  const now = tools.clock.now();
  const account = await tx.accounts.update(
    known.organisationId,
    known.id,
    { oidc: { issuer, subject } },
    now,
  );
  await note(tx, { action: 'account.linked', before: known, after: account ?? known, at: now });
  return account ?? known;
}

async function followGroups(
  tx: Transaction,
  { clock }: { readonly clock: Clock },
  {
    account,
    identity,
    settings,
  }: { readonly account: AccountRecord; readonly identity: Identity; readonly settings: OidcSettings },
): Promise<AccountRecord | OidcRefusal> {
  if (account.status !== 'active') return 'disabled';
  if (!account.provisioned || settings.groupRoles.size === 0) return account;
  // A group does not take the role from a person who was made an owner later.
  if (account.role === 'owner') return account;
  const role = roleFor(identity.groups, settings);
  if (role === null) return 'no_account';
  if (role === account.role) return account;
  const now = clock.now();
  const changed = (await tx.accounts.update(account.organisationId, account.id, { role }, now)) ?? account;
  await endSessionsOf(tx, account);
  await note(tx, { action: 'account.updated', before: account, after: changed, at: now });
  return changed;
}

async function provision(
  tx: Transaction,
  { clock, ids }: { readonly clock: Clock; readonly ids: IdSource },
  {
    identity,
    settings,
  }: { readonly identity: Identity & { readonly email: string }; readonly settings: OidcSettings },
): Promise<AccountRecord | OidcRefusal> {
  const role = roleFor(identity.groups, settings);
  if (role === null) return 'no_account';
  const now = clock.now();
  const account = await tx.accounts.create({
    id: ids.next('acc'),
    organisationId: DEFAULT_ORGANISATION_ID,
    email: identity.email,
    name: identity.name,
    role,
    ouId: null,
    passwordHash: null,
    oidc: { issuer: identity.issuer, subject: identity.subject },
    provisioned: true,
    createdAt: now,
  });
  await note(tx, { action: 'account.created', after: account, at: now });
  return account;
}

/** The highest role that the groups give; without any, the role of new accounts. */
function roleFor(groups: readonly string[], { groupRoles, newAccountRole }: OidcSettings): Role | null {
  const given = new Set(groups.map((group) => groupRoles.get(group)));
  return ROLES.find((role) => given.has(role)) ?? newAccountRole;
}

function verifiedEmail(claims: IDToken, { trustEmail }: OidcSettings): string | null {
  // Entra ID reports it as xms_edov, and only when configured to.
  const vouched = [claims.email_verified, claims.xms_edov].some(
    (one) => one === true || one === 1 || one === '1',
  );
  if (!vouched && !trustEmail) return null;
  const email = textOf(claims.email) ?? (trustEmail ? textOf(claims.preferred_username) : null);
  return email !== null && EMAIL.test(email) && email.length <= MAX_EMAIL ? email : null;
}

function textOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' ? claim : null;
}

async function note(
  tx: Transaction,
  {
    action,
    before,
    after,
    at,
  }: {
    readonly action: string;
    readonly before?: AccountRecord;
    readonly after: AccountRecord;
    readonly at: number;
  },
): Promise<void> {
  await tx.audit.append({
    organisationId: after.organisationId,
    at,
    actor: 'system',
    action,
    target: after.id,
    ...(before === undefined ? {} : { before: toAccount(before) }),
    after: toAccount(after),
  });
}
