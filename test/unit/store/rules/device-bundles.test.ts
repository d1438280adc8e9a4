import { gunzipSync } from 'node:zlib';
import t from 'tap';
import type { DeviceId, OuId, PolicyId } from '../../../../contracts/ids.ts';
import { sha256 } from '../../../../kit/signing.ts';
import type { PolicyRecord } from '../../../../store/ports/policies.ts';
import { createDeviceBundles } from '../../../../store/rules/device-bundles.ts';

const SETTINGS = { settingsVersion: 5, timezone: 'UTC' };

function policy(name: string, paths: readonly string[] | 'everyone'): PolicyRecord {
  const ous = paths === 'everyone' ? [] : paths.map((path) => ({ id: `ou_${path}` as OuId, path }));
  const rest = { users: [], devices: [], everyone: paths === 'everyone' };
  return {
    id: `pol_${name}` as PolicyId,
    organisationId: 1,
    name,
    description: null,
    enabled: true,
    priority: 100,
    defaultAction: 'allow',
    target: { ...rest, ous: ous.map(({ id }) => id) },
    named: { ...rest, ous },
    schedule: null,
    rules: [],
    settings: {},
    builtIn: false,
    version: 1,
    createdAt: 0,
    updatedAt: 0,
  };
}

function scene(policies: readonly PolicyRecord[]) {
  const read = { times: 0, failing: false, version: 3 };
  const store = {
    policies: {
      version: async () => read.version,
      current: async () => {
        read.times += 1;
        if (read.failing) throw new Error('the store does not answer');
        return policies;
      },
    },
    devicePeople: { of: async () => [] },
  } as unknown as Parameters<typeof createDeviceBundles>[0]['store'];
  const bundles = createDeviceBundles({ store });
  const device = (name: string, ouPath: string, organisationId = 1) => ({
    id: `dev_${name}` as DeviceId,
    organisationId,
    ouPath,
  });
  return { read, bundles, device };
}

t.test('devices of one audience share one bundle, made once, however many ask at once', async (t) => {
  const { read, bundles, device } = scene([policy('all', 'everyone'), policy('high', ['/High'])]);
  const high = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      bundles.of(device(`${at}`, at % 2 === 0 ? '/High' : '/High/9'), SETTINGS),
    ),
  );
  t.equal(new Set(high.map(({ bundle }) => bundle)).size, 1, 'units below have it too: the same object');
  const low = await bundles.of(device('low', '/Low'), SETTINGS);
  t.not(low.bundle?.hash, high[0]?.bundle?.hash);
  t.equal(read.times, 1);
});

t.test('equal content has an equal hash, and the packed bytes are what the hash says', async (t) => {
  const one = scene([policy('all', 'everyone')]);
  const two = scene([policy('all', 'everyone')]);
  const [a, b] = [
    (await one.bundles.of(one.device('a', '/'), SETTINGS)).bundle,
    (await two.bundles.of(two.device('b', '/High'), { ...SETTINGS, settingsVersion: 99 })).bundle,
  ];
  t.equal(a?.hash, b?.hash);
  const json = gunzipSync(a?.packed ?? new Uint8Array());
  t.equal(sha256(json), a?.hash);
  t.equal(json.length, a?.bytes);
  t.equal(a?.inline, a?.packed.toString('base64'));
});

t.test(
  'a newer settings version reads the policies again, an older one is answered with the newest',
  async (t) => {
    const { read, bundles, device } = scene([policy('all', 'everyone')]);
    const before = await bundles.of(device('a', '/'), SETTINGS);
    read.version = 4;
    const after = await bundles.of(device('a', '/'), { ...SETTINGS, settingsVersion: 6 });
    t.equal(before.bundle?.version, 3);
    t.equal(after.bundle?.version, 4);
    const late = await bundles.of(device('a', '/'), SETTINGS);
    t.equal(late.bundle, after.bundle);
    t.equal(read.times, 2);
  },
);

t.test('another time zone makes another bundle', async (t) => {
  const { bundles, device } = scene([]);
  const [utc, madrid] = [
    await bundles.of(device('a', '/'), SETTINGS),
    await bundles.of(device('a', '/'), { ...SETTINGS, timezone: 'Europe/Madrid' }),
  ];
  t.not(utc.bundle?.hash, madrid.bundle?.hash);
});

t.test('a store that did not answer is asked again', async (t) => {
  const { read, bundles, device } = scene([policy('all', 'everyone')]);
  read.failing = true;
  await t.rejects(bundles.of(device('a', '/'), SETTINGS), /does not answer/);
  read.failing = false;
  t.ok((await bundles.of(device('a', '/'), SETTINGS)).bundle);
});

t.test('policies larger than a device takes make no bundle, and the rest of the answer stands', async (t) => {
  const huge = { ...policy('all', 'everyone'), name: 'x'.repeat(34_000_000) };
  const { bundles, device } = scene([huge]);
  t.same(await bundles.of(device('a', '/'), SETTINGS), { bundle: null, people: [] });
});
