import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import t from 'tap';
import { until } from '../support/until.ts';
import { HOST, openStandIns, skip } from './stand-ins.ts';

const ADDRESSES = { 4: '127.0.0.1', 6: '::1' } as const;
const FAMILIES = [4, 6] as const;
/** Below those that Linux gives to whoever asks for any. */
const [DNS, PROXY] = [10_053, 10_123];
const RESTARTS = 3;

/** @returns the answer to come */
function ask(family: 4 | 6, port: number, text: string): Promise<string> {
  const socket: Socket = createSocket(family === 4 ? 'udp4' : 'udp6');
  const answer = once(socket, 'message').then(([packet]) => String(packet));
  socket.send(text, port, ADDRESSES[family]);
  return answer.finally(() => socket.close());
}

/** Connects. @returns what the server will say */
async function call(family: 4 | 6, port: number): Promise<{ readonly said: Promise<string> }> {
  const socket = connect(port, ADDRESSES[family]);
  const said = once(socket, 'data').then(([bytes]) => String(bytes));
  await once(socket, 'connect');
  return { said };
}

async function isTaken(port: number): Promise<boolean> {
  const server = createServer();
  const outcome = Promise.race([
    once(server, 'listening').then(() => false),
    new Promise<boolean>((resolve) => server.once('error', () => resolve(true))),
  ]);
  server.listen(port, '127.0.0.1');
  const taken = await outcome;
  server.close();
  return taken;
}

t.test('ports outlive the worker: what comes meanwhile waits for the next', { skip }, async (t) => {
  const { wine, here, noted } = await openStandIns(t, ['driven-agent', 'driven-worker']);
  const wanted = FAMILIES.flatMap((family) => [
    { protocol: 'udp', family, port: DNS },
    { protocol: 'tcp', family, port: DNS },
    { protocol: 'tcp', family, port: PROXY },
  ]);
  const start = (name: string, ports: readonly unknown[] = wanted): void =>
    writeFileSync(here(`start-${name}`), JSON.stringify(ports));
  t.same(await wine.run(HOST, ['install']), { code: 0, output: '' });
  start('life 0');
  const names = wanted.map(({ protocol, family, port }) => `${protocol}-${family}-${port}`).join(',');
  t.equal(await noted('life 0'), names);

  for (let life = 0; life < RESTARTS; life++) {
    for (const family of FAMILIES) {
      t.equal(await ask(family, DNS, `look-up ${life}`), `look-up ${life}`);
      t.equal(await (await call(family, DNS)).said, 'here');
    }
    writeFileSync(here('kill'), '');
    await noted(`life ${life} ended`);
    t.ok(await isTaken(DNS), 'no other program can have the port');
    const waiting = [
      ...FAMILIES.map((family) => ask(family, DNS, 'waiting')),
      (await call(4, DNS)).said,
      (await call(6, PROXY)).said,
    ];
    start(`life ${life + 1}`);
    t.same(await Promise.all(waiting), ['waiting', 'waiting', 'here', 'here']);
  }

  writeFileSync(here('no-handover'), '');
  start('empty-handed');
  t.equal(await noted('empty-handed ended'), 'exit code 75');
  await until(async () => !(await isTaken(DNS)), { what: 'ports that are not handed over are let go' });
  t.same(await wine.run(HOST, ['uninstall']), { code: 0, output: '' });
});
