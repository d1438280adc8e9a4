import type { DeviceId } from '../../contracts/ids.ts';
import type { Clock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import type { Random } from '../../kit/random.ts';
import { createLink, type Link } from '../link/link.ts';
import { createLookUps } from '../link/look-ups.ts';
import { createMqttConnector } from '../link/mqtt-connector.ts';
import { createServerClient } from '../link/server-client.ts';
import { createServerTime } from '../link/server-time.ts';
import type { FetchWanted } from '../ports/policy-source.ts';
import type { AgentSide } from './wire.ts';
import type { LinkOrder, LinkSettings } from './worker-side.ts';

/** The link with what it needs; the agent may be in another process. */
export interface WorkerLink extends Service {
  obey(order: LinkOrder): void;
  /** The pieces of a download, as they come. */
  fetch(wanted: FetchWanted): AsyncIterable<Uint8Array>;
}

export interface WorkerLinkDependencies {
  readonly agent: AgentSide;
  readonly settings: LinkSettings;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

export function createWorkerLink(deps: WorkerLinkDependencies): WorkerLink {
  const { agent, settings, clock, log } = deps;
  let { heartbeatSeconds } = settings;
  const tell = (work: Promise<unknown>, failure: string): void => {
    work.catch((error: unknown) => log.warn({ error: messageOf(error) }, failure));
  };
  const lookUps = createLookUps({
    urls: [settings.serverUrl, ...settings.mqttUrls],
    stored: new Map(Object.entries(settings.lookUps)),
    save: (found) =>
      tell(agent.lookUps({ found: Object.fromEntries(found) }), 'the agent did not take a look-up'),
    clock,
    log,
  });
  const client = createServerClient({
    server: new URL(settings.serverUrl),
    certificateAuthority: settings.certificateAuthority,
    lookup: lookUps.lookup,
    clock,
  });
  const serverTime = createServerTime({
    client,
    clock,
    log,
    learn: (claimed) => agent.serverTime({ claimed }),
  });
  const link = linkOf(deps, {
    lookup: lookUps.lookup,
    serverTime,
    heartbeatSeconds: () => heartbeatSeconds,
    onStatus: (status) => tell(agent.linkStatus(status), 'the agent did not take the state of the link'),
  });

  return {
    start: () => link.start(),
    async stop() {
      await link.stop();
      await client.close();
    },
    obey(order) {
      switch (order.what) {
        case 'beat':
          return link.beat();
        case 'kick':
          return link.kick();
        case 'networkChanged':
          return link.networkChanged(order.addresses);
        case 'resumed':
          serverTime.doubt();
          return link.resumed();
        case 'heartbeatSeconds':
          heartbeatSeconds = order.seconds;
          return;
        case 'doubtTime':
          return serverTime.doubt();
        case 'refreshLookUps':
          tell(lookUps.refresh(), 'cannot look the server up');
      }
    },
    async *fetch({ kind, hash, from, maxBytes }) {
      const query = from === null ? '' : `?from=${from}`;
      const path = `/agent/v1/${kind === 'bundle' ? 'bundles' : 'categories'}/${hash}${query}`;
      yield* client.download({ path, token: await agent.httpToken(), maxBytes });
    },
  };
}

interface LinkParts {
  readonly lookup: ReturnType<typeof createLookUps>['lookup'];
  readonly serverTime: ReturnType<typeof createServerTime>;
  readonly heartbeatSeconds: () => number;
  readonly onStatus: (status: ReturnType<Link['status']>) => void;
}

function linkOf(
  { agent, settings, clock, random, log }: WorkerLinkDependencies,
  { lookup, serverTime, heartbeatSeconds, onStatus }: LinkParts,
): Link {
  const { certificateAuthority, mqttUrls } = settings;
  const link: Link = createLink({
    // The agent gave this id. A worker cannot choose another device's, because the agent makes the passwords.
    deviceId: settings.deviceId as DeviceId,
    urls: mqttUrls,
    connector: createMqttConnector({ certificateAuthority, lookup, clock }),
    outbox: {
      peek: (topic, limits) => agent.peek({ topic, ...limits }),
      remove: (rows) => agent.remove({ seqs: rows.map(({ seq }) => seq) }),
      discard: ({ seq }) => agent.discard({ seq }),
    },
    clock,
    random,
    log,
    nextEpoch: agent.nextEpoch,
    password: async (epoch, signal) => {
      await serverTime.ask(signal);
      return agent.password({ epoch });
    },
    receive: (topic, jws) => agent.receive({ topic, jws }),
    heartbeat: agent.heartbeat,
    heartbeatSeconds,
    onChange: () => {
      if (link.status().state === 'refused') serverTime.doubt();
      onStatus(link.status());
    },
  });
  return link;
}
