import { promise } from './each-store.ts';

const used = (network: string, usedAt: number) => ({ network, usedAt });

promise('known networks are listed by their last use, which never goes back', async (t, { store }) => {
  const { knownNetworks } = store;
  t.strictSame(await knownNetworks.list(0), []);
  await knownNetworks.note([used('192.0.2.1', 5), used('2001:db8::/64', 3)]);
  await knownNetworks.note([used('2001:db8::/64', 9), used('192.0.2.1', 4)]);
  t.strictSame(await knownNetworks.list(0), [used('192.0.2.1', 5), used('2001:db8::/64', 9)]);
  t.strictSame(await knownNetworks.list(6), [used('2001:db8::/64', 9)]);
});

promise('known networks that are old, or too many, are deleted', async (t, { store }) => {
  const { knownNetworks } = store;
  await knownNetworks.note([used('a', 1), used('b', 2), used('c', 3), used('d', 4)]);
  await knownNetworks.forget({ before: 2, above: 3 });
  t.strictSame(await knownNetworks.list(0), [used('b', 2), used('c', 3), used('d', 4)]);
  await knownNetworks.forget({ before: 0, above: 1 });
  t.strictSame(await knownNetworks.list(0), [used('d', 4)]);
});
