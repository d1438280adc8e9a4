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

function warningsOfRule(match: Partial<Policy['rules'][number]['match']>): readonly string[] {
  const rule = { id: 'rul_1', effect: 'block', locked: false, reason: null, campus: [] } as const;
  return policyWarnings({ ...GOOD, rules: [{ ...rule, match: { ...NOTHING, ...match } }] });
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
