import t from 'tap';
import { compileBundle } from '../../../../contracts/policy/compile.ts';
import type { Policy } from '../../../../contracts/policy/model.ts';
import {
  deviceNearness,
  ouNearness,
  policyNearness,
  SESSION_NEARNESS,
  targetAt,
  unitsOf,
  userNearness,
} from '../../../../contracts/policy/nearness.ts';
import { bundleOf } from '../../../support/filter-state.ts';

const ANA = { deviceId: 'dev_1', user: 'ana@x.example', ouPath: '/S/High/9' };

function near(target: Partial<Policy['target']>, asker: Parameters<typeof policyNearness>[1] = ANA) {
  const policy = {
    ...(bundleOf([{}]).policies[0] as Policy),
    target: { everyone: false, ous: [], users: [], devices: [], ...target },
  };
  const [compiled] = compileBundle({ policies: [policy], overrides: [], sessions: [] }).policies;
  if (compiled === undefined) throw new Error('compiled away');
  return policyNearness(compiled, asker);
}

t.test('a unit and those above it, the leaf first', async (t) => {
  t.strictSame(unitsOf('/S/High/9'), ['/S/High/9', '/S/High', '/S', '/']);
  t.strictSame(unitsOf('/S'), ['/S', '/']);
  t.strictSame(unitsOf('/'), ['/']);
  t.strictSame(unitsOf(''), ['']);
  t.strictSame(unitsOf('/S'), ['/S', '/'], 'and again, after another');
});

t.test('a policy meets its asker by the nearest of its targets', async (t) => {
  const all = {
    everyone: true,
    ous: ['/S', '/S/High', '/T'],
    users: [ANA.user],
    devices: ['dev_0', 'dev_1'],
  };
  const device = near(all);
  const user = near({ ...all, devices: ['dev_2'] });
  const unit = near({ ...all, devices: [], users: ['bo@x.example'] });
  const everyone = near({ ...all, devices: [], users: [], ous: ['/T'] });
  t.strictSame([device, user, unit, everyone], [4_000, 3_000, '/S/High'.length, 0]);
  t.equal(near({ ous: ['/'] }), 1, 'the root is a unit too');
  t.ok(userNearness(true) === user && deviceNearness(true) === device);
  t.ok(SESSION_NEARNESS < (user ?? 0) && SESSION_NEARNESS > 1_000, 'between a person and a unit');
});

t.test('a policy for others is for nobody here', async (t) => {
  t.equal(
    near({ devices: ['dev_2'], users: ['bo@x.example'], ous: ['/S/High/10', '/T', '/S/High/9/a'] }),
    null,
  );
  t.equal(near({}), null);
  t.equal(near({ users: [''] }, { ...ANA, user: null }), null, 'nobody is signed in');
  t.equal(near({ everyone: true }, { ...ANA, user: null }), 0);
  t.strictSame([deviceNearness(false), userNearness(false)], [null, null]);
});

t.test('a unit holds those below it, by whole names', async (t) => {
  for (const [unit, nearness] of [
    ['/S/High/9', 9],
    ['/S/High', 7],
    ['/S', 2],
    ['/', 1],
    ['/S/Hi', null],
    ['/S/High/9/a', null],
    ['/T', null],
    ['/S/High/8', null],
  ] as const)
    t.equal(ouNearness('/S/High/9', unit), nearness, unit);
  t.equal(ouNearness('/', '/'), 1);
  t.equal(ouNearness('/', '/S'), null);
});

t.test('the chain shows by what a policy met its asker', async (t) => {
  t.equal(targetAt(4_000, ANA), 'dev_1');
  t.equal(targetAt(3_000, ANA), 'ana@x.example');
  t.equal(targetAt(3_000, { ...ANA, user: null }), null);
  t.equal(targetAt(0, ANA), 'everyone');
  t.equal(targetAt(7, ANA), '/S/High');
  t.equal(targetAt(1, ANA), '/');
});
