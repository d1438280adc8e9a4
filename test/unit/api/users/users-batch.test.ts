import t from 'tap';
import { putUsers } from '../../../../api/users/users-batch.ts';
import { createIdSource, systemRandom } from '../../../../kit/random.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { createTestStore } from '../../../support/test-store.ts';
import { EVERYWHERE } from '../school.ts';

t.test(
  'while five hundred rows are written in one transaction, other work has its turn and sees none of them',
  async (t) => {
    const clock = createFakeClock();
    const store = await createTestStore(t, { clock });
    const tools = { clock, ids: createIdSource({ clock, random: systemRandom }) };
    const users = Array.from({ length: 500 }, (_, n) => ({
      email: `user-${n}@x.example`,
      name: `User ${n}`,
      role: 'student' as const,
    }));
    const seen: Promise<unknown>[] = [];
    let over = false;
    const look = (): void => {
      if (over) return;
      seen.push(store.users.byEmail(1, 'user-0@x.example'));
      setImmediate(look);
    };
    setImmediate(look);
    const outcomes = await store.transaction((tx) =>
      putUsers(tx, tools, { reach: EVERYWHERE, batch: { users }, upsert: false }),
    );
    over = true;
    t.equal(outcomes.length, 500);
    t.ok(outcomes.every((one) => 'user' in one && one.outcome === 'created'));
    t.equal(seen.length, 25);
    t.same(new Set(await Promise.all(seen)), new Set([null]));
    hasFields(t, await store.users.byEmail(1, 'user-499@x.example'), { name: 'User 499' });
  },
);
