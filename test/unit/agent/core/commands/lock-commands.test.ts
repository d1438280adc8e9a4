import t from 'tap';
import { fromAttempt } from '../../../../../agent/core/commands/command-outcome.ts';
import { createLockCommands } from '../../../../../agent/core/commands/lock-commands.ts';
import type { LockAnswer } from '../../../../../agent/core/lock/lock-keeper.ts';
import type { LockReport } from '../../../../../agent/core/lock/lock-report.ts';
import { done, failed, observed } from '../../../../../agent/ports/outcome.ts';
import { hasFields, hasText } from '../../../../support/has-fields.ts';

type Message = Parameters<ReturnType<typeof createLockCommands>['lock']>[0];

const LOCKED: LockReport = {
  state: 'locked',
  commandId: 'cmd_1',
  since: 1,
  until: 9,
  lesson: null,
  network: 'on',
  session: 'on',
  window: 'on',
  problems: {},
};
const UNLOCKED: LockReport = {
  ...LOCKED,
  state: 'unlocked',
  commandId: null,
  until: null,
  network: 'off',
  session: 'off',
  window: 'off',
};

function scene(report: LockReport, answer: Partial<LockAnswer> = {}) {
  const wishes: unknown[][] = [];
  const commands = createLockCommands({
    want: async (...goal) => {
      wishes.push(goal);
      return { change: 'lock', why: null, durable: true, report, ...answer };
    },
  });
  return { ...commands, wishes };
}

function message(lock: object | undefined): Message {
  return { commandId: 'cmd_1', issuedAt: 500, lock } as unknown as Message;
}
const LOCK = message({ wanted: true, commandId: 'cmd_1' });
const UNLOCK = message({ wanted: false, commandId: 'cmd_1' });

t.test('a lock in force succeeds, and tells its parts', async (t) => {
  const { lock, wishes } = scene(LOCKED);
  t.strictSame(await lock(LOCK), {
    state: 'succeeded',
    result: { network: 'on', session: 'on', window: 'on', until: 9 },
    error: null,
  });
  t.strictSame(wishes, [[LOCK.lock, 500]]);
});

t.test('a command that does not carry what it names is not obeyed', async (t) => {
  const { lock, unlock, wishes } = scene(LOCKED);
  for (const wrong of [
    undefined,
    { wanted: false, commandId: 'cmd_1' },
    { wanted: true, commandId: 'cmd_2' },
  ])
    hasFields(t, await lock(message(wrong)), { state: 'failed', error: { code: 'invalid_params' } });
  for (const wrong of [undefined, { wanted: true, commandId: 'cmd_1' }])
    hasFields(t, await unlock(message(wrong)), { state: 'failed', error: { code: 'invalid_params' } });
  t.strictSame(wishes, []);
});

t.test('a lock that was not taken over says why', async (t) => {
  for (const [why, code, detail] of [
    ['older', 'lock_older', 'newer lock or unlock'],
    ['released', 'lock_released', 'released on the device'],
    ['over', 'lock_over', 'was over before'],
    ['already', 'lock_already', 'another lock'],
    [null, 'lock_replaced', 'another lock'],
  ] as const) {
    const { lock } = scene({ ...LOCKED, commandId: 'cmd_0' }, { why });
    const outcome = await lock(LOCK);
    hasFields(t, outcome, { state: 'failed', result: null, error: { code } });
    hasText(t, outcome.error?.detail, detail);
  }
});

t.test('a lock of which nothing holds has failed, with the reasons', async (t) => {
  const { lock } = scene({
    ...LOCKED,
    state: 'unlocked',
    network: 'failed',
    session: 'failed',
    problems: { network: 'no nft', session: 'no loginctl' },
  });
  const outcome = await lock(LOCK);
  hasFields(t, outcome, {
    state: 'failed',
    result: { network: 'failed', problems: { network: 'no nft', session: 'no loginctl' } },
    error: { code: 'lock_not_enforced' },
  });
  hasText(t, outcome.error?.detail, 'network: no nft; session: no loginctl');
  t.notOk('partial' in (outcome.result ?? {}), 'it holds in no part');
});

t.test('what is not quite a lock is told: a part failed, only observed, not on disk, a lesson', async (t) => {
  const outcomeOf = async (report: Partial<LockReport>, answer: Partial<LockAnswer> = {}) =>
    (await scene({ ...LOCKED, ...report }, answer).lock(LOCK)).result;
  const whole = { network: 'on', session: 'on', window: 'on', until: 9 };
  t.strictSame(await outcomeOf({ window: 'failed', problems: { window: 'no screen' } }), {
    ...whole,
    window: 'failed',
    partial: true,
    problems: { window: 'no screen' },
  });
  t.strictSame(await outcomeOf({ session: 'observed' }), { ...whole, session: 'observed', observed: true });
  t.strictSame(await outcomeOf({}, { durable: false }), { ...whole, durable: false });
  const lesson = { sessionId: 'cls_1', locked: true } as unknown as LockReport['lesson'];
  t.strictSame(await outcomeOf({ lesson }), { ...whole, classroomSession: 'cls_1' });
});

t.test('an unlock succeeds when the device is unlocked, and not before', async (t) => {
  const { unlock } = scene(UNLOCKED, { change: 'unlock' });
  t.strictSame(await unlock(UNLOCK), {
    state: 'succeeded',
    result: { network: 'off', session: 'off', window: 'off', until: null },
    error: null,
  });
  const held = await scene({ ...LOCKED, problems: { network: 'no nft' } }).unlock(UNLOCK);
  hasFields(t, held, { state: 'failed', error: { code: 'unlock_incomplete' }, result: { network: 'on' } });
  hasText(t, held.error?.detail, 'no nft');
});

t.test('an unlock that a newer wish has overtaken says so, whatever the lock is', async (t) => {
  for (const report of [LOCKED, UNLOCKED])
    hasFields(t, await scene(report, { change: 'none', why: 'older' }).unlock(UNLOCK), {
      state: 'failed',
      error: { code: 'superseded' },
    });
});

t.test('an attempt is a success when it was done or only watched, and says which', async (t) => {
  t.strictSame(fromAttempt(done('shown')), { state: 'succeeded', result: { detail: 'shown' }, error: null });
  t.strictSame(fromAttempt(observed('would show')), {
    state: 'succeeded',
    result: { observed: true, detail: 'would show' },
    error: null,
  });
  t.strictSame(fromAttempt(failed('x'.repeat(2_000))), {
    state: 'failed',
    result: null,
    error: { code: 'not_done', detail: 'x'.repeat(1_000) },
  });
});
