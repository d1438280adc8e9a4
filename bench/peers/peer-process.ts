import { type ChildProcess, fork } from 'node:child_process';

/** A server under test in a process of its own, so that its memory and its event loop are its own. */
export interface PeerProcess<Ready> {
  readonly ready: Ready;
  /** Resident memory, bytes, after a garbage collection where the peer can make one. */
  memory(): Promise<number>;
  /** Processor time that it has used so far, milliseconds. */
  cpu(): Promise<number>;
  stop(): Promise<void>;
}

type FromPeer =
  | { readonly kind: 'ready'; readonly value: unknown }
  | { readonly kind: 'memory'; readonly bytes: number }
  | { readonly kind: 'cpu'; readonly milliseconds: number };

/** Starts one of the files beside this one with arguments, and Node with options of its own; it speaks through `servePeer`. */
export async function startPeer<Ready>(
  file: string,
  args: readonly string[],
  nodeOptions: readonly string[] = [],
): Promise<PeerProcess<Ready>> {
  const child = fork(new URL(file, import.meta.url), [...args], {
    execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning', ...nodeOptions],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ready = await answer(child, 'ready');
  return {
    ready: ready.value as Ready,
    async memory() {
      child.send({ kind: 'memory' });
      return (await answer(child, 'memory')).bytes;
    },
    async cpu() {
      child.send({ kind: 'cpu' });
      return (await answer(child, 'cpu')).milliseconds;
    },
    stop: () =>
      new Promise((resolve) => {
        // What has died already would never end.
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.send({ kind: 'stop' });
      }),
  };
}

function answer<K extends FromPeer['kind']>(
  child: ChildProcess,
  kind: K,
): Promise<Extract<FromPeer, { kind: K }>> {
  return new Promise((resolve, reject) => {
    const listen = (message: FromPeer): void => {
      if (message.kind !== kind) return;
      child.off('message', listen);
      child.off('exit', fail);
      resolve(message as Extract<FromPeer, { kind: K }>);
    };
    const fail = (code: number | null): void => reject(new Error(`the peer ended with code ${code}`));
    child.on('message', listen);
    child.once('exit', fail);
  });
}

/** The peer's side: says it is ready, answers for its memory, stops when told or when the parent is gone. */
export function servePeer(ready: unknown, stop: () => Promise<void>): void {
  const end = async (): Promise<void> => {
    await stop();
    process.exit(0);
  };
  process.on('message', (message: { readonly kind: string }) => {
    if (message.kind === 'stop') void end();
    if (message.kind === 'cpu') {
      const { user, system } = process.cpuUsage();
      process.send?.({ kind: 'cpu', milliseconds: (user + system) / 1_000 });
    }
    if (message.kind === 'memory') {
      globalThis.gc?.();
      process.send?.({ kind: 'memory', bytes: process.memoryUsage.rss() });
    }
  });
  process.on('disconnect', () => void end());
  // The parent may have gone while this one got ready.
  if (process.connected) process.send?.({ kind: 'ready', value: ready });
  else void end();
}
