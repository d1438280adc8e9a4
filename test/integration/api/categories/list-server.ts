import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Test } from 'tap';

/** A web server with lists. */
export interface ListServer {
  readonly url: string;
  /** Requests so far. */
  readonly requests: readonly IncomingMessage[];
  /** Answers with this from now on. */
  answer(handler: (request: IncomingMessage, response: ServerResponse) => void): void;
  /** Answers with these bytes and their ETag, and 304 to who has them. */
  serve(bytes: string | Uint8Array, etag: string): void;
}

export async function startListServer(t: Test): Promise<ListServer> {
  const requests: IncomingMessage[] = [];
  let handler = (_request: IncomingMessage, response: ServerResponse): void =>
    void response.writeHead(404).end();
  const server = createServer((request, response) => {
    requests.push(request);
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/list`,
    requests,
    answer(next) {
      handler = next;
    },
    serve(bytes, etag) {
      handler = (request, response) => {
        if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
        else response.writeHead(200, { etag }).end(bytes);
      };
    },
  };
}
