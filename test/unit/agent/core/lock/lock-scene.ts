import { setImmediate as turn } from 'node:timers/promises';
import type { CoreStore } from '../../../../../agent/core/agent-core.ts';
import { createLockKeeper } from '../../../../../agent/core/lock/lock-keeper.ts';
import type { LockRecord } from '../../../../../agent/core/lock/lock-record.ts';
import type { LoadedLock } from '../../../../../agent/core/lock/stored-lock.ts';
import type { LessonLock } from '../../../../../agent/core/target/classroom.ts';
import { createTrustedTime, type TimeAnchor } from '../../../../../agent/core/time/trusted-time.ts';
import { observeOnly } from '../../../../../agent/os/observe-only.ts';
import type { DeviceEvent, LockTarget } from '../../../../../contracts/mqtt/messages.ts';
import { silentLog } from '../../../../../kit/log.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createFakeOs } from '../../../../support/fake-os.ts';

export const NOW = Date.UTC(2026, 10, 20, 10);
export const HOUR = 3_600_000;
const PIN = { salt: 's', hash: '1234', cost: 2, blockSize: 1, parallelization: 1 };

interface Given {
  readonly stored?: LoadedLock;
  readonly observe?: boolean;
  /** The computer has been restarted since, and has not met its server again: what was kept of its time. */
  readonly restarted?: TimeAnchor;
  /** What the computer's own clock says at the start. */
  readonly wall?: number;
  readonly organisation?: string;
  readonly helpLine?: string;
}

/** Nothing is loaded or saved at once: whoever does not wait for it is found out. */
export function setUp({
  stored = { found: 'none' },
  observe = false,
  restarted,
  wall = NOW,
  organisation = 'Springfield',
  helpLine,
}: Given = {}) {
  const clock = createFakeClock(wall);
  const fake = createFakeOs();
  const firewall = { reads: 0 };
  const { state } = fake.networkLock;
  fake.networkLock.state = () => {
    firewall.reads += 1;
    return state();
  };
  const reports: unknown[] = [];
  const steps: string[] = [];
  const saved: LockRecord[] = [];
  const events: DeviceEvent[] = [];
  const tampered: string[] = [];
  let broken = false;
  let lesson: LessonLock | null = null;
  const store: Pick<CoreStore, 'lock' | 'outbox'> = {
    lock: {
      load: async () => {
        await turn();
        return stored;
      },
      async save(record) {
        await turn();
        if (broken) throw new Error('ENOSPC');
        saved.push(record);
        steps.push(`saved ${fake.calls.length}`);
      },
    },
    outbox: {
      addEvent: (event) => {
        steps.push(`told ${fake.calls.length}`);
        if (!events.some(({ id }) => id === event.id)) events.push(event);
      },
      addResult: () => {
        throw new Error('not asked here');
      },
    },
  };
  const boot = { bootId: 'a', uptimeMs: () => clock.monotonic() };
  const time = createTrustedTime({ clock, boot, stored: restarted ?? null });
  if (restarted === undefined) time.learn(clock.now());
  const keeper = createLockKeeper({
    os: observe ? observeOnly(fake, silentLog) : fake,
    store,
    time,
    clock,
    reporter: {
      refused: () => undefined,
      event: () => undefined,
      tamper: (what) => void tampered.push(what),
    },
    log: silentLog,
    verifyPin: (pin, { hash }) => Promise.resolve(pin === hash),
    reachable: (lockedBy) => ({
      servers: ['192.0.2.1'],
      resolvers: [],
      ...(lockedBy === 'lesson' ? { crisisHelp: true } : {}),
    }),
    school: () => ({ organisation, helpLine: helpLine ?? null }),
    lesson: () => lesson,
    onChange: () => void reports.push(keeper.report().network),
    onReport: () => undefined,
  });
  const names = () => fake.calls.map(({ name }) => name);
  const breakDisk = (on: boolean): void => {
    broken = on;
  };
  const teach = (next: LessonLock | null): void => {
    lesson = next;
  };
  return {
    clock,
    fake,
    firewall,
    reports,
    keeper,
    saved,
    steps,
    events,
    tampered,
    names,
    time,
    breakDisk,
    teach,
  };
}

/** A message of the server that locks. */
export const goal = (sequence: number, extra: Partial<LockTarget> = {}): LockTarget => ({
  wanted: true,
  commandId: `cmd_${sequence}`,
  sequence,
  message: 'See the office',
  until: null,
  durationMinutes: null,
  pin: null,
  ...extra,
});

/** The record of a lock with a PIN, until it is unlocked. */
export const recordOf = (extra: Partial<NonNullable<LockRecord['held']>> = {}): LockRecord => ({
  format: 1,
  held: { commandId: 'cmd_1', sequence: 1, message: null, since: 0, until: null, pin: PIN, ...extra },
  sequence: 1,
  pinTries: { failed: 0, blockedUntil: null },
  releases: [],
});
