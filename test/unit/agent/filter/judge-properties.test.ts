import t from 'tap';
import { createJudge } from '../../../../agent/filter/create-judge.ts';
import type { FilterMode, FilterState } from '../../../../agent/filter/filter-state.ts';
import { compileBundle } from '../../../../contracts/policy/compile.ts';
import { CRISIS_NAMES } from '../../../../contracts/policy/crisis.ts';
import { decide } from '../../../../contracts/policy/decide.ts';
import { effectiveSettings } from '../../../../contracts/policy/effective-settings.ts';
import type { Bundle, DecisionContext, Policy } from '../../../../contracts/policy/model.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { bundleOf, filterState } from '../../../support/filter-state.ts';
import { fc } from '../../../support/property.ts';
import { anyBundle, anyContext, anyRequest } from '../../contracts/policy/arbitrary-bundle.ts';

const RUNS = { numRuns: 400 };
const MODES: readonly FilterMode[] = ['off', 'enforce', 'portal', 'locked'];
const anyMode = fc.constantFrom(...MODES);

function stateOf(bundle: Bundle, { at, ...context }: DecisionContext): FilterState {
  const { policies, sessions, overrides } = bundle;
  return filterState({ ...context, bundle: bundleOf(policies), sessions, overrides, indexFile: '/index' });
}

function judgeAt(state: FilterState, at: number, categories: readonly string[] = []) {
  const clock = createFakeClock(at);
  const judge = createJudge({
    clock,
    openIndex: () => ({ categoriesOf: () => categories }),
    onFault({ detail }) {
      throw new Error(detail);
    },
  });
  judge.apply(state);
  return { clock, judge };
}

t.test('what the judge says is what decide() says, for names, addresses and programs', (t) => {
  const reasons = new Set<string>();
  const property = fc.property(anyBundle, anyContext, anyRequest, (bundle, context, request) => {
    const { judge } = judgeAt(stateOf(bundle, context), context.at, request.categories);
    const { host, url, app } = request;
    const { chain, ...wanted } = decide(request, context, compileBundle(bundle));
    const { categories, category, ...said } = judge.judge({ host, url, app, via: 'proxy' });
    const name = decide({ ...request, url: null, app: null }, context, compileBundle(bundle));
    reasons.add(said.reason);
    return (
      JSON.stringify(said) === JSON.stringify(wanted) &&
      JSON.stringify(categories) === JSON.stringify(request.categories) &&
      (category === null ? categories.length === 0 : categories.includes(category)) &&
      judge.judgeName(host).action === name.action &&
      judge.judgeName(host).ruleId === name.ruleId &&
      JSON.stringify(judge.explain({ host, url, app, via: 'dns' }).chain) === JSON.stringify(chain)
    );
  });
  t.doesNotThrow(() => fc.assert(property, RUNS));
  t.ok(reasons.size >= 7, `met ${[...reasons].join(', ')}`);
  t.end();
});

t.test('crisis help wins in every mode, but in a lock that does not allow it', (t) => {
  const name = fc.constantFrom(...CRISIS_NAMES.map(({ domain }) => domain));
  const below = fc.constantFrom('', 'www.', 'a.b.', 'a b.');
  const met = new Map<string, number>();
  const property = fc.property(
    fc.tuple(anyBundle, fc.boolean()),
    anyContext,
    anyMode,
    fc.tuple(name, below, fc.subarray(['adult', 'doh', 'games', 'malware', 'vpn_proxy'])),
    ([bundle, allowed], context, mode, [domain, prefix, categories]) => {
      const settings = { lockAllowCrisisHelp: allowed };
      const policies: Policy[] = bundle.policies.map((policy) => ({ ...policy, settings }));
      const state = { ...stateOf({ ...bundle, policies }, context), mode };
      const { judge } = judgeAt(state, context.at, categories);
      const open = effectiveSettings(context, compileBundle({ ...bundle, policies })).lockAllowCrisisHelp;
      const { action, reason } = judge.judgeName(`${prefix}${domain}`);
      const shut = mode === 'locked' && !open;
      met.set(`${mode} ${action}`, (met.get(`${mode} ${action}`) ?? 0) + 1);
      return (
        judge.isCrisisHelp(`${prefix}${domain}`) &&
        (shut ? `${action} ${reason}` === 'block locked' : `${action} ${reason}` === 'allow crisis_allow')
      );
    },
  );
  t.doesNotThrow(() => fc.assert(property, RUNS));
  t.same([...met.keys()].sort(), [
    'enforce allow',
    'locked allow',
    'locked block',
    'off allow',
    'portal allow',
  ]);
  t.end();
});

t.test('what is remembered is never of another time, however the clock goes', (t) => {
  const quarters = fc.array(fc.integer({ min: -14 * 24 * 4, max: 14 * 24 * 4 }), {
    minLength: 1,
    maxLength: 12,
  });
  let changes = 0;
  const property = fc.property(
    anyBundle,
    anyContext,
    anyRequest,
    quarters,
    (bundle, context, request, jumps) => {
      const state = stateOf(bundle, context);
      const { clock, judge } = judgeAt(state, context.at);
      const { host } = request;
      let before = judge.judgeName(host);
      return jumps.every((jump) => {
        clock.jump(jump * 900_000);
        const remembered = judge.judgeName(host);
        const fresh = judgeAt(state, clock.now()).judge.judgeName(host);
        if (remembered !== before) changes += 1;
        before = remembered;
        return JSON.stringify(remembered) === JSON.stringify(fresh);
      });
    },
  );
  t.doesNotThrow(() => fc.assert(property, RUNS));
  t.ok(changes > 100, `${changes} changes met`);
  t.end();
});

t.test('no name makes the judge throw, and none below a blocked domain is allowed', (t) => {
  const bundle = bundleOf([
    {
      rules: [
        {
          id: 'r',
          effect: 'block',
          locked: true,
          reason: null,
          campus: [],
          match: { domains: ['play.example'], categories: [], urls: [], apps: [] },
        },
      ],
    },
  ]);
  const { judge } = judgeAt(filterState({ bundle }), Date.UTC(2026, 10, 20));
  const label = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.string({ minLength: 60, maxLength: 80 }),
  );
  const property = fc.property(fc.array(label, { maxLength: 5 }), anyMode, (labels, mode) => {
    judge.apply(filterState({ bundle, mode }));
    const name = [...labels, 'play', 'example'].join('.');
    const { action } = judge.judgeName(name);
    judge.judgeName(labels.join('.'));
    judge.explain({ host: name, url: labels.join('/'), app: labels[0] ?? null, via: 'dns' });
    return action === (mode === 'off' ? 'allow' : 'block');
  });
  t.doesNotThrow(() => fc.assert(property, { numRuns: 3_000 }));
  t.end();
});
