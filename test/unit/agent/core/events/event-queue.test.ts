import t from 'tap';
import { createEventQueue, type Step } from '../../../../../agent/core/events/event-queue.ts';
import { silentLog } from '../../../../../kit/log.ts';
import { hasFields } from '../../../../support/has-fields.ts';

type Effect = { readonly effect: 'one' | 'two' | 'unwanted'; readonly of: string };

const next = (state: number, event: string): Step<number, Effect> => ({
  state: state + 1,
  effects: [
    { effect: 'one', of: event },
    { effect: 'unwanted', of: event },
    { effect: 'two', of: event },
  ],
});

t.test('what is told before the parts are made waits for them, in order', async (t) => {
  const queue = createEventQueue({ initial: 0, next, log: silentLog });
  queue.tell('a');
  queue.tell('b');
  t.equal(queue.state(), 0);
  const done: string[] = [];
  queue.carryOut({
    one: ({ of }) => void done.push(`one ${of}`),
    two: ({ of }) => void done.push(`two ${of}`),
  });
  t.same(done, ['one a', 'two a', 'one b', 'two b']);
  t.equal(queue.state(), 2);
});

t.test('an event told by an effect waits for the end of the event before it', async (t) => {
  const queue = createEventQueue({ initial: 0, next, log: silentLog });
  const done: string[] = [];
  queue.carryOut({
    one({ of }) {
      if (of === 'outer') queue.tell('inner');
      done.push(`one ${of}`);
    },
    two: ({ of }) => void done.push(`two ${of}`),
  });
  queue.tell('outer');
  t.same(done, ['one outer', 'two outer', 'one inner', 'two inner']);
});

t.test('an effect that fails is logged and keeps none of the others from being carried out', async (t) => {
  const logged: unknown[] = [];
  const queue = createEventQueue({
    initial: 0,
    next,
    log: { error: (fields) => void logged.push(fields) },
  });
  const done: string[] = [];
  queue.carryOut({
    one() {
      throw new Error('the disk is full');
    },
    two: ({ of }) => void done.push(of),
  });
  queue.tell('a');
  queue.tell('b');
  t.same(done, ['a', 'b']);
  hasFields(t, logged, [{ effect: 'one', error: /the disk is full/ }, { effect: 'one' }]);
});
