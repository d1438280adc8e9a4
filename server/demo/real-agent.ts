import type { ChildProcess } from 'node:child_process';
import { delay, systemClock } from '../../kit/clock.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import { ended, startAgent } from './child-program.ts';

/** How long its stop may take: it needs far less to disconnect and to close its state. */
const STOP_PATIENCE_MS = 8_000;

/**
 * The real agent of this machine beside the simulated ones, in observe mode: it reports what is true of this machine and changes nothing
 * on it. It enrolls at every start; the same hardware gets the same device back. Not having it is no reason to have no demonstration.
 */
export function createRealAgent(options: {
  readonly server: string;
  readonly token: () => Promise<string>;
  readonly stateDir: string;
  readonly log: Log;
}): Service {
  const { server, stateDir, log } = options;
  let child: ChildProcess | null = null;
  let starting: Promise<void> = Promise.resolve();
  let stopping = false;

  const run = async (
    args: readonly string[],
  ): Promise<{ readonly code: number | null; readonly said: string }> => {
    child = startAgent([...args, '--state-dir', stateDir]);
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(-2_000);
    });
    return { code: await ended(child), said };
  };

  const live = async (): Promise<void> => {
    const enrollment = await run(['enroll', '--server', server, '--token', await options.token()]);
    if (stopping) return;
    if (enrollment.code !== 0) {
      log.warn(
        { code: enrollment.code, said: enrollment.said },
        'the demonstration goes on without this machine’s own agent',
      );
      return;
    }
    const { code, said } = await run([
      'run',
      '--observe',
      '--exit-with-stdin',
      '--lock-page-port',
      '0',
      '--log-level',
      'warn',
    ]);
    if (!stopping) log.warn({ code, said }, 'this machine’s own agent ended');
  };

  return {
    start() {
      stopping = false;
      starting = live().catch((error: unknown) =>
        log.warn({ error: String(error) }, 'this machine’s own agent could not be started'),
      );
      return Promise.resolve();
    },
    async stop() {
      stopping = true;
      child?.stdin?.end();
      const patience = new AbortController();
      const late = delay(systemClock, STOP_PATIENCE_MS, patience.signal).then(() => {
        if (!patience.signal.aborted) child?.kill('SIGKILL');
      });
      await starting;
      patience.abort();
      await late;
    },
  };
}
