import type { Test } from 'tap';
import { until } from '../../../support/until.ts';
import type { Person } from '../people.ts';
import type { RestServer } from '../rest-server.ts';

/** A message of the stream, as a browser takes it. */
export interface Message {
  readonly id: string | undefined;
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the schemas promise, and fails where they lie
  readonly data: any;
}

/** A browser that follows the stream. */
export interface Follower {
  readonly messages: readonly Message[];
  /** Waits for the first message that fits, from the beginning of the stream on. */
  heard(what: string, fits: (message: Message) => boolean): Promise<Message>;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  leave(): void;
}

/** Opens the stream and waits for its beginning. */
export async function follow(
  t: Test,
  server: RestServer,
  person: Person,
  headers: Readonly<Record<string, string>> = {},
): Promise<Follower> {
  const leaving = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${server.port}/v1/live`, {
    headers: { ...person.headers, accept: 'text/event-stream', ...headers },
    signal: leaving.signal,
  });
  t.equal(answer.status, 200);
  t.equal(answer.headers.get('content-type'), 'text/event-stream');
  const messages: Message[] = [];
  const ended = read(answer.body as ReadableStream<Uint8Array>, messages);
  const leave = (): void => leaving.abort();
  t.teardown(leave);
  const heard: Follower['heard'] = (what, fits) =>
    until(() => messages.find(fits), {
      what: `${what}; there came ${JSON.stringify(messages.slice(-5))}`,
      timeoutMs: 30_000,
      intervalMs: 20,
    });
  await heard('the stream to begin', ({ event }) => event === 'ready' || event === 'reset');
  return { messages, heard, ended, leave };
}

async function read(body: ReadableStream<Uint8Array>, into: Message[]): Promise<void> {
  let rest = '';
  try {
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop() ?? '';
      into.push(...blocks.map(messageOf));
    }
  } catch {
    // The client has left, or was cut off.
  }
}

function messageOf(block: string): Message {
  const field = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
  return { id: field('id'), event: field('event') ?? '', data: JSON.parse(field('data') ?? 'null') };
}
