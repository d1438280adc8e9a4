import t from 'tap';
import {
  DISCONNECT_DEBOUNCE_MS,
  type PresenceRecord,
  presenceAt,
  SILENCE_MS,
} from '../../../../contracts/device/presence.ts';

const heardAt = 1_000_000;
const record = (changes: Partial<PresenceRecord> = {}): PresenceRecord => ({
  status: 'online',
  lastSeenAt: heardAt,
  disconnectedAt: null,
  disconnectReason: null,
  ...changes,
});

t.test('a device that was heard is online until 75 seconds of silence', (t) => {
  t.same(presenceAt(record(), heardAt), { status: 'online', until: heardAt + SILENCE_MS });
  t.equal(presenceAt(record(), heardAt + SILENCE_MS - 1).status, 'online');
  t.same(presenceAt(record(), heardAt + SILENCE_MS), { status: 'offline', reason: 'silence' });
  t.end();
});

t.test('a disconnect counts after 10 seconds, with its own reason', (t) => {
  for (const reason of ['stopped', 'connection_lost'] as const) {
    const gone = record({ disconnectedAt: heardAt + 5_000, disconnectReason: reason });
    const deadline = heardAt + 5_000 + DISCONNECT_DEBOUNCE_MS;
    t.same(presenceAt(gone, deadline - 1), { status: 'online', until: deadline });
    t.same(presenceAt(gone, deadline), { status: 'offline', reason });
  }
  t.end();
});

t.test('silence that ran out before the disconnect’s debounce is called silence', (t) => {
  const gone = record({ disconnectedAt: heardAt + SILENCE_MS - 1_000, disconnectReason: 'connection_lost' });
  t.same(presenceAt(gone, heardAt + SILENCE_MS), { status: 'offline', reason: 'silence' });
  t.end();
});

t.test(
  'while the server itself was away nobody could be heard: nothing counts before the grace ends',
  (t) => {
    const graceUntil = heardAt + 3_600_000;
    t.equal(presenceAt(record(), graceUntil - 1, graceUntil).status, 'online');
    t.same(presenceAt(record(), graceUntil, graceUntil), { status: 'offline', reason: 'silence' });
    const stopped = record({ disconnectedAt: heardAt + 1, disconnectReason: 'stopped' });
    t.same(presenceAt(stopped, graceUntil, graceUntil), { status: 'offline', reason: 'stopped' });
    t.end();
  },
);

t.test('offline stays offline, however lately it was heard, until the transition is made', (t) => {
  t.equal(presenceAt(record({ status: 'offline' }), heardAt).status, 'offline');
  t.end();
});
