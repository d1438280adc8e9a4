import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { CampusId } from '../../contracts/ids.ts';
import { delay, systemClock } from '../../kit/clock.ts';
import { createLifecycle, type Service } from '../../kit/lifecycle.ts';
import { makeFolder } from '../../kit/make-folder.ts';
import { systemRandom } from '../../kit/random.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import { createEnrollmentToken } from '../school/enrollment-token.ts';
import type { RunningSchool } from '../school/serve.ts';
import { ended, forkWorker } from './child-program.ts';
import { furnish } from './furnish.ts';
import type { DemoNews, DemoOrder } from './order.ts';
import { createRealAgent } from './real-agent.ts';
import { DEMO_OUS } from './springfield.ts';

const TOKEN_LIFE_MS = 3_600_000;
const STOP_PATIENCE_MS = 8_000;
const REAL_AGENT_OU = '/Springfield/This machine';

/** The demonstration: a simulated school in a process of its own, and this machine's real agent. Both end with the server. */
export async function createDemo({
  school,
  devices,
}: {
  readonly school: RunningSchool;
  readonly devices: number;
}): Promise<Service> {
  await makeFolder(school.layout.demo, 0o700);
  await furnish(school, devices);
  const agent = createRealAgent({
    server: school.localUrl,
    stateDir: join(school.layout.demo, 'agent'),
    log: school.log,
    token: async () => (await makeToken(school, REAL_AGENT_OU, 1)).token,
  });
  return createLifecycle([createWorker(school, devices), agent]);
}

/** Starts the simulation's process. It ends when its channel does, so that a killed server leaves none behind. */
function createWorker(school: RunningSchool, devices: number): Service {
  const { store, log } = school;
  let worker: ChildProcess | null = null;
  let tokenIds: readonly string[] = [];

  const forgetTokens = async (): Promise<void> => {
    const ids = tokenIds;
    tokenIds = [];
    for (const id of ids) await store.enrollmentTokens.delete(DEFAULT_ORGANISATION_ID, id);
  };

  const hear = (news: DemoNews): void => {
    switch (news.kind) {
      case 'enrolled':
        log.info({ made: news.made }, 'the simulated devices are enrolled');
        forgetTokens().catch((error: unknown) =>
          log.warn({ error: String(error) }, 'tokens of the simulation remain until they expire'),
        );
        return;
      case 'living':
        log.info({ online: news.online }, 'the simulated school lives');
        return;
      case 'trouble':
        log.error({ error: news.message }, 'the simulation has trouble');
        return;
    }
  };

  return {
    async start() {
      const { order, ids } = await makeOrder(school, devices);
      tokenIds = ids;
      worker = forkWorker();
      worker.on('message', (news) => hear(news as DemoNews));
      worker.on('error', (error) =>
        log.error({ error: error.message }, 'the simulation could not be started'),
      );
      worker.send(order);
    },
    async stop() {
      if (worker === null) return;
      const ending = worker;
      worker = null;
      if (ending.connected) ending.disconnect();
      const patience = new AbortController();
      const late = delay(systemClock, STOP_PATIENCE_MS, patience.signal).then(() => {
        if (!patience.signal.aborted) ending.kill('SIGKILL');
      });
      await ended(ending);
      patience.abort();
      await late;
      await forgetTokens();
    },
  };
}

async function makeOrder(
  school: RunningSchool,
  devices: number,
): Promise<{ readonly order: DemoOrder; readonly ids: readonly string[] }> {
  const made = await Promise.all(
    DEMO_OUS.map(async (ou) => ({ ou, ...(await makeToken(school, ou, null)) })),
  );
  const campuses = await school.store.campuses.list(DEFAULT_ORGANISATION_ID);
  const order: DemoOrder = {
    server: school.localUrl,
    mqttUrl: school.localMqttUrl,
    certificateAuthority: school.certificateAuthority,
    tokens: Object.fromEntries(made.map(({ ou, token }) => [ou, token])),
    campusIds: Object.fromEntries(campuses.map(({ name, id }): [string, CampusId] => [name, id])),
    devices,
    identityFile: join(school.layout.demo, 'devices.json'),
  };
  return { order, ids: made.map(({ id }) => id) };
}

function makeToken(school: RunningSchool, ou: string, maxUses: number | null) {
  const { store, ids, authorityFingerprint } = school;
  return createEnrollmentToken(
    { store, clock: systemClock, ids, random: systemRandom, authorityFingerprint },
    { name: 'Demonstration', ou, maxUses, expiresAt: systemClock.now() + TOKEN_LIFE_MS },
  );
}
