import type { DeviceId } from '../../contracts/ids.ts';
import type { Clock } from '../../kit/clock.ts';

/** Downloads at a time. Each holds a file, a socket and some buffers. Five thousand devices with 6 MB each are done in minutes on a school's line. */
const MAX_PLACES = 64;
/** Downloads at a time of one device. The second is for a connection that the device has given up before the server noticed. */
const MAX_OF_DEVICE = 2;
/** The pace of a download is measured over this time (milliseconds). */
const LOOK_MS = 10_000;
/** A download below this pace (bytes a second) loses its place to a new one when no other place is free. 6 MB take five minutes at this pace. */
const LEAST_PACE = 20_000;

/** A download that is being sent. */
export interface RunningDownload {
  /** Bytes sent so far. */
  sentBytes(): number;
  /** Ends the download; a call of `leave` follows. */
  cut(): void;
}

/**
 * Limits the downloads at a time. A device has only a few places, so that no laptop takes the places of a school. A client that does not
 * read loses its place.
 */
export interface DownloadPlaces {
  /** Takes a place; null = no place is free, for this device or for any. */
  enter(deviceId: DeviceId, download: RunningDownload): { readonly leave: () => void } | null;
}

interface Place {
  readonly deviceId: DeviceId;
  readonly download: RunningDownload;
  /** Start of the measurement of the pace (monotonic milliseconds). */
  since: number;
  bytes: number;
}

export function createDownloadPlaces(
  clock: Pick<Clock, 'monotonic'>,
  maxPlaces: number = MAX_PLACES,
): DownloadPlaces {
  const places = new Set<Place>();

  /** The slowest download below `LEAST_PACE`, among those that have been measured long enough; null = none is too slow. */
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
