import t from 'tap';
import { createActionCommands } from '../../../../../agent/core/commands/action-commands.ts';
import { failed, observed } from '../../../../../agent/ports/outcome.ts';
import type { CommandMessage } from '../../../../../contracts/mqtt/messages.ts';
import { createFakeOs } from '../../../../support/fake-os.ts';
import { commandOf } from '../signed-messages.ts';

type Action = keyof ReturnType<typeof createActionCommands>;

function setUp(script: Parameters<typeof createFakeOs>[0] = {}) {
  const os = createFakeOs(script);
  const commands = createActionCommands(os.actions);
  const run = (type: Action, params: CommandMessage['params'] = {}) =>
    commands[type](commandOf(1, { type, params }));
  return { os, run };
}

const invalid = (name: string, max: number) => ({
  state: 'failed',
  result: null,
  error: {
    code: 'invalid_params',
    detail: `"${name}" is missing, empty or longer than ${max} characters`,
  },
});

t.test('each command is done by its own action, once', async (t) => {
  for (const [type, params, call] of [
    ['restart', {}, { name: 'restart' }],
    ['shutdown', {}, { name: 'shutdown' }],
    ['sign_out', {}, { name: 'signOut' }],
    ['message', { text: 'See the office' }, { name: 'showMessage', input: 'See the office' }],
    ['open_url', { url: 'https://a.example/' }, { name: 'openUrl', input: 'https://a.example/' }],
  ] as const) {
    const { os, run } = setUp();
    t.strictSame(await run(type, params), {
      state: 'succeeded',
      result: { detail: `fake ${call.name}` },
      error: null,
    });
    t.strictSame(os.calls, [call], type);
  }
});

t.test('what this platform cannot do is told and not tried', async (t) => {
  const actions = ['restart', 'shutdown', 'signOut', 'showMessage', 'openUrl'] as const;
  const { os, run } = setUp({ unsupported: actions });
  for (const type of ['restart', 'shutdown', 'sign_out', 'message', 'open_url'] as const)
    t.strictSame(await run(type, { text: 'Hello', url: 'https://a.example/' }), {
      state: 'failed',
      result: null,
      error: { code: 'not_supported', detail: `this platform cannot carry out "${type}"` },
    });
  t.strictSame(os.calls, []);
});

t.test('an action that could not be done fails with its reason; one only watched succeeds', async (t) => {
  const { run } = setUp({
    outcomes: { restart: failed('systemd says no'), showMessage: observed('would show a message') },
  });
  t.strictSame(await run('restart'), {
    state: 'failed',
    result: null,
    error: { code: 'not_done', detail: 'systemd says no' },
  });
  t.strictSame(await run('message', { text: 'Hello' }), {
    state: 'succeeded',
    result: { observed: true, detail: 'would show a message' },
    error: null,
  });
});

t.test('a message may come as `message` too; the first that is a text is shown as it is', async (t) => {
  const { os, run } = setUp();
  await run('message', { message: ' Hello ' });
  await run('message', { text: 5, message: 'other' });
  await run('message', { text: 'this', message: 'not this' });
  t.strictSame(
    os.calls.map(({ input }) => input),
    [' Hello ', 'other', 'this'],
  );
});

t.test('a text that is missing, no text, empty or too long is refused', async (t) => {
  const { os, run } = setUp();
  for (const text of [undefined, null, 5, '', ' \n\t ', 'x'.repeat(2_001)])
    t.strictSame(await run('message', { text }), invalid('text', 2_000));
  for (const url of [undefined, '', `https://a.example/${'x'.repeat(2_031)}`])
    t.strictSame(await run('open_url', { url, text: 'https://a.example/' }), invalid('url', 2_048));
  t.strictSame(os.calls, []);
  await run('message', { text: 'x'.repeat(2_000) });
  await run('open_url', { url: `https://a.example/${'x'.repeat(2_030)}` });
  t.equal(os.calls.length, 2, 'the longest are taken');
});
