import t from 'tap';
import { firefoxRest, wantedFirefoxFile } from '../../../../../../agent/os/linux/filter/firefox-file.ts';
import { GOAL } from '../../filter-fakes.ts';

const SCHOOL = '{"policies": {"DisablePrivateBrowsing": false, "Preferences": {"a": {"Value": 1}}}}\n';

/** The file after our writing. */
function written(
  current: string | null,
  original: string | null,
  pacUrl: string | null = GOAL.browser.pacUrl,
) {
  return wantedFirefoxFile(current, original, { ...GOAL.browser, pacUrl }) ?? current ?? '';
}

t.test('written once, there is nothing more to write', (t) => {
  for (const original of [null, SCHOOL, '{', '{}', '{"policies":{"Proxy":{"Mode":"none"}}}']) {
    const ours = written(original, original);
    t.not(ours, original);
    t.equal(wantedFirefoxFile(ours, original, GOAL.browser), null, String(original));
    t.equal(
      wantedFirefoxFile(JSON.stringify(JSON.parse(ours)), original, GOAL.browser),
      null,
      'whatever the spaces',
    );
  }
  t.end();
});

t.test('the original comes back byte by byte', (t) => {
  for (const original of [null, SCHOOL, '{', '{}', '{"policies":{"Proxy":{"Mode":"none"}}}'])
    t.same(firefoxRest(written(original, original), original), { text: original }, String(original));
  t.end();
});

t.test('what the school added since stays, without ours', (t) => {
  const ours = JSON.parse(written(SCHOOL, SCHOOL)) as { policies: Record<string, unknown> };
  const added = JSON.stringify({
    ...ours,
    policies: { ...ours.policies, Homepage: { URL: 'https://x.example' } },
  });
  t.equal(wantedFirefoxFile(added, SCHOOL, GOAL.browser), null, 'it is no change of ours');
  const rest = firefoxRest(added, SCHOOL);
  t.same(rest !== 'untouched' && JSON.parse(rest.text ?? ''), {
    policies: {
      DisablePrivateBrowsing: false,
      Preferences: { a: { Value: 1 } },
      Homepage: { URL: 'https://x.example' },
    },
  });
  t.end();
});

t.test('a file that is not ours is not touched, also without a journal', (t) => {
  t.equal(firefoxRest(SCHOOL, null), 'untouched');
  t.equal(firefoxRest(SCHOOL, '{}'), 'untouched', 'the school has put another in its place');
  t.equal(firefoxRest(null, null), 'untouched');
  t.same(firefoxRest(null, SCHOOL), { text: SCHOOL }, 'ours was deleted');
  t.same(firefoxRest(written(null, null), null), { text: null }, 'ours is known by its mark');
  t.end();
});

t.test('an earlier wish leaves nothing behind', (t) => {
  const rescued = written(written(SCHOOL, SCHOOL), SCHOOL, null);
  t.equal(rescued, written(SCHOOL, SCHOOL, null));
  t.notMatch(rescued, 'proxy.pac');
  t.end();
});
