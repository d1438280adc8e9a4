import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait on a connection behind the present one. Browsers and HTTP libraries send none before an answer arrives. */
const MAX_AHEAD = 15;
/** The event that the server emits, like `request`, when a request may start. Code that counts requests listens to it. */
export const BEGUN = 'schoolgate.begun';

/** Node's parser of a connection, which is not documented. If it differs from this shape, requests sent ahead are parsed and then discarded. */
interface Parser {
  onIncoming?: (request: IncomingMessage, keepAlive: boolean) => number;
}
/** The return value of `onIncoming` that stops the parser. */
const NOTHING_FOLLOWS = 2;

interface Request {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Starts the requests of a connection one after another, as they are answered (RFC 9112, section 9.3.2). Requests sent ahead would fill the
 * memory when a client does not read: beyond `MAX_AHEAD` the connection is closed with all waiting requests, and parsing stops. Listen to
 * `BEGUN` and not to `request`: a request that waits when its connection closes gets no `close`.
 */
export function beginOneAtATime(server: Server): void {
  const lines = new WeakMap<Socket, Request[]>();

  const begin = (socket: Socket, { request, response }: Request): void => {
    server.emit(BEGUN, request, response);
    // Registered after the listeners of `BEGUN`, so that they see one request end before the next begins.
    response.once('close', () => {
      const next = socket.destroyed ? undefined : lines.get(socket)?.shift();
      if (next === undefined) lines.delete(socket);
      else begin(socket, next);
    });
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (line === undefined) {
      lines.set(socket, []);
      begin(socket, { request, response });
    } else if (line.length < MAX_AHEAD) line.push({ request, response });
    else socket.destroy();
  });
  for (const opened of ['connection', 'secureConnection']) server.on(opened, stopAtClose);
}

/** Stops the parser when the connection closes. Node would otherwise parse all that it has read, some 1,600 requests, for a closed connection. */
function stopAtClose(socket: Socket & { readonly parser?: Parser | null }): void {
  const { parser } = socket;
  const take = parser?.onIncoming;
  if (parser == null || take === undefined) return;
  parser.onIncoming = (request, keepAlive) => {
    const follows = take(request, keepAlive);
    return socket.destroyed ? NOTHING_FOLLOWS : follows;
  };
}
