import { messageOf } from '../../../kit/fault.ts';
import type { ProcessEnd, ProcessStarter, StartedProcess } from '../../ports/process-starter.ts';
import type { HostLink } from './host/host-link.ts';

/** Ends of programs whose id is not known yet: their start is answered at once. */
const ENDS_KEPT = 32;

/** Starts programs on the screen of the user at the console, as that user, and knows when they end. */
export function createUserPrograms(windows: Pick<HostLink, 'call' | 'onEnded'>): ProcessStarter {
  const waiting = new Map<number, (end: ProcessEnd) => void>();
  const ended = new Map<number, ProcessEnd>();
  let listens = false;
  const listen = (): void => {
    if (listens) return;
    listens = true;
    windows.onEnded(({ id, code }) => {
      const end = { reason: `exit code ${code}` };
      const waits = waiting.get(id);
      waiting.delete(id);
      if (waits !== undefined) return waits(end);
      ended.set(id, end);
      for (const old of ended.keys()) if (ended.size > ENDS_KEPT) ended.delete(old);
    });
  };
  const endOf = (id: number): Promise<ProcessEnd> => {
    const known = ended.get(id);
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve) => waiting.set(id, resolve));
  };

  return {
    start([program = '', ...args]): StartedProcess {
      listen();
      const id = windows.call('user.start', { program, arguments: args }).then((started) => started.id);
      return {
        pid: null,
        ended: id.then(endOf).catch((error: unknown) => ({ reason: messageOf(error) })),
        async stop() {
          const known = await id.catch(() => null);
          if (known !== null) await windows.call('user.stop', { id: known }).catch(() => null);
        },
      };
    },
  };
}
