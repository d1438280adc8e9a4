import { connect } from 'node:net';
import { Duplex, PassThrough, pipeline } from 'node:stream';
import { messageOf } from '../../../kit/fault.ts';
import type { HeldPort } from '../../ports/held-socket.ts';
import type { WorkerProcess, WorkerStarter } from '../../ports/worker-starter.ts';
import { createEnds } from './ends.ts';
import type { HostLink } from './host/host-link.ts';

export interface WorkerStarterDependencies {
  readonly windows: Pick<HostLink, 'call' | 'onWorker'>;
  /** Arguments that follow the hidden command. */
  readonly args: readonly string[];
  /** Ports that the service holds, and gives to a worker while one runs. */
  readonly ports: readonly HeldPort[];
  /** Opens a pipe of this computer. */
  readonly open?: (pipe: string) => Duplex;
}

/** The worker as a service of its own account, which the native host starts. It inherits nothing of this process. */
export function createWorkerStarter(deps: WorkerStarterDependencies): WorkerStarter {
  const { windows, args, ports, open = (pipe) => connect({ path: pipe }) } = deps;
  const ends = createEnds();
  let listens = false;
  return {
    start(): WorkerProcess {
      if (!listens)
        windows.onWorker(({ id, state, code }) =>
          ends.ended(id, state === 'ended' ? `exit code ${code}` : `not started: Windows error ${code}`),
        );
      listens = true;
      const { stream, join } = lateStream();
      const goal = { arguments: ['worker', ...args], ports: [...ports] };
      const id = windows.call('worker.start', goal).then((started) => {
        join(open(started.pipe));
        return started.id;
      });
      const kill = async (): Promise<void> => {
        await windows.call('worker.kill', { id: await id });
      };
      return {
        pid: null,
        stream,
        ended: id.then(ends.of).catch((error: unknown) => {
          stream.destroy();
          return messageOf(error);
        }),
        // If the host does not answer, it has ended, and the worker with it.
        kill: () => void kill().catch(() => null),
      };
    },
  };
}

/** A stream that is connected later; what is written before waits. */
function lateStream(): { readonly stream: Duplex; readonly join: (other: Duplex) => void } {
  const [writable, readable] = [new PassThrough(), new PassThrough()];
  const stream = Duplex.from({ writable, readable });
  // An error at either end ends both.
  const over = (error: unknown): void => {
    if (error) stream.destroy();
  };
  return {
    stream,
    join(other) {
      pipeline(writable, other, over);
      pipeline(other, readable, over);
    },
  };
}
