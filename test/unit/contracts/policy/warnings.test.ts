import t from 'tap';
import type { Policy } from '../../../../contracts/policy/model.ts';
import { policyWarnings } from '../../../../contracts/policy/warnings.ts';
import { hasFields } from '../../../support/has-fields.ts';

const NOTHING = { domains: [], categories: [], urls: [], apps: [] };
const GOOD: Policy = {
  id: 'pol_1',
  name: 'A policy',
  enabled: true,
  priority: 100,
  defaultAction: 'allow',
  target: { everyone: true, ous: [], users: [], devices: [] },
  schedule: null,
  rules: [],
  version: 1,
};

type Rule = Policy['rules'][number];

function ruleOf(match: Partial<Rule['match']>, effect: Rule['effect'] = 'block'): Rule {
  return { id: 'rul_1', effect, locked: false, reason: null, campus: [], match: { ...NOTHING, ...match } };
}

function warningsOfRule(match: Partial<Rule['match']>, effect?: Rule['effect']): readonly string[] {
  return policyWarnings({ ...GOOD, rules: [ruleOf(match, effect)] });
}

t.test('a policy that does what it says has no warning', (t) => {
  t.same(policyWarnings(GOOD), []);
  t.same(warningsOfRule({ domains: ['play.example'], urls: ['wiki.example'] }), []);
  t.end();
});

t.test('a path that https hides, programs, and a block of crisis help are told', (t) => {
  hasFields(t, warningsOfRule({ urls: ['wiki.example', 'wiki.example/private', 'b.example/c'] }), [
    /^Rule 1: the path of “wiki.example\/private” \(and 1 more/,
  ]);
  hasFields(t, warningsOfRule({ apps: ['steam'] }), [/^Rule 1: programs/]);
  hasFields(t, warningsOfRule({ domains: ['play.example', 'WWW.samaritans.org'] }), [
    /crisis help and stays open/,
  ]);
  hasFields(t, warningsOfRule({}), [/names nothing/]);
  t.end();
});

t.test('a policy that can have no effect is told', (t) => {
  hasFields(t, policyWarnings({ ...GOOD, enabled: false }), [/switched off/]);
  hasFields(t, policyWarnings({ ...GOOD, target: { ...GOOD.target, everyone: false } }), [/for nobody/]);
  const schedule = { timezone: 'UTC', windows: [], exceptDates: [] };
  hasFields(t, policyWarnings({ ...GOOD, schedule }), [/no window/]);
  t.end();
});

t.test('a policy for anybody at all, and a schedule with a window, have an effect', (t) => {
  const target = { ...GOOD.target, everyone: false };
  for (const some of [
    { ous: ['/S'] },
    { users: ['ana@x.example'] },
    { devices: ['dev_1'] },
    { ous: ['/S'], users: ['ana@x.example'] },
    { users: ['ana@x.example'], devices: ['dev_1'] },
  ])
    t.same(policyWarnings({ ...GOOD, target: { ...target, ...some } }), [], JSON.stringify(some));
  const window = { days: ['mon'], from: '08:00', to: '15:00' } as const;
  const schedule = { timezone: 'UTC', windows: [window], exceptDates: [] };
  t.same(policyWarnings({ ...GOOD, schedule }), []);
  t.end();
});

t.test('a rule that names one thing of any kind, or several, is about something', (t) => {
  t.same(warningsOfRule({ categories: ['games'] }), []);
  t.same(warningsOfRule({ domains: ['play.example'], categories: ['games'] }), []);
  t.equal(warningsOfRule({ domains: ['play.example'], apps: ['steam'] }).length, 1, 'of programs alone');
  t.same(warningsOfRule({ domains: ['..'], urls: ['..'] }), [], 'what is no host is not looked at');
  t.same(warningsOfRule({ domains: ['samaritans.org'] }, 'allow'), [], 'crisis help may be allowed');
  t.end();
});

t.test('a path is shown with its first eighty characters', (t) => {
  t.same(warningsOfRule({ urls: ['wiki.example/private'] }), [
    'Rule 1: the path of “wiki.example/private” counts only for plain http; with https the whole host is meant.',
  ]);
  const long = `wiki.example/${'x'.repeat(100)}`;
  hasFields(t, warningsOfRule({ urls: [long] }), [new RegExp(`“${long.slice(0, 80)}” counts only`)]);
  t.end();
});

t.test('twenty warnings are enough, each with the number of its rule', (t) => {
  const rule = ruleOf({ urls: ['a.example/b'], apps: ['steam'], domains: ['samaritans.org'] });
  const three = policyWarnings({ ...GOOD, rules: [ruleOf({ domains: ['a.example'] }), rule] });
  hasFields(t, three, [/^Rule 2: the path/, /^Rule 2: programs/, /^Rule 2: “samaritans.org”/]);
  const many = policyWarnings({ ...GOOD, enabled: false, rules: Array(30).fill(rule) });
  t.equal(many.length, 20);
  t.match(many[0], /switched off/);
  t.match(many[19], /^Rule 7: the path/);
  t.end();
});
