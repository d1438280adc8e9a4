import type { AddressMatcher, CampusDefinition } from '../../contracts/device/campus.ts';
import type { PinHash } from '../../contracts/device/lock.ts';
import { HEARTBEAT_SECONDS } from '../../contracts/device/presence.ts';
import type { TargetState } from '../../contracts/mqtt/messages.ts';
import type { DownTopic } from '../../contracts/mqtt/topics.ts';
import type { LockedBy } from '../../contracts/policy/crisis.ts';
import type { Clock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import type { IdSource } from '../../kit/random.ts';
import type { AgentOs } from '../ports/agent-os.ts';
import type { LockedNetwork } from '../ports/network-lock.ts';
import { createActionCommands } from './commands/action-commands.ts';
import { type CommandIntake, type CommandJournal, createCommandIntake } from './commands/command-intake.ts';
import { type CommandHandler, failedWith } from './commands/command-outcome.ts';
import { createInspectionCommands, type Diagnostics } from './commands/inspection-commands.ts';
import { createLockCommands } from './commands/lock-commands.ts';
import { createEventReporter, type EventReporter, type ReportSink } from './events/event-reporter.ts';
import { createLockKeeper, type LockKeeper } from './lock/lock-keeper.ts';
import type { LockStore } from './lock/stored-lock.ts';
import { type CampusWatch, createCampusWatch } from './network-state/campus-watch.ts';
import type { Proof } from './self-check/proofs.ts';
import { type Classroom, createClassroom } from './target/classroom.ts';
import type { Trust } from './target/signed-message.ts';
import { createTargetKeeper, type TargetKeeper, type TargetStore } from './target/target-keeper.ts';
import type { TrustedTime } from './time/trusted-time.ts';

/** What the core keeps on disk. Every write is durable when the call returns or resolves; a failed write throws and changed nothing. */
export interface CoreStore {
  readonly target: TargetStore;
  readonly commands: CommandJournal;
  readonly outbox: ReportSink;
  readonly lock: LockStore;
}

export interface AgentCoreDependencies {
  readonly os: AgentOs;
  readonly store: CoreStore;
  readonly trust: Trust;
  readonly time: TrustedTime;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  readonly matches: AddressMatcher;
  readonly verifyPin: (pin: string, hash: PinHash) => Promise<boolean>;
  /** What stays reachable in a lock by this. */
  readonly reachable: (lockedBy: LockedBy) => LockedNetwork;
  /** The school's name from the enrollment, until a target tells it. */
  readonly organisation: string;
  /** A newer target is in force. */
  readonly onTarget?: (target: TargetState) => void;
  /** Called when the computer may have to be locked or unlocked, before the firewall is touched. */
  readonly onLockGoal?: () => void;
  /**
   * Carries out the command `unenroll`, or leaves it to the next start of the agent. In the second case it never resolves, so that no later command
   * is carried out.
   */
  readonly unenroll: CommandHandler;
  readonly diagnostics: () => Diagnostics;
  readonly selfTest: () => Promise<readonly Proof[]>;
  readonly policyVersion: () => number;
  /** Who is signed in, as the system names it; null = nobody, undefined = not known yet. */
  readonly user: () => string | null | undefined;
  /** Lock, settings, lesson or place changed: a heartbeat is due. */
  readonly onChange: () => void;
  /** A report waits in the outbox. */
  readonly onReport: () => void;
}

export type AgentSettings = Pick<
  TargetState['settings'],
  'heartbeatSeconds' | 'organisation' | 'helpLine'
> & {
  readonly campuses: readonly CampusDefinition[];
};

/** Decides what the device does. It verifies each message itself, whoever carried it. */
export interface AgentCore {
  /** Re-applies the lock first, then the stored target, then what a crash interrupted. */
  start(): Promise<void>;
  /** Takes a message in. Resolves when it is written down or refused; rejects when the sender must send it again. */
  receive(topic: DownTopic, jws: string): Promise<void>;
  /** To be called each second. */
  tick(): Promise<void>;
  settings(): AgentSettings;
  targetVersion(): number;
  target(): TargetState | null;
  readonly lock: LockKeeper;
  readonly campus: CampusWatch;
  readonly classroom: Classroom;
  readonly reporter: EventReporter;
  /** Resolves when what was received has been carried out. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export function createAgentCore(deps: AgentCoreDependencies): AgentCore {
  const { store, trust, time, log, matches, onChange } = deps;
  const reporter = createEventReporter({ ...deps, outbox: store.outbox });
  const targets = createTargetKeeper({ store: store.target, trust, time, reporter, log });
  const campus = createCampusWatch(matches);
  const defaults: AgentSettings = {
    heartbeatSeconds: HEARTBEAT_SECONDS,
    organisation: deps.organisation,
    helpLine: null,
    campuses: [],
  };
  const settings = (): AgentSettings => targets.current()?.settings ?? defaults;
  const classroom = createClassroom({
    deviceId: trust.deviceId,
    target: targets.current,
    time,
    user: deps.user,
  });
  const lock = createLockKeeper({ ...deps, reporter, school: settings, lesson: classroom.lock });

  const followClassroom = async (): Promise<void> => {
    if (!classroom.look()) return;
    onChange();
    await lock.refresh();
  };
  const reconcile = async (): Promise<void> => {
    const target = targets.current();
    await followClassroom();
    if (target !== null) await lock.want(target.lock, target.issuedAt);
  };
  const commands = commandIntake(deps, { reporter, targets, lock, campus, settings, reconcile });

  let reconciling: Promise<void> = Promise.resolve();
  const receiveTarget = async (jws: string): Promise<void> => {
    const before = targets.current();
    const target = await targets.receive(jws);
    if (target === null) return;
    onChange();
    if (target !== before) deps.onTarget?.(target);
    // Not awaited: it is written down, and the sender need not wait for the firewall.
    reconciling = reconcile().catch((error: unknown) =>
      log.error({ error: messageOf(error) }, 'cannot reconcile the target'),
    );
  };

  return {
    async start() {
      await targets.start();
      // Before the lock: it begins with the lesson that is on.
      classroom.look();
      await lock.start();
      await reconcile();
      await commands.start();
    },
    receive: (topic, jws) => (topic === 'target' ? receiveTarget(jws) : commands.receive(jws)),
    async tick() {
      await followClassroom();
      await lock.tick();
    },
    settings,
    targetVersion: () => targets.current()?.version ?? 0,
    target: targets.current,
    lock,
    campus,
    classroom,
    reporter,
    async idle() {
      await reconciling;
      await commands.idle();
    },
    stop: () => lock.stop(),
  };
}

interface Parts {
  readonly reporter: EventReporter;
  readonly targets: TargetKeeper;
  readonly lock: LockKeeper;
  readonly campus: CampusWatch;
  readonly settings: () => AgentSettings;
  readonly reconcile: () => Promise<void>;
}

function commandIntake(deps: AgentCoreDependencies, parts: Parts): CommandIntake {
  const { os, store, trust, time, log, matches, diagnostics, selfTest, policyVersion, onReport } = deps;
  const { reporter, targets, lock, campus, settings, reconcile } = parts;
  const handlers = {
    unenroll: deps.unenroll,
    ...createLockCommands(lock),
    ...createActionCommands(os.actions),
    ...createInspectionCommands({
      os,
      targets,
      time,
      lock: lock.report,
      campus: campus.current,
      campuses: () => settings().campuses,
      matches,
      diagnostics,
      selfTest,
      policyVersion,
      reconcile,
    }),
    update_agent: () =>
      Promise.resolve(
        failedWith('not_supported', 'this agent cannot update itself yet; install the new package'),
      ),
  };
  return createCommandIntake({ store, trust, time, reporter, log, handlers, onReport });
}
