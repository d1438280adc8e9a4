import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Duplex } from 'node:stream';
import { encode } from 'dns-packet';
import t, { type Test } from 'tap';
import type { Handlers } from '../../../agent/channel/calls.ts';
import { type Channel, createChannel } from '../../../agent/channel/channel.ts';
import { WORKER_FD } from '../../../agent/os/worker-starter.ts';
import {
  MAX_TO_AGENT_BYTES,
  MAX_TO_WORKER_BYTES,
  TO_AGENT,
  TO_WORKER,
  type ToAgent,
  type ToWorker,
} from '../../../agent/worker/wire.ts';
import { systemClock } from '../../../kit/clock.ts';
import { AGENT_MAIN } from '../../support/child-process.ts';
import { queryFor } from '../../support/dns-lab.ts';
import { bundleOf, filterState } from '../../support/filter-state.ts';
import { until } from '../../support/until.ts';

/** Long after a worker has ended on the busiest machine: one that stays never ends. */
const ENDED_MS = 30_000;

/** A worker as a process, whose agent takes all it says. */
async function setUp(t: Test, nodeFlags: readonly string[] = []) {
  const child = spawn(process.execPath, [...nodeFlags, AGENT_MAIN, 'worker', '--log-level', 'silent'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  let ended: { readonly code: number | null; readonly signal: string | null } | null = null;
  child.once('exit', (code, signal) => {
    ended = { code, signal };
  });
  t.teardown(() => child.kill('SIGKILL'));
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += String(chunk);
  });
  const stream = child.stdio[WORKER_FD];
  if (!(stream instanceof Duplex)) throw new Error('the worker has no line to us');
  const nothing = async (): Promise<undefined> => undefined;
  const agent = { linkStatus: nothing, activity: nothing, event: nothing, giveOut: async () => true };
  const channel: Channel<ToWorker> = createChannel({
    stream,
    clock: systemClock,
    takes: TO_AGENT,
    handlers: agent as unknown as Handlers<ToAgent>,
    makes: TO_WORKER,
    maxBytes: MAX_TO_AGENT_BYTES,
    maxSentBytes: MAX_TO_WORKER_BYTES,
    otherSide: 'hostile',
  });
  const end = (): Promise<{ readonly code: number | null; readonly signal: string | null }> =>
    until(() => ended, { what: `the worker to end; it said: ${said}`, timeoutMs: ENDED_MS });
  return { channel, stream, end, said: () => said };
}

t.test('a worker whose agent is gone ends in order, whatever is under way', async (t) => {
  const { channel, stream, end } = await setUp(t);
  const silent = createSocket('udp4').bind(0, '127.0.0.1');
  await once(silent, 'listening');
  t.teardown(() => silent.close());
  const upstream = `127.0.0.1:${silent.address().port}`;
  await channel.call('begin', {
    link: {
      deviceId: 'dev_x',
      serverUrl: 'https://127.0.0.1:9',
      mqttUrls: [],
      certificateAuthority: '',
      lookUps: {},
      heartbeatSeconds: 30,
    },
    filter: { ports: { dns: 0, proxy: 0, relay: 0 }, sockets: [], lockPageUrl: null },
  });
  const state = filterState({ bundle: bundleOf([{}], { upstreams: [upstream] }), upstreams: [upstream] });
  const input = { state: JSON.parse(JSON.stringify(state)), sameBundle: false, hash: 'x' };
  const { ports } = await channel.call('configure', input);
  if (ports === null) throw new Error('no filter runs');

  // A look-up without an answer, a tunnel that waits for it, a connection that says nothing, and calls that nobody will answer.
  const asked = once(silent, 'message');
  const sender = createSocket('udp4');
  t.teardown(() => sender.close());
  sender.send(encode(queryFor('site.example')), ports.dns, '127.0.0.1');
  await asked;
  const clients = [ports.proxy, ports.relay ?? 0].map((port) => connect(port, '127.0.0.1'));
  const closed = clients.map((client) => {
    client.on('error', () => undefined);
    return new Promise((resolve) => client.once('close', resolve));
  });
  await Promise.all(clients.map((client) => once(client, 'connect')));
  clients[0]?.write('CONNECT site.example:443 HTTP/1.1\r\nhost: site.example:443\r\n\r\n');
  const unanswered = [1, 2, 3].map((_) => channel.call('verdict', { host: 'site.example' }));
  const refused = Promise.allSettled(unanswered);
  // As the kernel does when the agent is killed.
  stream.destroy();
  t.same(await end(), { code: 0, signal: null });
  await Promise.all([...closed, refused]);
});

t.test('a worker ends although a listener of its exit throws and something still runs', async (t) => {
  const broken = 'process.on("exit", () => { throw new Error("at exit") }); setInterval(() => {}, 1000);';
  const { channel, stream, end, said } = await setUp(t, ['--import', `data:text/javascript,${broken}`]);
  await channel.call('ping', null);
  stream.destroy();
  t.same(await end(), { code: 1, signal: null });
  t.match(said(), /at exit/, 'and says why');
});
