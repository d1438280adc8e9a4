import { connect } from 'node:net';
import t from 'tap';
import {
  createFuzzRandom,
  type FuzzRandom,
  fuzzSeconds,
  fuzzSeed,
  inPieces,
} from '../../../fuzz/fuzz-run.ts';
import { mutatedRequests, SMUGGLED } from '../../../fuzz/http.ts';
import { createStand, exchange, listening, startProxy, tcpServer } from './stand-servers.ts';

const HOSTS = { open: 'wiki.example', tunnelled: 'chat.example', shut: 'play.example' };
const AT_ONCE = 16;
const HANG_MS = 8_000;
const PATIENCE_MS = 10;

t.test(
  'no request, however broken, crashes or hangs the proxy, or reaches a blocked site or this computer',
  async (t) => {
    const seed = fuzzSeed();
    t.comment(`seed ${seed}`);
    const random = createFuzzRandom(seed);
    const stand = createStand(t.teardown.bind(t));
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
    const blockedPort = await listening(blockedSite, t.teardown.bind(t));
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
        t.teardown.bind(t),
      ),
    );
    const { port, asked } = await startProxy(stand, t.teardown.bind(t));

    let cases = 0;
    const deadline = performance.now() + fuzzSeconds() * 1_000;
    const work = async (): Promise<void> => {
      while (performance.now() < deadline && wrong.length === 0) {
        const bytes = mutatedRequests(HOSTS, random);
        cases += 1;
        const answer = await send(port, inPieces(bytes, random), random);
        if (answer === null) wrong.push(`hangs: ${JSON.stringify(bytes.toString('latin1'))}`);
        const foreign = stand.internet.dialled.filter((place) => !/^93\.184\.216\.1[02]:/.test(place));
        if (foreign.length > 0)
          wrong.push(`dialled ${foreign.join()} for ${JSON.stringify(bytes.toString('latin1'))}`);
        stand.recorder.decisions.length = 0;
        stand.recorder.attempts.length = 0;
        stand.recorder.uses.length = 0;
        stand.internet.dialled.length = 0;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    t.comment(`${cases} cases, of which ${passed} requests reached the open site`);
    t.same(wrong, []);
    t.same(asked, [], 'nobody was asked for access');
    t.ok(cases > 50 && passed > 0, 'many were tried, and some got through');
    const sound = await exchange(
      port,
      'GET http://wiki.example/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    t.match(sound, /^HTTP\/1\.1 200 OK\r\n/, 'it still works');
  },
);

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
