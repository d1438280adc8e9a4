import t from 'tap';
import {
  CHROMIUM_BROWSERS,
  chromiumPolicies,
  firefoxPolicies,
  mergeFirefoxFile,
  policyText,
} from '../../../../agent/os/browser-policies.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { GOAL } from './filter-fakes.ts';
import { golden } from './recorded.ts';

t.test('each browser gets the policies of the design', (t) => {
  const all = Object.fromEntries(
    CHROMIUM_BROWSERS.map((browser) => [browser, chromiumPolicies(browser, GOAL.browser)]),
  );
  const text = policyText({ ...all, firefox: firefoxPolicies(GOAL.browser) });
  t.equal(text, golden('browser-policies.json', text));
  t.end();
});

t.test('what the school does not wish is not set, and the rescue has no proxy', (t) => {
  const policies = chromiumPolicies('edge', { safeSearch: false, youtubeRestriction: 'off', pacUrl: null });
  for (const name of [
    'ForceGoogleSafeSearch',
    'ForceBingSafeSearch',
    'ForceYouTubeRestrict',
    'ProxySettings',
    'LocalNetworkAccessIpAddressSpaceOverrides',
  ])
    t.notOk(name in policies, name);
  t.equal(
    chromiumPolicies('chrome', { ...GOAL.browser, youtubeRestriction: 'strict' }).ForceYouTubeRestrict,
    2,
  );
  t.notOk('Proxy' in firefoxPolicies({ ...GOAL.browser, pacUrl: null }));
  t.end();
});

t.test('pages that come through the proxy count as public, at whichever port it listens', (t) => {
  for (const [pacUrl, override] of [
    ['http://127.0.0.1:8123/proxy.pac', '127.0.0.1:8123=public'],
    ['http://127.0.0.1:40007/proxy.pac', '127.0.0.1:40007=public'],
    ['http://127.0.0.1/proxy.pac', '127.0.0.1:80=public'],
  ] as const)
    for (const browser of CHROMIUM_BROWSERS)
      t.same(
        chromiumPolicies(browser, { ...GOAL.browser, pacUrl }).LocalNetworkAccessIpAddressSpaceOverrides,
        [override],
      );
  t.end();
});

t.test('a school’s own Firefox policies stay beside ours, and broken ones give way', (t) => {
  const theirs =
    '\uFEFF{"other":1,"policies":{"Homepage":{"URL":"https://school.example"},"Preferences":{"a":{"Value":1}},"DisablePrivateBrowsing":false}}';
  hasFields(t, JSON.parse(mergeFirefoxFile(theirs, firefoxPolicies(GOAL.browser))), {
    other: 1,
    policies: {
      Homepage: { URL: 'https://school.example' },
      Preferences: { a: { Value: 1 }, 'network.http.http3.enable': { Value: false, Status: 'locked' } },
      DisablePrivateBrowsing: true,
    },
  });
  for (const broken of ['{', '[]', 'null', '{"policies":7}'])
    t.same(JSON.parse(mergeFirefoxFile(broken, { a: 1 })), { policies: { a: 1 } }, broken);
  t.end();
});
