import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import t from 'tap';
import type { Connections, LocalClient } from '../../../../agent/filter/connections/client-origin.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { CRISIS_HOST } from '../../../support/filter-stand.ts';
import { until } from '../../../support/until.ts';
import { createStand, startRelay } from './stand-servers.ts';

interface Client {
  readonly socket: TLSSocket;
  heard(): string;
  ended(): string | null;
}

function dial(port: number, servername: string): Client {
  const socket = connectTls({ host: '127.0.0.1', port, servername, rejectUnauthorized: false });
  let heard = '';
  let ended: string | null = null;
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString();
  });
  socket.on('error', (error) => {
    ended ??= 'code' in error ? String(error.code) : error.message;
  });
  socket.on('close', () => {
    ended ??= 'closed';
  });
  t.teardown(() => socket.destroy());
  return { socket, heard: () => heard, ended: () => ended };
}

function clientOf(address: string, more: Partial<LocalClient> = {}): Connections {
  const client = { uid: 1000, inode: 7, wanted: { address, port: 443 }, ...more };
  return { clientOf: () => Promise.resolve(client) };
}

t.test('an allowed name is carried to where our own resolver finds it, and recorded once', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  const site = await stand.tlsSite('wiki.example', '93.184.216.10');
  const { port } = await startRelay(stand, t.teardown.bind(t));
  const client = dial(port, 'WIKI.example');
  await until(() => client.heard() === 'hello wiki.example', { what: 'the greeting' });
  client.socket.write('!');
  await until(() => client.heard().endsWith('!'), { what: 'the echo' });
  t.equal(site.shown.length, 1);
  t.same(stand.internet.dialled, ['93.184.216.10:443']);
  t.same(
    stand.recorder.decisions.map(({ question, judgement }) => [question, judgement.action]),
    [[{ host: 'wiki.example', url: null, app: null, via: 'relay', uid: null }, 'allow']],
  );
  t.same(stand.recorder.attempts, []);
  client.socket.end();
  await until(() => client.ended() === 'closed', { what: 'the end' });
  t.ok(stand.recorder.uses.includes('wiki.example'), 'its use is recorded');
});

t.test('a connection is judged and recorded by the user of its socket, while it is open too', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  await stand.tlsSite('wiki.example', '93.184.216.10');
  stand.judge.blockUid(1_002);
  const ended: (string | null)[] = [];
  for (const uid of [0, 1_001, 1_002]) {
    const connections = clientOf('93.184.216.10', { uid });
    const { port, relay } = await startRelay(stand, t.teardown.bind(t), { connections });
    const client = dial(port, 'wiki.example');
    await until(() => client.heard() !== '' || client.ended() !== null, {
      what: 'the greeting or the alert',
    });
    if (uid === 1_001) {
      stand.judge.blockUid(1_001);
      relay.recheck();
      await until(client.ended, { what: 'the cut' });
    }
    ended.push(client.ended());
  }
  t.same(ended, [null, 'ECONNRESET', 'ERR_SSL_TLSV1_ALERT_ACCESS_DENIED']);
  t.same(
    stand.recorder.decisions.map(({ question, judgement }) => [question.uid, judgement.action]),
    [
      [0, 'allow'],
      [1_001, 'allow'],
      [1_002, 'block'],
    ],
  );
});

t.test('what its program has let go of is carried for nobody', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  await stand.tlsSite('wiki.example', '93.184.216.10');
  // As the kernel shows it then.
  const connections = clientOf('93.184.216.10', { uid: 0, inode: 0 });
  const { port } = await startRelay(stand, t.teardown.bind(t), { connections });
  const client = dial(port, 'wiki.example');
  await until(client.ended, { what: 'the reset' });
  t.equal(client.ended(), 'ECONNRESET');
  t.same([stand.recorder.decisions, stand.internet.dialled], [[], []]);
});

t.test('a blocked name gets a TLS alert at once, and nothing is connected', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  const site = await stand.tlsSite('play.example', '93.184.216.11');
  stand.judge.block('play.example');
  const { port } = await startRelay(stand, t.teardown.bind(t));
  const client = dial(port, 'a.play.example');
  await until(client.ended, { what: 'the refusal' });
  t.equal(client.ended(), 'ERR_SSL_TLSV1_ALERT_ACCESS_DENIED');
  t.equal(site.connections(), 0);
  t.same(stand.internet.dialled, []);
  t.equal(stand.recorder.decisions[0]?.judgement.action, 'block');
});

t.test('TLS without a name is reset and an attempt, unless settings allow it', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  const site = await stand.tlsSite('wiki.example', '93.184.216.10');
  const { port } = await startRelay(stand, t.teardown.bind(t), { connections: clientOf('93.184.216.10') });
  const refused = dial(port, '');
  await until(refused.ended, { what: 'the reset' });
  t.equal(refused.ended(), 'ECONNRESET');
  t.same(stand.recorder.attempts, [
    {
      kind: 'unnamed_host',
      host: '93.184.216.10',
      address: '93.184.216.10',
      port: 443,
      count: 1,
      app: null,
      uid: 1000,
    },
  ]);
  t.equal(site.connections(), 0);

  stand.judge.set({ allowUnnamedHosts: true });
  const open = dial(port, '');
  await until(() => open.heard() === 'hello wiki.example', { what: 'the greeting' });
  t.same(site.shown, ['']);
});

t.test(
  'a device of the own network is reached by its address, or a name that only neighbours know',
  async (t) => {
    const NAS = '192.168.1.7';
    const stand = createStand(t.teardown.bind(t));
    const device = await stand.tlsSite('nas.local', NAS);
    stand.internet.names.delete('nas.local');
    stand.internet.privateAddresses.add(NAS);
    let open = true;
    const { port } = await startRelay(stand, t.teardown.bind(t), {
      connections: clientOf(NAS),
      isLocalOpen: (address) => open && address === NAS,
      gaveOut: () => false,
    });
    for (const name of ['', 'nas.local']) {
      const client = dial(port, name);
      await until(() => client.heard().startsWith('hello'), { what: `the device by “${name}”` });
      client.socket.end();
    }
    t.equal(device.connections(), 2);
    stand.judge.block('nas.local');
    const blocked = dial(port, 'nas.local');
    await until(blocked.ended, { what: 'the refusal' });
    t.equal(blocked.ended(), 'ERR_SSL_TLSV1_ALERT_ACCESS_DENIED', 'policy speaks here too');
    const public_ = dial(port, 'wiki.example');
    await until(public_.ended, { what: 'the reset' });
    t.equal(device.connections(), 2, 'a public name is not taken to a device');
    open = false;
    for (const name of ['', 'printer.local']) {
      const client = dial(port, name);
      await until(client.ended, { what: `the reset of “${name}”` });
    }
    t.equal(device.connections(), 2);
    t.notOk(
      stand.recorder.attempts.some(({ kind }) => kind === 'unnamed_host'),
      'and it is no attempt',
    );
  },
);

t.test(
  'https to a DoH server is an attempt, whatever name it shows; crisis help at the same address is reached',
  async (t) => {
    const stand = createStand(t.teardown.bind(t));
    await stand.tlsSite('wiki.example', '93.184.216.10');
    await stand.tlsSite(CRISIS_HOST, '93.184.216.53');
    stand.internet.dohAddresses.add('93.184.216.53');
    const { port } = await startRelay(stand, t.teardown.bind(t), { connections: clientOf('93.184.216.53') });
    const refused = dial(port, 'wiki.example');
    await until(refused.ended, { what: 'the reset' });
    t.equal(stand.recorder.attempts[0]?.kind, 'doh');
    const unnamed = dial(port, '');
    await until(unnamed.ended, { what: 'the reset' });
    t.equal(stand.recorder.attempts[1]?.kind, 'doh');
    const help = dial(port, CRISIS_HOST);
    await until(() => help.heard() !== '', { what: 'the greeting of crisis help' });
  },
);

t.test('a name that leads to this computer or a private network goes nowhere', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  const inside = [
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '::1',
    '::ffff:127.0.0.1',
    'fd00::1',
    '0.0.0.0',
  ];
  for (const [at, address] of inside.entries()) stand.internet.names.set(`r${at}.example`, [address]);
  const { port } = await startRelay(stand, t.teardown.bind(t));
  for (const at of inside.keys()) {
    const client = dial(port, `r${at}.example`);
    await until(client.ended, { what: 'the reset' });
  }
  t.same(stand.internet.dialled, []);
});

t.test(
  'the cover of an encrypted ClientHello is an attempt; one for show with an open name is let through',
  async (t) => {
    const stand = createStand(t.teardown.bind(t));
    const site = await stand.tlsSite('wiki.example', '93.184.216.10');
    await stand.tlsSite('cloudflare-ech.com', '93.184.216.12');
    const { port } = await startRelay(stand, t.teardown.bind(t));
    const hello = await recordHello('cloudflare-ech.com');
    const hidden = connectTcp(port, '127.0.0.1');
    hidden.on('error', () => undefined);
    hidden.write(withEch(hello));
    await until(() => hidden.closed, { what: 'the reset' });
    t.same(
      stand.recorder.attempts.map(({ kind, host }) => [kind, host]),
      [['ech', 'cloudflare-ech.com']],
    );
    const shown = connectTcp(port, '127.0.0.1');
    t.teardown(() => shown.destroy());
    shown.on('error', () => undefined);
    shown.write(withEch(await recordHello('wiki.example')));
    await until(() => site.connections() === 1, { what: 'a connection to the site' });
  },
);

t.test(
  'a lock cuts all open connections before recheck returns, a new rule only those it blocks',
  async (t) => {
    const stand = createStand(t.teardown.bind(t));
    await stand.tlsSite('wiki.example', '93.184.216.10');
    await stand.tlsSite('play.example', '93.184.216.11');
    const { relay, port } = await startRelay(stand, t.teardown.bind(t));
    const wiki = dial(port, 'wiki.example');
    const play = dial(port, 'play.example');
    await until(() => wiki.heard() !== '' && play.heard() !== '', { what: 'both greetings' });
    stand.judge.block('play.example');
    relay.recheck();
    t.equal(relay.connections(), 2, 'removal follows the close');
    await until(play.ended, { what: 'the cut' });
    t.equal(wiki.ended(), null);
    stand.judge.setMode('locked');
    const asked = performance.now();
    relay.recheck();
    await until(wiki.ended, { what: 'the cut', intervalMs: 1 });
    t.comment(`cut after ${(performance.now() - asked).toFixed(1)} ms`);
    await until(() => relay.connections() === 0, { what: 'none open' });
  },
);

t.test('a rule that begins by itself cuts what is open within a second', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  await stand.tlsSite('wiki.example', '93.184.216.10');
  const clock = createFakeClock();
  const { port } = await startRelay(stand, t.teardown.bind(t), { clock });
  const client = dial(port, 'wiki.example');
  await until(() => client.heard() !== '', { what: 'the greeting' });
  stand.judge.block('wiki.example');
  await clock.advance(1_000);
  await until(client.ended, { what: 'the cut' });
});

t.test('who dribbles a ClientHello loses his place, and who sends it in single bytes does not', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  const site = await stand.tlsSite('wiki.example', '93.184.216.10');
  const clock = createFakeClock();
  const { port } = await startRelay(stand, t.teardown.bind(t), { clock });
  const hello = await recordHello('wiki.example');
  const slow = connectTcp(port, '127.0.0.1');
  slow.on('error', () => undefined);
  slow.write(hello.subarray(0, 50));
  await until(() => clock.pending() >= 2, { what: 'the relay to wait' });
  await clock.advance(10_000);
  await until(() => slow.closed, { what: 'the end of the dribbler' });
  const pieces = connectTcp(port, '127.0.0.1');
  t.teardown(() => pieces.destroy());
  pieces.on('error', () => undefined);
  pieces.setNoDelay(true);
  for (const byte of hello) {
    pieces.write(Buffer.from([byte]));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await until(() => site.connections() === 1, { what: 'a connection to the site' });
});

t.test(
  'an address that our resolver never gave out is an attempt, and the connection goes to the right one',
  async (t) => {
    const stand = createStand(t.teardown.bind(t));
    await stand.tlsSite('wiki.example', '93.184.216.10');
    stand.judge.block('play.example');
    const { port } = await startRelay(stand, t.teardown.bind(t), {
      connections: clientOf('93.184.216.99'),
      gaveOut: () => false,
    });
    const open = dial(port, 'wiki.example');
    await until(() => open.heard() !== '', { what: 'the greeting' });
    t.same(stand.internet.dialled, ['93.184.216.10:443']);
    const shut = dial(port, 'play.example');
    await until(shut.ended, { what: 'the refusal' });
    t.same(
      stand.recorder.attempts.map(({ kind, host, address }) => [kind, host, address]),
      [
        ['false_address', 'wiki.example', '93.184.216.99'],
        ['false_address', 'play.example', '93.184.216.99'],
      ],
    );
  },
);

t.test(
  'a program that a rule blocks is blocked by its name, and only looked up where a rule asks',
  async (t) => {
    const stand = createStand(t.teardown.bind(t));
    await stand.tlsSite('wiki.example', '93.184.216.10');
    stand.judge.blockApp('roblox');
    let looked = 0;
    let wanted = true;
    const programs = {
      wanted: () => wanted,
      programOf: () => {
        looked += 1;
        return Promise.resolve('roblox');
      },
    };
    const { port } = await startRelay(stand, t.teardown.bind(t), {
      connections: clientOf('93.184.216.10'),
      programs,
    });
    const blocked = dial(port, 'wiki.example');
    await until(blocked.ended, { what: 'the refusal' });
    wanted = false;
    const open = dial(port, 'wiki.example');
    await until(() => open.heard() !== '', { what: 'the greeting' });
    t.equal(looked, 1);
  },
);

t.test('much passes unharmed in both directions at once, with a reader slower than the writer', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  await stand.tlsSite('wiki.example', '93.184.216.10');
  const { port } = await startRelay(stand, t.teardown.bind(t));
  const socket = connectTls({
    host: '127.0.0.1',
    port,
    servername: 'wiki.example',
    rejectUnauthorized: false,
  });
  const greeting = 'hello wiki.example'.length;
  const total = 32 * 1_048_576;
  let received = 0;
  let wrong = 0;
  socket.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; at += 4_099)
      if (received + at >= greeting && chunk[at] !== ((received + at - greeting) >> 16) % 251) wrong += 1;
    received += chunk.length;
    socket.pause();
    setImmediate(() => socket.resume());
  });
  for (let at = 0; at < total; at += 65_536) {
    const room = socket.write(Buffer.alloc(65_536, (at >> 16) % 251));
    if (!room) await new Promise((resolve) => socket.once('drain', resolve));
  }
  socket.end();
  await until(() => socket.closed, { what: 'the end', timeoutMs: 30_000 });
  t.equal(received, total + greeting);
  t.equal(wrong, 0);
});

t.test('it starts and stops twice, and a stop ends what is open', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  await stand.tlsSite('wiki.example', '93.184.216.10');
  const { relay, port } = await startRelay(stand, t.teardown.bind(t));
  await relay.start();
  const client = dial(port, 'wiki.example');
  await until(() => client.heard() !== '', { what: 'the greeting' });
  t.ok(relay.ports().length >= 1);
  await relay.stop();
  await relay.stop();
  await until(client.ended, { what: 'the end' });
  t.same(relay.ports(), []);
});

/** The ClientHello of Node's TLS for a name, as it stands on the wire. */
async function recordHello(servername: string): Promise<Buffer> {
  const { createServer } = await import('node:net');
  const bytes = await new Promise<Buffer>((resolve) => {
    const server = createServer((socket: Socket) => {
      socket.once('data', (chunk: Buffer) => {
        resolve(chunk);
        socket.destroy();
        server.close();
      });
    });
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      connectTls({ host: '127.0.0.1', port, servername, rejectUnauthorized: false }).on(
        'error',
        () => undefined,
      );
    });
  });
  return bytes;
}

/** The same hello with an (empty) encrypted_client_hello extension at its end. */
function withEch(hello: Buffer): Buffer {
  const added = Buffer.from([0xfe, 0x0d, 0, 1, 0]);
  const whole = Buffer.concat([hello, added]);
  whole.writeUInt16BE(hello.readUInt16BE(3) + added.length, 3);
  whole.writeUIntBE(hello.readUIntBE(6, 3) + added.length, 6, 3);
  let at = 9 + 2 + 32;
  at += 1 + whole.readUInt8(at);
  at += 2 + whole.readUInt16BE(at);
  at += 1 + whole.readUInt8(at);
  whole.writeUInt16BE(whole.readUInt16BE(at) + added.length, at);
  return whole;
}
