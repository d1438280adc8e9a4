import t from 'tap';
import { lockTakenBack, lockWanted, unlockWanted } from '../../../../api/locks/lock.ts';
import { lockState } from '../../../../contracts/device/lock.ts';
import type { DeviceLock } from '../../../../store/ports/devices.ts';
import { hasFields } from '../../../support/has-fields.ts';

const NEVER: DeviceLock = {
  wanted: false,
  confirmed: false,
  since: null,
  until: null,
  message: null,
  requestedBy: null,
  commandId: null,
  sequence: 0,
  durationMinutes: null,
  pin: null,
};
const PIN = { salt: 's', hash: 'h', cost: 2, blockSize: 1, parallelization: 1 };
const HELD: DeviceLock = {
  ...NEVER,
  wanted: true,
  confirmed: true,
  since: 10,
  until: 900,
  message: 'See the office',
  requestedBy: 'key_a',
  commandId: 'cmd_1',
  sequence: 1,
  durationMinutes: 30,
  pin: PIN,
};
const ORDER = { commandId: 'cmd_9', sequence: 9, requestedBy: 'key_b', now: 100 } as const;
const WISH = { message: 'Stop', durationMinutes: 5, pin: null };

/** Each state, what is asked, and the state then shown; `moves` = the time of the state changes. */
const LIFE = [
  { from: [false, false], ask: 'lock', to: 'locking', moves: true },
  { from: [true, false], ask: 'lock', to: 'locking', moves: false },
  { from: [true, true], ask: 'lock', to: 'locked', moves: false },
  { from: [false, true], ask: 'lock', to: 'locked', moves: true },
  { from: [false, false], ask: 'unlock', to: 'unlocked', moves: false },
  { from: [true, false], ask: 'unlock', to: 'unlocked', moves: true },
  { from: [true, true], ask: 'unlock', to: 'unlocking', moves: true },
  { from: [false, true], ask: 'unlock', to: 'unlocking', moves: false },
] as const;

for (const { from, ask, to, moves } of LIFE) {
  const before = { ...HELD, wanted: from[0], confirmed: from[1] };
  t.test(`${ask} of a device that is ${lockState(before)} makes it ${to}`, async (t) => {
    const after = ask === 'lock' ? lockWanted(before, WISH, ORDER) : unlockWanted(before, ORDER);
    t.equal(lockState(after), to);
    t.equal(after.since, moves ? 100 : 10);
    t.equal(after.confirmed, before.confirmed, 'what the device said is not ours to change');
    hasFields(t, after, { commandId: 'cmd_9', sequence: 9 });
  });
}

t.test('a new lock replaces message, duration, PIN and end of the one before', async (t) => {
  hasFields(t, lockWanted(HELD, WISH, ORDER), { ...WISH, until: null, requestedBy: 'key_b' });
});

t.test(
  'an unlock keeps what stands until the device confirms, so that a failed unlock can restore it',
  async (t) => {
    const { message, until, pin, durationMinutes } = HELD;
    hasFields(t, unlockWanted(HELD, ORDER), { message, until, pin, durationMinutes });
  },
);

t.test('an unlock of what never locked leaves nothing of the lock', async (t) => {
  const asked = { ...HELD, confirmed: false };
  hasFields(t, unlockWanted(asked, ORDER), { message: null, until: null, pin: null, requestedBy: null });
});

t.test('taking back a lock that never happened unlocks and leaves nothing of it', async (t) => {
  const asked = lockWanted(NEVER, { ...WISH, pin: PIN }, ORDER);
  const after = lockTakenBack(asked, 'cmd_9', 200);
  hasFields(t, after, { wanted: false, since: 200, message: null, pin: null, durationMinutes: null });
});

t.test('taking back an unlock keeps the device locked, with its message and PIN', async (t) => {
  const after = lockTakenBack(unlockWanted(HELD, ORDER), 'cmd_9', 200);
  hasFields(t, after, { wanted: true, confirmed: true, message: 'See the office', pin: PIN });
});

t.test('taking back a command that is not behind the lock changes nothing', async (t) => {
  t.equal(lockTakenBack(lockWanted(NEVER, WISH, ORDER), 'cmd_1', 200), null);
});
