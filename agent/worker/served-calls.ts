import type { Channel, Handlers } from '../channel/channel.ts';
import type { AgentSide } from './agent-side.ts';
import { MAX_LINK_ERROR, MAX_LOOKED_UP, type ToAgent } from './wire.ts';

/** The agent's answers to the calls of a worker in another process. */
export function answersFor(agent: AgentSide): Omit<Handlers<ToAgent>, 'chunk'> {
  const nothing = async (work: Promise<void>): Promise<null> => {
    await work;
    return null;
  };
  return {
    nextEpoch: () => agent.nextEpoch(),
    password: ({ epoch }) => agent.password(epoch),
    httpToken: () => agent.httpToken(),
    receive: ({ topic, jws }) => nothing(agent.receive(topic, jws)),
    heartbeat: () => agent.heartbeat(),
    peek: async ({ topic, ...limits }) => [...(await agent.peek(topic, limits))],
    // Whatever the worker says of a row, only its number counts.
    remove: ({ seqs }) => nothing(agent.remove(seqs.map((seq) => ({ seq, body: '', bytes: 0 })))),
    discard: ({ seq }) => nothing(agent.discard({ seq, body: '', bytes: 0 })),
    serverTime: ({ claimed }) => nothing(agent.serverTime(claimed)),
    lookUps: ({ found }) => nothing(agent.lookUps(found)),
    linkStatus: (status) => nothing(agent.linkStatus(status)),
    activity: ({ records }) => nothing(agent.activity(records)),
    event: (event) => nothing(agent.event(event)),
    seen: ({ nonce }) => nothing(agent.seen(nonce)),
    program: ({ withinMs, ...socket }) => agent.program(socket, withinMs),
    allowHelp: ({ addresses, ttlSeconds }) => agent.allowHelp(addresses, ttlSeconds),
    giveOut: ({ addresses, ttlSeconds }) => agent.giveOut(addresses, ttlSeconds),
  };
}

/** The agent as a worker in another process sees it. */
export function remoteAgent(channel: () => Channel<ToAgent>): AgentSide {
  return {
    nextEpoch: () => channel().call('nextEpoch', null),
    password: (epoch) => channel().call('password', { epoch }),
    httpToken: () => channel().call('httpToken', null),
    receive: async (topic, jws) => void (await channel().call('receive', { topic, jws })),
    heartbeat: () => channel().call('heartbeat', null),
    peek: (topic, limits) => channel().call('peek', { topic, ...limits }),
    remove: async (rows) => void (await channel().call('remove', { seqs: rows.map(({ seq }) => seq) })),
    discard: async ({ seq }) => void (await channel().call('discard', { seq })),
    serverTime: async (claimed) => void (await channel().call('serverTime', { claimed })),
    lookUps: async (found) =>
      void (await channel().call('lookUps', {
        found: Object.fromEntries(
          Object.entries(found).map(([host, list]) => [host, list.slice(0, MAX_LOOKED_UP)]),
        ),
      })),
    // A stranger's certificate words the error, with as many names as it likes.
    linkStatus: async (status) =>
      void (await channel().call('linkStatus', {
        ...status,
        lastError: status.lastError?.slice(0, MAX_LINK_ERROR) ?? null,
      })),
    activity: async (records) => void (await channel().call('activity', { records: [...records] })),
    event: async ({ kind, details }) => void (await channel().call('event', { kind, details })),
    seen: async (nonce) => void (await channel().call('seen', { nonce })),
    program: ({ inode, uid }, withinMs) => channel().call('program', { inode, uid, withinMs }, withinMs),
    allowHelp: (addresses, ttlSeconds) =>
      channel().call('allowHelp', { addresses: [...addresses], ttlSeconds }),
    giveOut: (addresses, ttlSeconds) => channel().call('giveOut', { addresses: [...addresses], ttlSeconds }),
  };
}
