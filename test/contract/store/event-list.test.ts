import { setImmediate as turn } from 'node:timers/promises';
import type { Fault } from '../../../kit/fault.ts';
import type { EventFilter, EventPlace } from '../../../store/ports/events.ts';
import type { ListQuery } from '../../../store/ports/list.ts';
import { hasFields } from '../../support/has-fields.ts';
import { type Fixture, newEvent, promise, webhookInput } from './each-store.ts';

const DAY_MS = 86_400_000;

const list = (
  { store }: Fixture,
  filter: EventFilter = {},
  changes: Partial<ListQuery<EventFilter, 'sequence'>> = {},
) =>
  store.events.list({
    organisationId: 1,
    filter,
    sort: [{ field: 'sequence', descending: false }],
    limit: 100,
    from: { kind: 'page', page: 1 },
    ...changes,
  });

const sequences = async (...args: Parameters<typeof list>): Promise<readonly number[]> =>
  (await list(...args)).rows.map(({ sequence }) => sequence);

async function fill(fixture: Fixture, count: number): Promise<void> {
  await fixture.store.transaction(async (tx) => {
    for (let at = 1; at <= count; at++)
      await tx.events.append(newEvent(fixture, at % 3 === 0 ? 'command.failed' : 'device.online'));
  });
}

/** Purges to the end. @returns how many events have gone */
async function purge({ store }: Fixture, before: number, limit = 1_000): Promise<number> {
  let gone = 0;
  for (let after: EventPlace | null = null; ; ) {
    const step: { purged: number; next: EventPlace | null } = await store.events.purge({
      before,
      limit,
      after,
    });
    gone += step.purged;
    after = step.next;
    if (after === null) return gone;
  }
}

promise('events are listed by sequence, behind one that was seen', async (t, fixture) => {
  await fill(fixture, 9);
  t.same(await sequences(fixture), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  t.same(await sequences(fixture, { after: 7 }), [8, 9]);
  t.same(await sequences(fixture, { after: 9 }), []);
  t.same(await sequences(fixture, { after: 4_000 }), []);
  hasFields(t, await list(fixture, { after: 2 }, { limit: 3 }), {
    total: 7,
    totalIsEstimate: false,
    hasMore: true,
  });
  t.same(await sequences(fixture, {}, { organisationId: 2 }), [], 'nothing of another organisation');
});

promise('some types of events are listed in the one order of all', async (t, fixture) => {
  await fill(fixture, 9);
  t.same(await sequences(fixture, { types: ['command.failed'] }), [3, 6, 9]);
  const both = await list(fixture, { types: ['device.online', 'command.failed'], after: 1 }, { limit: 4 });
  t.same(
    both.rows.map(({ sequence }) => sequence),
    [2, 3, 4, 5],
  );
  hasFields(t, both, { total: 8, hasMore: true, last: { values: [5] } });
  const third = { limit: 2, from: { kind: 'page', page: 3 } } as const;
  t.same(await sequences(fixture, { types: ['device.online', 'command.failed'] }, third), [5, 6]);
  hasFields(t, await list(fixture, { types: ['device.offline'] }), { rows: [], total: 0, last: null });
});

promise('pages follow one another by position, in both directions', async (t, fixture) => {
  await fill(fixture, 7);
  for (const descending of [false, true]) {
    const sort = [{ field: 'sequence', descending }] as const;
    const seen: number[] = [];
    let from: ListQuery<EventFilter, 'sequence'>['from'] = { kind: 'page', page: 1 };
    for (;;) {
      const page = await list(fixture, { after: 1 }, { sort, limit: 2, from });
      seen.push(...page.rows.map(({ sequence }) => sequence));
      t.equal(page.total, 6);
      if (!page.hasMore || page.last === null) break;
      from = { kind: 'after', position: page.last };
    }
    t.same(seen, descending ? [7, 6, 5, 4, 3, 2] : [2, 3, 4, 5, 6, 7]);
  }
});

promise('a purge leaves the sequence alone, and tells whoever has missed something', async (t, fixture) => {
  const { store, clock } = fixture;
  await fill(fixture, 5);
  clock.jump(31 * DAY_MS);
  await fill(fixture, 2);
  t.equal(await purge(fixture, clock.now() - 30 * DAY_MS), 5);
  t.same(await sequences(fixture), [6, 7], 'without "after" from the oldest on');
  t.same(await sequences(fixture, { after: 5 }), [6, 7], 'nothing is missed');
  const expired = await list(fixture, { after: 4 }).catch((error: Fault) => error);
  hasFields(t, expired, { code: 'events_expired', extras: { oldestSequence: 6 } });
  const behind = { from: { kind: 'after', position: { values: [3], id: 'evt_1' } } } as const;
  await t.rejects(list(fixture, {}, behind), { code: 'events_expired' }, 'a cursor from before');
  clock.jump(31 * DAY_MS);
  await purge(fixture, clock.now() - 30 * DAY_MS);
  t.same(await sequences(fixture, { after: 7 }), [], 'none is left, and none was missed');
  await t.rejects(list(fixture, { after: 6 }), { code: 'events_expired' });
  t.equal((await store.events.append(newEvent(fixture))).sequence, 8);
});

promise(
  'what waits for an enabled webhook is kept, but hidden when later events have gone',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const webhook = await store.webhooks.create(webhookInput(fixture, { events: ['command.*'] }));
    await fill(fixture, 4);
    clock.jump(31 * DAY_MS);
    const before = clock.now() - 30 * DAY_MS;
    t.equal(await purge(fixture, before), 3, 'the third waits');
    hasFields(t, await list(fixture), { rows: [], total: 0 });
    await t.rejects(list(fixture, { after: 3 }), { code: 'events_expired', extras: { oldestSequence: 5 } });
    t.equal(await store.deliveries.waiting(), 1);
    await store.webhooks.update(1, webhook.id, { enabled: false }, clock.now());
    t.equal(await purge(fixture, before), 1, 'nobody waits for a disabled one');
    t.equal(await store.deliveries.waiting(), 0);
  },
);

promise(
  'a clock that was wrong for a while neither stops a purge nor makes it take too much',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const year = 365 * DAY_MS;
    await store.events.append(newEvent(fixture, 'device.online', { at: clock.now() + year }));
    await fill(fixture, 2);
    clock.jump(31 * DAY_MS);
    await store.events.append(newEvent(fixture));
    await store.events.append(newEvent(fixture, 'device.online', { at: 0 }));
    await store.events.append(newEvent(fixture));
    for (const limit of [1, 2, 1_000]) await purge(fixture, clock.now() - 30 * DAY_MS, limit);
    t.same(await sequences(fixture), [4, 5, 6]);
  },
);

promise(
  'a call of a purge looks at few events and takes few rows, however much hangs on one',
  async (t, fixture) => {
    const { store, clock } = fixture;
    for (let number = 0; number < 7; number++) await store.webhooks.create(webhookInput(fixture));
    await fill(fixture, 1);
    const claim = {
      now: clock.now(),
      claimedUntil: clock.now() + 1,
      limit: 100,
      perWebhook: 100,
      busy: new Map(),
    };
    const waiting = await store.deliveries.claim(claim);
    const outcome = {
      trigger: 'scheduled',
      requestHeaders: {},
      startedAt: 0,
      durationMs: 1,
      responseStatus: 500,
    } as const;
    for (const { id } of waiting) {
      const failed = {
        ...outcome,
        responseBody: '',
        error: null,
        step: { kind: 'failed', disable: null },
      } as const;
      await store.deliveries.settleMany([{ id, outcome: failed }]);
    }
    await fill(fixture, 5);
    clock.jump(31 * DAY_MS);
    const before = clock.now() - 30 * DAY_MS;
    const deliveries = async () =>
      await Promise.all(
        waiting.map(async ({ id, webhook }) =>
          (await store.deliveries.get(1, webhook.id, id)) === null ? 0 : 1,
        ),
      );
    const left: number[] = [];
    const places: (number | undefined)[] = [];
    for (let after: EventPlace | null = null; ; ) {
      const step: { purged: number; next: EventPlace | null } = await store.events.purge({
        before,
        limit: 4,
        after,
      });
      left.push((await deliveries()).filter((one) => one === 1).length);
      places.push(step.next?.sequence);
      after = step.next;
      if (after === null) break;
    }
    t.same(left.slice(0, 4), [5, 3, 1, 0], 'two deliveries with an attempt each are four rows');
    t.same(places, [0, 0, 0, 4, undefined], 'what still waits is looked past');
    t.same(await sequences(fixture), [2, 3, 4, 5, 6]);
  },
);

promise('a reader never sees n + 1 before n, whatever writers do meanwhile', async (t, fixture) => {
  const { store } = fixture;
  let writing = true;
  const write = async (n: number): Promise<void> => {
    await turn();
    await store.transaction(async (tx) => {
      await tx.events.append(newEvent(fixture));
      await turn();
      if (n % 4 === 0) throw new Error('no');
      if (n % 3 === 0) await tx.events.append(newEvent(fixture));
    });
  };
  const writers = Promise.allSettled(Array.from({ length: 120 }, (_, n) => write(n))).then(() => {
    writing = false;
  });
  const seen: number[] = [];
  let pulls = 0;
  for (let last = false; !last; pulls++) {
    last = !writing;
    seen.push(...(await sequences(fixture, { after: seen.at(-1) ?? 0 }, { limit: 7 })));
    if (seen.length === 0) last = false;
    await turn();
  }
  await writers;
  for (let more = true; more; ) {
    const next = await sequences(fixture, { after: seen.at(-1) ?? 0 });
    seen.push(...next);
    more = next.length > 0;
  }
  t.same(
    seen,
    Array.from({ length: 120 }, (_, at) => at + 1),
  );
  t.ok(pulls > 10, `${pulls} pulls in between`);
});
