import { connect, createServer as createTcpServer } from 'node:net';
import { connect as connectTls, createSecureContext, createServer as createTlsServer } from 'node:tls';
import { createStand, listening, startRelay, tcpServer } from '../integration/agent/filter/stand-servers.ts';
import { createTestIdentity } from '../support/test-identity.ts';
import { mutatedHello } from './client-hello.ts';
import { createFuzzRandom, type Fuzz, fuzzUntil, inPieces, withTeardown } from './fuzz-run.ts';

const HOSTS = { open: 'wiki.example', shut: 'play.example' };
const AT_ONCE = 16;
/** Far above what a passing case needs on a busy machine. */
const HANG_MS = 30_000;

/** ClientHellos to the real relay: none crashes or hangs it, or shows a blocked name to a site; a sound one passes afterwards. */
export const fuzzClientHello: Fuzz = ({ seed, extent }) =>
  withTeardown(async (teardown) => {
    const random = createFuzzRandom(seed);
    const stand = createStand(teardown);
    stand.judge.block(HOSTS.shut);
    const wrong: string[] = [];
    const blockedSite = tcpServer((socket) => {
      wrong.push('the blocked site was reached');
      socket.destroy();
    });
    stand.internet.servers.set('93.184.216.11:443', await listening(blockedSite, teardown));
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
    stand.internet.servers.set('93.184.216.10:443', await listening(openSite, teardown));
    stand.internet.names.set(HOSTS.open, ['93.184.216.10']);
    const { port, relay } = await startRelay(stand, teardown);
    const sound = await soundHello();

    let cases = 0;
    const lately: string[] = [];
    const goesOn = fuzzUntil(extent);
    const work = async (): Promise<void> => {
      while (goesOn(cases) && wrong.length === 0) {
        const bytes = mutatedHello(sound, HOSTS, random);
        cases += 1;
        lately.push(bytes.toString('hex'));
        if (lately.length > AT_ONCE) lately.shift();
        if (!(await send(port, inPieces(bytes, random)))) wrong.push(`hangs; input ${bytes.toString('hex')}`);
        stand.recorder.decisions.length = 0;
        stand.recorder.attempts.length = 0;
        stand.recorder.uses.length = 0;
        stand.internet.dialled.length = 0;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (wrong.length > 0) wrong.push(`seed ${seed}; one of ${lately.join(' ')}`);
    if (!(await passes(port, teardown))) wrong.push('a sound connection does not pass afterwards');
    if (relay.connections() < 1) wrong.push('the relay does not know of the connection');
    return { cases, wrong, seen: { passed } };
  });

function passes(port: number, teardown: (work: () => unknown) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const client = connectTls({
      host: '127.0.0.1',
      port,
      servername: HOSTS.open,
      rejectUnauthorized: false,
    });
    client.on('secureConnect', () => resolve(true));
    client.on('error', () => resolve(false));
    teardown(() => client.destroy());
  });
}

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
