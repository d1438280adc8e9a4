import { Fault } from '../../kit/fault.ts';
import type { Caller, RouteDefinition } from './route.ts';

type Rule = Pick<RouteDefinition, 'scope' | 'roles' | 'alsoRoles'>;

/**
 * Lets a caller through whom the declaration of an endpoint names: by scope, by a role beside it, or by roles alone.
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
  const { scope } = rule;
  if (scope === null || caller.scopes.includes(scope)) return;
  if (role !== null && rule.alsoRoles?.includes(role) === true) return;
  throw refusal(caller, [scope], `This call needs ${scope}.`);
}

function refusal(caller: Caller, requiredScopes: readonly string[], detail: string): Fault {
  return new Fault('insufficient_scope', detail, {
    extras: { requiredScopes, grantedScopes: caller.scopes },
  });
}
