import type { Channel } from '../channel/channel.ts';
import { type AgentSide, MAX_LINK_ERROR, MAX_LOOKED_UP, TO_AGENT, type ToAgent } from './wire.ts';

/** The agent as a worker in another process sees it: each call of the table goes over the channel. */
export function remoteAgent(channel: () => Channel<ToAgent>): AgentSide {
  const names = Object.keys(TO_AGENT) as (keyof ToAgent)[];
  // Object.fromEntries forgets which name has which function; each takes the input of its own name.
  const plain = Object.fromEntries(
    names.map((name) => [name, async (input: never) => await channel().call(name, input ?? null)]),
  ) as unknown as AgentSide;
  return {
    ...plain,
    lookUps: ({ found }) =>
      plain.lookUps({
        found: Object.fromEntries(
          Object.entries(found).map(([host, addresses]) => [host, addresses.slice(0, MAX_LOOKED_UP)]),
        ),
      }),
    // A stranger's certificate words the error, with as many names as it likes.
    linkStatus: (status) =>
      plain.linkStatus({ ...status, lastError: status.lastError?.slice(0, MAX_LINK_ERROR) ?? null }),
    program: async (input) => await channel().call('program', input, input.withinMs),
  };
}
