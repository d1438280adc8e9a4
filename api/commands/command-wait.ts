import { isTerminal } from '../../contracts/device/command.ts';
import { type Clock, delay } from '../../kit/clock.ts';
import type { CommandRecord } from '../../store/ports/commands.ts';
import type { Store } from '../../store/ports/store.ts';

/** Wake-ups may be lost, and may come from another process: the store is looked at this often all the same. */
const RECHECK_MS = 1_000;

/**
 * Waits until a command has reached a terminal status, the time is over, or any of the signals aborts (the client has gone, the server
 * stops). @returns the command as it is then; null when there is none
 */
export async function waitForCommand(
  { store, clock }: { readonly store: Pick<Store, 'commands' | 'bus'>; readonly clock: Clock },
  { organisationId, id }: Pick<CommandRecord, 'organisationId' | 'id'>,
  { seconds, signals }: { readonly seconds: number; readonly signals: readonly AbortSignal[] },
): Promise<CommandRecord | null> {
  const deadline = clock.monotonic() + seconds * 1_000;
  const ended = AbortSignal.any([...signals]);
  let bell = new AbortController();
  const unsubscribe = store.bus.subscribe((wakeUp) => {
    if (wakeUp.kind === 'command' && wakeUp.commandId === id) bell.abort();
  });
  try {
    for (;;) {
      // A new bell before each look: what rings during the look is heard after it.
      bell = new AbortController();
      const command = await store.commands.get(organisationId, id);
      const leftMs = deadline - clock.monotonic();
      if (command === null || isTerminal(command.status) || leftMs <= 0 || ended.aborted) return command;
      await delay(clock, Math.min(leftMs, RECHECK_MS), AbortSignal.any([ended, bell.signal]));
    }
  } finally {
    unsubscribe();
  }
}
