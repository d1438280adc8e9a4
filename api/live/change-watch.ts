import type { EventBody } from '../../contracts/events/catalogue.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import { nextTurn } from '../../kit/turns.ts';
import type { Store, WakeUp } from '../../store/ports/store.ts';
import { createDeviceFaces, type DeviceFaces } from './device-faces.ts';

/** Events read at once. */
const AT_ONCE = 500;

/** Finds out what has changed in the store of one organisation. */
export interface ChangeWatch extends Pick<DeviceFaces, 'formerUnit'> {
  /** Begins with the present state. */
  start(): Promise<void>;
  /** The ids of the things that have changed since the last call. `lost` = some may be missing. */
  collect(): Promise<{ readonly ids: readonly string[]; readonly lost: boolean }>;
  stop(): void;
}

/**
 * Three sources tell of changes. Wake-ups tell at once of what people do and of what becomes of commands. Events tell of what happens by itself: a device goes
 * off-line, a lesson ends. Devices are compared with what they told before.
 * @param onChange called when a wake-up has told of a change
 */
export function createChangeWatch({
  store,
  clock,
  organisationId,
  onChange,
}: {
  readonly store: Pick<Store, 'bus' | 'events' | 'devices'>;
  readonly clock: Clock;
  readonly organisationId: number;
  readonly onChange: () => void;
}): ChangeWatch {
  const faces = createDeviceFaces({ store, clock, organisationId });
  let told = new Set<string>();
  let sequence = 0;
  let unsubscribe: (() => void) | null = null;

  const hear = (wakeUp: WakeUp): void => {
    const id = idOf(wakeUp);
    if (id === null) return;
    told.add(id);
    onChange();
  };
  return {
    async start() {
      unsubscribe ??= store.bus.subscribe(hear);
      sequence = await newestSequence(store, organisationId);
      await faces.changed();
    },
    async collect() {
      const ids = told;
      told = new Set();
      const events = await eventsAfter(store, organisationId, sequence);
      sequence = events.sequence;
      for (const id of [...events.ids, ...(await faces.changed())]) ids.add(id);
      return { ids: [...ids], lost: events.lost };
    },
    formerUnit: faces.formerUnit,
    stop() {
      unsubscribe?.();
      unsubscribe = null;
    },
  };
}

/** The thing that a wake-up is about; null = it names none. */
function idOf(wakeUp: WakeUp): string | null {
  switch (wakeUp.kind) {
    case 'changed':
      return wakeUp.id;
    case 'device':
    case 'revoked':
      return wakeUp.deviceId;
    case 'command':
      return wakeUp.commandId;
    default:
      return null;
  }
}

/** The things that later events show. `lost` = some events were deleted before they were read. */
async function eventsAfter(
  { events }: Pick<Store, 'events'>,
  organisationId: number,
  after: number,
): Promise<{ readonly ids: readonly string[]; readonly sequence: number; readonly lost: boolean }> {
  const ids: string[] = [];
  let sequence = after;
  try {
    for (;;) {
      const { rows, hasMore } = await events.list({
        ...{ organisationId, filter: { after: sequence }, limit: AT_ONCE },
        sort: [{ field: 'sequence', descending: false }],
        from: { kind: 'page', page: 1 },
      });
      ids.push(...rows.flatMap(idsIn));
      sequence = rows.at(-1)?.sequence ?? sequence;
      if (!hasMore) return { ids, sequence, lost: false };
      await nextTurn();
    }
  } catch (error) {
    if (!(error instanceof Fault && error.code === 'events_expired')) throw error;
    return { ids, sequence: await newestSequence({ events }, organisationId), lost: true };
  }
}

/** The ids of the things that an event shows: its `data` holds REST objects. */
function idsIn({ device_id, data }: EventBody): readonly string[] {
  const shown = Object.values(data).flatMap((one) =>
    typeof one === 'object' && one !== null && 'id' in one && typeof one.id === 'string' ? [one.id] : [],
  );
  return device_id === undefined ? shown : [device_id, ...shown];
}

async function newestSequence({ events }: Pick<Store, 'events'>, organisationId: number): Promise<number> {
  const { rows } = await events.list({
    ...{ organisationId, filter: {}, limit: 1 },
    sort: [{ field: 'sequence', descending: true }],
    from: { kind: 'page', page: 1 },
  });
  return rows[0]?.sequence ?? 0;
}
