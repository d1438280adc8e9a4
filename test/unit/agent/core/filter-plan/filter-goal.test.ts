import t from 'tap';
import { filterGoal, type GoalFacts } from '../../../../../agent/core/filter-plan/filter-goal.ts';
import { DEFAULT_FILTER_SETTINGS } from '../../../../../contracts/policy/settings.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const FACTS: GoalFacts = {
  settings: DEFAULT_FILTER_SETTINGS,
  portal: false,
  portalAddresses: ['10.0.0.9', '10.0.0.1'],
  workerUid: 990,
  ports: { dns: 5300, proxy: 8123, relay: 8443 },
  networkResolvers: ['10.0.0.2', '10.0.0.1'],
  dohAddresses: ['8.8.8.8', '9.9.9.9', '1.1.1.1'],
  upstreams: ['9.9.9.9', '10.0.0.1'],
  localNetworks: ['10.1.0.0/16', '10.0.0.0/16', '10.1.0.0/16'],
};

t.test('a wish follows from the settings, the network and what runs here', async (t) => {
  t.strictSame(filterGoal(FACTS), {
    mode: 'enforce',
    failMode: 'closed',
    workerUid: 990,
    ports: FACTS.ports,
    networkResolvers: ['10.0.0.1', '10.0.0.2'],
    dohAddresses: ['8.8.8.8', '1.1.1.1'],
    portalAddresses: [],
    pinnedEgress: false,
    localNetworks: [],
    vpnServers: [],
    guestLookUps: false,
    browser: {
      safeSearch: true,
      youtubeRestriction: 'moderate',
      pacUrl: 'http://127.0.0.1:8123/proxy.pac',
    },
  });
  t.strictSame(FACTS.networkResolvers, ['10.0.0.2', '10.0.0.1'], 'the facts themselves stay as they are');
});

t.test('the settings of the policy are wished as they are', async (t) => {
  const settings = {
    ...DEFAULT_FILTER_SETTINGS,
    failMode: 'open',
    safeSearch: false,
    youtubeRestriction: 'strict',
    pinnedEgress: true,
    allowGuestLookUps: true,
    vpnServers: ['198.51.100.7', '192.0.2.0/24', '198.51.100.7'],
  } as const;
  hasFields(t, filterGoal({ ...FACTS, settings }), {
    mode: 'enforce',
    failMode: 'open',
    pinnedEgress: true,
    localNetworks: ['10.0.0.0/16', '10.1.0.0/16'],
    vpnServers: ['192.0.2.0/24', '198.51.100.7'],
    guestLookUps: true,
    browser: { safeSearch: false, youtubeRestriction: 'strict' },
  });
  const { localNetworks: _unknown, ...rest } = FACTS;
  t.strictSame(filterGoal({ ...rest, settings }).localNetworks, []);
});

t.test('a portal opens its addresses beside the filter', async (t) => {
  const { mode, portalAddresses } = filterGoal({ ...FACTS, portal: true });
  t.strictSame([mode, portalAddresses], ['portal', ['10.0.0.1', '10.0.0.9']]);
  t.strictSame(FACTS.portalAddresses, ['10.0.0.9', '10.0.0.1']);
});

t.test(
  'without a bundle the filter is off, in a portal too, and what it would do is the stricter',
  async (t) => {
    for (const portal of [false, true])
      hasFields(t, filterGoal({ ...FACTS, settings: null, portal }), {
        mode: 'off',
        failMode: 'closed',
        pinnedEgress: false,
        localNetworks: [],
        vpnServers: [],
        guestLookUps: false,
        browser: { safeSearch: true, youtubeRestriction: 'moderate' },
      });
  },
);

t.test('equal facts in another order are the same wish', async (t) => {
  const other = {
    ...FACTS,
    networkResolvers: [...FACTS.networkResolvers].reverse(),
    portalAddresses: [...FACTS.portalAddresses].reverse(),
  };
  t.equal(
    JSON.stringify(filterGoal({ ...other, portal: true })),
    JSON.stringify(filterGoal({ ...FACTS, portal: true })),
  );
});
