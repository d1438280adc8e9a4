import { Socket } from 'node:net';
import t from 'tap';
import type { Connections, LocalClient } from '../../../../../agent/filter/connections/client-origin.ts';
import { createSenders } from '../../../../../agent/filter/proxy/senders.ts';
import { UNKNOWN_PROGRAM } from '../../../../../contracts/policy/model.ts';

const CLIENT = { uid: 1_000, inode: 7, wanted: null } as LocalClient;

function stand(client: LocalClient | null, names: readonly (string | null)[] = []) {
  const rest = [...names];
  const ends = { gone: false };
  const looks = { client: 0, program: 0 };
  const rules = { byProgram: true };
  const connections: Connections = {
    clientOf: async () => {
      looks.client += 1;
      return ends.gone && client !== null ? { ...client, inode: 0 } : client;
    },
  };
  const programs = {
    wanted: () => rules.byProgram,
    programOf: async () => {
      looks.program += 1;
      return rest.shift() ?? (names.length === 0 ? 'firefox' : null);
    },
  };
  return { looks, rules, ends, senderOf: createSenders({ connections, programs }) };
}

t.test('a connection’s user and program are looked up once', async (t) => {
  const { looks, senderOf } = stand(CLIENT);
  const socket = new Socket();
  for (const _ of [1, 2, 3]) t.strictSame(await senderOf(socket), { uid: 1_000, app: 'firefox' });
  t.strictSame(looks, { client: 1, program: 1 });
  await senderOf(new Socket());
  t.strictSame(looks, { client: 2, program: 2 }, 'another connection has its own');
});

t.test('the program is looked for only while a rule asks for it', async (t) => {
  const { looks, rules, senderOf } = stand(CLIENT);
  const socket = new Socket();
  rules.byProgram = false;
  t.strictSame(await senderOf(socket), { uid: 1_000, app: null });
  t.equal(looks.program, 0);
  rules.byProgram = true;
  t.strictSame(await senderOf(socket), { uid: 1_000, app: 'firefox' }, 'on the same connection too');
  rules.byProgram = false;
  t.strictSame(await senderOf(socket), { uid: 1_000, app: null });
});

t.test('who cannot be told has no user, and an unknown program where a rule asks for it', async (t) => {
  const { looks, rules, senderOf } = stand(null);
  t.strictSame(await senderOf(new Socket()), { uid: null, app: UNKNOWN_PROGRAM });
  rules.byProgram = false;
  t.strictSame(await senderOf(new Socket()), { uid: null, app: null });
  t.equal(looks.program, 0);
});

t.test('a connection that its program has let go of has no sender', async (t) => {
  const { looks, senderOf } = stand({ ...CLIENT, inode: 0 });
  t.equal(await senderOf(new Socket()), null);
  t.equal(looks.program, 0);
});

t.test('a program that was not found is looked for again at the next request', async (t) => {
  const { looks, senderOf } = stand(CLIENT, [null, null, 'curl']);
  const socket = new Socket();
  const both = await Promise.all([senderOf(socket), senderOf(socket)]);
  t.strictSame(both, Array(2).fill({ uid: 1_000, app: UNKNOWN_PROGRAM }));
  t.equal(looks.program, 1, 'requests at one time share the look');
  t.strictSame(await senderOf(socket), { uid: 1_000, app: UNKNOWN_PROGRAM });
  for (const _ of [1, 2]) t.strictSame(await senderOf(socket), { uid: 1_000, app: 'curl' });
  t.equal(looks.program, 3);
});

t.test('a program that ends while it is looked for has no sender', async (t) => {
  const { ends, senderOf } = stand(CLIENT, [null]);
  const sender = senderOf(new Socket());
  ends.gone = true;
  t.equal(await sender, null);
});
