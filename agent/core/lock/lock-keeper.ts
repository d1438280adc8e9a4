import type { PinHash } from '../../../contracts/device/lock.ts';
import type { LockTarget } from '../../../contracts/mqtt/messages.ts';
import type { LockedBy } from '../../../contracts/policy/crisis.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { Log } from '../../../kit/log.ts';
import { createSerial } from '../../../kit/serial.ts';
import type { AgentOs } from '../../ports/agent-os.ts';
import type { LockMessage } from '../../ports/lock-window.ts';
import type { LockedNetwork } from '../../ports/network-lock.ts';
import { failed, type Outcome } from '../../ports/outcome.ts';
import type { ReportSink, Witness } from '../events/event-reporter.ts';
import type { LessonLock } from '../target/classroom.ts';
import type { TrustedTime } from '../time/trusted-time.ts';
import { createLockActuator } from './lock-actuator.ts';
import { createLockBook, type LockStore } from './lock-book.ts';
import { isOver, type Release, releasedHere, weighLock } from './lock-record.ts';
import { type LockReport, reportLock } from './lock-report.ts';
import { createPinGate, type PinAnswer } from './pin-gate.ts';

/** While locked: how long a firewall that somebody opened stays open. Each look starts one program. */
const DRIFT_MS = 15_000;
/** While unlocked and our object could not be removed: how often to try again. */
const LEFTOVER_MS = 60_000;

/** What came of a wish. */
export interface LockAnswer {
  /** `none`: the wish changed nothing, and why. */
  readonly change: 'lock' | 'unlock' | 'none';
  readonly why: 'already' | 'older' | 'released' | 'over' | null;
  /** False: in force, but it could not be written down (full disk): a reboot before the next target may lose it. */
  readonly durable: boolean;
  readonly report: LockReport;
}

/** Holds the lock. One thing at a time, in the order of asking. */
export interface LockKeeper {
  /** Reads the record and brings the computer to it: engaged again before anything else, or cleared of leftovers. */
  start(): Promise<void>;
  /** Weighs a wish from a verified message; written before it is done. @param issuedAt when the server signed it */
  want(wanted: LockTarget, issuedAt: number): Promise<LockAnswer>;
  /** Counts the try durably before it is judged. */
  tryPin(pin: string): Promise<PinAnswer>;
  /** To be called each second: ends a lock whose time is over, repairs what was changed from outside. */
  tick(): Promise<void>;
  /** The lesson's lock has begun, ended or changed: brings the computer to it. */
  refresh(): Promise<void>;
  /**
   * The resolver is about to answer with these addresses of crisis help. Opened only in a lock that leaves crisis help open; whether a name stands behind them, and
   * which, cannot be known here. Never rejects.
   */
  allowHelp(addresses: readonly string[], ttlSeconds: number): Promise<Outcome>;
  /** What locks the computer; null = nothing does. */
  lockedBy(): LockedBy | null;
  /** What the lock page shows; null = not locked. */
  message(): LockMessage | null;
  report(): LockReport;
  /** Takes the window down; the firewall and the record stay. */
  stop(): Promise<void>;
}

export interface LockKeeperDependencies {
  readonly os: AgentOs;
  readonly store: { readonly lock: LockStore; readonly outbox: ReportSink };
  readonly time: TrustedTime;
  readonly clock: Clock;
  readonly witness: Witness;
  readonly log: Log;
  readonly verifyPin: (pin: string, hash: PinHash) => Promise<boolean>;
  /** What stays reachable, known without asking the network. */
  readonly reachable: (lockedBy: LockedBy) => LockedNetwork;
  /** For the message: who locks, whom to call. */
  readonly school: () => { readonly organisation: string; readonly helpLine: string | null };
  /**
   * The lock of the classroom session that is on; null = none. It is beside the commanded lock, which is the stronger: its message is shown, its PIN
   * opens it alone, and neither ends with the other. It keeps its own time.
   */
  readonly lesson: () => LessonLock | null;
  /** The goal is about to be reached: told before the firewall is touched. Must not throw. */
  readonly onLockGoal?: () => void;
  /** The lock's report has changed. */
  readonly onChange: () => void;
  /** A report waits in the outbox. */
  readonly onReport: () => void;
}

export function createLockKeeper(deps: LockKeeperDependencies): LockKeeper {
  const { os, time, clock, witness, log } = deps;
  const actuator = createLockActuator({ os, log });
  const book = createLockBook(deps);
  const serial = createSerial();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let lastReport = '';

  const message = (): LockMessage | null => {
    const { held } = book.record();
    const lesson = deps.lesson();
    const { organisation, helpLine } = deps.school();
    const school = { organisation: organisation === '' ? null : organisation, help: helpLine };
    if (held === null)
      return lesson === null ? null : { ...school, text: lesson.name, until: lesson.until, pin: false };
    return { ...school, text: held.message, until: held.until, pin: held.pin !== null };
  };

  const lockedBy = (): LockedBy | null => {
    if (book.record().held !== null) return 'command';
    return deps.lesson() === null ? null : 'lesson';
  };

  const report = (): LockReport => reportLock(book.record(), actuator.effect(), deps.lesson());

  const reach = async (): Promise<'untouched' | 'changed'> => {
    const wasEngaged = report().network === 'on';
    const shown = message();
    const by = lockedBy();
    const goal = shown === null || by === null ? null : { message: shown, network: deps.reachable(by) };
    deps.onLockGoal?.();
    const { before } = await actuator.reach(goal);
    lookedAt = clock.monotonic();
    const now = JSON.stringify(report());
    if (now !== lastReport) {
      lastReport = now;
      deps.onChange();
    }
    return wasEngaged && before !== 'engaged' ? 'changed' : 'untouched';
  };

  /** Written, done, told: after a crash in between, start does the rest. */
  const releaseHere = async (by: Release['by']): Promise<void> => {
    await book.keep(releasedHere(book.record(), by, time.now()));
    await reach();
    await book.tellReleases();
  };

  /** @returns whether the lock's time was over */
  const endWhenOver = async (): Promise<boolean> => {
    const { held } = book.record();
    if (held === null || !isOver(held, time.certain())) return false;
    log.info({ commandId: held.commandId }, 'the time of the lock is over');
    await releaseHere('timer');
    return true;
  };

  const isLocked = (): boolean => book.record().held !== null || deps.lesson() !== null;

  const look = async (): Promise<void> => {
    if (await endWhenOver()) return;
    const { firewall, network } = actuator.effect();
    const locked = isLocked();
    const leftover = !locked && firewall !== 'released' && network?.observed !== true;
    if (!locked && !leftover) return;
    if (clock.monotonic() - lookedAt < (leftover ? LEFTOVER_MS : DRIFT_MS)) return;
    if ((await reach()) === 'changed')
      witness.tamper('network_lock', 'the firewall of the lock was changed from outside');
    await book.tellReleases();
  };

  const weigh = async (wanted: LockTarget, issuedAt: number): Promise<LockAnswer> => {
    // After a restart without the server our time may be behind; the server's signature proves at least this one.
    const change = weighLock(book.record(), wanted, {
      now: Math.max(time.now(), issuedAt),
      certain: Math.max(time.certain(), issuedAt),
    });
    if (change.change === 'none') {
      if (isLocked()) await reach();
      return { change: 'none', why: change.why, durable: true, report: report() };
    }
    const durable = await book.keep(change.record);
    await reach();
    return { change: change.change, why: null, durable, report: report() };
  };

  return {
    start: () =>
      serial.run(async () => {
        await book.load();
        if (!(await endWhenOver())) await reach();
        await book.tellReleases();
      }),
    want: (wanted, issuedAt) => serial.run(() => weigh(wanted, issuedAt)),
    tryPin: createPinGate({ ...deps, book, serial, release: () => releaseHere('pin') }),
    tick: () => serial.run(look),
    refresh: () => serial.run(async () => void (await reach())),
    allowHelp: (addresses, ttlSeconds) =>
      serial.run(() => allowHelp(deps, lockedBy(), { addresses, ttlSeconds })),
    lockedBy,
    message,
    report,
    stop: () => serial.run(() => os.lockWindow.hide()),
  };
}

async function allowHelp(
  { os, reachable }: Pick<LockKeeperDependencies, 'os' | 'reachable'>,
  by: LockedBy | null,
  { addresses, ttlSeconds }: { readonly addresses: readonly string[]; readonly ttlSeconds: number },
): Promise<Outcome> {
  if (by === null) return failed('the computer is not locked');
  if (reachable(by).crisisHelp !== true) return failed('this lock shuts crisis help too');
  const opened = await os.networkLock.allowHelp?.(addresses, ttlSeconds);
  return opened ?? failed('this system keeps crisis help shut while locked');
}
