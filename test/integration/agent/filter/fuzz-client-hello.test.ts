import { connect, createServer as createTcpServer } from 'node:net';
import { connect as connectTls, createSecureContext, createServer as createTlsServer } from 'node:tls';
import t from 'tap';
import { mutatedHello } from '../../../fuzz/client-hello.ts';
import { createFuzzRandom, fuzzSeconds, fuzzSeed, inPieces } from '../../../fuzz/fuzz-run.ts';
import { createTestIdentity } from '../../../support/test-identity.ts';
import { createStand, listening, startRelay, tcpServer } from './stand-servers.ts';

const HOSTS = { open: 'wiki.example', shut: 'play.example' };
const AT_ONCE = 16;
const HANG_MS = 8_000;

t.test(
  'no ClientHello, however broken, crashes or hangs the relay, or shows a blocked name to a site',
  async (t) => {
    const seed = fuzzSeed();
    t.comment(`seed ${seed}`);
    const random = createFuzzRandom(seed);
    const stand = createStand(t.teardown.bind(t));
    stand.judge.block(HOSTS.shut);
    const wrong: string[] = [];
    const blockedSite = tcpServer((socket) => {
      wrong.push('the blocked site was reached');
      socket.destroy();
    });
    stand.internet.servers.set('93.184.216.11:443', await listening(blockedSite, t.teardown.bind(t)));
    stand.internet.names.set(HOSTS.shut, ['93.184.216.11']);
    stand.internet.names.set(`www.${HOSTS.shut}`, ['93.184.216.11']);
    // OpenSSL reads what we let through: it must not find another name than we did.
    const identity = await createTestIdentity();
    let passed = 0;
    const openSite = createTlsServer({
      ...identity,
      SNICallback: (name, callback) => {
        passed += 1;
        if (name.toLowerCase().includes(HOSTS.shut)) wrong.push(`the site saw ${name}`);
        callback(null, createSecureContext(identity));
      },
    });
    openSite.on('tlsClientError', () => undefined);
    openSite.on('secureConnection', (socket) => socket.on('error', () => undefined));
    stand.internet.servers.set('93.184.216.10:443', await listening(openSite, t.teardown.bind(t)));
    stand.internet.names.set(HOSTS.open, ['93.184.216.10']);
    const { port, relay } = await startRelay(stand, t.teardown.bind(t));
    const sound = await soundHello();

    let cases = 0;
    const deadline = performance.now() + fuzzSeconds() * 1_000;
    const work = async (): Promise<void> => {
      while (performance.now() < deadline && wrong.length === 0) {
        const bytes = mutatedHello(sound, HOSTS, random);
        cases += 1;
        if (!(await send(port, inPieces(bytes, random)))) wrong.push(`hangs: ${bytes.toString('hex')}`);
        stand.recorder.decisions.length = 0;
        stand.recorder.attempts.length = 0;
        stand.recorder.uses.length = 0;
        stand.internet.dialled.length = 0;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    t.comment(`${cases} hellos, of which a site read ${passed}`);
    t.same(wrong, []);
    t.ok(cases > 50 && passed > 0, 'many were tried, and some got through');

    // It still works.
    const heard = await new Promise<boolean>((resolve) => {
      const client = connectTls({
        host: '127.0.0.1',
        port,
        servername: HOSTS.open,
        rejectUnauthorized: false,
      });
      client.on('secureConnect', () => resolve(true));
      client.on('error', () => resolve(false));
      t.teardown(() => client.destroy());
    });
    t.ok(heard, 'a sound connection passes afterwards');
    t.ok(relay.connections() >= 1);
  },
);

/** Sends pieces, says good-bye, and waits for the end. @returns whether it came */
function send(port: number, pieces: readonly Buffer[]): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const timer = setTimeout(() => {
      socket.destroy();
      resolve(false);
    }, HANG_MS);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(true);
    });
    socket.resume();
    for (const piece of pieces) socket.write(piece);
    socket.end();
  });
}

/** The ClientHello of OpenSSL, as it stands on the wire. */
function soundHello(): Promise<Buffer> {
  return new Promise((resolve) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (chunk: Buffer) => {
        resolve(chunk);
        socket.destroy();
        server.close();
      });
    });
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      const client = connectTls({ host: '127.0.0.1', port, servername: HOSTS.open });
      client.on('error', () => undefined);
    });
  });
}
