import { isTerminal } from '../../contracts/device/command.ts';
import type { CommandRequest } from '../../contracts/rest/requests.ts';
import type { CommandRecord } from '../../store/ports/commands.ts';
import { toCommand } from '../../store/views/command.ts';
import type { ApiRequest, Reply, RouteTools } from '../http/route.ts';
import { reachOf } from '../input/reach.ts';
import { waitForCommand } from './command-wait.ts';
import { issueCommand, prepareCommand } from './commands.ts';

type Call = Pick<ApiRequest<unknown, unknown, unknown>, 'caller' | 'transact' | 'waitSeconds' | 'gone'>;

/** Gives a device a command: 202 at once, or after `Prefer: wait` 200 if it has ended by then (RFC 7240 section 4.3). */
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
    // The device is what somebody looks for later; the command that was asked for may be one that was open already.
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
