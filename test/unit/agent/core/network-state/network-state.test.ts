import t from 'tap';
import {
  AT_START,
  type NetworkEvent,
  type NetworkRules,
  type NetworkState,
  nextNetworkState,
} from '../../../../../agent/core/network-state/network-state.ts';
import { chooseUpstreams } from '../../../../../agent/core/network-state/upstream-choice.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const RULES: NetworkRules = { portalAllowed: true, online: false };
const PORTAL: NetworkEvent = {
  event: 'probed',
  answer: 'portal',
  location: 'http://portal.example/in',
  hosts: ['cdn.example'],
};
const OPEN: NetworkEvent = { event: 'probed', answer: 'open', location: null, hosts: [] };
const SILENCE: NetworkEvent = { event: 'probed', answer: 'unreachable', location: null, hosts: [] };
const TICK: NetworkEvent = { event: 'tick' };
const join = (network: string | null): NetworkEvent => ({ event: 'network', network });

/** Feeds events at their times. */
function after(
  steps: readonly (readonly [at: number, NetworkEvent, Partial<NetworkRules>?])[],
  from: NetworkState = AT_START,
): NetworkState {
  return steps.reduce(
    (state, [at, event, rules]) => nextNetworkState(state, event, { ...RULES, ...rules }, at),
    from,
  );
}

t.test('a portal is open while it is allowed, and no longer', (t) => {
  const portal = after([
    [0, join('cafe')],
    [10, PORTAL],
  ]);
  hasFields(t, portal, {
    name: 'portal',
    location: 'http://portal.example/in',
    hosts: ['cdn.example'],
    probeAt: 5_010,
  });
  t.equal(after([[9_000, TICK]], portal).name, 'portal');
  const over = after([[9_000, TICK, { portalAllowed: false }]], portal);
  hasFields(t, over, { name: 'enforce', location: null, probeAt: 69_000 });
  t.same(over.hosts, []);
  t.equal(after([[20_000, OPEN]], portal).name, 'enforce', 'signed in');
  t.equal(after([[20_000, SILENCE]], portal).name, 'portal', 'silence is no sign-in');
  t.equal(after([[20_000, join('other')]], portal).name, 'probe');
  t.equal(
    after([
      [0, join('cafe')],
      [0, PORTAL, { portalAllowed: false }],
    ]).name,
    'enforce',
  );
  t.end();
});

t.test('a portal that stands up again is noticed while enforcing, sooner without the server', (t) => {
  const signedIn = after([
    [0, join('cafe')],
    [0, PORTAL],
    [5_000, OPEN],
  ]);
  hasFields(t, signedIn, { name: 'enforce', probeAt: 65_000 });
  t.equal(after([[65_000, PORTAL]], signedIn).name, 'portal');
  hasFields(t, after([[65_000, SILENCE]], signedIn), { name: 'enforce', probeAt: 125_000 });
  const online = after([[6_000, { event: 'server_answers' }, { online: true }]], signedIn);
  hasFields(t, online, { name: 'enforce', probeAt: 306_000 });
  hasFields(
    t,
    after([[10_000, { event: 'server_lost' }]], online),
    { name: 'enforce', probeAt: 10_000 },
    'at once',
  );
  t.end();
});

t.test('where the server is reached, nothing that answers plain http is a portal', (t) => {
  const joined = after([[0, join('a')]]);
  t.equal(after([[1, PORTAL, { online: true }]], joined).name, 'enforce');
  t.equal(after([[1, { event: 'server_lost' }]], joined).name, 'probe');
  t.end();
});

t.test('a server that answers over TLS shows that there is no portal', (t) => {
  t.equal(
    after([
      [0, join('a')],
      [0, { event: 'server_answers' }],
    ]).name,
    'enforce',
  );
  t.equal(
    after([
      [0, join('a')],
      [0, PORTAL],
      [1, { event: 'server_answers' }],
    ]).name,
    'enforce',
  );
  t.equal(after([[0, { event: 'server_answers' }]]).name, 'offline');
  t.end();
});

t.test('a network that stays silent is asked some times, then filtered as any other', (t) => {
  let state = after([[0, join('a')]]);
  let asked = 0;
  for (; state.name === 'probe'; asked++) state = after([[state.probeAt ?? 0, SILENCE]], state);
  t.equal(state.name, 'enforce');
  t.equal(asked, 6);
  t.end();
});

t.test('after sleep the network is probed again', (t) => {
  const enforcing = after([
    [0, join('a')],
    [0, OPEN],
  ]);
  t.equal(after([[5, { event: 'resume' }]], enforcing).name, 'probe');
  t.equal(after([[5, { event: 'resume' }]]).name, 'offline');
  t.end();
});

t.test('what a portal told is kept until it tells something else, and is gone with it', (t) => {
  const portal = after([
    [0, join('cafe')],
    [10, PORTAL],
  ]);
  const again = after([[5_010, { ...PORTAL, location: null, hosts: [] }]], portal);
  t.strictSame(again, { ...portal, probeAt: 10_010 }, 'an answer without a place says nothing new');
  const moved = after(
    [[5_010, { ...PORTAL, location: 'http://other.example/', hosts: ['b.example'] }]],
    portal,
  );
  t.strictSame(moved, {
    ...portal,
    probeAt: 10_010,
    location: 'http://other.example/',
    hosts: ['b.example'],
  });
  for (const away of [OPEN, join('other'), join(null), { event: 'server_answers' } as const]) {
    const { location, hosts } = after([[20_000, away]], portal);
    t.strictSame({ location, hosts }, { location: null, hosts: [] }, away.event);
  }
  t.end();
});

t.test('silence at a portal asks again in five seconds, while it may be open', (t) => {
  const portal = after([
    [0, join('cafe')],
    [10, PORTAL],
  ]);
  t.strictSame(after([[5_010, SILENCE]], portal), { ...portal, probeAt: 10_010 });
  hasFields(t, after([[5_010, SILENCE, { portalAllowed: false }]], portal), { name: 'enforce' });
  t.end();
});

t.test('sleep leaves an open portal alone', (t) => {
  const portal = after([
    [0, join('cafe')],
    [10, PORTAL],
  ]);
  t.strictSame(after([[50, { event: 'resume' }]], portal), portal);
  t.end();
});

t.test('the same network again is no news; it ends a portal whose time is over', (t) => {
  const enforcing = after([
    [0, join('a')],
    [1, OPEN],
  ]);
  t.strictSame(after([[500, join('a')]], enforcing), enforcing);
  const portal = after([
    [0, join('a')],
    [1, PORTAL],
  ]);
  t.strictSame(after([[500, join('a')]], portal), portal);
  t.equal(after([[500, join('a'), { portalAllowed: false }]], portal).name, 'enforce');
  t.equal(after([[500, TICK, { portalAllowed: false }]], enforcing).probeAt, enforcing.probeAt);
  t.end();
});

t.test('another place is another network, though its name was the place of the one before', (t) => {
  const at = (network: string | null, place: string | null): NetworkEvent => ({
    event: 'network',
    network,
    place,
  });
  const first = after([
    [0, at('mac 1', 'place 1')],
    [1, OPEN],
  ]);
  hasFields(t, after([[2, at('mac 2', 'place 1')]], first), { name: 'probe', network: 'mac 2' });
  hasFields(t, after([[2, at('place 2', 'place 2')]], first), {
    name: 'probe',
    network: 'place 2',
    place: 'place 2',
  });
  hasFields(t, after([[2, at(null, 'place 1')]], first), { name: 'offline', network: null });
  const unnamed = after([
    [0, at('place 1', 'place 1')],
    [1, OPEN],
  ]);
  hasFields(t, after([[2, at('mac 1', 'place 2')]], unnamed), { name: 'probe', place: 'place 2' });
  hasFields(t, after([[2, at(null, 'place 1')]], unnamed), { name: 'offline' });
  hasFields(t, after([[2, at('mac 1', 'place 1')]], unnamed), {
    name: 'enforce',
    network: 'mac 1',
    place: 'place 1',
  });
  const nowhere = after([[0, join('a')]]);
  t.equal(nowhere.place, null);
  hasFields(t, after([[1, OPEN]], nowhere), { name: 'enforce' });
  t.equal(
    after(
      [
        [1, OPEN],
        [2, join('b')],
      ],
      nowhere,
    ).name,
    'probe',
    'two that tell no place are not the same',
  );
  t.end();
});

t.test(
  'on campus the network’s resolvers come first, elsewhere the school’s; in a portal and with a wrong clock only the network’s',
  (t) => {
    const facts = {
      campus: 'on-campus',
      portal: false,
      clockWrong: false,
      network: ['10.0.0.1'],
      school: ['https://d.example/q'],
    } as const;
    t.same(chooseUpstreams(facts), ['10.0.0.1', 'https://d.example/q']);
    t.same(chooseUpstreams({ ...facts, campus: 'off-campus' }), ['https://d.example/q', '10.0.0.1']);
    t.same(chooseUpstreams({ ...facts, campus: 'unknown' }), ['https://d.example/q', '10.0.0.1']);
    t.same(chooseUpstreams({ ...facts, campus: 'off-campus', portal: true }), ['10.0.0.1']);
    t.same(chooseUpstreams({ ...facts, campus: 'off-campus', clockWrong: true }), ['10.0.0.1']);
    t.same(chooseUpstreams({ ...facts, clockWrong: true, network: [] }), ['https://d.example/q']);
    t.end();
  },
);
