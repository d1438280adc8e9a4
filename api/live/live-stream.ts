import { Readable } from 'node:stream';
import type { Caller } from '../http/authentication/caller.ts';

/** A client that leaves more than this unread is cut off (bytes). It comes back, and is told what it has missed. */
const MAX_UNREAD = 1_048_576;

/** One message of a stream of server-sent events (WHATWG HTML, section 9.2). */
export function messageOf(event: string, data: object | string, id?: string): string {
  const json = typeof data === 'string' ? data : JSON.stringify(data);
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${json}\n\n`;
}

/** An open stream. */
export interface LiveStream {
  readonly body: Readable;
  /** Follows a change of the account's unit. */
  caller: Caller;
  /** The hash of the session that opened it. */
  readonly sessionHash: string;
  send(text: string): void;
  end(): void;
}

export function createLiveStream(
  { caller, sessionHash }: Pick<LiveStream, 'caller' | 'sessionHash'>,
  onClose: (stream: LiveStream) => void,
): LiveStream {
  const body = new Readable({ read: () => undefined, encoding: 'utf8' });
  let isEnded = false;
  const stream: LiveStream = {
    body,
    caller,
    sessionHash,
    send(text) {
      if (body.destroyed || isEnded) return;
      if (body.readableLength > MAX_UNREAD) body.destroy();
      else body.push(text);
    },
    end() {
      if (!isEnded) body.push(null);
      isEnded = true;
    },
  };
  body.once('close', () => onClose(stream));
  return stream;
}
