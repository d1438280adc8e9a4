import t from 'tap';
import type { FilterState } from '../../../../agent/filter/filter-state.ts';
import { createLocalAccess, isPrivateAddress } from '../../../../agent/filter/local-access.ts';
import { DEFAULT_FILTER_SETTINGS, type FilterSettings } from '../../../../contracts/policy/settings.ts';
import { filterState } from '../../../support/filter-state.ts';

const HOME = ['192.168.1.0/24', 'fd00:1::/64'];

function setUp(settings: Partial<FilterSettings>, state: Partial<FilterState>) {
  const whole = filterState({ localNetworks: HOME, homeNetworks: HOME, ...state });
  return createLocalAccess({
    mode: () => whole.mode,
    settings: () => ({ ...DEFAULT_FILTER_SETTINGS, ...settings }),
    state: () => whole,
  });
}

t.test('at home the devices of the own network may be opened, elsewhere not', (t) => {
  const home = setUp({}, {});
  for (const address of ['192.168.1.7', 'fd00:1::7', '::ffff:192.168.1.7'])
    t.ok(home.isOpen(address), address);
  for (const address of [
    '192.168.2.7',
    '10.0.0.1',
    '8.8.8.8',
    'fd00:2::7',
    '127.0.0.1',
    'fe80::1',
    'nas',
    '',
  ])
    t.notOk(home.isOpen(address), address);
  t.same(setUp({}, { homeNetworks: [] }).networks(), []);
  t.same(setUp({}, { mode: 'locked' }).networks(), []);
  t.same(setUp({}, { mode: 'off' }).networks(), []);
  t.same(setUp({ localNetwork: 'never' }, {}).networks(), []);
  t.end();
});

t.test('the policy may open networks everywhere', (t) => {
  t.same(setUp({ localNetwork: 'always' }, { homeNetworks: [] }).networks(), HOME);
  t.end();
});

t.test('private addresses are known', (t) => {
  for (const text of ['10.1.2.3', '[fd00::1]', '172.31.0.1']) t.ok(isPrivateAddress(text), text);
  for (const text of ['172.32.0.1', '100.64.0.1', '[2001:db8::1]', 'nas', '169.254.1.1'])
    t.notOk(isPrivateAddress(text), text);
  t.end();
});
