import t from 'tap';
import type { DeviceId } from '../../../../contracts/ids.ts';
import { createConnections } from '../../../../gateway/connections/connections.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { DEVICE_ID } from '../device-records.ts';
import { fakeConnection } from '../fake-connection.ts';

const connection = () => fakeConnection(createFakeClock()).connection;

t.test('each device has one connection, the one that claimed it last', async (t) => {
  const connections = createConnections();
  const [first, second, other] = [connection(), connection(), connection()];
  t.equal(connections.of(DEVICE_ID), null);
  t.equal(connections.claim(DEVICE_ID, first), null);
  t.equal(connections.claim(DEVICE_ID, first), null, 'from itself it takes nothing over');
  t.equal(connections.claim(DEVICE_ID, second), first);
  t.equal(connections.claim('dev_2' as DeviceId, other), null);
  t.equal(connections.of(DEVICE_ID), second);
  t.strictSame([connections.devices(), connections.count], [[DEVICE_ID, 'dev_2'], 2]);
});

t.test('only the device’s own connection can be dropped, once', async (t) => {
  const connections = createConnections();
  const [first, second] = [connection(), connection()];
  connections.claim(DEVICE_ID, first);
  connections.claim(DEVICE_ID, second);
  t.equal(connections.drop(DEVICE_ID, first), false);
  t.equal(connections.of(DEVICE_ID), second);
  t.equal(connections.drop(DEVICE_ID, second), true);
  t.equal(connections.drop(DEVICE_ID, second), false);
  t.strictSame([connections.of(DEVICE_ID), connections.count], [null, 0]);
});

t.test(
  'a connection that the server cuts is its end by the server; one that is over is not cut again',
  async (t) => {
    for (const [by, isByServer] of [
      ['server', true],
      ['device', false],
    ] as const) {
      const { connection: one, isCut } = fakeConnection(createFakeClock());
      one.cut(by);
      t.strictSame([isCut(), one.endedByServer], [true, isByServer]);
    }
    const { connection: over, isCut } = fakeConnection(createFakeClock());
    over.closed = true;
    over.cut('server');
    t.strictSame([isCut(), over.endedByServer], [false, false]);
  },
);
