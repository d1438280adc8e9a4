import { isTerminal } from '../../contracts/device/command.ts';
import type { CommandRequest } from '../../contracts/rest/requests.ts';
import { type Clock, delay } from '../../kit/clock.ts';
import type { CommandRecord } from '../../store/ports/commands.ts';
import type { Store } from '../../store/ports/store.ts';
import { toCommand } from '../../store/views/command.ts';
import type { ApiRequest, Reply, RouteTools } from '../http/route.ts';
import { reachOf } from '../input/reach.ts';
import { issueCommand, prepareCommand } from './commands.ts';

type Call = Pick<ApiRequest<unknown, unknown, unknown>, 'caller' | 'transact' | 'waitSeconds' | 'gone'>;

/** Gives a device a command. The answer is 202 at once; with `Prefer: wait` it is 200 if the command has ended by then (RFC 7240 section 4.3). */
export async function orderCommand(
  { caller, transact, waitSeconds, gone }: Call,
  tools: RouteTools,
  { deviceId, request }: { readonly deviceId: string; readonly request: CommandRequest },
): Promise<Reply> {
  const order = await prepareCommand(tools, {
    reach: reachOf(caller),
    deviceId,
    request,
    requestedBy: caller.actor,
  });
  let issued: CommandRecord | null = null;
  const accepted = await transact(async (tx) => {
    issued = await issueCommand(tx, tools, order);
    // The target is the device, which people search for later. The returned command may be one that was open already.
    const audit = { action: 'command.requested', target: issued.deviceId, after: toCommand(issued) };
    return { ...answer(202, issued), audit };
  });
  if (waitSeconds === 0 || issued === null) return accepted;
  const signals = [gone, tools.stopping];
  const command = (await waitForCommand(tools, issued, { seconds: waitSeconds, signals })) ?? issued;
  const { headers, ...reply } = answer(isTerminal(command.status) ? 200 : 202, command);
  return { ...reply, headers: { ...headers, 'preference-applied': `wait=${waitSeconds}` } };
}

function answer(status: 200 | 202, command: CommandRecord): Reply {
  return { status, body: toCommand(command), headers: { location: `/v1/commands/${command.id}` } };
}

/** Wake-ups may be lost or come from another process, so the store is read this often as well. */
const RECHECK_MS = 1_000;

/**
 * Waits until a command has reached a terminal status, the time is over, or a signal aborts (the client has gone, the server stops).
 * @returns the command as it is then; null when there is none
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
      // A new bell before each read, so that a wake-up during the read is not lost.
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
