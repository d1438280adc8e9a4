import { SHOWN_ONLINE_MS } from '../../../contracts/device/presence.ts';
import { PROTECTION_STATES } from '../../../contracts/mqtt/messages.ts';
import { enforces } from '../../../store/rules/policy-gaps.ts';
import { enroll, heartbeat, promise } from './each-store.ts';

promise('a summary counts what the lists show, and the most frequent come first', async (t, fixture) => {
  const { store, clock } = fixture;
  const high = await store.ous.ensurePath(1, '/High', clock.now());
  const now = clock.now();
  for (const [ouId, policyVersion, protection] of [
    [high.id, 42, 'enforcing'],
    [high.id, 42, 'enforcing'],
    [undefined, 41, 'stale'],
  ] as const) {
    const { device } = await enroll(fixture, ouId === undefined ? {} : { ouId });
    await store.devices.writeHeartbeats([
      heartbeat(device.id, { lastSeenAt: now, policyVersion, protection }),
    ]);
    await store.devices.setStatus(device.id, 'online', now);
    if (policyVersion === 41)
      await store.devices.setLock(device.id, { ...device.lock, wanted: true, confirmed: true });
  }
  const { device: gone } = await enroll(fixture);
  await store.devices.unenroll(1, gone.id, now);
  await enroll(fixture);
  const cells = (...rows: readonly (readonly [string, string, string, number | null, number])[]) =>
    rows.map(([status, protection, lock, policyVersion, count]) => ({
      ...{ status, protection, lock, policyVersion, count },
    }));
  t.same(
    await store.devices.summary(1, {}),
    cells(
      ['online', 'enforcing', 'unlocked', 42, 2],
      ['online', 'stale', 'locked', 41, 1],
      ['offline', 'unknown', 'unlocked', null, 1],
    ),
  );
  t.same(
    await store.devices.summary(1, { withinOuPath: '/High' }),
    cells(['online', 'enforcing', 'unlocked', 42, 2]),
  );
  t.same(await store.devices.summary(1, { lock: ['locked'] }), cells(['online', 'stale', 'locked', 41, 1]));
  t.same(await store.devices.summary(2, {}), []);
  clock.jump(SHOWN_ONLINE_MS);
  t.same(
    await store.devices.summary(1, { policyVersion: [42] }),
    cells(['offline', 'enforcing', 'unlocked', 42, 2]),
  );
});

promise('all devices and those of the root unit are the same counts, at every moment', async (t, fixture) => {
  const { store, clock } = fixture;
  for (let n = 0; n < 12; n++) {
    const { device } = await enroll(fixture);
    const protection = PROTECTION_STATES[n % 3] ?? 'unknown';
    const lastSeenAt = clock.now() + (n % 2) * 1_000;
    await store.devices.writeHeartbeats([
      heartbeat(device.id, { lastSeenAt, protection, policyVersion: n % 2 }),
    ]);
    if (n % 4 > 0) await store.devices.setStatus(device.id, 'online', 0);
    if (n % 5 === 0) await store.devices.setLock(device.id, { ...device.lock, wanted: true });
  }
  for (const step of [0, SHOWN_ONLINE_MS, 1_000]) {
    clock.jump(step);
    const all = await store.devices.summary(1, {});
    t.same(all, await store.devices.summary(1, { ouPaths: ['/'] }), `after ${step} ms more`);
    t.equal(
      all.reduce((sum, { count }) => sum + count, 0),
      12,
    );
  }
});

promise('the filter of what is not enforced agrees with the rule, in every state', async (t, fixture) => {
  const { store } = fixture;
  for (const protection of PROTECTION_STATES)
    for (const policyVersion of [41, 42, 43]) {
      const { device } = await enroll(fixture);
      await store.devices.writeHeartbeats([heartbeat(device.id, { protection, policyVersion })]);
    }
  await enroll(fixture);
  const list = async (filter: object) =>
    (
      await store.devices.list({
        organisationId: 1,
        filter,
        sort: [],
        limit: 100,
        from: { kind: 'page', page: 1 },
      })
    ).rows;
  const all = await list({});
  t.equal(all.length, 13);
  for (const version of [0, 41, 42, 43, 44]) {
    const expected = all.filter(
      ({ protection: { state, policyVersion } }) => !enforces({ protection: state, policyVersion }, version),
    );
    t.same(
      (await list({ notEnforcing: version })).map(({ id }) => id),
      expected.map(({ id }) => id),
      `version ${version}`,
    );
  }
});

promise('a reason counts while its protection is reported, whichever comes first', async (t, fixture) => {
  const { store } = fixture;
  const { device } = await enroll(fixture, { machineId: 'm', serial: 's' });
  const { device: other } = await enroll(fixture);
  const beat = (protection: 'enforcing' | 'unprotected') =>
    store.devices.writeHeartbeats([heartbeat(device.id, { protection })]);
  const reasons = async () => [...(await store.devices.protectionReasons([device.id, other.id]))];
  t.same(await reasons(), []);
  await store.devices.setProtectionReason(device.id, { state: 'unprotected', reason: 'a portal' });
  t.same(await reasons(), [], 'it does not say that it is unprotected yet');
  await beat('unprotected');
  t.same(await reasons(), [[device.id, 'a portal']]);
  await store.devices.update(1, device.id, { name: 'other' }, 1);
  t.same(await reasons(), [[device.id, 'a portal']], 'a change by people leaves it');
  await store.devices.setProtectionReason(device.id, { state: 'enforcing', reason: 'all proofs hold' });
  t.same(await reasons(), []);
  await beat('enforcing');
  t.same(await reasons(), [[device.id, 'all proofs hold']]);
  await enroll(fixture, { machineId: 'm', serial: 's' });
  await beat('enforcing');
  t.same(await reasons(), [], 'a new installation has told nothing');
});
