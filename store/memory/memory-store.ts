import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import { type Log, silentLog } from '../../kit/log.ts';
import type { IdSource } from '../../kit/random.ts';
import { createInProcessBus } from '../bus/in-process.ts';
import type { Store } from '../ports/store.ts';
import type { SynchronousRepositories } from '../synchronous.ts';
import { createTransactionalStore, type Engine } from '../transactional-store.ts';
import { createApiKeyStore } from './api-keys.ts';
import { createCampusStore } from './campuses.ts';
import { createCommandStore } from './commands.ts';
import { createDeliveryStore } from './deliveries.ts';
import { createDeviceStore } from './devices.ts';
import { createEnrollmentTokenStore } from './enrollment-tokens.ts';
import { createEventStore } from './events.ts';
import { createIdempotencyStore } from './idempotency.ts';
import { createOrganisationStore } from './organisations.ts';
import { createOuStore } from './ous.ts';
import { createSessionStore } from './sessions.ts';
import { type Context, copyTables, firstTables, type Tables } from './tables.ts';
import { createTelemetryStore } from './telemetry.ts';
import { createWebhookStore } from './webhooks.ts';

/** A store in memory, for unit tests: nothing survives `stop()`. It keeps the promises of the ports, in time that grows with all that is stored. */
export function createMemoryStore({
  clock,
  ids,
  log = silentLog,
}: {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log?: Log;
}): Store {
  return createTransactionalStore({
    engine: createMemoryEngine({ clock, ids }),
    bus: createInProcessBus(log),
    clock,
    log,
  });
}

/** A transaction works on a copy of all tables, which the commit puts in the place of the old ones. */
function createMemoryEngine({ clock, ids }: { readonly clock: Clock; readonly ids: IdSource }): Engine {
  let committed: Tables | null = null;
  let draft: Tables | null = null;

  const open = (): Tables => {
    if (committed === null) throw new Fault('unavailable', 'The server is not running.');
    return committed;
  };
  const repositories = (tables: Tables, wake: Context['wake']): SynchronousRepositories =>
    createRepositories({ tables, ids, wake, now: () => clock.now() });

  return {
    open() {
      committed = firstTables(clock.now());
    },
    close() {
      committed = null;
    },
    reader: () => repositories(open(), () => undefined),
    begin(wake) {
      draft = copyTables(open());
      return Promise.resolve(repositories(draft, wake));
    },
    commit() {
      committed = draft;
    },
    rollback() {
      draft = null;
    },
    check: () => void open(),
    translate: (error) => error,
  };
}

function createRepositories(context: Context): SynchronousRepositories {
  return {
    organisations: createOrganisationStore(context),
    ous: createOuStore(context),
    campuses: createCampusStore(context),
    enrollmentTokens: createEnrollmentTokenStore(context),
    devices: createDeviceStore(context),
    commands: createCommandStore(context),
    events: createEventStore(context),
    webhooks: createWebhookStore(context),
    deliveries: createDeliveryStore(context),
    apiKeys: createApiKeyStore(context),
    idempotency: createIdempotencyStore(context),
    telemetry: createTelemetryStore(context),
    sessions: createSessionStore(context),
  };
}
