import { Fault } from '../../kit/fault.ts';
import type { RouteTools } from '../http/route.ts';
import { createLiveSchool, type LiveSchool, type LiveViewer } from './live-school.ts';
import type { LiveStream } from './live-stream.ts';

/** Streams of the whole server. Each takes some 30 kB. */
const MAX_STREAMS = 2_000;

/** Tells people who are signed in what changes, while it changes. */
export interface LiveFeed {
  /** @throws Fault unavailable when there are too many streams, or the server stops */
  open(viewer: LiveViewer): Promise<LiveStream>;
  /** Ends every stream. */
  stop(): Promise<void>;
}

export function createLiveFeed(tools: RouteTools): LiveFeed {
  const schools = new Map<number, LiveSchool>();
  const sizeOfAll = (): number => [...schools.values()].reduce((sum, school) => sum + school.size(), 0);
  return {
    async open(viewer) {
      if (tools.stopping.aborted) throw new Fault('unavailable', 'The server is stopping.');
      if (sizeOfAll() >= MAX_STREAMS)
        throw new Fault(
          'unavailable',
          `This server has ${MAX_STREAMS} live streams open, and no room for more.`,
        );
      const { organisationId } = viewer.caller;
      const school = schools.get(organisationId) ?? createLiveSchool(tools, organisationId);
      schools.set(organisationId, school);
      return await school.open(viewer);
    },
    async stop() {
      await Promise.all([...schools.values()].map((school) => school.stop()));
    },
  };
}
