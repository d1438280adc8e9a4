import { hasFields } from '../../support/has-fields.ts';
import { promise } from './each-store.ts';

const report = { organisationId: 1, week: '2026-W47', report: { totals: { requests: 1 } }, madeAt: 5 };

promise('the report of a week is kept once, as it was first made', async (t, { store }) => {
  t.equal(await store.reports.get(1, '2026-W47'), null);
  t.equal(await store.reports.add(report), true);
  t.equal(await store.reports.add({ ...report, report: { totals: { requests: 2 } }, madeAt: 6 }), false);
  t.same(await store.reports.get(1, '2026-W47'), { ...report, mailedAt: null });
  await store.reports.mailed(1, '2026-W47', 7);
  hasFields(t, await store.reports.get(1, '2026-W47'), { mailedAt: 7 });
  t.equal(await store.reports.get(2, '2026-W47'), null);
  t.same(await store.reports.organisationIds(), [1]);
});

promise('names of people are taken out of old reports, and nothing else is', async (t, { store }) => {
  const full = {
    totals: { requests: 1 },
    topUsers: [{ user: 'ana@x.example', count: 1 }],
    topDomains: [{ domain: 'a' }],
  };
  await store.reports.add({ ...report, week: '2026-W01', report: full, madeAt: 100 });
  await store.reports.add({ ...report, week: '2026-W02', report: full, madeAt: 200 });
  t.equal(await store.reports.forgetPeople(200), 1);
  t.equal(await store.reports.forgetPeople(200), 0);
  t.same((await store.reports.get(1, '2026-W01'))?.report, { ...full, topUsers: [] });
  t.same((await store.reports.get(1, '2026-W02'))?.report, full);
});
