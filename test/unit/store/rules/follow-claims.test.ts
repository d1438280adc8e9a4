import t from 'tap';
import type { DeviceId } from '../../../../contracts/ids.ts';
import type { Transaction } from '../../../../store/ports/store.ts';
import { followClaims, followClaimsOfUser } from '../../../../store/rules/follow-claims.ts';

const NOW = 5_000;

/** A store in which sessions and overrides claim devices; it notes what it is asked and told. */
function scene() {
  const sessions = new Map<string, string>();
  const overrides = new Map<string, string>();
  const renewed: string[][] = [];
  const woken: unknown[] = [];
  const moments = new Set<number>();
  const queries: unknown[] = [];
  const claimedBy =
    (claims: Map<string, string>) =>
    async (id: string, now: number): Promise<readonly unknown[]> => {
      moments.add(now);
      return claims.has(id) ? [{ id: claims.get(id) }] : [];
    };
  const tx = {
    classroomSessions: {
      claiming: claimedBy(sessions),
      renewTargets: async (ids: readonly string[]) => void renewed.push([...ids]),
    },
    overrides: { claiming: claimedBy(overrides) },
    devices: {
      list: async (query: unknown) => {
        queries.push(query);
        return { rows: [{ id: 'dev_a' }, { id: 'dev_b' }] };
      },
    },
    wake: (what: unknown) => void woken.push(what),
  } as unknown as Transaction;
  return { tx, sessions, overrides, renewed, woken, moments, queries };
}

const ids = ['dev_a', 'dev_b', 'dev_c'] as readonly DeviceId[];

t.test(
  'devices that a session or an override claims otherwise after the work have a new target',
  async (t) => {
    const { tx, sessions, overrides, renewed, woken, moments } = scene();
    sessions.set('dev_a', 'cls_1');
    const result = await followClaims(tx, { ids, now: NOW }, async () => {
      sessions.delete('dev_a');
      overrides.set('dev_c', 'ovr_1');
      return 'done';
    });
    t.equal(result, 'done');
    t.strictSame(renewed, [['dev_a', 'dev_c']]);
    t.strictSame(woken, [
      { kind: 'device', deviceId: 'dev_a' },
      { kind: 'device', deviceId: 'dev_c' },
    ]);
    t.strictSame([...moments], [NOW]);
  },
);

t.test('work that changes no claim wakes nobody', async (t) => {
  const { tx, sessions, renewed, woken } = scene();
  sessions.set('dev_a', 'cls_1');
  await followClaims(tx, { ids, now: NOW }, async () => undefined);
  t.strictSame(renewed.flat(), []);
  t.strictSame(woken, []);
});

t.test('for a person, the devices where they are signed in are looked at', async (t) => {
  const { tx, sessions, overrides, renewed, queries } = scene();
  const result = await followClaimsOfUser(
    tx,
    { organisationId: 7, email: 'a@school.example', now: NOW },
    async () => {
      sessions.set('dev_b', 'cls_1');
      overrides.set('dev_c', 'ovr_1');
      return 3;
    },
  );
  t.equal(result, 3);
  t.strictSame(queries, [
    {
      organisationId: 7,
      filter: { user: ['a@school.example'] },
      sort: [],
      limit: 50,
      from: { kind: 'page', page: 1 },
    },
  ]);
  t.strictSame(renewed, [['dev_b']]);
});
