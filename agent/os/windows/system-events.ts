import type { SystemEvents } from '../../ports/system-events.ts';
import type { HostLink } from './host/host-link.ts';

/** Of the service host: power, session and network, as Windows reports them to a service. */
export function createSystemEvents({
  windows,
}: {
  readonly windows: Pick<HostLink, 'onEvent'>;
}): SystemEvents {
  return {
    listen: (listener) =>
      windows.onEvent(({ what, detail }) => {
        if (what === 'power' && detail === 'resume') listener('resumed');
        else if (what !== 'stop') listener('changed');
      }),
  };
}
