import t from 'tap';
import type { LockRecord } from '../../../../../agent/core/lock/lock-record.ts';
import type { LessonLock } from '../../../../../agent/core/target/classroom.ts';
import type { TimeAnchor } from '../../../../../agent/core/time/trusted-time.ts';
import { done, failed } from '../../../../../agent/ports/outcome.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { goal, HOUR, NOW, recordOf, setUp } from './lock-scene.ts';

t.test('a lock is written before it is done: network first, then the screen', async (t) => {
  const { keeper, steps, names, fake } = setUp();
  await keeper.start();
  const before = fake.calls.length;
  const answer = await keeper.want(goal(1), 0);
  t.same(steps, [`saved ${before}`], 'on disk before the first step');
  t.same(names().slice(before), ['engage', 'lock', 'show']);
  hasFields(t, answer, {
    change: 'lock',
    durable: true,
    report: { state: /^locked$/, network: 'on', session: 'on', window: 'on' },
  });
});

t.test('a stored lock is applied at the start, an unlocked computer is cleared of leftovers', async (t) => {
  const locked = setUp({ stored: { found: 'record', record: recordOf(), damage: null } });
  await locked.keeper.start();
  t.same(locked.names(), ['engage', 'lock', 'show']);
  const leftover = setUp();
  leftover.fake.setNetworkLock('engaged');
  await leftover.keeper.start();
  t.same(leftover.names(), ['release']);
  t.equal(leftover.keeper.report().state, 'unlocked');
});

t.test('a start after a crash does not open the firewall before the saved lock is read', async (t) => {
  const { keeper, fake, names } = setUp({ stored: { found: 'record', record: recordOf(), damage: null } });
  fake.setNetworkLock('engaged');
  await keeper.start();
  t.same(names(), ['engage', 'lock', 'show']);
  t.equal(keeper.report().network, 'on');
});

t.test('a lost record keeps the computer locked, and is reported', async (t) => {
  const { keeper, tampered, saved } = setUp({ stored: { found: 'lost', damage: 'not JSON' } });
  await keeper.start();
  hasFields(t, keeper.report(), { state: /^locked$/, commandId: null });
  t.same(tampered, ['lock_record_damaged']);
  t.equal(saved.length, 1, 'written again, so that the next start does not lose it');
  await keeper.want({ ...goal(0), wanted: false, commandId: null }, 0);
  t.equal(keeper.report().state, 'unlocked');
});

t.test('the time of a lock runs by the server, not by the computer’s clock', async (t) => {
  const { clock, keeper, events, names } = setUp();
  await keeper.start();
  await keeper.want(goal(1, { durationMinutes: 30 }), 0);
  clock.jump(24 * 3_600_000);
  await keeper.tick();
  t.equal(keeper.report().state, 'locked', 'set forward: still locked');
  clock.jump(-48 * 3_600_000);
  await clock.advance(30 * 60_000 - 1);
  await keeper.tick();
  t.equal(keeper.report().state, 'locked');
  await clock.advance(1);
  await keeper.tick();
  t.equal(keeper.report().state, 'unlocked', 'set back: not longer than it was to be');
  hasFields(t, events, [{ kind: 'lock_released', details: { commandId: 'cmd_1', by: 'timer' } }]);
  hasFields(t, names().slice(-3), ['release', 'hide', 'unlock']);
});

/** What was kept an hour and a half before the end of the lock in `recordOf({ until: NOW + 90 minutes })`. */
const KEPT: TimeAnchor = { serverTime: NOW, uptimeMs: 50_000, bootId: 'before', wallTime: NOW };

t.test('a firmware clock that was set forward ends no lock, until the server tells the time', async (t) => {
  const { clock, keeper, time, names, events, saved } = setUp({
    stored: { found: 'record', record: recordOf({ until: NOW + 90 * 60_000 }), damage: null },
    restarted: KEPT,
    wall: NOW + 400 * 24 * HOUR,
  });
  await keeper.start();
  t.equal(keeper.report().state, 'locked', 'at the start');
  t.same(names(), ['engage', 'lock', 'show']);
  await clock.advance(HOUR);
  await keeper.tick();
  t.equal(keeper.report().state, 'locked', 'nor later');
  t.same(saved, []);
  time.learn(NOW + 90 * 60_000 - 1);
  await keeper.tick();
  t.equal(keeper.report().state, 'locked');
  time.learn(NOW + 90 * 60_000);
  await keeper.tick();
  t.equal(keeper.report().state, 'unlocked');
  t.same(
    events.map(({ kind, at, details }) => ({ kind, at, details })),
    [{ kind: 'lock_released', at: NOW + 90 * 60_000, details: { commandId: 'cmd_1', by: 'timer' } }],
  );
});

t.test('nor does it end the wait after five wrong PINs', async (t) => {
  const blocked = { ...recordOf(), pinTries: { failed: 5, blockedUntil: NOW + 10 * 60_000, total: 5 } };
  const { keeper, clock } = setUp({
    stored: { found: 'record', record: blocked, damage: null },
    restarted: KEPT,
    wall: NOW + 400 * 24 * HOUR,
  });
  await keeper.start();
  t.equal(await keeper.tryPin('1234'), 'wait');
  await clock.advance(10 * 60_000);
  t.equal(await keeper.tryPin('1234'), 'unlocked', 'it ends by what the computer has run');
});

t.test(
  'with such a clock a lock that stands in the target is not over, nor ends the one it replaces',
  async (t) => {
    const until = NOW + 90 * 60_000;
    for (const stored of [
      { found: 'lost', damage: 'not JSON' },
      { found: 'record', record: recordOf(), damage: null },
    ] as const) {
      const { keeper, time } = setUp({ stored, restarted: KEPT, wall: NOW + 400 * 24 * HOUR });
      await keeper.start();
      const answer = await keeper.want(goal(2, { until }), NOW - HOUR);
      t.equal(answer.change, 'lock', stored.found);
      const { state, commandId, until: end } = keeper.report();
      t.same({ state, commandId, end }, { state: 'locked', commandId: 'cmd_2', end: until });
      time.learn(until);
      await keeper.tick();
      t.equal(keeper.report().state, 'unlocked');
    }
  },
);

t.test('what the server has signed proves its time: a lock whose end is before that is over', async (t) => {
  const { keeper } = setUp({ restarted: KEPT });
  await keeper.start();
  const until = NOW + HOUR;
  t.same((({ change, why }) => ({ change, why }))(await keeper.want(goal(2, { until }), until)), {
    change: 'none',
    why: 'over',
  });
  t.equal((await keeper.want(goal(3, { until }), until - 1)).change, 'lock');
});

t.test('a release is written before the firewall opens, and told after', async (t) => {
  for (const way of ['timer', 'pin'] as const) {
    const { keeper, steps, names, clock, fake } = setUp({
      stored: { found: 'record', record: recordOf({ until: NOW + 60_000 }), damage: null },
    });
    await keeper.start();
    const before = fake.calls.length;
    await clock.advance(60_000);
    if (way === 'timer') await keeper.tick();
    else t.equal(await keeper.tryPin('1234'), 'unlocked');
    t.same(names().slice(before), ['release', 'hide', 'unlock'], way);
    const counted = way === 'pin' ? [`saved ${before}`] : [];
    t.same(
      steps,
      [...counted, `saved ${before}`, `told ${before + 3}`, `saved ${before + 3}`],
      `${way}: saved, done, told, noted`,
    );
  }
});

t.test('a lock that ended while the computer was off is released at the start and told', async (t) => {
  const { keeper, events } = setUp({
    stored: { found: 'record', record: recordOf({ until: 1 }), damage: null },
  });
  await keeper.start();
  t.equal(keeper.report().state, 'unlocked');
  hasFields(t, events, [{ id: 'rel_1', details: { by: 'timer' } }]);
});

t.test('a release that was not told before a crash is told once at the next start', async (t) => {
  const record: LockRecord = {
    ...recordOf(),
    held: null,
    releases: [{ commandId: 'cmd_1', by: 'pin', at: 5, reported: false }],
  };
  const { keeper, events, saved } = setUp({ stored: { found: 'record', record, damage: null } });
  await keeper.start();
  hasFields(t, events, [{ id: 'rel_1', at: 5, details: { commandId: 'cmd_1', by: 'pin' } }]);
  hasFields(t, saved.at(-1)?.releases, [{ reported: true }]);
});

t.test('the PIN unlocks off-line; the lock does not come back by an old target', async (t) => {
  const { keeper, events } = setUp({ stored: { found: 'record', record: recordOf(), damage: null } });
  await keeper.start();
  t.equal(await keeper.tryPin('0000'), 'wrong');
  t.equal(await keeper.tryPin('1234'), 'unlocked');
  hasFields(t, events, [{ details: { commandId: 'cmd_1', by: 'pin' } }]);
  hasFields(t, await keeper.want(goal(1), 0), { change: 'none', why: 'released' });
  t.equal(keeper.report().state, 'unlocked');
  t.equal(await keeper.tryPin('1234'), 'none');
});

t.test(
  'each try is on disk before it is judged; after five the right PIN waits ten minutes too',
  async (t) => {
    const { keeper, clock, saved } = setUp({ stored: { found: 'record', record: recordOf(), damage: null } });
    await keeper.start();
    for (const answer of ['wrong', 'wrong', 'wrong', 'wrong', 'wait'])
      t.equal(await keeper.tryPin('9999'), answer);
    t.same(
      saved.map(({ pinTries }) => pinTries.failed),
      [1, 2, 3, 4, 5],
    );
    t.equal(await keeper.tryPin('1234'), 'wait');
    t.equal(saved.length, 5, 'a blocked try is not counted');
    clock.jump(24 * 3_600_000);
    t.equal(await keeper.tryPin('1234'), 'wait', 'setting the clock does not help');
    await clock.advance(10 * 60_000);
    t.equal(await keeper.tryPin('1234'), 'unlocked');
  },
);

t.test('on a full disk no PIN is judged, but a lock is still obeyed', async (t) => {
  const { keeper, breakDisk, tampered } = setUp({
    stored: { found: 'record', record: recordOf(), damage: null },
  });
  await keeper.start();
  breakDisk(true);
  t.equal(await keeper.tryPin('1234'), 'wait');
  hasFields(t, await keeper.want(goal(2), 0), {
    change: 'lock',
    durable: false,
    report: { state: /^locked$/, commandId: 'cmd_2' },
  });
  t.ok(tampered.includes('lock_record_not_written'));
});

t.test('a firewall that was opened from outside is closed again and reported', async (t) => {
  const { keeper, fake, clock, tampered, names } = setUp({
    stored: { found: 'record', record: recordOf(), damage: null },
  });
  await keeper.start();
  fake.setNetworkLock('released');
  await clock.advance(15_000);
  await keeper.tick();
  t.same(names(), ['engage', 'lock', 'show', 'engage']);
  t.same(tampered, ['network_lock']);
  t.equal(keeper.report().network, 'on');
});

t.test('a part that fails is told, and does not keep the others from being done', async (t) => {
  const { keeper, fake, clock } = setUp();
  await keeper.start();
  fake.script.outcomes = { engage: failed('no nft here') };
  hasFields(t, (await keeper.want(goal(1), 0)).report, {
    state: /^locked$/,
    network: 'failed',
    session: 'on',
    problems: { network: 'no nft here' },
  });
  fake.script.outcomes = {};
  await clock.advance(15_000);
  await keeper.tick();
  const { network, problems } = keeper.report();
  t.same({ network, problems }, { network: 'on', problems: {} }, 'tried again');
});

t.test('where nothing could be enforced, the report says unlocked', async (t) => {
  const { keeper, fake } = setUp();
  await keeper.start();
  fake.script.outcomes = { engage: failed('no nft'), lock: failed('no logind'), show: failed('no screen') };
  hasFields(t, (await keeper.want(goal(1), 0)).report, { state: 'unlocked', commandId: 'cmd_1' });
});

t.test('a firewall that does not let go stays told as locked, and is tried again', async (t) => {
  const { keeper, fake, clock } = setUp({ stored: { found: 'record', record: recordOf(), damage: null } });
  await keeper.start();
  fake.script.outcomes = { release: failed('busy') };
  t.equal((await keeper.want(goal(2, { wanted: false }), 0)).report.state, 'locked');
  fake.script.outcomes = {};
  await clock.advance(60_000);
  await keeper.tick();
  t.equal(keeper.report().state, 'unlocked');
});

t.test('watching only: the lock is told as observed, and nothing is done twice', async (t) => {
  const { keeper, clock, fake } = setUp({ observe: true });
  await keeper.start();
  hasFields(t, (await keeper.want(goal(1), 0)).report, {
    state: /^locked$/,
    network: 'observed',
    session: 'observed',
    window: 'observed',
  });
  await clock.advance(60_000);
  await keeper.tick();
  t.equal((await keeper.want(goal(2, { wanted: false }), 0)).report.state, 'unlocked');
  t.same(fake.calls, []);
});

const LESSON: LessonLock = { sessionId: 'cls_1', name: 'Maths 9B', since: 5, until: 9 };

t.test(
  'a lesson locks the screens without being a lock that was commanded, and ends by itself',
  async (t) => {
    const { keeper, names, teach, saved, events } = setUp();
    await keeper.start();
    const before = names().length;
    teach(LESSON);
    await keeper.refresh();
    t.same(names().slice(before), ['engage', 'lock', 'show']);
    hasFields(t, keeper.message(), { text: 'Maths 9B', until: 9, pin: false });
    const { state, commandId, lesson, network } = keeper.report();
    t.same(
      { state, commandId, lesson, network },
      { state: 'unlocked', commandId: null, lesson: { ...LESSON, locked: true }, network: 'on' },
    );
    t.equal(await keeper.tryPin('1234'), 'none');
    teach(null);
    await keeper.refresh();
    t.equal(names().includes('release'), true);
    t.equal(keeper.report().network, 'off');
    t.equal(keeper.message(), null);
    t.same(saved, [], 'nothing of it is in the record of the commanded lock');
    t.same(events, []);
  },
);

t.test(
  'the end of a lesson does not open the administrator’s lock, nor an unlock the lesson’s',
  async (t) => {
    const { keeper, names, teach } = setUp();
    await keeper.start();
    await keeper.want(goal(1), 0);
    teach(LESSON);
    await keeper.refresh();
    hasFields(t, keeper.message(), { text: 'See the office' }, 'the administrator’s message stands');
    teach(null);
    await keeper.refresh();
    hasFields(t, keeper.report(), { state: /^locked$/, commandId: 'cmd_1', network: 'on', lesson: null });
    t.notOk(names().includes('release'));

    teach(LESSON);
    const answer = await keeper.want(goal(2, { wanted: false }), 0);
    t.equal(answer.change, 'unlock');
    hasFields(t, answer.report, { state: /^unlocked$/, network: 'on', lesson: { locked: true } });
    hasFields(t, keeper.message(), { text: 'Maths 9B' });
    t.notOk(names().includes('release'));
  },
);

t.test('a firewall that is opened during a lesson is closed again and told', async (t) => {
  const { keeper, fake, clock, teach, tampered } = setUp();
  await keeper.start();
  teach(LESSON);
  await keeper.refresh();
  fake.setNetworkLock('released');
  await clock.advance(15_000);
  await keeper.tick();
  t.equal(keeper.report().network, 'on');
  t.same(tampered, ['network_lock']);
});

t.test(
  'crisis help is opened only in a lock that leaves it open: a lesson alone, but no command',
  async (t) => {
    const { keeper, fake, teach } = setUp();
    const opened: unknown[] = [];
    fake.networkLock.allowHelp = (addresses, ttlSeconds) => {
      opened.push([addresses, ttlSeconds]);
      return Promise.resolve(done('open'));
    };
    await keeper.start();
    t.equal(keeper.lockedBy(), null);
    hasFields(t, await keeper.allowHelp(['192.0.2.7'], 60), { done: false, detail: /not locked/ });
    teach(LESSON);
    await keeper.refresh();
    t.equal(keeper.lockedBy(), 'lesson');
    hasFields(t, fake.calls.find(({ name }) => name === 'engage')?.input, { crisisHelp: true });
    hasFields(t, await keeper.allowHelp(['192.0.2.7'], 60), { done: true });
    await keeper.want(goal(1), 0);
    t.equal(keeper.lockedBy(), 'command', 'the stronger');
    hasFields(t, await keeper.allowHelp(['192.0.2.7'], 60), { done: false, detail: /shuts crisis help/ });
    const engaged = fake.calls.filter(({ name }) => name === 'engage');
    t.equal(engaged.length, 2, 'and it was engaged again, for another network');
    t.notMatch(engaged[1]?.input, { crisisHelp: true });
    delete fake.networkLock.allowHelp;
    await keeper.want({ ...goal(2), wanted: false }, 0);
    hasFields(t, await keeper.allowHelp(['192.0.2.7'], 60), { done: false, detail: /this system/ });
    t.same(opened, [[['192.0.2.7'], 60]]);
  },
);
