import t from 'tap';
import type { Caller } from '../../../../../api/http/authentication/caller.ts';
import { neededScopes, requirePermission } from '../../../../../api/http/authentication/permission.ts';
import { hasFields, hasText } from '../../../../support/has-fields.ts';

type Rule = NonNullable<Parameters<typeof requirePermission>[1]>;

function caller(credential: object, scopes: readonly string[]): Caller {
  return { credential, scopes } as unknown as Caller;
}
const key = (...scopes: string[]): Caller => caller({ kind: 'key' }, scopes);
const person = (role: string, ...scopes: string[]): Caller => caller({ kind: 'session', role }, scopes);
const rule = (parts: object): Rule => ({ scope: null, ...parts }) as Rule;

/** The refusal, or null when the caller is let through. */
function refusalOf(who: Caller, what: Rule | undefined) {
  try {
    requirePermission(who, what);
    return null;
  } catch (error) {
    return error as { readonly code: string; readonly detail: string };
  }
}

t.test('a caller needs all the scopes, not one of them', async (t) => {
  const both = rule({ scope: 'devices:read', alsoScopes: ['users:read'] });
  t.equal(refusalOf(key('devices:read', 'users:read'), both), null);
  for (const who of [key('devices:read'), key('users:read'), key()])
    hasFields(t, refusalOf(who, both), {
      code: 'insufficient_scope',
      extras: { requiredScopes: ['devices:read', 'users:read'], grantedScopes: who.scopes },
    });
  hasText(t, refusalOf(key(), both)?.detail, 'devices:read and users:read');
});

t.test('without a scope any caller is let through', async (t) => {
  t.equal(refusalOf(key(), rule({})), null);
  t.equal(refusalOf(key(), undefined), null);
  t.strictSame(neededScopes({ scope: null, alsoScopes: ['users:read'] } as unknown as Rule), []);
  t.strictSame(neededScopes(rule({ scope: 'users:read' })), ['users:read']);
});

t.test('what is for roles alone no key opens, whatever its scopes', async (t) => {
  const owners = rule({ scope: 'users:read', roles: ['owner', 'admin'] });
  t.equal(refusalOf(person('admin'), owners), null);
  for (const who of [key('users:read'), person('viewer', 'users:read')]) {
    hasFields(t, refusalOf(who, owners), {
      code: 'insufficient_scope',
      extras: { requiredScopes: [], grantedScopes: ['users:read'] },
    });
    hasText(t, refusalOf(who, owners)?.detail, '(owner, admin)');
  }
});

t.test('a role beside the scopes lets people through, and no key', async (t) => {
  const beside = rule({ scope: 'users:read', alsoRoles: ['teacher'] });
  t.equal(refusalOf(person('teacher'), beside), null);
  t.equal(refusalOf(person('viewer', 'users:read'), beside), null);
  for (const who of [person('viewer'), key()]) t.equal(refusalOf(who, beside)?.code, 'insufficient_scope');
  t.equal(refusalOf(person('teacher'), rule({ scope: 'users:read' }))?.code, 'insufficient_scope');
});
