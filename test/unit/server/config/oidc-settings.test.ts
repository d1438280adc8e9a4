import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { loadConfig } from '../../../../server/config/load-config.ts';
import { oidcSettings } from '../../../../server/config/oidc-settings.ts';
import { testFolder } from '../../../support/test-folder.ts';

const load = (env: Record<string, string>) =>
  oidcSettings(
    loadConfig({
      flags: {},
      env: Object.fromEntries(
        Object.entries(env).map(([name, value]) => [`SCHOOLGATE_SIGN_IN_${name}`, value]),
      ),
      cwd: '/',
    }).settings,
  );
const ENTRA = 'https://login.microsoftonline.com/7f3c2a10-0000-0000-0000-000000000000/v2.0';
const GIVEN = { ISSUER: ENTRA, CLIENT_ID: 'c', CLIENT_SECRET: 's' };

t.test('without an issuer there is no provider', (t) => {
  t.equal(load({}), null);
  t.end();
});

t.test('settings are read from file, environment and a secret file', (t) => {
  const folder = testFolder(t);
  const file = join(folder, 'secret');
  writeFileSync(file, ' from a file \n');
  t.same(
    load({
      ISSUER: ENTRA,
      CLIENT_ID: 'c',
      CLIENT_SECRET_FILE: file,
      ALLOWED_DOMAINS: 'School.example,x.example',
      NEW_ACCOUNT_ROLE: 'viewer',
      GROUP_ROLES: 'it staff=helpdesk,cn=teachers=teacher',
      TRUST_EMAIL: 'true',
    }),
    {
      issuer: ENTRA,
      clientId: 'c',
      clientSecret: 'from a file',
      allowedDomains: ['school.example', 'x.example'],
      newAccountRole: 'viewer',
      groupRoles: new Map([
        ['it staff', 'helpdesk'],
        ['cn=teachers', 'teacher'],
      ]),
      trustEmail: true,
    },
  );
  t.end();
});

t.test('what does not fit together, or would let anybody in, is refused in one sentence', (t) => {
  for (const [env, sentence] of [
    [{ ISSUER: ENTRA }, /client_id is not/],
    [{ ISSUER: ENTRA, CLIENT_ID: 'c' }, /neither sign_in\.client_secret nor/],
    [{ ...GIVEN, CLIENT_SECRET_FILE: '/nowhere' }, /keep one/],
    [{ ISSUER: ENTRA, CLIENT_ID: 'c', CLIENT_SECRET_FILE: '/nowhere' }, /there is no such file/],
    [{ ...GIVEN, NEW_ACCOUNT_ROLE: 'viewer' }, /allowed_domains/],
    [{ ...GIVEN, NEW_ACCOUNT_ROLE: 'owner', ALLOWED_DOMAINS: 'x.example' }, /must name admin, helpdesk/],
    [{ ...GIVEN, GROUP_ROLES: 'staff=root', ALLOWED_DOMAINS: 'x.example' }, /must name admin, helpdesk/],
    [{ ...GIVEN, GROUP_ROLES: 'staff', ALLOWED_DOMAINS: 'x.example' }, /teachers=teacher/],
    [{ ...GIVEN, ISSUER: 'https://login.microsoftonline.com/common/v2.0' }, /your own tenant/],
    [{ ...GIVEN, ISSUER: 'accounts.google.com' }, /must be an address/],
    [{ ...GIVEN, TRUST_EMAIL: 'yes' }, /true or false/],
  ] as const)
    t.throws(() => load(env), { name: 'OperatorError', message: sentence }, JSON.stringify(env));
  t.end();
});
