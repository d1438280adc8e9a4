import t from 'tap';
import { createStatusHandler } from '../../../../gateway/ingest/status.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { DEVICE_ID } from '../device-records.ts';
import { fakeConnection } from '../fake-connection.ts';

function scene() {
  const ended: unknown[] = [];
  const laptop = fakeConnection(createFakeClock(), { epoch: 4 });
  const handle = createStatusHandler({
    presence: { ended: async (...all: unknown[]) => void ended.push(all) },
  } as unknown as Parameters<typeof createStatusHandler>[0]);
  const send = (message: object) => handle(laptop, Buffer.from(JSON.stringify(message)));
  return { ended, laptop, handle, send };
}

t.test('a good-bye ends the connection, and is acknowledged when that is durable', async (t) => {
  const { send, ended, laptop } = scene();
  t.equal(await send({ state: 'offline', epoch: 4, reason: 'stopped' }), null);
  t.strictSame(ended, [[DEVICE_ID, 4, 'stopped']]);
  t.equal(laptop.connection.stopped, true);
});

t.test('nothing else that a device says of its status changes anything', async (t) => {
  for (const [message, refusal] of [
    [{ state: 'online', epoch: 4 }, null],
    [{ state: 'online', epoch: 4, reason: 'stopped' }, null],
    // A last will.
    [{ state: 'offline', epoch: 4 }, null],
    [{ state: 'offline', epoch: 4, reason: 'connection_lost' }, 'bad_shape'],
    [{ state: 'offline', epoch: 3, reason: 'stopped' }, 'stale_epoch'],
    [{ state: 'asleep', epoch: 4 }, 'bad_shape'],
  ] as const) {
    const { send, ended, laptop } = scene();
    t.equal(await send(message), refusal, JSON.stringify(message));
    t.strictSame([ended, laptop.connection.stopped], [[], false]);
  }
  const { handle, laptop } = scene();
  t.equal(await handle(laptop, Buffer.from('offline')), 'bad_json');
});
