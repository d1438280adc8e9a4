import { deepStrictEqual } from 'node:assert/strict';
import t from 'tap';
import { compileBundle } from '../../../../contracts/policy/compile.ts';
import { decide, decideFast } from '../../../../contracts/policy/decide.ts';
import {
  type Bundle,
  type BundleOverride,
  type BundleSession,
  type DecisionContext,
  type DecisionRequest,
  type Policy,
  type Rule,
  UNKNOWN_PROGRAM,
  type Verdict,
} from '../../../../contracts/policy/model.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { startStopwatch } from '../../../support/stopwatch.ts';

const NOTHING = { domains: [], categories: [], urls: [], apps: [] };
const AT = Date.parse('2026-11-20T10:00:00Z');
const CONTEXT: DecisionContext = {
  deviceId: 'dev_1',
  user: 'ana@x.example',
  ouPath: '/S/High/9',
  campus: 'on-campus',
  at: AT,
};

function rule(
  id: string,
  of: Partial<Omit<Rule, 'match'>> & { readonly match?: Partial<Rule['match']> },
): Rule {
  const { match, ...rest } = of;
  return {
    id,
    effect: 'block',
    locked: false,
    reason: null,
    campus: [],
    ...rest,
    match: { ...NOTHING, ...match },
  };
}

function policy(
  id: string,
  of: Partial<Omit<Policy, 'target'>> & { readonly target?: Partial<Policy['target']> } = {},
): Policy {
  const { target = { everyone: true }, ...rest } = of;
  return {
    id,
    name: id,
    enabled: true,
    priority: 100,
    defaultAction: 'allow',
    schedule: null,
    rules: [],
    version: 7,
    ...rest,
    target: { everyone: false, ous: [], users: [], devices: [], ...target },
  };
}

function bundle(of: Partial<Bundle>): Bundle {
  return { policies: [], overrides: [], sessions: [], ...of };
}

function override(id: string, scope: BundleOverride['scope'], site = 'play.example'): BundleOverride {
  return { id, site, scope, startsAt: AT - 1_000, expiresAt: AT + 1_000 };
}

function session(id: string, of: Partial<BundleSession>): BundleSession {
  return {
    id,
    mode: 'focus',
    allowedUrls: [],
    startsAt: AT - 1_000,
    endsAt: AT + 1_000,
    students: null,
    ...of,
  };
}

/** The verdict with its chain. That without is the same, whatever is asked. */
function ask(
  of: Partial<Bundle>,
  request: Partial<DecisionRequest> = {},
  context: Partial<DecisionContext> = {},
): Verdict {
  const whole = { host: 'play.example', url: null, app: null, categories: [], ...request };
  const [asker, compiled] = [{ ...CONTEXT, ...context }, compileBundle(bundle(of))];
  const verdict = decide(whole, asker, compiled);
  const { chain: _reasons, ...fast } = verdict;
  deepStrictEqual(decideFast(whole, asker, compiled), fast);
  return verdict;
}

const PLAY = { domains: ['play.example'] };

t.test('each strength beats all weaker ones', (t) => {
  const all = bundle({
    policies: [
      policy('pol_a', {
        defaultAction: 'block',
        rules: [
          rule('rul_block', { match: PLAY }),
          rule('rul_allow', { effect: 'allow', match: PLAY }),
          rule('rul_locked_allow', { effect: 'allow', locked: true, match: PLAY }),
          rule('rul_locked_block', { locked: true, match: PLAY }),
        ],
      }),
    ],
    overrides: [override('ovr_1', { type: 'student', user: 'ana@x.example' })],
    sessions: [session('cls_1', {})],
  });
  const { chain, ...verdict } = ask(all);
  t.same(verdict, {
    action: 'block',
    reason: 'locked_block',
    ruleId: 'rul_locked_block',
    policyId: 'pol_a',
    policyVersion: 7,
  });
  t.same(
    chain.map(({ reason, action, ruleId, by, target }) => [reason, action, ruleId ?? by, target]),
    [
      ['locked_block', 'block', 'rul_locked_block', 'everyone'],
      ['locked_allow', 'allow', 'rul_locked_allow', 'everyone'],
      ['override', 'allow', 'ovr_1', null],
      ['classroom', 'block', 'cls_1', null],
      ['allow', 'allow', 'rul_allow', 'everyone'],
      ['block', 'block', 'rul_block', 'everyone'],
      ['default', 'block', null, 'everyone'],
    ],
  );
  t.end();
});

t.test('a unit holds what is below it, by whole names', (t) => {
  const policies = [policy('pol_a', { target: { ous: ['/S/Hi'] }, defaultAction: 'block' })];
  t.equal(ask({ policies }).action, 'allow');
  t.equal(ask({ policies }, {}, { ouPath: '/S/Hi' }).action, 'block');
  t.equal(ask({ policies }, {}, { ouPath: '/S/Hi/9' }).action, 'block');
  t.end();
});

t.test('the host is normalised: another writing does not get past a rule', (t) => {
  const policies = [policy('pol_a', { rules: [rule('rul_1', { match: { domains: ['Müsli.Example.'] } })] })];
  for (const host of ['müsli.example', 'A.MÜSLI.example.', 'xn--msli-0ra.example'])
    t.equal(ask({ policies }, { host }).action, 'block', host);
  t.end();
});

t.test('where the campus is unknown, campus-bound blocks apply and allows do not', (t) => {
  const bound = (effect: 'allow' | 'block'): readonly Policy[] => [
    policy('pol_a', {
      defaultAction: effect === 'allow' ? 'block' : 'allow',
      rules: [rule('rul_1', { effect, campus: ['off-campus'], match: PLAY })],
    }),
  ];
  t.equal(ask({ policies: bound('block') }, {}, { campus: 'unknown' }).action, 'block');
  t.equal(ask({ policies: bound('allow') }, {}, { campus: 'unknown' }).action, 'block');
  t.equal(ask({ policies: bound('allow') }, {}, { campus: 'off-campus' }).action, 'allow');
  t.equal(ask({ policies: bound('block') }, {}, { campus: 'on-campus' }).action, 'allow');
  t.end();
});

t.test(
  'an override of a unit holds for it and what is below it, not for one whose name begins alike',
  (t) => {
    const policies = [policy('pol_a', { defaultAction: 'block' })];
    const reasonIn = (path: string, ouPath: string) =>
      ask({ policies, overrides: [override('ovr_1', { type: 'ou', path })] }, {}, { ouPath }).reason;
    for (const ouPath of ['/High', '/High/9', '/High/9/B'])
      t.equal(reasonIn('/High', ouPath), 'override', ouPath);
    for (const ouPath of ['/Higher', '/Higher/9', '/Hig', '/', '/Low/High', '/high'])
      t.equal(reasonIn('/High', ouPath), 'default', ouPath);
    t.equal(reasonIn('/High/9', '/High/90'), 'default');
    t.equal(reasonIn('/', '/Higher'), 'override', 'the root holds all');
    t.end();
  },
);

t.test(
  'of two sessions that start at one moment the one made later decides, in whatever order they come',
  (t) => {
    const first = session('cls_01', { allowedUrls: ['play.example'] });
    const second = session('cls_02', { allowedUrls: ['geogebra.org'] });
    for (const sessions of [
      [first, second],
      [second, first],
    ]) {
      const { action, chain } = ask({ sessions });
      t.strictSame({ action, by: chain[0]?.by }, { action: 'block', by: 'cls_02' });
      t.equal(ask({ sessions }, { host: 'geogebra.org' }).action, 'allow');
    }
    t.strictSame(
      compileBundle(bundle({ sessions: [second, session('cls_00', { startsAt: AT }), first] })).sessions.map(
        (compiled) => compiled.session.id,
      ),
      ['cls_00', 'cls_02', 'cls_01'],
      'by start, then by id',
    );
    t.end();
  },
);

t.test('of two sessions the later start decides alone, for the overrides of the earlier one too', (t) => {
  const sessions = [
    session('cls_early', { startsAt: AT - 2_000, allowedUrls: ['play.example'] }),
    session('cls_late', { startsAt: AT - 1_000, allowedUrls: ['geogebra.org'] }),
  ];
  const overrides = [override('ovr_1', { type: 'session', sessionId: 'cls_early' })];
  hasFields(t, ask({ sessions, overrides }), {
    action: 'block',
    reason: 'classroom',
    chain: [{ by: 'cls_late' }, { reason: 'default' }],
  });
  t.equal(ask({ sessions }, { host: 'www.geogebra.org' }).action, 'allow');
  const open = [...sessions, session('cls_open', { mode: 'open', startsAt: AT })];
  t.equal(ask({ sessions: open }).reason, 'default', 'a later session that only watches lifts the focus');
  const others = [
    session('cls_1', { students: ['bob@x.example'] }),
    session('cls_2', { devices: ['dev_2'] }),
  ];
  t.equal(ask({ sessions: others }).reason, 'default', 'sessions of others');
  t.equal(
    ask({ sessions: [session('cls_3', { students: ['ana@x.example'] })] }, {}, { user: null }).reason,
    'default',
  );
  t.end();
});

t.test('what is no host can only be decided by categories, programs, sessions and the default', (t) => {
  const policies = [
    policy('pol_a', {
      defaultAction: 'block',
      rules: [rule('rul_1', { effect: 'allow', match: { urls: ['*'] } })],
    }),
  ];
  hasFields(t, ask({ policies }, { host: 'a..b' }), { action: 'block', reason: 'default' });
  hasFields(t, ask({ sessions: [session('cls_1', { allowedUrls: ['*'] })] }, { host: '' }), {
    action: 'block',
    reason: 'classroom',
  });
  t.end();
});

t.test('a hundred thousand rules about one name are explained at once, each named once', (t) => {
  const rules = Array.from({ length: 500 }, (_, index) =>
    rule(`rul_${index}`, { match: { domains: ['play.example', 'example'], categories: ['games'] } }),
  );
  const policies = Array.from({ length: 200 }, (_, index) => policy(`pol_${index}`, { rules }));
  const stopwatch = startStopwatch();
  const { chain } = decide(
    { host: 'play.example', url: null, app: null, categories: ['games'] },
    CONTEXT,
    compileBundle(bundle({ policies })),
  );
  t.equal(chain.length, 100_200, 'the rules and the defaults');
  // Looking each up among all before it took half a minute.
  stopwatch.within(t, 5_000, 'the explanation');
  t.end();
});

t.test('crisis help is open, whatever is said of it', (t) => {
  const rules = [rule('rul_1', { locked: true, match: { domains: ['samaritans.org'] } })];
  const policies = [policy('pol_a', { defaultAction: 'block', rules })];
  const { action, reason, chain } = ask({ policies }, { host: 'www.samaritans.org' });
  t.strictSame([action, reason], ['allow', 'crisis_allow']);
  t.same(
    chain.map((link) => [link.reason, link.policyId, link.policyVersion, link.decided]),
    [
      ['crisis_allow', null, null, true],
      ['locked_block', 'pol_a', 7, false],
      ['default', 'pol_a', 7, false],
    ],
  );
  t.end();
});

t.test('a rule by address looks at the path where it can be seen, also for hosts of any name', (t) => {
  for (const urls of [['play.example/games'], ['play.*/games'], ['other.example', 'play.example/games']]) {
    const policies = [policy('pol_a', { rules: [rule('rul_1', { match: { urls } })] })];
    for (const [host, url, ruleId] of [
      ['play.example', 'http://play.example/games/1', 'rul_1'],
      ['play.example', 'http://play.example/maths', null],
      ['play.example', 'https://play.example/maths', 'rul_1'],
      ['play.test', 'http://display.test/games', urls[0] === 'play.*/games' ? 'rul_1' : null],
      ['display.test', 'http://display.test/games', null],
      ['a..b', 'http://play.example/games', null],
    ] as const)
      t.equal(ask({ policies }, { host, url }).ruleId, ruleId, `${urls}: ${host} ${url}`);
  }
  t.end();
});

t.test('overrides and sessions begin at their first moment and end before their last', (t) => {
  const policies = [policy('pol_a', { defaultAction: 'block' })];
  for (const [startsAt, end, on] of [
    [AT, AT + 1, true],
    [AT - 1, AT, false],
    [AT + 1, AT + 2, false],
  ] as const) {
    const one = override('ovr_1', { type: 'device', deviceId: 'dev_1' });
    const overrides = [{ ...one, startsAt, expiresAt: end }];
    t.equal(ask({ policies, overrides }).reason, on ? 'override' : 'default');
    const sessions = [session('cls_1', { startsAt, endsAt: end })];
    t.equal(ask({ sessions }).reason, on ? 'classroom' : 'default');
  }
  const alone = [override('ovr_1', { type: 'session', sessionId: 'cls_1' })];
  t.equal(ask({ policies, overrides: alone }).reason, 'default', 'its session is not on');
  t.end();
});

t.test('the default of a person’s policy counts for that person alone', (t) => {
  const policies = [policy('pol_a', { defaultAction: 'block', target: { users: ['ana@x.example'] } })];
  t.equal(ask({ policies }).policyId, 'pol_a');
  t.equal(ask({ policies }, {}, { user: 'bob@x.example' }).policyId, null);
  t.equal(ask({ policies }, {}, { user: null }).policyId, null);
  t.end();
});

t.test(
  'the chain settles equals by block over allow, by the place of a rule, by the id of an override',
  (t) => {
    const rules = [
      rule('rul_1', { match: { categories: ['games'] } }),
      rule('rul_2', { match: PLAY }),
      rule('rul_3', { match: { domains: ['example'] } }),
    ];
    const policies = [
      policy('pol_a', { rules }),
      policy('pol_b', { defaultAction: 'block' }),
      policy('pol_c'),
      policy('pol_d', { defaultAction: 'block' }),
    ];
    const overrides = ['ovr_b', 'ovr_c', 'ovr_a'].map((id) =>
      override(id, { type: 'device', deviceId: 'dev_1' }),
    );
    const { chain } = ask({ policies, overrides }, { categories: ['games'] });
    t.same(
      chain.map(({ reason, ruleId, by, policyId }) => ruleId ?? by ?? `${reason} ${policyId}`),
      [
        ...['ovr_a', 'ovr_b', 'ovr_c', 'rul_1', 'rul_2', 'rul_3'],
        ...['default pol_b', 'default pol_d', 'default pol_a', 'default pol_c'],
      ],
    );
    t.end();
  },
);

t.test('a program that was not found meets no rule for programs, unless the settings block it', (t) => {
  const rules = [
    rule('rul_steam', { match: { apps: ['steam', 'curl'] } }),
    rule('rul_other', { locked: true, match: { apps: ['discord'], domains: ['never.example'] } }),
    rule('rul_allow', { effect: 'allow', match: { apps: ['word'], domains: ['wiki.example'] } }),
    rule('rul_site', { match: { domains: ['never.example'] } }),
  ];
  const unknown = { app: UNKNOWN_PROGRAM };
  const said = (settings: Policy['settings'] | undefined, request: Partial<DecisionRequest>) => {
    const { chain, ...verdict } = ask(
      { policies: [policy('pol_a', { rules, ...(settings === undefined ? {} : { settings }) })] },
      request,
    );
    return {
      ...verdict,
      because: chain.filter(({ unknownProgram }) => unknownProgram).map((link) => link.ruleId),
    };
  };
  for (const settings of [undefined, { unknownProgram: 'other-rules' }] as const) {
    hasFields(t, said(settings, unknown), { action: 'allow', reason: 'default', because: [] });
    hasFields(t, said(settings, { ...unknown, host: 'never.example' }), {
      reason: 'locked_block',
      because: [],
    });
  }
  const block = { unknownProgram: 'block' } as const;
  hasFields(t, said(block, unknown), {
    action: 'block',
    reason: 'locked_block',
    ruleId: 'rul_other',
    because: ['rul_other', 'rul_steam'],
  });
  hasFields(t, said(block, { app: null }), { action: 'allow', because: [] });
  hasFields(t, said(block, { app: 'vim' }), { action: 'allow', because: [] });
  hasFields(t, said(block, { app: 'steam' }), { ruleId: 'rul_steam', because: [] });
  t.end();
});

t.test('a program that was not found is blocked only where a rule for programs could block it', (t) => {
  const unknown = { app: UNKNOWN_PROGRAM };
  const settings = { unknownProgram: 'block' } as const;
  const steam = rule('rul_1', { match: { apps: ['steam'] }, campus: ['on-campus'] });
  const policies = [
    policy('pol_a', { rules: [steam, rule('rul_2', { effect: 'allow', match: PLAY })], settings }),
    policy('pol_b', { rules: [steam], target: { users: ['bob@x.example'] }, settings }),
  ];
  t.equal(ask({ policies }, { ...unknown, host: 'other.test' }).action, 'block');
  t.equal(ask({ policies }, unknown).action, 'allow', 'what is open to every program is open to it');
  t.equal(ask({ policies }, { ...unknown, host: 'samaritans.org' }).action, 'allow', 'crisis help');
  t.equal(ask({ policies }, { ...unknown, host: 'other.test' }, { campus: 'off-campus' }).action, 'allow');
  const without = [policy('pol_c', { settings, rules: [rule('rul_1', { match: PLAY })] })];
  t.equal(ask({ policies: without }, { ...unknown, host: 'other.test' }).action, 'allow');
  t.end();
});
