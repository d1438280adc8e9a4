import type { Clock } from '../../kit/clock.ts';
import { nextTurn } from '../../kit/turns.ts';
import type { DeviceFace } from '../../store/ports/devices.ts';
import type { Store } from '../../store/ports/store.ts';

/** Rows read at once; each takes a few microseconds. */
const AT_ONCE = 1_000;
/** Devices are read at most this often (milliseconds): the gateway writes heartbeats once a second. */
const READ_MS = 1_000;
/** A heartbeat may be written this long after the moment that it bears (milliseconds). */
const WRITTEN_LATE_MS = 2_500;

/** Compares what the devices of an organisation tell of themselves with what they told before: most heartbeats bring nothing new. */
export interface DeviceFaces {
  /** The devices that tell something else. The first call finds none: it only learns them. */
  changed(): Promise<readonly string[]>;
  /** The unit that a device was in when this was last asked, or when it was first read; null = the present one, or unknown. */
  formerUnit(id: string, present: string | null): string | null;
}

export function createDeviceFaces({
  store,
  clock,
  organisationId,
}: {
  readonly store: Pick<Store, 'devices'>;
  readonly clock: Clock;
  readonly organisationId: number;
}): DeviceFaces {
  const known = new Map<string, { readonly face: string; ouPath: string }>();
  let seenSince: number | null = null;
  let readAt = Number.NEGATIVE_INFINITY;

  const isNew = ({ id, face, ouPath }: DeviceFace): boolean => {
    const before = known.get(id);
    if (before?.face === face) return false;
    known.set(id, { face, ouPath: before?.ouPath ?? ouPath });
    return true;
  };
  return {
    async changed() {
      const now = clock.monotonic();
      if (now - readAt < READ_MS) return [];
      readAt = now;
      const isFirst = seenSince === null;
      const since = seenSince ?? 0;
      seenSince = clock.now() - WRITTEN_LATE_MS;
      const changed: string[] = [];
      for await (const faces of pagesSince(store, organisationId, since))
        changed.push(...faces.filter(isNew).map(({ id }) => id));
      return isFirst ? [] : changed;
    },
    formerUnit(id, present) {
      const before = known.get(id);
      if (before === undefined || before.ouPath === present) return null;
      const { ouPath } = before;
      if (present === null) known.delete(id);
      else before.ouPath = present;
      return ouPath;
    },
  };
}

async function* pagesSince(
  { devices }: Pick<Store, 'devices'>,
  organisationId: number,
  since: number,
): AsyncGenerator<readonly DeviceFace[]> {
  let after: Pick<DeviceFace, 'lastSeenAt'> & { readonly id: string } = { lastSeenAt: since, id: '' };
  for (;;) {
    const faces = await devices.faces({ organisationId, after, limit: AT_ONCE });
    yield faces;
    const last = faces.at(-1);
    if (last === undefined || faces.length < AT_ONCE) return;
    after = last;
    await nextTurn();
  }
}
