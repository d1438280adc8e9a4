import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { Value } from 'typebox/value';
import { PolicyBundle } from '../../../../contracts/policy/bundle.ts';
import { compileBundle } from '../../../../contracts/policy/compile.ts';
import { decide } from '../../../../contracts/policy/decide.ts';
import { createDeviceBundles } from '../../../../store/rules/device-bundles.ts';
import { type RestServer, startRestServer } from '../rest-server.ts';

const MATCH = { domains: ['play.example'] };

/** Policies for everyone, two units, a person and a device, which all speak about one site. */
async function makePolicies({ call }: RestServer, deviceId: string): Promise<void> {
  const targets = [
    { everyone: true },
    { ous: ['/High'] },
    { ous: ['/High/9'] },
    { users: ['ana@x.example'] },
    { devices: [deviceId] },
    { ous: ['/Low'] },
  ];
  for (const [at, target] of targets.entries()) {
    const effect = at % 2 === 0 ? 'block' : 'allow';
    const rules = [{ effect, match: MATCH, ...(at === 1 ? { locked: true } : {}) }];
    const made = await call('POST', '/v1/policies', { body: { name: `Policy ${at}`, target, rules } });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  }
}

t.test('explain answers as the device decides by its own bundle, link by link of the chain', async (t) => {
  const server = await startRestServer(t);
  const { call, store, makeDevice } = server;
  const device = await makeDevice({ ou: '/High' });
  await call('POST', '/v1/users', {
    body: { email: 'ana@x.example', name: 'Ana', role: 'student', ou: '/High' },
  });
  await store.ous.ensurePath(1, '/High/9', 1);
  await store.ous.ensurePath(1, '/Low', 1);
  await makePolicies(server, device.id);
  await store.devicePeople.saw([{ deviceId: device.id, user: 'ana@x.example', at: 1 }]);
  const organisation = await store.organisations.get(1);
  if (organisation === null) throw new Error('there is no organisation');

  for (const place of ['/High', '/High/9', '/Low']) {
    const ana = await store.users.byEmail(1, 'ana@x.example');
    const unit = await store.ous.byPath(1, place);
    if (ana === null || unit === null) throw new Error('the school is not as it was made');
    await store.users.update(1, ana.id, { ouId: unit.id }, Date.now());
    // Another maker each time: what it reads is of now.
    const { bundle, people } = await createDeviceBundles({ store }).of(device, organisation);
    t.same(
      people.map(({ ouPath }) => ouPath),
      [place],
    );
    const json = gunzipSync(bundle?.packed ?? new Uint8Array());
    const { policies } = Value.Parse(PolicyBundle, JSON.parse(json.toString('utf8')));
    const compiled = compileBundle({ policies, overrides: [], sessions: [] });
    for (const user of ['ana@x.example', 'stranger@x.example']) {
      const at = new Date();
      const asked = { deviceId: device.id, user, url: 'https://play.example/', at: at.toISOString() };
      const { body } = await call('POST', '/v1/policies/explain', { body: asked });
      const verdict = decide(
        { host: 'play.example', url: 'https://play.example/', app: null, categories: body.input.categories },
        {
          deviceId: device.id,
          user,
          ouPath: people.find((person) => person.user === user)?.ouPath ?? device.ouPath,
          campus: body.input.campus,
          at: at.getTime(),
        },
        compiled,
      );
      const { input, ...explained } = body;
      t.strictSame(explained, JSON.parse(JSON.stringify(verdict)), `${user} in ${place}`);
      t.ok(explained.chain.length > 2);
    }
  }
});
