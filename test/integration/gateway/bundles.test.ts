import { gunzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { Value } from 'typebox/value';
import type { TargetState } from '../../../contracts/mqtt/messages.ts';
import { PolicyBundle } from '../../../contracts/policy/bundle.ts';
import { sha256 } from '../../../kit/signing.ts';
import type { PolicyFields, PolicyRecord, PolicyTargetIds } from '../../../store/ports/policies.ts';
import type { UserRecord } from '../../../store/ports/users.ts';
import { hasFields } from '../../support/has-fields.ts';
import type { TestDevice, TestLink } from '../../support/test-device.ts';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.ts';
import { until } from '../../support/until.ts';

const NOBODY: PolicyTargetIds = { everyone: false, ous: [], users: [], devices: [] };

function fields(changes: Partial<PolicyFields> = {}): PolicyFields {
  return {
    name: 'A policy',
    description: null,
    enabled: true,
    priority: 100,
    defaultAction: 'allow',
    target: { ...NOBODY, everyone: true },
    schedule: null,
    rules: [],
    settings: {},
    ...changes,
  };
}

/** As the REST API makes a policy: with the wake-up. */
async function makePolicy(
  { store, ids, clock }: TestGateway,
  changes: Partial<PolicyFields>,
): Promise<PolicyRecord> {
  return await store.transaction(async (tx) => {
    const making = { id: ids.next('pol'), organisationId: 1, now: clock.now() };
    const policy = await tx.policies.create(making, fields(changes));
    tx.wake({ kind: 'all_devices' });
    return policy;
  });
}

async function makeUser({ store, ids, clock }: TestGateway, email: string, ou: string): Promise<UserRecord> {
  const unit = await store.ous.ensurePath(1, ou, clock.now());
  const person = { email, name: email, role: 'student', externalId: null, grade: null, status: 'active' };
  return await store.users.create({
    ...(person as Pick<UserRecord, 'email' | 'name' | 'role' | 'externalId' | 'grade' | 'status'>),
    id: ids.next('usr'),
    organisationId: 1,
    now: clock.now(),
    ouId: unit.id,
  });
}

async function connect(t: Test, school: TestGateway, device: TestDevice): Promise<TestLink> {
  const link = await device.connect(school.url);
  t.teardown(() => link.client.end(true));
  await until(() => link.targets.length > 0, { what: 'the first target state' });
  return link;
}

/** What is in a target state, checked as a device checks it. */
function bundleIn(t: Test, target: TargetState | undefined): PolicyBundle {
  const { policy } = target ?? {};
  if (policy?.inline === undefined) throw new Error('there is no bundle in the target state');
  const json = gunzipSync(Buffer.from(policy.inline, 'base64'));
  t.equal(sha256(json), policy.hash);
  t.equal(json.length, policy.bytes);
  const bundle = Value.Parse(PolicyBundle, JSON.parse(json.toString('utf8')));
  t.equal(bundle.version, policy.version);
  return bundle;
}

const nextTarget = (link: TestLink, after: TargetState | undefined): Promise<TargetState> =>
  until(() => link.targets.find(({ version }) => version > (after?.version ?? 0)), {
    what: 'a newer target state',
  });

t.test('a policy change brings a connected device its new bundle at once', async (t) => {
  const school = await createTestGateway(t);
  const link = await connect(t, school, await school.device());
  const first = link.targets.at(-1);
  const before = bundleIn(t, first);
  const policy = await makePolicy(school, { name: 'Exam week', settings: { safeSearch: true } });
  const target = await nextTarget(link, first);
  const bundle = bundleIn(t, target);
  t.equal(bundle.version, before.version + 1);
  hasFields(
    t,
    bundle.policies.find(({ id }) => id === policy.id),
    { name: 'Exam week', settings: { safeSearch: true }, target: { everyone: true } },
  );
  t.notOk(before.policies.some(({ id }) => id === policy.id));
});

t.test(
  'a device that has the bundle already gets its hash alone, and the store knows what it has',
  async (t) => {
    const school = await createTestGateway(t);
    const laptop = await school.device();
    const link = await connect(t, school, laptop);
    const first = link.targets.at(-1);
    const { version, hash } = first?.policy ?? { version: 0, hash: '' };
    const categories = { version: 2, hash: 'c'.repeat(43) };
    await link.heartbeat({ policy: { version, hash }, target: { version: first?.version ?? 0 }, categories });
    await until(async () => (await school.store.devices.find(laptop.id))?.held.policyHash === hash, {
      what: 'the heartbeat in the store',
    });
    const stored = await school.store.devices.find(laptop.id);
    t.same(stored?.held, { policyHash: hash, categories });
    t.equal(stored?.protection.policyVersion, version);
    await school.store.transaction(async (tx) => {
      await tx.organisations.update(1, { helpLine: 'Room 12' });
      tx.wake({ kind: 'all_devices' });
    });
    const target = await nextTarget(link, first);
    t.equal(target.settings.helpLine, 'Room 12');
    t.equal(target.policy?.hash, hash);
    t.equal(target.policy?.inline, undefined);
  },
);

t.test(
  'two devices of one unit have one bundle; that of another unit tells of its own policies alone',
  async (t) => {
    const school = await createTestGateway(t);
    const { store, clock } = school;
    const high = await store.ous.ensurePath(1, '/High', clock.now());
    const low = await store.ous.ensurePath(1, '/Low', clock.now());
    const devices = [await school.device(), await school.device(), await school.device()];
    const places = [high, high, low];
    for (const [at, device] of devices.entries())
      await store.devices.update(1, device.id, { ouId: places[at]?.id ?? high.id }, clock.now());
    const bob = await makeUser(school, 'bob@school.local', '/Low');
    await makePolicy(school, { name: 'Of High', target: { ...NOBODY, ous: [high.id] } });
    await makePolicy(school, { name: 'Of Low', target: { ...NOBODY, ous: [low.id], users: [bob.id] } });
    await makePolicy(school, {
      name: 'Of two',
      target: { ...NOBODY, devices: devices.slice(1).map(({ id }) => id) },
    });
    await makePolicy(school, { name: 'Off', enabled: false });
    const links: TestLink[] = [];
    for (const device of devices) links.push(await connect(t, school, device));
    const targets = links.map(({ targets: [target] }) => target);
    const [one, two, three] = targets.map((target) => bundleIn(t, target));
    const names = (bundle: PolicyBundle | undefined) =>
      bundle?.policies
        .flatMap(({ id, name }) => (id.endsWith('01') ? [] : [name]))
        .filter((n) => n.startsWith('Of'));
    t.same(names(one), ['Of High']);
    t.same(names(two), ['Of High', 'Of two']);
    t.same(names(three), ['Of Low', 'Of two']);
    const text = JSON.stringify(three);
    t.notOk(text.includes('bob@school.local'), 'he was never there');
    t.notOk(text.includes(devices[1]?.id ?? ''), 'nor is the other device its business');
    t.notOk(text.includes('/High'));
  },
);

t.test(
  'a person who signs in brings own policies, by the unit of the roster; a move changes them',
  async (t) => {
    const school = await createTestGateway(t);
    const { store, clock } = school;
    const ana = await makeUser(school, 'ana@school.local', '/High/9');
    const ten = await store.ous.ensurePath(1, '/High/10', clock.now());
    const nine = await store.ous.byPath(1, '/High/9');
    await makePolicy(school, { name: 'Nine', target: { ...NOBODY, ous: [nine?.id ?? ten.id] } });
    await makePolicy(school, { name: 'Ana', target: { ...NOBODY, users: [ana.id] } });
    await makePolicy(school, { name: 'Ten', target: { ...NOBODY, ous: [ten.id] } });
    const laptop = await school.device();
    const link = await connect(t, school, laptop);
    const first = link.targets.at(-1);
    t.same(first?.settings.people, []);
    t.equal(first?.settings.ouPath, '/');
    await link.heartbeat({ user: 'ana', target: { version: first?.version ?? 0 } });
    const second = await nextTarget(link, first);
    t.same(second.settings.people, [{ user: 'ana@school.local', ouPath: '/High/9' }]);
    const own = bundleIn(t, second).policies.map(({ name }) => name);
    t.ok(own.includes('Nine') && own.includes('Ana') && !own.includes('Ten'));
    await store.users.update(1, ana.id, { ouId: ten.id }, clock.now());
    const third = await nextTarget(link, second);
    t.same(third.settings.people, [{ user: 'ana@school.local', ouPath: '/High/10' }]);
    const moved = bundleIn(t, third).policies.map(({ name }) => name);
    t.ok(moved.includes('Ten') && moved.includes('Ana') && !moved.includes('Nine'));
  },
);

t.test('a unit that is renamed is renamed on devices, in people and targets alike', async (t) => {
  const school = await createTestGateway(t);
  const { store, clock } = school;
  const high = await store.ous.ensurePath(1, '/High', clock.now());
  await makePolicy(school, { name: 'Of High', target: { ...NOBODY, ous: [high.id] } });
  const laptop = await school.device();
  await store.devices.update(1, laptop.id, { ouId: high.id }, clock.now());
  const link = await connect(t, school, laptop);
  const first = link.targets.at(-1);
  t.equal(first?.settings.ouPath, '/High');
  await store.ous.update(1, high.id, { name: 'Upper' }, clock.now());
  const second = await nextTarget(link, first);
  t.equal(second.settings.ouPath, '/Upper');
  const policy = bundleIn(t, second).policies.find(({ name }) => name === 'Of High');
  t.same(policy?.target.ous, ['/Upper']);
});

t.test(
  'a server with other defaults gives every device a new bundle; the same ones after a restart none',
  async (t) => {
    const school = await createTestGateway(t);
    const laptop = await school.device();
    const link = await connect(t, school, laptop);
    const first = link.targets.at(-1);
    await link.heartbeat({ target: { version: first?.version ?? 0 } });
    await until(
      async () => (await school.store.devices.find(laptop.id))?.targetConfirmed === first?.version,
      {
        what: 'the confirmation',
      },
    );
    await school.gateway.stop();
    const before = (await school.store.organisations.get(1))?.settingsVersion;
    const again = await school.restart();
    t.equal((await school.store.organisations.get(1))?.settingsVersion, before);
    await again.gateway.stop();
    await school.store.organisations.useBundleDefaults('of another server');
    const other = await again.restart();
    const back = await laptop.connect(other.url);
    t.teardown(() => back.client.end(true));
    t.ok((await nextTarget(back, first)).version > (first?.version ?? 0));
  },
);

t.test('a bundle that is too long to travel along is named by its hash', async (t) => {
  const school = await createTestGateway(t);
  // Digests do not compress.
  const domains = Array.from(
    { length: 4_000 },
    (_, at) => `${sha256(`${at}`).toLowerCase().replaceAll(/[_-]/g, 'x')}.example`,
  );
  const match = { domains, categories: [], urls: [], apps: [] };
  const rule = { effect: 'block', locked: false, reason: null, campus: [], match } as const;
  await makePolicy(school, { rules: [{ ...rule, id: school.ids.next('rul') }] });
  const link = await connect(t, school, await school.device());
  const [target] = link.targets;
  t.equal(target?.policy?.inline, undefined);
  t.match(target?.policy?.hash, /^[\w-]{43}$/);
  t.ok((target?.policy?.bytes ?? 0) > 150_000);
});

t.test('the category index in use is named, and a newer one makes a new target state', async (t) => {
  const school = await createTestGateway(t);
  const link = await connect(t, school, await school.device());
  const first = link.targets.at(-1);
  t.equal(first?.categories, undefined);
  const index = {
    organisationId: 1,
    hash: 'i'.repeat(43),
    bytes: 4_096,
    names: 10,
    counts: {},
    createdAt: 1,
  };
  await school.store.transaction(async (tx) => {
    await tx.categoryIndexes.add(index);
    tx.wake({ kind: 'all_devices' });
  });
  const target = await nextTarget(link, first);
  t.same(target.categories, { version: 1, hash: 'i'.repeat(43), bytes: 4_096 });
});
