import t from 'tap';
import { networkName } from '../../../../../agent/core/network-state/network-name.ts';
import {
  AT_START,
  type NetworkEvent,
  type NetworkRules,
  type NetworkState,
  nextNetworkState,
} from '../../../../../agent/core/network-state/network-state.ts';
import { chooseUpstreams } from '../../../../../agent/core/network-state/upstream-choice.ts';

const RULES: NetworkRules = { portalGraceMinutes: 10, locked: false };
const MINUTE = 60_000;
const PORTAL: NetworkEvent = { event: 'probed', answer: 'portal', location: 'http://portal.example/in' };
const OPEN: NetworkEvent = { event: 'probed', answer: 'open', location: null };
const SILENCE: NetworkEvent = { event: 'probed', answer: 'unreachable', location: null };
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

t.test('without a network it is off-line; a network is probed at once, and filtered all the while', (t) => {
  t.equal(AT_START.name, 'offline');
  const joined = after([[0, join('a')]]);
  t.match(joined, { name: 'probe', probeAt: 0 });
  t.match(after([[1, OPEN]], joined), { name: 'enforce', probeAt: null });
  t.equal(after([[2, join(null)]], joined).name, 'offline');
  t.end();
});

t.test('a portal opens the filter for its grace and no longer', (t) => {
  const portal = after([
    [0, join('cafe')],
    [10, PORTAL],
  ]);
  t.match(portal, { name: 'portal', location: 'http://portal.example/in', probeAt: 5_010 });
  t.equal(after([[10 * MINUTE + 9, TICK]], portal).name, 'portal');
  t.equal(after([[10 * MINUTE + 10, TICK]], portal).name, 'enforce');
  t.equal(after([[20_000, OPEN]], portal).name, 'enforce', 'signed in');
  t.equal(after([[20_000, SILENCE]], portal).name, 'portal', 'silence is no sign-in');
  t.end();
});

t.test('only a new network arms the grace again: leaving and coming back does not', (t) => {
  const over = after([
    [0, join('cafe')],
    [0, PORTAL],
    [10 * MINUTE, TICK],
  ]);
  t.equal(over.name, 'enforce');
  const back = after(
    [
      [11 * MINUTE, join(null)],
      [12 * MINUTE, join('cafe')],
      [12 * MINUTE, PORTAL],
    ],
    over,
  );
  t.equal(back.name, 'enforce');
  const between = after([
    [0, join('cafe')],
    [0, PORTAL],
    [MINUTE, join('home')],
    [MINUTE, OPEN],
    [9 * MINUTE, join('cafe')],
    [9 * MINUTE, PORTAL],
  ]);
  t.equal(between.name, 'portal', 'what is left of it holds');
  t.equal(after([[10 * MINUTE, TICK]], between).name, 'enforce');
  t.equal(
    after(
      [
        [12 * MINUTE, join('hotel')],
        [12 * MINUTE, PORTAL],
      ],
      over,
    ).name,
    'portal',
    'another network',
  );
  t.end();
});

t.test('a lock closes a portal and lets none open; a grace of nothing neither', (t) => {
  const portal = after([
    [0, join('cafe')],
    [0, PORTAL],
  ]);
  t.equal(after([[1_000, TICK, { locked: true }]], portal).name, 'enforce');
  t.equal(
    after([
      [0, join('cafe')],
      [0, PORTAL, { locked: true }],
    ]).name,
    'enforce',
  );
  t.equal(
    after([
      [0, join('cafe')],
      [0, PORTAL, { portalGraceMinutes: 0 }],
    ]).name,
    'enforce',
  );
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

t.test('after sleep the network is probed again; a late answer of a probe changes nothing', (t) => {
  const enforcing = after([
    [0, join('a')],
    [0, OPEN],
  ]);
  t.equal(after([[5, PORTAL]], enforcing).name, 'enforce');
  t.equal(after([[5, { event: 'resume' }]], enforcing).name, 'probe');
  t.equal(after([[5, { event: 'resume' }]]).name, 'offline');
  t.end();
});

t.test(
  'a hardware address that becomes known or is forgotten makes no new network, and no new grace',
  (t) => {
    const at = (network: string): NetworkEvent => ({ event: 'network', network, place: 'place' });
    const portal = after([
      [0, at('place')],
      [10, PORTAL],
      [9_000, at('mac')],
    ]);
    t.match(portal, { name: 'portal', network: 'mac', graces: { mac: 10 * MINUTE + 10 } });
    t.same(Object.keys(portal.graces), ['mac']);
    t.match(after([[10_000, at('place')]], portal), { name: 'portal', network: 'mac' });
    const over = after([[11 * MINUTE, TICK]], portal);
    t.match(after([[11 * MINUTE, at('place')]], over), { name: 'enforce' });
    t.equal(
      after([[11 * MINUTE, at('other mac')]], over).name,
      'probe',
      'another gateway at the same address',
    );
    const again = after(
      [
        [11 * MINUTE, join(null)],
        [12 * MINUTE, at('place')],
        [12 * MINUTE, PORTAL],
        [12 * MINUTE, at('mac')],
      ],
      over,
    );
    t.match(again, { name: 'enforce', graces: { mac: 10 * MINUTE + 10 } }, 'its grace was used up before');
    t.end();
  },
);

t.test('a network is named by its gateway and Wi-Fi, not by a lease', (t) => {
  const network = (address: string, mac: string | null, ssid: string | null) =>
    networkName({
      addresses: [{ interface: 'w', address, prefix: 24, family: 4 }],
      defaultGateways: [{ address: '10.0.0.1', interface: 'w', mac }],
      wifi: ssid === null ? null : { ssid, bssid: null },
    });
  t.same(network('10.0.0.7', '02:00:00:00:00:01', 'x'), network('10.0.0.9', '02:00:00:00:00:01', 'x'));
  t.not(
    network('10.0.0.7', '02:00:00:00:00:01', 'x')?.name,
    network('10.0.0.7', '02:00:00:00:00:02', 'x')?.name,
  );
  t.not(network('10.0.0.7', null, 'x')?.name, network('10.0.0.7', null, 'y')?.name);
  const nameless = network('10.0.0.7', null, 'x');
  t.equal(nameless?.name, nameless?.place);
  t.equal(nameless?.place, network('10.0.0.7', '02:00:00:00:00:01', 'x')?.place);
  t.equal(networkName({ addresses: [], defaultGateways: [], wifi: null }), null);
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
