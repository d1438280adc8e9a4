import t from 'tap';
import type { CoreStore } from '../../../../../agent/core/agent-core.ts';
import { type LockRecord, NEVER_LOCKED, type Release } from '../../../../../agent/core/lock/lock-record.ts';
import { createStoredLock, type LoadedLock } from '../../../../../agent/core/lock/stored-lock.ts';
import { createTrustedTime } from '../../../../../agent/core/time/trusted-time.ts';
import type { DeviceEvent } from '../../../../../contracts/mqtt/messages.ts';
import { silentLog } from '../../../../../kit/log.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

const NOW = Date.UTC(2026, 10, 20, 10);

function setUp(loaded: LoadedLock = { found: 'none' }) {
  const clock = createFakeClock(NOW);
  const disk = { full: false, outboxFull: false };
  const saved: LockRecord[] = [];
  const events: DeviceEvent[] = [];
  const tampered: [string, string][] = [];
  const logged: string[] = [];
  const reports = { told: 0 };
  const store: Pick<CoreStore, 'lock' | 'outbox'> = {
    lock: {
      load: async () => loaded,
      async save(record) {
        if (disk.full) throw new Error('ENOSPC');
        saved.push(record);
      },
    },
    outbox: {
      addEvent(event) {
        if (disk.outboxFull) throw new Error('the outbox is full');
        events.push(event);
      },
      addResult: () => {
        throw new Error('not asked here');
      },
    },
  };
  const time = createTrustedTime({
    clock,
    boot: { bootId: 'a', uptimeMs: () => clock.monotonic() },
    stored: null,
  });
  const stored = createStoredLock({
    store,
    time,
    reporter: {
      refused: () => undefined,
      event: () => undefined,
      tamper: (what, detail) => void tampered.push([what, detail]),
    },
    log: { ...silentLog, error: ({ error }, message) => void logged.push(`${message}: ${error}`) },
    onReport: () => {
      reports.told += 1;
    },
  });
  return { stored, disk, saved, events, tampered, logged, reports };
}

function locked(sequence: number, releases: readonly Release[] = []): LockRecord {
  return {
    ...NEVER_LOCKED,
    held: { commandId: `cmd_${sequence}`, sequence, message: null, since: NOW, until: null, pin: null },
    sequence,
    releases,
  };
}

const release = (n: number, reported: boolean, by: Release['by'] = 'pin'): Release => ({
  commandId: `cmd_${n}`,
  by,
  at: NOW + n,
  reported,
});

t.test('a computer without a record was never locked, and nothing is written', async (t) => {
  const { stored, saved, tampered } = setUp();
  t.equal(stored.record(), NEVER_LOCKED, 'before the disk was read');
  await stored.load();
  t.equal(stored.record(), NEVER_LOCKED);
  t.strictSame([saved, tampered], [[], []]);
});

t.test('a sound record is in force as it was written', async (t) => {
  const { stored, saved, tampered } = setUp({ found: 'record', record: locked(3), damage: null });
  await stored.load();
  t.strictSame(stored.record(), locked(3));
  t.strictSame([saved, tampered], [[], []]);
});

t.test('a record that was read from its copy is told as damage and written again', async (t) => {
  const { stored, saved, tampered } = setUp({
    found: 'record',
    record: locked(3),
    damage: 'lock.json: no JSON',
  });
  await stored.load();
  t.strictSame(stored.record(), locked(3));
  t.strictSame(saved, [locked(3)]);
  t.strictSame(tampered, [['lock_record_damaged', 'lock.json: no JSON']]);
});

t.test('a lost record is a lock from now on, without a message, an end or a PIN', async (t) => {
  const { stored, saved, tampered } = setUp({ found: 'lost', damage: 'both are empty' });
  await stored.load();
  const held = { commandId: null, sequence: 0, message: null, since: NOW, until: null, pin: null };
  t.strictSame(stored.record(), { ...NEVER_LOCKED, held });
  t.strictSame(saved, [stored.record()]);
  t.strictSame(tampered, [['lock_record_damaged', 'both are empty']]);
});

t.test('what is kept is in force and on disk', async (t) => {
  const { stored, saved, tampered, logged } = setUp();
  t.equal(await stored.keep(locked(1)), true);
  t.strictSame([stored.record(), saved], [locked(1), [locked(1)]]);
  t.strictSame([tampered, logged], [[], []]);
});

t.test('on a full disk it is in force all the same, and the failure is told', async (t) => {
  const { stored, disk, saved, tampered, logged } = setUp();
  disk.full = true;
  t.equal(await stored.keep(locked(1)), false);
  t.strictSame([stored.record(), saved], [locked(1), []]);
  t.strictSame(tampered, [['lock_record_not_written', 'ENOSPC']]);
  t.strictSame(logged, ['cannot write the lock record; the lock itself goes on: ENOSPC']);
});

t.test('each release that was not told yet is queued once, with an id that stays the same', async (t) => {
  const { stored, saved, events, reports } = setUp();
  await stored.keep(locked(4, [release(1, true), release(2, false), release(3, false, 'timer')]));
  await stored.reportReleases();
  t.strictSame(events, [
    { id: 'rel_2', at: NOW + 2, kind: 'lock_released', details: { commandId: 'cmd_2', by: 'pin' } },
    { id: 'rel_3', at: NOW + 3, kind: 'lock_released', details: { commandId: 'cmd_3', by: 'timer' } },
  ]);
  t.equal(reports.told, 1);
  t.strictSame(
    saved.at(-1),
    locked(4, [release(1, true), release(2, true), release(3, true, 'timer')]),
    'noted on disk; the lock that is on now stays',
  );
  await stored.reportReleases();
  t.strictSame([events.length, reports.told, saved.length], [2, 1, 2], 'then there is nothing to tell');
});

t.test('a release that cannot be queued is told the next time', async (t) => {
  const { stored, disk, saved, events, logged, reports } = setUp();
  await stored.keep(locked(4, [release(1, false)]));
  disk.outboxFull = true;
  await stored.reportReleases();
  t.strictSame([events.length, reports.told, saved.length], [0, 0, 1]);
  t.strictSame(stored.record().releases, [release(1, false)]);
  t.strictSame(logged, [
    'cannot keep the report of a released lock; it will be tried again: the outbox is full',
  ]);
  disk.outboxFull = false;
  await stored.reportReleases();
  t.strictSame([events.length, reports.told], [1, 1]);
  t.strictSame(stored.record().releases, [release(1, true)]);
});
