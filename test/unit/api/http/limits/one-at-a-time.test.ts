import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import t from 'tap';
import { BEGUN, beginOneAtATime } from '../../../../../api/http/limits/one-at-a-time.ts';

/** A server that only counts, and connections that can be destroyed. */
function scene() {
  const server = new EventEmitter();
  beginOneAtATime(server as Server);
  const begun: string[] = [];
  server.on(BEGUN, ({ name }: { readonly name: string }, response: EventEmitter) => {
    begun.push(name);
    response.once('close', () => begun.push(`end of ${name}`));
  });
  const open = () => {
    const socket = {
      destroyed: false,
      destroy() {
        socket.destroyed = true;
      },
    };
    return socket;
  };
  const ask = (socket: ReturnType<typeof open>, name: string): EventEmitter => {
    const response = new EventEmitter();
    server.emit('request', { socket, name }, response);
    return response;
  };
  return { begun, open, ask };
}

t.test('a request begins when the one before it has ended, on each connection', async (t) => {
  const { begun, open, ask } = scene();
  const [one, other] = [open(), open()];
  const first = ask(one, 'first');
  ask(one, 'second');
  ask(other, 'other');
  t.same(begun, ['first', 'other']);
  first.emit('close');
  t.same(begun, ['first', 'other', 'end of first', 'second']);
});

t.test('fifteen may wait; one more closes the connection, and none of them begins', async (t) => {
  const { begun, open, ask } = scene();
  const socket = open();
  const first = ask(socket, 'first');
  for (let number = 0; number < 15; number++) ask(socket, `${number}`);
  t.equal(socket.destroyed, false);
  ask(socket, 'too many');
  t.equal(socket.destroyed, true);
  first.emit('close');
  t.same(begun, ['first', 'end of first']);
});
