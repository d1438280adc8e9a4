import t from 'tap';
import {
  afterLoss,
  afterRelease,
  afterReport,
  afterSuccess,
} from '../../../../gateway/writing/reported-lock.ts';
import type { DeviceLock } from '../../../../store/ports/devices.ts';
import { hasFields } from '../../../support/has-fields.ts';

const L1 = 'cmd_01aaaaaaaaaaaaaaaaaaaaaaaa' as const;
const U2 = 'cmd_02aaaaaaaaaaaaaaaaaaaaaaaa' as const;
const NOW = 1_000;

const lock = (changes: Partial<DeviceLock>): DeviceLock => ({
  wanted: true,
  confirmed: false,
  since: 1,
  until: null,
  message: 'See the office',
  requestedBy: 'key_1',
  commandId: L1,
  sequence: 1,
  durationMinutes: null,
  pin: null,
  ...changes,
});
const report = (state: 'locked' | 'unlocked', commandId: string | null, until: number | null = null) => ({
  state,
  commandId,
  since: null,
  until,
});

t.test(
  'a confirmed lock takes its end from the device, else from its duration, else from the command',
  async (t) => {
    const done = { id: L1, type: 'lock' } as const;
    hasFields(t, afterSuccess(lock({}), done, { now: NOW, until: 9_000 }), {
      event: 'device.locked',
      commandId: L1,
      lock: { confirmed: true, until: 9_000, since: NOW, message: 'See the office' },
    });
    t.equal(
      afterSuccess(lock({ durationMinutes: 2 }), done, { now: NOW, until: null })?.lock.until,
      NOW + 120_000,
    );
    t.equal(afterSuccess(lock({ until: 7_000 }), done, { now: NOW, until: null })?.lock.until, 7_000);
  },
);

t.test('a repeat of a success is no second event', async (t) => {
  const done = { id: L1, type: 'lock' } as const;
  t.equal(afterSuccess(lock({ confirmed: true }), done, { now: NOW, until: null }), null);
  hasFields(t, afterSuccess(lock({ confirmed: true }), done, { now: NOW, until: 9_000 }), {
    event: null,
    lock: { until: 9_000, since: 1 },
  });
  t.equal(afterSuccess(lock({ wanted: false }), { id: U2, type: 'unlock' }, { now: NOW, until: null }), null);
});

t.test('the success of an older command states its fact and leaves the newer wish alone', async (t) => {
  const newer = lock({ wanted: false, commandId: U2 });
  hasFields(t, afterSuccess(newer, { id: L1, type: 'lock' }, { now: NOW, until: 9_000 }), {
    event: 'device.locked',
    lock: { wanted: false, confirmed: true, commandId: U2, until: null },
  });
});

t.test('a command that came to nothing takes its wish back, and only its own', async (t) => {
  hasFields(t, afterLoss(lock({}), L1, NOW), {
    event: null,
    lock: { wanted: false, confirmed: false, message: null },
  });
  hasFields(t, afterLoss(lock({ wanted: false, confirmed: true, commandId: U2 }), U2, NOW), {
    lock: { wanted: true, confirmed: true },
  });
  t.equal(afterLoss(lock({ commandId: U2 }), L1, NOW), null);
  t.equal(afterLoss(lock({ confirmed: true }), L1, NOW), null);
});

t.test('only the lock that stands can be released', async (t) => {
  hasFields(t, afterRelease(lock({ confirmed: true }), L1, NOW), {
    event: 'device.unlocked',
    lock: { wanted: false, confirmed: false },
  });
  t.equal(afterRelease(lock({ confirmed: true, commandId: U2 }), L1, NOW), null);
  t.equal(afterRelease(lock({ wanted: false, confirmed: false }), L1, NOW), null);
});

t.test('a report that agrees changes nothing, whatever command is on its way', async (t) => {
  t.equal(afterReport(lock({}), report('unlocked', null), NOW), null, 'the lock has not arrived');
  t.equal(
    afterReport(lock({ wanted: false, confirmed: true, commandId: U2 }), report('locked', L1), NOW),
    null,
  );
});

t.test('a report that disagrees corrects what is confirmed', async (t) => {
  hasFields(t, afterReport(lock({}), report('locked', L1, 9_000), NOW), {
    event: 'device.locked',
    lock: { wanted: true, confirmed: true, until: 9_000 },
  });
  hasFields(
    t,
    afterReport(lock({ confirmed: true }), report('unlocked', null), NOW),
    { event: 'device.unlocked', lock: { wanted: true, confirmed: false } },
    'installed anew: the lock is still wanted',
  );
  hasFields(
    t,
    afterReport(lock({ confirmed: true }), report('unlocked', L1), NOW),
    { event: 'device.unlocked', lock: { wanted: false, confirmed: false } },
    'released by itself',
  );
  hasFields(
    t,
    afterReport(lock({ wanted: false, commandId: U2 }), report('locked', L1), NOW),
    { event: 'device.locked', commandId: L1, lock: { wanted: false, confirmed: true } },
    'an expired lock that was carried out after all',
  );
});
