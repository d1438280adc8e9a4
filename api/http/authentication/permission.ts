import type { Role } from '../../../contracts/roles.ts';
import type { Scope } from '../../../contracts/scopes.ts';
import { Fault } from '../../../kit/fault.ts';
import type { Caller } from './caller.ts';

/** Who may call an endpoint, as the endpoint declares it. */
export interface PermissionRule {
  /** Null = any valid key; with `roles`, no key at all. */
  readonly scope: Scope | null;
  /** Also needed, because the answer shows data that these scopes guard. */
  readonly alsoScopes?: readonly Scope[];
  /** Only people signed in to the dashboard with one of these roles; no key is enough. */
  readonly roles?: readonly Role[];
  /** Roles whose holders may also call, beside roles that have the scope. */
  readonly alsoRoles?: readonly Role[];
}

/** What the permission of a caller depends on. */
export interface Permitted extends Pick<Caller, 'scopes'> {
  /** Null = a key. */
  readonly role: Role | null;
}

/** Whether a caller may call an endpoint: by all of its scopes, by a role beside them, or by roles alone. */
export function isPermitted({ role, scopes }: Permitted, rule: PermissionRule): boolean {
  if (rule.roles !== undefined) return role !== null && rule.roles.includes(role);
  if (neededScopes(rule).every((scope) => scopes.includes(scope))) return true;
  return role !== null && rule.alsoRoles?.includes(role) === true;
}

/**
 * Lets a caller through that the declaration of an endpoint permits.
 * @throws Fault insufficient_scope
 */
export function requirePermission(caller: Caller, rule: PermissionRule | undefined): void {
  if (rule === undefined || permits(caller, rule)) return;
  if (rule.roles !== undefined) {
    const who = rule.roles.join(', ');
    throw refusal(caller, [], `This is for people signed in to the dashboard (${who}); no API key opens it.`);
  }
  const needed = neededScopes(rule);
  throw refusal(caller, needed, `This call needs ${needed.join(' and ')}.`);
}

/** The same for a caller who is known. */
export function permits({ credential, scopes }: Caller, rule: PermissionRule): boolean {
  return isPermitted({ role: credential.kind === 'session' ? credential.role : null, scopes }, rule);
}

/** All scopes that a key must have; none when any key may call. */
export function neededScopes({
  scope,
  alsoScopes = [],
}: Pick<PermissionRule, 'scope' | 'alsoScopes'>): readonly Scope[] {
  return scope === null ? [] : [scope, ...alsoScopes];
}

function refusal(caller: Caller, requiredScopes: readonly string[], detail: string): Fault {
  return new Fault('insufficient_scope', detail, {
    extras: { requiredScopes, grantedScopes: caller.scopes },
  });
}
