import t from 'tap';
import { compileBundle } from '../../../../contracts/policy/compile.ts';
import type { Bundle, BundleOverride, BundleSession, Policy } from '../../../../contracts/policy/model.ts';
import { verdictKeyOf } from '../../../../contracts/policy/verdict-key.ts';
import { bundleOf } from '../../../support/filter-state.ts';

const ANA = { deviceId: 'dev_1', user: 'ana@x.example', ouPath: '/S/High' };
const NOBODY = { ...ANA, user: null };

const policy = (target: Partial<Policy['target']>): Policy => ({
  ...(bundleOf([{}]).policies[0] as Policy),
  target: { everyone: false, ous: [], users: [], devices: [], ...target },
});
const override = (scope: BundleOverride['scope']): BundleOverride => ({
  id: 'ovr_1',
  site: 'play.example',
  scope,
  startsAt: 0,
  expiresAt: 1,
});
const session = (of: Partial<BundleSession>): BundleSession => ({
  id: 'cls_1',
  mode: 'focus',
  allowedUrls: [],
  students: null,
  startsAt: 0,
  endsAt: 1,
  ...of,
});

const standing = (asker: typeof NOBODY | typeof ANA, of: Partial<Bundle>): string =>
  verdictKeyOf(asker, compileBundle({ policies: [], overrides: [], sessions: [], ...of }));

t.test('how near each policy stands is part of it', async (t) => {
  const policies = [
    policy({ devices: ['dev_1'] }),
    policy({ users: ['ana@x.example'] }),
    policy({ ous: ['/S'] }),
    policy({ ous: ['/S/High'] }),
    policy({ everyone: true }),
    policy({ devices: ['dev_2'], users: ['bo@x.example'], ous: ['/S/Low'] }),
  ].map((one, n) => ({ ...one, id: `pol_${n}` }));
  t.equal(standing(ANA, { policies }), '4000,3000,2,7,0,-;;');
  t.equal(standing(NOBODY, { policies }), '4000,-,2,7,0,-;;');
  t.equal(standing({ ...ANA, deviceId: 'dev_3', ouPath: '/' }, { policies }), '-,3000,-,-,0,-;;');
});

t.test('an override counts for whom it is', async (t) => {
  for (const [scope, ana, nobody] of [
    [{ type: 'device', deviceId: 'dev_1' }, '1', '1'],
    [{ type: 'device', deviceId: 'dev_2' }, '-', '-'],
    [{ type: 'student', user: 'Ana@X.example' }, '1', '-'],
    [{ type: 'student', user: 'bo@x.example' }, '-', '-'],
    [{ type: 'ou', path: '/S' }, '2', '2'],
    [{ type: 'ou', path: '/T' }, '-', '-'],
    [{ type: 'session', sessionId: 'cls_1' }, '-', '-'],
  ] as const) {
    t.equal(standing(ANA, { overrides: [override(scope)] }), `;${ana};`, scope.type);
    t.equal(standing(NOBODY, { overrides: [override(scope)] }), `;${nobody};`, scope.type);
  }
  const overrides = [
    override({ type: 'device', deviceId: 'dev_1' }),
    override({ type: 'device', deviceId: 'dev_2' }),
  ];
  t.equal(standing(ANA, { overrides }), ';1,-;');
});

t.test('a session counts when it claims both the device and the person', async (t) => {
  for (const [of, ana, nobody] of [
    [{}, '1', '1'],
    [{ devices: null }, '1', '1'],
    [{ devices: ['dev_1'] }, '1', '1'],
    [{ devices: ['dev_2'] }, '-', '-'],
    [{ students: ['Ana@X.example'] }, '1', '-'],
    [{ students: ['bo@x.example'] }, '-', '-'],
    [{ devices: ['dev_2'], students: ['ana@x.example'] }, '-', '-'],
    [{ devices: ['dev_1'], students: ['ana@x.example'] }, '1', '-'],
  ] as const) {
    t.equal(standing(ANA, { sessions: [session(of)] }), `;;${ana}`, JSON.stringify(of));
    t.equal(standing(NOBODY, { sessions: [session(of)] }), `;;${nobody}`, JSON.stringify(of));
  }
  const sessions = [session({ id: 'cls_2', startsAt: -1 }), session({ devices: [] })];
  t.equal(standing(ANA, { sessions }), ';;-,1', 'in the order of the compiled bundle');
});
