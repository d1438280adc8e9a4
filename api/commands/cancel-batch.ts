import type { BatchId, CommandId } from '../../contracts/ids.ts';
import type { CommandBatchCancellation } from '../../contracts/rest/command-batches.ts';
import { Fault } from '../../kit/fault.ts';
import { inSteps, type StepLimits } from '../../kit/turns.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { toCommandBatch } from '../../store/views/command-batch.ts';
import type { ApiRequest, Reply, RouteTools } from '../http/route.ts';
import { mayReach, type Reach, reachOf } from '../input/reach.ts';
import { batchInReach } from './command-batches.ts';
import { takeBack } from './commands.ts';

/** Commands of one transaction, as many as a batch gives out in one. */
const STEPS: StepLimits = { most: 100, least: 10, aimMs: 25 };

/**
 * Takes back what a batch has not sent: devices whose turn has not come get no command, queued commands are cancelled. A big batch takes several
 * transactions. If the server ends in between, the same call does the rest.
 * @throws Fault not_found
 */
export async function cancelBatch(
  { caller, transact }: Pick<ApiRequest<unknown, unknown, unknown>, 'caller' | 'transact'>,
  tools: RouteTools,
  id: string,
): Promise<Reply> {
  const { store, clock } = tools;
  const reach = reachOf(caller);
  const before = await store.transaction(async (tx) => {
    const view = await batchInReach(tx, reach, id);
    await tx.commandBatches.cancel(view.batch.id, clock.now());
    return view;
  });
  const cancelled = await cancelQueued(tools, reach, before.batch.id);
  return await transact(async (tx) => {
    const batch = toCommandBatch(await batchInReach(tx, { ...reach, ouPath: null }, id));
    const body: CommandBatchCancellation = {
      cancelled,
      notCancelled: batch.total - (batch.counts.cancelled ?? 0),
      batch,
    };
    const audit = {
      action: 'command.batch_cancelled',
      target: batch.id,
      before: toCommandBatch(before),
      after: batch,
    };
    return { status: 200, body, audit };
  });
}

/** @returns how many were cancelled @throws Fault unavailable when the server stops first */
async function cancelQueued(
  { store, clock, stopping }: Pick<RouteTools, 'store' | 'clock' | 'stopping'>,
  reach: Reach,
  id: BatchId,
): Promise<number> {
  let after: CommandId | null = null;
  let cancelled = 0;
  let isDone = false;
  await inSteps(STEPS, { clock, signal: stopping }, async (limit) => {
    const step = await store.transaction((tx) =>
      cancelSome(tx, reach, { id, after, limit, at: clock.now() }),
    );
    cancelled += step.cancelled;
    after = step.last;
    isDone = step.last === null;
    return !isDone;
  });
  if (!isDone) throw new Fault('unavailable', 'The server stops; send it again for the rest of the batch.');
  return cancelled;
}

async function cancelSome(
  tx: Transaction,
  reach: Reach,
  {
    id,
    after,
    limit,
    at,
  }: { readonly id: BatchId; readonly after: CommandId | null; readonly limit: number; readonly at: number },
): Promise<{ readonly cancelled: number; readonly last: CommandId | null }> {
  const queued = await tx.commands.cancellableOf(id, { after, limit });
  let cancelled = 0;
  for (const command of queued) {
    const device = await tx.devices.find(command.deviceId);
    // It may have been moved out of the caller's unit since the batch was looked at.
    if (device !== null && !mayReach(reach, device.ouPath)) continue;
    await takeBack(tx, { command, device, at });
    cancelled += 1;
  }
  return { cancelled, last: queued.at(-1)?.id ?? null };
}
