import t, { type Test } from 'tap';
import { createSsrfGuard } from '../../../../api/outbound/ssrf-guard.ts';
import type { LogLevel } from '../../../../contracts/log-levels.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createIdSource, systemRandom } from '../../../../kit/random.ts';
import { createSealer } from '../../../../kit/sealing.ts';
import { fileSettings } from '../../../../server/config/file-settings.ts';
import { loadConfig } from '../../../../server/config/load-config.ts';
import { createSchoolMail } from '../../../../server/mail/school-mail.ts';
import { applyFile, createLogLevelWatch } from '../../../../server/school/apply-settings.ts';
import { createCurrentSignIn } from '../../../../server/school/current-sign-in.ts';
import { dependsOnSecrets } from '../../../../server/school/usage.ts';
import type { OrganisationSettings } from '../../../../store/ports/organisation-settings.ts';
import { createSettingsSource, sealSecret } from '../../../../store/rules/organisation-settings.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { createTestStore } from '../../../support/test-store.ts';
import { until } from '../../../support/until.ts';

const sealerOf = (byte: number) =>
  createSealer({ masterKey: new Uint8Array(32).fill(byte), random: systemRandom });
const sealer = sealerOf(1);

async function school(t: Test, env: Readonly<Record<string, string>> = {}) {
  const clock = createFakeClock();
  const store = await createTestStore(t, { clock });
  const file = fileSettings(loadConfig({ flags: {}, env, cwd: '/' }));
  const settings = createSettingsSource(store, file);
  const set = (values: Partial<OrganisationSettings>) =>
    store.transaction(async (tx) => {
      await tx.organisationSettings.put(1, { values, replaced: {} }, clock.now());
      tx.wake({ kind: 'settings' });
    });
  return { clock, store, file, settings, set };
}

t.test('the level of the log follows what is set, and is as configured where nothing is', async (t) => {
  const { store, settings, set } = await school(t);
  const levels: (LogLevel | null)[] = [];
  const watch = createLogLevelWatch({
    ...{ store, settings, log: silentLog },
    setLevel: (level) => void levels.push(level),
  });
  await set({ logLevel: 'error' });
  await watch.start();
  t.same(levels, ['error'], 'after a restart too');
  await set({ logLevel: 'debug' });
  await until(() => levels.at(-1) === 'debug', { what: 'the new level' });
  await set({});
  await until(() => levels.at(-1) === null, { what: 'the configured level' });
  await watch.stop();
});

t.test('the file is written to the school’s record, without what was set here', async (t) => {
  const env = { SCHOOLGATE_ORGANISATION_NAME: 'Of the file', SCHOOLGATE_ORGANISATION_HELP_LINE: '555' };
  const { store, file, set } = await school(t, env);
  await set({ helpLine: null });
  await applyFile(store, file);
  hasFields(t, await store.organisations.get(1), { name: 'Of the file', helpLine: null, timezone: 'UTC' });
});

t.test('mail goes as it is set at that moment', async (t) => {
  const { settings, set, store } = await school(t, {
    SCHOOLGATE_SMTP_HOST: 'mail.file.example',
    SCHOOLGATE_SMTP_FROM: 'a@file.example',
    SCHOOLGATE_REPORT_RECIPIENTS: 'office@file.example',
  });
  const mail = createSchoolMail({ settings, sealer, log: silentLog });
  t.same((await mail())?.recipients, ['office@file.example']);
  const password = sealSecret(sealer, 'mail.password', 'secret');
  await set({ 'mail.reportRecipients': ['head@x.example'], 'mail.password': password });
  t.same((await mail())?.recipients, ['head@x.example']);
  t.equal(await dependsOnSecrets(store), true, 'no other master key is made');
  const stranger = createSchoolMail({ settings, sealer: sealerOf(2), log: silentLog });
  t.equal(await stranger(), null, 'never without the password that was set');
  await set({ 'mail.host': null });
  t.equal(await mail(), null);
});

t.test('people sign in at the provider that is set at that moment', async (t) => {
  const { clock, settings, set, store } = await school(t);
  const guard = createSsrfGuard({ allowCidrs: [], allowHttpCidrs: [] });
  const ids = createIdSource({ clock, random: systemRandom });
  const tools = { store, clock, ids, random: systemRandom, log: silentLog, sealer, guard };
  const current = createCurrentSignIn(settings, tools);
  t.equal(await current(), null);
  const provider = {
    'singleSignOn.issuer': 'https://login.x.example',
    'singleSignOn.clientId': 'ours',
    'singleSignOn.clientSecret': sealSecret(sealer, 'singleSignOn.clientSecret', 'secret'),
  };
  await set(provider);
  const first = await current();
  t.not(first, null);
  t.equal(await current(), first, 'what it knows of the provider is kept');
  const roles = { 'singleSignOn.groupRoles': [{ group: 'staff', role: 'teacher' }] } as const;
  await set({ ...provider, ...roles });
  t.equal(await current(), null, 'roles for people of any domain are no settings');
  await set({ ...provider, ...roles, 'singleSignOn.allowedDomains': ['x.example'] });
  const second = await current();
  t.not(second, null);
  t.not(second, first);
  const stranger = createCurrentSignIn(settings, { ...tools, sealer: sealerOf(2) });
  t.equal(await stranger(), null, 'a secret that cannot be opened');
});
