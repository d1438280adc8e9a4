import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import {
  type CommandJournal,
  createCommandIntake,
  type JournalEntry,
} from '../../../../../agent/core/commands/command-intake.ts';
import {
  type CommandHandlers,
  type CommandOutcome,
  failedWith,
  succeeded,
} from '../../../../../agent/core/commands/command-outcome.ts';
import type { RefusedMessage } from '../../../../../agent/core/events/event-reporter.ts';
import { createTrustedTime } from '../../../../../agent/core/time/trusted-time.ts';
import { COMMAND_TYPES } from '../../../../../contracts/device/command.ts';
import type { CommandMessage, ResultMessage } from '../../../../../contracts/mqtt/messages.ts';
import { silentLog } from '../../../../../kit/log.ts';
import { generateSigningKey } from '../../../../../kit/signing.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { commandIdOf, commandOf, ISSUED_AT, OTHER_DEVICE, pinned, signed } from '../signed-messages.ts';

/** A journal in memory. `accept` and `finish` are all or nothing, as the port promises. */
function journalOf(steps: string[], results: ResultMessage[]) {
  const entries = new Map<string, JournalEntry>();
  const disk = { full: false };
  const write = (step: string): void => {
    if (disk.full) throw new Error('ENOSPC');
    steps.push(step);
  };
  const journal: CommandJournal = {
    highWater: () => Math.max(0, ...[...entries.values()].map(({ sequence }) => sequence)),
    find: (commandId) => entries.get(commandId) ?? null,
    accept(entry, acknowledgement) {
      write(`accepted ${entry.sequence}`);
      entries.set(entry.commandId, { ...entry, outcome: null });
      results.push(acknowledgement);
    },
    finish(outcome) {
      const entry = entries.get(outcome.commandId);
      if (entry === undefined) throw new Error(`"${outcome.commandId}" was never accepted`);
      write(`finished ${entry.sequence}`);
      entries.set(outcome.commandId, { ...entry, outcome });
      results.push(outcome);
    },
    unfinished: () =>
      [...entries.values()].filter(({ outcome }) => outcome === null).sort((a, b) => a.sequence - b.sequence),
  };
  const interrupted = async (command: CommandMessage, jws?: string): Promise<void> => {
    const { commandId, sequence, type } = command;
    entries.set(commandId, { commandId, sequence, type, jws: jws ?? (await signed(command)), outcome: null });
  };
  return { journal, disk, interrupted };
}

type Handle = (command: CommandMessage) => Promise<CommandOutcome>;

const OK: Handle = () => Promise.resolve(succeeded({ done: true }));

function setUp(handle: Handle = OK) {
  const clock = createFakeClock(ISSUED_AT);
  const boot = { bootId: 'a', uptimeMs: () => clock.monotonic() };
  const time = createTrustedTime({ clock, boot, stored: null });
  time.learn(ISSUED_AT);
  const steps: string[] = [];
  const results: ResultMessage[] = [];
  const refused: RefusedMessage[] = [];
  const logged: string[] = [];
  let reports = 0;
  const { journal, disk, interrupted } = journalOf(steps, results);
  const handler: Handle = async (command) => {
    steps.push(`begun ${command.sequence}`);
    // Nothing is done at once: whoever does not wait for it is found out.
    await turn();
    return await handle(command);
  };
  const handlers = Object.fromEntries(COMMAND_TYPES.map((type) => [type, handler])) as CommandHandlers;
  const intake = createCommandIntake({
    store: {
      commands: journal,
      outbox: {
        addResult: (result) => void results.push(result),
        addEvent: () => t.fail('not asked here'),
      },
    },
    trust: pinned,
    time,
    reporter: {
      refused: (refusal) => void refused.push(refusal),
      tamper: () => t.fail('not asked here'),
      event: () => t.fail('not asked here'),
    },
    log: { ...silentLog, error: (_fields, message) => void logged.push(String(message)) },
    handlers,
    onReport: () => {
      reports += 1;
      steps.push('reported');
    },
  });
  const states = () => results.map(({ commandId, state, error }) => [commandId, state, error?.code ?? null]);
  return {
    ...{ clock, time, intake, journal, disk, interrupted, steps, results, refused, logged, states },
    reports: () => reports,
  };
}

/** Something that ends when the test says so. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

t.test('a command is written and acknowledged before it is begun, and its outcome is kept', async (t) => {
  const { intake, steps, results } = setUp();
  await intake.receive(await signed(commandOf(1)));
  await intake.idle();
  t.strictSame(steps, ['accepted 1', 'reported', 'begun 1', 'finished 1', 'reported']);
  const suffix = commandIdOf(1).slice(4);
  t.strictSame(results, [
    { id: `ack_${suffix}`, commandId: commandIdOf(1), state: 'acknowledged', at: ISSUED_AT },
    {
      id: `end_${suffix}`,
      commandId: commandIdOf(1),
      state: 'succeeded',
      at: ISSUED_AT,
      result: { done: true },
      error: null,
    },
  ]);
});

t.test('the sender need not wait for the work: it may forget the command once it is written', async (t) => {
  const { opened, open } = gate();
  const { intake, journal } = setUp(() => opened.then(() => succeeded(null)));
  await intake.receive(await signed(commandOf(1)));
  t.equal(journal.find(commandIdOf(1))?.outcome, null, 'written, and still being carried out');
  open();
  await intake.idle();
  t.equal(journal.find(commandIdOf(1))?.outcome?.state, 'succeeded');
});

t.test('a command that cannot be written is not begun, and the sender keeps it', async (t) => {
  const { intake, disk, steps, states } = setUp();
  disk.full = true;
  const jws = await signed(commandOf(1));
  await t.rejects(intake.receive(jws), { message: 'ENOSPC' });
  await intake.idle();
  t.strictSame(steps, []);
  disk.full = false;
  await intake.receive(jws);
  await intake.idle();
  t.strictSame(states(), [
    [commandIdOf(1), 'acknowledged', null],
    [commandIdOf(1), 'succeeded', null],
  ]);
});

t.test('a repeat is answered with what came of it, and is not carried out again', async (t) => {
  const { opened, open } = gate();
  const { intake, steps, results, reports } = setUp(() => opened.then(() => failedWith('not_done', 'no')));
  const jws = await signed(commandOf(1));
  await intake.receive(jws);
  await intake.receive(jws);
  t.strictSame(
    results.map(({ id, state }) => [id.slice(0, 3), state]),
    [
      ['ack', 'acknowledged'],
      ['ack', 'acknowledged'],
    ],
    'while it runs: acknowledged, under the same id',
  );
  open();
  await intake.idle();
  await intake.receive(jws);
  await intake.idle();
  t.equal(results.length, 4);
  t.strictSame(results[3], results[2], 'afterwards: the very outcome');
  t.equal(results[3]?.error?.code, 'not_done');
  t.strictSame(
    steps.filter((step) => step.startsWith('begun')),
    ['begun 1'],
  );
  t.equal(reports(), 4, 'each answer is told of');
});

t.test('a sequence that is not newer than all before is refused, and the server hears so', async (t) => {
  const { intake, states, refused, steps, reports } = setUp();
  await intake.receive(await signed(commandOf(5)));
  await intake.idle();
  const before = reports();
  await intake.receive(await signed(commandOf(4)));
  await intake.receive(await signed(commandOf(5, { commandId: commandIdOf(6) })));
  await intake.idle();
  t.strictSame(states().slice(2), [
    [commandIdOf(4), 'failed', 'stale_sequence'],
    [commandIdOf(6), 'failed', 'stale_sequence'],
  ]);
  t.strictSame(refused, [
    { what: 'command', code: 'stale_sequence', detail: 'sequence 4 after 5', commandId: commandIdOf(4) },
    { what: 'command', code: 'stale_sequence', detail: 'sequence 5 after 5', commandId: commandIdOf(6) },
  ]);
  t.notOk(steps.includes('begun 4'));
  t.equal(reports(), before + 2);
});

t.test('a command is taken until its expiry; at it the command is refused', async (t) => {
  const { intake, clock, states, journal } = setUp();
  const expiresAt = ISSUED_AT + 60_000;
  await clock.advance(59_999);
  await intake.receive(await signed(commandOf(1, { expiresAt })));
  await intake.idle();
  await clock.advance(1);
  await intake.receive(await signed(commandOf(2, { expiresAt })));
  await intake.idle();
  t.strictSame(states(), [
    [commandIdOf(1), 'acknowledged', null],
    [commandIdOf(1), 'succeeded', null],
    [commandIdOf(2), 'failed', 'expired'],
  ]);
  t.equal(journal.highWater(), 1, 'it raises no mark');
  await intake.receive(await signed(commandOf(2)));
  await intake.idle();
  t.strictSame(states().at(-1), [commandIdOf(2), 'succeeded', null], 'the server may send it anew');
});

t.test('the expiry is judged by server time, not by a clock that was set', async (t) => {
  const { intake, clock, states } = setUp();
  clock.jump(30 * 86_400_000);
  await intake.receive(await signed(commandOf(1)));
  await intake.idle();
  t.strictSame(states().at(-1), [commandIdOf(1), 'succeeded', null]);
});

t.test('a forged command, or another device’s, is told to nobody but the witness', async (t) => {
  const { intake, results, refused, steps } = setUp();
  await intake.receive(await signed(commandOf(1), { key: generateSigningKey() }));
  await intake.receive(await signed(commandOf(1, { deviceId: OTHER_DEVICE })));
  await intake.idle();
  t.strictSame(
    refused.map(({ code, commandId }) => [code, commandId]),
    [
      ['bad_signature', null],
      ['wrong_device', null],
    ],
  );
  t.strictSame(results, []);
  t.strictSame(steps, []);
});

t.test('a lock does not wait behind a slow self-test; locks and unlocks wait for one another', async (t) => {
  const test = gate();
  const lock = gate();
  const { intake, steps } = setUp(async ({ type }) => {
    if (type === 'self_test') await test.opened;
    if (type === 'lock') await lock.opened;
    return succeeded(null);
  });
  await intake.receive(await signed(commandOf(1, { type: 'self_test' })));
  await intake.receive(await signed(commandOf(2, { type: 'lock' })));
  await intake.receive(await signed(commandOf(3, { type: 'unlock' })));
  for (let n = 0; n < 5; n++) await turn();
  const begun = () => steps.filter((step) => step.startsWith('begun'));
  t.strictSame(begun(), ['begun 1', 'begun 2']);
  lock.open();
  let idle = false;
  const ended = intake.idle().then(() => {
    idle = true;
  });
  for (let n = 0; n < 5; n++) await turn();
  t.strictSame(begun(), ['begun 1', 'begun 2', 'begun 3']);
  t.ok(steps.includes('finished 3'));
  t.equal(idle, false, 'the self-test still runs');
  test.open();
  await ended;
  t.ok(steps.includes('finished 1'));
});

t.test('it is idle when a lock is carried out too', async (t) => {
  const { opened, open } = gate();
  const { intake, steps } = setUp(() => opened.then(() => succeeded(null)));
  await intake.receive(await signed(commandOf(1, { type: 'lock' })));
  const ended = intake.idle().then(() => void steps.push('idle'));
  for (let n = 0; n < 5; n++) await turn();
  t.equal(steps.at(-1), 'begun 1');
  open();
  await ended;
  t.strictSame(steps.slice(-3), ['finished 1', 'reported', 'idle']);
});

t.test('a command that breaks fails with an internal error, and the next is carried out', async (t) => {
  const { intake, results, logged } = setUp(({ sequence }) => {
    if (sequence === 1) throw new TypeError('secret detail');
    return Promise.resolve(succeeded(null));
  });
  await intake.receive(await signed(commandOf(1)));
  await intake.receive(await signed(commandOf(2)));
  await intake.idle();
  const ends = results.filter(({ state }) => state !== 'acknowledged');
  t.strictSame(
    ends.map(({ state, error }) => [state, error]),
    [
      ['failed', { code: 'internal_error', detail: 'the agent met an unexpected error' }],
      ['succeeded', null],
    ],
  );
  t.strictSame(logged, ['a command broke']);
});

t.test(
  'an outcome that cannot be kept is logged; the command stays unfinished for the next start',
  async (t) => {
    const { opened, open } = gate();
    const { intake, disk, journal, logged } = setUp(() => opened.then(() => succeeded(null)));
    await intake.receive(await signed(commandOf(1)));
    disk.full = true;
    open();
    await intake.idle();
    t.equal(logged.at(-1), 'cannot keep a result');
    t.strictSame(
      journal.unfinished().map(({ sequence }) => sequence),
      [1],
    );
  },
);

t.test('after a crash what is the same twice is done again; the rest is told as interrupted', async (t) => {
  const { intake, interrupted, steps, states, results } = setUp();
  const types = [...COMMAND_TYPES];
  for (const [n, type] of types.entries()) await interrupted(commandOf(n + 1, { type, expiresAt: 1 }));
  await intake.start();
  await intake.idle();
  const again = ['lock', 'unlock', 'sync_policy', 'locate', 'self_test', 'collect_diagnostics', 'unenroll'];
  t.strictSame(
    steps.filter((step) => step.startsWith('begun')).sort(),
    again.map((type) => `begun ${types.indexOf(type as CommandMessage['type']) + 1}`).sort(),
  );
  for (const [n, type] of types.entries()) {
    const end = again.includes(type) ? ['succeeded', null] : ['failed', 'interrupted'];
    t.strictSame(
      states().filter(([commandId]) => commandId === commandIdOf(n + 1)),
      [[commandIdOf(n + 1), ...end]],
      type,
    );
  }
  t.ok(results.every(({ id }) => id.startsWith('end_')));
});

t.test('a stored command that does not verify any more is not carried out', async (t) => {
  const { intake, interrupted, steps, states } = setUp();
  const lock = commandOf(1, { type: 'lock' });
  await interrupted(lock, await signed(lock, { key: generateSigningKey() }));
  await intake.start();
  await intake.idle();
  t.notOk(steps.includes('begun 1'));
  t.strictSame(states(), [[commandIdOf(1), 'failed', 'interrupted']]);
});

t.test('what comes while the start goes on waits for it', async (t) => {
  const { intake, interrupted, steps } = setUp();
  await interrupted(commandOf(1));
  await interrupted(commandOf(2));
  const jws = await signed(commandOf(3));
  const starting = intake.start();
  await intake.receive(jws);
  t.strictSame(steps.filter((step) => step !== 'reported').slice(0, 3), [
    'finished 1',
    'finished 2',
    'accepted 3',
  ]);
  await starting;
  await intake.idle();
});
