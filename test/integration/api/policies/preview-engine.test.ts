import { join } from 'node:path';
import t, { type Test } from 'tap';
import {
  createPreviewEngine,
  type PreviewEngine,
  type PreviewRequest,
} from '../../../../api/policies/preview/preview-engine.ts';
import type { DeviceId } from '../../../../contracts/ids.ts';
import type { Policy, Rule } from '../../../../contracts/policy/model.ts';
import { type Clock, systemClock } from '../../../../kit/clock.ts';
import { Fault } from '../../../../kit/fault.ts';
import { silentLog } from '../../../../kit/log.ts';
import type { Store } from '../../../../store/ports/store.ts';
import { PREVIEW_PROGRAM } from '../../../support/child-process.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields, hasText } from '../../../support/has-fields.ts';
import { createTestStore, temporaryFolder } from '../../../support/test-store.ts';
import { until } from '../../../support/until.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const FROM = NOW - 3 * 86_400_000;

function policy(id: string, rules: readonly Partial<Rule['match']>[], of: Partial<Policy> = {}): Policy {
  return {
    id,
    name: id,
    enabled: true,
    priority: 100,
    defaultAction: 'allow',
    target: { everyone: true, ous: [], users: [], devices: [] },
    schedule: null,
    rules: rules.map((match, index) => ({
      id: `rul_${index}`,
      effect: 'block',
      locked: false,
      reason: null,
      campus: [],
      match: { domains: [], categories: [], urls: [], apps: [], ...match },
    })),
    version: 1,
    ...of,
  };
}

const CURRENT = [policy('pol_current', [{ domains: ['social.example'] }])];

interface Lab {
  readonly store: Store;
  readonly engine: PreviewEngine;
  /** Of the draft that blocks games, added to the policies. */
  readonly request: PreviewRequest;
}

async function createLab(
  t: Test,
  options: { readonly clock?: Clock; readonly path?: string; readonly policies?: readonly Policy[] } = {},
): Promise<Lab> {
  const stored = join(await temporaryFolder(t), 'schoolgate.db');
  const store = await createTestStore(t, { path: stored, clock: createFakeClock(NOW) });
  const { clock = systemClock, path = stored, policies = CURRENT } = options;
  const bundleOf = async () => ({ policies, overrides: [], sessions: [] });
  const engine = createPreviewEngine({
    program: PREVIEW_PROGRAM,
    source: { kind: 'sqlite', path },
    bundleOf,
    clock,
    log: silentLog,
  });
  t.teardown(() => engine.stop());
  await engine.start();
  const draft = policy('pol_draft', [{ categories: ['games'] }]);
  return {
    store,
    engine,
    request: { organisationId: 1, policy: draft, replaces: null, from: FROM, to: NOW },
  };
}

/** Ten hours of visits, one a minute, of ten people, five in each of two units: games, social and news in turn. */
async function visit(store: Store): Promise<void> {
  const kinds = ['games', 'social', 'news'] as const;
  await store.telemetry.appendActivity(
    Array.from({ length: 600 }, (_, index) => {
      const kind = kinds[index % 3] ?? 'news';
      const person = Math.floor(index / 3) % 10;
      return {
        deviceId: `dev_${person}` as DeviceId,
        organisationId: 1,
        receivedAt: NOW,
        ouPath: person % 2 === 0 ? '/S/High' : '/T',
        record: {
          id: `record-${index}`,
          at: NOW - (index + 1) * 60_000,
          kind: 'request' as const,
          user: `person${person}@x.example`,
          domain: `www.${kind}.example`,
          category: kind,
          action: 'allow' as const,
          campus: 'on-campus' as const,
          count: 2,
        },
      };
    }),
  );
}

const NO_CHANGE = { visits: 0, users: 0, topDomains: [], belowMinimum: true };

t.test('a draft is put to the requests that the store has kept', async (t) => {
  const { store, engine, request } = await createLab(t);
  await visit(store);
  const added = await engine.run(request);
  t.same(added, {
    from: FROM,
    to: NOW,
    evaluated: 1_200,
    warnings: [],
    newlyAllowed: NO_CHANGE,
    newlyBlocked: {
      visits: 400,
      users: 10,
      topDomains: [{ domain: 'www.games.example', count: 400 }],
      belowMinimum: false,
    },
    someLeftOut: false,
  });
  const replacing = await engine.run({ ...request, replaces: 'pol_current' });
  t.same(replacing.newlyBlocked, added.newlyBlocked);
  t.same(replacing.newlyAllowed.topDomains, [{ domain: 'www.social.example', count: 400 }]);
});

t.test('only the time, the unit and the organisation asked for are looked at', async (t) => {
  const { store, engine, request } = await createLab(t);
  await visit(store);
  const hour = await engine.run({ ...request, from: NOW - 3_600_000, to: NOW });
  t.equal(hour.evaluated, 120);
  const half = await engine.run({ ...request, withinOuPath: '/S' });
  t.equal(half.evaluated, 600);
  t.equal(half.newlyBlocked.visits, 200);
  const other = await engine.run({ ...request, organisationId: 2 });
  t.equal(other.evaluated, 0);
  hasFields(t, other.warnings, [/too few requests in this time/]);
});

t.test('several at once are all answered, and requests of others meanwhile', async (t) => {
  const { store, engine, request } = await createLab(t);
  await visit(store);
  let turns = 0;
  let on = true;
  const turn = (): void => {
    turns += 1;
    if (on) setImmediate(turn);
  };
  turn();
  const results = await Promise.all(Array.from({ length: 5 }, () => engine.run(request)));
  on = false;
  t.same(
    results.map(({ newlyBlocked }) => newlyBlocked.visits),
    [400, 400, 400, 400, 400],
  );
  t.ok(turns > 100, 'the event loop went on');
});

t.test('when the client is gone the work ends, and makes room', async (t) => {
  const clock = createFakeClock(NOW);
  const { store, engine, request } = await createLab(t, { clock });
  await visit(store);
  const gone = new AbortController();
  const running = [1, 2, 3].map(() => engine.run({ ...request, signal: gone.signal }));
  const refused = Promise.all(running.map((one) => t.rejects(one, { message: 'gone' })));
  await until(() => clock.pending() === 2, { what: 'two threads at work' });
  gone.abort(new Error('gone'));
  await refused;
  t.equal(clock.pending(), 0, 'no time-out is left behind');
  t.equal((await engine.run(request)).evaluated, 1_200);
});

t.test('what takes too long is ended and says so', async (t) => {
  const clock = createFakeClock(NOW);
  const { engine, request } = await createLab(t, { clock });
  const failing = engine.run(request).catch((error: unknown) => error);
  await until(() => clock.pending() === 1, { what: 'the thread at work' });
  await clock.advance(30_000);
  const error = await failing;
  t.ok(error instanceof Fault && error.code === 'unavailable');
  hasText(t, String(error), 'not done within 30 seconds');
});

t.test('a thread that dies is an error with its cause', async (t) => {
  const missing = await createLab(t, { path: '/nonexistent/schoolgate.db' });
  const first = await missing.engine.run(missing.request).catch((error: unknown) => error);
  t.ok(first instanceof Fault && first.code === 'internal_error' && first.cause instanceof Error);
  const schedule = { timezone: 'Mars/Olympus', windows: [], exceptDates: [] };
  const unreadable = await createLab(t, { policies: [policy('pol_wrong', [], { schedule })] });
  const second = await unreadable.engine.run(unreadable.request).catch((error: unknown) => error);
  t.ok(second instanceof Fault && second.code === 'internal_error');
  t.match(String(second), /Mars\/Olympus/);
});

t.test('a stop ends what runs and refuses what comes, until the next start', async (t) => {
  const { store, engine, request } = await createLab(t);
  await visit(store);
  const running = engine.run(request);
  const refused = t.rejects(running, { code: 'unavailable' });
  await engine.stop();
  await refused;
  await t.rejects(engine.run(request), { code: 'unavailable' });
  await engine.stop();
  await engine.start();
  t.equal((await engine.run(request)).evaluated, 1_200);
});
