import t from 'tap';
import { type Admission, createAdmissions } from '../../../../gateway/admission/admissions.ts';
import { createComplaints } from '../../../../gateway/limits/complaints.ts';
import { DEFAULT_LIMITS, type GatewayLimits } from '../../../../gateway/limits/limits.ts';
import { createCounters } from '../../../../gateway/limits/stats.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

/** A socket that remembers what was done to it. */
class FakeSocket {
  destroyed = false;
  admission: Admission | null = null;
  readonly address: string;

  constructor(address: string) {
    this.address = address;
  }

  destroy(): void {
    this.destroyed = true;
    this.admission?.leave();
  }
}

function scene(limits: Partial<GatewayLimits> = {}) {
  const clock = createFakeClock();
  const counters = createCounters();
  const complaints = createComplaints({ clock, log: silentLog, counters });
  const known = new Set<string>();
  const admissions = createAdmissions({
    limits: { ...DEFAULT_LIMITS, ...limits },
    clock,
    complaints,
    known: { has: (network) => known.has(network), add: (network) => void known.add(network) },
  });
  const connect = (address = '203.0.113.1'): FakeSocket => {
    const socket = new FakeSocket(address);
    socket.admission = admissions.admit(socket);
    return socket;
  };
  const login = (address?: string): FakeSocket => {
    const socket = connect(address);
    socket.admission?.heard();
    socket.admission?.answered();
    socket.admission?.claimed();
    socket.admission?.proven();
    return socket;
  };
  const refused = (reason: 'crowded_out' | 'connect_timeout' | 'too_many_connections'): number =>
    counters.refused.get(reason) ?? 0;
  return { clock, admissions, connect, login, refused, known };
}

t.test(
  'who says nothing whole is cut after five seconds, who does not log in ten after our answer',
  async (t) => {
    const { clock, admissions, connect, login, refused } = scene();
    const [silent, waiting, slow, device, checking] = [connect(), connect(), connect(), login(), connect()];
    waiting.admission?.heard();
    checking.admission?.heard();
    checking.admission?.claimed();
    await clock.advance(4_999);
    slow.admission?.heard();
    slow.admission?.answered();
    t.equal(silent.destroyed, false);
    await clock.advance(1);
    t.equal(silent.destroyed, true);
    await clock.advance(9_998);
    t.equal(slow.destroyed, false);
    await clock.advance(1);
    t.equal(slow.destroyed, true);
    await clock.advance(60_000);
    t.equal(waiting.destroyed, false, 'one that waits for our answer waits for us');
    t.equal(device.destroyed, false);
    t.equal(checking.destroyed, false, 'a login that is being checked waits for us');
    t.equal(refused('connect_timeout'), 2);
    t.equal(admissions.count, 3);
    t.equal(clock.pending(), 0);
  },
);

t.test('silent strangers shut nobody out behind the same address: the oldest makes room', async (t) => {
  const { clock, connect, login, refused, admissions } = scene({ strangersPerNetwork: 2_000 });
  const silent = Array.from({ length: 2_000 }, () => connect());
  t.ok(silent.every(({ admission }) => admission !== null));
  await clock.advance(1);
  login();
  const school = Array.from({ length: 500 }, () => login());
  t.ok(school.every(({ destroyed }) => !destroyed));
  t.equal(admissions.count, 2_500, 'one made room for each that was a stranger for a moment');
  t.equal(silent[0]?.destroyed, true);
  t.equal(refused('crowded_out'), 1);
  t.equal(refused('too_many_connections'), 0);
});

t.test('strangers take no place of devices, and devices none of strangers', async (t) => {
  const { connect, login, refused } = scene({ connections: 2 });
  const strangers = [connect('203.0.113.1'), connect('203.0.113.2')];
  t.not(login('203.0.113.3').admission, null);
  t.not(login('203.0.113.3').admission, null);
  t.equal(connect('203.0.113.3').admission, null, 'the places of devices are taken');
  t.ok(strangers.every(({ destroyed }) => !destroyed));
  t.equal(refused('too_many_connections'), 1);
});

t.test('networks from which a device has logged in have places of their own', async (t) => {
  const { connect, login } = scene({ strangersKnown: 4, strangersUnknown: 6 });
  login('198.51.100.7').destroy();
  const botnet = Array.from({ length: 6 }, (_, n) => connect(`203.0.113.${n}`));
  t.ok(botnet.every(({ admission }) => admission !== null));
  t.equal(connect('203.0.113.99').admission, null, 'the rest is not for unknown networks');
  const school = Array.from({ length: 4 }, () => connect('198.51.100.7'));
  t.ok(school.every(({ admission }) => admission !== null));
  t.ok(school[0]?.admission?.isKnown());
  t.notOk(botnet[0]?.admission?.isKnown());
});

t.test('a household counts as one, whichever of its IPv6 addresses it takes', async (t) => {
  const { connect, known, login, refused } = scene({ strangersPerNetwork: 2 });
  const household = [1, 2, 3].map((n) => connect(`2001:db8:1:2::${n}`));
  t.strictSame(
    household.map(({ admission }) => admission !== null),
    [true, true, false],
  );
  t.equal(refused('too_many_connections'), 1);
  t.not(connect('2001:db8:1:3::1').admission, null);
  login('2001:db8:1:4::1');
  t.strictSame([...known], ['2001:db8:1:4::/64']);
});

t.test('a network begins only so many connections in a while, a known one many more', async (t) => {
  const { clock, connect, login } = scene({ arrivalsUnknown: 2, arrivalsKnown: 3 });
  const begun = (address: string): number =>
    Array.from({ length: 4 }, () => connect(address)).filter(({ admission }) => admission !== null).length;
  t.equal(begun('203.0.113.1'), 2);
  login('198.51.100.7').destroy();
  t.equal(begun('198.51.100.7'), 2, 'and one before');
  await clock.advance(4_000);
  t.equal(begun('203.0.113.1'), 2);
  t.equal(begun('198.51.100.7'), 3);
});

t.test('places are given back once, however a connection goes', async (t) => {
  const { clock, admissions, connect, login } = scene({ strangersPerNetwork: 1, strangersUnknown: 1 });
  for (let times = 0; times < 3; times++) {
    const socket = connect();
    t.not(socket.admission, null, `${times}`);
    socket.admission?.leave();
    socket.admission?.leave();
    socket.admission?.heard();
    socket.admission?.proven();
    socket.admission?.claimed();
    login().destroy();
  }
  const evicted = connect();
  await clock.advance(1);
  const next = connect();
  t.equal(evicted.destroyed, true);
  evicted.admission?.answered();
  evicted.admission?.proven();
  t.not(next.admission, null);
  next.destroy();
  t.equal(admissions.count, 0);
  t.equal(clock.pending(), 0);
});
