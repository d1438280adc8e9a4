import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import type { DeviceId, OuId, PolicyId } from '../../../../contracts/ids.ts';
import { MAX_BUNDLE_BYTES } from '../../../../contracts/mqtt/messages.ts';
import { silentLog } from '../../../../kit/log.ts';
import { sha256 } from '../../../../kit/signing.ts';
import type { PolicyRecord } from '../../../../store/ports/policies.ts';
import { createDeviceBundles } from '../../../../store/rules/device-bundles.ts';
import { SHIPPED_BUNDLE_DEFAULTS } from '../../../../store/rules/shipped-bundle-defaults.ts';

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
  const said: unknown[] = [];
  const log = { ...silentLog, error: (fields: unknown, text: string) => void said.push([fields, text]) };
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
    organisationSettings: { get: async () => ({ version: 1, updatedAt: null, values: {}, replaced: {} }) },
  } as unknown as Parameters<typeof createDeviceBundles>[0]['store'];
  const bundles = createDeviceBundles({ store, log });
  const device = (name: string, ouPath: string, organisationId = 1) => ({
    id: `dev_${name}` as DeviceId,
    organisationId,
    ouPath,
  });
  return { read, bundles, device, said };
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
  const { bundles, device, said } = scene([huge]);
  t.same(await bundles.of(device('a', '/'), SETTINGS), { bundle: null, people: [] });
  t.strictSame(said, [
    [
      { largest: MAX_BUNDLE_BYTES },
      'the policies make a bundle that is larger than a device takes: put long lists of hosts into a category',
    ],
  ]);
});

t.test('what is too long for a target state is not put into it', async (t) => {
  const inline = async (bytes: number) => {
    const long = { ...policy('all', 'everyone'), name: randomBytes(bytes).toString('base64') };
    const { bundles, device } = scene([long]);
    const { bundle } = await bundles.of(device('a', '/'), SETTINGS);
    return { bundle, fits: bundle !== null && bundle.packed.toString('base64').length <= 65_536 };
  };
  const short = await inline(40_000);
  t.equal(short.fits, true);
  t.equal(short.bundle?.inline, short.bundle?.packed.toString('base64'));
  const long = await inline(60_000);
  t.equal(long.fits, false);
  t.equal(long.bundle?.inline, null);
});

t.test(
  'two organisations share nothing, and one that failed does not take the next one’s place',
  async (t) => {
    const { read, bundles, device } = scene([policy('all', 'everyone')]);
    const one = await bundles.of(device('a', '/', 1), SETTINGS);
    const two = await bundles.of(device('a', '/', 2), SETTINGS);
    t.not(one.bundle, two.bundle);
    t.equal(read.times, 2);
    read.failing = true;
    const older = bundles.of(device('a', '/'), { ...SETTINGS, settingsVersion: 6 });
    older.catch(() => undefined);
    read.failing = false;
    const newer = await bundles.of(device('a', '/'), { ...SETTINGS, settingsVersion: 7 });
    await older.catch(() => undefined);
    t.equal((await bundles.of(device('a', '/'), { ...SETTINGS, settingsVersion: 7 })).bundle, newer.bundle);
  },
);

t.test('devices that policies name differently have bundles of their own', async (t) => {
  const { bundles, device } = scene([policy('high', ['/High']), policy('grade', ['/High/9'])]);
  const hashes = await Promise.all(
    ['/', '/High', '/High/9'].map(
      async (path) => (await bundles.of(device('a', path), SETTINGS)).bundle?.hash,
    ),
  );
  t.equal(new Set(hashes).size, 3);
});

t.test('the digest of what every bundle has tells another default apart', async (t) => {
  const store = {} as Parameters<typeof createDeviceBundles>[0]['store'];
  const shipped = createDeviceBundles({ store });
  const other = createDeviceBundles({
    store,
    defaults: { ...SHIPPED_BUNDLE_DEFAULTS, gameProcesses: ['game.exe'] },
  });
  t.equal(shipped.defaultsDigest, sha256(JSON.stringify(SHIPPED_BUNDLE_DEFAULTS)));
  t.not(shipped.defaultsDigest, other.defaultsDigest);
  t.ok(SHIPPED_BUNDLE_DEFAULTS.gameProcesses.length > 0);
});
