import t from 'tap';
import type { DeviceId } from '../../../contracts/ids.ts';
import { topicOf } from '../../../contracts/mqtt/topics.ts';
import type { Connection, Publish } from '../../../gateway/connections/connection.ts';
import { createConnections } from '../../../gateway/connections/connections.ts';
import { DeviceBudget } from '../../../gateway/limits/device-budgets.ts';
import { DEFAULT_LIMITS } from '../../../gateway/limits/limits.ts';
import { createCounters, type Refusal } from '../../../gateway/limits/stats.ts';
import { createSessions } from '../../../gateway/sessions.ts';
import type { SignInSpan } from '../../../store/ports/device-people.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { hasFields } from '../../support/has-fields.ts';
import { DEVICE_ID, deviceRecord } from './device-records.ts';
import { fakeConnection } from './fake-connection.ts';

const CREDENTIALS = { clientId: DEVICE_ID, username: DEVICE_ID, password: Buffer.from('password') };

/** Sessions of a gateway whose other parts only take note. */
function scene() {
  const clock = createFakeClock();
  const connections = createConnections();
  const counters = createCounters();
  const calls: unknown[] = [];
  const complaints: unknown[] = [];
  const logged: unknown[] = [];
  const record = deviceRecord({ lastSeenAt: clock.now() });
  const state = {
    refusal: null as Refusal | null,
    epoch: 1,
    stands: true,
    signIns: [] as readonly SignInSpan[],
    whileConnecting: (): void => undefined,
    endFails: false,
  };
  const handlers = createSessions({
    connections,
    counters,
    logins: {
      prove: async () =>
        state.refusal === null
          ? { device: { deviceId: DEVICE_ID, epoch: state.epoch, record, publicKey: 'key' } }
          : { refusal: state.refusal },
    },
    organisations: { get: async (id: number) => void calls.push(['settings of', id]) },
    devicePeople: { signIns: async () => state.signIns },
    budgets: { of: () => new DeviceBudget(clock, DEFAULT_LIMITS) },
    presence: {
      connected: async (...all: unknown[]) => {
        calls.push(['connected', ...all]);
        state.whileConnecting();
        return state.stands;
      },
      ended: async (...all: unknown[]) => {
        calls.push(['ended', ...all]);
        if (state.endFails) throw new Error('the disk is full');
      },
      heard: (...all: unknown[]) => void calls.push(['heard', ...all]),
    },
    ingest: {
      take: ({ connection }: { readonly connection: Connection }, name: string) => {
        calls.push(['message', name, connection.address]);
        return 'over_quota';
      },
    },
    delivery: { look: (id: DeviceId) => void calls.push(['look', id]) },
    complaints: { report: (...all: unknown[]) => void complaints.push(all) },
    log: { error: (...all: unknown[]) => void logged.push(all) },
  } as unknown as Parameters<typeof createSessions>[0]);
  /** A connection that has not logged in yet. */
  const open = (will: Publish | null = null) => {
    const made = fakeConnection(clock);
    made.connection.login = null;
    made.connection.will = will;
    return made;
  };
  const login = async (epoch = 1, one = open()) => {
    state.epoch = epoch;
    return { ...one, code: await handlers.login(one.connection, CREDENTIALS) };
  };
  /** What the other parts were told since the last question. */
  const told = (): unknown[] => calls.splice(0);
  return { clock, handlers, connections, counters, complaints, logged, state, open, login, told };
}

t.test('a proven login makes the connection the device’s own', async (t) => {
  const { login, connections, counters, complaints, told } = scene();
  const { code, connection, admission } = await login(7);
  t.equal(code, null);
  t.equal(connections.of(DEVICE_ID), connection);
  hasFields(t, connection.login, {
    deviceId: DEVICE_ID,
    epoch: 7,
    device: { publicKey: 'key', ouPath: '/High' },
  });
  t.strictSame(admission, ['proven']);
  t.strictSame(told(), [
    ['settings of', 1],
    ['connected', DEVICE_ID, 7, 'key'],
  ]);
  t.strictSame([counters.logins, counters.takeovers, complaints], [1, 0, []]);
});

t.test('a last will of another connection is refused', async (t) => {
  const { open, login, complaints } = scene();
  const will = (epoch: number): Publish => ({
    topic: topicOf(DEVICE_ID, 'status'),
    payload: JSON.stringify({ state: 'offline', epoch }),
    qos: 1,
    retain: true,
  });
  t.equal((await login(3, open(will(2)))).code, 5);
  t.strictSame(complaints, [['bad_will', { deviceId: DEVICE_ID }]]);
  t.equal((await login(3, open(will(3)))).code, null);
});

t.test('a newer connection takes over from the one before, which is cut and tells nothing', async (t) => {
  const { handlers, login, connections, counters, told } = scene();
  const first = await login(1);
  const second = await login(2);
  t.equal(connections.of(DEVICE_ID), second.connection);
  t.strictSame([first.isCut(), first.connection.endedByServer, second.isCut()], [true, true, false]);
  t.strictSame([counters.logins, counters.takeovers], [2, 1]);
  told();
  handlers.heard(first.connection, first.login);
  handlers.ended(first.connection);
  t.strictSame(told(), []);
  handlers.heard(second.connection, second.login);
  t.strictSame(told(), [['heard', DEVICE_ID, 1]]);
});

t.test('an older connection does not take over from a newer one; one of the same epoch does', async (t) => {
  const { login, connections, complaints } = scene();
  const first = await login(5);
  const older = await login(4);
  t.strictSame([older.code, older.connection.login, first.isCut()], [5, null, false]);
  t.strictSame(complaints, [['stale_epoch', { deviceId: DEVICE_ID }]]);
  const same = await login(5);
  t.equal(same.code, null);
  t.equal(connections.of(DEVICE_ID), same.connection);
});

t.test('a key that was revoked while the login was written is refused', async (t) => {
  const { state, login, complaints, counters } = scene();
  state.stands = false;
  t.equal((await login()).code, 4);
  t.strictSame(complaints, [['revoked_device', { deviceId: DEVICE_ID }]]);
  t.equal(counters.logins, 0);
});

t.test('a connection that is over before it was proven is nobody’s', async (t) => {
  const { open, login, connections, told } = scene();
  const one = open();
  one.connection.closed = true;
  t.equal((await login(1, one)).code, 4);
  t.strictSame([connections.count, told()], [0, [['settings of', 1]]]);
});

t.test(
  'a connection that ends while its beginning is written is noted again when that is done',
  async (t) => {
    const { handlers, state, open, login, told } = scene();
    const one = open();
    state.whileConnecting = () => {
      one.connection.closed = true;
      handlers.ended(one.connection);
    };
    await login(1, one);
    t.strictSame(told().slice(2), [
      ['ended', DEVICE_ID, 1, 'connection_lost'],
      ['ended', DEVICE_ID, 1, 'connection_lost'],
    ]);
  },
);

t.test('one that another has taken over from meanwhile tells nothing of its end', async (t) => {
  const { connections, state, open, login, told } = scene();
  const [one, other] = [open(), open()];
  state.whileConnecting = () => {
    one.connection.closed = true;
    connections.claim(DEVICE_ID, other.connection);
  };
  t.equal((await login(1, one)).code, null);
  t.equal(told().length, 2);
});

t.test('an end by the server, or of a stranger, tells nothing', async (t) => {
  const { handlers, open, login, told, connections } = scene();
  const { connection } = await login();
  told();
  connection.cut('server');
  handlers.ended(connection);
  handlers.ended(open().connection);
  t.strictSame([told(), connections.count], [[], 0]);
});
