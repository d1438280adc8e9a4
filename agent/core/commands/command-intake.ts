import type { CommandType } from '../../../contracts/device/command.ts';
import type { CommandMessage, ResultMessage } from '../../../contracts/mqtt/messages.ts';
import { messageOf } from '../../../kit/fault.ts';
import type { Log } from '../../../kit/log.ts';
import { createSerial } from '../../../kit/serial.ts';
import type { EventReporter, ReportSink } from '../events/event-reporter.ts';
import { type RefusalCode, readCommand, type Trust } from '../target/signed-message.ts';
import type { TrustedTime } from '../time/trusted-time.ts';
import type { CommandHandlers, CommandOutcome } from './command-outcome.ts';

/** Takes commands in. Each is carried out at most once; a repeat is answered with what came of it. */
export interface CommandIntake {
  /** Ends what a crash interrupted. */
  start(): Promise<void>;
  /** Verifies and writes down; resolves when the sender may forget it. Rejects when it could not be written. */
  receive(jws: string): Promise<void>;
  /** Resolves when nothing is being carried out. */
  idle(): Promise<void>;
}

export interface JournalEntry {
  readonly commandId: string;
  readonly sequence: number;
  readonly type: CommandType;
  /** As signed, for a second try after a crash. */
  readonly jws: string;
  /** Null while it is being carried out. */
  readonly outcome: ResultMessage | null;
}

/** Which commands were seen, and what came of them. */
export interface CommandJournal {
  /** The highest sequence ever accepted; 0 = none. */
  highWater(): number;
  find(commandId: string): JournalEntry | null;
  /** Keeps the command, raises the high-water mark and queues the acknowledgement, all or nothing. */
  accept(entry: Omit<JournalEntry, 'outcome'>, acknowledgement: ResultMessage): void;
  /** Keeps the outcome and queues it as a report, all or nothing. */
  finish(outcome: ResultMessage): void;
  /** Accepted, but without an outcome, in order of sequence. */
  unfinished(): readonly JournalEntry[];
}

export interface CommandIntakeDependencies {
  readonly store: { readonly commands: CommandJournal; readonly outbox: ReportSink };
  readonly trust: Trust;
  readonly time: TrustedTime;
  readonly reporter: EventReporter;
  readonly log: Log;
  readonly handlers: CommandHandlers;
  /** A report waits in the outbox. */
  readonly onReport: () => void;
}

/**
 * Commands that are carried out again after a crash, because twice is the same as once. Any other command may have happened before the crash, and a
 * person would notice a second time.
 */
const REPEATABLE: ReadonlySet<CommandMessage['type']> = new Set([
  'lock',
  'unlock',
  'sync_policy',
  'locate',
  'self_test',
  'collect_diagnostics',
  'unenroll',
]);

export function createCommandIntake(deps: CommandIntakeDependencies): CommandIntake {
  const { store, trust, time, reporter, log, handlers } = deps;
  const intake = createSerial();
  // A lock never waits behind a slow self-test.
  const lockLane = createSerial();
  const lane = createSerial();

  const finish = (command: Pick<CommandMessage, 'commandId'>, outcome: CommandOutcome): void => {
    const { state, result, error } = outcome;
    store.commands.finish(commandResult(command.commandId, { state, at: time.now(), result, error }));
    deps.onReport();
  };

  const carryOut = async (command: CommandMessage): Promise<void> => {
    const { commandId, type } = command;
    try {
      const outcome = await handlers[type](command);
      log.info(
        { commandId, type, state: outcome.state, code: outcome.error?.code },
        'a command was carried out',
      );
      finish(command, outcome);
    } catch (error) {
      log.error({ commandId, type, error: messageOf(error) }, 'a command broke');
      finish(command, {
        state: 'failed',
        result: null,
        error: { code: 'internal_error', detail: 'the agent met an unexpected error' },
      });
    }
  };

  const begin = (command: CommandMessage): void => {
    const isLock = command.type === 'lock' || command.type === 'unlock';
    (isLock ? lockLane : lane)
      .run(() => carryOut(command))
      .catch((error: unknown) =>
        log.error({ commandId: command.commandId, error: messageOf(error) }, 'cannot keep a result'),
      );
  };

  const refuse = (command: CommandMessage, code: RefusalCode, detail: string): void => {
    const { commandId } = command;
    reporter.refused({ what: 'command', code, detail, commandId });
    // The signature is valid, so the server made this command, and is told that it failed. If the server has a final state for it already, this
    // report does not change it.
    store.outbox.addResult(
      commandResult(commandId, { state: 'failed', at: time.now(), result: null, error: { code, detail } }),
    );
    deps.onReport();
  };

  const repeat = ({ commandId, outcome }: JournalEntry): void => {
    log.debug({ commandId }, 'a known command came again');
    store.outbox.addResult(outcome ?? commandResult(commandId, { state: 'acknowledged', at: time.now() }));
    deps.onReport();
  };

  const take = async (jws: string): Promise<void> => {
    const read = await readCommand(jws, trust);
    if (!read.ok) {
      reporter.refused(read.refusal);
      return;
    }
    const command = read.value;
    const { commandId, sequence, type } = command;
    const known = store.commands.find(commandId);
    if (known !== null) return repeat(known);
    const seen = store.commands.highWater();
    if (sequence <= seen) return refuse(command, 'stale_sequence', `sequence ${sequence} after ${seen}`);
    if (command.expiresAt <= time.now()) return refuse(command, 'expired', 'it came after its expiry');
    store.commands.accept(
      { commandId, sequence, type, jws },
      commandResult(commandId, { state: 'acknowledged', at: time.now() }),
    );
    deps.onReport();
    begin(command);
  };

  const resume = async ({ commandId, jws, type }: JournalEntry): Promise<void> => {
    const read = await readCommand(jws, trust);
    if (read.ok && REPEATABLE.has(type)) return begin(read.value);
    const detail = 'the agent was stopped while it carried this out; it may or may not have happened';
    finish({ commandId }, { state: 'failed', result: null, error: { code: 'interrupted', detail } });
  };

  return {
    start: () =>
      intake.run(async () => {
        for (const entry of store.commands.unfinished()) await resume(entry);
      }),
    receive: (jws) => intake.run(() => take(jws)),
    async idle() {
      await intake.idle();
      await lockLane.idle();
      await lane.idle();
    },
  };
}

/** The id follows from the command and the state, so that a repeat is the same record. */
export function commandResult(
  commandId: string,
  { state, ...rest }: Omit<ResultMessage, 'id' | 'commandId'>,
): ResultMessage {
  return {
    id: `${state === 'acknowledged' ? 'ack' : 'end'}_${commandId.slice(4)}`,
    commandId,
    state,
    ...rest,
  };
}
