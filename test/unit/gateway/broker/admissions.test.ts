import t from 'tap';
import { type Admission, createAdmissions } from '../../../../gateway/broker/admissions.ts';
import { createComplaints } from '../../../../gateway/complaints.ts';
import { DEFAULT_LIMITS, type GatewayLimits } from '../../../../gateway/limits.ts';
import { createCounters } from '../../../../gateway/stats.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

/** A socket that remembers what was done to it. */
class FakeSocket {
  spoken = false;
  destroyed = false;
  admission: Admission | null = null;
  readonly address: string;

  constructor(address: string) {
    this.address = address;
  }

  hasSpoken(): boolean {
    return this.spoken;
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
  const admissions = createAdmissions({ limits: { ...DEFAULT_LIMITS, ...limits }, clock, complaints });
  const connect = (address = '203.0.113.1'): FakeSocket => {
    const socket = new FakeSocket(address);
    socket.admission = admissions.admit(socket);
    return socket;
  };
  const login = (address?: string): FakeSocket => {
    const socket = connect(address);
    socket.spoken = true;
    socket.admission?.claimed();
    socket.admission?.proven();
    return socket;
  };
  const refused = (reason: 'crowded_out' | 'connect_timeout' | 'too_many_connections'): number =>
    counters.refused.get(reason) ?? 0;
  return { clock, admissions, connect, login, refused };
}

t.test('who says nothing is cut after five seconds, who does not log in after ten', async (t) => {
  const { clock, admissions, connect, login, refused } = scene();
  const [silent, slow, device, checking] = [connect(), connect(), login(), connect()];
  slow.spoken = true;
  checking.spoken = true;
  checking.admission?.claimed();
  await clock.advance(4_999);
  t.equal(silent.destroyed, false);
  await clock.advance(1);
  t.equal(silent.destroyed, true);
  t.equal(slow.destroyed, false);
  await clock.advance(4_999);
  t.equal(slow.destroyed, false);
  await clock.advance(1);
  t.equal(slow.destroyed, true);
  await clock.advance(60_000);
  t.equal(device.destroyed, false);
  t.equal(checking.destroyed, false, 'a login that is being checked waits for us');
  t.equal(refused('connect_timeout'), 2);
  t.equal(admissions.count, 2);
  t.equal(clock.pending(), 0);
});

t.test('silent strangers shut nobody out behind the same address: the oldest makes room', async (t) => {
  const { clock, connect, login, refused, admissions } = scene({ strangersPerAddress: 2_000 });
  const silent = Array.from({ length: 2_000 }, () => connect());
  t.ok(silent.every(({ admission }) => admission !== null));
  await clock.advance(1_000);
  const school = Array.from({ length: 500 }, () => login());
  t.ok(school.every(({ destroyed }) => !destroyed));
  t.equal(admissions.count, 2_499, 'one made room for each that was a stranger for a moment');
  t.equal(silent[0]?.destroyed, true);
  t.equal(refused('crowded_out'), 1);
  t.equal(refused('too_many_connections'), 0);
});

t.test('one that has spoken is put out after those that have not, and later', async (t) => {
  const { clock, connect, refused } = scene({ strangersPerAddress: 3 });
  const talker = connect();
  talker.spoken = true;
  const [first, second] = [connect(), connect()];
  await clock.advance(249);
  t.equal(connect().admission, null, 'each may still be on its way');
  t.equal(refused('too_many_connections'), 1);
  await clock.advance(1);
  t.not(connect().admission, null);
  t.same(
    [talker, first, second].map(({ destroyed }) => destroyed),
    [false, true, false],
  );
  const others = connect();
  t.not(others.admission, null);
  t.equal(second.destroyed, true);
  others.spoken = true;
  await clock.advance(1_999);
  connect();
  t.equal(talker.destroyed, false);
});

t.test('strangers take no place of devices, and devices none of strangers', async (t) => {
  const { connect, login, refused } = scene({ connections: 2, strangers: 3, strangersKept: 0 });
  const strangers = [connect('203.0.113.1'), connect('203.0.113.2')];
  t.not(login('203.0.113.3').admission, null);
  t.not(login('203.0.113.3').admission, null);
  t.equal(connect('203.0.113.3').admission, null, 'the places of devices are taken');
  t.ok(strangers.every(({ destroyed }) => !destroyed));
  t.equal(refused('too_many_connections'), 1);
});

t.test('a part is kept for addresses from which a device has logged in', async (t) => {
  const { clock, connect, login } = scene({ strangers: 10, strangersKept: 4 });
  login('198.51.100.7').destroy();
  const botnet = Array.from({ length: 6 }, (_, n) => connect(`203.0.113.${n}`));
  t.ok(botnet.every(({ admission }) => admission !== null));
  t.equal(connect('203.0.113.99').admission, null, 'the rest is not for unknown addresses');
  const school = Array.from({ length: 4 }, () => connect('198.51.100.7'));
  t.ok(school.every(({ admission }) => admission !== null));
  await clock.advance(1_000);
  t.not(connect('198.51.100.7').admission, null, 'and then an unknown address makes room');
  t.equal(botnet[0]?.destroyed, true);
  await clock.advance(8 * 86_400_000);
  const later = Array.from({ length: 7 }, () => connect('198.51.100.7'));
  t.equal(later.filter(({ admission }) => admission !== null).length, 6, 'a week later it is forgotten');
});

t.test('a school behind one address becomes known with its first login, while others stand', async (t) => {
  const { connect, login } = scene({ strangers: 10, strangersKept: 4 });
  const before = [connect('198.51.100.7'), connect('198.51.100.7')];
  login('198.51.100.7');
  const school = Array.from({ length: 8 }, () => connect('198.51.100.7'));
  t.ok([...before, ...school].every(({ admission }) => admission !== null));
  t.equal(connect('198.51.100.7').admission, null);
});

t.test('among unknown addresses the one that holds the most makes room', async (t) => {
  const { clock, connect } = scene({ strangers: 6, strangersKept: 0 });
  const honest = connect('198.51.100.7');
  const greedy = Array.from({ length: 5 }, () => connect('203.0.113.1'));
  await clock.advance(1_000);
  t.not(connect('192.0.2.1').admission, null);
  t.equal(honest.destroyed, false, 'though it came first');
  t.equal(greedy[0]?.destroyed, true);
});

t.test('places are given back once, however a connection goes', async (t) => {
  const { clock, admissions, connect, login } = scene({
    strangersPerAddress: 1,
    strangers: 1,
    strangersKept: 0,
  });
  for (let times = 0; times < 3; times++) {
    const socket = connect();
    t.not(socket.admission, null, `${times}`);
    socket.admission?.leave();
    socket.admission?.leave();
    socket.admission?.proven();
    socket.admission?.claimed();
    login().destroy();
  }
  const evicted = connect();
  await clock.advance(1_000);
  const next = connect();
  evicted.admission?.claimed();
  evicted.admission?.proven();
  t.not(next.admission, null);
  next.destroy();
  t.equal(admissions.count, 0);
  t.equal(clock.pending(), 0);
});
