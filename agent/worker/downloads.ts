import type { InputOf, OutputOf } from '../channel/calls.ts';
import type { FetchWanted } from '../ports/policy-source.ts';
import type { ToAgent, ToWorker } from './wire.ts';

/** Puts downloads together from the pieces that the worker brings. Only what was asked for is taken, and no more than was allowed. */
export interface Downloads {
  run(
    wanted: FetchWanted,
    ask: (input: InputOf<ToWorker, 'fetch'>) => Promise<OutputOf<ToWorker, 'fetch'>>,
  ): Promise<Uint8Array>;
  chunk(input: InputOf<ToAgent, 'chunk'>): Promise<void>;
  /** Gives all that run up. */
  fail(): void;
}

interface Running {
  readonly pieces: Buffer[];
  bytes: number;
  readonly maxBytes: number;
}

export function createDownloads(): Downloads {
  const running = new Map<number, Running>();
  let last = 0;
  return {
    async run(wanted, ask) {
      last += 1;
      const download = last;
      const one: Running = { pieces: [], bytes: 0, maxBytes: wanted.maxBytes };
      running.set(download, one);
      try {
        const { kind, hash, from, maxBytes } = wanted;
        const { bytes } = await ask({ download, kind, hash, from, maxBytes });
        if (!running.has(download) || bytes !== one.bytes) throw new Error('the download broke off');
        return Buffer.concat(one.pieces, one.bytes);
      } finally {
        running.delete(download);
      }
    },
    async chunk({ download, data }) {
      const one = running.get(download);
      if (one === undefined) throw new Error('nobody asked for this');
      const piece = Buffer.from(data, 'base64');
      if (one.bytes + piece.length > one.maxBytes) {
        running.delete(download);
        throw new Error('more than was asked for');
      }
      one.pieces.push(piece);
      one.bytes += piece.length;
    },
    fail: () => running.clear(),
  };
}
