import { messageOf as errorText } from '../../kit/fault.ts';
import { base62 } from '../../kit/random.ts';
import { sha256 } from '../../kit/signing.ts';
import { timestamp } from '../../store/views/timestamp.ts';
import { callerOfSession } from '../http/authentication/authentication.ts';
import type { Caller } from '../http/authentication/caller.ts';
import { isValid } from '../http/authentication/sessions.ts';
import type { RouteTools } from '../http/route.ts';
import { createChangeWatch } from './change-watch.ts';
import { createChangedThings } from './changed-things.ts';
import { tellCounters } from './live-counters.ts';
import { createLiveStream, type LiveStream, messageOf } from './live-stream.ts';
import { kindOf } from './live-things.ts';
import { createLooks } from './looks.ts';
import { sendAll, tellChanges } from './tell-change.ts';

/** How often the store is looked at while somebody listens (milliseconds). */
const LOOK_MS = 1_000;
/** Changes that come at once are gathered for so long (milliseconds). */
const GATHER_MS = 100;
/** How often an open stream gets a message at least (milliseconds). */
const HEARTBEAT_MS = 15_000;
/** Counters are counted again at most this often (milliseconds). */
const COUNTERS_MS = 10_000;
/** Changes are noted for so long after the last stream has closed (milliseconds), so that a client that comes back misses nothing. */
const LINGER_MS = 60_000;
/** Streams of one account: a browser needs one. One more ends the oldest. */
const MAX_OF_ACCOUNT = 12;

/** Who opens a stream. */
export interface LiveViewer {
  readonly caller: Caller;
  readonly sessionSecret: string;
  /** The place up to which the client has heard; undefined = it is new. */
  readonly lastEventId: string | undefined;
}

/** The live streams of one organisation. The store is looked at only while somebody listens. */
export interface LiveSchool {
  open(viewer: LiveViewer): Promise<LiveStream>;
  size(): number;
  stop(): Promise<void>;
}

export function createLiveSchool(tools: RouteTools, organisationId: number): LiveSchool {
  const { store, clock, random, log } = tools;
  const streams = new Set<LiveStream>();
  const changed = createChangedThings(base62(random, 8));
  const watch = createChangeWatch({
    ...{ store, clock, organisationId },
    onChange: () => looks.within(GATHER_MS),
  });
  const parts = { tools, organisationId, watch };
  let started: Promise<void> | null = null;
  let stopAccounts: (() => void) | null = null;
  let checkAt = 0;
  let closedAt = 0;
  let countedAt = 0;
  let areCountersOld = false;
  /** A look has failed: what it would have told is lost. */
  let isUnsure = false;

  const start = async (): Promise<void> => {
    checkAt = clock.monotonic() + HEARTBEAT_MS;
    stopAccounts = store.bus.subscribe(({ kind }) => {
      if (kind !== 'accounts') return;
      checkAt = clock.monotonic();
      looks.within(GATHER_MS);
    });
    await watch.start();
    looks.within(LOOK_MS);
  };
  const rest = (): void => {
    stopAccounts?.();
    watch.stop();
    started = null;
  };
  const tellNews = async (): Promise<void> => {
    const { ids, lost } = await watch.collect();
    const shown = ids.filter((id) => kindOf(id) !== null);
    const places = changed.append(shown);
    if (lost || isUnsure) {
      isUnsure = false;
      return sendAll([...streams], messageOf('reset', {}, changed.place()));
    }
    const changes = shown.map((id, index) => ({ id, place: places[index] ?? '' }));
    if (streams.size === 0) return;
    await tellChanges(parts, [...streams], changes);
    areCountersOld ||= changes.length > 0;
    if (!areCountersOld || clock.monotonic() - countedAt < COUNTERS_MS) return;
    areCountersOld = false;
    countedAt = clock.monotonic();
    await tellCounters(tools, [...streams]);
  };
  const looks = createLooks(clock, async () => {
    try {
      if (clock.monotonic() >= checkAt) {
        checkAt = clock.monotonic() + HEARTBEAT_MS;
        await checkSessions(tools, streams);
      }
      await tellNews();
    } catch (error) {
      isUnsure = true;
      log.error({ error: errorText(error) }, 'live streams could not be told what has changed');
    }
    if (started === null) return;
    if (streams.size === 0 && clock.monotonic() - closedAt >= LINGER_MS) rest();
    else looks.within(LOOK_MS);
  });

  return {
    async open({ caller, sessionSecret, lastEventId }) {
      started ??= start().catch((error: unknown) => {
        rest();
        throw error;
      });
      await started;
      const stream = createLiveStream({ caller, sessionHash: sha256(sessionSecret) }, (closed) => {
        streams.delete(closed);
        if (streams.size === 0) closedAt = clock.monotonic();
      });
      const own = [...streams].filter((one) => one.caller.actor === caller.actor);
      if (own.length >= MAX_OF_ACCOUNT) own[0]?.end();
      streams.add(stream);
      const place = changed.place();
      const missed = lastEventId === undefined ? [] : changed.since(lastEventId);
      if (missed === null) stream.send(messageOf('reset', {}, place));
      else {
        const changes = missed.map((id) => ({ id }));
        await tellChanges(parts, [stream], changes);
        stream.send(messageOf('ready', { at: timestamp(clock.now()) }, place));
      }
      await tellCounters(tools, [stream]);
      return stream;
    },
    size: () => streams.size,
    async stop() {
      for (const stream of streams) stream.end();
      rest();
      await looks.stop();
    },
  };
}

/** Ends the streams whose sessions have ended, and gives the others a sign of life. */
async function checkSessions(tools: RouteTools, streams: ReadonlySet<LiveStream>): Promise<void> {
  const data = { at: timestamp(tools.clock.now()) };
  for (const stream of [...streams]) {
    const caller = await presentCaller(tools, stream.sessionHash);
    if (caller === null) {
      stream.send(messageOf('session-ended', data));
      stream.end();
    } else {
      stream.caller = caller;
      stream.send(messageOf('heartbeat', data));
    }
  }
}

/** Who the holder of a session is now; null = it has ended. A stream does not count as use: who only watches is signed out after a while. */
async function presentCaller(
  { store, clock }: Pick<RouteTools, 'store' | 'clock'>,
  sessionHash: string,
): Promise<Caller | null> {
  const session = await store.sessions.session(sessionHash);
  if (session === null || !isValid(session, clock.now())) return null;
  const organisation = await store.organisations.get(session.account.organisationId);
  return organisation === null ? null : callerOfSession(session, organisation);
}
