import type { Scope } from '../../../contracts/scopes.ts';
import { Fault } from '../../../kit/fault.ts';
import type { Caller, RouteDefinition } from '../route.ts';

type Rule = Pick<RouteDefinition, 'scope' | 'alsoScopes' | 'roles' | 'alsoRoles'>;

/**
 * Lets a caller through whom the declaration of an endpoint names: by its scopes, all of them, by a role beside them, or by roles alone.
 * @throws Fault insufficient_scope
 */
export function requirePermission(caller: Caller, rule: Rule | undefined): void {
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
}: Pick<Rule, 'scope' | 'alsoScopes'>): readonly Scope[] {
  return scope === null ? [] : [scope, ...alsoScopes];
}

function refusal(caller: Caller, requiredScopes: readonly string[], detail: string): Fault {
  return new Fault('insufficient_scope', detail, {
    extras: { requiredScopes, grantedScopes: caller.scopes },
  });
}
