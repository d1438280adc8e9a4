import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Webhook } from 'standardwebhooks';
import t, { type Test } from 'tap';
import { createDice, type Dice } from '../../server/demo/dice.ts';
import { createEnroller } from '../../server/simulated-laptop/identity.ts';
import { repeats } from '../support/repeats.ts';
import { createSchool, type School } from '../support/school.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';
import { LOOPBACK_WEBHOOKS } from '../support/webhook-receiver.ts';

/** SCHOOLGATE_STORM_EVENTS=50000 for a storm of some minutes; SCHOOLGATE_STORM_SEED repeats one. */
const EVENTS = Number(process.env.SCHOOLGATE_STORM_EVENTS ?? repeats({ quick: 2_000, full: 5_000 }));
const SEED = Number(process.env.SCHOOLGATE_STORM_SEED ?? process.env.SCHOOLGATE_TEST_SEED ?? 20_261_120);
const KILLS = repeats({ quick: 4, full: 10 });
/** Each batch of commands for all of them supersedes the batch before: one event a device. */
const DEVICES = 100;
/** A kill comes somewhere in the requests and deliveries that follow its turn. */
const MAX_PAUSE_MS = 300;
/** Far above what the last claims need, which end 30 s after the last kill. */
const ARRIVAL_MS = 180_000;
const PULL_LIMIT = 1_000;

interface Event {
  readonly id: string;
  readonly sequence: number;
}

/** What a receiver keeps of a storm: each event once, and everything that ought not to be. */
interface StormReceiver {
  readonly url: string;
  trust(secret: string): void;
  /** Raw bodies by `webhook-id`. */
  readonly bodies: ReadonlyMap<string, string>;
  /** Requests in all, repeats included. */
  requests(): number;
  /** In words; empty when all is well. */
  readonly complaints: readonly string[];
}

async function startReceiver(t: Test): Promise<StormReceiver> {
  const bodies = new Map<string, string>();
  const complaints: string[] = [];
  let requests = 0;
  let webhook: Webhook | null = null;

  const take = async (request: IncomingMessage): Promise<number> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const id = String(request.headers['webhook-id']);
    requests += 1;
    try {
      webhook?.verify(body, request.headers as Record<string, string>);
    } catch (error) {
      complaints.push(`${id}: ${String(error)}`);
    }
    if ((bodies.get(id) ?? body) !== body) complaints.push(`${id}: a repeat differs`);
    if ((JSON.parse(body) as Event).id !== id) complaints.push(`${id}: its body is another event’s`);
    bodies.set(id, body);
    return webhook === null ? 401 : 204;
  };
  const server = createServer((request, response) => {
    // A server that was killed in the middle of a request.
    const cutOff = (): void => void response.destroy();
    take(request).then((status) => response.writeHead(status).end(), cutOff);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/storm`,
    trust: (secret) => {
      webhook = new Webhook(secret);
    },
    bodies,
    requests: () => requests,
    complaints,
  };
}

/** Devices that are enrolled and never come online: what they are told to do waits, and can be superseded. */
async function enrollDevices(school: School): Promise<readonly string[]> {
  const made = await school.request('POST', '/v1/enrollment-tokens', { name: 'Storm' });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const enroller = createEnroller({
    server: `http://127.0.0.1:${school.httpPort}`,
    certificateAuthority: '',
  });
  const ids: string[] = [];
  for (let number = 0; number < DEVICES; number++) {
    const { deviceId } = await enroller.enroll(made.body.token, {
      machineId: `storm-${number}`,
      serial: null,
      hostname: `STORM-${number}`,
      platform: 'linux',
      osVersion: 'storm',
      manufacturer: null,
      model: null,
    });
    ids.push(deviceId);
  }
  await enroller.close();
  return ids;
}

interface Storm {
  /** Events of batches that were answered: each has to arrive. */
  acknowledged(): number;
  /** Goes on until `acknowledged` has come so far. */
  reach(events: number): Promise<void>;
}

/** Locks and unlocks all devices in turn, as fast as the server answers; a request that a kill cuts off is followed by another when it is back. */
function startStorm(school: School, deviceIds: readonly string[]): Storm {
  let acknowledged = 0;
  let type: 'lock' | 'unlock' = 'lock';
  let before: 'lock' | 'unlock' | null = null;

  const send = async (): Promise<void> => {
    const answer = await school.request('POST', '/v1/commands/batch', { type, deviceIds });
    if (answer.status === 429) return void (await pause(1_000));
    if (answer.status !== 202) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    if (before !== null && before !== type) acknowledged += deviceIds.length;
    before = type;
    type = type === 'lock' ? 'unlock' : 'lock';
  };
  return {
    acknowledged: () => acknowledged,
    async reach(events) {
      while (acknowledged < events) {
        try {
          await send();
        } catch (error) {
          // `fetch` throws TypeError when the connection breaks: whether the batch was committed is unknown now.
          if (!(error instanceof TypeError)) throw error;
          before = null;
          await pause(20);
        }
      }
    },
  };
}

/** Kills and starts the server again and again, spread over the storm. */
async function killOften(school: School, storm: Storm, dice: Dice): Promise<void> {
  for (let kill = 1; kill <= KILLS; kill++) {
    const turn = (EVENTS * kill) / (KILLS + 1);
    await until(() => storm.acknowledged() >= turn, {
      what: `event ${turn}`,
      timeoutMs: ARRIVAL_MS,
      intervalMs: 1,
    });
    await pause(dice.between(0, MAX_PAUSE_MS));
    await school.kill();
    await school.start();
  }
}

/** All events by the pull cursor. */
async function pullAll(school: School): Promise<readonly Event[]> {
  const events: Event[] = [];
  for (;;) {
    const after = events.at(-1)?.sequence ?? 0;
    const page = await school.request('GET', `/v1/events?after=${after}&limit=${PULL_LIMIT}`);
    if (page.status !== 200) throw new Error(`${page.status} ${JSON.stringify(page.body)}`);
    events.push(...page.body.data);
    if (page.body.data.length < PULL_LIMIT) return events;
  }
}

t.test(
  `${EVENTS} events around ${KILLS} kills all arrive, without a hole, signed, each body always the same`,
  async (t) => {
    t.comment(`${EVENTS} events, seed ${SEED}`);
    const startedAt = performance.now();
    const receiver = await startReceiver(t);
    const school = await createSchool(testFolder(t), t.teardown.bind(t), LOOPBACK_WEBHOOKS);
    const webhook = await school.request('POST', '/v1/webhooks', { url: receiver.url });
    t.equal(webhook.status, 201);
    receiver.trust(webhook.body.secret);
    const storm = startStorm(school, await enrollDevices(school));

    await Promise.all([storm.reach(EVENTS), killOften(school, storm, createDice(SEED))]);
    const stormSeconds = (performance.now() - startedAt) / 1_000;
    const pulled = await pullAll(school);
    await until(() => pulled.every(({ id }) => receiver.bodies.has(id)), {
      what: 'every event to arrive',
      timeoutMs: ARRIVAL_MS,
      intervalMs: 100,
    });

    const seconds = (performance.now() - startedAt) / 1_000;
    t.comment(
      `${pulled.length} events in ${stormSeconds.toFixed(1)} s, all there after ${seconds.toFixed(1)} s, ${receiver.requests() - receiver.bodies.size} repeats`,
    );
    t.ok(pulled.length >= storm.acknowledged() + DEVICES, 'everything that was answered is there');
    t.ok(
      pulled.every(({ sequence }, at) => sequence === at + 1),
      'the sequence has no hole',
    );
    t.same((await pullAll(school)).length, pulled.length, 'and nothing came later');
    t.equal(receiver.bodies.size, pulled.length, 'nothing was pushed that cannot be pulled');
    const differing = pulled.filter(
      (event) => !isDeepStrictEqual(JSON.parse(receiver.bodies.get(event.id) ?? 'null'), event),
    );
    t.same(differing.slice(0, 3), [], 'what is pulled is what was pushed');
    t.same(receiver.complaints.slice(0, 3), [], 'every signature fits, and every repeat is the same');
  },
);
