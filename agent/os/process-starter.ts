import { type ChildProcess, spawn } from 'node:child_process';
import { type Clock, delay } from '../../kit/clock.ts';
import type { ProcessEnd, ProcessStarter, StartedProcess } from '../ports/process-starter.ts';
import { findSystemProgram } from './program-paths.ts';

/** A browser needs about a second to close; then it is killed. */
const GRACE_MS = 2_000;

export interface ProcessStarterDependencies {
  readonly clock: Clock;
  /** What the programs inherit. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** Starts each program in a process group of its own, so that stopping it also stops what it has started. */
export function createProcessStarter({ clock, env, platform }: ProcessStarterDependencies): ProcessStarter {
  return {
    start([name = '', ...args]): StartedProcess {
      const program = findSystemProgram(name);
      if (program === null)
        return {
          pid: null,
          ended: Promise.resolve({ reason: `${name}: no such program` }),
          stop: async () => undefined,
        };
      const child = spawn(program, args, {
        env: { ...env },
        stdio: 'ignore',
        detached: platform !== 'win32',
        windowsHide: true,
      });
      let running = true;
      const ended = new Promise<ProcessEnd>((resolve) => {
        const end = (reason: string): void => {
          running = false;
          resolve({ reason });
        };
        child.once('error', (error) => end(error.message));
        child.once('exit', (code, signal) =>
          end(signal === null ? `exit code ${code}` : `killed by ${signal}`),
        );
      });
      return {
        pid: child.pid ?? null,
        ended,
        async stop() {
          if (!running) return;
          signalGroup(child, 'SIGTERM', platform);
          const grace = new AbortController();
          await Promise.race([ended, delay(clock, GRACE_MS, grace.signal)]);
          grace.abort();
          if (running) signalGroup(child, 'SIGKILL', platform);
          await ended;
        },
      };
    },
  };
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals, platform: NodeJS.Platform): void {
  if (child.pid === undefined) return;
  try {
    if (platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The process has ended meanwhile, and `ended` resolves.
  }
}
