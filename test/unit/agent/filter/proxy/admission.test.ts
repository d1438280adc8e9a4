import t from 'tap';
import type { Judgement } from '../../../../../agent/filter/judge.ts';
import { OWN_NAME } from '../../../../../agent/filter/pages/own-name.ts';
import { misuseOf } from '../../../../../agent/filter/proxy/admission.ts';
import type { FilterSettings } from '../../../../../contracts/policy/settings.ts';
import { createStandJudge } from '../../../../support/filter-stand.ts';

const ADDRESS = '192.0.2.1';
const DEVICE = '192.168.1.20';

interface Case {
  readonly mode?: 'enforce' | 'locked' | 'off';
  readonly portOpen?: boolean;
  readonly action?: Judgement['action'];
  readonly reason?: Judgement['reason'];
  readonly settings?: Partial<FilterSettings>;
}

function misuse(host: string, at: Case = {}) {
  const { mode = 'enforce', portOpen = true, action = 'allow', reason = 'default', settings = {} } = at;
  const judge = createStandJudge();
  judge.setMode(mode);
  judge.set(settings);
  const judgement = { ...judge.judge({ host, url: null, app: null, via: 'proxy' }), action, reason };
  return misuseOf({ host, port: 443 }, portOpen, judgement, { judge, uid: null });
}

t.test('a name is no misuse, to a port that is open', async (t) => {
  t.equal(misuse('wiki.example'), null);
  t.equal(misuse('wiki.example', { portOpen: false }), 'proxy_misuse');
});

t.test('this computer is refused always, even while the filter is off', async (t) => {
  for (const host of ['localhost', 'a.localhost', '127.0.0.1', '[::1]', OWN_NAME, `a.${OWN_NAME}`]) {
    for (const mode of ['enforce', 'locked', 'off'] as const)
      t.equal(
        misuse(host, { mode, settings: { allowUnnamedHosts: true } }),
        'proxy_misuse',
        `${host} ${mode}`,
      );
  }
});

t.test('an address in the place of a name is told, unless the policy or a portal opens it', async (t) => {
  t.equal(misuse(ADDRESS), 'unnamed_host');
  t.equal(misuse(ADDRESS, { settings: { allowUnnamedHosts: true } }), null);
  t.equal(misuse(ADDRESS, { reason: 'portal' }), null);
  t.equal(misuse(ADDRESS, { portOpen: false, reason: 'portal' }), 'proxy_misuse', 'but not every port');
});

t.test('a device beside the computer is none of the proxy’s business, and no attempt', async (t) => {
  t.equal(misuse(DEVICE), 'private');
  t.equal(misuse(DEVICE, { portOpen: false }), 'private');
  t.equal(misuse(DEVICE, { settings: { allowUnnamedHosts: true } }), null);
  t.equal(misuse(DEVICE, { reason: 'portal' }), null);
});

t.test('while the filter is off, and for what a lock blocks anyway, nothing is a misuse', async (t) => {
  for (const host of ['wiki.example', ADDRESS, DEVICE]) {
    t.equal(misuse(host, { mode: 'off', portOpen: false }), null);
    t.equal(misuse(host, { mode: 'locked', action: 'block', portOpen: false }), null);
  }
  t.equal(
    misuse(ADDRESS, { mode: 'locked', action: 'allow' }),
    'unnamed_host',
    'what a lock lets be is not free',
  );
  t.equal(misuse(ADDRESS, { mode: 'enforce', action: 'block' }), 'unnamed_host', 'nor is what a rule blocks');
});
