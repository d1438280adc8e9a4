import type { DeviceId } from '../../contracts/ids.ts';
import type { Clock } from '../../kit/clock.ts';

/** Answers at a time: each holds a file, a socket and some buffers. Five thousand devices at 6 MB are done in minutes on a school's line. */
const MAX_PLACES = 64;
/** A device fetches one index; the second is for a connection that it has given up, and the server has not noticed. */
const MAX_OF_DEVICE = 2;
/** A download is looked at over so long (milliseconds). */
const LOOK_MS = 10_000;
/** Below it (bytes a second) a download gives its place to a newcomer where there is no other. 6 MB take five minutes. */
const LEAST_PACE = 20_000;

/** An answer that is being sent. */
export interface RunningDownload {
  /** So far. */
  sentBytes(): number;
  /** Ends it; `leave` follows. */
  cut(): void;
}

/** Who may download at a time: a few a device, so that no laptop takes the places of a school, and nobody for long who does not read. */
export interface DownloadPlaces {
  /** Null: there is no place, for this device or for anybody. */
  enter(deviceId: DeviceId, download: RunningDownload): { readonly leave: () => void } | null;
}

interface Place {
  readonly deviceId: DeviceId;
  readonly download: RunningDownload;
  /** Since then (monotonic milliseconds) its pace is counted. */
  since: number;
  bytes: number;
}

export function createDownloadPlaces(
  clock: Pick<Clock, 'monotonic'>,
  maxPlaces: number = MAX_PLACES,
): DownloadPlaces {
  const places = new Set<Place>();

  /** The slowest below the pace that is asked, of those that had the time to show theirs; null = all are quick enough. */
  const slowest = (): Place | null => {
    const now = clock.monotonic();
    let found: { readonly place: Place; readonly pace: number } | null = null;
    for (const place of places) {
      const seconds = (now - place.since) / 1_000;
      if (seconds * 1_000 < LOOK_MS) continue;
      const bytes = place.download.sentBytes();
      const pace = (bytes - place.bytes) / seconds;
      if (pace < LEAST_PACE && (found === null || pace < found.pace)) found = { place, pace };
      place.since = now;
      place.bytes = bytes;
    }
    return found?.place ?? null;
  };

  return {
    enter(deviceId, download) {
      let ofDevice = 0;
      for (const place of places) if (place.deviceId === deviceId) ofDevice += 1;
      if (ofDevice >= MAX_OF_DEVICE) return null;
      if (places.size >= maxPlaces) {
        const gone = slowest();
        if (gone === null) return null;
        places.delete(gone);
        gone.download.cut();
      }
      const place: Place = { deviceId, download, since: clock.monotonic(), bytes: download.sentBytes() };
      places.add(place);
      return { leave: () => void places.delete(place) };
    },
  };
}
