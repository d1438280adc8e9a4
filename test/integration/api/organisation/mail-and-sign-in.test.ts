import t, { type Test } from 'tap';
import { signInOf } from '../../../../api/organisation/sign-in-and-mail.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { createSealer } from '../../../../kit/sealing.ts';
import { fileSettings } from '../../../../server/config/file-settings.ts';
import { loadConfig } from '../../../../server/config/load-config.ts';
import { createSettingsSource, openSecret } from '../../../../store/rules/organisation-settings.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { signedIn } from '../people.ts';
import { startRestServer } from '../rest-server.ts';

const PATH = '/v1/organization';
const SECRET = 'correct horse battery';

const MAIL_OF_FILE = {
  SCHOOLGATE_SMTP_URL: 'smtps://robot:filesecret@mail.file.example:2465',
  SCHOOLGATE_SMTP_FROM: 'a@file.example',
};
const SIGN_IN_OF_FILE = {
  SCHOOLGATE_SIGN_IN_ISSUER: 'https://login.file.example',
  SCHOOLGATE_SIGN_IN_CLIENT_ID: 'ours',
  SCHOOLGATE_SIGN_IN_CLIENT_SECRET: 'filesecret',
};

async function school(t: Test, env: Readonly<Record<string, string>> = {}) {
  const file = fileSettings(loadConfig({ flags: {}, env, cwd: '/' }));
  const sealer = createSealer({ masterKey: new Uint8Array(32).fill(1), random: systemRandom });
  const server = await startRestServer(t, { api: { fileSettings: file, sealer } });
  const settings = createSettingsSource(server.store, file);
  return { ...server, sealer, settings, owner: await signedIn(server, 'owner') };
}

t.test('a password is stored encrypted and told to nobody', async (t) => {
  const { owner, store, settings, sealer } = await school(t);
  const mail = { host: 'mail.x.example', port: 465, user: 'robot', password: SECRET, from: 'a@x.example' };
  const set = await owner.call('PATCH', PATH, { mail });
  hasFields(t, set, {
    status: 200,
    body: {
      mail: { host: 'mail.x.example', port: 465, user: 'robot', passwordSet: true, from: 'a@x.example' },
      sources: { mail: { host: 'here', password: 'here', reportRecipients: 'default' } },
    },
  });
  const audit = await owner.call('GET', '/v1/audit?action=organization.updated');
  hasFields(t, audit.body.data[0], { changes: { after: { secretsSet: ['mail.password'] } } });
  const stored = await store.organisationSettings.get(1);
  for (const told of [set.body, (await owner.call('GET', PATH)).body, audit.body, stored])
    t.notOk(JSON.stringify(told).includes(SECRET));
  const now = await settings.read();
  t.equal(openSecret(sealer, now, 'mail.password'), SECRET);
  t.equal(now.mailIsSecure, true);
});

t.test('a secret of the file goes to no server but the file’s', async (t) => {
  const { owner, settings } = await school(t, { ...MAIL_OF_FILE, ...SIGN_IN_OF_FILE });
  hasFields(t, (await owner.call('GET', PATH)).body, {
    mail: { host: 'mail.file.example', port: 2465, user: 'robot', passwordSet: true },
    singleSignOn: { issuer: 'https://login.file.example', clientSecretSet: true },
  });
  t.equal((await settings.read()).mailIsSecure, true, 'smtps://');
  const moved = await owner.call('PATCH', PATH, { mail: { host: 'elsewhere.example' } });
  hasFields(t, moved, { status: 200, body: { mail: { passwordSet: false } } });
  t.equal((await settings.read()).values['mail.password'], null);
  const issuer = await owner.call('PATCH', PATH, { singleSignOn: { issuer: 'https://elsewhere.example' } });
  hasFields(t, issuer, { status: 400, body: { errors: [{ pointer: '#/singleSignOn/clientSecret' }] } });
});

t.test('a secret that was set here is not sent to another server either', async (t) => {
  const { owner } = await school(t);
  const mail = { host: 'mail.x.example', user: 'robot', password: SECRET, from: 'a@x.example' };
  await owner.call('PATCH', PATH, { mail });
  for (const change of [{ host: 'elsewhere.example' }, { user: 'other' }])
    hasFields(t, await owner.call('PATCH', PATH, { mail: change }), {
      status: 400,
      body: { code: 'validation_failed', errors: [{ pointer: '#/mail/password', code: 'secret_needed' }] },
    });
  const moved = await owner.call('PATCH', PATH, { mail: { host: 'elsewhere.example', password: null } });
  hasFields(t, moved, { status: 200, body: { mail: { passwordSet: false } } });
});

t.test('settings that do not fit together are refused', async (t) => {
  const { owner } = await school(t);
  const provider = { issuer: 'https://login.x.example', clientId: 'ours', clientSecret: SECRET };
  const cases: readonly [object, string][] = [
    [{ mail: { host: 'mail.x.example' } }, '#/mail/from'],
    [{ mail: { reportRecipients: ['a@x.example'] } }, '#/mail/host'],
    [{ mail: { host: 'mail.x.example', from: 'nobody' } }, '#/mail/from'],
    [{ mail: { reportRecipients: ['not an address'] } }, '#/mail/reportRecipients'],
    [{ singleSignOn: { issuer: 'ftp://x' } }, '#/singleSignOn/issuer'],
    [{ singleSignOn: { issuer: 'https://login.microsoftonline.com/common/v2.0' } }, '#/singleSignOn/issuer'],
    [{ singleSignOn: { issuer: 'https://login.x.example' } }, '#/singleSignOn/clientId'],
    [{ singleSignOn: { ...provider, clientSecret: '' } }, '#/singleSignOn/clientSecret'],
    [{ singleSignOn: { ...provider, newAccountRole: 'viewer' } }, '#/singleSignOn/allowedDomains'],
    [
      { singleSignOn: { ...provider, groupRoles: [{ group: 'staff', role: 'teacher' }] } },
      '#/singleSignOn/allowedDomains',
    ],
  ];
  for (const [body, pointer] of cases)
    hasFields(
      t,
      await owner.call('PATCH', PATH, body),
      { status: 400, body: { code: 'validation_failed', errors: [{ pointer }] } },
      JSON.stringify(body),
    );
});

t.test('nobody becomes an owner by a provider', async (t) => {
  const { owner } = await school(t);
  for (const singleSignOn of [
    { newAccountRole: 'owner' },
    { groupRoles: [{ group: 'heads', role: 'owner' }] },
  ])
    hasFields(t, await owner.call('PATCH', PATH, { singleSignOn }), {
      status: 400,
      body: { code: 'validation_failed' },
    });
});

t.test('mail, single sign-on and the plan are the owner’s alone', async (t) => {
  const { owner, call, makeKey, ...server } = await school(t, SIGN_IN_OF_FILE);
  const admin = await signedIn({ call, makeKey, ...server }, 'admin');
  const { key } = await makeKey({ scopes: ['organization:manage'] });
  for (const body of [
    { mail: { host: 'mail.x.example', from: 'a@x.example' } },
    { mail: null },
    { singleSignOn: { groupRoles: [{ group: 'mine', role: 'admin' }] } },
    { singleSignOn: null },
    { plan: 'standard' },
    { retention: { auditDays: 1 } },
    { helpLine: '555', singleSignOn: { trustEmail: true } },
  ]) {
    const refusal = { status: 403, body: { code: 'insufficient_scope' } };
    hasFields(t, await admin.call('PATCH', PATH, body), refusal, JSON.stringify(body));
    hasFields(t, await call('PATCH', PATH, { key, body }), refusal, JSON.stringify(body));
  }
  hasFields(t, (await owner.call('GET', PATH)).body, { helpLine: null, version: 1 });
});

t.test('a provider that is set here is the one that people sign in at, and null takes it away', async (t) => {
  const { owner, settings, sealer } = await school(t);
  t.equal(signInOf(await settings.read(), sealer), null);
  const singleSignOn = {
    issuer: 'https://login.x.example',
    clientId: 'ours',
    clientSecret: SECRET,
    allowedDomains: ['X.example'],
    groupRoles: [{ group: 'staff', role: 'teacher' }],
    newAccountRole: 'none',
  };
  hasFields(t, await owner.call('PATCH', PATH, { singleSignOn }), {
    status: 200,
    body: { singleSignOn: { clientSecretSet: true, allowedDomains: ['x.example'] } },
  });
  hasFields(t, signInOf(await settings.read(), sealer), {
    issuer: 'https://login.x.example',
    clientSecret: SECRET,
    newAccountRole: null,
  });
  t.equal((await owner.call('PATCH', PATH, { singleSignOn: null })).status, 200);
  t.equal(signInOf(await settings.read(), sealer), null);
});

t.test('a lower plan closes the API to keys, and an owner raises it again', async (t) => {
  const { owner, call } = await school(t);
  t.equal((await call('GET', '/v1/devices')).status, 200);
  hasFields(t, await owner.call('PATCH', PATH, { plan: 'standard' }), {
    status: 200,
    body: { plan: 'standard' },
  });
  hasFields(t, await call('GET', '/v1/devices'), { status: 402, body: { code: 'plan_required' } });
  hasFields(t, await owner.call('PATCH', PATH, { plan: 'enterprise' }), { status: 200 });
  t.equal((await call('GET', '/v1/devices')).status, 200);
});
