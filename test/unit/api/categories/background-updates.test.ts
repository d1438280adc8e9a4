import t from 'tap';
import { createBackgroundUpdates } from '../../../../api/categories/background-updates.ts';
import type { UpdateReport, UpdateRequest } from '../../../../api/categories/update.ts';
import { Fault } from '../../../../kit/fault.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { until } from '../../../support/until.ts';

const CONFLICT = new Fault('conflict', 'Another update of the categories is running.');

/** Updates whose answers the test gives. */
function createScene() {
  const asked: {
    readonly request: UpdateRequest;
    readonly resolve: (report: UpdateReport) => void;
    readonly reject: (error: unknown) => void;
  }[] = [];
  const clock = createFakeClock();
  const refreshed: number[] = [];
  const updates = createBackgroundUpdates({
    updater: {
      update: (request) =>
        new Promise((resolve, reject) => {
          request.signal.addEventListener('abort', () => reject(request.signal.reason));
          asked.push({ request, resolve, reject });
        }),
    },
    refresh: async () => void refreshed.push(clock.now()),
    clock,
    log: silentLog,
  });
  const count = (length: number) => until(() => asked.length === length, { what: `update ${length}` });
  return { asked, clock, refreshed, updates, count };
}

const DONE = { index: { version: 1, names: 1 }, changed: true, sources: [] } as unknown as UpdateReport;

t.test('an index is made anew once the update of another process is over', async (t) => {
  const { asked, clock, updates, count, refreshed } = createScene();
  updates.rebuild(1);
  await count(1);
  hasFields(t, asked[0]?.request, { organisationId: 1, sources: [] });
  asked[0]?.reject(CONFLICT);
  await until(() => clock.pending() > 0, { what: 'the wait' });
  t.equal(asked.length, 1, 'not at once');
  await clock.advance(15_000);
  await count(2);
  asked[1]?.resolve(DONE);
  await until(() => refreshed.length === 1, { what: 'the lookup to follow' });
  await updates.stop();
  t.equal(asked.length, 2);
});

t.test('what is removed while an update runs goes out right after it, once', async (t) => {
  const { asked, updates, count } = createScene();
  updates.run({ organisationId: 1, sources: ['a'], holder: 'h' });
  hasFields(t, updates.running(1), { progress: { step: 'read', source: 'a' } });
  t.equal(updates.running(2), null);
  updates.rebuild(1);
  updates.rebuild(1);
  t.equal(asked.length, 1);
  asked[0]?.resolve(DONE);
  await count(2);
  hasFields(t, asked[1]?.request, { sources: [], holder: undefined });
  asked[1]?.reject(new Error('no room'));
  await updates.stop();
  t.equal(asked.length, 2);
  t.equal(updates.running(1), null);
});

t.test('stopping ends what runs and what waits, and it can be started again', async (t) => {
  const { asked, updates, count } = createScene();
  updates.run({ organisationId: 1, sources: ['a'], holder: 'h' });
  updates.rebuild(1);
  await updates.stop();
  t.equal(updates.running(1), null);
  t.equal(asked.length, 1);
  await updates.start();
  updates.rebuild(2);
  await count(2);
  hasFields(t, asked[1]?.request, { organisationId: 2 });
  await updates.stop();
});
