import { messageOf } from '../../../kit/fault.ts';
import type { ProcessStarter, StartedProcess } from '../../ports/process-starter.ts';
import { createEnds } from './ends.ts';
import type { HostLink } from './host/host-link.ts';

/** Starts programs on the screen of the user at the console, as that user, and knows when they end. */
export function createUserPrograms(windows: Pick<HostLink, 'call' | 'onEnded'>): ProcessStarter {
  const ends = createEnds();
  let listens = false;
  return {
    start([program = '', ...args]): StartedProcess {
      if (!listens) windows.onEnded(({ id, code }) => ends.ended(id, `exit code ${code}`));
      listens = true;
      const id = windows.call('user.start', { program, arguments: args }).then((started) => started.id);
      return {
        pid: null,
        ended: id
          .then(ends.of)
          .catch(messageOf)
          .then((reason) => ({ reason })),
        async stop() {
          const known = await id.catch(() => null);
          if (known !== null) await windows.call('user.stop', { id: known }).catch(() => null);
        },
      };
    },
  };
}
