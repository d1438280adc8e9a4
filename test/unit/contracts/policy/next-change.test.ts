import t from 'tap';
import { compileBundle } from '../../../../contracts/policy/compile.ts';
import type { Bundle, BundleOverride, BundleSession, Policy } from '../../../../contracts/policy/model.ts';
import { bundleChanges, nextBundleChange, situationAt } from '../../../../contracts/policy/next-change.ts';
import { bundleOf } from '../../../support/filter-state.ts';

const DAY = Date.UTC(2026, 10, 20);
const at = (hour: number): number => DAY + hour * 3_600_000;
const MINUTE = 60_000;

/** Open on each day from one hour to another, in UTC. */
const daily = (from: string, to: string): Policy['schedule'] => ({
  timezone: 'UTC',
  windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from, to }],
  exceptDates: [],
});
const override = (startsAt: number, expiresAt: number): BundleOverride => ({
  id: `ovr_${startsAt}`,
  site: 'play.example',
  scope: { type: 'device', deviceId: 'dev_1' },
  startsAt,
  expiresAt,
});
const session = (startsAt: number, endsAt: number): BundleSession => ({
  id: `cls_${startsAt}`,
  mode: 'focus',
  allowedUrls: [],
  students: null,
  startsAt,
  endsAt,
});

const compiled = (of: Partial<Bundle> & { readonly schedules?: readonly Policy['schedule'][] }) =>
  compileBundle({
    policies: (of.schedules ?? []).map(
      (schedule, n) => ({ ...bundleOf([{}]).policies[0], id: `pol_${n}`, schedule }) as Policy,
    ),
    overrides: of.overrides ?? [],
    sessions: of.sessions ?? [],
  });

t.test('where nothing begins or ends there is no next change', async (t) => {
  t.equal(nextBundleChange(compiled({}), at(10)), null);
  t.equal(nextBundleChange(compiled({ schedules: [null] }), at(10)), null, 'a policy that is always on');
  const past = { overrides: [override(at(1), at(2))], sessions: [session(at(3), at(4))] };
  t.equal(nextBundleChange(compiled(past), at(4)), null, 'all is over');
});

t.test('the next change is the nearest beginning or end of anything', async (t) => {
  const bundle = compiled({
    schedules: [null, daily('08:00', '15:00'), daily('12:00', '13:00')],
    overrides: [override(at(9), at(16))],
    sessions: [session(at(10), at(11))],
  });
  const found: number[] = [];
  for (let next = nextBundleChange(bundle, at(7)); next !== null && next <= at(16); )
    next = nextBundleChange(bundle, found[found.push(next) - 1] ?? 0);
  t.strictSame(found, [8, 9, 10, 11, 12, 13, 15, 16].map(at));
  t.equal(nextBundleChange(bundle, at(10) - 1), at(10), 'the millisecond before');
});

t.test('of several at one moment there is one change', async (t) => {
  const bundle = compiled({
    schedules: [daily('08:00', '15:00')],
    overrides: [override(at(8), at(15)), override(at(15), at(16))],
    sessions: [session(at(8), at(9))],
  });
  t.strictSame(bundleChanges(bundle, { from: at(7), to: at(17) }), [8, 9, 15, 16].map(at));
});

t.test('changes are those between two moments, without either', async (t) => {
  const bundle = compiled({
    schedules: [null, daily('10:00', '12:00')],
    overrides: [override(at(10), at(12))],
    sessions: [session(at(11), at(13))],
  });
  t.strictSame(bundleChanges(bundle, { from: at(10), to: at(12) }), [at(11)]);
  t.strictSame(bundleChanges(bundle, { from: at(10) - 1, to: at(12) + 1 }), [10, 11, 12].map(at));
  t.strictSame(bundleChanges(compiled({}), { from: 0, to: at(12) }), []);
  const schedule = compiled({ schedules: [daily('10:00', '12:00')] });
  t.strictSame(bundleChanges(schedule, { from: at(10), to: at(12) }), []);
  t.strictSame(bundleChanges(schedule, { from: at(10) - 1, to: at(12) + 1 }), [at(10), at(12)]);
});

t.test(
  'two moments have the same situation when the same policies, overrides and sessions are on',
  async (t) => {
    const bundle = compiled({
      schedules: [daily('08:00', '15:00'), null],
      overrides: [override(at(9), at(10))],
      sessions: [session(at(11), at(12))],
    });
    const situation = (moment: number): string => situationAt(bundle, moment);
    t.equal(situation(at(7)), '01;0;0');
    t.equal(situation(at(8)), '11;0;0');
    t.equal(situation(at(9) - 1), '11;0;0');
    t.equal(situation(at(9)), '11;1;0');
    t.equal(situation(at(10) - 1), '11;1;0');
    t.equal(situation(at(10)), '11;0;0');
    t.equal(situation(at(11) - 1), '11;0;0');
    t.equal(situation(at(11)), '11;0;1');
    t.equal(situation(at(12) - MINUTE), '11;0;1');
    t.equal(situation(at(12)), '11;0;0');
    t.equal(situation(at(15)), '01;0;0');
  },
);
