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
import type { EventReporter, ReportSink } from '../events/event-reporter.ts';
import type { LessonLock } from '../target/classroom.ts';
import type { TrustedTime } from '../time/trusted-time.ts';
import { createLockActuator } from './lock-actuator.ts';
import { isOver, type Release, releasedHere, weighLock } from './lock-record.ts';
import { type LockReport, reportLock } from './lock-report.ts';
import { createPinGate, type PinAnswer } from './pin-gate.ts';
import { createStoredLock, type LockStore } from './stored-lock.ts';

/** While locked: how often the firewall is checked, and so how long it stays open when somebody has opened it (milliseconds). Each check starts one program. */
const DRIFT_MS = 15_000;
/** While unlocked: how often to try again when the lock's firewall rules could not be removed (milliseconds). */
const LEFTOVER_MS = 60_000;

/** What came of a message of the server that asks for a lock or its end. */
export interface LockAnswer {
  /** `none`: the message changed nothing; `why` says why. */
  readonly change: 'lock' | 'unlock' | 'none';
  readonly why: 'already' | 'older' | 'released' | 'over' | null;
  /** False: in force, but not written to disk (it may be full). A reboot before the next target state may lose it. */
  readonly durable: boolean;
  readonly report: LockReport;
}

/** Keeps the lock of the administrator and that of a lesson. Runs one piece of work at a time, in the order of asking. */
export interface LockKeeper {
  /** Reads the record, and engages the lock again or removes what is left of an old one. To be called before the agent does anything else. */
  start(): Promise<void>;
  /** Weighs what a verified message asks for, and writes the result to disk before carrying it out. @param issuedAt when the server signed the message */
  want(wanted: LockTarget, issuedAt: number): Promise<LockAnswer>;
  /** Tries a PIN. The try is counted on disk before it is judged. */
  tryPin(pin: string): Promise<PinAnswer>;
  /** To be called each second: ends a lock whose time is over, repairs what was changed from outside. */
  tick(): Promise<void>;
  /** The lesson's lock has begun, ended or changed: brings the computer to it. */
  refresh(): Promise<void>;
  /**
   * Opens addresses of crisis help, because the resolver is about to answer with them. Does so only in a lock that leaves crisis help open. Which
   * name has these addresses cannot be checked here. Never rejects.
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
  readonly reporter: EventReporter;
  readonly log: Log;
  readonly verifyPin: (pin: string, hash: PinHash) => Promise<boolean>;
  /** What stays reachable, known without asking the network. */
  readonly reachable: (lockedBy: LockedBy) => LockedNetwork;
  /** For the message: who locks, whom to call. */
  readonly school: () => { readonly organisation: string; readonly helpLine: string | null };
  /**
   * The lock of the running classroom session; null = none. It exists beside the commanded lock and has its own end. While both are on, the message
   * of the commanded lock is shown, and its PIN opens only that lock.
   */
  readonly lesson: () => LessonLock | null;
  /** Called before the firewall is brought to a new goal. Must not throw. */
  readonly onLockGoal?: () => void;
  /** The lock's report has changed. */
  readonly onChange: () => void;
  /** A report waits in the outbox. */
  readonly onReport: () => void;
}

export function createLockKeeper(deps: LockKeeperDependencies): LockKeeper {
  const { os, time, clock, reporter, log } = deps;
  const actuator = createLockActuator({ os, log });
  const stored = createStoredLock(deps);
  const serial = createSerial();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let lastReport = '';

  const message = (): LockMessage | null => {
    const { held } = stored.record();
    const lesson = deps.lesson();
    const { organisation, helpLine } = deps.school();
    const school = { organisation: organisation === '' ? null : organisation, help: helpLine };
    if (held === null)
      return lesson === null ? null : { ...school, text: lesson.name, until: lesson.until, pin: false };
    return { ...school, text: held.message, until: held.until, pin: held.pin !== null };
  };

  const lockedBy = (): LockedBy | null => {
    if (stored.record().held !== null) return 'command';
    return deps.lesson() === null ? null : 'lesson';
  };

  const report = (): LockReport => reportLock(stored.record(), actuator.effect(), deps.lesson());

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

  /** Writes the release, carries it out and reports it. After a crash in between, `start` does the rest. */
  const releaseHere = async (by: Release['by']): Promise<void> => {
    await stored.keep(releasedHere(stored.record(), by, time.now()));
    await reach();
    await stored.reportReleases();
  };

  /** @returns whether the lock's time was over */
  const endWhenOver = async (): Promise<boolean> => {
    const { held } = stored.record();
    if (held === null || !isOver(held, time.certain())) return false;
    log.info({ commandId: held.commandId }, 'the time of the lock is over');
    await releaseHere('timer');
    return true;
  };

  const isLocked = (): boolean => stored.record().held !== null || deps.lesson() !== null;

  const look = async (): Promise<void> => {
    if (await endWhenOver()) return;
    const { firewall, network } = actuator.effect();
    const locked = isLocked();
    const leftover = !locked && firewall !== 'released' && network?.observed !== true;
    if (!locked && !leftover) return;
    if (clock.monotonic() - lookedAt < (leftover ? LEFTOVER_MS : DRIFT_MS)) return;
    if ((await reach()) === 'changed')
      reporter.tamper('network_lock', 'the firewall of the lock was changed from outside');
    await stored.reportReleases();
  };

  const weigh = async (wanted: LockTarget, issuedAt: number): Promise<LockAnswer> => {
    // After a restart without the server our time may be behind. The signature proves that server time has reached `issuedAt`.
    const change = weighLock(stored.record(), wanted, {
      now: Math.max(time.now(), issuedAt),
      certain: Math.max(time.certain(), issuedAt),
    });
    if (change.change === 'none') {
      if (isLocked()) await reach();
      return { change: 'none', why: change.why, durable: true, report: report() };
    }
    const durable = await stored.keep(change.record);
    await reach();
    return { change: change.change, why: null, durable, report: report() };
  };

  return {
    start: () =>
      serial.run(async () => {
        await stored.load();
        if (!(await endWhenOver())) await reach();
        await stored.reportReleases();
      }),
    want: (wanted, issuedAt) => serial.run(() => weigh(wanted, issuedAt)),
    tryPin: createPinGate({ ...deps, stored, serial, release: () => releaseHere('pin') }),
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
