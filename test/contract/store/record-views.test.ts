import type { RecordView } from '../../../store/ports/record-views.ts';
import { hasFields } from '../../support/has-fields.ts';
import { promise } from './each-store.ts';

const MINUTE_MS = 60_000;

const view = (at: number, changes: Partial<RecordView> = {}): RecordView => ({
  organisationId: 1,
  actor: 'key_1',
  action: 'logs.viewed',
  target: null,
  filter: { domain: ['a.example'] },
  range: null,
  records: 3,
  at,
  ip: '192.0.2.1',
  userAgent: null,
  ...changes,
});

promise('looks that follow a first one with the same filter are counted together', async (t, { store }) => {
  const { recordViews } = store;
  t.equal(await recordViews.again(view(1), 10), false, 'there is no first one');
  t.equal(await recordViews.begin(view(1)), null);
  t.equal(await recordViews.again(view(4, { records: 2, range: { from: 5, to: 9 } }), 10), true);
  t.equal(await recordViews.again(view(10, { range: { from: 6, to: 12 } }), 10), true);
  t.equal(await recordViews.again(view(11), 10), false, 'the time is over');
  t.equal(await recordViews.again(view(0), 10), false, 'the clock went back');
  for (const other of [
    { actor: 'key_2' },
    { action: 'activity.viewed' },
    { target: 'dev_1' },
    { filter: {} },
    { organisationId: 2 },
  ])
    t.equal(await recordViews.again(view(5, other), 10), false, JSON.stringify(other));
  t.same(await recordViews.begin(view(11, { ip: '192.0.2.2' })), {
    organisationId: 1,
    actor: 'key_1',
    action: 'logs.viewed',
    target: null,
    filter: { domain: ['a.example'] },
    range: { from: 5, to: 12 },
    records: 5,
    ip: '192.0.2.1',
    userAgent: null,
    answers: 2,
    firstAt: 4,
    lastAt: 10,
  });
});

promise('a look without bounds is wider than every other', async (t, { store }) => {
  const { recordViews } = store;
  await recordViews.begin(view(1));
  await recordViews.again(view(2, { range: { from: 5, to: 9 } }), 10);
  await recordViews.again(view(3), 10);
  await recordViews.again(view(4, { range: { from: 5, to: 9 } }), 10);
  hasFields(t, await recordViews.end({ until: 1, now: 20, limit: 9 }), {
    following: [{ range: null, answers: 3 }],
  });
});

promise(
  'what is over is taken once, in portions; what nothing followed is told by nobody',
  async (t, { store }) => {
    const { recordViews } = store;
    for (const number of [1, 2, 3]) {
      const one = { actor: `key_${number}` };
      await recordViews.begin(view(number * MINUTE_MS, one));
      if (number !== 2) await recordViews.again(view(number * MINUTE_MS + 1, one), MINUTE_MS);
    }
    const ask = { until: 3 * MINUTE_MS, now: 9 * MINUTE_MS, limit: 2 };
    hasFields(t, await recordViews.end(ask), { ended: 2, following: [{ actor: 'key_1' }] });
    hasFields(t, await recordViews.end(ask), { ended: 1, following: [{ actor: 'key_3' }] });
    t.same(await recordViews.end(ask), { ended: 0, following: [] });
    await recordViews.begin(view(9 * MINUTE_MS));
    t.same(
      await recordViews.end({ ...ask, now: 8 * MINUTE_MS }),
      { ended: 1, following: [] },
      'of a wrong clock',
    );
  },
);
