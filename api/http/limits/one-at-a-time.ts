import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait on a connection behind the one in work. Browsers and HTTP libraries send none ahead of an answer. */
const MAX_AHEAD = 15;
/** Emitted by the server, like `request`, when a request's turn has come. Whoever counts requests listens to it. */
export const BEGUN = 'schoolgate.begun';

/** Node's parser of a connection. It is not documented; where it is not as here, what is sent ahead is parsed and then thrown away. */
interface Parser {
  onIncoming?: (request: IncomingMessage, keepAlive: boolean) => number;
}
/** What `onIncoming` answers where no further request follows: the parser stops. */
const NOTHING_FOLLOWS = 2;

interface Request {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Begins the requests of a connection one after another, as they are answered (RFC 9112, section 9.3.2). What is sent further ahead would grow by what the client does
 * not read: beyond `MAX_AHEAD` the connection is closed, with whatever waits on it, and what has come is parsed no further. Listen to `BEGUN` and not to `request`: a request that waits when its connection
 * closes gets no `close`.
 */
export function beginOneAtATime(server: Server): void {
  const lines = new WeakMap<Socket, Request[]>();

  const begin = (socket: Socket, { request, response }: Request): void => {
    server.emit(BEGUN, request, response);
    // After what the others do then: for them one request has ended before the next begins.
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

/** Node would go on to parse all that it has read, some 1,600 requests, into a connection that is closed. */
function stopAtClose(socket: Socket & { readonly parser?: Parser | null }): void {
  const { parser } = socket;
  const take = parser?.onIncoming;
  if (parser == null || take === undefined) return;
  parser.onIncoming = (request, keepAlive) => {
    const follows = take(request, keepAlive);
    return socket.destroyed ? NOTHING_FOLLOWS : follows;
  };
}
