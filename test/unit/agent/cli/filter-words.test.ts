import t from 'tap';
import { filterInWords } from '../../../../agent/cli/filter-words.ts';
import type { RunningStatus } from '../../../../agent/state/status-file.ts';

const SINCE = Date.UTC(2026, 10, 21, 8, 30);

function words(changes: Partial<NonNullable<RunningStatus['filter']>> = {}): readonly string[] {
  return filterInWords({
    filter: {
      protection: 'enforcing',
      reason: 'all proofs hold',
      since: SINCE,
      policyVersion: 7,
      categoriesVersion: 3,
      network: 'enforce',
      proofs: [{ name: 'canary', ok: true, detail: 'not found', at: SINCE }],
      problems: [],
      ...changes,
    },
  });
}

t.test('a laptop that enforces says what, and since when', (t) => {
  t.same(words(), [
    'Protection: enforcing policy version 7, category list 3 since 2026-11-21T08:30:00.000Z (all proofs hold).',
    'Network: the filter is on.',
  ]);
  t.end();
});

t.test('one that does not says why, which proof failed, and what stands in the way', (t) => {
  const proofs = [
    { name: 'must_block', ok: false, detail: 'play.example resolves', at: SINCE },
    { name: 'must_allow', ok: null, detail: 'no upstream answers', at: SINCE },
    { name: 'canary', ok: true, detail: 'not found', at: SINCE },
  ];
  const said = words({
    protection: 'unprotected',
    reason: 'a proof of the self-check failed twice',
    proofs,
    problems: ['another program holds port 5300'],
  });
  t.same(said, [
    'Protection: unprotected since 2026-11-21T08:30:00.000Z: a proof of the self-check failed twice; policy version 7, category list 3.',
    'Network: the filter is on.',
    '  failed: must_block: play.example resolves',
    '  could not be tried: must_allow: no upstream answers',
    '  problem: another program holds port 5300',
  ]);
  t.equal(
    words({ proofs }).some((line) => line.includes('could not be tried')),
    false,
    'what could not be tried is no news while all else holds',
  );
  t.end();
});

t.test('the state of the network is said in words, and one that is not known as it is', (t) => {
  const line = (network: string | null): string | undefined => words({ network })[1];
  t.equal(line('offline'), 'Network: none.');
  t.match(line('portal'), /captive portal/);
  t.match(line('probe'), /looked at/);
  t.equal(line('tunnel'), 'Network: tunnel.');
  t.equal(line(null), undefined, 'no filter runs');
  t.end();
});

t.test('without a policy, and from an agent of before, nothing is made up', (t) => {
  const [first = ''] = words({
    protection: 'unprotected',
    reason: 'there is no policy yet',
    policyVersion: 0,
    categoriesVersion: null,
  });
  t.match(first, /there is no policy yet; no policy, no category list\.$/);
  t.same(filterInWords({}), []);
  t.same(
    filterInWords({
      filter: {
        protection: 'enforcing',
        reason: 'all proofs hold',
        policyVersion: 1,
        categoriesVersion: null,
        network: null,
        proofs: [],
      },
    }),
    ['Protection: enforcing policy version 1, no category list (all proofs hold).'],
  );
  t.end();
});
