import { type Clock, every } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { CommandRecord } from '../../store/ports/commands.ts';
import type { Store, Transaction } from '../../store/ports/store.ts';
import { createDueWork } from '../../store/rules/due-work.ts';
import { announceCommand, writeLockChange } from '../writing/device-events.ts';
import type { GroupCommit } from '../writing/group-commit.ts';
import { afterLoss } from '../writing/reported-lock.ts';

/** How often expired commands are looked for. The shortest expiry is 10 s. */
const PERIOD_MS = 2_000;

/** How many are read at once; after a long pause of the server the rest follows at once. */
const BATCH = 200;

/**
 * Ends commands that have expired: it sets `expired`, fires the event, and takes back a lock or unlock that never happened. A command that cannot be ended is
 * tried again later, and the others are not held up.
 */
export interface Expiry {
  start(): void;
  stop(): Promise<void>;
}

export function createExpiry({
  store,
  commits,
  clock,
  log,
}: {
  readonly store: Pick<Store, 'commands'>;
  readonly commits: GroupCommit;
  readonly clock: Clock;
  readonly log: Log;
}): Expiry {
  let rhythm: { stop(): Promise<void> } | null = null;
  const dueWork = createDueWork<CommandRecord>({
    clock,
    keyOf: ({ id }) => id,
    onFailure: ({ id, deviceId }, error) =>
      log.error({ err: error, commandId: id, deviceId }, 'could not end a command; trying again later'),
  });
  const end = (command: CommandRecord): Promise<boolean> =>
    dueWork.attempt(command, () =>
      commits.submit({ kind: 'work', run: (tx) => expire(tx, command, clock.now()) }),
    );
  const sweep = async (): Promise<void> => {
    for (;;) {
      const limit = BATCH + dueWork.held;
      const due = await store.commands.due(clock.now(), limit);
      const done = await Promise.all(due.map(end));
      if (due.length < limit || !done.includes(true)) return;
    }
  };
  return {
    start() {
      rhythm ??= every(clock, PERIOD_MS, sweep, (error) =>
        log.error({ err: error }, 'the expiry sweep failed'),
      );
    },
    async stop() {
      await rhythm?.stop();
      rhythm = null;
    },
  };
}

async function expire(tx: Transaction, { id, type, deviceId }: CommandRecord, now: number): Promise<void> {
  const command = await tx.commands.advance(id, { to: 'expired', at: now });
  if (command === null) return;
  const device = type === 'lock' || type === 'unlock' ? await tx.devices.find(deviceId) : null;
  if (device !== null) await writeLockChange(tx, device, afterLoss(device.lock, id, now), now);
  await announceCommand(tx, command, 'command.expired', now);
}
