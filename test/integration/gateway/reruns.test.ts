import t from 'tap';
import type { CommandId } from '../../../contracts/ids.ts';
import type { Store } from '../../../store/ports/store.ts';
import { askLock } from '../../support/ask-lock.ts';
import { hasFields } from '../../support/has-fields.ts';
import { rerunning } from '../../support/rerun-store.ts';
import { createTestGateway } from '../../support/test-gateway.ts';
import { until } from '../../support/until.ts';
import { withPorts } from '../../support/with-ports.ts';

t.test('a command that is taken back between two runs of its marking as sent does not go out', async (t) => {
  const marked: CommandId[] = [];
  const cancelled: CommandId[] = [];
  /** Tells which commands a transaction marks as sent. */
  const watched = (store: Store): Store => ({
    ...store,
    transaction: (work, options) =>
      store.transaction((tx) => {
        const advanceMany: typeof tx.commands.advanceMany = (ids, step) => {
          marked.push(...ids);
          return tx.commands.advanceMany(ids, step);
        };
        return work(withPorts(tx, { commands: { ...tx.commands, advanceMany } }));
      }, options),
  });
  const school = await createTestGateway(t, {
    between: (store) =>
      rerunning(watched(store), async () => {
        const [first] = marked;
        if (first === undefined || cancelled.length > 0) return;
        cancelled.push(first);
        await store.commands.advance(first, { to: 'cancelled', at: school.clock.now() });
      }),
  });
  const laptop = await school.device();
  const link = await laptop.connect(school.url);
  t.teardown(() => link.client.end(true));
  const lock = await askLock(school, laptop.id, 'lock');
  await until(() => cancelled.length > 0, { what: 'the first run' });
  const unlock = await askLock(school, laptop.id, 'unlock');
  await until(() => link.commands.some(({ commandId }) => commandId === unlock), {
    what: 'the next command',
  });
  hasFields(t, await school.store.commands.get(1, lock), { status: 'cancelled', sentAt: null });
  t.same(
    link.commands.map(({ commandId }) => commandId),
    [unlock],
  );
});
