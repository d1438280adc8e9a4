import type { IDToken } from 'openid-client';
import t from 'tap';
import { identityOf } from '../../../../api/sign-in/oidc-account.ts';
import type { OidcSettings } from '../../../../api/sign-in/oidc-settings.ts';
import { hasFields } from '../../../support/has-fields.ts';

const SETTINGS: OidcSettings = {
  issuer: 'https://idp.example',
  clientId: 'c',
  clientSecret: 's',
  allowedDomains: ['school.example'],
  newAccountRole: null,
  groupRoles: new Map(),
  trustEmail: false,
};
const GOOGLE = 'https://accounts.google.com';

const claims = (more: Record<string, unknown>): IDToken =>
  ({ iss: 'https://idp.example', sub: 's1', aud: 'c', exp: 2, iat: 1, ...more }) as unknown as IDToken;

t.test('a verified address of an allowed domain is an identity', (t) => {
  const identity = identityOf(
    claims({ email: 'Ana@School.example', email_verified: true, name: ' Ana ', groups: ['it', 7] }),
    SETTINGS,
  );
  t.same(identity, {
    issuer: 'https://idp.example',
    subject: 's1',
    email: 'Ana@School.example',
    name: 'Ana',
    groups: ['it'],
  });
  t.end();
});

t.test('an address that only looks like the school’s, or that nobody vouches for, is none', (t) => {
  for (const [more, refusal] of [
    [{ email: 'a@evil.example', email_verified: true }, 'domain'],
    [{ email: 'a@school.example.evil.example', email_verified: true }, 'domain'],
    [{ email: 'a@sub.school.example', email_verified: true }, 'domain'],
    [{ email: 'a@school.example@evil.example', email_verified: true }, 'unverified'],
    [{ email: 'a@school.example' }, 'unverified'],
    [{ email: 'a@school.example', email_verified: 'true' }, 'unverified'],
    [{ preferred_username: 'a@school.example', email_verified: true }, 'unverified'],
    [{}, 'unverified'],
  ] as const)
    t.equal(identityOf(claims(more), SETTINGS), refusal, JSON.stringify(more));
  t.end();
});

t.test('a Google account is of the school by its Workspace, never by its address', (t) => {
  const google = (more: Record<string, unknown>) =>
    identityOf(claims({ iss: GOOGLE, email: 'a@school.example', email_verified: true, ...more }), SETTINGS);
  t.equal(google({}), 'domain', 'a private account with an address of the school');
  t.equal(google({ hd: 'evil.example' }), 'domain');
  hasFields(t, google({ hd: 'School.example' }), { subject: 's1' });
  t.end();
});

t.test('Entra ID vouches by xms_edov, or the operator does for the one tenant', (t) => {
  const entra = { email: undefined, preferred_username: 'a@school.example' };
  hasFields(t, identityOf(claims({ email: 'a@school.example', xms_edov: true }), SETTINGS), {
    email: 'a@school.example',
  });
  t.equal(identityOf(claims(entra), SETTINGS), 'unverified');
  hasFields(t, identityOf(claims(entra), { ...SETTINGS, trustEmail: true }), { email: 'a@school.example' });
  t.end();
});
