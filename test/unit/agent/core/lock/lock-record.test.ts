import t from 'tap';
import {
  countTry,
  type HeldLock,
  isOver,
  type LockRecord,
  MAX_PIN_TRIES,
  NEVER_LOCKED,
  PIN_BLOCK_MS,
  pinBlocked,
  provisionalLock,
  releasedHere,
  weighLock,
} from '../../../../../agent/core/lock/lock-record.ts';
import type { LockTarget } from '../../../../../contracts/mqtt/messages.ts';

const NOW = 1_000_000;
const AT = { now: NOW, certain: NOW };

function goal(sequence: number, wanted: boolean, extra: Partial<LockTarget> = {}): LockTarget {
  const commandId = `cmd_${sequence}`;
  return {
    wanted,
    commandId,
    sequence,
    message: null,
    until: null,
    durationMinutes: null,
    pin: null,
    ...extra,
  };
}

function locked(sequence: number, extra: Partial<HeldLock> = {}): LockRecord {
  const held = {
    commandId: `cmd_${sequence}`,
    sequence,
    message: null,
    since: NOW,
    until: null,
    pin: null,
    ...extra,
  };
  return { ...NEVER_LOCKED, held, sequence };
}

t.test('a new lock is taken, with its end counted from now', async (t) => {
  const change = weighLock(NEVER_LOCKED, goal(3, true, { durationMinutes: 45 }), AT);
  t.strictSame(change, { change: 'lock', record: locked(3, { until: NOW + 45 * 60_000 }) });
});

t.test('a fixed end beats the duration, so that a second locking does not count anew', async (t) => {
  const change = weighLock(NEVER_LOCKED, goal(3, true, { durationMinutes: 45, until: NOW + 5 }), AT);
  t.strictSame(change, { change: 'lock', record: locked(3, { until: NOW + 5 }) });
});

t.test('the same lock again changes nothing, and keeps the wrong tries counted', async (t) => {
  t.strictSame(weighLock(countTry(locked(3), NOW), goal(3, true), AT), { change: 'none', why: 'already' });
});

t.test('an older wish changes nothing, whichever it is', async (t) => {
  t.strictSame(weighLock(locked(5), goal(4, false), AT), { change: 'none', why: 'older' });
  t.strictSame(weighLock({ ...NEVER_LOCKED, sequence: 5 }, goal(4, true), AT), {
    change: 'none',
    why: 'older',
  });
});

t.test('an unlock ends the lock and its counted tries', async (t) => {
  t.strictSame(weighLock(countTry(locked(3), NOW), goal(4, false), AT), {
    change: 'unlock',
    record: { ...NEVER_LOCKED, sequence: 4 },
  });
  t.strictSame(NEVER_LOCKED.pinTries, { failed: 0, blockedUntil: null, total: 0 });
});

t.test(
  'a lock released here stays released, however often a target asks for it; a new one locks',
  async (t) => {
    const record = releasedHere(locked(3), 'pin', NOW);
    t.strictSame(record, {
      ...NEVER_LOCKED,
      sequence: 3,
      releases: [{ commandId: 'cmd_3', by: 'pin', at: NOW, reported: false }],
    });
    t.strictSame(weighLock(record, goal(3, true), AT), { change: 'none', why: 'released' });
    t.strictSame(weighLock(record, goal(4, true), AT), {
      change: 'lock',
      record: { ...locked(4), releases: record.releases },
    });
  },
);

t.test('a lock whose time is over is not begun, and ends the one that it replaced', async (t) => {
  t.strictSame(weighLock(NEVER_LOCKED, goal(3, true, { until: NOW }), AT), { change: 'none', why: 'over' });
  t.strictSame(weighLock(locked(2), goal(3, true, { until: NOW }), AT), {
    change: 'unlock',
    record: { ...NEVER_LOCKED, sequence: 3 },
  });
});

t.test('a lock is over by the certain time alone; its duration counts from the best guess', async (t) => {
  const guessed = { now: NOW + 9_000_000, certain: NOW };
  t.strictSame(weighLock(locked(2), goal(3, true, { until: NOW + 1 }), guessed), {
    change: 'lock',
    record: locked(3, { since: guessed.now, until: NOW + 1 }),
  });
  t.strictSame(weighLock(NEVER_LOCKED, goal(3, true, { durationMinutes: 1 }), guessed), {
    change: 'lock',
    record: locked(3, { since: guessed.now, until: guessed.now + 60_000 }),
  });
});

t.test('a provisional lock gives way to what the server says', async (t) => {
  t.strictSame(weighLock(provisionalLock(NOW), goal(0, false, { commandId: null }), AT), {
    change: 'unlock',
    record: NEVER_LOCKED,
  });
  t.strictSame(weighLock(provisionalLock(NOW), goal(7, true), AT), { change: 'lock', record: locked(7) });
});

t.test('ends at its time, not before', async (t) => {
  const { held } = locked(1, { until: NOW });
  if (held === null) throw new Error('locked');
  t.notOk(isOver(held, NOW - 1));
  t.ok(isOver(held, NOW));
  t.notOk(isOver({ ...held, until: null }, Number.MAX_SAFE_INTEGER));
});

t.test('five tries, then ten minutes, then five again', async (t) => {
  let record = locked(1);
  for (let n = 1; n < MAX_PIN_TRIES; n++) {
    record = countTry(record, NOW);
    t.notOk(pinBlocked(record, NOW), `after ${n}`);
  }
  record = countTry(record, NOW);
  t.ok(pinBlocked(record, NOW));
  t.ok(pinBlocked(record, NOW + PIN_BLOCK_MS - 1));
  t.notOk(pinBlocked(record, NOW + PIN_BLOCK_MS));
  record = countTry(record, NOW + PIN_BLOCK_MS);
  t.strictSame(
    record.pinTries,
    { failed: 1, blockedUntil: null, total: 6 },
    'a block does not forget the tries before it',
  );
  const older = countTry({ ...record, pinTries: { failed: 2, blockedUntil: null } }, 0);
  t.equal(older.pinTries.total, 3, 'a record of before counts on');
});

t.test('an unlock where nothing is locked, and a lock without a command, change nothing', async (t) => {
  t.strictSame(weighLock(NEVER_LOCKED, goal(3, false), AT), { change: 'none', why: 'already' });
  t.strictSame(weighLock(NEVER_LOCKED, goal(3, true, { commandId: null }), AT), {
    change: 'none',
    why: 'already',
  });
});

t.test('a lost lock that is released here has no command to tell of', async (t) => {
  t.strictSame(releasedHere(provisionalLock(NOW), 'timer', NOW), NEVER_LOCKED);
});

t.test('a hundred releases are remembered, the latest', async (t) => {
  let record: LockRecord = NEVER_LOCKED;
  for (let n = 1; n <= 101; n++) record = releasedHere({ ...record, ...heldOf(n) }, 'timer', n);
  t.equal(record.releases.length, 100);
  t.equal(record.releases[0]?.commandId, 'cmd_2');
  t.equal(record.releases.at(-1)?.commandId, 'cmd_101');
});

const heldOf = (sequence: number): Pick<LockRecord, 'held'> => ({ held: locked(sequence).held });

t.test('the wait after five wrong PINs is ten minutes', async (t) => {
  t.equal(PIN_BLOCK_MS, 600_000);
  t.equal(MAX_PIN_TRIES, 5);
});
