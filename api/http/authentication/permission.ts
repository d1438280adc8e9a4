import type { Role } from '../../../contracts/roles.ts';
import type { Scope } from '../../../contracts/scopes.ts';
import { Fault } from '../../../kit/fault.ts';
import type { Caller } from './caller.ts';

/** Who may call an endpoint, as it declares it. */
export interface PermissionRule {
  /** Null: any valid key; with `roles`, no key at all. */
  readonly scope: Scope | null;
  /** Needed beside `scope`: the answer shows what these guard. */
  readonly alsoScopes?: readonly Scope[];
  /** Only for people signed in to the dashboard who have one of these roles; no key opens it. */
  readonly roles?: readonly Role[];
  /** People signed in to the dashboard who may do this beside those whose role has the scope. */
  readonly alsoRoles?: readonly Role[];
}

/**
 * Lets a caller through whom the declaration of an endpoint names: by its scopes, all of them, by a role beside them, or by roles alone.
 * @throws Fault insufficient_scope
 */
export function requirePermission(caller: Caller, rule: PermissionRule | undefined): void {
  if (rule === undefined) return;
  const { credential } = caller;
  const role = credential.kind === 'session' ? credential.role : null;
  if (rule.roles !== undefined) {
    if (role !== null && rule.roles.includes(role)) return;
    const who = rule.roles.join(', ');
    throw refusal(caller, [], `This is for people signed in to the dashboard (${who}); no API key opens it.`);
  }
  const needed = neededScopes(rule);
  if (needed.every((scope) => caller.scopes.includes(scope))) return;
  if (role !== null && rule.alsoRoles?.includes(role) === true) return;
  throw refusal(caller, needed, `This call needs ${needed.join(' and ')}.`);
}

/** All that a key must have; none for what any key may call. */
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
