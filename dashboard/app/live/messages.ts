/** What the stream of `GET /v1/live` tells, by the names of its messages. */
export type LiveType =
  | 'device'
  | 'command'
  | 'alert'
  | 'access-request'
  | 'classroom-session'
  | 'override'
  | 'policy'
  | 'removed'
  | 'many'
  | 'counters'
  | 'ready'
  | 'heartbeat'
  | 'reset'
  | 'session-ended';

/** One message. */
export interface LiveMessage {
  readonly type: LiveType;
  readonly data: unknown;
}

/**
 * Reads server-sent events (WHATWG HTML, section 9.2) of a server that writes one line of data a message.
 * @returns a function that takes text as it comes and gives the messages that are whole
 */
export function messageReader(): (text: string) => readonly (LiveMessage & { readonly id: string | null })[] {
  let rest = '';
  return (text) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.map((block) => {
      const fields = new Map(
        block.split('\n').map((line) => {
          const at = line.indexOf(': ');
          return [line.slice(0, at), line.slice(at + 2)] as const;
        }),
      );
      return {
        type: (fields.get('event') ?? 'heartbeat') as LiveType,
        data: JSON.parse(fields.get('data') ?? 'null') as unknown,
        id: fields.get('id') ?? null,
      };
    });
  };
}
