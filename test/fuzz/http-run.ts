import { connect } from 'node:net';
import {
  createStand,
  exchange,
  listening,
  startProxy,
  tcpServer,
} from '../integration/agent/filter/stand-servers.ts';
import {
  createFuzzRandom,
  type Fuzz,
  type FuzzRandom,
  fuzzUntil,
  inPieces,
  withTeardown,
} from './fuzz-run.ts';
import { mutatedRequests, SMUGGLED } from './http.ts';

const HOSTS = { open: 'wiki.example', tunnelled: 'chat.example', shut: 'play.example' };
/** Where the proxy may go: the open sites. */
const OPEN_PLACES = /^93\.184\.216\.1[02]:/;
const AT_ONCE = 16;
/** Far above what a passing case needs on a busy machine. */
const HANG_MS = 30_000;
const PATIENCE_MS = 10;

/** Requests to the real proxy: none crashes or hangs it, or reaches a blocked site or this computer; a sound one is answered afterwards. */
export const fuzzHttp: Fuzz = ({ seed, extent }) =>
  withTeardown(async (teardown) => {
    const random = createFuzzRandom(seed);
    const stand = createStand(teardown);
    stand.judge.block(HOSTS.shut);
    const wrong: string[] = [];
    let passed = 0;
    await stand.site(HOSTS.open, '93.184.216.10', (request, response) => {
      passed += 1;
      const { host = '' } = request.headers;
      if (host.toLowerCase().includes(HOSTS.shut)) wrong.push(`the open site was asked for ${host}`);
      if (request.url === SMUGGLED) wrong.push('a request was smuggled');
      request.resume();
      response.end('ok');
    });
    await stand.site(HOSTS.tunnelled, '93.184.216.12', (request, response) => {
      if (String(request.headers.host).includes(HOSTS.shut)) wrong.push('a tunnel was left');
      response.end('ok');
    });
    const blockedSite = tcpServer((socket) => {
      wrong.push('the blocked site was reached');
      socket.destroy();
    });
    const blockedPort = await listening(blockedSite, teardown);
    for (const port of [80, 443, 8123]) stand.internet.servers.set(`93.184.216.11:${port}`, blockedPort);
    for (const name of [HOSTS.shut, `www.${HOSTS.shut}`]) stand.internet.names.set(name, ['93.184.216.11']);
    stand.internet.servers.set(
      '93.184.216.10:443',
      await listening(
        tcpServer((socket) =>
          socket
            .on('error', () => undefined)
            .resume()
            .on('end', () => socket.end()),
        ),
        teardown,
      ),
    );
    const { port, asked } = await startProxy(stand, teardown);

    let cases = 0;
    const lately: string[] = [];
    const goesOn = fuzzUntil(extent);
    const work = async (): Promise<void> => {
      while (goesOn(cases) && wrong.length === 0) {
        const bytes = mutatedRequests(HOSTS, random);
        cases += 1;
        lately.push(bytes.toString('hex'));
        if (lately.length > AT_ONCE) lately.shift();
        const answer = await send(port, inPieces(bytes, random), random);
        if (answer === null) wrong.push(`hangs; input ${bytes.toString('hex')}`);
        const foreign = stand.internet.dialled.filter((place) => !OPEN_PLACES.test(place));
        wrong.push(...foreign.map((place) => `dialled ${place}; input ${bytes.toString('hex')}`));
        stand.recorder.decisions.length = 0;
        stand.recorder.attempts.length = 0;
        stand.recorder.uses.length = 0;
        stand.internet.dialled.length = 0;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (wrong.length > 0) wrong.push(`seed ${seed}; one of ${lately.join(' ')}`);
    if (asked.length > 0) wrong.push('somebody was asked for access');
    const sound = await exchange(
      port,
      'GET http://wiki.example/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    if (!sound.startsWith('HTTP/1.1 200 OK\r\n')) wrong.push('a sound request is not answered afterwards');
    return { cases, wrong, seen: { passed } };
  });

/** Sends pieces, says good-bye, and gives what came back until the end; null = it hangs. */
function send(port: number, pieces: readonly Buffer[], random: FuzzRandom): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let heard = '';
    const timer = setTimeout(() => {
      socket.destroy();
      resolve(null);
    }, HANG_MS);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString('latin1');
    });
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(heard);
    });
    for (const piece of pieces) socket.write(piece);
    // Node drops what it still owes to a client that says good-bye: first a moment for the answers.
    setTimeout(() => socket.end(), random.below(3) * PATIENCE_MS);
  });
}
