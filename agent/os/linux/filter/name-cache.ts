import { CANNOT_RUN, type CommandRunner } from '../../../ports/command-runner.ts';

/** Empties the system's caches of names. Never rejects; a service that does not run has no cache. */
export async function flushNames(run: CommandRunner): Promise<void> {
  const flushed = await run.run(['resolvectl', 'flush-caches']);
  // Its name before systemd 239.
  if (flushed.code === CANNOT_RUN) await run.run(['systemd-resolve', '--flush-caches']);
  await run.run(['nscd', '--invalidate=hosts']);
}
