import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { LocalClient } from '../../../../../agent/filter/connections/client-origin.ts';
import { UnreachableHost } from '../../../../../agent/filter/connections/egress.ts';
import { createRelay, type RelayDependencies } from '../../../../../agent/filter/relay/create-relay.ts';
import { UNKNOWN_PROGRAM } from '../../../../../contracts/policy/model.ts';
import { type Log, silentLog } from '../../../../../kit/log.ts';
import { hello, serverName } from '../../../../support/client-hello.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createStandJudge, createStandRecorder } from '../../../../support/filter-stand.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { until } from '../../../../support/until.ts';

const WIKI = hello({ extensions: [serverName('wiki.example')] });
const PLAY = hello({ extensions: [serverName('play.example')] });
const UNNAMED = hello();

const LOCAL: LocalClient = { uid: 1_000, inode: 7, wanted: { address: '93.184.216.10', port: 443 } };

interface Circumstances extends Partial<RelayDependencies> {
  readonly client?: () => Promise<LocalClient | null>;
  /** Why a site is not reached. */
  readonly obstacle?: () => Error | null;
  /** What a connection to a site waits for. */
  readonly reached?: () => Promise<void>;
}

/** A relay before one site of bytes. */
async function stand(
  t: Test,
  { client = () => Promise.resolve(LOCAL), obstacle, reached, ...more }: Circumstances = {},
) {
  const judge = createStandJudge();
  judge.block('play.example');
  const recorder = createStandRecorder();
  const clock = createFakeClock();
  const told: string[] = [];
  const log: Log = { ...silentLog, debug: (_fields, message) => void told.push(String(message)) };
  const visits: { readonly socket: Socket; heard(): string; hasEnded(): boolean }[] = [];
  const site = createServer({ allowHalfOpen: true }, (socket) => {
    let heard = '';
    let ended = false;
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString('latin1');
    });
    for (const event of ['end', 'close'])
      socket.on(event, () => {
        ended = true;
      });
    visits.push({ socket, heard: () => heard, hasEnded: () => ended });
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  t.teardown(() => {
    for (const { socket } of visits) socket.destroy();
    site.close();
  });
  const { port: sitePort } = site.address() as AddressInfo;
  const dialled: string[] = [];
  const relay = createRelay({
    judge,
    recorder,
    connections: { clientOf: client },
    programs: { wanted: () => false, programOf: () => t.fail('no program is asked for') as never },
    isDohAddress: () => false,
    gaveOut: () => null,
    isLocalOpen: () => false,
    egress: {
      async connect(host, port, { allowHalfOpen }) {
        dialled.push(`${host}:${port} ${allowHalfOpen}`);
        await reached?.();
        const error = obstacle?.() ?? null;
        if (error !== null) throw error;
        const socket = connect({ port: sitePort, host: '127.0.0.1', allowHalfOpen });
        await once(socket, 'connect');
        return socket;
      },
    },
    clock,
    log,
    listen: { port: 0 },
    ...more,
  });
  await relay.start();
  t.teardown(() => relay.stop());
  const dial = (bytes: Buffer | string = '') => {
    const socket = connect({ port: relay.ports()[0]?.port ?? 0, host: '127.0.0.1', allowHalfOpen: true });
    const chunks: Buffer[] = [];
    let ended: string | null = null;
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', (error) => {
      ended ??= 'code' in error ? String(error.code) : error.message;
    });
    for (const event of ['end', 'close'])
      socket.on(event, () => {
        ended ??= event;
      });
    t.teardown(() => socket.destroy());
    if (bytes.length > 0) socket.write(bytes);
    return {
      socket,
      heard: () => Buffer.concat(chunks),
      ended: () => ended,
      over: async () => {
        await until(() => ended, { what: 'the end', intervalMs: 1 });
        return ended;
      },
    };
  };
  /** The Nth connection to the site, from 0. */
  const nth = async (index: number) => {
    await until(() => visits.length > index, { what: `visit ${index + 1}`, intervalMs: 1 });
    return visits[index] as (typeof visits)[number];
  };
  return { relay, judge, recorder, clock, told, visits, dialled, dial, nth };
}

async function settled(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await turn();
}

t.test('an allowed name is carried, with all that came behind it, and recorded', async (t) => {
  const { dial, nth, dialled, recorder, relay } = await stand(t);
  const program = dial(Buffer.concat([WIKI, Buffer.from('early')]));
  const { socket, heard } = await nth(0);
  const first = `${WIKI.toString('latin1')}early`;
  await until(() => heard() === first, { what: 'the first bytes', intervalMs: 1 });
  program.socket.write('late');
  await until(() => heard() === `${first}late`, { what: 'what follows', intervalMs: 1 });
  socket.write('and back');
  await until(() => String(program.heard()) === 'and back', { what: 'the answer', intervalMs: 1 });
  t.strictSame(dialled, ['wiki.example:443 true']);
  hasFields(t, recorder.decisions, [
    {
      question: { host: 'wiki.example', app: null, uid: 1_000, via: 'relay' },
      judgement: { action: 'allow' },
    },
  ]);
  t.strictSame([recorder.attempts, relay.connections()], [[], 1]);
  program.socket.resetAndDestroy();
  await until(() => relay.connections() === 0, { what: 'it to be over', intervalMs: 1 });
});

t.test('where the system tells nothing of the sender, it is recorded without him', async (t) => {
  const { dial, recorder } = await stand(t, { client: () => Promise.resolve(null) });
  t.equal(await dial(UNNAMED).over(), 'ECONNRESET');
  await dial(PLAY).over();
  const attempt = { kind: 'unnamed_host', host: null, address: null, port: 443 };
  t.strictSame(recorder.attempts, [{ ...attempt, count: 1, app: null, uid: null }]);
  hasFields(t, recorder.decisions, [{ question: { host: 'play.example', uid: null } }]);
});

t.test('a sender that cannot be told has an unknown program where a rule asks for it', async (t) => {
  const programs = { wanted: () => true, programOf: () => t.fail('of whom?') as never };
  const { dial, nth, recorder } = await stand(t, { client: () => Promise.resolve(null), programs });
  dial(WIKI);
  await nth(0);
  hasFields(t, recorder.decisions, [{ question: { app: UNKNOWN_PROGRAM }, judgement: { action: 'allow' } }]);
});

t.test('a program that is not found is judged and recorded as unknown', async (t) => {
  const programs = { wanted: () => true, programOf: () => Promise.resolve(null) };
  const { dial, judge, recorder } = await stand(t, { programs });
  judge.blockApp(UNKNOWN_PROGRAM);
  await dial(WIKI).over();
  hasFields(t, recorder.decisions, [{ question: { app: UNKNOWN_PROGRAM }, judgement: { action: 'block' } }]);
});

t.test('a program that sends and ends before it is found is carried for nobody', async (t) => {
  let ended = false;
  const programs = {
    wanted: () => true,
    programOf() {
      ended = true;
      return Promise.resolve(null);
    },
  };
  const client = () => Promise.resolve(ended ? { ...LOCAL, inode: 0 } : LOCAL);
  const { dial, dialled, recorder } = await stand(t, { client, programs });
  t.equal(await dial(WIKI).over(), 'ECONNRESET');
  t.strictSame([dialled, recorder.decisions], [[], []]);
});

t.test('what its program has let go of, and what is no TLS, is reset', async (t) => {
  const gone = await stand(t, { client: () => Promise.resolve({ ...LOCAL, inode: 0 }) });
  t.equal(await gone.dial(WIKI).over(), 'ECONNRESET');
  const stranger = await stand(t, { client: () => t.fail('nobody is looked for') as never });
  t.equal(await stranger.dial('SSH-2.0-OpenSSH_9.2\r\n').over(), 'ECONNRESET');
  for (const { recorder, dialled, told } of [gone, stranger])
    t.strictSame([recorder.decisions, recorder.attempts, dialled, told], [[], [], [], []]);
});

t.test('of 512 that say nothing, the one that came first makes room for another', async (t) => {
  const { dial, clock, nth } = await stand(t);
  const ticking = clock.pending();
  const spoken = dial(WIKI);
  await nth(0);
  const programs: ReturnType<typeof dial>[] = [];
  for (let count = 1; count <= 512; count++) {
    programs.push(dial());
    await until(() => clock.pending() >= ticking + count, { what: `connection ${count}`, intervalMs: 1 });
  }
  await settled();
  t.notOk(programs.some((program) => program.ended() !== null));
  programs[1]?.socket.destroy();
  await until(() => clock.pending() === ticking + 511, { what: 'one to go', intervalMs: 1 });
  programs.push(dial());
  await until(() => clock.pending() === ticking + 512, { what: 'another', intervalMs: 1 });
  t.equal(programs[0]?.ended(), null, 'one that has gone counts no more');
  dial();
  t.equal(await programs[0]?.over(), 'ECONNRESET');
  t.strictSame([programs[2]?.ended(), spoken.ended()], [null, null]);
});

t.test('a site that is not reached resets the connection, and a resolver is an attempt', async (t) => {
  let obstacle: Error = new UnreachableHost('silent');
  const { dial, told, recorder, relay } = await stand(t, { obstacle: () => obstacle });
  t.equal(await dial(WIKI).over(), 'ECONNRESET');
  t.strictSame([recorder.attempts, told], [[], []]);
  obstacle = new UnreachableHost('doh');
  await dial(WIKI).over();
  const attempt = { kind: 'doh', host: 'wiki.example', address: null, port: 443, count: 1 };
  t.strictSame(recorder.attempts, [{ ...attempt, app: null, uid: 1_000 }]);
  t.strictSame(told, []);
  obstacle = new Error('refused');
  await dial(WIKI).over();
  t.equal(recorder.attempts.length, 1);
  t.strictSame(told, ['a relayed connection failed']);
  await until(() => relay.connections() === 0, { what: 'all to be over', intervalMs: 1 });
});

t.test('who goes away while his program is looked up is carried no further', async (t) => {
  let found = (): void => undefined;
  let asked = 0;
  const { dial, recorder, dialled, relay } = await stand(t, {
    client: () => {
      asked += 1;
      return new Promise((resolve) => {
        found = () => resolve(LOCAL);
      });
    },
  });
  dial(WIKI);
  await until(() => asked === 1, { what: 'the look-up', intervalMs: 1 });
  await relay.stop();
  await settled();
  found();
  await settled();
  t.strictSame([recorder.decisions, dialled], [[], []]);
});

t.test('what is cut while its site is looked for lets the site go', async (t) => {
  let reach = (): void => undefined;
  const { dial, nth, dialled, relay, judge } = await stand(t, {
    reached: () =>
      new Promise((resolve) => {
        reach = resolve;
      }),
  });
  const program = dial(WIKI);
  await until(() => dialled.length === 1, { what: 'the site to be looked for', intervalMs: 1 });
  judge.block('wiki.example');
  relay.recheck();
  t.equal(await program.over(), 'ECONNRESET');
  reach();
  const visit = await nth(0);
  await until(visit.hasEnded, { what: 'the end at the site', intervalMs: 1 });
  t.equal(visit.heard(), '', 'it hears nothing of the name');
});

t.test('what moves is in use, and what one side has ended may be still for two minutes', async (t) => {
  const { dial, nth, clock, recorder, relay } = await stand(t);
  const program = dial(WIKI);
  const { socket, heard, hasEnded } = await nth(0);
  await until(() => heard().length >= WIKI.length, { what: 'the first bytes', intervalMs: 1 });
  await clock.advance(1_000);
  t.strictSame(recorder.uses, [], 'the hello alone is no use');
  program.socket.write('up');
  await until(() => heard().endsWith('up'), { what: 'the bytes', intervalMs: 1 });
  await clock.advance(1_000);
  t.strictSame(recorder.uses, ['wiki.example']);
  await clock.advance(1_000);
  t.equal(recorder.uses.length, 1);
  socket.write('down');
  await until(() => program.heard().length === 4, { what: 'the answer', intervalMs: 1 });
  await clock.advance(1_000);
  t.equal(recorder.uses.length, 2);
  await clock.advance(300_000);
  t.equal(program.ended(), null, 'both sides may be silent for longer');
  socket.end();
  await until(program.ended, { what: 'the end of the site', intervalMs: 1 });
  t.equal(program.ended(), 'end');
  await settled();
  t.strictSame([relay.connections(), hasEnded()], [1, false]);
  await clock.advance(1_000);
  await until(() => relay.connections() === 0 && hasEnded(), { what: 'the cut', intervalMs: 1 });
});

t.test('stopping resets all, and starts anew on a port', async (t) => {
  const { dial, nth, relay, clock } = await stand(t);
  const program = dial(WIKI);
  await nth(0);
  const silent = dial();
  await until(() => clock.pending() > 1, { what: 'the silent one', intervalMs: 1 });
  await relay.stop();
  t.strictSame([await program.over(), await silent.over()], ['ECONNRESET', 'ECONNRESET']);
  t.strictSame(relay.ports(), []);
  await relay.start();
  t.ok((relay.ports()[0]?.port ?? 0) > 0);
  dial(WIKI);
  await nth(1);
});
