import { hasFields } from '../../support/has-fields.ts';
import { promise } from './each-store.ts';

const request = { name: 'test.daily', now: 1_000, leaseMs: 100, holder: 'one' };

promise('a job keeps the due time that it was first given', async (t, { store }) => {
  const made = await store.jobs.ensure('test.daily', 1_000);
  t.same(made, {
    name: 'test.daily',
    dueAt: 1_000,
    lastRunAt: null,
    lastError: null,
    failures: 0,
    leaseUntil: null,
  });
  hasFields(t, await store.jobs.ensure('test.daily', 2_000), { dueAt: 1_000 });
  await store.jobs.reschedule('test.daily', 3_000);
  hasFields(t, await store.jobs.ensure('test.daily', 0), { dueAt: 3_000 });
});

promise('one holder has a job at a time, and only when it is due', async (t, { store }) => {
  await store.jobs.ensure('test.daily', 1_000);
  t.equal(await store.jobs.claim({ ...request, now: 999 }), false);
  t.equal(await store.jobs.claim({ ...request, name: 'unknown' }), false);
  t.equal(await store.jobs.claim(request), true);
  t.equal(await store.jobs.claim({ ...request, holder: 'two' }), false);
  t.equal(await store.jobs.claim({ ...request, holder: 'two', now: 1_099 }), false);
  t.equal(await store.jobs.claim({ ...request, holder: 'two', now: 1_100 }), true, 'the lease is over');
  await store.jobs.settle('test.daily', 'one', { startedAt: 1, dueAt: 5_000, error: null });
  hasFields(
    t,
    await store.jobs.ensure('test.daily', 0),
    { dueAt: 1_000, leaseUntil: 1_200 },
    'the first no longer has it',
  );
});

promise('a lease that no fresh one could reach is left over from a wrong clock', async (t, { store }) => {
  await store.jobs.ensure('test.daily', 1_000);
  await store.jobs.claim({ ...request, now: 900_000 });
  t.equal(await store.jobs.claim({ ...request, holder: 'two' }), true);
});

promise('the end of a run is noted; failures in a row are counted', async (t, { store }) => {
  await store.jobs.ensure('test.daily', 1_000);
  for (const failures of [1, 2]) {
    await store.jobs.claim(request);
    await store.jobs.settle('test.daily', 'one', { startedAt: 1_000, dueAt: 1_000, error: 'away' });
    hasFields(t, await store.jobs.ensure('test.daily', 0), {
      failures,
      lastError: 'away',
      lastRunAt: 1_000,
      leaseUntil: null,
    });
  }
  await store.jobs.claim(request);
  await store.jobs.release('test.daily', 'one');
  hasFields(t, await store.jobs.ensure('test.daily', 0), { failures: 2, dueAt: 1_000, leaseUntil: null });
  await store.jobs.claim(request);
  await store.jobs.settle('test.daily', 'one', { startedAt: 1_000, dueAt: 9_000, error: null });
  hasFields(t, await store.jobs.ensure('test.daily', 0), { failures: 0, lastError: null, dueAt: 9_000 });
});
