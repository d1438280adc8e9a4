import t from 'tap';
import { createJudge } from '../../../../agent/filter/create-judge.ts';
import type { FilterState } from '../../../../agent/filter/filter-state.ts';
import type { Policy } from '../../../../contracts/policy/model.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { bundleOf, filterState, ruleOf } from '../../../support/filter-state.ts';

const ANA = { uid: 1_001, user: 'ana@school.example', ouPath: '/High/9b' };
const BOB = { uid: 1_002, user: 'bob@school.example', ouPath: '/High/9b' };
const SKINNER = { uid: 1_003, user: 'skinner@school.example', ouPath: '/Staff' };
const STRANGER = 1_004;
const ROOT = 0;

const nobody = { everyone: false, ous: [], users: [], devices: [] };
const policyFor = (target: Partial<Policy['target']>, ...domains: readonly string[]): Partial<Policy> => ({
  target: { ...nobody, ...target },
  rules: [ruleOf(`no_${domains[0]}`, 'block', { domains })],
});
const bundle = bundleOf([
  policyFor({ users: [BOB.user] }, 'bobs.example'),
  policyFor({ users: [ANA.user] }, 'anas.example'),
  policyFor({ ous: ['/High'] }, 'play.example'),
  {
    ...policyFor({ ous: ['/Staff'] }, 'staff.example'),
    settings: { allowUnnamedHosts: true, activityLevel: 'counters' },
  },
]);

function setUp(changes: Partial<FilterState> = {}) {
  const judge = createJudge({
    clock: createFakeClock(Date.UTC(2026, 10, 20, 10)),
    openIndex: () => ({ categoriesOf: () => [] }),
    onFault: ({ detail }) => t.fail(detail),
  });
  const state = filterState({
    bundle,
    deviceOuPath: '/High',
    accounts: [ANA, BOB, SKINNER],
    ...changes,
  });
  judge.apply(state);
  const blockedFor = (host: string, url: string | null = null) =>
    [null, ANA.uid, BOB.uid, SKINNER.uid, STRANGER, ROOT].filter(
      (uid) => judge.judge({ host, url, app: null, via: 'relay', uid }).action === 'block',
    );
  return { judge, state, blockedFor };
}

t.test('each is judged by the own policies, and never by what was remembered of another', (t) => {
  const { judge, blockedFor } = setUp();
  // Twice, and in one judge: every answer is there to be mistaken for another's.
  for (const url of [null, 'http://x.example/', null, 'http://x.example/']) {
    t.same(blockedFor('bobs.example', url), [BOB.uid]);
    t.same(blockedFor('anas.example', url), [null, ANA.uid]);
    t.same(blockedFor('play.example', url), [null, ANA.uid, BOB.uid, STRANGER, ROOT]);
    t.same(blockedFor('staff.example', url), [SKINNER.uid]);
  }
  t.same(
    ['bobs.example', 'anas.example', 'play.example'].map((name) => judge.judgeName(name).action),
    ['allow', 'block', 'block'],
    'a name alone is asked for by the person at the screen',
  );
  t.end();
});

t.test('settings and the level of recording are the asker’s', (t) => {
  const { judge } = setUp();
  for (let times = 0; times < 2; times++) {
    t.same(
      [null, ANA.uid, SKINNER.uid, ROOT].map((uid) => judge.settings(uid).allowUnnamedHosts),
      [false, false, true, false],
    );
    t.same(
      [null, ANA.uid, SKINNER.uid, ROOT].map((uid) => judge.activityLevel(uid)),
      ['domain', 'domain', 'counters', 'domain'],
    );
  }
  t.end();
});

t.test('an explanation is of and for the asker', (t) => {
  const { judge } = setUp();
  const question = { host: 'bobs.example', url: null, app: null, via: 'proxy' } as const;
  t.same(
    [null, BOB.uid, ROOT].map((uid) => {
      const { user, action, chain } = judge.explain({ ...question, uid });
      return [user, action, chain.some(({ action, decided }) => action === 'block' && decided)];
    }),
    [
      [ANA.user, 'allow', false],
      [BOB.user, 'block', true],
      [null, 'allow', false],
    ],
  );
  t.end();
});

t.test('a user id that becomes another’s is judged anew, and whoever keeps judgements hears of it', (t) => {
  const { judge, state, blockedFor } = setUp();
  t.same(blockedFor('bobs.example'), [BOB.uid]);
  const before = judge.generation();
  judge.apply({ ...state, accounts: [ANA, { ...BOB, uid: SKINNER.uid }] });
  t.ok(judge.generation() > before);
  t.same(blockedFor('bobs.example'), [SKINNER.uid]);
  const { accounts, ...untold } = state;
  judge.apply(untold);
  t.same(blockedFor('anas.example'), [null, ANA.uid, BOB.uid, SKINNER.uid, STRANGER]);
  t.end();
});
