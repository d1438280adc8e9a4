import { existsSync } from 'node:fs';
import { createSessions } from '../../api/http/authentication/sessions.ts';
import type { LogLevel } from '../../contracts/log-levels.ts';
import { systemClock } from '../../kit/clock.ts';
import { createLifecycle, type Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import { systemRandom } from '../../kit/random.ts';
import { createSettingsSource } from '../../store/rules/organisation-settings.ts';
import { backUpBeforeUpgrade } from '../backup/before-upgrade.ts';
import { createRevocationJournal } from '../backup/revocation-journal.ts';
import { readMachineNames } from '../certificates/hosts.ts';
import { fileSettings } from '../config/file-settings.ts';
import { explainListenError } from '../config/listen-error.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import type { Settings } from '../config/settings.ts';
import { dataLayout } from '../data-folder/layout.ts';
import { prepareDataFolder } from '../data-folder/prepare.ts';
import { createServerLock } from '../data-folder/server-lock.ts';
import { httpUrl, localUrls, signInLink } from './addresses.ts';
import { applyFile, createLogLevelWatch } from './apply-settings.ts';
import { assembleParts, type Ground, type Parts } from './assemble.ts';
import { schoolStore } from './school-store.ts';

/** A running server, for its start-up text and for a guest in its process. */
export interface RunningSchool extends Ground {
  /** The dashboard and the API, as people and devices reach them: `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly httpPort: number;
  readonly mqttPort: number;
  readonly certificateAuthority: string;
  readonly authorityFingerprint: string;
  /** The same server as this machine reaches it. */
  readonly localUrl: string;
  readonly localMqttUrl: string;
  /** Signs the first administrator in; null once such a link was used, and when none is made (see `SchoolServerOptions`). */
  readonly signInLink: string | null;
}

export interface SchoolServerOptions {
  readonly settings: Settings;
  /** Settings that somebody set in the file, the environment or by a flag. */
  readonly chosen: LoadedConfig['chosen'];
  readonly log: Log;
  /** Sets the level of the log; null = as it was configured. */
  readonly setLogLevel?: (level: LogLevel | null) => void;
  /** Whether the recommended lists of sites are added and fetched. Default: no. */
  readonly fetchRecommended?: boolean;
  /**
   * When to make a link for the first sign-in, as long as none was used. `every start`: a person reads what the server prints. `new folder`: only with a new
   * data folder, since a journal keeps what is printed.
   */
  readonly signInLinks?: 'every start' | 'new folder';
  /** A part that runs in the finished server, such as the demonstration; stopped before it. */
  readonly guest?: (school: RunningSchool) => Promise<Service>;
}

export interface SchoolServer extends Service {
  /** @throws Error when it does not run */
  running(): RunningSchool;
}

/**
 * The whole school server in one process: store, gateway, webhook delivery, HTTP. `start` fails with an OperatorError for everything that the person at the
 * terminal can fix, and then leaves nothing running. `stop` ends connections first and the store last, so that whatever was acknowledged is stored.
 */
export function createSchoolServer({
  settings,
  chosen,
  log,
  setLogLevel,
  guest,
  fetchRecommended = false,
  signInLinks = 'new folder',
}: SchoolServerOptions): SchoolServer {
  const layout = dataLayout(settings.dataDir);
  const lock = createServerLock(layout);
  const { store, ids } = schoolStore(layout, log);
  const file = fileSettings({ settings, chosen });
  const ground: Ground = { settings, fileSettings: file, layout, store, ids, log };
  let running: RunningSchool | null = null;
  let newFolder = false;

  const announce = async (parts: Parts): Promise<RunningSchool> => {
    const { http, mqtt } = parts.ports();
    const url = httpUrl(settings, readMachineNames(), http);
    await lock.publish({ pid: process.pid, http: url, httpPort: http, mqttPort: mqtt });
    return {
      ...ground,
      url,
      ...localUrls(settings, { http, mqtt }),
      httpPort: http,
      mqttPort: mqtt,
      certificateAuthority: parts.identity.authority,
      authorityFingerprint: parts.identity.authorityFingerprint,
      signInLink: newFolder || signInLinks === 'every start' ? await firstRunLink(ground, url) : null,
    };
  };

  const lifecycle = createLifecycle([
    { start: () => prepareDataFolder(layout), stop: nothing },
    lock,
    {
      async start() {
        newFolder = !existsSync(layout.database);
        if (settings.backupBeforeUpgrade) await backUpBeforeUpgrade({ layout, clock: systemClock, log });
      },
      stop: nothing,
    },
    store,
    createRevocationJournal({ layout, revocations: store.revocations, clock: systemClock, log }),
    { start: () => applyFile(store, file), stop: nothing },
    ...(setLogLevel === undefined
      ? []
      : [
          createLogLevelWatch({
            ...{ store, log, setLevel: setLogLevel },
            settings: createSettingsSource(store, file),
          }),
        ]),
    later(async () => {
      const parts = await assembleParts(ground, { fetchRecommended });
      const announcement: Service = {
        async start() {
          running = await announce(parts);
        },
        stop: nothing,
      };
      const last = later(async () => (guest === undefined || running === null ? NOBODY : guest(running)));
      return createLifecycle([parts, announcement, last]);
    }),
  ]);
  return {
    async start() {
      try {
        await lifecycle.start();
      } catch (error) {
        throw explainListenError(error, settings);
      }
    },
    async stop() {
      await lifecycle.stop();
      running = null;
    },
    running() {
      if (running === null) throw new Error('the server is not running');
      return running;
    },
  };
}

const nothing = (): Promise<void> => Promise.resolve();
const NOBODY: Service = { start: nothing, stop: nothing };

/** A service that can be built only when those before it run. */
function later(build: () => Promise<Service>): Service {
  let built: Service | null = null;
  return {
    async start() {
      if (built !== null) return;
      const service = await build();
      await service.start();
      built = service;
    },
    async stop() {
      await built?.stop();
      built = null;
    },
  };
}

/** Null once a link has been used; after that `schoolgate sign-in-link` makes them. */
async function firstRunLink(
  { store, ids }: Pick<Ground, 'store' | 'ids'>,
  url: string,
): Promise<string | null> {
  if (await store.sessions.firstRunDone()) return null;
  const sessions = createSessions({ store, ids, clock: systemClock, random: systemRandom });
  return signInLink(url, await sessions.createLink());
}
